package general

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general/betza"
)

// A Reach is where a piece can go from a square of an empty board, or of one with
// some pieces on it.
type Reach struct {
	Files, Ranks int
	From         game.Square
	Move         []game.Square // if they are empty
	Capture      []game.Square // if an enemy stands there
	Initial      []game.Square // if they are empty, as the first move
	Own          []game.Square // if a piece of one's own stands there
	Hop          []game.Square // over a piece that stands between, wherever it does
}

// Reaches returns where a White piece can go from a square. Occupied squares stop
// riders and are what hoppers hop over; without them, Hop says where hoppers could
// land on some board.
func Reaches(def betza.Definition, files, ranks int, from game.Square, occupied []game.Square) (Reach, error) {
	switch n := files * ranks; {
	case files < 1 || files > 16 || ranks < 1 || ranks > 16:
		return Reach{}, fmt.Errorf("a board has 1 to 16 files and ranks, not %dx%d", files, ranks)
	case from.File() >= files || from.Rank() >= ranks:
		return Reach{}, fmt.Errorf("there is no %s on a board of %dx%d", from, files, ranks)
	case n <= 64:
		return reaches[[1]uint64](def, files, ranks, from, occupied), nil
	case n <= 128:
		return reaches[[2]uint64](def, files, ranks, from, occupied), nil
	}
	return reaches[[4]uint64](def, files, ranks, from, occupied), nil
}

func reaches[S set](def betza.Definition, files, ranks int, from game.Square, occupied []game.Square) Reach {
	g := geometryOf[S](shape{files, ranks}, false)
	sq := g.square(from.File(), from.Rank())
	var occ S
	for _, s := range occupied {
		if s.File() < files && s.Rank() < ranks {
			add(&occ, g.square(s.File(), s.Rank()))
		}
	}
	list := func(s S) (squares []game.Square) {
		for !isEmpty(&s) {
			at := next(&s)
			squares = append(squares, game.At(g.file(at), g.rank(at), 0))
		}
		return squares
	}
	of := func(mode betza.Mode, initial bool) moves[S] {
		return movesOf(g, def, false, func(p betza.Part) bool { return p.Mode&mode != 0 && p.Initial == initial })
	}
	where := func(mode betza.Mode, initial bool) S {
		m := of(mode, initial)
		return m.from(sq, &occ)
	}
	r := Reach{
		Files: files, Ranks: ranks, From: from,
		Move:    list(subtract(where(betza.Quiet, false), occ)),
		Capture: list(where(betza.Capture, false)),
		Initial: list(subtract(where(betza.Quiet, true), occ)),
		Own:     list(where(betza.Own, false)),
	}
	var hop S
	all := movesOf(g, def, false, func(betza.Part) bool { return true })
	for _, h := range all.hops {
		if len(occupied) > 0 {
			break // Capture and Move say it exactly
		}
		over := h.ray[sq]
		if first := nearest(&over, &over, h.down); first >= 0 {
			hop = union(hop, h.ray[first])
		}
	}
	r.Hop = list(hop)
	return r
}

// legend explains the letters of String, those that say most first.
const legend = `o  where it stands
*  moves and captures
m  moves, does not capture
c  captures, does not move
i  moves there as its first move
p  lands there after hopping over a piece
`

// String draws the board, with a legend of the marks that are on it.
func (r Reach) String() string {
	board := map[game.Square]byte{}
	put := func(squares []game.Square, mark byte) {
		for _, s := range squares {
			switch old := board[s]; {
			case old == 0:
				board[s] = mark
			case old == 'm' && mark == 'c' || old == 'c' && mark == 'm':
				board[s] = '*'
			}
		}
	}
	put([]game.Square{r.From}, 'o')
	put(r.Move, 'm')
	put(r.Capture, 'c')
	put(r.Initial, 'i')
	put(r.Hop, 'p')
	var w strings.Builder
	used := map[byte]bool{}
	for rank := r.Ranks - 1; rank >= 0; rank-- {
		fmt.Fprintf(&w, "%3d ", rank+1)
		for file := range r.Files {
			mark := cmp.Or(board[game.At(file, rank, 0)], '.')
			used[mark] = true
			w.WriteByte(' ')
			w.WriteByte(mark)
		}
		w.WriteByte('\n')
	}
	w.WriteString("    ")
	for file := range r.Files {
		w.WriteByte(' ')
		w.WriteByte(byte('a' + file))
	}
	w.WriteString("\n\n")
	for line := range strings.Lines(legend) {
		if used[line[0]] {
			w.WriteString(line)
		}
	}
	return w.String()
}
