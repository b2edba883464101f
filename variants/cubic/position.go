package cubic

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Position is a playable position, an immutable value. Make one with Parse or
// Setup.Position; the zero value is not usable.
type Position struct{ board machine }

// A machine is a board of some width, immutable once made. It identifies cells by their indexes.
type machine interface {
	size() int
	toMove() rules.Color
	pieceAt(cell int) rules.Piece
	king(c rules.Color) int
	attackersOf(cell int, by rules.Color) []Cell
	count() int
	moves(dst []Move) []Move
	reach(dst []Move, cell int) []Move
	after(m Move) machine
	perft(w *watch, depth int) uint64
	walk() game.Walker
}

// newMachine returns the machine of a setup, in the smallest width that holds it.
func newMachine(s Setup) machine {
	switch n := s.Size; {
	case n <= 4:
		return newBoard[[1]uint64](s)
	case n <= 5:
		return newBoard[[2]uint64](s)
	case n <= 6:
		return newBoard[[4]uint64](s)
	case n <= 8:
		return newBoard[[8]uint64](s)
	case n <= 10:
		return newBoard[[16]uint64](s)
	}
	return newBoard[[64]uint64](s)
}

// Size returns n, the length of the board's edge.
func (p Position) Size() int { return p.board.size() }

// Side returns the side to move.
func (p Position) Side() rules.Color { return p.board.toMove() }

// At returns the piece on a cell, NoPiece for a cell outside the board.
func (p Position) At(c Cell) rules.Piece {
	if !c.in(p.Size()) {
		return rules.NoPiece
	}
	return p.board.pieceAt(c.index(p.Size()))
}

// King returns the cell of a side's king, and whether it has one.
func (p Position) King(c rules.Color) (Cell, bool) {
	i := p.board.king(c)
	if i < 0 {
		return 0, false
	}
	n := p.Size()
	return NewCell(i%n, i/n%n, i/(n*n)), true
}

// Setup returns the pieces and the side to move.
func (p Position) Setup() Setup {
	n := p.Size()
	s := Setup{Size: n, Side: p.Side(), Cells: make([]rules.Piece, n*n*n)}
	for i := range s.Cells {
		s.Cells[i] = p.board.pieceAt(i)
	}
	return s
}

// String returns the board in nested brackets, without the side to move.
func (p Position) String() string { return p.Setup().String() }

// Moves appends the legal moves to buf, in no particular order.
func (p Position) Moves(buf []Move) []Move { return p.board.moves(buf) }

// CountMoves returns the number of legal moves, faster than listing them.
func (p Position) CountMoves() int { return p.board.count() }

// Reach appends the moves of the piece on a cell by its movement alone: whichever
// side it belongs to, and whether or not its king would be in check.
func (p Position) Reach(c Cell, buf []Move) []Move {
	if p.At(c) == rules.NoPiece {
		return buf
	}
	return p.board.reach(buf, c.index(p.Size()))
}

// Play returns the position after a legal move. For any other move the result is
// meaningless; a move off the board changes nothing.
func (p Position) Play(m Move) Position {
	if n := p.Size(); !m.From().in(n) || !m.To().in(n) {
		return p
	}
	return Position{p.board.after(m)}
}

// InCheck reports whether the side to move is in check.
func (p Position) InCheck() bool { return len(p.Checkers()) > 0 }

// Checkers returns the cells of the pieces that give check to the side to move.
func (p Position) Checkers() []Cell { return p.checkers(p.Side()) }

func (p Position) checkers(c rules.Color) []Cell {
	king := p.board.king(c)
	if king < 0 {
		return nil
	}
	return p.board.attackersOf(king, c.Opponent())
}

// Outcome says whether the side to move is checkmated or stalemated. A game can end
// in no other way here.
func (p Position) Outcome() rules.Outcome {
	switch {
	case p.CountMoves() > 0:
		return rules.Outcome{}
	case p.InCheck():
		return rules.Outcome{Result: rules.WinFor(p.Side().Opponent()), Reason: rules.Checkmate}
	}
	return rules.Outcome{Result: rules.Draw, Reason: rules.Stalemate}
}

// ParseMove reads a legal move as Move.String writes it. For an illegal move the
// error says why it is illegal.
func (p Position) ParseMove(text string) (Move, error) {
	from, to, err := parseMove(text)
	if err != nil {
		return NoMove, err
	}
	for _, c := range []Cell{from, to} {
		if err := checkCell(c, p.Size()); err != nil {
			return NoMove, fmt.Errorf("%s: %w", text, err)
		}
	}
	leads := func(m Move) bool { return m.From() == from && m.To() == to }
	legal := p.Moves(nil)
	if i := slices.IndexFunc(legal, leads); i >= 0 {
		return legal[i], nil
	}
	return NoMove, fmt.Errorf("%s: %s", text, p.whyIllegal(from, to))
}

func (p Position) whyIllegal(from, to Cell) string {
	mover := p.At(from)
	switch {
	case mover == rules.NoPiece:
		return fmt.Sprintf("%s is empty", from)
	case mover.Color() != p.Side():
		return fmt.Sprintf("the %s on %s is %s's, but it is %s's move", mover.Role(), from, mover.Color().Title(), p.Side().Title())
	}
	for _, m := range p.Reach(from, nil) {
		if m.To() == to {
			next := p.Play(m)
			return fmt.Sprintf("leaves the king in check from the %s", next.describe(next.checkers(p.Side())))
		}
	}
	if other := p.At(to); other != rules.NoPiece && other.Color() == p.Side() {
		return fmt.Sprintf("its own %s is on %s", other.Role(), to)
	}
	return fmt.Sprintf("the %s on %s cannot reach %s", mover.Role(), from, to)
}

// describe names the pieces on some cells: "rook on a1I and the knight on b2II".
func (p Position) describe(cells []Cell) string {
	names := make([]string, len(cells))
	for i, c := range cells {
		names[i] = fmt.Sprintf("%s on %s", p.At(c).Role(), c)
	}
	return enumerate(names, "the ")
}

// enumerate joins names with commas and a final "and", with an article before all but the first.
func enumerate(names []string, article string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", "+article) + " and " + article + names[last]
}
