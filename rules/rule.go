package rules

import "github.com/heterodox-chess/heterodox/bitboard"

// A Rule is one part of a game: one difference from orthodox chess. The set of
// rules is closed: its members are the types of this file. Each rules machine has
// one mechanism for each. Any two can be combined unless they change the same
// thing.
type Rule interface {
	// changes names what the rule changes, which no other rule of a game may
	// change.
	changes() []string
}

// The start position and the armies.

// StartingFrom is the board, as in the first field of a FEN, from which a game
// starts instead of the usual one. Queens stand for amazons if the army has those;
// pieces that would stand on a hole are left out.
type StartingFrom string

// Placement starts the game with the pieces in hand and the pawns on their squares:
// while a side has any piece in hand, its only moves are drops on its first rank. A
// king dropped on e1 (e8) may castle with the rooks dropped on the a and h files,
// unless NoCastling is in force.
type Placement struct {
	// OppositeBishops requires a side's bishops to stand on squares of both
	// colours: no drop may leave a bishop in hand without a square it needs.
	OppositeBishops bool
}

// Chess960 marks games that start from a shuffled back rank: castling is written as
// king takes rook. It changes no move, so it can be combined with any start.
type Chess960 struct{}

// NoCastling removes castling from a game.
type NoCastling struct{}

// Amazons replaces the queen by the amazon, which moves as queen or knight.
// Pawns promote to an amazon instead of a queen.
type Amazons struct{}

// CommonKings makes kings ordinary pieces: there is neither check nor mate, they
// may be captured, and a side may have any number of them.
type CommonKings struct{}

// PromotionToKing lets pawns promote to kings.
type PromotionToKing struct {
	Only bool // … and nothing else
}

// Horde provides for a crowd of pawns: White has no king, its pawns on rank 1 may
// make a double step too, which leaves no en-passant square, and it loses when it
// has nothing left.
type Horde struct{}

// What the board does.

// BlackHoles is a set of squares, not empty, that swallow what moves onto them, or over
// them along a rank, file or diagonal.
type BlackHoles bitboard.Bitboard

// What a capture does.

// Shooting leaves the capturer where it was: it does not move or promote, and keeps
// its castling rights.
type Shooting struct {
	// LosesCastling takes the castling rights from a king or rook that shoots,
	// as if it had moved.
	LosesCastling bool
}

// Explosions makes captures explode: everything except pawns is removed from the
// destination and the eight squares around it, and the capturer too, whatever it
// is. A move that explodes the mover's own royal king is illegal; one that explodes
// the enemy's wins. A royal king next to the enemy's is not attacked.
type Explosions struct{}

// Relocation makes the capturing side put the captured piece elsewhere: on any
// square that is empty after the capture, except the one where it stood, a hole
// and, for a pawn, ranks 1 and 8.
type Relocation struct{}

// Pockets puts a captured piece into the capturer's hand, in the capturer's colour;
// a promoted piece becomes a pawn again. Instead of a move, a piece in hand may be
// dropped on any empty square, but a pawn not on ranks 1 and 8.
type Pockets struct{}

// CompulsoryCaptures forbids all other moves where a capture is legal.
type CompulsoryCaptures struct{}

// How a game is won.

// Extinction makes it the goal to wipe out a piece type.
type Extinction struct {
	// Of are the types that count, among those a side has at the start; the empty
	// set stands for all of them.
	Of RoleSet
	// Left is the number of pieces of a type that counts as none.
	Left int
}

// GiveAway makes it the goal to lose all pieces, or all but a royal king. A side
// without a legal move wins, too.
type GiveAway struct {
	// FewerPieces gives the win, if a side has no legal move, to the side with
	// fewer pieces; if both have the same number it is a draw.
	FewerPieces bool
}

// CheckLimit is the number of checks that win the game, from 1 to MaxCheckLimit.
type CheckLimit int

// MaxCheckLimit is the greatest number of checks that a game may require.
const MaxCheckLimit = 100

// Hill is a set of squares, not empty: a king that reaches one of them wins.
type Hill bitboard.Bitboard

// Race is a race of the kings to rank 8. White, which moves first, wins on arrival
// unless Black's king can follow at once: Black then has one more turn, and the
// game is drawn if its king is there at the end of it.
type Race struct{}

// NoChecks forbids moves that leave the enemy's royal king attacked.
type NoChecks struct{}

// How long a turn is. A check ends it.

// Turns sets the lengths of a game's turns: how many moves the side to move makes
// before the other side has its turn. It is a list such as "1 1 2 3 5 …", as
// [ParseTurns] reads it.
type Turns string

// The turns of well-known games.
const (
	FibonacciTurns   Turns = "1 1 2 3 5 …"
	ProgressiveTurns Turns = "1 2 3 …"
	MarseillaisTurns Turns = "1 2 2 …"
)

// What rules change, as worded in errors.
const (
	theStart      = "the start position"
	theHand       = "the use of pieces in hand"
	theCapturer   = "whether capturing pieces move"
	theCaptured   = "where captured pieces go"
	theGoal       = "the goal"
	theTurns      = "the length of turns"
	theKings      = "whether kings are royal"
	thePromotions = "what pawns promote to"
)

func (StartingFrom) changes() []string       { return []string{theStart} }
func (Placement) changes() []string          { return []string{theStart, theHand} }
func (Chess960) changes() []string           { return []string{"the notation of castling"} }
func (NoCastling) changes() []string         { return nil } // it only forbids, and may do so twice
func (Amazons) changes() []string            { return []string{"the army"} }
func (CommonKings) changes() []string        { return []string{theKings} }
func (PromotionToKing) changes() []string    { return []string{thePromotions} }
func (Horde) changes() []string              { return []string{"which sides have a king"} }
func (BlackHoles) changes() []string         { return []string{"the holes in the board"} }
func (Shooting) changes() []string           { return []string{theCapturer} }
func (Explosions) changes() []string         { return []string{"what else a capture does"} }
func (Relocation) changes() []string         { return []string{theCaptured} }
func (Pockets) changes() []string            { return []string{theCaptured, theHand} }
func (CompulsoryCaptures) changes() []string { return []string{"whether captures are compulsory"} }
func (Extinction) changes() []string         { return []string{theGoal} }
func (GiveAway) changes() []string           { return []string{theGoal} }
func (CheckLimit) changes() []string         { return []string{"how many checks win"} }
func (Hill) changes() []string               { return []string{"where a king wins"} }
func (Race) changes() []string               { return []string{"the goal of the race"} }
func (NoChecks) changes() []string           { return []string{"whether giving check is legal"} }
func (Turns) changes() []string              { return []string{theTurns} }
