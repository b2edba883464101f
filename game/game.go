// Package game is what all games have in common, whichever machine plays them:
// Rules is a game, its Positions list and play Moves and write them as text, and a
// Record is a position with the moves that led to it, and detects repetition.
// variants.Open and variants.NewGame return them by name.
//
// Positions are values behind an interface: no method changes one. All methods
// may be called by several goroutines at once. None of this is for inner loops:
// counting and searching are done by Perft and a Searcher.
//
// What is needed only to show a game to people is in package screen, below.
package game

import (
	"context"
	"time"

	"github.com/heterodox-chess/heterodox/rules"
)

// Rules is a game that can be played. It is immutable.
type Rules interface {
	// Name is what variants.Open knows the game by.
	Name() string
	// Board returns the shape of the board.
	Board() Board
	// Pieces lists the kinds of pieces of the game, those of the start first.
	Pieces() []Kind
	// Start returns the start position.
	Start() Position
	// ParsePosition reads a position as Position.FEN writes it, and validates it.
	// The error is one line that says what is wrong and where.
	ParsePosition(text string) (Position, error)
}

// A Board is the shape of a board.
type Board struct {
	// Files, Ranks and Levels are the lengths of its edges, each 1 to 16; a
	// flat board has one level.
	Files, Ranks, Levels int
	// Missing lists squares of the box that the board does not have.
	Missing []Square
	// Holes lists squares that swallow what moves onto or over them.
	Holes []Square
}

// A Kind is a kind of piece.
type Kind struct {
	// Letter is what FENs write for White's pieces, with a plus sign before it for
	// a promoted form: "N", "+R".
	Letter string
	// Name is an English word or two in lower case: "knight".
	Name string
	// Plural is what several of them are called: "knights".
	Plural string
	// Drawing is the name of what the piece is drawn as, "" for Name.
	Drawing string
	// Betza says how the piece moves, where Betza's notation can say it.
	Betza string
	// Rare says that no piece is of this kind at the start and none becomes it: only
	// a FEN can put it on the board.
	Rare bool
}

// A Piece is what stands on a square. It is comparable.
type Piece struct {
	Color rules.Color
	// Letter is that of its Kind.
	Letter string
	// Promoted says that it was a pawn, and becomes one again when captured.
	Promoted bool
}

// A Position is a position of one game. It never changes.
type Position interface {
	// Rules returns the game.
	Rules() Rules
	// Side returns the side to move.
	Side() rules.Color
	// At returns what stands on a square; ok is false if it is empty or missing.
	At(s Square) (p Piece, ok bool)
	// Hand returns what a side holds in hand, letters of kinds with counts, in the
	// order in which FENs write them.
	Hand(c rules.Color) []InHand
	// Turn returns the number of the turn and the moves left in it, 0 and 0
	// where every turn is one move.
	Turn() (number, left uint64)
	// Checks returns how many checks a side has given, and how many win; 0 and 0
	// where they do not count.
	Checks(c rules.Color) (given, win int)
	// Halfmove and Fullmove return the clocks of the FEN.
	Halfmove() int
	Fullmove() int
	// FEN returns the position as text.
	FEN() string
	// Key is the same for positions that are the same for repetition; those of
	// other positions differ, except with a probability of 2^-64.
	Key() uint64

	// Moves returns the legal moves, in a fixed order.
	Moves() []Move
	// Play returns the position after a legal move. Any other panics or leads to
	// nonsense.
	Play(m Move) Position
	// Outcome returns how the game has ended, judged by the position alone: without
	// repetition.
	Outcome() rules.Outcome
	// Royals returns the squares of the side's pieces that may not be left
	// attacked. Where only not all of them may be, they are royal while all are.
	Royals(c rules.Color) []Square
	// Attackers returns the pieces of a side that attack a square in the sense of
	// the rules of check.
	Attackers(s Square, by rules.Color) []Square
	// Captured returns the square that a move captures on; ok is false if it
	// captures nothing.
	Captured(m Move) (s Square, ok bool)

	// UCI writes a legal move, SAN in the algebraic notation of PGN.
	UCI(m Move) string
	SAN(m Move) string
	// ParseMove reads a legal move in UCI notation, ParseSAN in algebraic
	// notation. Their errors are one line: what is wrong, or why it is not legal.
	ParseMove(text string) (Move, error)
	ParseSAN(text string) (Move, error)

	// Perft counts the sequences of legal moves of a length, 1 for length 0. When
	// the context ends it returns early with its error.
	Perft(ctx context.Context, depth int) (uint64, error)
}

// A Walled is a Position that may have walls that come and go, besides the squares
// that the board lacks from the start.
type Walled interface {
	Position
	// Walls returns the squares with walls; ok is false if the game puts none.
	Walls() (squares []Square, ok bool)
}

// Walls returns the squares of a position that hold walls; ok is false if its game
// puts none on the board.
func Walls(pos Position) (squares []Square, ok bool) {
	if w, is := pos.(Walled); is {
		return w.Walls()
	}
	return nil, false
}

// A Castler is a Position of a game in which kings may castle.
type Castler interface {
	Position
	// CastlingRook returns the square of the rook with which a legal move castles; ok
	// is false if it does not castle.
	CastlingRook(m Move) (rook Square, ok bool)
}

// CastlingRook returns the square of the rook with which a legal move castles; ok
// is false if it does not castle.
func CastlingRook(pos Position, m Move) (rook Square, ok bool) {
	if c, is := pos.(Castler); is {
		return c.CastlingRook(m)
	}
	return 0, false
}

// A Repeater is a Position of a game that may have rules of its own for repetition.
type Repeater interface {
	Position
	// Repeated returns how the game has ended because the position has occurred
	// before; own is false if the game has no rules of its own for that. The positions
	// are those since the game began, this one the last, and each move leads from one
	// to the next.
	Repeated(positions []Position, moves []Move) (o rules.Outcome, own bool)
}

// A Move is a single move of one position, packed by its machine. Two moves of
// a position are the same if and only if they are equal; it means nothing without
// the position. The zero value is no move.
type Move uint64

// NoMove is not a move.
const NoMove Move = 0

// InHand is a kind of piece in hand and how many there are.
type InHand struct {
	Letter string
	Count  int
}

// A Searcher finds moves in positions of one game. It searches one at a time.
type Searcher interface {
	// Search returns the best move of the record's position under the limits. It
	// calls report, if not nil, whenever it knows more, from this goroutine. When
	// ctx ends it returns within milliseconds with the best so far.
	Search(ctx context.Context, r *Record, l Limits, report func(Info)) Result
	// Clear forgets what was learned, for a new game.
	Clear()
}

// MaxLevel is the level at which a Searcher plays as well as it can.
const MaxLevel = 20

// Limits bound a search. The zero value sets none but the context's.
type Limits struct {
	Depth    int           // plies, 0 for no limit
	Nodes    uint64        // positions visited, 0 for no limit
	Mate     int           // find a win in that many moves (turns), or prove that there is none; 0 for an ordinary search
	MoveTime time.Duration // 0 for no limit; less is as little as possible
	// Clock says that Time, Increment and MovesToGo hold the state of the
	// clocks, by colour. They may be zero or negative.
	Clock           bool
	Time, Increment [2]time.Duration
	MovesToGo       int // moves to the next time control, 0 for none
	// Infinite searches until the context ends; Ponder does so, too, until the
	// Searcher is told that the move was played: then the other limits apply.
	Infinite, Ponder bool
	SearchMoves      []Move // the root moves to consider, empty for all
	// WholeTurn asks for all moves of a turn, not only for the next.
	WholeTurn bool
	// Level is how well to play, 1 (worst) to MaxLevel, which is full strength; 0
	// stands for the Searcher's own option, by default MaxLevel.
	Level int
	// Lines is how many best lines to report; 0 stands for the Searcher's own
	// option, by default 1.
	Lines int
}

// An Info is what a search knows so far.
type Info struct {
	Depth, SelDepth int // plies: completed, and deepest reached; 0 if unknown
	Line            int // number of the line, from 1
	// Score is in centipawns for the side to move. Mate says that it wins or loses
	// by force instead, in MateIn moves (turns): negative when it loses, 0 when it
	// has lost. Bound says how the score relates to the true one.
	Score, MateIn int
	Mate          bool
	Bound         Bound
	WDL           [3]int // expected wins, draws and losses per mille; all 0 if unknown
	Nodes         uint64
	Time          time.Duration
	HashFull      int    // of the transposition table, per mille; 0 if the search made no reports
	TableHits     uint64 // endgame table hits
	PV            []Move
	// NoMate, if not 0, is the answer to Limits.Mate that there is no win within
	// that many moves (turns). Of the other fields only Nodes and Time are set
	// then.
	NoMate int
}

// A Bound says how a score of an unfinished search relates to the true one.
// The zero value is Exact.
type Bound uint8

// The bounds.
const (
	Exact Bound = iota
	Lower       // the true score is at least this
	Upper       // the true score is at most this
)

// A Result is the outcome of a search: the best move, NoMove if there is none,
// and what is known of it.
type Result struct {
	Best Move
	// Turn is Best and, with Limits.WholeTurn, the moves of the turn that follow.
	Turn []Move
	// Ponder holds the expected reply, a whole turn with Limits.WholeTurn; may be
	// empty.
	Ponder []Move
	Info   Info // the last report of the best line
	// NoMate answers Limits.Mate: there is no win within that many moves (turns).
	NoMate int
}
