package chess_test

import (
	"bufio"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/leaves"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// A suiteLine is one position of a perft suite with its expected counts.
type suiteLine struct {
	at      string // file:line
	variant string
	fen     string
	counts  []suiteCount
}

type suiteCount struct {
	depth int
	nodes uint64
}

// suites reads the public perft suites: lines of the form
// "variant | FEN ;D1 20 ;D2 400 …".
func suites(t testing.TB) []suiteLine {
	t.Helper()
	files, err := filepath.Glob("../perft/testdata/*.epd")
	if err != nil || len(files) == 0 {
		t.Fatalf("no perft suites: %v", err)
	}
	var lines []suiteLine
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		scanner := bufio.NewScanner(f)
		for n := 1; scanner.Scan(); n++ {
			text := strings.TrimSpace(scanner.Text())
			if text == "" || text[0] == '#' {
				continue
			}
			lines = append(lines, parseSuiteLine(t, filepath.Base(name)+":"+strconv.Itoa(n), text))
		}
	}
	return lines
}

func parseSuiteLine(t testing.TB, at, text string) suiteLine {
	t.Helper()
	fields := strings.Split(text, ";")
	variant, fen, found := strings.Cut(fields[0], "|")
	if !found {
		t.Fatalf("%s: no variant", at)
	}
	line := suiteLine{at: at, variant: strings.TrimSpace(variant), fen: strings.TrimSpace(fen)}
	for _, field := range fields[1:] {
		depth, nodes, _ := strings.Cut(strings.TrimSpace(field), " ")
		d := must.Get(t, strconv.Atoi, strings.TrimPrefix(depth, "D"))
		n, err := strconv.ParseUint(nodes, 10, 64)
		if err != nil {
			t.Fatalf("%s: %v", at, err)
		}
		line.counts = append(line.counts, suiteCount{d, n})
	}
	return line
}

// deep reports whether the long versions of the tests are enabled.
func deep() bool { return os.Getenv("HETERODOX_DEEP") == "1" }

// TestPlay checks on both machines what perft does not see (the clocks) and what the
// suites do not reach. The moves are played in sequence.
func TestPlay(t *testing.T) {
	for _, test := range []struct{ name, variant, fen, moves, want string }{
		{"a quiet move is counted, Black's ends the full move", "chess",
			"4k3/8/8/8/8/8/4P3/4K3 w - - 7 9", "e1d1 e8d8", "3k4/8/8/8/8/8/4P3/3K4 w - - 9 10"},
		{"a pawn move and a capture reset the halfmove clock", "chess",
			"4k3/8/8/8/8/8/3nP3/4K3 w - - 7 9", "e2e3 e8e7 e1d2", "8/4k3/8/8/8/4P3/3K4/8 b - - 0 10"},
		{"no en-passant square where no pawn stands ready", "chess",
			"4k3/2p3p1/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "4k3/2p3p1/8/8/4P3/8/8/4K3 b - - 0 1"},
		{"an en-passant square even if the pawn is pinned", "chess",
			"4k3/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4", "4k3/8/8/8/3pP3/8/8/3RK3 b - e3 0 1"},
		{"a vanishing piece resets the halfmove clock", "blackhole",
			"4k3/8/8/8/8/8/8/3RK3 w - - 7 9", "d1d6", "4k3/8/8/8/8/8/8/4K3 b - - 0 9"},
		{"a rook that vanishes leaves no right to the next one on its square", "blackhole+chess960",
			"4k3/8/8/8/8/8/8/3RK2R w KQ - 0 1", "d1d6 e8e7 h1h2 e7e8 h2d2 e8e7 d2d1",
			"8/4k3/8/8/8/8/8/3RK3 b - - 6 4"},
		{"a drop resets the halfmove clock", "baseline",
			"4k3/8/8/8/8/8/8/8[K] w - - 7 9", "K@e1", "4k3/8/8/8/8/8/8/4K3 b - - 0 9"},
		{"a shot resets the halfmove clock", "gun",
			"4k3/8/8/8/8/8/3p4/4K3 w - - 7 9", "e1d2", "4k3/8/8/8/8/8/8/4K3 b - - 0 9"},
		{"the halfmove clock counts turns", "fibonacci",
			"4k3/8/8/8/8/8/8/4K3 w - - 7 9 3:2", "e1d1 d1e1 e8d8 d8e8 e8e7", "8/4k3/8/8/8/8/8/4K3 w - - 9 10 5:5"},
		{"a turn with a pawn move does not count", "fibonacci",
			"4k3/8/8/8/8/8/4P3/4K3 w - - 7 9 3:2", "e2e3 e1d1", "4k3/8/8/8/8/4P3/8/3K4 b - - 0 9 4:3"},
		{"check ends a turn", "fibonacci",
			"4k3/8/8/8/8/8/8/R3K3 w - - 7 9 5:5", "a1a8", "R3k3/8/8/8/8/8/8/4K3 b - - 8 9 6:8"},
		{"no en passant within a turn", "fibonacci",
			"4k3/8/8/8/3p4/8/4P3/4K3 w - - 7 9 5:5", "e2e4", "4k3/8/8/8/3pP3/8/8/4K3 w - - 0 9 5:4"},
		{"a king that shoots keeps its castling rights", "gun",
			"4k3/8/8/8/8/8/3p4/R3K3 w Q - 0 1", "e1d2", "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1"},
		{"and in rifle it does not", "rifle",
			"4k3/8/8/8/8/8/3p4/R3K3 w Q - 0 1", "e1d2", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1"},
		{"placement derives castling from the board", "placement",
			"4k3/8/8/8/8/8/8/4K2R[R] w - - 0 1", "R@a1", "4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1"},
		{"even if a rook is put there by the enemy", "placement+madhouse",
			"4k3/2r5/8/3N4/8/8/8/4K3[n] w - - 0 1", "d5c7,c7a8", "r3k3/2N5/8/8/8/8/8/4K3[n] b q - 0 1"},
		{"no castling out of an attack behind the enemy king, as lichess has it", "atomic",
			"r3k1rR/5K2/8/8/8/8/8/8 b kq - 0 1", "e8d8", "r2k2rR/5K2/8/8/8/8/8/8 w - - 1 2"},
		{"baseline has no castling", "baseline",
			"4k3/8/8/8/8/8/8/4K2R[R] w - - 0 1", "R@a1", "4k3/8/8/8/8/8/8/R3K2R b - - 0 1"},
		{"a second king on the rank: the one that castles is named", "extinction+chess960",
			"rnbqkbnr/pppppppp/8/8/8/8/PPPKPPPP/RK1QBN1R w A - 0 1", "d2c1 h7h6",
			"rnbqkbnr/ppppppp1/7p/8/8/8/PPP1PPPP/RKKQBN1R w BQ - 0 2"},
		{"and it castles", "extinction+chess960",
			"rnbqkbnr/ppppppp1/7p/8/8/QNB5/PPP1PPPP/RK2K2R w BAkq - 0 2", "b1a1",
			"rnbqkbnr/ppppppp1/7p/8/8/QNB5/PPP1PPPP/2KRK2R b kq - 1 2"},
		{"a second king on e1 has no rights of the first", "extinction+chess960",
			"rnbqkbnr/pppppppp/8/8/8/8/PPQKPPPP/RK3BNR w A - 0 1", "d2e1 h7h6",
			"rnbqkbnr/ppppppp1/7p/8/8/8/PPQ1PPPP/RK2KBNR w BQ - 0 2"},
		{"a captured king put beside the first takes it no rights", "extinction+madhouse+chess960",
			"rnbqkbnr/pppp1ppp/4p3/3K4/8/8/PPQPPPPP/RK3BNR b Akq - 0 1", "e6d5,d5e1",
			"rnbqkbnr/pppp1ppp/8/3p4/8/8/PPQPPPPP/RK2KBNR w BQkq - 0 2"},
		{"the rights of a named king go with it", "extinction+chess960",
			"rnbqkbnr/pppppppp/8/8/8/8/PPQ1PPPP/RK2KBNR w BQkq - 0 1", "b1c1",
			"rnbqkbnr/pppppppp/8/8/8/8/PPQ1PPPP/R1K1KBNR b kq - 1 1"},
		{"a second king does not disturb the one on e1", "extinction",
			"rnbqkbnr/pppppppp/8/8/8/8/PPPKPPPP/R2QKBNR w KQ - 0 1", "d2c1 h7h6",
			"rnbqkbnr/ppppppp1/7p/8/8/8/PPP1PPPP/R1KQKBNR w KQ - 0 2"},
	} {
		pos, err := variants.MustCompile(test.variant).ParseFEN(test.fen)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		start, ref := pos, referenceOf(t, pos.Rules())
		at := ref.Position(pos.Setup())
		if got, want := leaves.Count(&start, 3, nil, nil), refPerft(at, 3); got != want {
			t.Errorf("%s: %d leaves at depth 3, want %d", test.name, got, want)
		}
		for text := range strings.FieldsSeq(test.moves) {
			m := must.Get(t, pos.ParseMove, text)
			pos, at = pos.Play(m), refPlay(t, ref, at, pos.UCI(m))
		}
		if got := pos.FEN(); got != test.want {
			t.Errorf("%s: fast\n got %s\nwant %s", test.name, got, test.want)
		}
		if got := chess.FormatSetup(ref.Setup(at)); got != test.want {
			t.Errorf("%s: ref\n got %s\nwant %s", test.name, got, test.want)
		}
	}
}

// TestCounts counts moves where the suites have no position.
func TestCounts(t *testing.T) {
	for _, test := range []struct {
		name, variant, fen string
		want               int
	}{
		{"a king in hand can follow to rank 8", "crazyhouse+racingkings+giveaway",
			"5K2/8/8/8/8/8/4q3/8[k] b - - 0 1", 23 + 62},
		{"one bishop in hand and none on the board needs any free square", "placement",
			"4k3/8/8/8/8/8/8/RNQ1NR2[KB] w - - 0 1", 6},
		{"the last bishop leaves no square behind that another needs", "placement",
			"4k3/8/8/8/8/8/8/RNQ1KNR1[B] w - - 0 1", 2},
		{"two bishops in hand need a square of each colour, and there are only light ones", "placement",
			"4k3/8/8/8/8/8/8/N1Q1K1n1[RBB] w - - 0 1", 0},
		{"two bishops in hand with four light squares and one dark, which the rook must not take", "placement",
			"4k3/8/8/8/8/8/8/N1Q1K3[RBB] w - - 0 1", 5 + 4},
		{"a third bishop goes anywhere", "placement",
			"4k3/8/8/8/8/8/8/BB2K3[B] w - - 0 1", 5},
		{"bishops on one colour need the other, however many there are", "placement",
			"4k3/8/8/8/8/8/8/B1B1K3[BR] w - - 0 1", 4 + 5},
	} {
		pos, err := variants.MustCompile(test.variant).ParseFEN(test.fen)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if ref := refAt(t, &pos); len(ref.moves) != test.want {
			t.Errorf("%s: %d moves of the ref, want %d", test.name, len(ref.moves), test.want)
		}
		if got := pos.CountMoves(); got != test.want {
			t.Errorf("%s: %d fast moves, want %d", test.name, got, test.want)
		}
	}
}

// TestHolesOnTheFirstRank castles past holes, and drops beside them.
func TestHolesOnTheFirstRank(t *testing.T) {
	for _, test := range []struct {
		name  string
		holes bitboard.Bitboard
		fen   string
		want  string
	}{
		{"no hole near", bitboard.Of(bitboard.D5), "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1 e1g1"},
		{"the rook would pass b1", bitboard.Of(bitboard.B1), "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"},
		{"the king would land on g1", bitboard.Of(bitboard.G1), "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1"},
		{"the king would pass d1", bitboard.Of(bitboard.D1, bitboard.F1), "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", ""},
		{"a hole takes no drop", bitboard.Of(bitboard.B1, bitboard.C1), "4k3/8/8/8/8/8/8/R3KBNR[N] w - - 0 1", "N@d1"},
	} {
		placement := rules.Placement{}
		ruleset, err := chess.Compile(rules.Variant{Name: "holes", Rules: []rules.Rule{placement, rules.BlackHoles(test.holes)}})
		if err != nil {
			t.Fatal(err)
		}
		pos := must.Get(t, ruleset.ParseFEN, test.fen)
		ref := refAt(t, &pos)
		var fast []string
		for _, m := range pos.Moves(nil) {
			fast = append(fast, moveText(&pos, m))
		}
		slices.Sort(fast)
		for machine, moves := range map[string][]string{"ref": ref.list(), "fast": fast} {
			moves = slices.DeleteFunc(moves, func(m string) bool { return m != "e1g1" && m != "e1c1" && !strings.Contains(m, "@") })
			if text := strings.Join(moves, " "); text != test.want {
				t.Errorf("%s: %s: %q, want %q", test.name, machine, text, test.want)
			}
		}
	}
}

// A move that is not legal leads to nonsense, but never to a panic.
func TestPlayIllegalMoves(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, name := range append(variants.Names(), "fibonacci+placement", "madhouse+blackhole", "fibonacci+atomic") {
		pos := variants.MustCompile(name).Start()
		for range 2000 {
			m := chess.Move(random.Uint32())
			if random.IntN(2) == 0 {
				m &= 1<<16 - 1
			}
			var next chess.Position
			pos.PlayInto(&next, m)
			pos.Play(m)
			if moves := pos.Moves(nil); len(moves) > 0 && random.IntN(50) == 0 {
				pos = pos.Play(moves[random.IntN(len(moves))])
			}
		}
	}
}

// LikelyKey is the key after every step or capture that changes nothing else, which in chess
// most moves are.
func TestLikelyKey(t *testing.T) {
	simple, others := 0, 0 // in chess
	walkGames(t, 77, 20, 60, func(p chess.Position, moves []chess.Move, _ *rand.Rand) {
		count := 0
		for _, m := range moves {
			got, next := p.LikelyKey(m), p.Play(m)
			if p.IsSpecial(m) || m.Promotion() != rules.NoRole || p.StateKeys()^next.StateKeys() != chess.BlackKey || next.Key() != next.IncrementalKey() {
				continue
			}
			count++
			if got != next.Key() {
				t.Fatalf("%s\nlikely key after %v: %x, want %x", describe(&p), m, got, next.Key())
			}
		}
		if p.Rules().Name() == "chess" {
			simple, others = simple+count, others+len(moves)-count
		}
	})
	if simple == 0 || simple < 4*others {
		t.Errorf("in chess %d moves are simple, %d are not", simple, others)
	}
}
