package engine

import (
	"slices"
	"testing"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
)

// ranked returns the moves of a position in the order in which a searcher, if
// taught, tries them, and the picks.
func ranked(t *testing.T, fen string, first string, taught func(*searcher, *frame), rules ...chess.Rule) ([]string, []pick) {
	t.Helper()
	r := start(t, rules...)
	pos, err := r.Rules().ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	s := newSearcher()
	s.run = &run{model: newModel(r.Rules())}
	f := &s.frames[0]
	f.pos = pos
	if taught != nil {
		taught(s, f)
	}
	tableMove := chess.NoMove
	if first != "" {
		tableMove = moveOf(t, pos, first)
	}
	s.rank(f, tableMove, false)
	var texts []string
	for i := range f.picks {
		texts = append(texts, f.next(i).String())
	}
	if !slices.IsSorted(f.picks) || len(texts) != pos.CountMoves() {
		t.Errorf("%s: %d of %d moves, sorted: %v", fen, len(texts), pos.CountMoves(), slices.IsSorted(f.picks))
	}
	return texts, f.picks
}

func moveOf(t *testing.T, pos chess.Position, text string) chess.Move {
	t.Helper()
	m, err := pos.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// before checks that moves come in the given order, others between them or not.
func before(t *testing.T, moves []string, order ...string) {
	t.Helper()
	for i := 1; i < len(order); i++ {
		if a, b := slices.Index(moves, order[i-1]), slices.Index(moves, order[i]); a < 0 || b < 0 || a > b {
			t.Errorf("%s (place %d) does not come before %s (place %d)", order[i-1], a, order[i], b)
		}
	}
}

func TestPicksKeepRankAndMove(t *testing.T) {
	for _, rank := range []int32{rankTable, rankGood + classWidth, 1, 0, -1, rankSurplus, rankSuicide} {
		if k := newPick(chess.Move(moveMask), rank); k.rank() != rank || k.move() != chess.Move(moveMask) {
			t.Errorf("rank %d comes back as %d with move %d", rank, k.rank(), k.move())
		}
	}
	if newPick(1, 5) >= newPick(1, 4) {
		t.Error("the better rank is not the lesser pick")
	}
}

func TestMovesAreOrdered(t *testing.T) {
	const fen = "4k3/1P6/1p6/2p1q3/3P4/5N2/8/R2Q3K w - - 0 1"
	moves, _ := ranked(t, fen, "a1a2", func(s *searcher, f *frame) {
		f.killers[0] = moveOf(t, f.pos, "d1b3")
		s.adjust(chess.White, moveOf(t, f.pos, "a1a7"), maxHistory/8)
	})
	before(t, moves, "a1a2", "d4e5", "f3e5", "d4c5", "d1b3", "a1a7", "a1a8", "b7b8q", "b7b8r")
}

func TestSuicideComesLast(t *testing.T) {
	moves, _ := ranked(t, "4k3/8/8/8/4K3/8/8/3R4 w - - 0 1", "", nil, chess.BlackHoles(bitboard.Of(bitboard.D5, bitboard.F5)))
	if last := moves[len(moves)-2:]; !slices.Contains(last, "e4d5") || !slices.Contains(last, "e4f5") {
		t.Errorf("the last moves are %v", last)
	}
	before(t, moves, "e4e3", "d1d5", "e4d5")
}

func TestTheLastOfItsKindIsTakenFirst(t *testing.T) {
	// One of two rooks or the only knight.
	moves, _ := ranked(t, "rr2k2q/1P1n4/2P5/p5b1/8/8/8/RNBQK3 w - - 0 1", "", nil, chess.Extinction{})
	before(t, moves, "c6d7", "b7a8q")
}

// Of each capture the three squares where the victim stands worst come early.
func TestRelocationsAreThinnedOut(t *testing.T) {
	_, picks := ranked(t, "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "", nil, chess.Relocation{})
	kept := 0
	for _, k := range picks {
		square, ok := k.move().Relocation()
		if !ok || k.surplus() {
			continue
		}
		kept++
		if centrality(square.File(), square.Rank()) > 0 {
			t.Errorf("%v puts the knight inside the board", k.move())
		}
	}
	if kept != keptRelocations {
		t.Errorf("%d relocations are kept, want %d", kept, keptRelocations)
	}
	moves, picks := ranked(t, "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "e4d5,d5d4", nil, chess.Relocation{})
	if moves[0] != "e4d5,d5d4" || picks[0].surplus() {
		t.Errorf("the table's move is not first but %s", moves[0])
	}
}

func TestHistoryIsBounded(t *testing.T) {
	s := newSearcher()
	m := chess.Move(1)
	for range 1000 {
		s.adjust(chess.White, m, maxHistory/8)
	}
	value := s.history[0][m.Role()][m.To()]
	if value <= maxHistory/2 || value > maxHistory {
		t.Errorf("history %d, want it near %d", value, maxHistory)
	}
	for range 1000 {
		s.adjust(chess.White, m, -maxHistory/8)
	}
	if value = s.history[0][m.Role()][m.To()]; value >= -maxHistory/2 || value < -maxHistory {
		t.Errorf("history %d, want it near %d", value, -maxHistory)
	}
}
