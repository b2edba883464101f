package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/opening"
	"github.com/heterodox-chess/heterodox/rules"
)

// A rival is another program that knows rules. Its errors are about the program, not about the
// rules.
type rival interface {
	name() string
	// games returns the names of the games that it plays by the same rules, as variants.Open
	// knows them.
	games() []string
	// begin sets up a game.
	begin(name string, start game.Position) error
	// look returns the position, push makes a move in it.
	look() (view, error)
	push(uci string) error
	close()
}

// A view is what a rival sees of a position.
type view struct {
	moves map[string]string // the legal moves in UCI notation, with their SAN, or ""
	fen   string
	end   end
	// otherClock says that it counts the moves without progress differently.
	otherClock bool
}

// An end is how a game ends by the position alone, as far as a rival says.
type end string

const (
	notTold end = ""
	ongoing end = "goes on"
	drawn   end = "drawn"
	decided end = "decided" // it does not say for whom
	white   end = "1-0"
	black   end = "0-1"
)

// walked counts what was compared.
type walked struct{ plies, moves, differences int }

func (w *walked) add(o walked) {
	w.plies += o.plies
	w.moves += o.moves
	w.differences += o.differences
}

// walkGame plays a random game, and compares the two programs at every ply. It passes
// differences to say, and stops at the first ply that has any.
func walkGame(r rival, name string, ruleset game.Rules, random *rand.Rand, plies int, say func(string)) (w walked, err error) {
	pos := opening.Start(ruleset, random)
	if err := r.begin(name, pos); err != nil {
		return w, err
	}
	var line []string
	for range plies {
		v, err := r.look()
		if err != nil {
			return w, fmt.Errorf("%s: %w", pos.FEN(), err)
		}
		moves := pos.Moves()
		w.plies++
		w.moves += len(moves)
		if differences := compare(pos, moves, v); len(differences) > 0 {
			w.differences += len(differences)
			say(fmt.Sprintf("%s differs after %s\n  ours    %s\n  theirs  %s\n  %s",
				name, strings.Join(append([]string{"the start"}, line...), " "), pos.FEN(), v.fen, strings.Join(differences, "\n  ")))
			return w, nil
		}
		if len(moves) == 0 {
			return w, nil
		}
		m := moves[random.IntN(len(moves))]
		line = append(line, pos.UCI(m))
		if err := r.push(pos.UCI(m)); err != nil {
			return w, err
		}
		pos = pos.Play(m)
	}
	return w, nil
}

// compare describes what a rival sees differently.
func compare(pos game.Position, moves []game.Move, v view) (differences []string) {
	differ := func(format string, args ...any) { differences = append(differences, fmt.Sprintf(format, args...)) }
	ours := map[string]bool{}
	for _, m := range moves {
		uci := pos.UCI(m)
		ours[uci] = true
		theirs, ok := v.moves[uci]
		switch san := pos.SAN(m); {
		case !ok:
			differ("only ours: %s", uci)
		case theirs != "" && theirs != san:
			differ("%s is %s in SAN, theirs %s", uci, san, theirs)
		case theirs != "":
			if got, err := pos.ParseSAN(theirs); err != nil || got != m {
				differ("their SAN %s for %s is not read as that move: %v", theirs, uci, err)
			}
		}
	}
	for _, uci := range slices.Sorted(maps.Keys(v.moves)) {
		if !ours[uci] {
			differ("only theirs: %s", uci)
		}
	}
	// FENs can write hands, checks and en passant squares where no pawn can capture in several
	// ways: theirs must be read as our position.
	if theirs, err := pos.Rules().ParsePosition(v.fen); err != nil {
		differ("their FEN is rejected: %v", err)
	} else if fen := theirs.FEN(); fen != pos.FEN() && !(v.otherClock && withoutClock(fen) == withoutClock(pos.FEN())) {
		differ("their FEN is read as %s", theirs.FEN())
	}
	if o := pos.Outcome(); !agrees(v.end, o) {
		differ("ours: %s, theirs: %s", o, v.end)
	}
	return differences
}

// withoutClock returns a FEN without its fifth field.
func withoutClock(fen string) string {
	fields := strings.Fields(fen)
	if len(fields) > 4 {
		fields[4] = ""
	}
	return strings.Join(fields, " ")
}

// agrees reports whether a rival ends a game as we do.
func agrees(e end, o rules.Outcome) bool {
	switch e {
	case notTold:
		return true
	case ongoing:
		return !o.Over()
	case drawn:
		return o.Result == rules.Draw
	case decided:
		return o.Result == rules.WhiteWins || o.Result == rules.BlackWins
	}
	return o.Result.String() == string(e)
}
