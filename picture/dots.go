package picture

import "image/color"

// Dots returns the piece as a raster of dots that are twice as high as they are wide,
// like quarters of terminal characters: true inside the body of the piece. Rows come
// from the top; the piece is centred.
func (p Piece) Dots(columns, rows int) [][]bool {
	const fine = 16 // pixels of a dot, in either direction
	c := newCanvas(columns*fine, rows*fine)
	k := float64(rows) * fine / 90
	across := transform{2 * k, 0, 0, k, float64(columns*fine)/2 - 100*k, -3 * k}
	body := rgb(0xffffff)
	ink := Inks{Body: body, Line: rgb(0)} // no outline: it would fill the gaps of battlements
	c.paint([]layer{{at: across, shapes: p.shapes(Theme{White: ink, Black: ink})}}, identity)
	dots := make([][]bool, rows)
	for y := range dots {
		dots[y] = make([]bool, columns)
		for x := range dots[y] {
			covered := 0
			for i := range fine * fine {
				if c.image.RGBAAt(x*fine+i%fine, y*fine+i/fine) == (color.RGBA{0xff, 0xff, 0xff, 0xff}) {
					covered++
				}
			}
			dots[y][x] = covered*5 > fine*fine*2
		}
	}
	return dots
}
