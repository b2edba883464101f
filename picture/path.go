package picture

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A point is a place on the drawing plane, y growing downwards as in SVG.
type point struct{ x, y float64 }

// A segment continues a path: 'M' moves to p[0], 'L' draws a line to it, 'C' draws a
// cubic Bézier curve with control points p[0] and p[1] to p[2], 'Z' closes the subpath.
type segment struct {
	op byte
	p  [3]point
}

// A Path is an outline made of lines and curves. The zero value is empty.
type Path struct{ segments []segment }

// farthest is the limit on all coordinates: relative commands, and flat arcs with
// distant centres, could exceed it even if the numbers in the text are smaller.
const farthest = 1e6

// maxPathLength is the limit on the text of a path, which may come from an untrusted source.
const maxPathLength = 64 << 10

// ParsePath reads path data as in SVG's attribute d: all commands, absolute and
// relative. The error gives the byte offset at which the text goes wrong.
func ParsePath(text string) (Path, error) {
	if len(text) > maxPathLength {
		return Path{}, fmt.Errorf("path: %d bytes, more than %d", len(text), maxPathLength)
	}
	r := pathReader{text: text}
	for r.skip(); r.at < len(r.text); r.skip() {
		if err := r.command(); err != nil {
			return Path{}, err
		}
	}
	return Path{r.out}, nil
}

// mustPath is ParsePath for the drawings of this package.
func mustPath(text string) Path {
	p, err := ParsePath(text)
	if err != nil {
		panic(err)
	}
	return p
}

// A pathReader reads path data from left to right.
type pathReader struct {
	text string
	at   int
	out  []segment

	here, start point // the current point, and the start of the subpath
	control     point // the last control point, which S and T reflect
	last        byte  // the last command, in upper case
}

// arguments is how many numbers a command takes.
var arguments = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'S': 4, 'Q': 4, 'T': 2, 'A': 7, 'Z': 0}

func (r *pathReader) fail(what string) error {
	return fmt.Errorf("path, offset %d: %s", r.at, what)
}

// skip skips blanks and commas.
func (r *pathReader) skip() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n,", r.text[r.at]) >= 0 {
		r.at++
	}
}

// command reads one letter and all the groups of numbers after it.
func (r *pathReader) command() error {
	letter := r.text[r.at]
	op := letter &^ 0x20
	count, known := arguments[op]
	if !known {
		return r.fail(fmt.Sprintf("%q is not a path command", letter))
	}
	if r.last == 0 && op != 'M' {
		return r.fail("a path must start with M")
	}
	r.at++
	relative := letter != op
	for first := true; ; first = false {
		done := len(r.out)
		var n [7]float64
		r.skip()
		if !first && (count == 0 || r.at == len(r.text) || !isNumberStart(r.text[r.at])) {
			return nil
		}
		for i := range count {
			v, err := r.number(op == 'A' && (i == 3 || i == 4))
			if err != nil {
				return err
			}
			n[i] = v
		}
		if op == 'M' && !first {
			r.draw('L', relative, n)
		} else {
			r.draw(op, relative, n)
		}
		for _, s := range r.out[done:] {
			for _, p := range s.p {
				if max(math.Abs(p.x), math.Abs(p.y)) > farthest {
					return r.fail("a coordinate of the path is beyond a million")
				}
			}
		}
	}
}

func isNumberStart(c byte) bool { return '0' <= c && c <= '9' || c == '+' || c == '-' || c == '.' }

// number reads one number; flags of an arc are single digits.
func (r *pathReader) number(flag bool) (float64, error) {
	r.skip()
	from := r.at
	if flag {
		if r.at < len(r.text) && (r.text[r.at] == '0' || r.text[r.at] == '1') {
			r.at++
			return float64(r.text[from] - '0'), nil
		}
		return 0, r.fail("expected a flag (0 or 1)")
	}
	digits := func() {
		for r.at < len(r.text) && '0' <= r.text[r.at] && r.text[r.at] <= '9' {
			r.at++
		}
	}
	one := func(set string) {
		if r.at < len(r.text) && strings.IndexByte(set, r.text[r.at]) >= 0 {
			r.at++
		}
	}
	one("+-")
	digits()
	one(".")
	digits()
	if r.at < len(r.text) && r.text[r.at]&^0x20 == 'E' && r.at > from {
		r.at++
		one("+-")
		digits()
	}
	v, err := strconv.ParseFloat(r.text[from:r.at], 64)
	if err != nil || math.Abs(v) > farthest {
		r.at = from
		return 0, r.fail("expected a number (at most a million)")
	}
	return v, nil
}

// draw appends the segments of one command with its numbers.
func (r *pathReader) draw(op byte, relative bool, n [7]float64) {
	origin := point{}
	if relative {
		origin = r.here
	}
	at := func(i int) point { return point{origin.x + n[i], origin.y + n[i+1]} }
	control := r.here
	switch op {
	case 'M':
		r.here = at(0)
		r.start = r.here
		r.out = append(r.out, segment{op: 'M', p: [3]point{r.here}})
		control = r.here
	case 'L':
		control = r.line(at(0))
	case 'H':
		control = r.line(point{origin.x + n[0], r.here.y})
	case 'V':
		control = r.line(point{r.here.x, origin.y + n[0]})
	case 'C':
		control = r.curve(at(0), at(2), at(4))
	case 'S':
		control = r.curve(r.reflected("CS"), at(0), at(2))
	case 'Q':
		control = r.quadratic(at(0), at(2))
	case 'T':
		control = r.quadratic(r.reflected("QT"), at(0))
	case 'A':
		r.arc(n[0], n[1], n[2], n[3] != 0, n[4] != 0, at(5))
		control = r.here
	case 'Z':
		r.out = append(r.out, segment{op: 'Z'})
		r.here = r.start
		control = r.here
	}
	r.control, r.last = control, op
}

func (r *pathReader) line(to point) point {
	r.out = append(r.out, segment{op: 'L', p: [3]point{to}})
	r.here = to
	return to
}

// curve and quadratic return the control point that a following S or T reflects.
func (r *pathReader) curve(c1, c2, to point) point {
	r.out = append(r.out, segment{op: 'C', p: [3]point{c1, c2, to}})
	r.here = to
	return c2
}

func (r *pathReader) quadratic(c, to point) point {
	from := r.here
	third := func(p point) point { return point{p.x + (c.x-p.x)*2/3, p.y + (c.y-p.y)*2/3} }
	r.curve(third(from), third(to), to)
	return c
}

// reflected returns the last control point reflected in the current point if the last
// command was one of a family, else the current point.
func (r *pathReader) reflected(family string) point {
	if strings.IndexByte(family, r.last) < 0 {
		return r.here
	}
	return point{2*r.here.x - r.control.x, 2*r.here.y - r.control.y}
}

// arc draws an elliptical arc as cubic curves, by the conversion from end points
// to centre of SVG 1.1, appendix F.6.
func (r *pathReader) arc(rx, ry, degrees float64, large, sweep bool, to point) {
	from := r.here
	rx, ry = math.Abs(rx), math.Abs(ry)
	if from == to {
		return
	}
	if rx == 0 || ry == 0 {
		r.line(to)
		return
	}
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	dx, dy := (from.x-to.x)/2, (from.y-to.y)/2
	x, y := cos*dx+sin*dy, cos*dy-sin*dx
	if over := x*x/(rx*rx) + y*y/(ry*ry); over > 1 {
		rx, ry = rx*math.Sqrt(over), ry*math.Sqrt(over)
	}
	root := math.Sqrt(math.Max(0, (rx*rx*ry*ry-rx*rx*y*y-ry*ry*x*x)/(rx*rx*y*y+ry*ry*x*x)))
	if large == sweep {
		root = -root
	}
	cx, cy := root*rx*y/ry, -root*ry*x/rx
	begin := math.Atan2((y-cy)/ry, (x-cx)/rx)
	turn := math.Atan2((-y-cy)/ry, (-x-cx)/rx) - begin
	if sweep && turn < 0 {
		turn += 2 * math.Pi
	} else if !sweep && turn > 0 {
		turn -= 2 * math.Pi
	}
	mx, my := (from.x+to.x)/2, (from.y+to.y)/2
	place := func(u, v float64) point {
		px, py := cx+rx*u, cy+ry*v
		return point{mx + cos*px - sin*py, my + sin*px + cos*py}
	}
	pieces := math.Ceil(math.Abs(turn)/(math.Pi/2) - 1e-9)
	step := turn / pieces
	k := 4.0 / 3 * math.Tan(step/4)
	for i := range int(pieces) {
		s0, c0 := math.Sincos(begin + float64(i)*step)
		s1, c1 := math.Sincos(begin + float64(i+1)*step)
		end := place(c1, s1)
		if i == int(pieces)-1 {
			end = to
		}
		r.curve(place(c0-k*s0, s0+k*c0), place(c1+k*s1, s1-k*c1), end)
	}
}

// String returns the path as SVG path data, in absolute commands with at most two
// decimals.
func (p Path) String() string {
	var b []byte
	for _, s := range p.segments {
		b = append(b, s.op)
		for i := range points(s.op) {
			if i > 0 {
				b = append(b, ' ')
			}
			b = appendNumber(b, s.p[i].x)
			b = append(b, ' ')
			b = appendNumber(b, s.p[i].y)
		}
	}
	return string(b)
}

// points returns how many points a segment has.
func points(op byte) int {
	switch op {
	case 'C':
		return 3
	case 'Z':
		return 0
	}
	return 1
}

// appendNumber writes a number with at most two decimals.
func appendNumber(b []byte, v float64) []byte {
	v = math.Round(v*100) / 100
	if v == 0 {
		v = 0 // no -0
	}
	return strconv.AppendFloat(b, v, 'f', -1, 64)
}

// through returns the path moved by a transform.
func (p Path) through(t transform) Path {
	out := make([]segment, len(p.segments))
	for i, s := range p.segments {
		out[i].op = s.op
		for j := range points(s.op) {
			out[i].p[j] = t.apply(s.p[j])
		}
	}
	return Path{out}
}

// flatten returns the subpaths as chains of points, close enough to the curves that
// the difference is not visible in any pixel. Closed ones end where they began.
func (p Path) flatten() [][]point {
	var chains [][]point
	var chain []point
	end := func() {
		if len(chain) > 1 {
			chains = append(chains, chain)
		}
		chain = nil
	}
	for _, s := range p.segments {
		if len(chain) == 0 && s.op != 'M' && len(chains) > 0 { // after a Z
			chain = []point{chains[len(chains)-1][0]}
		}
		switch s.op {
		case 'M':
			end()
			chain = []point{s.p[0]}
		case 'L':
			chain = append(chain, s.p[0])
		case 'C':
			chain = appendCurve(chain, s.p)
		case 'Z':
			if len(chain) > 0 {
				chain = append(chain, chain[0])
			}
			end()
		}
	}
	end()
	return chains
}

// appendCurve appends points of a cubic curve, more of them for longer curves.
func appendCurve(chain []point, p [3]point) []point {
	from := chain[len(chain)-1]
	length := distance(from, p[0]) + distance(p[0], p[1]) + distance(p[1], p[2])
	steps := int(min(4+length/3, 64))
	for i := 1; i <= steps; i++ {
		t := float64(i) / float64(steps)
		u := 1 - t
		a, b, c, d := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
		chain = append(chain, point{
			a*from.x + b*p[0].x + c*p[1].x + d*p[2].x,
			a*from.y + b*p[0].y + c*p[1].y + d*p[2].y,
		})
	}
	return chain
}

func distance(a, b point) float64 { return math.Hypot(a.x-b.x, a.y-b.y) }

// A transform maps (x, y) to (ax+cy+e, bx+dy+f), as SVG's matrix(a b c d e f).
type transform [6]float64

var identity = transform{1, 0, 0, 1, 0, 0}

func moved(x, y float64) transform { return transform{1, 0, 0, 1, x, y} }
func scaled(k float64) transform   { return transform{k, 0, 0, k, 0, 0} }

// turned turns clockwise around a point.
func turned(degrees float64, at point) transform {
	s, c := math.Sincos(degrees * math.Pi / 180)
	return moved(-at.x, -at.y).then(transform{c, s, -s, c, 0, 0}).then(moved(at.x, at.y))
}

func (t transform) apply(p point) point {
	return point{t[0]*p.x + t[2]*p.y + t[4], t[1]*p.x + t[3]*p.y + t[5]}
}

// then returns the transform that does t first and u afterwards.
func (t transform) then(u transform) transform {
	return transform{
		u[0]*t[0] + u[2]*t[1], u[1]*t[0] + u[3]*t[1],
		u[0]*t[2] + u[2]*t[3], u[1]*t[2] + u[3]*t[3],
		u[0]*t[4] + u[2]*t[5] + u[4], u[1]*t[4] + u[3]*t[5] + u[5],
	}
}

// scale returns the factor by which the transform lengthens lines; in this package it
// is the same in all directions.
func (t transform) scale() float64 { return math.Sqrt(math.Abs(t[0]*t[3] - t[1]*t[2])) }
