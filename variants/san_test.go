package variants_test

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/variants"
)

// SAN identifies one move: in every game, and in random compositions of all of them,
// each legal move is read back from its notation, and no other is written the same.
// This includes positions with promoted pieces, which SAN writes like others.
func TestSANStandsForOneMove(t *testing.T) {
	compositions, plies := 60, 30
	if os.Getenv("HETERODOX_DEEP") != "" {
		compositions, plies = 600, 200
	}
	names := append(variants.Names(), variants.More()...)
	parts, all := variants.Names(), len(names)
	random := rand.New(rand.NewPCG(11, 33))
	for tries := 0; len(names) < all+compositions && tries < 100*compositions; tries++ {
		name := names[random.IntN(all)]
		for range 1 + random.IntN(3) {
			name = parts[random.IntN(len(parts))] + "+" + name
		}
		if _, err := variants.Open(name); err == nil {
			names = append(names, name)
		}
	}
	promoted := 0
	for _, name := range names {
		pos := variants.MustOpen(name).Start()
		marks := true
		for ply := range plies {
			moves := pos.Moves()
			if len(moves) == 0 {
				break
			}
			if ply%10 == 9 {
				writtenAlone(t, pos, random)
			}
			if marks && ply >= 7 {
				var other game.Position
				if other, marks = withPromoted(pos, random); marks {
					promoted++
					writtenAlone(t, other, random)
				}
			}
			pos = pos.Play(preferred(pos, moves, random))
		}
	}
	t.Logf("%d games, %d positions with promoted pieces", len(names), promoted)
	if promoted < 100 {
		t.Error("too few positions have promoted pieces")
	}
	pos, err := variants.MustOpen("shouse").ParsePosition(
		"1r1k2H1/2p1bQb1/2B~P1RPp/1HN1r2B/1nEP4/1p1pP3/qP1BN1N1/3h~1KR1[eppppp] w - - 2 60")
	if err != nil {
		t.Fatal(err)
	}
	writtenAlone(t, pos, random)
}

// writtenAlone compares the notations of the legal moves of a position, and reads some
// of them back.
func writtenAlone(t *testing.T, pos game.Position, random *rand.Rand) {
	t.Helper()
	moves := pos.Moves()
	written := map[string]game.Move{}
	for _, m := range moves {
		text := strings.TrimRight(pos.SAN(m), "+#")
		if strings.HasSuffix(text, "=") {
			text += "+"
		}
		if other, twice := written[text]; twice {
			t.Errorf("%s %s: %s is %s and %s", pos.Rules().Name(), pos.FEN(), text, pos.UCI(other), pos.UCI(m))
			return
		}
		written[text] = m
	}
	for range min(len(moves), 5) {
		m := moves[random.IntN(len(moves))]
		if back, err := pos.ParseSAN(pos.SAN(m)); err != nil || back != m {
			t.Errorf("%s %s: %s is read as %s: %v", pos.Rules().Name(), pos.FEN(), pos.SAN(m), pos.UCI(back), err)
		}
	}
}

// withPromoted marks about half of the pieces of a position as promoted pawns; ok is
// false where no piece can be one.
func withPromoted(pos game.Position, random *rand.Rand) (marked game.Position, ok bool) {
	marked = pos
	for i := 0; ; i++ {
		fen := marked.FEN()
		board := strings.IndexAny(fen, "[ ")
		if i >= board {
			return marked, ok
		}
		if fen[i]|0x20 < 'a' || fen[i]|0x20 > 'z' || fen[i+1] == '~' || random.IntN(2) == 0 {
			continue
		}
		if with, err := pos.Rules().ParsePosition(fen[:i+1] + "~" + fen[i+1:]); err == nil {
			marked, ok = with, true
		}
	}
}
