package board

import "github.com/heterodox-chess/heterodox/rules"

// A Move is a single move, packed into 32 bits:
//
//	bits  0–5   to           where the mover goes or aims; for castling the rook's square
//	bits  6–11  from         the mover's square; for a drop the same as to
//	bits 12–17  relocation   where the captured piece is put
//	bits 18–20  role         of the piece that moves or is dropped
//	bits 21–23  promotion    what a pawn becomes, else NoRole
//	bits 24–29  flags
//
// Moves are comparable: two moves of one position are the same move if and only if
// they are equal. A Move has a meaning only together with the Position it was
// generated in. The zero value is NoMove.
type Move uint32

// MaxMoves is a list capacity that is enough for most positions: for all of orthodox
// chess and for every variant without relocations.
const MaxMoves = 256

// NoMove is not a move; its String is "0000".
const NoMove Move = 0

const (
	FromShift  = 6
	RelocShift = 12
	RoleShift  = 18
	PromoShift = 21
	FlagShift  = 24
)

// The flags of a move.
const (
	FlagCapture   Move = 1 << (FlagShift + iota) // an enemy piece is captured
	flagEnPassant                                // … and it stands behind the destination
	FlagCastle                                   // king (from) and rook (to) castle
	FlagDrop                                     // a piece in hand is put on to
	FlagVanish                                   // the mover vanishes in a hole
	FlagRelocate                                 // the captured piece is put on the relocation square

	flagsSpecial = flagEnPassant | FlagCastle | FlagDrop | FlagVanish | FlagRelocate
)

func NewMove(role rules.Role, from, to Square) Move {
	return Move(role)<<RoleShift | Move(from)<<FromShift | Move(to)
}

// From returns the square of the piece that moves. For a drop it is To.
func (m Move) From() Square { return Square(m >> FromShift & 63) }

// To returns the square the move aims at. For castling that is the rook's
// square, as in Chess960.
func (m Move) To() Square { return Square(m & 63) }

// Role returns the role of the piece that moves or is dropped.
func (m Move) Role() rules.Role { return rules.Role(m >> RoleShift & 7) }

// Promotion returns what a pawn becomes, NoRole if it stays one.
func (m Move) Promotion() rules.Role { return rules.Role(m >> PromoShift & 7) }

// IsCapture reports whether an enemy piece is captured, en passant included.
func (m Move) IsCapture() bool { return m&FlagCapture != 0 }

// NoisyBits is a mask: a Move has one of these bits set if it captures or promotes.
const NoisyBits = FlagCapture | 7<<PromoShift

// RelocationBits is the mask of the bits that say where the captured piece is put.
const RelocationBits = 63 << RelocShift

// IsNoisy reports whether the move captures or promotes.
func (m Move) IsNoisy() bool { return m&NoisyBits != 0 }

// IsEnPassant reports whether the move captures en passant.
func (m Move) IsEnPassant() bool { return m&flagEnPassant != 0 }

// IsCastling reports whether king and rook castle.
func (m Move) IsCastling() bool { return m&FlagCastle != 0 }

// IsDrop reports whether a piece in hand is put on the board.
func (m Move) IsDrop() bool { return m&FlagDrop != 0 }

// IsVanishing reports whether the mover vanishes in a black hole.
func (m Move) IsVanishing() bool { return m&FlagVanish != 0 }

// CapturedSquare returns the square of the captured piece of a capture: To, except for
// en passant, where it is the square of the pawn. It is meaningless for other moves.
func (m Move) CapturedSquare() Square {
	if m.IsEnPassant() {
		return m.To()&7 | m.From()&56
	}
	return m.To()
}

// Relocation returns the square on which the captured piece is put, and
// whether the move has one.
func (m Move) Relocation() (Square, bool) {
	return Square(m >> RelocShift & 63), m&FlagRelocate != 0
}

// String returns the move in UCI notation. Castling is written as in orthodox chess
// (e1g1) if king and rook are on their orthodox squares, else as king takes rook.
// Position.AppendUCI writes the form that a GUI expects for the game.
func (m Move) String() string { return string(m.AppendUCI(nil, false)) }

// AppendUCI appends the move to dst: chess960 says whether castling is written as
// king takes rook even from the orthodox squares.
func (m Move) AppendUCI(dst []byte, chess960 bool) []byte {
	if m == NoMove {
		return append(dst, "0000"...)
	}
	if m.IsDrop() {
		dst = append(dst, m.Role().Letter(), '@')
		return append(dst, m.To().String()...)
	}
	to := m.To()
	if m.IsCastling() && !chess960 && m.From().File() == 4 && (to.File() == 0 || to.File() == 7) {
		to, _ = CastlingDestinations(m.From(), to)
	}
	dst = append(dst, m.From().String()...)
	dst = append(dst, to.String()...)
	if promotion := m.Promotion(); promotion != rules.NoRole {
		dst = append(dst, promotion.Letter()|0x20)
	}
	if put, ok := m.Relocation(); ok {
		dst = append(dst, ',')
		dst = append(dst, m.CapturedSquare().String()...)
		dst = append(dst, put.String()...)
	}
	return dst
}
