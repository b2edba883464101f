package study

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/heterodox-chess/heterodox/internal/english"
)

// WriteText writes the report for a terminal.
func (r *Report) WriteText(w io.Writer) {
	fmt.Fprintf(w, "%s: %s at %s\n\n", r.Game, english.Count(r.Overall.Games, "different game"), r.nodesText())
	for _, v := range r.Verdicts {
		sign := " "
		if v.Fault {
			sign = "!"
		}
		fmt.Fprintf(w, "%s %s\n", sign, v.Text)
	}
	fmt.Fprintf(w, "\n%s\n", r.JudgeText())
	if r.Proof != nil {
		fmt.Fprintf(w, "%s\n", r.ProofText())
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\nnodes a move\tgames\twhite\tdraws\tblack\tWhite scores\tdraws")
	for _, e := range r.Fairness {
		fmt.Fprintf(t, "%d\t%d\t%d\t%d\t%d\t%s\t%s\n", e.Nodes, e.Games, e.White, e.Draws, e.Black, e.Score.Percent(), e.Drawn.Percent())
	}
	if r.Trend != nil {
		fmt.Fprintf(t, "trend\t%s\n", r.Trend.Words)
	}
	if len(r.Depth) > 0 {
		fmt.Fprintln(t, "\ntwice the nodes of\tpairs\tElo")
		for _, d := range r.Depth {
			fmt.Fprintf(t, "%d\t%d\t%+.0f ± %.0f\n", d.Nodes, d.Pairs, d.Elo.Value, d.Elo.Error())
		}
	}
	fmt.Fprintln(t, "\nends\tgames\tshare\twhite\tdraws\tblack")
	for _, e := range r.Ends {
		fmt.Fprintf(t, "%s\t%d\t%s\t%d\t%d\t%d\n", e.Reason, e.Games, e.Share.Percent(), e.White, e.Draws, e.Black)
	}
	fmt.Fprintf(t, "\n\tp10\tmedian\tp90\nsingle moves\t%.0f\t%.0f\t%.0f\nlegal moves\t%.0f\t%.0f\t%.0f\n",
		r.Length.Low, r.Length.Median, r.Length.High, r.Choice.Low, r.Choice.Median, r.Choice.High)
	if d := r.Drama; d != nil {
		fmt.Fprintf(t, "\nwinner's worst chances\t%s\nlead changes\t%.1f ± %.1f\ndecided after\t%s of the game\n",
			d.Behind.Percent(), d.LeadChanges.Value, d.LeadChanges.Error(), d.Decided.Percent())
	}
	if len(r.Yardsticks) > 0 {
		fmt.Fprintln(t, "\ncompared with\tgames\tWhite scores\tdraws\tplies\tlegal moves")
		for _, y := range append([]Yardstick{r.Yardstick()}, r.Yardsticks...) {
			fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%.0f\t%.0f\n", y.Name, y.Games, y.Score.Percent(), y.Drawn.Percent(), y.Length, y.Choice)
		}
	}
	if len(r.Openings) > 1 {
		fmt.Fprintln(t, "\nfirst turn\tgames\tWhite scores")
		for i, o := range r.Openings {
			if i < 5 || i >= len(r.Openings)-3 {
				fmt.Fprintf(t, "%s\t%d\t%s\n", o.Turn, o.Games, o.Score.Percent())
			} else if i == 5 {
				fmt.Fprintln(t, "…")
			}
		}
	}
	if len(r.Pieces) > 0 {
		fmt.Fprintln(t, "\npiece\tmoved in\tcaptures in\tlast move\tfirst moved\tvalue\tat odds")
		for _, p := range r.Pieces {
			fmt.Fprintf(t, "%s %s\t%s\t%s\t%s\t%s\t%s\t%s\n", p.Letter, p.Name, p.Moved.Percent(), p.Captured.Percent(), p.Last.Percent(), firstText(p),
				valueText(p.Value), valueText(p.Odds))
		}
	}
	if len(r.Odds) > 0 {
		fmt.Fprintln(t, "\na side without\tagainst one without\tgames\tscores")
		for _, o := range r.Odds {
			fmt.Fprintf(t, "%s\t%s\t%d\t%s\n", o.Lacks, o.Against, o.Games, o.Score.Percent())
		}
	}
	if len(r.Rules) > 0 {
		fmt.Fprintln(t, "\nrule\tmatters in\tused in\tdecides")
		for _, u := range r.Rules {
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", u.Name, u.Touched.Percent(), u.Used.Percent(), u.Decided.Percent())
		}
	}
	if len(r.Special) > 0 {
		fmt.Fprintln(t, "\nkind of move\tin games\tmoves")
		for _, s := range r.Special {
			fmt.Fprintf(t, "%s\t%s\t%d\n", s.Name, s.Games.Percent(), s.Count)
		}
	}
	t.Flush()
	if len(r.Remedies) > 0 {
		fmt.Fprintln(w)
		WriteCandidates(w, r.Remedies)
	}
}

// WriteCandidates writes changes of a game as a table, and the first as a file of variants.
func WriteCandidates(w io.Writer, list []Candidate) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "distance\tgames\tWhite scores\tdraws\tplies\tchange")
	for _, c := range list {
		fmt.Fprintf(t, "%.1f\t%d\t%s\t%s\t%.0f\t%s\n", c.Distance, c.Games, c.Score.Percent(), c.Drawn.Percent(), c.Length, c.Name)
	}
	t.Flush()
	if len(list) > 0 {
		fmt.Fprintf(w, "\nThe first, as a variants file:\n\n%s", list[0].Text)
	}
}

// nodesText lists the efforts: "600, 2400 and 9600 nodes a move".
func (r *Report) nodesText() string {
	var list []string
	for _, e := range r.Fairness {
		list = append(list, fmt.Sprint(e.Nodes))
	}
	return english.List(list, "and") + " nodes a move"
}

// JudgeText describes the judge that played the games.
func (r *Report) JudgeText() string {
	j := r.Judge
	switch {
	case j.Learned:
		return fmt.Sprintf("The judge learned the game from %s against itself: %+.0f ± %.0f Elo against its initial evaluation, over %s.",
			english.Count(j.Games, "game"), j.Elo.Value, j.Elo.Error(), english.Count(j.Pairs, "pair"))
	case j.Elo != nil:
		return fmt.Sprintf("The judge uses values derived from the moves of the pieces: an evaluation learned from %s was no better, at %+.0f ± %.0f Elo over %s.",
			english.Count(j.Games, "game"), j.Elo.Value, j.Elo.Error(), english.Count(j.Pairs, "pair"))
	}
	return "The judge did not learn the game: " + j.Why + "."
}

// ProofText describes the result of the prover.
func (r *Report) ProofText() string {
	p := r.Proof
	if p.Winner != "" {
		text := fmt.Sprintf("Forced win: %s, in %s", title(p.Winner), english.Count(p.In, "move"))
		if p.Line != "" {
			text += ": " + p.Line
		}
		return text + "."
	}
	text := fmt.Sprintf("No forced win was found with at most %d nodes for each side", p.Nodes)
	if p.Refuted > 0 {
		text += "; the side to move has none in " + english.Count(p.Refuted, "move")
	}
	return text + "."
}

func firstText(p PieceFound) string {
	if p.First.Count == 0 {
		return "never"
	}
	return fmt.Sprintf("move %.0f (%.0f–%.0f)", p.First.Median, p.First.Low, p.First.High)
}

func valueText(v *Interval) string {
	if v == nil {
		return ""
	}
	return fmt.Sprintf("%.2f (%.2f–%.2f)", v.Value, v.Low, v.High)
}
