// Package must gets what tests need, or ends them.
package must

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
)

// Get returns what a function makes of its argument, such as a position of a FEN or the bytes
// of the file of a name. An error ends the test.
func Get[A, B any](t testing.TB, get func(A) (B, error), of A) B {
	t.Helper()
	value, err := get(of)
	if err != nil {
		t.Fatalf("%.300s: %v", fmt.Sprint(of), err)
	}
	return value
}

// Position returns a position of a game, its start if the FEN is empty.
func Position(t testing.TB, rules game.Rules, fen string) game.Position {
	t.Helper()
	if fen == "" {
		return rules.Start()
	}
	return Get(t, rules.ParsePosition, fen)
}

// Play returns the record of turns, in UCI notation or in SAN, that are played from a position.
func Play(t testing.TB, from game.Position, turns string) *game.Record {
	t.Helper()
	record := game.NewRecord(from)
	Continue(t, record, turns)
	return record
}

// Continue plays further turns of a record.
func Continue(t testing.TB, record *game.Record, turns string) {
	t.Helper()
	for turn := range strings.FieldsSeq(turns) {
		if record.PlayTurn(turn) != nil {
			if err := record.PlaySAN(turn); err != nil {
				t.Fatalf("%s of %s: %v, in %s", turn, turns, err, record.Position().FEN())
			}
		}
	}
}
