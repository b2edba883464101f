package match

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Termination states how a game ended, in the words of PGN.
type Termination string

// The terminations.
const (
	Normal      Termination = "normal"           // by the rules of the game
	TimeForfeit Termination = "time forfeit"     // an engine overstepped its time
	Infraction  Termination = "rules infraction" // an engine made an illegal move
	Abandoned   Termination = "abandoned"        // an engine crashed, fell silent, …
	Adjudicated Termination = "adjudication"     // the referee's decision
)

// A Record is a finished game as it is kept on disk.
type Record struct {
	Game    int    // number in the schedule, from 0
	Round   int    // of the opening, from 0
	Variant string // its name
	White   int    // index of the engine
	Black   int
	Names   [2]string // of the engines
	Start   string    `json:",omitempty"` // FEN; empty for the start position of the variant
	Opening []string  `json:",omitempty"` // single moves of the opening, not chosen by the engines
	Moves   []Ply     // by the engines
	Result  string    // as in PGN; "*" for a game without a result
	// Termination is the way the game ended, Reason why.
	Termination Termination
	Reason      string
	Trouble     *Trouble `json:",omitempty"` // what an engine did wrong
	Began       time.Time
	Seconds     float64
	Controls    [2]string // time controls, at the Pace
	Pace        *Pace     `json:",omitempty"` // of the clocks, nil if they ran as the match specifies
	Worker      string    `json:",omitempty"` // who played it, in a cluster
}

// A Ply is one answer of an engine: a move, or the moves of a Fibonacci turn,
// joined by '/'.
type Ply struct {
	Move   string
	Black  bool   `json:",omitempty"` // Black made it
	Micros int64  // microseconds it took
	Clock  *int64 `json:",omitempty"` // milliseconds left after it; nil without a clock
	Depth  int    `json:",omitempty"`
	Score  string `json:",omitempty"` // as in "+0.34" or "#3"
	Nodes  uint64 `json:",omitempty"`
}

// Trouble describes a fault of an engine, with the details needed to investigate
// it.
type Trouble struct {
	Engine  string   `json:"engine"`         // its name
	Command string   `json:"command"`        // with which it was started
	What    string   `json:"what"`           // one line, with the exit status if the engine ended
	Last    []string `json:"last,omitempty"` // its last lines of output
}

// SingleMoves returns the number of single moves of the game, including the
// opening.
func (r *Record) SingleMoves() int {
	n := len(r.Opening)
	for _, ply := range r.Moves {
		n += 1 + strings.Count(ply.Move, "/")
	}
	return n
}

// mover returns the engine that gave an answer.
func (r *Record) mover(ply int) int {
	if r.Moves[ply].Black {
		return r.Black
	}
	return r.White
}

// printable prepares the texts of a record for reports.
func (r *Record) printable() {
	r.Reason = oneLine(r.Reason)
	if t := r.Trouble; t != nil {
		if !slices.Contains(r.Names[:], t.Engine) {
			t.Engine = printable(t.Engine)
		}
		t.Command, t.What = printable(t.Command), oneLine(t.What)
		for i := range t.Last {
			t.Last[i] = lineOf(t.Last[i])
		}
	}
	for i := range r.Moves {
		r.Moves[i].Score = oneLine(r.Moves[i].Score)
	}
}

// check returns an error if the moves or the result of the record violate the
// rules. The game starts from opening.
func (r *Record) check(opening *game.Record) error {
	played := opening.Clone()
	for i := range r.Moves {
		if pos := played.Position(); r.Moves[i].Black != (pos.Side() == rules.Black) {
			return fmt.Errorf("answer %d is not by the side to move", i+1)
		}
		if err := played.PlayTurn(r.Moves[i].Move); err != nil {
			return fmt.Errorf("answer %d: %w", i+1, err)
		}
	}
	outcome := played.Outcome()
	switch known := half(r.Result, 0) >= 0 || r.Result == "*"; {
	case !slices.Contains([]Termination{Normal, TimeForfeit, Infraction, Abandoned, Adjudicated}, r.Termination):
		return fmt.Errorf("%.20q is not a termination", r.Termination)
	case !known:
		return fmt.Errorf("%.20q is not a result", r.Result)
	case outcome.Over() && r.Result != outcome.Result.String() && r.Result != "*":
		return fmt.Errorf("the result is %s, but by the rules it is %v", r.Result, outcome)
	case !outcome.Over() && r.Termination == Normal:
		return fmt.Errorf("the game is recorded as ended by the rules, but it is not over")
	}
	return nil
}
