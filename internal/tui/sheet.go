package tui

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"
)

// A style is how a character looks. Nil colours are the terminal's own.
type style struct {
	fg, bg        color.Color
	bold, reverse bool
	faint         bool
}

// A sheet is a rectangle of characters, each one column wide.
type sheet struct {
	width, height int
	runes         []rune
	styles        []style
}

func newSheet(width, height int) *sheet {
	s := &sheet{width, height, make([]rune, width*height), make([]style, width*height)}
	for i := range s.runes {
		s.runes[i] = ' '
	}
	return s
}

// put writes a text, and drops what does not fit. Characters that terminals may draw two
// columns wide are replaced by question marks.
func (s *sheet) put(x, y int, text string, with style) {
	for _, r := range text {
		if r < ' ' || r == 0x7f || r >= 0x300 && r < 0x370 || r >= 0x1100 && r < 0x2000 || r >= 0x2600 {
			r = '?'
		}
		if 0 <= x && x < s.width && 0 <= y && y < s.height {
			s.runes[y*s.width+x], s.styles[y*s.width+x] = r, with
		}
		x++
	}
}

// blank reports whether a row is empty between two columns.
func (s *sheet) blank(y, from, to int) bool {
	return from >= 0 && strings.TrimSpace(string(s.runes[y*s.width+from:y*s.width+to])) == ""
}

// fill gives a rectangle a style and blanks it; fillWith fills it with a character.
func (s *sheet) fill(x, y, width, height int, with style) { s.fillWith(x, y, width, height, " ", with) }

func (s *sheet) fillWith(x, y, width, height int, char string, with style) {
	for j := range height {
		s.put(x, y+j, strings.Repeat(char, width), with)
	}
}

// String returns the sheet with its styles as escape sequences.
func (s *sheet) String() string {
	var b strings.Builder
	for y := range s.height {
		if y > 0 {
			b.WriteByte('\n')
		}
		row, styles := s.runes[y*s.width:(y+1)*s.width], s.styles[y*s.width:(y+1)*s.width]
		for from := 0; from < s.width; {
			to := from + 1
			for to < s.width && styles[to] == styles[from] {
				to++
			}
			b.WriteString(styles[from].render(string(row[from:to])))
			from = to
		}
	}
	return b.String()
}

// Plain returns the sheet without styles and trailing blanks.
func (s *sheet) Plain() string {
	var b strings.Builder
	for y := range s.height {
		b.WriteString(strings.TrimRight(string(s.runes[y*s.width:(y+1)*s.width]), " ") + "\n")
	}
	return b.String()
}

func (st style) render(text string) string {
	if st == (style{}) {
		return text
	}
	l := lipgloss.NewStyle().Bold(st.bold).Reverse(st.reverse).Faint(st.faint)
	if st.fg != nil {
		l = l.Foreground(st.fg)
	}
	if st.bg != nil {
		l = l.Background(st.bg)
	}
	return l.Render(text)
}

// A palette holds the colours of the screen.
type palette struct {
	light, dark, hole         color.Color // squares
	white, black              color.Color // pieces
	legal, exposed, chosen    color.Color // squares a piece may go to, may not go to, goes from
	last, check, hint, cursor color.Color
	quiet                     color.Color // less important text
}

// The palettes of terminals with all colours, with 256, with 16, and without, where
// only shapes show the marks.
var (
	richPalette = palette{
		light: lipgloss.Color("#c9b48f"), dark: lipgloss.Color("#9a7650"), hole: lipgloss.Color("#181412"),
		white: lipgloss.Color("#ffffff"), black: lipgloss.Color("#000000"),
		legal: lipgloss.Color("#4f9a4a"), exposed: lipgloss.Color("#b8402f"), chosen: lipgloss.Color("#3f78b0"),
		last: lipgloss.Color("#b5a436"), check: lipgloss.Color("#d0342c"), hint: lipgloss.Color("#8a5fb0"), cursor: lipgloss.Color("#ffd75f"),
		quiet: lipgloss.Color("#8a8a8a"),
	}
	indexedPalette = palette{
		light: lipgloss.Color("180"), dark: lipgloss.Color("137"), hole: lipgloss.Color("233"),
		white: lipgloss.Color("231"), black: lipgloss.Color("16"),
		legal: lipgloss.Color("64"), exposed: lipgloss.Color("124"), chosen: lipgloss.Color("67"),
		last: lipgloss.Color("142"), check: lipgloss.Color("160"), hint: lipgloss.Color("97"), cursor: lipgloss.Color("221"),
		quiet: lipgloss.Color("245"),
	}
	basicPalette = palette{
		light: lipgloss.Color("6"), dark: lipgloss.Color("4"), hole: lipgloss.Color("0"),
		white: lipgloss.Color("15"), black: lipgloss.Color("0"),
		legal: lipgloss.Color("2"), exposed: lipgloss.Color("1"), chosen: lipgloss.Color("5"),
		last: lipgloss.Color("3"), check: lipgloss.Color("1"), hint: lipgloss.Color("5"), cursor: lipgloss.Color("11"),
		quiet: lipgloss.Color("7"),
	}
	noPalette palette
)
