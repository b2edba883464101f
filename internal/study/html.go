package study

import (
	_ "embed"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/picture"
)

// The style sheet is embedded in the page.
//
//go:embed report.css
var reportStyle markup

// Text that is already markup and is not escaped.
type markup string

// An htmlWriter writes markup with texts inserted.
type htmlWriter struct{ strings.Builder }

// put writes like Printf. Operands that are markup or numbers are inserted as they are; all
// others are escaped.
func (w *htmlWriter) put(format string, operands ...any) {
	for i, o := range operands {
		switch o.(type) {
		case markup, int, uint64, float64:
		default:
			operands[i] = html.EscapeString(fmt.Sprint(o))
		}
	}
	fmt.Fprintf(w, format, operands...)
}

// table writes a table, which scrolls horizontally if it is too wide.
func (w *htmlWriter) table(head []string, rows [][]string) {
	w.put(`<div class="scroll"><table><tr>`)
	for _, text := range head {
		w.put("<th>%s</th>", text)
	}
	w.put("</tr>\n")
	for _, row := range rows {
		w.put("<tr>")
		for _, text := range row {
			w.put("<td>%s</td>", text)
		}
		w.put("</tr>\n")
	}
	w.put("</table></div>\n")
}

// section writes a heading, a text and a chart, unless the chart is empty.
func (w *htmlWriter) section(heading, text string, chart markup) {
	if chart != "" {
		w.put("<h2>%s</h2>\n<p>%s</p>\n<figure>%s</figure>\n", heading, text, chart)
	}
}

// rowsOf makes a table row from each value.
func rowsOf[T any](list []T, row func(T) []string) (rows [][]string) {
	for _, v := range list {
		rows = append(rows, row(v))
	}
	return rows
}

// WriteHTML writes the report as a self-contained page, with a diagram of the start
// position; a nil position omits the diagram.
func (r *Report) WriteHTML(out io.Writer, start game.Position) error {
	w := new(htmlWriter)
	if err := r.writeHead(w, start); err != nil {
		return err
	}
	r.writeResults(w)
	r.writeShape(w)
	r.writeUse(w)
	r.writeRemedies(w)
	if len(r.Sample) > 0 {
		w.put("<h2>A game at the greatest effort</h2>\n<p class=\"moves\">%s</p>\n", numbered(r.Sample))
	}
	w.put("</html>\n")
	_, err := io.WriteString(out, w.String())
	return err
}

// writeHead writes the name of the game, the verdicts, and the start position.
func (r *Report) writeHead(w *htmlWriter, start game.Position) error {
	w.put(`<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Study of %s</title>
<style>
%s</style>
<header>
<div>
<h1>%s</h1>
<p class="soft">%s on %d × %d squares; seed %d`, r.Game, reportStyle, r.Game, english.Count(r.Overall.Games, "different game"), r.Files, r.Ranks, r.Seed)
	if r.Build != "" {
		w.put(", heterodox %s", r.Build)
	}
	if !r.Complete {
		w.put("; stopped early")
	}
	w.put("</p>\n<ul class=\"verdicts\">\n")
	for _, v := range r.Verdicts {
		class := ""
		switch {
		case v.Fault:
			class = "fault"
		case v.Kind == "undecided":
			class = "open"
		}
		w.put("<li class=\"%s\">%s<small>Threshold: %s.</small></li>\n", class, v.Text, v.Threshold)
	}
	w.put("</ul>\n</div>\n")
	if start != nil && start.Rules().Board().Flat() {
		var b strings.Builder
		scene := picture.FromPosition(start)
		if err := scene.WriteSVG(&b); err != nil {
			return err
		}
		w.put("<div class=\"board\">%s</div>\n", markup(b.String()))
	}
	w.put("</header>\n<p>%s", r.JudgeText())
	if r.Proof != nil {
		w.put(" %s", r.ProofText())
	}
	w.put("</p>\n")
	if len(r.Card) > 0 {
		w.put("<details><summary>The rules</summary><ul>")
		for _, line := range r.Card {
			w.put("<li>%s</li>", line)
		}
		w.put("</ul></details>\n")
	}
	return nil
}

// writeResults writes who wins, and how.
func (r *Report) writeResults(w *htmlWriter) {
	trend := ""
	if r.Trend != nil {
		trend = fmt.Sprintf(" Change when both sides think four times as long: %s; %s.", r.Trend.PerStep.Percent(), r.Trend.Words)
	}
	w.section("Is it fair?", "White's score (a win counts 1, a draw ½) when both sides think equally long, and its 95 % interval."+trend, r.fairnessChart())
	w.put(`<p class="key soft"><span style="background: var(--white)"></span>White wins<span style="background: var(--draw)"></span>draws` +
		`<span style="background: var(--black)"></span>Black wins</p>` + "\n")
	w.put("<figure>%s</figure>\n", r.resultsChart())
	cut := ""
	if r.Overall.CutOff > 0 {
		cut = fmt.Sprintf(" %d did not end within %d single moves and count as draws.", r.Overall.CutOff, maxMoves)
	}
	w.section("How do games end?", r.Overall.Decisive.Percent()+" of the games have a winner."+cut, r.endsChart())
	w.section("Does the first turn decide?", "White's score after each first turn, shrunk towards the mean where there are few games.", r.openingsChart())
	w.section("Does thinking help?", "Elo points that a side gains by searching twice as many nodes as the other.", r.depthChart())
}

// writeShape writes how exciting, long and wide games are, compared with others.
func (r *Report) writeShape(w *htmlWriter) {
	if d := r.Drama; d != nil {
		w.section("Is it exciting?", fmt.Sprintf("Averages of the %d games with a winner: the winner's chances were at worst %s; the lead changed %.1f times; "+
			"after %s of the game the winner's chances stayed above %.0f %%. Below: White's chances in a typical game.",
			d.Games, d.Behind.Percent(), d.LeadChanges.Value, d.Decided.Percent(), 100*d.DecidedAt), curveChart("White's chances in a typical game", d.Curve))
	}
	w.put("<h2>How long are games, and how much choice is there?</h2>\n")
	spread := func(name string, s Spread) []string {
		return []string{name, fmt.Sprintf("%.0f", s.Low), fmt.Sprintf("%.0f", s.Median), fmt.Sprintf("%.0f", s.High)}
	}
	w.table([]string{"", "10 % are below", "half are below", "10 % are above"},
		[][]string{spread("single moves per game", r.Length), spread("legal moves per position", r.Choice)})
	if len(r.Yardsticks) > 0 {
		w.put("<h2>Compared with well-known games</h2>\n")
		w.table([]string{"game", "games", "White scores", "draws", "moves per game", "legal moves", "lead changes"},
			rowsOf(append([]Yardstick{r.Yardstick()}, r.Yardsticks...), func(y Yardstick) []string {
				return []string{y.Name, fmt.Sprint(y.Games), y.Score.Percent(), y.Drawn.Percent(), fmt.Sprintf("%.0f", y.Length),
					fmt.Sprintf("%.0f", y.Choice), fmt.Sprintf("%.1f", y.LeadChanges)}
			}))
	}
}

// writeUse writes how useful pieces and rules were.
func (r *Report) writeUse(w *htmlWriter) {
	if len(r.Pieces) > 0 {
		w.put("<h2>Is every piece useful?</h2>\n")
		w.table([]string{"piece", "moved in", "captures in", "makes the last move of a win", "first moved"}, rowsOf(r.Pieces, func(p PieceFound) []string {
			return []string{p.Letter + " " + p.Name, p.Moved.Percent(), p.Captured.Percent(), p.Last.Percent(), firstText(p)}
		}))
	}
	if chart := r.valuesChart(); chart != "" {
		w.put("<p>What one extra piece of each kind is worth, according to the results of the games and of games at odds; the unit is the piece with the value 1.</p>\n<figure>%s</figure>\n", chart)
	}
	if len(r.Odds) > 0 {
		w.put("<p>Games at odds: one side started without a piece, the other without something of about the same value.</p>\n")
		w.table([]string{"a side without", "against one without", "games", "scores"}, rowsOf(r.Odds, func(o OddsFound) []string {
			return []string{o.Lacks, o.Against, fmt.Sprint(o.Games), o.Score.Percent()}
		}))
	}
	if len(r.Rules) > 0 {
		w.put("<h2>Is every rule useful?</h2>\n<p>Games were replayed without each rule. A rule matters if it allows or forbids some move, is used if a move " +
			"that was played would be illegal or have another effect without it, and decides if the game would end differently without it.</p>\n")
		w.table([]string{"rule", "matters in", "used in", "decides"}, rowsOf(r.Rules, func(u RuleFound) []string {
			return []string{u.Name, u.Touched.Percent(), u.Used.Percent(), u.Decided.Percent()}
		}))
	}
	if len(r.Special) > 0 {
		w.table([]string{"kind of move", "in games", "moves"}, rowsOf(r.Special, func(s Special) []string {
			return []string{s.Name, s.Games.Percent(), fmt.Sprint(s.Count)}
		}))
	}
}

// writeRemedies writes the changes that were tried, and the best one as a file.
func (r *Report) writeRemedies(w *htmlWriter) {
	if len(r.Remedies) == 0 {
		return
	}
	w.put("<h2>What might help?</h2>\n<p>Small changes, each tested in games of its own: those that stayed in the test longest come first, and among them the nearest to an even and decisive game. The distance is " +
		"how far White's score is from 50 %%, plus half of the amount by which draws exceed 50 %%, plus half of the share of games that do not end.</p>\n")
	w.table([]string{"change", "games", "White scores", "draws", "distance"}, rowsOf(r.Remedies, func(c Candidate) []string {
		return []string{c.Name, fmt.Sprint(c.Games), c.Score.Percent(), c.Drawn.Percent(), fmt.Sprintf("%.1f", c.Distance)}
	}))
	if text := r.Remedies[0].Text; text != "" {
		w.put("<details><summary>The first as a variants file</summary><pre>%s</pre></details>\n", text)
	}
}

// numbered writes moves with a number before every second one.
func numbered(moves []string) string {
	var b strings.Builder
	for i, m := range moves {
		if i%2 == 0 {
			fmt.Fprintf(&b, "%d. ", i/2+1)
		}
		b.WriteString(m + " ")
	}
	return strings.TrimSpace(b.String())
}

func (r *Report) fairnessChart() markup {
	a := axis{from: 0.5, to: 0.5, reference: 0.5, form: percents}
	var marks []mark
	for _, e := range append(r.Fairness[:len(r.Fairness):len(r.Fairness)], r.Overall) {
		label := fmt.Sprintf("%d nodes a move", e.Nodes)
		if e.Nodes == 0 {
			label = "all games"
		}
		marks = append(marks, mark{label, e.Score.Percent(), e.Score})
		a.from, a.to = min(a.from, e.Score.Low), max(a.to, e.Score.High)
	}
	reach := max(round(max(0.5-a.from, a.to-0.5)), 0.1)
	a.from, a.to = max(0.5-reach, 0), min(0.5+reach, 1)
	return dots("White's score by effort", a, false, marks)
}

func (r *Report) resultsChart() markup {
	var rows []stack
	for _, e := range r.Fairness {
		rows = append(rows, stack{fmt.Sprintf("%d nodes a move", e.Nodes), []float64{float64(e.White), float64(e.Draws), float64(e.Black)}})
	}
	return stacks("White's wins, draws and Black's wins", rows)
}

func (r *Report) endsChart() markup {
	var marks []mark
	for _, e := range r.Ends {
		marks = append(marks, mark{e.Reason, e.Share.Percent(), e.Share})
	}
	return dots("How games end", axis{to: 1, form: percents}, true, marks)
}

func (r *Report) depthChart() markup {
	if len(r.Depth) == 0 {
		return ""
	}
	a := axis{form: plain}
	var marks []mark
	for _, d := range r.Depth {
		marks = append(marks, mark{fmt.Sprintf("%d against %d", 2*d.Nodes, d.Nodes), fmt.Sprintf("%+.0f ± %.0f", d.Elo.Value, d.Elo.Error()), d.Elo})
		a.from, a.to = min(a.from, d.Elo.Low), max(a.to, d.Elo.High)
	}
	a.to = round(max(a.to, 1))
	if a.from < 0 {
		a.from = -round(-a.from)
	}
	return dots("Elo for twice the nodes", a, false, marks)
}

// mostOpenings is the number of first turns in a chart: half the best for White, half the
// worst.
const mostOpenings = 20

func (r *Report) openingsChart() markup {
	if len(r.Openings) < 2 {
		return ""
	}
	list := r.Openings
	if n := len(list); n > mostOpenings {
		list = append(append([]Opening(nil), list[:mostOpenings/2]...), list[n-mostOpenings/2:]...)
	}
	var marks []mark
	for _, o := range list {
		marks = append(marks, mark{o.Turn, fmt.Sprintf("%s of %d", o.Score.Percent(), o.Games), o.Score})
	}
	return dots("White's score after each first turn", axis{to: 1, reference: 0.5, form: percents}, false, marks)
}

func (r *Report) valuesChart() markup {
	a := axis{form: plain}
	var marks []mark
	for _, p := range r.Pieces {
		for _, v := range []struct {
			name  string
			value *Interval
		}{{p.Name, p.Value}, {p.Name + " at odds", p.Odds}} {
			if v.value != nil {
				marks = append(marks, mark{v.name, valueText(v.value), *v.value})
				a.to = max(a.to, min(v.value.High, 3*v.value.Value))
			}
		}
	}
	if len(marks) == 0 {
		return ""
	}
	a.to = round(a.to)
	return dots("Values of the pieces", a, false, marks)
}
