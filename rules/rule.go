package rules

import "github.com/heterodox-chess/heterodox/bitboard"

// A Rule is one part of a game: one difference from orthodox chess. The set of
// rules is closed: each is one of the types of this file. Each rules machine has
// one mechanism for it. Any of them go together unless both change the same thing.
type Rule interface {
	// changes names what the rule changes, and what it alone may change.
	changes() []string
}

// What the game starts with, and who fights.

// StartingFrom is the board, as the first field of a FEN writes it, from which a
// game starts instead of the array. Queens stand for the army's queens; what
// would stand on a hole is left out.
type StartingFrom string

// Placement starts the game with the pieces in hand and the pawns on their
// squares: while a side has any piece in hand, its only moves are drops on its
// first rank. A king dropped on e1 (e8) may castle with the rooks dropped on the
// a and h files, unless there is NoCastling.
type Placement struct {
	// OppositeBishops keeps the bishops of a side on squares of both colours:
	// no drop may leave a bishop in hand without a square it needs.
	OppositeBishops bool
}

// Chess960 marks games that start from a shuffled back rank: castling is
// written as king takes rook. It changes no move, so it goes with every start.
type Chess960 struct{}

// NoCastling takes castling out of a game.
type NoCastling struct{}

// Amazons replaces the queen by the amazon, which moves as queen or knight.
// Pawns promote to an amazon instead of a queen.
type Amazons struct{}

// CommonKings makes kings pieces like others: there is neither check nor mate,
// they may be captured, and a side may have any number of them.
type CommonKings struct{}

// PromotionToKing lets pawns become kings.
type PromotionToKing struct {
	Only bool // … and nothing else
}

// Horde is what a crowd of pawns without a king needs: White has no king, its
// pawns on rank 1 may step twice too, without leaving an en-passant square, and
// it has lost when nothing of it is left.
type Horde struct{}

// What the board does.

// BlackHoles is the set, not empty, of squares that swallow what moves onto them, or over
// them along a rank, file or diagonal.
type BlackHoles bitboard.Bitboard

// What a capture does.

// Shooting lets the capturer stay where it was: it is not moved, does not
// promote and keeps its castling rights.
type Shooting struct {
	// LosesCastling takes the castling rights from a king or rook that shoots,
	// as if it had moved.
	LosesCastling bool
}

// Explosions makes a capture explode: on its destination and the eight squares
// around it everything goes but pawns, and so does who arrived there, whatever
// it is. A move that explodes the mover's own royal king is not legal; one that
// explodes the enemy's wins. A royal king next to the enemy's is not attacked.
type Explosions struct{}

// Relocation lets the capturer put the captured piece elsewhere: on any square
// that is empty after the capture, except the one where it stood, a hole and,
// for a pawn, ranks 1 and 8.
type Relocation struct{}

// Pockets puts a captured piece into the capturer's hand, in the capturer's
// colour, and a promoted one as the pawn it was. Instead of a move, a piece in
// hand may be dropped on any empty square; a pawn not on ranks 1 and 8.
type Pockets struct{}

// CompulsoryCaptures forbids all other moves where a capture is legal.
type CompulsoryCaptures struct{}

// How a game is won.

// Extinction makes the wiping out of a piece type the goal.
type Extinction struct {
	// Of are the types that count, those a side has at the start; none stands for
	// all of them.
	Of RoleSet
	// Left is how many pieces of a type are as good as none.
	Left int
}

// GiveAway makes it the goal to lose all pieces, or all but a royal king. A side
// without a legal move has won, too.
type GiveAway struct {
	// FewerPieces gives the win, where a side has no legal move, to the side with
	// fewer pieces; if both have as many it is a draw.
	FewerPieces bool
}

// CheckLimit is the number of checks with which a side wins, from 1 to
// MaxCheckLimit.
type CheckLimit int

// MaxCheckLimit is the greatest number of checks that a game may ask for.
const MaxCheckLimit = 100

// Hill is a set of squares, not empty: a king that comes there wins.
type Hill bitboard.Bitboard

// Race is a race of the kings to rank 8. White, which begins, wins there unless
// Black's king can follow at once: Black then has one more turn, and if its king
// is there when it ends the game is drawn.
type Race struct{}

// NoChecks forbids moves that leave the enemy's royal king attacked.
type NoChecks struct{}

// How long a turn is. A check ends it.

// Turns gives the turns of a game their lengths: how many moves the side to move makes
// before the other side has its turn. It is a list such as "1 1 2 3 5 …", as
// [ParseTurns] reads it.
type Turns string

// The turns of well-known games.
const (
	FibonacciTurns   Turns = "1 1 2 3 5 …"
	ProgressiveTurns Turns = "1 2 3 …"
	MarseillaisTurns Turns = "1 2 2 …"
)

// What rules change, in the words of errors.
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
