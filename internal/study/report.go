package study

import "github.com/heterodox-chess/heterodox/rules"

// ReportVersion is the version of the format of a Report: it increases when a field
// changes its meaning or is removed. New fields do not change it.
const ReportVersion = 1

// A Report is the result of a study. Shares and scores are from 0 to 1, and White's
// unless a field says otherwise. What the games cannot show is missing.
type Report struct {
	Version int    `json:"version"`
	Game    string `json:"game"`
	Build   string `json:"build,omitempty"`
	Seed    uint64 `json:"seed"`
	Nodes   uint64 `json:"nodes"` // per move, at effort 1
	Plies   int    `json:"plies"` // random single moves of an opening
	Start   string `json:"start"` // FEN
	// Files and Ranks are the size of the board.
	Files int      `json:"files"`
	Ranks int      `json:"ranks"`
	Card  []string `json:"card,omitempty"` // the rules in words
	// Complete reports that all requested games were played; false after an
	// interruption.
	Complete bool `json:"complete"`

	Verdicts []Verdict    `json:"verdicts"`
	Judge    Judge        `json:"judge"`
	Overall  Effort       `json:"overall"` // all efforts together
	Fairness []Effort     `json:"fairness"`
	Trend    *Trend       `json:"trend,omitempty"`
	Ends     []End        `json:"ends"`
	Openings []Opening    `json:"openings,omitempty"`
	Depth    []Rung       `json:"depth,omitempty"`
	Drama    *Drama       `json:"drama,omitempty"`
	Length   Spread       `json:"length"`    // single moves of a game
	Choice   Spread       `json:"branching"` // legal moves of a position
	Pieces   []PieceFound `json:"pieces,omitempty"`
	// UnitWorth is how much one unit of the pieces' values raises the score of a side
	// that is otherwise level.
	UnitWorth float64     `json:"unitWorth,omitempty"`
	Odds      []OddsFound `json:"odds,omitempty"`
	Rules     []RuleFound `json:"rules,omitempty"`
	Special   []Special   `json:"special,omitempty"`
	Proof     *Proof      `json:"proof,omitempty"`
	Remedies  []Candidate `json:"remedies,omitempty"`
	// Yardsticks are well-known games, for comparison.
	Yardsticks []Yardstick `json:"yardsticks,omitempty"`
	// Sample is a game at the highest effort, in SAN.
	Sample []string `json:"sample,omitempty"`
	// Games are the games of the rounds, in the order in which they count.
	Games []Game `json:"-"`
}

// A Verdict is a finding in plain words, with the threshold that was crossed.
type Verdict struct {
	// Kind is one of the kinds in verdict.go.
	Kind      string `json:"kind"`
	Text      string `json:"text"`
	Threshold string `json:"threshold"`
	Fault     bool   `json:"fault"` // of the game
}

// A Judge describes the player of the games.
type Judge struct {
	// Learned reports that its evaluation was fitted to Games of this very game;
	// otherwise it is the one of the program.
	Learned bool `json:"learned"`
	Games   int  `json:"games,omitempty"`
	// Elo is how much stronger the fitted evaluation is than the initial one, over Pairs
	// pairs of games; the fitted one is only used if that is above 0.
	Elo   *Interval `json:"elo,omitempty"`
	Pairs int       `json:"pairs,omitempty"`
	Why   string    `json:"why,omitempty"` // why nothing was learned
}

// Results counts games by result; those that were cut off are draws.
type Results struct {
	White int `json:"white"` // wins
	Draws int `json:"draws"`
	Black int `json:"black"`
}

func (r *Results) add(g *Game) {
	switch g.Result {
	case rules.WhiteWins:
		r.White++
	case rules.BlackWins:
		r.Black++
	default:
		r.Draws++
	}
}

// An Effort summarises the games in which both sides search equally. A game that was
// played twice counts once.
type Effort struct {
	Nodes    uint64 `json:"nodes"`
	Games    int    `json:"games"`
	Repeated int    `json:"repeated"`
	Results
	CutOff    int      `json:"cutOff"` // among the draws: games that did not end
	Score     Interval `json:"score"`
	Decisive  Interval `json:"decisive"`
	Drawn     Interval `json:"drawn"`
	Unending  Interval `json:"unending"`
	Advantage Interval `json:"advantage"` // the favoured side's score above ½, with its interval
}

// A Trend is the change of White's score when the effort is quadrupled.
type Trend struct {
	PerStep Interval `json:"perStep"`
	Words   string   `json:"words"`
}

// An End is a way in which games end, over all efforts.
type End struct {
	Reason string   `json:"reason"`
	Games  int      `json:"games"`
	Share  Interval `json:"share"`
	Results
}

// An Opening is a first turn.
type Opening struct {
	Turn  string  `json:"turn"` // in SAN
	Games int     `json:"games"`
	Raw   float64 `json:"raw"`
	// Score is shrunk towards the mean of all, more so with fewer games.
	Score Interval `json:"score"`
}

// A Rung is a step of the ladder: a side with twice the nodes against one with Nodes.
type Rung struct {
	Nodes uint64   `json:"nodes"` // of the weaker side
	Pairs int      `json:"pairs"`
	Elo   Interval `json:"elo"`
}

// Drama describes how the winning chances changed in the games. A curve fitted to the
// same games converts the scores of the searches to chances.
type Drama struct {
	Games int `json:"games"` // with a winner
	// A and B are the curve: White's expected score is 1/(1+e^−(A+B·score/100)).
	A float64 `json:"a"`
	B float64 `json:"b"`
	// Behind is the later winner's worst chances, averaged.
	Behind Interval `json:"behind"`
	// LeadChanges is the number of lead changes in a game.
	LeadChanges Interval `json:"leadChanges"`
	// Decided is the share of the game after which the winner's chances stay above
	// DecidedAt.
	Decided   Interval `json:"decided"`
	DecidedAt float64  `json:"decidedAt"`
	// Curve is a typical won game: White's chances after each move.
	Curve []float64 `json:"curve,omitempty"`
}

// A PieceFound is a kind of piece and its role in the games.
type PieceFound struct {
	Letter string `json:"letter"`
	Name   string `json:"name"`
	AtHand bool   `json:"atStart"` // it is on the board or in hand at the start
	// Games is the number of games that had it on the board or in hand.
	Games    int      `json:"games"`
	Moved    Interval `json:"moved"`
	Captured Interval `json:"captures"` // it captured something
	Last     Interval `json:"last"`     // it made the last move of a game with a winner
	// First is the number of the full turn in which it was first moved, if it was.
	First Spread `json:"first"`
	// Value is in units of Unit.
	Value *Interval `json:"value,omitempty"`
	Unit  string    `json:"unit,omitempty"`
	// Odds is its value in games at odds.
	Odds *Interval `json:"odds,omitempty"`
}

// An OddsFound is the result of games at odds: one side lacked a piece, the other what
// may be worth as much.
type OddsFound struct {
	Lacks   string   `json:"lacks"`   // the letter of the piece
	Against string   `json:"against"` // the letters of what the other side lacked, "" for nothing
	Games   int      `json:"games"`
	Score   Interval `json:"score"` // of the side that lacked the piece
}

// A RuleFound is a rule of the game, and in how many of the games replayed without it
// the rule made a difference.
type RuleFound struct {
	Name  string `json:"name"`
	Usual bool   `json:"usual"` // orthodox chess has it as well
	Games int    `json:"games"`
	// Touched: it allowed or forbade some move. Used: without it, a move that was played
	// would not have existed, or would have had another effect. Decided: without it the
	// game would not have ended as it did.
	Touched Interval `json:"touched"`
	Used    Interval `json:"used"`
	Decided Interval `json:"decided"`
}

// A Special is a kind of move other than a plain move or capture.
type Special struct {
	Name  string   `json:"name"`
	Games Interval `json:"games"` // the share of games with such a move
	Count int      `json:"count"`
}

// A Proof is the result of the search for a forced win from the start.
type Proof struct {
	Nodes uint64 `json:"nodes"` // the most for each side; an interruption leaves fewer for the second
	// Winner is "white", "black" or "", In the number of moves (turns) to the win.
	Winner string `json:"winner,omitempty"`
	In     int    `json:"in,omitempty"`
	Line   string `json:"line,omitempty"`
	// Refuted is the number of moves (turns) within which White has no forced win.
	Refuted int `json:"refuted"`
}

// A Candidate is a change of the game, or an invented one, and its evaluation.
type Candidate struct {
	Name     string   `json:"name"`
	Text     string   `json:"text"` // a file of variants
	Games    int      `json:"games"`
	Score    Interval `json:"score"`
	Drawn    Interval `json:"drawn"`
	Unending Interval `json:"unending"`
	Length   float64  `json:"length"` // median, in single moves
	// Distance is the distance from an even and decisive game in percentage points: that
	// of White's score from ½, plus half the share of draws above ½, plus half the share
	// of games cut off.
	Distance float64 `json:"distance"`
	Round    int     `json:"round,omitempty"` // of halving: how far it got
}
