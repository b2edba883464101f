package cubic

import (
	"fmt"

	"github.com/heterodox-chess/heterodox/rules"
)

// A Move is one move, packed into 32 bits: origin, destination, and the roles of
// the piece that moves and of the one that is captured. Moves are comparable. A
// Move means something only together with the Position it was generated in. The
// zero value is NoMove.
type Move uint32

// NoMove is not a move; its String is "0000".
const NoMove Move = 0

const (
	fromShift    = 12
	roleShift    = 24
	captureShift = 27
)

func newMove(role rules.Role, from, to Cell) Move {
	return Move(role)<<roleShift | Move(from)<<fromShift | Move(to)
}

// From returns the cell of the piece that moves.
func (m Move) From() Cell { return Cell(m >> fromShift & 0xfff) }

// To returns the cell it moves to.
func (m Move) To() Cell { return Cell(m & 0xfff) }

// Role returns what moves.
func (m Move) Role() rules.Role { return rules.Role(m >> roleShift & 7) }

// Captured returns what is captured, chess.NoRole if nothing is.
func (m Move) Captured() rules.Role { return rules.Role(m >> captureShift & 7) }

// String returns the two cells, as in "c1Ic2II".
func (m Move) String() string { return string(m.append(nil)) }

func (m Move) append(dst []byte) []byte {
	if m == NoMove {
		return append(dst, "0000"...)
	}
	return m.To().append(m.From().append(dst))
}

// MarshalText returns what String does.
func (m Move) MarshalText() ([]byte, error) { return m.append(nil), nil }

// parseMove reads the two cells of a move.
func parseMove(text string) (from, to Cell, err error) {
	from, rest, ok := cutCell(text)
	if !ok {
		return 0, 0, fmt.Errorf("%.20q is not a move: expected two cells, such as c1Ic2II", text)
	}
	if to, err = ParseCell(rest); err != nil {
		return 0, 0, fmt.Errorf("%.20q is not a move: after %s, %w", text, from, err)
	}
	return from, to, nil
}
