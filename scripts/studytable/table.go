package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/internal/study"
)

// groups are the parts of the table.
var groups = []struct{ name, title string }{
	{"yardstick", "Yardsticks"},
	{"composition", "Our variants and compositions"},
	{"other", "Other games"},
}

// table writes the page.
func table(rows []row, nodes uint64) string {
	var b strings.Builder
	games := 0
	for _, r := range rows {
		games += r.report.Overall.Games
	}
	fmt.Fprintf(&b, `# How the games compare

This is what `+"[`heterodox study`](study.md)"+` says about %d games, after playing %d in all. `+"`scripts/studytable`"+` writes this page. Run it again
with the same ledgers to play more games and make the intervals narrower:

`+"```sh\nmkdir -p ledgers\ngo run ./scripts/studytable -nodes %d -budget 10m -ledgers ledgers -out docs/study-table.md\n```"+`

Each game was played at %d, %d and %d nodes a move (four, two and one games in seven), which is very little.
Shares have 95 %% intervals. *Plies* is the median number of single moves.

`, len(rows), games, nodes, nodes, 4*nodes, 16*nodes)
	calibration(&b, rows)
	for _, g := range groups {
		fmt.Fprintf(&b, "\n## %s\n\n| game | games | White scores | draws | plies | how most end | judge | verdicts |\n|---|---|---|---|---|---|---|---|\n", g.title)
		of := slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return r.group != g.name })
		for _, r := range of {
			o := r.report
			fmt.Fprintf(&b, "| `%s` | %d | %s | %s | %.0f | %s | %s | %s |\n", r.name, o.Overall.Games, o.Overall.Score.Percent(), o.Overall.Drawn.Percent(),
				o.Length.Median, ends(o), judgeText(o), verdicts(o))
		}
	}
	return b.String()
}

// calibration compares the results with AlphaZero's.
func calibration(b *strings.Builder, rows []row) {
	fmt.Fprintf(b, `## Comparison with AlphaZero

Tomašev and others had AlphaZero play against itself under ten rule changes, 10,000 games each at about a second a move (arXiv 2009.04374).
Two of them cannot be expressed in variants files: captures of one's own pieces, and castling that is allowed only after ten moves. The others
were all played on the machine for all boards, with values computed from the moves or, where it won its match, an evaluation learned from the
variant's own games.

| game | games | White scores | AlphaZero's | draws | AlphaZero's | draws at the highest effort | judge |
|---|---|---|---|---|---|---|---|
`)
	width, within := 0.0, 0
	var score, theirScore, draws, theirDraws, late []float64
	for _, r := range rows {
		if !r.known {
			continue
		}
		o := r.report.Overall
		last := r.report.Fairness[len(r.report.Fairness)-1]
		fmt.Fprintf(b, "| `%s` | %d | %s | %.1f %% | %s | %.1f %% | %s of %d | %s |\n", r.name, o.Games, o.Score.Percent(), 100*r.score, o.Drawn.Percent(), 100*r.draws,
			last.Drawn.Percent(), last.Games, judgeText(r.report))
		width += o.Score.Error()
		if o.Score.Has(r.score) {
			within++
		}
		score, theirScore = append(score, o.Score.Value), append(theirScore, r.score)
		draws, theirDraws, late = append(draws, o.Drawn.Value), append(theirDraws, r.draws), append(late, last.Drawn.Value)
	}
	if len(score) > 2 {
		n := len(score)
		fmt.Fprintf(b, `
Rank correlations (Spearman, %d games; one in twenty is beyond ± %.2f by chance):

| | with AlphaZero's |
|---|---|
| White's score | %+.2f |
| draws | %+.2f |
| draws at the highest effort | %+.2f |

These correlations cannot show much: White's scores in AlphaZero's eight games lie within %.0f points of each other, and the intervals here
are ± %.0f points on average. AlphaZero's score for White lies within the interval here in %d of the %d games.
`, n, critical(n), study.Spearman(score, theirScore), study.Spearman(draws, theirDraws), study.Spearman(late, theirDraws), 100*(slices.Max(theirScore)-slices.Min(theirScore)), 100*width/float64(n), within, n)
	}
	values(b, rows)
}

// values compares the values of pieces with AlphaZero's.
func values(b *strings.Builder, rows []row) {
	published := []struct {
		game   string
		values map[string]float64
	}{
		{"classical", map[string]float64{"knight": 3.05, "bishop": 3.33, "rook": 5.63, "queen": 9.5}},
		{"chess", map[string]float64{"knight": 3.05, "bishop": 3.33, "rook": 5.63, "queen": 9.5}},
		{"nocastling", map[string]float64{"knight": 2.97, "bishop": 3.13, "rook": 5.02, "queen": 9.49}},
		{"torpedo", map[string]float64{"knight": 2.25, "bishop": 2.46, "rook": 3.58, "queen": 7.12}},
	}
	var lines strings.Builder
	within, all := 0, 0
	for _, p := range published {
		for _, r := range rows {
			if r.name != p.game {
				continue
			}
			for _, piece := range r.report.Pieces {
				theirs, known := p.values[piece.Name]
				if !known || piece.Value == nil {
					continue
				}
				all++
				if piece.Value.Has(theirs) {
					within++
				}
				fmt.Fprintf(&lines, "| `%s` | %s | %.2f (%.2f to %.2f) | %.2f |\n", p.game, piece.Name, piece.Value.Value, piece.Value.Low, piece.Value.High, theirs)
			}
		}
	}
	if all > 0 {
		fmt.Fprintf(b, "\nValues of pieces in pawns, fitted to the results of these games. AlphaZero's lie within the intervals in %d of %d cases.\n\n"+
			"| game | piece | here | AlphaZero's |\n|---|---|---|---|\n%s", within, all, lines.String())
	}
}

// critical returns the rank correlation that chance exceeds once in twenty (two-sided),
// from published tables.
func critical(n int) float64 {
	known := map[int]float64{5: 1, 6: 0.886, 7: 0.786, 8: 0.738, 9: 0.700, 10: 0.648}
	if c, ok := known[n]; ok {
		return c
	}
	return 1
}

// ends names the ways in which most games end.
func ends(r *study.Report) string {
	var list []string
	for i, e := range r.Ends {
		if i < 2 && e.Share.Value >= 0.1 {
			list = append(list, fmt.Sprintf("%s %.0f %%", e.Reason, 100*e.Share.Value))
		}
	}
	return strings.Join(list, ", ")
}

func judgeText(r *study.Report) string {
	switch j := r.Judge; {
	case j.Learned:
		return fmt.Sprintf("learned, %+.0f ± %.0f Elo", j.Elo.Value, j.Elo.Error())
	case j.Games > 0:
		return "values from the moves"
	}
	return "fitted before"
}

// verdicts joins the texts of the verdicts that are decided.
func verdicts(r *study.Report) string {
	var list []string
	for _, v := range r.Verdicts {
		if v.Kind != "undecided" {
			list = append(list, v.Text)
		}
	}
	return strings.ReplaceAll(strings.Join(list, " "), "|", "\\|")
}
