package picture

import (
	"errors"
	"sync"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// nameFont returns the font for players' names, which contain letters not used elsewhere in
// pictures. Its outlines are drawn as paths, so that viewers need no font. After an error it is
// tried again at the next call.
func nameFont() (*sfnt.Font, error) {
	fontMutex.Lock()
	defer fontMutex.Unlock()
	if parsedFont != nil {
		return parsedFont, nil
	}
	text, err := fontFile()
	if err == nil {
		parsedFont, err = sfnt.Parse(text)
	}
	if err != nil {
		return nil, errors.New("picture: the font for names cannot be loaded")
	}
	return parsedFont, nil
}

var (
	fontMutex  sync.Mutex
	parsedFont *sfnt.Font
)

// inFont returns a text as an outline with its left end at a point on the baseline, in letters of
// a size, cut off with … where it is wider than room. Characters that the font lacks are its box.
func inFont(text string, left point, size, room float64) (out Path) {
	f, err := nameFont()
	if err != nil {
		return out // draw has reported it
	}
	var b sfnt.Buffer
	ppem := fixed.I(1000)
	k := size / 1000
	advance := func(r rune) (sfnt.GlyphIndex, float64) {
		i, err := f.GlyphIndex(&b, r)
		if err != nil {
			return 0, 0
		}
		a, err := f.GlyphAdvance(&b, i, ppem, 0)
		if err != nil {
			return 0, 0
		}
		return i, float64(a) / 64 * k
	}
	letters, width := []rune(text), 0.0
	for i, r := range letters {
		_, a := advance(r)
		if width += a; width > room {
			_, dots := advance('…')
			for ; i > 0 && width > room-dots; i-- {
				_, a := advance(letters[i])
				width -= a
			}
			letters = append(letters[:i+1:i+1], '…')
			break
		}
	}
	x := left.x
	for _, r := range letters {
		i, a := advance(r)
		segments, err := f.LoadGlyph(&b, i, ppem, nil)
		if err != nil {
			continue
		}
		to := scaled(k).then(moved(x, left.y))
		out.segments = append(out.segments, outline(segments).through(to).segments...)
		x += a
	}
	return out
}

// outline returns the outline of a letter, 1000 high.
func outline(segments sfnt.Segments) (out Path) {
	at := func(p fixed.Point26_6) point { return point{float64(p.X) / 64, float64(p.Y) / 64} }
	var here point
	for i, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if i > 0 {
				out.segments = append(out.segments, segment{op: 'Z'})
			}
			here = at(s.Args[0])
			out.segments = append(out.segments, segment{'M', [3]point{here}})
		case sfnt.SegmentOpLineTo:
			here = at(s.Args[0])
			out.segments = append(out.segments, segment{'L', [3]point{here}})
		case sfnt.SegmentOpQuadTo:
			c, to := at(s.Args[0]), at(s.Args[1])
			out.segments = append(out.segments, segment{'C', [3]point{
				{here.x + 2*(c.x-here.x)/3, here.y + 2*(c.y-here.y)/3}, {to.x + 2*(c.x-to.x)/3, to.y + 2*(c.y-to.y)/3}, to,
			}})
			here = to
		case sfnt.SegmentOpCubeTo:
			here = at(s.Args[2])
			out.segments = append(out.segments, segment{'C', [3]point{at(s.Args[0]), at(s.Args[1]), here}})
		}
	}
	if len(out.segments) > 0 {
		out.segments = append(out.segments, segment{op: 'Z'})
	}
	return out
}
