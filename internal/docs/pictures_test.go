package docs

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/general/betza"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/picture"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

var update = flag.Bool("update", false, "draw the pictures of the documents again")

// pictures are those of docs/pictures, by file name without .svg.
var pictures = map[string]func(t *testing.T) picture.Scene{
	"readme": func(t *testing.T) picture.Scene {
		s := position(t, "gun+blackhole+fairy", "r2a1rk1/pp3ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPA1PPP/R3R1K1 w - - 0 1")
		s.Arrows = []picture.Arrow{arrow(t, s, "d2d8", "red"), arrow(t, s, "c4f7", "")}
		s.Marks = []picture.Mark{sign(t, s, "d5", picture.Cross, "red"), sign(t, s, "f7", picture.Cross, "green")}
		return s
	},
	"gun": func(t *testing.T) picture.Scene {
		s := position(t, "gun", "3k4/8/4n3/8/8/2b5/8/3KR3 w - - 0 1")
		s.Arrows = []picture.Arrow{arrow(t, s, "e1e6", "")}
		s.Marks = []picture.Mark{sign(t, s, "e6", picture.Cross, "red")}
		return s
	},
	"madhouse": func(t *testing.T) picture.Scene {
		s := position(t, "madhouse", "3k4/8/8/3n4/4P3/8/8/3K4 w - - 0 1")
		second := arrow(t, s, "d5a3", "")
		second.Second = true
		s.Arrows = []picture.Arrow{arrow(t, s, "e4d5", ""), second}
		return s
	},
	"blackhole": func(t *testing.T) picture.Scene {
		s := position(t, "blackhole", "4k3/8/8/8/8/5N2/8/3RK3 w - - 0 1")
		s.Arrows = []picture.Arrow{arrow(t, s, "d1d7", "red"), arrow(t, s, "f3g5", "")}
		s.Marks = []picture.Mark{sign(t, s, "d5", picture.Cross, "red")}
		return s
	},
	"fibonacci": func(t *testing.T) picture.Scene {
		s := position(t, "fibonacci", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 3:2")
		s.Arrows = []picture.Arrow{arrow(t, s, "g1f3", ""), arrow(t, s, "f3e5", "")}
		return s
	},
	"solved-check": func(t *testing.T) picture.Scene {
		s := position(t, "fibonacci", "r1bqkbnr/pppppppp/2n5/8/8/N7/PPPPPPPP/R1BQKBNR w KQkq - 2 2 3:2")
		s.Arrows = []picture.Arrow{arrow(t, s, "a3b5", ""), arrow(t, s, "b5c7", "")}
		return s
	},
	"solved-amazon": func(t *testing.T) picture.Scene {
		s := position(t, "fairy+extinction+fibonacci", "rnbakbnr/pppppp1p/6p1/8/8/2A5/PPPPPPPP/RNB1KBNR w KQkq - 0 2 3:2")
		s.Arrows = []picture.Arrow{arrow(t, s, "c3c6", ""), arrow(t, s, "c6d8", "red")}
		return s
	},
	"baseline": func(t *testing.T) picture.Scene {
		s := position(t, "baseline", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[QRRBBNNqrrbbnn] w - - 0 1")
		for _, sq := range s.Board.Squares() {
			if _, taken := s.Pieces[sq]; !taken && sq.Rank() == 0 {
				s.Marks = append(s.Marks, sign(t, s, s.Board.Name(sq), picture.Dot, "green"))
			}
		}
		return s
	},
	"amazon": func(*testing.T) picture.Scene { return moves("amazon", "QN") },
	"cannon": func(*testing.T) picture.Scene {
		s := moves("cannon", "mRcpR")
		s.Legend = true
		return s
	},
	"xiangqi": func(t *testing.T) picture.Scene {
		s := picture.FromPosition(variants.MustOpen("xiangqi").Start())
		s.Size = 36
		return s
	},
	"shogi": func(t *testing.T) picture.Scene {
		s := position(t, "shogi", "ln1g3nl/1ks3r2/1pppp1bpp/p4pp2/9/P1PPPP3/1PS1S1+b1P/1KG6/LN5NL[RPGgs] w - - 0 30")
		s.Size, s.Coordinates = 36, picture.PlayersCoordinates
		return s
	},
	"cube":   func(t *testing.T) picture.Scene { return cube(t) },
	"pieces": func(*testing.T) picture.Scene { return allPieces() },
}

func position(t *testing.T, variant, fen string) picture.Scene {
	t.Helper()
	pos := must.Get(t, variants.MustOpen(variant).ParsePosition, fen)
	s := picture.FromPosition(pos)
	s.Size = 40
	return s
}

func squares(t *testing.T, s picture.Scene, names ...string) (list []game.Square) {
	t.Helper()
	for _, name := range names {
		sq, ok := s.Board.ParseSquare(name)
		if !ok {
			t.Fatalf("no square %s", name)
		}
		list = append(list, sq)
	}
	return list
}

func arrow(t *testing.T, s picture.Scene, text, hue string) picture.Arrow {
	t.Helper()
	ends := squares(t, s, text[:2], text[2:])
	a := picture.Arrow{From: ends[0], To: ends[1]}
	if hue != "" {
		c := must.Get(t, picture.ParseColor, hue)
		a.Color = c
	}
	return a
}

func sign(t *testing.T, s picture.Scene, name string, shape picture.Shape, hue string) picture.Mark {
	t.Helper()
	c := must.Get(t, picture.ParseColor, hue)
	return picture.Mark{Square: squares(t, s, name)[0], Shape: shape, Color: c}
}

// moves is the diagram of how a piece moves.
func moves(name, definition string) picture.Scene {
	board, at := game.Board{Files: 8, Ranks: 8, Levels: 1}, game.At(3, 3, 0)
	return picture.Scene{
		Board: board, Size: 40, Title: "how the " + name + " moves",
		Pieces: map[game.Square]picture.Piece{at: {Name: name, Letter: strings.ToUpper(name[:1])}},
		Marks:  picture.Moves(betza.MustParse(definition), at, rules.White, board),
	}
}

// cube shows the moves of a bishop, which goes along the triagonals.
func cube(t *testing.T) picture.Scene {
	pos := must.Get(t, variants.MustOpen("cube3").ParsePosition, "[###,###,###],[###,#B#,###],[###,###,#K#] w")
	s := picture.FromPosition(pos)
	s.Size = 40
	for _, m := range pos.Moves() {
		if steps := screen.Of(pos).Steps(m); steps[0].Square == game.At(1, 1, 1) {
			s.Marks = append(s.Marks, sign(t, s, s.Board.Name(steps[1].Square), picture.Dot, "yellow"))
		}
	}
	return s
}

// allPieces shows every drawing in both colours.
func allPieces() picture.Scene {
	const columns = 8
	names := picture.Drawings()
	rows := (len(names) + columns - 1) / columns * 2
	s := picture.Scene{
		Board: game.Board{Files: columns, Ranks: rows, Levels: 1}, Pieces: map[game.Square]picture.Piece{},
		Coordinates: picture.NoCoordinates, Size: 64, Title: "the pieces: " + strings.Join(names, ", "),
	}
	for i, name := range names {
		for c := range 2 {
			s.Pieces[game.At(i%columns, rows-1-i/columns*2-c, 0)] = picture.Piece{Color: rules.Color(c), Name: name, Letter: strings.ToUpper(name[:1])}
		}
	}
	return s
}

// The pictures in the documents are what the package draws today, each of them is shown
// somewhere, and there are no others beside them.
func TestPictures(t *testing.T) {
	dir := filepath.Join(root, "docs", "pictures")
	var shown []byte
	pages, _ := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	for _, page := range append(pages, filepath.Join(root, "README.md")) {
		text := must.Get(t, os.ReadFile, page)
		shown = append(shown, text...)
	}
	var names []string
	for name, draw := range pictures {
		names = append(names, name+".svg")
		var b bytes.Buffer
		if err := draw(t).WriteSVG(&b); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, name+".svg")
		if *update {
			if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if old, err := os.ReadFile(file); err != nil || !bytes.Equal(old, b.Bytes()) {
			t.Errorf("%s is not current: go test ./internal/docs -run TestPictures -update", file)
		}
		if !bytes.Contains(shown, []byte("pictures/"+name+".svg")) {
			t.Errorf("no page shows pictures/%s.svg", name)
		}
	}
	entries := must.Get(t, os.ReadDir, dir)
	for _, e := range entries {
		if !slices.Contains(names, e.Name()) {
			t.Errorf("docs/pictures/%s is drawn by no test", e.Name())
		}
	}
}
