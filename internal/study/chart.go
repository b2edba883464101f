package study

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// Charts are SVG in the colours of the page: classes name what a shape is, and the
// style sheet defines its look in light and dark mode.

// The dimensions of charts, in pixels.
const (
	chartWidth = 640
	labelWidth = 190
	noteWidth  = 130
	rowHeight  = 26
	plotWidth  = chartWidth - labelWidth - noteWidth
)

// A mark is a row of a chart: a value with its interval.
type mark struct {
	label, note string
	at          Interval
}

// An axis is the range of a chart.
type axis struct {
	from, to  float64
	reference float64 // where a reference line is drawn
	form      func(v float64) string
}

func (a axis) x(v float64) float64 {
	return labelWidth + plotWidth*(min(max(v, a.from), a.to)-a.from)/(a.to-a.from)
}

func percents(v float64) string { return fmt.Sprintf("%.0f %%", 100*v) }
func plain(v float64) string    { return fmt.Sprintf("%.4g", v) }

// begin opens a chart of a given height, with its title for screen readers.
func begin(b *strings.Builder, title string, height int) {
	fmt.Fprintf(b, `<svg viewBox="0 0 %d %d" role="img" aria-label="%s">`, chartWidth, height, html.EscapeString(title))
}

// grid draws the axis with its numbers below the rows.
func (a axis) grid(b *strings.Builder, rows int) {
	bottom := rows*rowHeight + 4
	const steps = 4
	for i := range steps + 1 {
		v := a.from + (a.to-a.from)*float64(i)/steps
		fmt.Fprintf(b, `<line class="grid" x1="%.1f" x2="%.1f" y1="2" y2="%d"/><text class="tick" x="%.1f" y="%d">%s</text>`,
			a.x(v), a.x(v), bottom, a.x(v), bottom+14, html.EscapeString(a.form(v)))
	}
	if a.reference > a.from && a.reference < a.to {
		fmt.Fprintf(b, `<line class="reference" x1="%.1f" x2="%.1f" y1="2" y2="%d"/>`, a.x(a.reference), a.x(a.reference), bottom)
	}
}

func rowText(b *strings.Builder, i int, label, note string) {
	y := float64(i)*rowHeight + rowHeight/2 + 6
	fmt.Fprintf(b, `<text class="label" x="%d" y="%.1f">%s</text><text class="note" x="%d" y="%.1f">%s</text>`,
		labelWidth-10, y, html.EscapeString(shortened(label, 28)), chartWidth-noteWidth+10, y, html.EscapeString(note))
}

// shortened truncates a text to n characters.
func shortened(text string, n int) string {
	runes := []rune(text)
	if len(runes) <= n {
		return text
	}
	return string(runes[:n-1]) + "…"
}

// dots draws values with their intervals; with bars set, also bars from the left end.
func dots(title string, a axis, bars bool, marks []mark) markup {
	var b strings.Builder
	begin(&b, title, len(marks)*rowHeight+24)
	a.grid(&b, len(marks))
	for i, m := range marks {
		y := float64(i)*rowHeight + rowHeight/2 + 2
		if bars {
			fmt.Fprintf(&b, `<rect class="bar" x="%.1f" y="%.1f" width="%.1f" height="12" rx="2"/>`, a.x(a.from), y-6, a.x(m.at.Value)-a.x(a.from))
		}
		fmt.Fprintf(&b, `<line class="interval" x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f"/>`, a.x(m.at.Low), a.x(m.at.High), y, y)
		if !bars {
			fmt.Fprintf(&b, `<circle class="dot" cx="%.1f" cy="%.1f" r="5"/>`, a.x(m.at.Value), y)
		}
		rowText(&b, i, m.label, m.note)
	}
	b.WriteString("</svg>")
	return markup(b.String())
}

// A stack is a row of parts of a whole.
type stack struct {
	label string
	parts []float64
}

// stacks draws rows of parts with the classes part0, part1, ….
func stacks(title string, rows []stack) markup {
	var b strings.Builder
	begin(&b, title, len(rows)*rowHeight+4)
	for i, r := range rows {
		sum, x := 0.0, float64(labelWidth)
		for _, p := range r.parts {
			sum += p
		}
		var notes []string
		for k, p := range r.parts {
			share := p / max(sum, 1)
			width := share * plotWidth
			fmt.Fprintf(&b, `<rect class="part%d" x="%.1f" y="%d" width="%.1f" height="16"/>`, k, x, i*rowHeight+6, max(width-1, 0))
			x += width
			notes = append(notes, fmt.Sprintf("%.0f", 100*share))
		}
		rowText(&b, i, r.label, strings.Join(notes, " / ")+" %")
	}
	b.WriteString("</svg>")
	return markup(b.String())
}

// curveChart draws a line of values from 0 to 1.
func curveChart(title string, values []float64) markup {
	const height = 180
	var b strings.Builder
	begin(&b, title, height+24)
	x := func(i int) float64 { return 50 + float64(i)*(chartWidth-70)/max(float64(len(values)-1), 1) }
	y := func(v float64) float64 { return 6 + (1-v)*(height-12) }
	for _, v := range []float64{0, 0.25, 0.5, 0.75, 1} {
		class := "grid"
		if v == 0.5 {
			class = "reference"
		}
		fmt.Fprintf(&b, `<line class="%s" x1="50" x2="%d" y1="%.1f" y2="%.1f"/><text class="label" x="44" y="%.1f">%s</text>`,
			class, chartWidth-20, y(v), y(v), y(v)+4, percents(v))
	}
	var points []string
	for i, v := range values {
		points = append(points, fmt.Sprintf("%.1f,%.1f", x(i), y(v)))
	}
	fmt.Fprintf(&b, `<polyline class="curve" points="%s"/>`, strings.Join(points, " "))
	fmt.Fprintf(&b, `<text class="tick" x="%d" y="%d">move</text></svg>`, chartWidth/2, height+18)
	return markup(b.String())
}

// round returns an axis end not below a value: 1, 2 or 5 times a power of ten.
func round(v float64) float64 {
	if v <= 0 {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, f := range []float64{1, 2, 4, 8, 10} {
		if f*power >= v {
			return f * power
		}
	}
	return 10 * power
}
