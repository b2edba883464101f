package chess_test

import (
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// TestOutcomesOfParts plays one move, or none, and checks how the game has ended.
func TestOutcomesOfParts(t *testing.T) {
	for _, test := range []struct{ variant, fen, move, want string }{
		{"atomic", "3qk3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d8", "1-0 (exploded king)"},
		{"atomic", "3qk3/8/8/8/8/8/8/3R1K1r w - - 0 1", "d1d8", "1-0 (exploded king)"}, // although in check
		{"atomic", "8/8/8/8/8/8/8/4K3 b - - 0 1", "", "1-0 (exploded king)"},
		{"atomic+blackhole", "4k3/8/4K3/8/8/8/8/8 w - - 0 1", "e6d5", "0-1 (king vanished)"},
		{"atomic+blackhole", "3qk3/8/8/8/8/8/3Q4/4K3 b - - 0 1", "d8d2", "*"}, // it vanishes on d5, and explodes nothing
		{"threecheck", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +2+0", "a1a8", "1-0 (third check)"},
		{"threecheck", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +1+2", "a1a8", "*"},
		{"threecheck", "4k3/8/8/8/8/8/8/R3K3 w - - 2+1 0 1", "a1a8", "*"},
		{"threecheck", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "a1a8", "1-0 (third check)"},
		{"fivecheck", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +4+0", "a1a8", "1-0 (fifth check)"},
		{"fivecheck", "4k3/8/8/8/8/8/8/R3K3 w - - 1+5 0 1", "a1a8", "1-0 (fifth check)"},
		{"kingofthehill", "4k3/8/8/8/8/4K3/8/8 w - - 0 1", "e3d4", "1-0 (king on the hill)"},
		{"kingofthehill", "8/8/4k3/8/3K4/8/8/8 b - - 0 1", "", "1-0 (king on the hill)"},
		{"kingofthehill", "8/8/8/3k4/8/8/8/4K3 b - - 0 1", "", "0-1 (king on the hill)"},
		{"kingofthehill+extinction", "rnbq4/p7/3kk3/8/8/4K3/P7/RNBQ4 w - - 0 1", "e3e4", "1-0 (king on the hill)"},
		{"racingkings", "8/1K6/8/7k/8/8/8/8 w - - 0 1", "b7b8", "1-0 (king on the last rank)"},
		{"racingkings", "8/1K5k/8/8/8/8/8/8 w - - 0 1", "b7b8", "*"},
		{"racingkings", "1K6/7k/8/8/8/8/8/8 b - - 0 1", "h7h8", "1/2-1/2 (both kings on the last rank)"},
		{"racingkings", "1K6/7k/8/8/8/8/8/8 b - - 0 1", "h7h6", "1-0 (king on the last rank)"},
		{"racingkings", "8/7k/8/8/8/8/1K6/8 b - - 0 1", "h7h8", "0-1 (king on the last rank)"},
		{"racingkings", "1K4k1/8/8/8/8/8/8/8 b - - 0 1", "", "1/2-1/2 (both kings on the last rank)"},
		{"racingkings", "1K4k1/8/8/8/8/8/8/8 w - - 0 1", "", "1/2-1/2 (both kings on the last rank)"},
		{"racingkings", "8/1K5k/8/8/8/8/8/R7 w - - 0 1", "a1h1", ""}, // nobody gives check
		{"horde", "4k3/8/8/8/8/8/4r3/4P3 b - - 0 1", "e2e1", "0-1 (all pieces lost)"},
		{"horde", "8/8/8/p1k5/P7/8/8/8 b - - 0 1", "", "1/2-1/2 (insufficient material)"}, // White never moves again
		{"horde+kingofthehill", "8/8/3k4/p7/P7/8/8/8 b - - 0 1", "", "*"},                 // but Black can win
		{"horde+blackhole", "8/8/8/p1k5/P7/8/8/8 b - - 0 1", "", "*"},                     // Black's king can vanish
		{"horde+blackhole", "8/8/8/p1k5/P7/8/8/8 b - - 0 1", "c5d5", "1-0 (king vanished)"},
		{"horde+blackhole", "8/8/8/p7/P7/8/8/7k b - - 0 1", "", "1/2-1/2 (insufficient material)"},
		{"horde+atomic", "7k/8/8/8/8/1p6/1P5r/B7 b - - 0 1", "", "*"}, // Black can explode the whole horde
		{"horde+atomic", "7k/8/8/8/8/1p6/1P5r/B7 b - - 0 1", "h2b2", "0-1 (all pieces lost)"},
		{"horde+kingofthehill", "8/8/3k4/p7/P7/8/8/8 b - - 0 1", "d6d5", "0-1 (king on the hill)"},
		{"horde+antichess", "8/8/3k4/p7/P7/8/8/8 b - - 0 1", "", "*"},
		{"horde", "8/8/8/p7/Pk6/8/8/8 b - - 0 1", "", "*"},
		{"horde", "4k3/8/8/p7/P7/8/8/8 w - - 0 1", "", "1/2-1/2 (stalemate)"},
		{"antichess", "8/8/8/8/8/1p6/P7/7n b - - 0 1", "h1g3", ""}, // it must capture
		{"antichess", "8/8/8/8/8/1p6/P7/8 b - - 0 1", "b3a2", "1-0 (all pieces lost)"},
		{"antichess", "8/8/8/p7/P7/8/8/8 w - - 0 1", "", "1-0 (no legal move)"},
		{"suicide", "8/8/8/p7/P6n/8/8/8 w - - 0 1", "", "1-0 (no legal move)"},
		{"suicide", "8/8/8/p7/P7/8/8/8 w - - 0 1", "", "1/2-1/2 (no legal move)"},
		{"losers", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "", "0-1 (all pieces lost)"},
		{"losers", "7k/5QPP/8/8/8/8/8/K7 b - - 0 1", "", "0-1 (all pieces lost)"},
		{"losers+baseline", "6r1/8/8/8/8/8/1k6/8[K] b - - 0 1", "", "1-0 (all pieces lost)"}, // a king in hand is no more than one on the board
		{"losers", "k7/8/8/8/8/8/p4PPP/r5K1 w - - 0 1", "", "1-0 (no legal move)"},
		{"nocheckatomic", "3qk3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d8", "1-0 (extinction)"},
		{"kinglet", "4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1", "a1b1", "*"},
		{"kinglet", "4k3/p7/8/8/R7/8/P7/4K3 w - - 0 1", "a4a7", "1-0 (extinction)"},
		{"kinglet", "4k3/P6p/8/8/8/8/8/4K3 w - - 0 1", "a7a8k", "0-1 (extinction)"},
		{"threekings", "k1k1k3/8/8/8/8/8/8/K1K1K2R w - - 0 1", "h1h8", "*"},
		{"threekings", "k1k4k/8/8/8/8/8/8/K1K1K2R w - - 0 1", "h1h8", "1-0 (extinction)"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3 w - - 100 80", "", "*"}, // no fifty-move rule, and material is always sufficient
		{"crazyhouse", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "", "1-0 (checkmate)"},
		{"crazyhouse", "R5k1/5ppp/8/8/8/8/8/K7[n] b - - 0 1", "", "*"},
		{"horde+extinction", "rnbqk3/p7/8/8/8/8/P7/8 w - - 0 1", "", "*"}, // the horde has pawns only
		// Insufficient material as in scalachess.
		{"threecheck", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", "1/2-1/2 (insufficient material)"},
		{"threecheck", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", "", "*"},
		{"kingofthehill", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", "*"},
		{"atomic", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", "1/2-1/2 (insufficient material)"},
		{"atomic", "4k3/8/8/8/8/8/8/4KR2 w - - 0 1", "", "1/2-1/2 (insufficient material)"},
		{"atomic", "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", "", "1/2-1/2 (insufficient material)"},
		{"atomic", "4k3/8/8/8/8/8/8/3NKNN1 w - - 0 1", "", "*"},
		{"atomic", "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", "", "*"},
		{"atomic", "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", "", "1/2-1/2 (insufficient material)"},
		{"atomic", "4k1b1/8/8/8/8/8/8/4KB2 w - - 0 1", "", "*"},
		{"atomic", "4k3/8/8/p7/P7/8/8/4K3 w - - 0 1", "", "1/2-1/2 (insufficient material)"},
		{"atomic", "4k3/8/8/p7/P7/8/8/4KB2 w - - 0 1", "", "1/2-1/2 (insufficient material)"},
		{"atomic", "4k3/8/8/p7/P7/8/8/2B1K3 w - - 0 1", "", "*"},
		{"atomic", "4k3/8/p7/P7/8/8/8/2B1K3 w - - 0 1", "", "1/2-1/2 (insufficient material)"},
		{"antichess", "8/8/8/8/8/8/8/2b2B2 w - - 0 1", "", "1/2-1/2 (insufficient material)"},
		{"antichess", "8/8/8/8/8/8/8/2b1B3 w - - 0 1", "", "*"},
	} {
		pos := mustFEN(t, test.variant, test.fen)
		if test.move != "" {
			m, err := pos.ParseMove(test.move)
			if err != nil && test.want != "" || err == nil && test.want == "" {
				t.Errorf("%s: %s: %v", describe(&pos), test.move, err)
			}
			if err != nil {
				continue
			}
			pos = pos.Play(m)
		}
		if got := pos.Outcome().String(); got != test.want {
			t.Errorf("%s %s %s: %s, want %s", test.variant, test.fen, test.move, got, test.want)
		}
	}
}

// TestMovesWhereRulesMeet plays single moves on both machines where two parts have to
// agree on their order.
func TestMovesWhereRulesMeet(t *testing.T) {
	for _, test := range []struct{ why, variant, fen, move, want string }{
		{"all around goes but pawns", "atomic", "4k3/8/3npn2/3rp3/3bpb2/8/4R3/K7 w - - 0 1", "e2e4", "4k3/8/3npn2/4p3/8/8/8/K7 b - - 0 1"},
		{"en passant explodes where the pawn arrives", "atomic", "4k3/8/2n5/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
		{"rights of an exploded rook end", "atomic", "r3k2r/8/8/8/8/8/6p1/R3K2R b KQkq - 0 1", "g2h1q", "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 2"},
		{"a shooter that stands far explodes not", "atomic+gun", "3nk3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8", "8/8/8/8/8/8/8/3RK3 b - - 0 1"},
		{"one that stands near does", "atomic+gun", "4k3/8/8/8/3nr3/3R4/8/4K3 w - - 0 1", "d3d4", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
		{"a pawn may shoot next to it", "atomic+gun", "4k3/8/8/8/4r3/3P4/8/4K3 w - - 0 1", "d3e4", "4k3/8/8/8/8/3P4/8/4K3 b - - 0 1"},
		{"what is put into the blast goes with it", "atomic+madhouse", "4k3/8/8/8/3n4/8/8/3RK3 w - - 0 1", "d1d4,d4d5", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
		{"a pawn there stays", "atomic+madhouse", "4k3/8/8/8/3p4/8/8/3RK3 w - - 0 1", "d1d4,d4d5", "4k3/8/8/3p4/8/8/8/4K3 b - - 0 1"},
		{"only the captured piece goes into the hand", "atomic+crazyhouse", "4k3/8/8/3rn3/8/8/8/3QK3 w - - 0 1", "d1d5", "4k3/8/8/8/8/8/8/4K3[R] b - - 0 1"},
		{"a promoted piece is a pawn in the hand", "crazyhouse", "4k3/8/8/3q~4/8/8/8/3QK3 w - - 0 1", "d1d5", "4k3/8/8/3Q4/8/8/8/4K3[P] b - - 0 1"},
		{"it is promoted wherever it goes", "crazyhouse", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8r", "R~3k3/8/8/8/8/8/8/4K3 b - - 0 1"},
		{"a shooter keeps what it was", "crazyhouse+gun", "4k3/8/8/3q~4/8/8/8/3Q~K3 w - - 0 1", "d1d5", "4k3/8/8/8/8/8/8/3Q~K3[P] b - - 0 1"},
		{"a pawn that was dropped steps twice", "crazyhouse", "4k3/8/8/8/2p5/8/3P4/4K3 w - - 0 1", "d2d4", "4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 1"},
		{"a drop empties the hand", "crazyhouse", "4k3/8/8/8/8/8/8/4K3[Nn] w - - 5 1", "N@f3", "4k3/8/8/8/8/5N2/8/4K3[n] b - - 0 1"},
		{"from rank 1 two steps leave no square behind", "horde", "4k3/8/8/8/8/3p4/8/4P3 w - - 0 1", "e1e3", "4k3/8/8/8/8/3pP3/8/8 b - - 0 1"},
		{"two checks at once count once", "threecheck", "4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1 +0+0", "e4f6", "4k3/8/5N2/8/8/8/8/K3R3 b - - 1 1 +1+0"},
		{"a check ends a turn, and counts", "threecheck+progressive", "4k3/8/8/8/8/8/8/R3K3 w - - 0 2 +0+0 3:3", "a1a8", "R3k3/8/8/8/8/8/8/4K3 b - - 1 2 +1+0 4:4"},
		{"turns of two", "marseillais", "4k3/8/8/8/8/8/8/4K3 b - - 0 1 2:2", "e8e7", "8/4k3/8/8/8/8/8/4K3 b - - 0 1 2:1"},
	} {
		pos := mustFEN(t, test.variant, test.fen)
		m, err := pos.ParseMove(test.move)
		if err != nil {
			t.Errorf("%s: %v", test.why, err)
			continue
		}
		next, ref := pos.Play(m), refAt(t, &pos)
		after := ref.play(t, &pos, m)
		if got := next.FEN(); got != test.want {
			t.Errorf("%s: %s", test.why, got)
		}
		if got := chess.FormatSetup(after); got != test.want {
			t.Errorf("%s: ref: %s", test.why, got)
		}
	}
}

// TestFENErrorsOfParts gives each part a text that violates its rules.
func TestFENErrorsOfParts(t *testing.T) {
	for _, bad := range []badFEN{
		{"threecheck", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ^+4+0", "checks", "4 checks, where 3 win"},
		{"threecheck", "4k3/8/8/8/8/8/8/4K3 w - - ^4+0 0 1", "checks", "4 checks, where 3 win"},
		{"threecheck", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +^-1+0", "checks", `"-" is not a digit`},
		{"threecheck", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +1+^", "checks", "a number is missing"},
		{"threecheck", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +^2", "checks", "instead of two numbers"},
		{"threecheck", "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1 ^+0+0", "length", "a second checks"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ^+0+0", "checks", "does not count checks"},
		{"atomic", "4k3/8/8/8/8/8/8/4K3^[R] w - - 0 1", "hand", "no pieces in hand"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[^K] w - - 0 1", "hand", "king in hand"},
		{"crazyhouse", "4k3/8/8/8/8/^P~7/8/4K3 w - - 0 1", "board", "the pawn on a3 cannot be a promoted pawn"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4^K~3 w - - 0 1", "board", "the king on e1 cannot be a promoted pawn"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K2^~ w - - 0 1", "board", `"~" is neither`},
		{"chess", "4k3/8/8/8/8/8/8/^Q~3K3 w - - 0 1", "board", "marked as promoted"},
		{"crazyhouse", "^4k3/8/8/8/8/8/8/4K3[" + strings.Repeat("P", 31) + "] w - - 0 1", "board", "33 pieces"},
		{"horde", "4k3/8/8/8/8/8/8/4^K3 w - - 0 1", "board", "White has a king"},
		{"horde", "^8/8/8/8/8/8/8/4P3 w - - 0 1", "board", "Black has no king"},
		{"horde", "^P3k3/8/8/8/8/8/8/8 w - - 0 1", "board", "pawn on a8"},
		{"racingkings", "8/8/8/8/8/8/r1^K5/7k w - - 0 1", "board", "the king on c2 is in check, which is forbidden"},
		{"racingkings", "8/8/8/8/8/8/8/R3K2k w ^Q - 0 1", "castling", "no castling"},
		{"antichess", "4k3/8/8/8/8/8/8/R3K3 w ^Q - 0 1", "castling", "no castling"},
		{"marseillais", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ^3:3", "turn", "3 moves left of the 2 of turn 3"},
	} {
		if bad.field != "" {
			bad.check(t)
		}
	}
	for _, good := range []struct{ variant, fen string }{
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3/Qn w - - 0 1"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3/ w - - 0 1"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[-] w - - 0 1"},
		{"crazyhouse+extinction", "4k3/8/8/8/8/8/8/4K~3[k] w - - 0 1"},
		{"atomic", "8/8/8/8/8/8/8/4K3 b - - 0 1"},
		{"threecheck", "4k3/8/8/8/8/8/8/4K3 w - - +1+0"},
	} {
		if _, err := variants.MustCompile(good.variant).ParseFEN(good.fen); err != nil {
			t.Errorf("%s: %q: %v", good.variant, good.fen, err)
		}
	}
}

// TestContradictions: rules that change the same thing cannot be combined, and the
// error names both.
func TestContradictions(t *testing.T) {
	for name, want := range map[string]string{
		"crazyhouse+madhouse":    "madhouse and crazyhouse both change where captured pieces go",
		"crazyhouse+baseline":    "baseline and crazyhouse both change the use of pieces in hand",
		"crazyhouse+placement":   "the use of pieces in hand",
		"threecheck+fivecheck":   "threecheck and fivecheck both change how many checks win",
		"horde+racingkings":      "horde and racingkings both change the start position",
		"horde+baseline":         "baseline and horde both change the start position",
		"fibonacci+progressive":  "fibonacci and progressive both change the length of turns",
		"antichess+extinction":   "extinction and antichess both change the goal",
		"antichess+racingkings":  "",
		"atomic+blackhole+fairy": "",
		"antichess+nocastle":     "",
		"horde+blackhole":        "",
	} {
		_, err := variants.Compile(name)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// TestNamesOthersUse reads the names used by lichess's PGN, by lichess-bot and by Cute Chess.
func TestNamesOthersUse(t *testing.T) {
	for name, want := range map[string]string{
		"Three-check": "threecheck", "threeCheck": "threecheck", "3check": "threecheck", "3-check": "threecheck",
		"King of the Hill": "kingofthehill", "kingOfTheHill": "kingofthehill", "koth": "kingofthehill",
		"Racing Kings": "racingkings", "racingKings": "racingkings", "From Position": "chess", "Chess960": "fischerandom",
		"Crazyhouse": "crazyhouse", "Antichess": "antichess", "Atomic": "atomic", "Horde": "horde", "5check": "fivecheck",
	} {
		if v, err := variants.Parse(name); err != nil || v.Name != want {
			t.Errorf("%s is %s, %v", name, v.Name, err)
		}
	}
}

// A number of checks that nobody can give, or that a FEN cannot express, is rejected.
func TestCheckLimits(t *testing.T) {
	for limit, ok := range map[rules.CheckLimit]bool{-1: false, 0: false, 1: true, 100: true, 101: false} {
		_, err := chess.Compile(rules.Variant{Name: "checks", Rules: []rules.Rule{limit}})
		if (err == nil) != ok {
			t.Errorf("%d checks: %v", limit, err)
		}
	}
}
