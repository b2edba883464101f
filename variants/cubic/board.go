package cubic

import (
	"math/bits"

	"github.com/heterodox-chess/heterodox/rules"
)

// A board is a position; with one word per set it is a value of 64 bytes. A queen is
// a piece that is both straight and triagonal.
type board[S set] struct {
	straight  S // rooks and queens
	triagonal S // bishops and queens
	knights   S
	kings     S
	colors    [2]S
	g         *geometry[S]
	side      rules.Color
}

// newBoard returns the board of a setup; the caller must check that it is legal.
func newBoard[S set](s Setup) *board[S] {
	b := &board[S]{g: geometryOf[S](s.Size), side: s.Side & 1}
	for cell, p := range s.Cells {
		if p != rules.NoPiece {
			b.put(cell, p.Color(), p.Role())
		}
	}
	return b
}

func (b *board[S]) occupied() S { return union(b.colors[0], b.colors[1]) }
func (b *board[S]) queens() S   { return intersect(b.straight, b.triagonal) }

// roleAt returns the role of the piece on a cell, NoRole if it is empty.
func (b *board[S]) roleAt(cell int) rules.Role {
	switch {
	case has(&b.straight, cell):
		if has(&b.triagonal, cell) {
			return rules.Queen
		}
		return rules.Rook
	case has(&b.triagonal, cell):
		return rules.Bishop
	case has(&b.knights, cell):
		return rules.Knight
	case has(&b.kings, cell):
		return rules.King
	}
	return rules.NoRole
}

// pieceAt returns the piece on a cell, NoPiece if it is empty.
func (b *board[S]) pieceAt(cell int) rules.Piece {
	color := rules.White
	if has(&b.colors[rules.Black], cell) {
		color = rules.Black
	}
	return rules.NewPiece(color, b.roleAt(cell))
}

// put places a piece on an empty cell.
func (b *board[S]) put(cell int, color rules.Color, role rules.Role) {
	switch role {
	case rules.Queen:
		add(&b.straight, cell)
		add(&b.triagonal, cell)
	case rules.Rook:
		add(&b.straight, cell)
	case rules.Bishop:
		add(&b.triagonal, cell)
	case rules.Knight:
		add(&b.knights, cell)
	case rules.King:
		add(&b.kings, cell)
	}
	add(&b.colors[color&1], cell)
}

// clear empties a cell.
func (b *board[S]) clear(cell int) {
	word, bit := cell>>6&(len(b.kings)-1), uint64(1)<<(cell&63)
	b.straight[word] &^= bit
	b.triagonal[word] &^= bit
	b.knights[word] &^= bit
	b.kings[word] &^= bit
	b.colors[0][word] &^= bit
	b.colors[1][word] &^= bit
}

// play makes a move that is legal or at least pseudo-legal.
func (b *board[S]) play(m Move) {
	from, to := m.From().index(b.g.n), m.To().index(b.g.n)
	b.clear(from)
	b.clear(to)
	b.put(to, b.side, m.Role())
	b.side ^= 1
}

// king returns the cell of a side's king, -1 if it has none.
func (b *board[S]) king(c rules.Color) int { return first(intersect(b.kings, b.colors[c&1])) }

// attacked returns the cells that a side attacks, including those of its own pieces;
// lines end at the cells of occ.
func (b *board[S]) attacked(by rules.Color, occ *S) (att S) {
	g := b.g
	own := b.colors[by&1]
	queens := intersect(own, b.queens())
	rooks := subtract(intersect(own, b.straight), queens)
	bishops := subtract(intersect(own, b.triagonal), queens)
	knights := intersect(own, b.knights)
	kings := intersect(own, b.kings)
	for w := range len(own) {
		for x := queens[w]; x != 0; x &= x - 1 {
			att = union(att, g.queen(w<<6|bits.TrailingZeros64(x), occ))
		}
		for x := rooks[w]; x != 0; x &= x - 1 {
			att = union(att, g.rook(w<<6|bits.TrailingZeros64(x), occ))
		}
		for x := bishops[w]; x != 0; x &= x - 1 {
			att = union(att, g.bishop(w<<6|bits.TrailingZeros64(x), occ))
		}
		for x := knights[w]; x != 0; x &= x - 1 {
			att = union(att, g.knight[w<<6|bits.TrailingZeros64(x)])
		}
		for x := kings[w]; x != 0; x &= x - 1 {
			att = union(att, g.king[w<<6|bits.TrailingZeros64(x)])
		}
	}
	return att
}

// attackers returns the pieces of a side that attack a cell; lines end at the cells of occ.
func (b *board[S]) attackers(cell int, by rules.Color, occ *S) S {
	return intersect(b.colors[by&1], union(b.snipers(cell, occ),
		union(intersect(b.g.knight[cell], b.knights), intersect(b.g.king[cell], b.kings))))
}

// snipers returns the pieces of either side that attack a cell along a line.
func (b *board[S]) snipers(cell int, occ *S) S {
	g := b.g
	return union(intersect(g.queen(cell, occ), b.queens()),
		union(intersect(g.rook(cell, occ), b.straight), intersect(g.bishop(cell, occ), b.triagonal)))
}

// checkers returns the pieces that give check to a side's king.
func (b *board[S]) checkers(c rules.Color) (checkers S) {
	if king := b.king(c); king >= 0 {
		occ := b.occupied()
		checkers = b.attackers(king, c^1, &occ)
	}
	return checkers
}

func (b *board[S]) inCheck() bool { return !isEmpty(b.checkers(b.side)) }

// The methods of machine.

func (b *board[S]) size() int           { return b.g.n }
func (b *board[S]) toMove() rules.Color { return b.side }

func (b *board[S]) attackersOf(cell int, by rules.Color) (cells []Cell) {
	occ := b.occupied()
	attackers := b.attackers(cell, by, &occ)
	for w := range len(attackers) {
		for x := attackers[w]; x != 0; x &= x - 1 {
			cells = append(cells, b.g.cells[w<<6|bits.TrailingZeros64(x)])
		}
	}
	return cells
}

func (b *board[S]) after(m Move) machine {
	next := *b
	next.play(m)
	return &next
}
