package game

import "github.com/heterodox-chess/heterodox/rules"

// A Walker is a position on which a search plays and undoes moves: what it needs
// from a machine whose positions are more than values to copy. The engine searches
// the games of package chess with chess.Position, all others with a Walker. It is
// not safe for concurrent use.
//
// Values are centipawns: a pawn is worth about 100.
type Walker interface {
	// Clone returns a walker at the same position; it cannot undo the moves before.
	Clone() Walker
	// Traits says what kind of game it is; the same for all its positions.
	Traits() Traits

	// Side returns the side to move, Key the hash key, which is the Key of the
	// Position.
	Side() rules.Color
	Key() uint64
	// Turn returns the number of the turn and the moves left in it, 0 and 0 where every
	// turn is one move; TurnLength the number of moves of any turn.
	Turn() (number, left uint64)
	TurnLength(number uint64) uint64
	// Halfmove returns the plies since the last irreversible move.
	Halfmove() int
	// Past returns what the rest of the game depends on besides Key and Halfmove, a pass just
	// made for example: a hash, 0 where there is nothing, and after how many plies a count of
	// moves ends the game, math.MaxInt if none runs.
	Past() (hash uint64, left int)
	// Verdict returns how the game has ended by the position alone, whatever moves
	// there are; over is false if it has not.
	Verdict() (r rules.Result, over bool)
	// NoMoves returns the result for a side to move that has no legal move; it must have
	// none.
	NoMoves() rules.Result
	// InCheck reports whether a royal piece of the side to move is attacked.
	InCheck() bool
	// MayPass reports whether a null move makes sense here: whether zugzwang is
	// unlikely.
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
	// Gain returns what a legal move wins at once, by capture and promotion.
	Gain(m Code) int
	// Worth returns the value of the piece that a legal move moves.
	Worth(m Code) int
	// Quiets appends what a search wants to know of legal quiet moves, in their order.
	Quiets(moves []Code, dst []Quiet) []Quiet
	// Threatens reports whether a legal quiet move gives check, or may be treated
	// as if it did.
	Threatens(m Code) bool
	// Exchange begins a static exchange evaluation on the destination of a legal
	// move, starting with that move: it returns the value of what stands there then.
	// Recapture lets the least valuable piece of a side capture there next, and
	// returns its value; ok is false if the side has none. last says that it is
	// royal, and so may not capture what can be recaptured. The position is left
	// unchanged.
	Exchange(m Code) (standing int)
	Recapture(c rules.Color) (value int, last, ok bool)

	// PieceTo returns a number below PieceTos for the piece and destination of a
	// move, FromTo one below FromTos for its origin and destination, whatever the
	// board; Victim one below Victims for what a legal move captures. Different moves
	// may share a number.
	PieceTo(m Code) int
	FromTo(m Code) int
	Victim(m Code) int
}

// A Code is a move as a search stores it: packed by the machine, without what stands on
// the board, so that it can be recognised and tried in other positions, too. 0 is no
// move. A Walker's codes may have the bit NoisyCode, and take no more than 30 bits
// unless Traits.Long says so.
type Code uint64

// NoisyCode marks the codes of a Walker's moves that capture or promote; in a game in
// which every move captures it marks none.
const NoisyCode Code = 1 << 29

// A Quiet says what decides when a quiet move is tried.
type Quiet struct {
	PieceTo, FromTo uint16 // see Walker
	Rise            int16  // how much better the new square is
	Threatens       bool   // see Walker
}

// BesidesShift is the position of the bits of a Walker's codes that say what else a move does:
// where a captured piece is put, what is gated in, where a wall goes.
const BesidesShift = 30

// Besides returns a number below MostBesides for what else the move of a code does, whatever
// the board; different codes may share one.
func (c Code) Besides() int { return int(c >> (BesidesShift + 7) & (MostBesides - 1)) }

// The bounds of the numbers that a Walker gives to moves.
const (
	PieceTos = 512
	FromTos  = 1 << 12
	Victims  = 8

	MostBesides = 256
)

// Traits says what a search must know about a Walker's game.
type Traits struct {
	// Clock is the number of plies without an irreversible move that make a draw, 0
	// for no limit.
	Clock int
	// Returns says that captured pieces come back, so that a position may
	// recur in spite of what Halfmove says.
	Returns bool
	// Forced says that captures are compulsory: a side that must capture cannot
	// stand pat.
	Forced bool
	// Exchanges says that captures on one square mean what they do in chess, so that
	// static exchange evaluation applies.
	Exchanges bool
	// Mates says that games are won by checkmate and by no other move, so that a
	// winning move gives check.
	Mates bool
	// Stalemates says that having no legal move may lose even when not in check.
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
	// Counts says that moves are counted: see Walker.Past.
	Counts bool
	// WinsAtOnce says that a single move may win in a way that a Winner foresees, and the
	// Walker is one.
	WinsAtOnce bool
}

// A Winner is a Walker of a game that a side wins by a number of checks, by reaching a goal,
// by leaving the other without a move or the last piece of a type, by a row of pieces, or by
// a pass.
type Winner interface {
	Walker
	// WinningMove returns a move that wins so; ok is false if there is none, but
	// discovered checks and captures en passant may be missed. It costs as much as Moves
	// where one is possible.
	WinningMove() (m Code, ok bool)
}

// A Rememberer is a Walker of a game that may have rules of its own for repetition.
type Rememberer interface {
	Walker
	// Remember passes the positions and moves that led to its own position, which is
	// the last of them: see Repeater. It is called before anything is played.
	Remember(positions []Position, moves []Move)
	// Repeated returns the result if the position has occurred before; over is false if
	// the game goes on. Beyond the positions remembered one earlier occurrence is
	// enough, unless a side would lose by it. It need be called only where
	// Traits.Recurs is set.
	Repeated() (r rules.Result, over bool)
}

// Walkable is a Position that provides a Walker, which starts there.
type Walkable interface {
	Position
	Walk() Walker
}
