package chess

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
	InsufficientMaterial        // no win is possible with what is left
	KingExploded                // a royal king has been blown up
	ThirdCheck                  // a side has given as many checks as win: three
	FifthCheck                  // … five
	LastCheck                   // … another number
	KingOnHill                  // a king has come to the hill
	KingRaced                   // a king has won the race to rank 8
	BothRaced                   // both kings have come there in the same move
	AllLost                     // a side has nothing left
	NoMoves                     // the side to move has no legal move, which decides the game
	GoalReached                 // a side has brought the pieces to its goal that win
	BoardDecided                // what stands on the board, a row or a full board, decides
	Recurrence                  // the same position as often as decides the game, another number of times than three
	PerpetualCheck              // a side has given check with every move of a repetition
	PerpetualChase              // a side has chased the same piece with every move of a repetition
	MoveLimit                   // as many moves without progress as end the game, another number than fifty
	CountedOut                  // a side has counted as many moves as give it a draw
)

var reasonTexts = [...]string{
	"game in progress", "checkmate", "stalemate", "king vanished", "extinction",
	"threefold repetition", "fifty-move rule", "insufficient material",
	"exploded king", "variant end: third check", "variant end: fifth check", "variant end: last check",
	"variant end: king on the hill", "variant end: king on the last rank", "variant end: both kings on the last rank",
	"variant end: all pieces lost", "variant end: no legal move",
	"goal reached", "decided by the board",
	"repetition", "perpetual check", "perpetual chase",
	"moves without progress", "counting rule",
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
	if p.countGenerated() == 0 {
		return p.stuck()
	}
	switch {
	case p.lacksMaterial(), p.rules.horde && p.hordeIsStuck():
		return Outcome{Draw, InsufficientMaterial}
	case p.half >= 100 && !p.rules.pockets:
		return Outcome{Draw, FiftyMoves}
	}
	return Outcome{}
}

// stuck returns the outcome where the side to move has no legal move.
func (p *Position) stuck() Outcome {
	us, them := p.side, p.side.Opponent()
	switch {
	case p.rules.fewerPieces:
		return p.fewerPiecesWin()
	case p.rules.giveAway:
		return Outcome{WinFor(us), NoMoves}
	case p.InCheck():
		return Outcome{WinFor(them), Checkmate}
	}
	return Outcome{Draw, Stalemate}
}

// fewerPiecesWin gives the win to the side with fewer pieces.
func (p *Position) fewerPiecesWin() Outcome {
	switch white, black := p.owned(White), p.owned(Black); {
	case white < black:
		return Outcome{WhiteWins, NoMoves}
	case black < white:
		return Outcome{BlackWins, NoMoves}
	}
	return Outcome{Draw, NoMoves}
}

// owned returns how many pieces a side has, on the board and in hand.
func (p *Position) owned(c Color) int {
	n := popcount(p.colors[c])
	for role := Pawn; role < NumRoles; role++ {
		n += p.hands[c].count(role)
	}
	return n
}

// verdict returns the outcome of a decided position. What ends a game is looked
// at in a fixed order, each for the side that moved first.
func (p *Position) verdict() Outcome {
	r, mover := p.rules, p.lastMover()
	other := mover.Opponent()
	switch white, black := p.lostKing(White), p.lostKing(Black); {
	case white && black:
		return Outcome{Draw, p.whyKingLost(other)}
	case white:
		return Outcome{BlackWins, p.whyKingLost(White)}
	case black:
		return Outcome{WhiteWins, p.whyKingLost(Black)}
	}
	for _, c := range [2]Color{mover, other} {
		if r.checkLimit != 0 && p.checks[c] >= r.checkLimit {
			return Outcome{WinFor(c), r.lastCheck()}
		}
	}
	for _, c := range [2]Color{mover, other} {
		if p.kings&p.colors[c]&r.hill != 0 {
			return Outcome{WinFor(c), KingOnHill}
		}
	}
	if r.race && p.raceIsOver() {
		return p.raceVerdict()
	}
	for _, c := range [2]Color{other, mover} { // the mover wins whatever it has lost itself
		if p.extinct(c) {
			return Outcome{WinFor(c.Opponent()), Extinct}
		}
	}
	for _, c := range [2]Color{mover, other} {
		if p.bare(c) && r.giveAway {
			return Outcome{WinFor(c), AllLost}
		}
	}
	return Outcome{WinFor(Black), AllLost} // of the horde nothing is left
}

// whyKingLost says what became of the king of a side.
func (p *Position) whyKingLost(c Color) Reason {
	r := p.rules
	if !r.explode || r.holes != 0 && c == p.lastMover() {
		return KingVanished // a king goes into a hole by its own move
	}
	return KingExploded
}

// lastCheck is the reason of a game won by checks.
func (r *Ruleset) lastCheck() Reason {
	switch r.checkLimit {
	case 3:
		return ThirdCheck
	case 5:
		return FifthCheck
	}
	return LastCheck
}

// raceVerdict returns the outcome of a race that is over.
func (p *Position) raceVerdict() Outcome {
	switch arrived := p.kings & goalRank; {
	case arrived&p.colors[White] == 0:
		return Outcome{BlackWins, KingRaced}
	case arrived&p.colors[Black] == 0:
		return Outcome{WhiteWins, KingRaced}
	}
	return Outcome{Draw, BothRaced}
}

// lastMover returns the side that made the last move: the one that is not to
// move, unless its turn goes on.
func (p *Position) lastMover() Color {
	if p.turnHasBegun() {
		return p.side
	}
	return p.side.Opponent()
}
