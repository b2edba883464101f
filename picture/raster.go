package picture

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/vector"
)

// A shape is a path that is filled, stroked, or both. A nil colour draws nothing.
// Strokes have round joins and ends.
type shape struct {
	path   Path
	fill   color.Color
	stroke color.Color
	width  float64
}

// A layer is a group of shapes drawn through one transform. Layers with the same key
// hold the same shapes, which SVG writes only once.
type layer struct {
	key    string
	at     transform
	shapes []shape
}

// A canvas is the image on which layers are painted, one over another.
type canvas struct {
	image *image.RGBA
	mask  vector.Rasterizer
}

func newCanvas(width, height int) *canvas {
	return &canvas{image: image.NewRGBA(image.Rect(0, 0, width, height))}
}

// paint draws the layers in order, through a further transform.
func (c *canvas) paint(layers []layer, to transform) {
	for _, l := range layers {
		t := l.at.then(to)
		for _, s := range l.shapes {
			chains := s.path.through(t).flatten()
			if s.fill != nil {
				c.fill(chains, s.fill)
			}
			if s.stroke != nil {
				c.stroke(chains, s.width*t.scale(), s.stroke)
			}
		}
	}
}

// box returns the rectangle of pixels that chains touch when widened by margin.
func (c *canvas) box(chains [][]point, margin float64) image.Rectangle {
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, chain := range chains {
		for _, p := range chain {
			low.x, low.y = min(low.x, p.x), min(low.y, p.y)
			high.x, high.y = max(high.x, p.x), max(high.y, p.y)
		}
	}
	if low.x > high.x {
		return image.Rectangle{}
	}
	inside := func(v float64, most int) int { return int(max(0, min(v, float64(most)))) }
	size := c.image.Rect
	return image.Rect(
		inside(math.Floor(low.x-margin), size.Dx()), inside(math.Floor(low.y-margin), size.Dy()),
		inside(math.Ceil(high.x+margin), size.Dx()), inside(math.Ceil(high.y+margin), size.Dy()))
}

// fill fills closed chains by the nonzero rule.
func (c *canvas) fill(chains [][]point, with color.Color) {
	box := c.box(chains, 0)
	if box.Empty() {
		return
	}
	c.mask.Reset(box.Dx(), box.Dy())
	x0, y0 := float64(box.Min.X), float64(box.Min.Y)
	for _, chain := range chains {
		c.mask.MoveTo(float32(chain[0].x-x0), float32(chain[0].y-y0))
		for _, p := range chain[1:] {
			c.mask.LineTo(float32(p.x-x0), float32(p.y-y0))
		}
		c.mask.ClosePath()
	}
	c.mask.Draw(c.image, box, image.NewUniform(with), image.Point{})
}

// stroke draws chains as lines of a width, with round joins and ends: the coverage of
// a pixel is how much nearer its centre is to the line than half the width.
func (c *canvas) stroke(chains [][]point, width float64, with color.Color) {
	box := c.box(chains, width/2+1)
	if box.Empty() {
		return
	}
	mask := image.NewAlpha(box)
	most := min(width, 1) // a hairline covers no pixel completely
	for _, chain := range chains {
		for i := range len(chain) - 1 {
			strokeLine(mask, chain[i], chain[i+1], max(width, 1)/2, most)
		}
	}
	draw.DrawMask(c.image, box, image.NewUniform(with), image.Point{}, mask, box.Min, draw.Over)
}

// strokeLine raises the mask to the coverage of one line.
func strokeLine(mask *image.Alpha, a, b point, half, most float64) {
	reach := half + 1
	x0, x1 := int(math.Floor(min(a.x, b.x)-reach)), int(math.Ceil(max(a.x, b.x)+reach))
	y0, y1 := int(math.Floor(min(a.y, b.y)-reach)), int(math.Ceil(max(a.y, b.y)+reach))
	box := image.Rect(x0, y0, x1, y1).Intersect(mask.Rect)
	dx, dy := b.x-a.x, b.y-a.y
	square := dx*dx + dy*dy
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			px, py := float64(x)+0.5-a.x, float64(y)+0.5-a.y
			t := 0.0
			if square > 0 {
				t = max(0, min((px*dx+py*dy)/square, 1))
			}
			d := math.Hypot(px-t*dx, py-t*dy)
			cover := max(0, min(half-d+0.5, 1)) * most
			if i := mask.PixOffset(x, y); uint8(cover*255) > mask.Pix[i] {
				mask.Pix[i] = uint8(cover * 255)
			}
		}
	}
}
