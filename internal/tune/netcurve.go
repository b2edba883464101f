package tune

import (
	"fmt"
	"math"
	"strings"
)

// The dimensions of the learning curve, in pixels.
const (
	curveWidth, curveHeight = 640, 360
	curveLeft, curveBottom  = 70, 40
	curveTop, curveRight    = 30, 20
)

// Curve draws the errors of the epochs as an SVG picture: a solid line for the positions
// fitted to, a dashed one for those held out.
func Curve(title string, epochs []Epoch) []byte {
	low, high := math.Inf(1), math.Inf(-1)
	held := false
	for _, e := range epochs {
		low, high = min(low, e.Fitted), max(high, e.Fitted)
		if e.HeldOut > 0 {
			held = true
			low, high = min(low, e.HeldOut), max(high, e.HeldOut)
		}
	}
	if !(high > low) {
		low, high = low-0.0005, high+0.0005
	}
	x := func(i int) float64 {
		return curveLeft + float64(i)*(curveWidth-curveLeft-curveRight)/float64(max(len(epochs)-1, 1))
	}
	y := func(v float64) float64 {
		return curveTop + (high-v)/(high-low)*(curveHeight-curveTop-curveBottom)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+"\n", curveWidth, curveHeight)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="#fff"/><text x="%d" y="18">%s</text>`+"\n", curveLeft, title)
	const lines = 4
	for i := range lines + 1 {
		v := low + (high-low)*float64(i)/lines
		fmt.Fprintf(&b, `<path d="M%d %.1fH%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%.5f</text>`+"\n",
			curveLeft, y(v), curveWidth-curveRight, curveLeft-6, y(v)+4, v)
	}
	for i, e := range epochs {
		if step := max(len(epochs)/8, 1); i%step == 0 || i == len(epochs)-1 {
			fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%d</text>`+"\n", x(i), curveHeight-curveBottom+18, e.Number)
		}
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">epoch</text>`+"\n", curveWidth/2, curveHeight-6)
	line := func(style string, of func(Epoch) float64) {
		var points []string
		for i, e := range epochs {
			points = append(points, fmt.Sprintf("%.1f,%.1f", x(i), y(of(e))))
		}
		fmt.Fprintf(&b, `<polyline fill="none" stroke-width="2" %s points="%s"/>`+"\n", style, strings.Join(points, " "))
	}
	line(`stroke="#1f6fb4"`, func(e Epoch) float64 { return e.Fitted })
	if held {
		line(`stroke="#c0392b" stroke-dasharray="6 4"`, func(e Epoch) float64 { return e.HeldOut })
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}
