package chess

import "github.com/heterodox-chess/heterodox/bitboard"

// A Result says who has won. The zero value is Ongoing.
type Result uint8

// The results.
const (
	Ongoing Result = iota
	WhiteWins
	BlackWins
	Draw
)

// String returns the result as in PGN: "*", "1-0", "0-1" or "1/2-1/2".
func (r Result) String() string { return [...]string{"*", "1-0", "0-1", "1/2-1/2"}[r&3] }

// WinFor returns the result with which a side wins.
func WinFor(c Color) Result { return WhiteWins + Result(c&1) }

// A Reason says why a game is over. The zero value is NoReason.
type Reason uint8

// The reasons.
const (
	NoReason             Reason = iota
	Checkmate                   // the side to move is in check and has no legal move
	Stalemate                   // the side to move has no legal move, and is not in check
	KingVanished                // a royal king has gone into a black hole
	Extinct                     // the last piece of some type is gone
	Repetition                  // the same position for the third time
	FiftyMoves                  // the halfmove clock stands at 100
	InsufficientMaterial        // no mate is possible with what is left
)

var reasonTexts = [...]string{
	"game in progress", "checkmate", "stalemate", "king vanished", "extinction",
	"threefold repetition", "fifty-move rule", "insufficient material",
}

// String returns the reason in words: "checkmate", "fifty-move rule", ….
func (r Reason) String() string { return reasonTexts[r] }

// An Outcome is a result and its reason. The zero value is a game in progress.
type Outcome struct {
	Result Result
	Reason Reason
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Result != Ongoing }

// String returns both: "1-0 (checkmate)", and "*" for a game in progress.
func (o Outcome) String() string {
	if !o.Over() {
		return o.Result.String()
	}
	return o.Result.String() + " (" + o.Reason.String() + ")"
}

// Outcome returns how the game has ended, judged by the position alone: all
// but repetition, which a Game knows. What decides the game comes first, then
// the lack of a legal move, then the draws.
func (p *Position) Outcome() Outcome {
	if p.decided() {
		return p.verdict()
	}
	stuck := p.CountMoves() == 0
	switch {
	case stuck && p.InCheck():
		return Outcome{WinFor(p.side.Opponent()), Checkmate}
	case stuck:
		return Outcome{Draw, Stalemate}
	case p.rules.orthodoxMaterial() && p.lacksMaterial():
		return Outcome{Draw, InsufficientMaterial}
	case p.half >= 100:
		return Outcome{Draw, FiftyMoves}
	}
	return Outcome{}
}

// verdict returns the outcome of a decided position.
func (p *Position) verdict() Outcome {
	if p.rules.extinction {
		// The mover wins whatever it has lost itself.
		mover := p.lastMover()
		if p.extinct(mover.Opponent()) {
			return Outcome{WinFor(mover), Extinct}
		}
		return Outcome{WinFor(mover.Opponent()), Extinct}
	}
	switch {
	case !p.kingless(White):
		return Outcome{WhiteWins, KingVanished}
	case !p.kingless(Black):
		return Outcome{BlackWins, KingVanished}
	}
	return Outcome{Draw, KingVanished}
}

// lastMover returns the side that made the last move: the one that is not to
// move, unless a Fibonacci turn goes on.
func (p *Position) lastMover() Color {
	if p.rules.fibonacci && p.left < turnLength(p.turn) {
		return p.side
	}
	return p.side.Opponent()
}

// lacksMaterial reports whether no sequence of orthodox moves can mate: bare
// kings, one knight, or bishops that all stand on squares of one colour.
func (p *Position) lacksMaterial() bool {
	if p.pawns|p.straights != 0 {
		return false
	}
	bishops := p.diagonals
	if p.knights != 0 {
		return bishops == 0 && !p.knights.Several()
	}
	return bishops&bitboard.DarkSquares == 0 || bishops&bitboard.LightSquares == 0
}
