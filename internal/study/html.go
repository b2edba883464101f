package study

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/picture"
)

//go:embed report.tmpl
var reportText string

var reportTemplate = template.Must(template.New("report").Funcs(template.FuncMap{
	"percent": percent, "first": firstText, "value": valueText, "mul": func(v float64) float64 { return 100 * v },
}).Parse(reportText))

// A page is what the template shows.
type page struct {
	*Report
	Board                                                                         template.HTML
	FairnessChart, ResultsChart, EndsChart, DepthChart, OpeningsChart, DramaChart template.HTML
	ValuesChart                                                                   template.HTML
	Moves                                                                         string
	Cut                                                                           int
}

// WriteHTML writes the report as a page that needs nothing else, with the start position of
// the game drawn; a nil position leaves that out.
func (r *Report) WriteHTML(w io.Writer, start game.Position) error {
	p := page{Report: r, Cut: maxMoves}
	if start != nil && start.Rules().Board().Flat() {
		var b bytes.Buffer
		scene := picture.FromPosition(start)
		if err := scene.WriteSVG(&b); err != nil {
			return err
		}
		p.Board = template.HTML(b.String())
	}
	p.FairnessChart, p.ResultsChart = r.fairnessChart(), r.resultsChart()
	p.EndsChart, p.DepthChart, p.OpeningsChart, p.ValuesChart = r.endsChart(), r.depthChart(), r.openingsChart(), r.valuesChart()
	if r.Drama != nil {
		p.DramaChart = curveChart("White's chances in a game like most", r.Drama.Curve)
	}
	p.Moves = numbered(r.Sample)
	return reportTemplate.Execute(w, p)
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

func (r *Report) fairnessChart() template.HTML {
	a := axis{from: 0.5, to: 0.5, reference: 0.5, form: percents}
	var marks []mark
	for _, e := range append(r.Fairness[:len(r.Fairness):len(r.Fairness)], r.Overall) {
		label := fmt.Sprintf("%d nodes a move", e.Nodes)
		if e.Nodes == 0 {
			label = "all together"
		}
		marks = append(marks, mark{label, percent(e.Score), e.Score})
		a.from, a.to = min(a.from, e.Score.Low), max(a.to, e.Score.High)
	}
	reach := max(round(max(0.5-a.from, a.to-0.5)), 0.1)
	a.from, a.to = max(0.5-reach, 0), min(0.5+reach, 1)
	return dots("White's score by effort", a, false, marks)
}

func (r *Report) resultsChart() template.HTML {
	var rows []stack
	for _, e := range r.Fairness {
		rows = append(rows, stack{fmt.Sprintf("%d nodes a move", e.Nodes), []float64{float64(e.White), float64(e.Draws), float64(e.Black)}})
	}
	return stacks("White's wins, draws and Black's wins", rows)
}

func (r *Report) endsChart() template.HTML {
	var marks []mark
	for _, e := range r.Ends {
		marks = append(marks, mark{e.Reason, percent(e.Share), e.Share})
	}
	return dots("How games end", axis{to: 1, form: percents}, true, marks)
}

func (r *Report) depthChart() template.HTML {
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

// mostOpenings is how many first turns a chart shows: half the best for White, half the worst.
const mostOpenings = 20

func (r *Report) openingsChart() template.HTML {
	if len(r.Openings) < 2 {
		return ""
	}
	list := r.Openings
	if n := len(list); n > mostOpenings {
		list = append(append([]Opening(nil), list[:mostOpenings/2]...), list[n-mostOpenings/2:]...)
	}
	var marks []mark
	for _, o := range list {
		marks = append(marks, mark{o.Turn, fmt.Sprintf("%s of %d", percent(o.Score), o.Games), o.Score})
	}
	return dots("White's score after each first turn", axis{to: 1, reference: 0.5, form: percents}, false, marks)
}

func (r *Report) valuesChart() template.HTML {
	a := axis{form: plain}
	var marks []mark
	for _, p := range r.Pieces {
		if p.Value != nil {
			marks = append(marks, mark{p.Name, valueText(p), *p.Value})
			a.to = max(a.to, min(p.Value.High, 3*p.Value.Value))
		}
	}
	if len(marks) == 0 {
		return ""
	}
	a.to = round(a.to)
	return dots("Values of the pieces", a, false, marks)
}
