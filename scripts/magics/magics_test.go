package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/internal/must"
)

// hasty is the bishop with little patience, for tests.
var hasty = &slider{bits: bishop.bits, lines: bishop.lines, patience: 20_000}

func TestSolutionsKeepAttackSetsApart(t *testing.T) {
	for _, s := range []bitboard.Square{bitboard.A1, bitboard.E2, bitboard.D5} {
		solutions := newPuzzle(hasty, s).solve()
		if len(solutions) == 0 {
			t.Errorf("no solution on %v", s)
		}
		for _, found := range solutions {
			attacks := make(map[uint64]bitboard.Bitboard)
			for _, word := range newPuzzle(hasty, s).words {
				attacked := bitboard.Bishop(s, bitboard.Bitboard(word))
				index := word * found.magic >> (64 - hasty.bits)
				if other, known := attacks[index]; known && other != attacked {
					t.Fatalf("%#x maps\n%vand\n%von %v to the index %d", found.magic, other, attacked, s, index)
				}
				attacks[index] = attacked
			}
			if found.count != len(attacks) {
				t.Errorf("%#x on %v uses %d indexes, not %d", found.magic, s, len(attacks), found.count)
			}
		}
	}
}

func TestPackingsDoNotOverlap(t *testing.T) {
	var puzzles []*puzzle
	var solutions [][]solution
	for _, s := range bitboard.Of(bitboard.A1, bitboard.B1, bitboard.C3, bitboard.D4, bitboard.H5).Squares() {
		p := newPuzzle(hasty, s)
		puzzles, solutions = append(puzzles, p), append(solutions, p.solve())
	}
	packed := pack(solutions)
	owner := make(map[int]bitboard.Square)
	for i, at := range packed.placed {
		if at.offset < 0 || at.offset+at.window > packed.size {
			t.Errorf("the window at %d is not within %d entries", at.offset, packed.size)
		}
		for _, word := range puzzles[i].words {
			entry := at.offset + int(word*at.magic>>(64-hasty.bits))
			if s, taken := owner[entry]; taken && s != puzzles[i].square {
				t.Fatalf("%v and %v share the entry %d", s, puzzles[i].square, entry)
			}
			owner[entry] = puzzles[i].square
		}
	}
}

// The whole search takes minutes; here is one square of it, from the seed to
// the file. That all of the file is right is proved in package bitboard.
func TestGeneratedFileIsOurs(t *testing.T) {
	file := must.Get(t, os.ReadFile, "../../bitboard/magics_generated.go")
	_, bishops, found := strings.Cut(string(file), "bishopPlacements")
	if !found {
		t.Fatal("no bishops in the file")
	}
	ours := slices.ContainsFunc(newPuzzle(bishop, bitboard.C1).solve(), func(s solution) bool {
		return strings.Contains(bishops, fmt.Sprintf("{%#016x, ", s.magic))
	})
	if !ours {
		t.Error("the file has a bishop on c1 that the search does not find: run go generate ./bitboard")
	}
}
