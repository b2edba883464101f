package general

// A move is a move of one position:
//
//	bits 0–7 destination (of castling: the rook's square), 8–15 origin,
//	16–19 what it is, 20–26 the kind that arrives (promotion, drop),
//	29 not used: it is game.NoisyCode in the codes of moves
//	30–36 1 + the type gated in, 37–44 the square of a gate, a wall, or where
//	the captured piece is put,
//	45 whether there is such a square
type move uint64

const (
	normal uint64 = iota
	enPassant
	castling
	promotion // of a pawn
	plusPromotion
	demotion
	drop
	passing
	leaping   // allowed as a first move (cambodian)
	vanishing // into a hole, at the destination or on the way
)

func newMove(what uint64, from, to int) move {
	return move(uint64(to) | uint64(from)<<8 | what<<16)
}

func (m move) from() int        { return int(m >> 8 & 255) }
func (m move) to() int          { return int(m & 255) }
func (m move) what() uint64     { return uint64(m >> 16 & 15) }
func (m move) kind() uint8      { return uint8(m >> 20 & 127) }
func (m move) gate() uint8      { return uint8(m >> 30 & 127) }
func (m move) second() int      { return int(m >> 37 & 255) }
func (m move) hasSecond() bool  { return m>>45&1 != 0 }
func (m move) of(k uint8) move  { return m | move(k)<<20 }
func (m move) wall(sq int) move { return m | move(sq)<<37 | 1<<45 }

func (m move) gating(t uint8, sq int) move { return m | move(t+1)<<30 | move(sq)<<37 | 1<<45 }
