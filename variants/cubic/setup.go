package cubic

import (
	"fmt"
	"slices"

	"github.com/heterodox-chess/heterodox/rules"
)

// A Setup holds the pieces and the side to move, legal or not. Position validates it.
type Setup struct {
	Size  int           // n, from MinSize to MaxSize
	Side  rules.Color   // to move; the zero value is White
	Cells []rules.Piece // n³ of them: files vary fastest, then ranks, then levels
}

// NewSetup returns an empty board of size n with White to move.
func NewSetup(n int) (Setup, error) {
	if err := checkSize(n); err != nil {
		return Setup{}, err
	}
	return Setup{Size: n, Cells: make([]rules.Piece, n*n*n)}, nil
}

func checkSize(n int) error {
	switch {
	case n < MinSize:
		return fmt.Errorf("n = %d is too small: the smallest board has n = %d", n, MinSize)
	case n > MaxSize:
		return fmt.Errorf("n = %d is too large: the largest board has n = %d", n, MaxSize)
	}
	return nil
}

// At returns the piece on a cell, NoPiece for a cell outside the board.
func (s Setup) At(c Cell) rules.Piece {
	if i := c.index(s.Size); c.in(s.Size) && i < len(s.Cells) {
		return s.Cells[i]
	}
	return rules.NoPiece
}

// Put places a piece, or NoPiece, on a cell.
func (s Setup) Put(c Cell, p rules.Piece) error {
	if err := checkCell(c, s.Size); err != nil {
		return err
	}
	if i := c.index(s.Size); i < len(s.Cells) {
		s.Cells[i] = p
		return nil
	}
	return fmt.Errorf("%s is not among the %d cells of the setup", c, len(s.Cells))
}

func checkCell(c Cell, n int) error {
	if !c.in(n) {
		return fmt.Errorf("a board of n = %[2]d has no %[1]s: its last cell is %[3]s", c, n, NewCell(n-1, n-1, n-1))
	}
	return nil
}

// Position returns the playable position. It is an error if the setup does not have
// n³ cells, has a side to move that is neither, a piece that is not K, Q, R, B or N, or two
// kings of one colour, or if the king of the side not to move is in check.
func (s Setup) Position() (Position, error) {
	if err := checkSize(s.Size); err != nil {
		return Position{}, err
	}
	if n := s.Size; len(s.Cells) != n*n*n {
		return Position{}, fmt.Errorf("%d cells, where n = %d has %d", len(s.Cells), n, n*n*n)
	}
	if s.Side > rules.Black {
		return Position{}, fmt.Errorf("the side to move, %d, is neither White nor Black", s.Side)
	}
	if err := s.checkPieces(); err != nil {
		return Position{}, err
	}
	p := Position{newMachine(s)}
	waiting := p.Side().Opponent()
	if checkers := p.checkers(waiting); len(checkers) > 0 {
		king, _ := p.King(waiting)
		return Position{}, fmt.Errorf("the %s king on %s is in check from the %s, but it is %s's move",
			waiting, king, p.describe(checkers), p.Side().Title())
	}
	return p, nil
}

func (s Setup) checkPieces() error {
	kings := [2]int{-1, -1}
	for i, p := range s.Cells {
		switch role := p.Role(); {
		case p != rules.NewPiece(p.Color(), role):
			return fmt.Errorf("%d on %s is not a piece", p, s.cell(i))
		case p == rules.NoPiece || role == rules.Queen || role == rules.Rook || role == rules.Bishop || role == rules.Knight:
		case role != rules.King:
			return fmt.Errorf("a %s on %s: the game in the cube has none", role, s.cell(i))
		case kings[p.Color()] >= 0:
			return fmt.Errorf("two %s kings, on %s and %s", p.Color(), s.cell(kings[p.Color()]), s.cell(i))
		default:
			kings[p.Color()] = i
		}
	}
	return nil
}

// cell returns the cell with an index into Cells.
func (s Setup) cell(i int) Cell {
	n := s.Size
	return NewCell(i%n, i/n%n, i/(n*n))
}

// Equal reports whether two setups have the same board and the same side to move.
func (s Setup) Equal(o Setup) bool {
	return s.Size == o.Size && s.Side == o.Side && slices.Equal(s.Cells, o.Cells)
}
