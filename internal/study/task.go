package study

import (
	"fmt"
	"hash/fnv"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// A player is one side of a game: how many nodes it searches for a move, and whether it
// uses the initial evaluation of the study instead of the fitted one.
type player struct {
	nodes    uint64
	beginner bool
}

// A stage is a series of games that are played for one purpose.
type stage string

const (
	learning stage = "learn"   // to fit the judge to
	proving  stage = "judge"   // the fitted judge against the initial one
	fairness stage = "effort"  // both sides search equally; a number follows
	contest  stage = "contest" // of a changed game
	doubling stage = "double"  // one side searches twice as many nodes; a number follows
	atOdds   stage = "odds"    // sides lack pieces, which follow
)

// numbered returns a stage of several, such as "effort 4".
func (s stage) numbered(n uint64) stage { return stage(fmt.Sprintf("%s %d", s, n)) }

// A task is a game to be played. Its result depends only on the task, the game and the
// seed.
type task struct {
	stage  stage
	number int // from 0
	// opening is the number of the opening: games with the same number have the same
	// one.
	opening int
	players [2]player // White's and Black's
	from    string    // FEN before the opening, "" for the game's own start
}

// key identifies the task within the study.
func (t task) key() string { return fmt.Sprintf("%s %d", t.stage, t.number) }

// A Game is a finished game, as it is kept in the ledger.
type Game struct {
	Subject string `json:",omitempty"` // the change of the game that was played, "" for the game itself
	Stage   stage
	Number  int
	Start   string `json:",omitempty"` // FEN if it is not the game's own
	Opening int    // the number of random moves at the start; the others were searched
	Moves   string // in UCI notation, separated by spaces
	// Scores are those of the searches, for White, in centipawns within ±maxScore.
	Scores []int16
	Result rules.Result // Ongoing if it was cut off
	Reason rules.Reason
}

// begin returns the position in which the game began.
func (g *Game) begin(r game.Rules) (game.Position, error) {
	if g.Start == "" {
		return r.Start(), nil
	}
	return r.ParsePosition(g.Start)
}

// record returns the game as a record.
func (g *Game) record(r game.Rules) (*game.Record, error) {
	start, err := g.begin(r)
	if err != nil {
		return nil, err
	}
	record := game.NewRecord(start)
	for text := range strings.FieldsSeq(g.Moves) {
		if err := record.PlayTurn(text); err != nil {
			return nil, err
		}
	}
	return record, nil
}

// maxScore bounds the scores of games; it is also the score of a forced win.
const maxScore = 3000

// points returns White's points: a game that was cut off is a draw.
func (g *Game) points() float64 {
	switch g.Result {
	case rules.WhiteWins:
		return 1
	case rules.BlackWins:
		return 0
	}
	return 0.5
}

// mix returns the seed of a series of random numbers.
func mix(words ...any) uint64 {
	h := fnv.New64a()
	fmt.Fprintln(h, words...)
	return h.Sum64()
}
