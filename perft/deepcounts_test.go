package perft_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/perft"
	"github.com/heterodox-chess/heterodox/variants"
)

// A deepCount is a line of testdata/deep/GAME.jsonl.
type deepCount struct {
	Variant, FEN string
	Depth        int
	Nodes        *big.Int
	Passes       int
	Moves        []struct {
		Move  string
		Nodes *big.Int
	}
}

// TestDeepCounts checks the counts that took hours: their sums are right, their first
// moves are the legal ones, the smaller counts are repeated with a count for each
// first move, and they are all in docs/counts.md.
func TestDeepCounts(t *testing.T) {
	names, err := filepath.Glob("testdata/deep/*.jsonl")
	if err != nil || len(names) < 8 {
		t.Fatalf("%v, only %d files", err, len(names))
	}
	page := must.Get(t, os.ReadFile, "../docs/counts.md")
	told := strings.ReplaceAll(string(page), ",", "")
	most := big.NewInt(50_000_000)
	if testing.Short() {
		most.SetInt64(10_000_000)
	} else if os.Getenv("HETERODOX_DEEP") != "" {
		most.SetInt64(1_200_000_000)
	}
	for _, name := range names {
		text := must.Get(t, os.ReadFile, name)
		recounted := 0
		for in := json.NewDecoder(bytes.NewReader(text)); ; {
			var c deepCount
			if err := in.Decode(&c); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if c.Variant+".jsonl" != filepath.Base(name) || c.Passes < 2 || !strings.Contains(told, "**"+c.Nodes.String()+"**") {
				t.Errorf("%s, depth %d: counted %d times, or not in docs/counts.md", name, c.Depth, c.Passes)
			}
			recounted += c.check(t, c.Nodes.Cmp(most) <= 0)
		}
		if recounted == 0 && !testing.Short() {
			t.Errorf("%s: no depth has been counted again", name)
		}
	}
}

// check compares a count with the rules and, if again is true, counts again; it
// returns the number of counts repeated.
func (c *deepCount) check(t *testing.T, again bool) int {
	rules := must.Get(t, variants.Compile, c.Variant)
	start := rules.Start()
	legal := start.Moves(nil)
	if start.FEN() != c.FEN || len(legal) != len(c.Moves) {
		t.Fatalf("%s: %d moves from %s, want %d from %s", c.Variant, len(c.Moves), c.FEN, len(legal), start.FEN())
	}
	sum := new(big.Int)
	for i, m := range c.Moves {
		sum.Add(sum, m.Nodes)
		if start.UCI(legal[i]) != m.Move {
			t.Errorf("%s: first move %d is %s, not %s", c.Variant, i+1, start.UCI(legal[i]), m.Move)
		}
	}
	if sum.Cmp(c.Nodes) != 0 {
		t.Errorf("%s, depth %d: the first moves add up to %d, not %d", c.Variant, c.Depth, sum, c.Nodes)
	}
	if !again {
		return 0
	}
	counted, err := perft.Divide(t.Context(), fast.Wrap(start), c.Depth, perft.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range counted.Moves {
		if !c.Moves[i].Nodes.IsUint64() || c.Moves[i].Nodes.Uint64() != m.Nodes {
			t.Errorf("%s, depth %d: %s is %d, not %d", c.Variant, c.Depth, c.Moves[i].Move, m.Nodes, c.Moves[i].Nodes)
		}
	}
	return 1
}
