package rules

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

// WinFor returns the result that is a win for a side.
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
	FiftyMoves                  // the halfmove clock has reached 100
	InsufficientMaterial        // no win is possible with what is left
	KingExploded                // a royal king has been blown up
	ThirdCheck                  // a side has given enough checks to win: three
	FifthCheck                  // … five
	LastCheck                   // … another number
	KingOnHill                  // a king has reached the hill
	KingRaced                   // a king has won the race to rank 8
	BothRaced                   // both kings have reached it in the same move
	AllLost                     // a side has nothing left
	NoMoves                     // the side to move has no legal move, which decides the game
	GoalReached                 // a side has brought enough pieces to its goal
	BoardDecided                // the board itself decides: a row, or a full board
	Recurrence                  // the same position as often as the game requires, if not three times
	PerpetualCheck              // a side has given check with every move of a repetition
	PerpetualChase              // a side has chased the same piece with every move of a repetition
	MoveLimit                   // as many moves without progress as the game allows, if not fifty
	CountedOut                  // a side has counted enough moves for a draw
)

var reasonTexts = [...]string{
	"game in progress", "checkmate", "stalemate", "king vanished", "extinction",
	"threefold repetition", "fifty-move rule", "insufficient material",
	"exploded king", "third check", "fifth check", "last check",
	"king on the hill", "king on the last rank", "both kings on the last rank",
	"all pieces lost", "no legal move",
	"goal reached", "decided by the board",
	"repetition", "perpetual check", "perpetual chase",
	"moves without progress", "counting rule",
}

// String returns the reason in words: "checkmate", "fifty-move rule", ….
func (r Reason) String() string {
	if int(r) >= len(reasonTexts) {
		return "unknown reason"
	}
	return reasonTexts[r]
}

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
