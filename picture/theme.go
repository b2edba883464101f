package picture

import (
	"fmt"
	"image/color"
	"maps"
	"slices"
	"strings"
)

// A Theme holds the colours of a picture.
type Theme struct {
	Light, Dark  color.RGBA // squares
	Background   color.RGBA // around the board
	Text         color.RGBA // coordinates
	Hole         color.RGBA
	White, Black Inks
	// Last highlights the squares of the last move, Check those of attacked kings;
	// both are laid over the square and are not opaque.
	Last, Check color.RGBA
	Arrow       color.RGBA
	Frame       color.RGBA // the lines around and on the board
	Tile        color.RGBA // tiles for characters; the zero value means the colours of pieces
	Hatched     bool       // dark squares are hatched, for printers
}

// Inks are the colours of a side's pieces: their bodies, their outlines, and the
// lines inside them.
type Inks struct{ Body, Outline, Line color.RGBA }

var (
	whiteInks = Inks{rgb(0xffffff), rgb(0x1c1c1e), rgb(0x1c1c1e)}
	blackInks = Inks{rgb(0x333236), rgb(0x0c0c0d), rgb(0xe8e6e3)}
)

var themes = map[string]Theme{
	"wood": {
		Light: rgb(0xf0dcb8), Dark: rgb(0xb78a62), Background: rgb(0xfaf6ee), Text: rgb(0x4a3a2a), Hole: rgb(0x241a14),
		White: whiteInks, Black: blackInks, Last: over(0xd8c020, 0x90), Check: over(0xe02010, 0xa0),
		Arrow: over(0x1a7a3a, 0xc8), Frame: rgb(0x6a4a30), Tile: rgb(0xf7e6bd),
	},
	"blue": {
		Light: rgb(0xe6edf4), Dark: rgb(0x7f9dbb), Background: rgb(0xf7f9fb), Text: rgb(0x2c3e50), Hole: rgb(0x101c28),
		White: whiteInks, Black: blackInks, Last: over(0x40c0a0, 0x90), Check: over(0xe03020, 0xa0),
		Arrow: over(0xd07010, 0xd0), Frame: rgb(0x3f5a75), Tile: rgb(0xfbf6e6),
	},
	"dark": {
		Light: rgb(0x8b929c), Dark: rgb(0x59616c), Background: rgb(0x1d2024), Text: rgb(0xc8ccd2), Hole: rgb(0x08090a),
		White: Inks{rgb(0xf4f2ee), rgb(0x16181b), rgb(0x16181b)}, Black: Inks{rgb(0x24262a), rgb(0x050506), rgb(0xe0ded9)},
		Last: over(0x4a90d0, 0xa0), Check: over(0xf04030, 0xb0), Arrow: over(0xf0b030, 0xd0), Frame: rgb(0x0c0d0f), Tile: rgb(0xe9dcc0),
	},
	"plain": {
		Light: rgb(0xffffff), Dark: rgb(0xd4d4d4), Background: rgb(0xffffff), Text: rgb(0x303030), Hole: rgb(0x202020),
		White: whiteInks, Black: blackInks, Last: over(0xe8d850, 0xa0), Check: over(0xf06050, 0xb0),
		Arrow: over(0x3060c0, 0xd0), Frame: rgb(0x303030), Tile: rgb(0xfdf8ea),
	},
	"green": {
		Light: rgb(0xf1efdc), Dark: rgb(0x7a9a5c), Background: rgb(0xfaf9f2), Text: rgb(0x33402a), Hole: rgb(0x16200f),
		White: whiteInks, Black: blackInks, Last: over(0xe0d040, 0xa0), Check: over(0xe03020, 0xa0),
		Arrow: over(0xd07010, 0xd0), Frame: rgb(0x4b6338), Tile: rgb(0xf9f0d4),
	},
	"felt": {
		Light: rgb(0x3f8f5f), Dark: rgb(0x3f8f5f), Background: rgb(0xf4f7f4), Text: rgb(0x24402f), Hole: rgb(0x0d2016),
		White: whiteInks, Black: blackInks, Last: over(0xf0e060, 0x70), Check: over(0xe03020, 0xa0),
		Arrow: over(0xf0b030, 0xd0), Frame: rgb(0x1f4a30), Tile: rgb(0xf7e6bd),
	},
	"teak": {
		Light: rgb(0xd9a066), Dark: rgb(0xd9a066), Background: rgb(0xfaf3ea), Text: rgb(0x4a2e18), Hole: rgb(0x24140a),
		White: whiteInks, Black: blackInks, Last: over(0xf2e060, 0x90), Check: over(0xd02010, 0xa0),
		Arrow: over(0x1a7a3a, 0xc8), Frame: rgb(0x6b3f1d), Tile: rgb(0xf7e6bd),
	},
	"kaya": {
		Light: rgb(0xe8c27a), Dark: rgb(0xe8c27a), Background: rgb(0xfbf6ea), Text: rgb(0x4a3a1a), Hole: rgb(0x241a0a),
		White: whiteInks, Black: blackInks, Last: over(0xf07830, 0x60), Check: over(0xd02010, 0xa0),
		Arrow: over(0x1a7a3a, 0xc8), Frame: rgb(0x5a4320), Tile: rgb(0xfaecc8),
	},
	"paper": {
		Light: rgb(0xf3ddae), Dark: rgb(0xf3ddae), Background: rgb(0xfcf7ec), Text: rgb(0x4a3620), Hole: rgb(0x241a10),
		White: whiteInks, Black: blackInks, Last: over(0x50a050, 0x60), Check: over(0xe02010, 0xa0),
		Arrow: over(0x1a5a9a, 0xc8), Frame: rgb(0x6a4a2a), Tile: rgb(0xfff6dc),
	},
	"print": {
		Light: rgb(0xffffff), Dark: rgb(0x000000), Hatched: true, Background: rgb(0xffffff), Text: rgb(0x000000), Hole: rgb(0x000000),
		White: Inks{rgb(0xffffff), rgb(0), rgb(0)}, Black: Inks{rgb(0), rgb(0), rgb(0xffffff)},
		Last: over(0x000000, 0x30), Check: over(0x000000, 0x58), Arrow: over(0x000000, 0xb0), Frame: rgb(0),
	},
}

// Themes returns the names of the themes that come with the package.
func Themes() []string { return slices.Sorted(maps.Keys(themes)) }

// ThemeOf returns a theme by name.
func ThemeOf(name string) (Theme, error) {
	if t, ok := themes[name]; ok {
		return t, nil
	}
	return Theme{}, fmt.Errorf("unknown theme %.40q (known: %s)", name, strings.Join(Themes(), ", "))
}

// rgb returns an opaque colour.
func rgb(v uint32) color.RGBA { return over(v, 0xff) }

// over returns a colour of some opacity, premultiplied as color.RGBA requires.
func over(v uint32, alpha uint8) color.RGBA {
	return color.RGBAModel.Convert(color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), alpha}).(color.RGBA)
}

// namedColors are the colours that ParseColor knows by name; move diagrams use some of them.
var namedColors = map[string]color.RGBA{
	"yellow": rgb(0xf2c800), "green": rgb(0x2a9d3a), "red": rgb(0xd62f2f), "orange": rgb(0xf07a10),
	"cyan": rgb(0x12a5c4), "blue": rgb(0x2f6fd6), "black": rgb(0x101010), "white": rgb(0xffffff), "grey": rgb(0x808080),
}

// ParseColor reads a colour: a name (yellow, green, red, orange, cyan, blue,
// black, white, grey), or #rgb, #rrggbb or #rrggbbaa.
func ParseColor(text string) (color.RGBA, error) {
	if c, ok := namedColors[strings.ToLower(text)]; ok {
		return c, nil
	}
	digits, ok := strings.CutPrefix(text, "#")
	if ok && len(digits) == 3 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	if ok && len(digits) == 6 {
		digits += "ff"
	}
	var v uint64
	if ok = ok && len(digits) == 8; ok {
		for _, c := range []byte(digits) {
			i := strings.IndexByte("0123456789abcdef", c|0x20)
			if ok = i >= 0; !ok {
				break
			}
			v = v<<4 | uint64(i)
		}
	}
	if !ok {
		return color.RGBA{}, fmt.Errorf("%.40q is not a colour (%s, or #rrggbb)", text, strings.Join(slices.Sorted(maps.Keys(namedColors)), ", "))
	}
	return over(uint32(v>>8), uint8(v)), nil
}
