package chess_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// Laws about whole games: colours are interchangeable, rules are independent.

// checkMirror checks that a position has as many moves with colours swapped, and as
// many replies to them.
func checkMirror(t testing.TB, pos chess.Position) {
	t.Helper()
	s, ok := mirror(pos.Setup())
	if !ok || !symmetric(pos.Rules()) {
		return
	}
	mirrored, err := mirrorRules(t, pos.Rules()).Position(s)
	if err != nil {
		t.Fatalf("%s\nmirrored: %v", describe(&pos), err)
	}
	if got, want := perft2(mirrored), perft2(pos); got != want {
		t.Fatalf("%s\nperft(2) = %d, but %d mirrored: %s", describe(&pos), want, got, mirrored.FEN())
	}
}

// symmetric reports whether a game is the same for both sides: it is not if White is
// a horde, or if both kings race to the same rank.
func symmetric(ruleset *chess.Ruleset) bool { return !ruleset.Horde() && !ruleset.Race() }

// perft2 counts the positions two moves away.
func perft2(pos chess.Position) (leaves int) {
	for _, m := range pos.Moves(nil) {
		next := pos.Play(m)
		leaves += next.CountMoves()
	}
	return leaves
}

// mirror turns a setup around: ranks and colours are swapped. Odd Fibonacci turns are
// White's, so the mirrored turn is the next one, with the same number of moves left. An
// en-passant capture cannot be mirrored then, as it needs a turn that has just begun.
func mirror(s rules.Setup) (m rules.Setup, ok bool) {
	m = s
	m.Side = s.Side.Opponent()
	m.Hands = [2][rules.NumRoles]uint8{s.Hands[1], s.Hands[0]}
	m.Checks = [2]uint8{s.Checks[1], s.Checks[0]}
	m.Castling, m.Promoted = 0, 0
	for sq := bitboard.Square(0); sq < 64; sq++ {
		piece := s.Board[sq.Flip()]
		if piece != rules.NoPiece {
			piece = rules.NewPiece(piece.Color().Opponent(), piece.Role())
		}
		m.Board[sq] = piece
		if s.Promoted.Has(sq.Flip()) {
			m.Promoted |= sq.Bitboard()
		}
		if s.Castling.Has(sq.Flip()) {
			m.Castling |= sq.Bitboard()
		}
	}
	if s.EnPassant.Valid() {
		m.EnPassant = s.EnPassant.Flip()
	}
	if s.Turn > 0 {
		m.Turn++
	}
	return m, s.Turn == 0 || !s.EnPassant.Valid()
}

// mirrorRules returns a ruleset with the holes mirrored.
func mirrorRules(t testing.TB, ruleset *chess.Ruleset) *chess.Ruleset {
	t.Helper()
	if ruleset.Holes() == 0 {
		return ruleset
	}
	v := ruleset.Variant()
	v.Rules = slices.Clone(v.Rules)
	for i, rule := range v.Rules {
		holes, ok := rule.(rules.BlackHoles)
		if !ok {
			continue
		}
		var flipped rules.BlackHoles
		for sq := bitboard.Square(0); sq < 64; sq++ {
			if bitboard.Bitboard(holes).Has(sq) {
				flipped |= rules.BlackHoles(sq.Flip().Bitboard())
			}
		}
		v.Rules[i] = flipped
	}
	mirrored := must.Get(t, chess.Compile, v)
	return mirrored
}

// TestMirror checks colour symmetry in random games.
func TestMirror(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 8))
	for _, name := range compositions(random, 40) {
		pos := variants.MustCompile(name).Start()
		for ply := range 25 {
			moves := pos.Moves(nil)
			if len(moves) == 0 {
				break
			}
			if ply%3 == 0 {
				checkMirror(t, pos)
			}
			pos = pos.Play(moves[random.IntN(len(moves))])
		}
	}
}

// TestNoRuleChangesNothing composes variants with chess, which has no rules, and with
// fischerandom, whose rule affects only notation.
func TestNoRuleChangesNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 21))
	for _, name := range compositions(random, 20) {
		v, err := variants.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		orthodox, _ := variants.Parse("chess")
		samePlay(t, random, v, rules.Combine(orthodox, v), rules.Combine(v, orthodox))
		notation := rules.Variant{Name: "notation", Rules: []rules.Rule{rules.Chess960{}}}
		if !variants.MustCompile(name).IsChess960() {
			samePlay(t, random, v, rules.Combine(notation, v))
		}
	}
}

// TestOrderDoesNotMatter combines the rules of a variant in random orders.
func TestOrderDoesNotMatter(t *testing.T) {
	random := rand.New(rand.NewPCG(34, 55))
	for _, name := range compositions(random, 20) {
		v, err := variants.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		shuffled := v
		shuffled.Rules = slices.Clone(v.Rules)
		random.Shuffle(len(v.Rules), func(i, j int) {
			shuffled.Rules[i], shuffled.Rules[j] = shuffled.Rules[j], shuffled.Rules[i]
		})
		samePlay(t, random, v, shuffled)
	}
}

// samePlay plays one random game by several variants at once and checks that
// the positions and the moves are the same in all of them.
func samePlay(t *testing.T, random *rand.Rand, games ...rules.Variant) {
	t.Helper()
	positions := make([]chess.Position, len(games))
	for i, v := range games {
		ruleset := must.Get(t, chess.Compile, v)
		positions[i] = ruleset.Start()
	}
	for range 30 {
		first := &positions[0]
		moves := first.Moves(nil)
		for i := 1; i < len(positions); i++ {
			if positions[i].Setup() != first.Setup() || !slices.Equal(positions[i].Moves(nil), moves) {
				t.Fatalf("%s\n%s\ndiffer", describe(first), describe(&positions[i]))
			}
		}
		if len(moves) == 0 {
			return
		}
		m := moves[random.IntN(len(moves))]
		for i := range positions {
			positions[i] = positions[i].Play(m)
		}
	}
}
