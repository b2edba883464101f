package review

import (
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/heterodox-chess/heterodox/rules"
)

// The size of a graph in pixels.
const (
	graphWidth  = 640
	graphHeight = 160
)

// classColors are the colours of marks on graphs and in lists.
var classColors = [...]string{Inaccuracy: "#2a78c8", Mistake: "#d98600", Blunder: "#d1383d"}

// WriteSVG writes the graph of the game as a picture: White's chances from start to end, the bad
// turns as dots, and a line at the turning point.
func (g *Game) WriteSVG(w io.Writer) error {
	_, err := io.WriteString(w, g.Graph())
	return err
}

// Graph returns what WriteSVG writes.
func (g *Game) Graph() string {
	list := g.Judgements()
	s := Summarise(list, g.Result, g.Curve)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" class="graph" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`, graphWidth, graphHeight, graphWidth, graphHeight)
	fmt.Fprintf(&b, "<title>White’s chances</title>\n<rect width=\"%d\" height=\"%d\" fill=\"#6b6862\"/>\n", graphWidth, graphHeight)
	plies := float64(max(g.Record.Len(), 1))
	x := func(ply int) float64 { return float64(ply) * graphWidth / plies }
	y := func(v Value) float64 { return graphHeight * (1 - g.Curve.Chance(v, rules.White)) }
	if len(list) > 0 {
		points := []string{fmt.Sprintf("%.1f,%.1f", x(list[0].First), y(list[0].Before))}
		for _, j := range list {
			points = append(points, fmt.Sprintf("%.1f,%.1f", x(j.Last), y(j.After)))
		}
		line, last := strings.Join(points, " "), x(list[len(list)-1].Last)
		fmt.Fprintf(&b, "<polygon points=\"%.1f,%d %s %.1f,%d\" fill=\"#f3f0e8\"/>\n", x(list[0].First), graphHeight, line, last, graphHeight)
		fmt.Fprintf(&b, "<polyline points=\"%s\" fill=\"none\" stroke=\"#b0863a\" stroke-width=\"2\" stroke-linejoin=\"round\"/>\n", line)
	}
	fmt.Fprintf(&b, "<path d=\"M0 %dH%d\" stroke=\"#b0863a\" stroke-opacity=\".6\" stroke-dasharray=\"4 4\"/>\n", graphHeight/2, graphWidth)
	if s.Turning >= 0 {
		j := &list[s.Turning]
		fmt.Fprintf(&b, "<path d=\"M%.1f 0V%d\" stroke=\"#d1383d\" stroke-dasharray=\"2 3\"><title>Turning point: %s</title></path>\n", x(j.Last), graphHeight, html.EscapeString(j.Name(g.Record)))
	}
	for i := range list {
		if j := &list[i]; j.Class != Fine {
			fmt.Fprintf(&b, "<circle data-ply=\"%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"%s\" stroke=\"#fff\"><title>%s: %s</title></circle>\n",
				j.Last, x(j.Last), y(j.After), classColors[j.Class], html.EscapeString(j.Name(g.Record)), j.Class)
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}
