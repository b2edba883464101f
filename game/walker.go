package game

import "github.com/heterodox-chess/heterodox/rules"

// A Walker is a position on which a search plays moves and takes them back: what it
// has to know of a machine whose positions are more than values to copy. The engine
// searches the games of package chess by chess.Position, all others by a Walker. It
// is not safe for concurrent use.
//
// Values are centipawns: a pawn is worth about 100.
type Walker interface {
	// Clone returns a walker where this one stands; it cannot go further back.
	Clone() Walker
	// Traits says what kind of game it is; the same for all its positions.
	Traits() Traits

	// Side returns the side to move, Key what tells positions apart, which is the
	// Key of the Position.
	Side() rules.Color
	Key() uint64
	// Turn returns the number of the turn and the moves left in it, 0 and 0 where every
	// turn is one move; TurnLength the moves of another turn.
	Turn() (number, left uint64)
	TurnLength(number uint64) uint64
	// Halfmove returns the plies since the last move that cannot be undone.
	Halfmove() int
	// Verdict returns how the game has ended by the position alone, whatever moves
	// there are; over is false if it has not.
	Verdict() (r rules.Result, over bool)
	// NoMoves returns what it means that the side to move has no legal move; it has none.
	NoMoves() rules.Result
	// InCheck reports whether a royal piece of the side to move is attacked.
	InCheck() bool
	// MayPass reports whether a null move says something here: whether having to
	// move seldom hurts.
	MayPass() bool

	// Moves appends the legal moves, in a fixed order, Noisy those that capture (a
	// promotion may be among them); CountMoves counts them all.
	Moves(dst []Code) []Code
	Noisy(dst []Code) []Code
	CountMoves() int
	// Play plays a legal move, Pass a null move; Undo takes the last of them back.
	Play(m Code)
	Pass()
	Undo()
	// Move and Code translate a legal move of the position.
	Move(m Code) Move
	Code(m Move) Code

	// Evaluate returns the static value for the side to move.
	Evaluate() int
	// Gain returns what a legal move wins at once: what it captures and what
	// a pawn becomes.
	Gain(m Code) int
	// Worth returns the value of the piece that a legal move moves, Rise by how much
	// better it stands afterwards.
	Worth(m Code) int
	Rise(m Code) int
	// Threatens reports whether a legal quiet move gives check, or may be taken for
	// one that does.
	Threatens(m Code) bool
	// Exchange begins a series of captures on the destination of a legal move, which
	// is made: it returns the value of what stands there then. Recapture makes the
	// least valuable piece of a side capture there next, and returns its value; ok is
	// false if the side has none. last says that it is royal, and so may not capture
	// what can be recaptured. The position stays what it was.
	Exchange(m Code) (standing int)
	Recapture(c rules.Color) (value int, last, ok bool)

	// PieceTo returns a number below PieceTos for what moves and where to, FromTo one
	// below FromTos for where from and where to, whatever the board; Victim one below
	// Victims for what a legal move captures. Different moves may share one.
	PieceTo(m Code) int
	FromTo(m Code) int
	Victim(m Code) int
}

// A Code is a move as a search keeps it: all of a move but what stands on the board,
// packed by the machine, so that it can be told apart and tried in other positions,
// too. 0 is no move. A Walker's codes may have the bit NoisyCode, and take no more than
// 30 bits unless Traits.Long says so.
type Code uint64

// NoisyCode marks the codes of a Walker's moves that capture or promote; in a game in
// which every move captures it marks none.
const NoisyCode Code = 1 << 29

// BesidesShift is where those bits of a Walker's codes begin that say what a move does besides:
// where a captured piece is put, what is gated in, where a wall goes.
const BesidesShift = 30

// Besides returns a number below MostBesides for what the move of a code does besides, whatever
// the board; different ones may share one.
func (c Code) Besides() int { return int(c >> (BesidesShift + 7) & (MostBesides - 1)) }

// The bounds of what a Walker says of a move.
const (
	PieceTos = 512
	FromTos  = 1 << 12
	Victims  = 8

	MostBesides = 256
)

// Traits says what a search must know of the game of a Walker.
type Traits struct {
	// Clock is the number of plies without an irreversible move that draw, 0 for none.
	Clock int
	// Returns says that captured pieces come back, so that a position may
	// recur in spite of what Halfmove says.
	Returns bool
	// Forced says that captures are compulsory: a side that must capture finds no
	// rest.
	Forced bool
	// Exchanges says that captures on one square mean what they do in chess, so that
	// a series of them can be judged by itself.
	Exchanges bool
	// Mates says that games are won by checkmate and no other move wins, so that a
	// win comes with a check.
	Mates bool
	// Stalemates says that to have no legal move may lose without a check.
	Stalemates bool
	// Recurs says that the game has rules of its own for repetition, and the Walker
	// is a Rememberer.
	Recurs bool
	// Suicide says that a move may lose the game at once, or that having no move wins.
	Suicide bool
	// Turns says that a side may move several times in a row.
	Turns bool
	// Long says that the codes of moves may take more than 30 bits.
	Long bool
	// Checks says that checks are counted, and the Walker is a CheckCounter.
	Checks bool
}

// A CheckCounter is a Walker of a game that a side wins by giving a number of checks.
type CheckCounter interface {
	Walker
	// WinningCheck returns a move that gives the last check needed; ok is false if there
	// is none, but that a check is discovered need not be seen. It costs as much as Moves.
	WinningCheck() (m Code, ok bool)
}

// A Rememberer is a Walker of a game that may have rules of its own for repetition.
type Rememberer interface {
	Walker
	// Remember tells it the positions and moves that led to where it stands, which is
	// the last of them: see Repeater. It is called before anything is played.
	Remember(positions []Position, moves []Move)
	// Repeated returns what it means that the position has occurred before; over is
	// false if it means nothing. Behind the positions remembered one earlier occurrence
	// will do, unless a side would lose by it. Only Traits.Recurs says whether it
	// need be asked.
	Repeated() (r rules.Result, over bool)
}

// Walkable is a Position that brings a Walker along, which stands there.
type Walkable interface {
	Position
	Walk() Walker
}
