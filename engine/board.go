package engine

import (
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/rules"
)

// The search is the same for all games. What it asks of a game is defined here. The answers
// come from package chess, with a Position per ply (chessboard.go), or from any other
// machine, with a game.Walker (walkerboard.go).

// noMove is no move; playing it makes a null move.
const noMove game.Code = 0

// A line holds the positions from the root of a tree to one of its nodes, by ply. Those
// beyond a node are invalid once another move of the node is played, and may be so as soon
// as anything is asked about it.
type line interface {
	// play makes a move of the node at ply, or a null move; the result is the node at
	// ply+1.
	play(ply int, m game.Code)
	// side returns the side to move.
	side(ply int) rules.Color
	// turn returns the number of the turn and the moves left in it, 0 and 0 where every
	// turn is one move; turnLength returns the number of moves of another turn.
	turn(ply int) (number, left uint64)
	turnLength(number uint64) uint64
	// key returns the key of the position, halfmove its halfmove clock, past what else the
	// rest of the game depends on: see game.Walker.
	key(ply int) uint64
	halfmove(ply int) int
	past(ply int) (hash uint64, left int)
	// inCheck reports whether a royal piece of the side to move is attacked.
	inCheck(ply int) bool
	// decided returns how the game has ended by the position alone, regardless of its
	// moves; noMoves returns the result when there are none.
	decided(ply int) (r rules.Result, over bool)
	noMoves(ply int) rules.Result
	// repeated returns the result of a repetition of the position, in games that have rules
	// of their own for that.
	repeated(ply int) (r rules.Result, over bool)
	// moves appends the legal moves; countMoves counts them.
	moves(ply int, dst []game.Code) []game.Code
	countMoves(ply int) int
	// captures reports whether a move captures; it may also return true for a promotion.
	captures(m game.Code) bool
	// move returns a move of the node as a move of package game.
	move(ply int, m game.Code) game.Move
	// expand returns the legal move of which the table holds a part (see shorten), or
	// noMove if there is none.
	expand(ply int, part game.Code) game.Code
}

// A board is a line that a searcher follows, with what guides it: what positions are worth,
// and which moves to try first.
type board interface {
	line
	// state returns what a frame holds of the position; advance is play, and returns the
	// resulting state and the pieceTo of the move, 0 for a null move.
	state(ply int) state
	advance(ply int, m game.Code) (next state, pieceTo int)
	// mustCapture reports whether captures are compulsory and there is one.
	mustCapture(ply int) bool
	// checksLeft returns how many more checks the side not to move needs to win; called
	// only if traits.checksCount is set.
	checksLeft(ply int) int
	// winsAtOnce looks for a win within the turn by moves other than captures, or by the
	// capture of a last piece, leaves the line in the frame, and returns its score; called
	// only if traits.winsAtOnce is set. With search set it may take some time.
	winsAtOnce(ply int, search bool) (Score, bool)
	// sameAsTried reports whether a move has the same effect as one already tried; called
	// only if traits.holes is set.
	sameAsTried(ply int, m game.Code) bool
	// mayPass reports whether a null move is meaningful at the node: whether having to move
	// seldom hurts.
	mayPass(ply int) bool

	// evaluate returns the static value for the side to move.
	evaluate(ply int) Score
	// gain estimates what a move wins at once: what it captures and what a pawn becomes.
	gain(ply int, m game.Code) int32
	// thin reports whether the side not to move has so few pieces that with one fewer it
	// may have too little to win.
	thin(ply int) bool
	// seeLoses is static exchange evaluation: it reports whether a move with a gain gives
	// up more than edge in the captures that follow on its destination.
	seeLoses(ply int, m game.Code, gain, edge int32) bool
	// threatens reports whether a move attacks the enemy king with the piece that it
	// moves, or the last piece of a type where its loss loses the game, or offers a piece
	// to an enemy who must capture.
	threatens(ply int, m game.Code) bool

	// list puts the legal moves among the moves of the frame, those that capture or promote
	// first, and returns the number of these; noisyOnly leaves out the others.
	list(ply int, noisyOnly bool) (noisy int)
	// rank adds moves, except the frame's first, to the picks of the frame: either those
	// that capture or promote or the others.
	rank(ply int, moves []game.Code)
	// pickChecks adds the quiet moves that give check and lose nothing to the picks; called
	// only if traits.triesChecks is set.
	pickChecks(ply int)
	// quietHistory returns the entry of the butterfly history for a quiet move, and its
	// pieceTo; captureHistory returns the entry of the capture history for any other move.
	quietHistory(ply int, m game.Code) (butterfly *int16, pieceTo int)
	captureHistory(ply int, m game.Code) *int16
}

// A state is what the search asks of a position most often.
type state struct {
	key  uint64      // with the hash of the past
	half int         // the halfmove clock
	side rules.Color // to move
	// inCheck says that the king of the side to move is attacked or, where losing the last
	// piece of a type loses the game, such a piece.
	inCheck bool
}

// traits is what the search knows of a game.
type traits struct {
	game.Traits
	noisy           game.Code // bits of a move of which one is set if it captures or promotes
	quiescenceDepth int       // bounds the plies of captures beyond the last full ply
	pollEvery       uint64    // nodes between two looks at the clock, a power of two
	turns           bool      // a side may move several times in a row
	relocates       bool      // captured pieces are put elsewhere
	besides         game.Code // the bits of a move that say what it does besides: where a captured piece is put, what is gated in, where a wall goes
	holes           bool      // pieces may vanish
	checksCount     bool      // checks win
	winsAtOnce      bool      // a single turn may win: see board.winsAtOnce
	extendsChecks   bool      // check extension
	triesChecks     bool      // quiescence also tries checks
	noMoveWins      bool      // a side without a legal move may have won
}

// A root is a position to be searched.
type root interface {
	// model returns what the search knows of the game, and for games of package chess the
	// numbers for evaluating them.
	model() (traits, *model)
	// line and board each return one that begins here.
	line() line
	board(s *searcher) board
}

// rootOf returns the last position of a record as a root; ok is false if the engine
// does not play the game.
func rootOf(r *game.Record) (at root, ok bool) {
	at, ok = rootAt(r.Position())
	walking, walks := at.(walkerRoot)
	if !walks {
		return at, ok
	}
	w := walking.walker
	if m, ok := w.(game.Rememberer); ok && w.Traits().Recurs {
		positions := make([]game.Position, r.Len()+1)
		for i := range positions {
			positions[i] = r.At(i)
		}
		m.Remember(positions, r.Moves())
	}
	return at, true
}

// rootAt returns a position, regardless of what came before, as a root; ok is false if the
// engine does not play the game.
func rootAt(p game.Position) (at root, ok bool) {
	if pos, fast := fast.Position(p); fast {
		return chessRoot{pos}, true
	}
	if pos, ok := p.(game.Walkable); ok {
		return walkerRoot{pos.Walk()}, true
	}
	return nil, false
}

// movesOf returns a line of moves from the root as moves of package game.
func movesOf(l line, codes []game.Code) []game.Move {
	moves := make([]game.Move, 0, len(codes))
	for ply, m := range codes {
		moves = append(moves, l.move(ply, m))
		l.play(ply, m)
	}
	return moves
}
