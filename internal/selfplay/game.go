package selfplay

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/rules"
)

// A player is an engine or, in tests, something worse.
type player interface {
	Search(context.Context, *game.Record, game.Limits, func(game.Info)) game.Result
}

// A table holds the state of one game in progress.
type table struct {
	Game
	options   Options
	random    *rand.Rand
	player    player
	record    *game.Record
	reference *general.Reference // the judge; nil if only one machine knows the game
}

// newPlayer returns a new engine for a game.
func newPlayer(o Options) player {
	settings := engine.DefaultOptions()
	settings.HashMB, settings.MoveOverhead = o.HashMB, 0
	return engine.New(settings)
}

// play plays the game of a job. A panic of the player or of the rules ends the game
// and is recorded as a fault.
func play(ctx context.Context, p player, job Job, number int, o Options) (result Game) {
	start := job.Rules.Start()
	t := &table{
		Game:    Game{Job: job, Number: number, Start: start.FEN()},
		options: o,
		random:  rand.New(rand.NewPCG(o.Seed, uint64(number))),
		player:  p,
		record:  game.NewRecord(start),
	}
	defer func() {
		if cause := recover(); cause != nil {
			t.fault("panic", "%v at %s", cause, firstLines(debug.Stack()))
		}
		result = t.Game
	}()
	// Half of the Fibonacci games request whole turns.
	t.options.Limits.WholeTurn = number%2 == 0
	if fast, ok := fast.Position(start); ok {
		var err error
		if t.reference, err = general.NewReference(fast.Rules().Variant()); err != nil {
			t.fault("no judge", "%v", err)
			return t.Game
		}
	}
	t.Alone = t.reference == nil
	t.opening()
	for len(t.Faults) == 0 && ctx.Err() == nil && t.goesOn() {
		t.move(ctx)
	}
	return t.Game
}

// fault records a fault, which ends the game.
func (t *table) fault(kind, format string, args ...any) {
	t.Faults = append(t.Faults, Fault{kind, strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", " ")})
}

// firstLines returns the calls on a stack trace that lead to the panic.
func firstLines(stack []byte) string {
	lines := strings.Split(string(stack), "\n")
	var calls []string
	for _, line := range lines {
		if at, ok := strings.CutPrefix(line, "\t"); ok && strings.Contains(at, "heterodox") {
			calls = append(calls, at[strings.LastIndex(at, "heterodox/")+len("heterodox/"):])
		}
	}
	return strings.Join(calls[:min(len(calls), 6)], " < ")
}

// goesOn records the outcome, and reports whether the game continues.
func (t *table) goesOn() bool {
	t.Outcome = t.record.Outcome()
	return !t.Outcome.Over() && len(t.Moves) < t.options.MaxPlies
}

// opening plays some random moves.
func (t *table) opening() {
	most := t.options.OpeningPlies
	for range most - t.random.IntN(most/2+1) {
		moves := t.legal()
		if len(t.Faults) > 0 || len(moves) == 0 {
			return
		}
		t.play(moves[t.random.IntN(len(moves))])
	}
}

// legal returns the legal moves of the position. It checks that no move is listed
// twice and, if two machines know the game, that they agree.
func (t *table) legal() []game.Move {
	pos := t.record.Position()
	moves := pos.Moves()
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = pos.UCI(m)
	}
	slices.Sort(texts)
	if len(slices.Compact(slices.Clone(texts))) != len(texts) {
		t.fault("wrong moves", "%s lists a move twice", pos.FEN())
	}
	if fast, ok := fast.Position(pos); ok {
		t.compareMoves(fast, texts)
	}
	return moves
}

// compareMoves compares the legal moves, sorted, with those of the general machine and
// with their count.
func (t *table) compareMoves(pos chess.Position, moves []string) {
	at := t.reference.Position(pos.Setup())
	var reference []string
	for _, m := range at.Moves() {
		reference = append(reference, t.reference.UCI(at, m))
	}
	slices.Sort(reference)
	t.Checked += len(moves)
	if !slices.Equal(moves, reference) {
		t.fault("wrong moves", "%s has %d moves, on the general machine %d", pos.FEN(), len(moves), len(reference))
	}
	if n := pos.CountMoves(); n != len(moves) {
		t.fault("wrong count", "%s: CountMoves gives %d, the list has %d", pos.FEN(), n, len(moves))
	}
}

// play plays a legal move. It checks that the SAN reads back as this move and the FEN
// of the new position as that position and, if two machines know the game, that they
// agree.
func (t *table) play(m game.Move) {
	pos := t.record.Position()
	text := pos.UCI(m)
	if !t.record.Play(m) {
		t.fault("illegal move", "%s in %s", text, pos.FEN())
		return
	}
	t.Moves = append(t.Moves, text)
	if san := pos.SAN(m); !reads(pos, san, m) {
		t.fault("wrong SAN", "%s is written as %s in %s", text, san, pos.FEN())
	}
	next := t.record.Position()
	fen := next.FEN()
	if again, err := next.Rules().ParsePosition(fen); err != nil || again.FEN() != fen {
		t.fault("wrong FEN", "after %s in %s: %s does not read back as the same position", text, pos.FEN(), fen)
	}
	if fast, ok := fast.Position(pos); ok {
		t.comparePlay(fast, chess.Move(m), text)
	}
}

// reads reports whether a text in SAN reads as a move.
func reads(pos game.Position, san string, m game.Move) bool {
	got, err := pos.ParseSAN(san)
	return err == nil && got == m
}

// comparePlay compares the current position, the result of a move, with the result of
// the same move on the general machine.
func (t *table) comparePlay(pos chess.Position, m chess.Move, text string) {
	before := pos
	current, _ := fast.Position(t.record.Position())
	next, reference := pos.Play(m), t.referencePlay(pos, text)
	anew, err := pos.Rules().Position(reference)
	switch {
	case next.Setup() != reference || err != nil:
		t.fault("wrong play", "%s leads from %s to %s, on the general machine to %s", text, pos.FEN(), next.FEN(), chess.FormatSetup(reference))
	case next.Key() != anew.Key():
		t.fault("wrong key", "after %s in %s", text, pos.FEN())
	case next != current || pos != before:
		t.fault("wrong play", "%s changes the position %s", text, before.FEN())
	}
}

// referencePlay returns the result of a move on the general machine: the unchanged
// position if it is not legal there.
func (t *table) referencePlay(pos chess.Position, text string) rules.Setup {
	at := t.reference.Position(pos.Setup())
	for _, m := range at.Moves() {
		if t.reference.UCI(at, m) == text {
			at = at.Play(m)
			break
		}
	}
	return t.reference.Setup(at)
}

// move asks the player for its move and plays the answer.
func (t *table) move(ctx context.Context) {
	pos := t.record.Position()
	legal := t.legal()
	if len(t.Faults) > 0 {
		return
	}
	result, ok := t.search(ctx)
	if !ok || ctx.Err() != nil {
		return
	}
	if len(result.Turn) == 0 {
		t.fault("no move", "%d are legal in %s", len(legal), pos.FEN())
		return
	}
	for i, m := range result.Turn {
		if i > 0 {
			if current := t.record.Position(); current.Side() != pos.Side() {
				t.fault("illegal move", "%s continues after the end of the turn", current.UCI(m))
				return
			}
			t.legal()
		}
		if t.play(m); len(t.Faults) > 0 {
			return
		}
	}
}

// search lets the player search under supervision. It returns false if there is no
// result.
func (t *table) search(ctx context.Context) (game.Result, bool) {
	type answer struct {
		result game.Result
		panics any
		stack  []byte
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	answers := make(chan answer, 1)
	go func() {
		var a answer
		defer func() {
			if a.panics = recover(); a.panics != nil {
				a.stack = debug.Stack()
			}
			answers <- a
		}()
		a.result = t.player.Search(ctx, t.record, t.options.Limits, nil)
	}()

	pos, late := t.record.Position(), false
	timer := time.NewTimer(t.options.allowance() + t.options.Patience)
	defer timer.Stop()
	for {
		select {
		case a := <-answers:
			if a.panics != nil {
				t.fault("panic", "%v in %s at %s", a.panics, pos.FEN(), firstLines(a.stack))
			}
			return a.result, len(t.Faults) == 0
		case <-timer.C:
			if late {
				t.fault("hang", "the search of %s does not stop", pos.FEN())
				return game.Result{}, false
			}
			late = true
			t.fault("hang", "the search of %s exceeds its limits by %v", pos.FEN(), t.options.Patience)
			stop()
			timer.Reset(t.options.Patience)
		}
	}
}
