package cubic

import (
	"fmt"

	"github.com/heterodox-chess/heterodox/rules"
)

// A Move is one move, packed into 32 bits: origin, destination, and the roles of the
// moving and the captured piece. Moves are comparable. A Move has a meaning only
// together with the Position it was generated in. The zero value is NoMove.
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

// Role returns the role of the piece that moves.
func (m Move) Role() rules.Role { return rules.Role(m >> roleShift & 7) }

// Captured returns the role of the captured piece, rules.NoRole if there is none.
func (m Move) Captured() rules.Role { return rules.Role(m >> captureShift & 7) }

// String returns the two cells, as in "c1Ic2II".
func (m Move) String() string { return string(m.append(nil)) }

func (m Move) append(dst []byte) []byte {
	if m == NoMove {
		return append(dst, "0000"...)
	}
	return m.To().append(m.From().append(dst))
}

// MarshalText returns the text of String.
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
