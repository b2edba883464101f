// Command counts makes docs/counts.md and the files of perft/testdata/deep from what
// scripts/counts/run has counted:
//
//	go run ./scripts/counts DIR…
//
// What these already contain stays, and has to agree.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	page = "docs/counts.md"
	deep = "perft/testdata/deep"
)

// A count is what `heterodox perft --split --divide --json` prints.
type count struct {
	Variant string   `json:"variant"`
	FEN     string   `json:"fen"`
	Depth   int      `json:"depth"`
	Nodes   *big.Int `json:"nodes"`
	Split   int      `json:"split"`
	Unique  int64    `json:"unique"`
	Passes  int      `json:"passes"`
	Seed    uint64   `json:"seed"`
	Build   string   `json:"build"`
	Slots   float64  `json:"slot_seconds"`
	Moves   []struct {
		Move  string   `json:"move"`
		Nodes *big.Int `json:"nodes"`
	} `json:"moves"`
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "counts:", err)
		os.Exit(1)
	}
}

func run(dirs []string) error {
	counts := map[string]map[int]count{} // by variant and depth
	patterns := []string{filepath.Join(deep, "*.jsonl")}
	for _, dir := range dirs {
		patterns = append(patterns, filepath.Join(dir, "*.json"))
	}
	for _, pattern := range patterns {
		names, err := filepath.Glob(pattern)
		if err != nil {
			return err
		}
		for _, name := range names {
			if err := read(name, counts); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	if len(counts) == 0 {
		return errors.New("there are no counts yet")
	}
	games := slices.Sorted(maps.Keys(counts))
	for _, game := range games {
		var text bytes.Buffer
		out := json.NewEncoder(&text)
		for _, depth := range slices.Sorted(maps.Keys(counts[game])) {
			if err := out.Encode(counts[game][depth]); err != nil {
				return err
			}
		}
		if err := os.WriteFile(filepath.Join(deep, game+".jsonl"), text.Bytes(), 0o666); err != nil {
			return err
		}
	}
	return os.WriteFile(page, document(games, counts), 0o666)
}

// read adds the counts of a file.
func read(name string, counts map[string]map[int]count) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	in := json.NewDecoder(file)
	for {
		var c count
		if err := in.Decode(&c); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if err := c.check(); err != nil {
			return fmt.Errorf("%s, depth %d: %w", c.Variant, c.Depth, err)
		}
		if old, known := counts[c.Variant][c.Depth]; known {
			if old.FEN != c.FEN || fmt.Sprint(old.Moves) != fmt.Sprint(c.Moves) {
				return fmt.Errorf("%s, depth %d: it is %d here, but was %d before", c.Variant, c.Depth, c.Nodes, old.Nodes)
			}
			continue
		}
		if counts[c.Variant] == nil {
			counts[c.Variant] = map[int]count{}
		}
		counts[c.Variant][c.Depth] = c
	}
}

// check returns an error unless the count has been verified.
func (c *count) check() error {
	sum := new(big.Int)
	for _, m := range c.Moves {
		sum.Add(sum, m.Nodes)
	}
	switch {
	case c.Variant == "" || c.Nodes == nil || len(c.Moves) == 0:
		return errors.New("it is not what perft --split --divide --json prints")
	case sum.Cmp(c.Nodes) != 0:
		return fmt.Errorf("the first moves add up to %d, not %d", sum, c.Nodes)
	case c.Passes < 2:
		return errors.New("it was counted only once")
	case c.Build == "unknown" || strings.HasSuffix(c.Build, "+"):
		return fmt.Errorf("its commit is unknown (%s): count in a clone without changes", c.Build)
	}
	return nil
}

// document returns the page.
func document(games []string, counts map[string]map[int]count) []byte {
	var b bytes.Buffer
	fmt.Fprint(&b, `# Deep counts

Numbers of move sequences from the start, by the [rules](rules.md) of each game. Every number was counted twice, with hash tables of
different seeds, and compared task by task ([cluster.md](cluster.md)), so that a false hit in a table would be found. A sequence ends when
the game is decided; repetition and move counters do not end it. In `+"`fibonacci`"+` each single move of a turn counts as one. The counts of
chess are known and test the tool.

Unique positions are compared by exact encodings: pieces, side to move, castling rights, possible en-passant captures, and whatever else the
rules depend on; "5: 822,518" is their number after 5 moves. Hours are thread hours for both passes. The same numbers are in
[perft/testdata/deep](../perft/testdata/deep) as JSON, a line for each depth. To count further:

`+"```sh\nscripts/counts/run counts     # to continue after an interruption, run it again\ngo run ./scripts/counts counts\n```\n")
	for _, game := range games {
		table(&b, game, counts[game])
	}
	return b.Bytes()
}

// table writes what is known about a game.
func table(b *bytes.Buffer, game string, counts map[int]count) {
	depths := slices.Sorted(maps.Keys(counts))
	last := counts[depths[len(depths)-1]]
	fmt.Fprintf(b, "\n## %s\n\nFrom `%s`.\n\n|", game, last.FEN)
	for _, d := range depths {
		fmt.Fprintf(b, " | depth %d", d)
	}
	fmt.Fprint(b, " |\n|---|", strings.Repeat("--:|", len(depths)), "\n| **all**")
	for _, d := range depths {
		fmt.Fprintf(b, " | **%s**", grouped(counts[d].Nodes.String()))
	}
	fmt.Fprint(b, " |\n")
	for i, m := range last.Moves {
		fmt.Fprintf(b, "| %s", m.Move)
		for _, d := range depths {
			fmt.Fprintf(b, " | %s", grouped(counts[d].Moves[i].Nodes.String()))
		}
		fmt.Fprint(b, " |\n")
	}
	fmt.Fprint(b, "| unique positions")
	for _, d := range depths {
		fmt.Fprintf(b, " | %d: %s", counts[d].Split, grouped(fmt.Sprint(counts[d].Unique)))
	}
	fmt.Fprint(b, " |\n| seeds")
	for _, d := range depths {
		fmt.Fprintf(b, " | %d, %d", counts[d].Seed, counts[d].Seed+uint64(counts[d].Passes)-1)
	}
	fmt.Fprint(b, " |\n| hours")
	for _, d := range depths {
		fmt.Fprintf(b, " | %.2g", counts[d].Slots/3600)
	}
	fmt.Fprintf(b, " |\n\nAt commit %.12s; the last column by `heterodox perft %d --variant %s --split %d --divide --passes %d --ledger %s-%d`.\n",
		last.Build, last.Depth, game, last.Split, last.Passes, game, last.Depth)
}

// grouped puts commas between the thousands.
func grouped(digits string) string {
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
