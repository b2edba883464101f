package rules

// A Color is one of the two sides. The zero value is White.
type Color uint8

// The two sides.
const (
	White Color = iota
	Black
)

// Opponent returns the other side.
func (c Color) Opponent() Color { return c ^ 1 }

// String returns "white" or "black".
func (c Color) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// Title returns "White" or "Black", the name of the player.
func (c Color) Title() string {
	if c == White {
		return "White"
	}
	return "Black"
}

// A Role is a kind of piece, whatever its colour. The zero value is NoRole.
type Role uint8

// The roles. An army has either queens or amazons (queen and knight in one),
// never both.
const (
	NoRole Role = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
	Amazon

	NumRoles = 8 // the length of an array indexed by Role
)

const roleLetters = "-PNBRQKA"

var roleNames = [NumRoles]string{"none", "pawn", "knight", "bishop", "rook", "queen", "king", "amazon"}

// Letter returns the upper-case letter of the role, as in a FEN: P, N, B, R,
// Q, K or A; '-' for NoRole.
func (r Role) Letter() byte { return roleLetters[r&7] }

// String returns the English name: "pawn" … "amazon".
func (r Role) String() string { return roleNames[r&7] }

// RoleOf returns the role of a FEN letter in either case, and NoRole for any
// other byte.
func RoleOf(letter byte) Role {
	for r := Pawn; r < NumRoles; r++ {
		if letter|0x20 == r.Letter()|0x20 {
			return r
		}
	}
	return NoRole
}

// A Piece is a role with a colour. The zero value is NoPiece, an empty square.
type Piece uint8

// NoPiece is an empty square.
const NoPiece Piece = 0

// NewPiece returns the piece of a colour and role; NoPiece for NoRole.
func NewPiece(c Color, r Role) Piece {
	if r == NoRole {
		return NoPiece
	}
	return Piece(c<<3) | Piece(r)
}

// Color returns the piece's side, White for NoPiece.
func (p Piece) Color() Color { return Color(p >> 3 & 1) }

// Role returns what the piece is; NoRole for NoPiece.
func (p Piece) Role() Role { return Role(p & 7) }

// Letter returns the FEN letter: upper case for White, lower case for Black;
// '-' for NoPiece.
func (p Piece) Letter() byte {
	letter := p.Role().Letter()
	if p.Color() == Black {
		letter |= 0x20
	}
	return letter
}

// String returns the Letter as a string.
func (p Piece) String() string { return string(rune(p.Letter())) }

// PieceOf returns the piece of a FEN letter, NoPiece for any other byte.
func PieceOf(letter byte) Piece {
	if letter >= 'a' && letter <= 'z' {
		return NewPiece(Black, RoleOf(letter))
	}
	if letter >= 'A' && letter <= 'Z' {
		return NewPiece(White, RoleOf(letter))
	}
	return NoPiece
}

// A RoleSet is a set of roles. The zero value is the empty set.
type RoleSet uint8

// RolesOf returns the set of the given roles.
func RolesOf(roles ...Role) (s RoleSet) {
	for _, role := range roles {
		s |= 1 << (role & 7)
	}
	return s
}

// Has reports whether a role is a member.
func (s RoleSet) Has(role Role) bool { return s>>(role&7)&1 != 0 }
