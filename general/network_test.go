package general

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/internal/nnue"
	"github.com/heterodox-chess/heterodox/rules"
)

// networked opens a game with a network of random numbers.
func networked(t *testing.T, name string, random *rand.Rand) game.Rules {
	t.Helper()
	c, errs := Read("[networked:"+name+"]\n", Builtin())
	if errs != nil {
		t.Fatal(errs)
	}
	ruleset := must.Get(t, c.Open, "networked")
	own := ruleset.(game.Learner)
	if err := c.Fit("networked", Fitted{Network: string(own.EncodeNetwork(nnue.Random(random, own.NetInputs(), 128), "random"))}); err != nil {
		t.Fatal(err)
	}
	ruleset = must.Get(t, c.Open, "networked")
	return ruleset
}

// However the accumulators were updated, the evaluation adds to the sum of the weights what a
// network computes from scratch: with hands, castling, promoted pieces, walls, explosions and
// several moves a turn, too.
func TestNetworkFromScratch(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, name := range []string{"capablanca", "shogi", "xiangqi", "grand", "capahouse", "knightmate", "duck", "gun+shako", "fibonacci+capablanca", "courier"} {
		ruleset := networked(t, name, random)
		first := ruleset.Start().(game.Walkable)
		w := first.Walk()
		looked, depth := 0, 0
		for range 1500 {
			for depth > 0 && random.IntN(3) == 0 {
				w.Undo()
				depth--
			}
			moves := w.Moves(nil)
			if _, over := w.Verdict(); over || len(moves) == 0 || depth > 60 {
				for ; depth > 0; depth-- {
					w.Undo()
				}
				continue
			}
			w.Play(moves[random.IntN(len(moves))])
			depth++
			if random.IntN(3) == 0 {
				continue
			}
			looked++
			if got, want := w.Evaluate(), w.Clone().Evaluate(); got != want {
				t.Fatalf("%s: %d, by a walker that begins there %d", name, got, want)
			}
		}
		if looked < 300 {
			t.Errorf("%s: only %d positions were looked at", name, looked)
		}
	}
}

// The sample of a position that a fit gets is what the search sees of it.
func TestNetSampleIsEvaluated(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, name := range []string{"capablanca", "shogi", "xiangqi"} {
		ruleset := networked(t, name, random)
		own := ruleset.(game.Learner)
		network := ruleset.(*rulesOf[[2]uint64]).weighed().network
		pos := ruleset.Start()
		for range 80 {
			steps := pos.Moves()
			if len(steps) == 0 {
				break
			}
			pos = pos.Play(steps[random.IntN(len(steps))])
			s, ok := own.NetSample(pos, nil, nil)
			if !ok {
				continue
			}
			var sums [2]nnue.Sums
			for side, inputs := range [][]uint16{s.Us, s.Them} {
				network.Start(&sums[side])
				network.Add(&sums[side], inputs...)
			}
			for _, alone := range []bool{false, true} {
				want := network.Output(&sums[0], &sums[1], s.Bucket)
				if !alone {
					want += int(s.Base)
				}
				network.Alone = alone
				if got := pos.(game.Walkable).Walk().Evaluate(); got != want || s.Scale != 1 {
					t.Fatalf("%s %s, alone %t: %d, by the sample %d", name, pos.FEN(), alone, got, want)
				}
			}
		}
	}
}

// A network sees a position with the colours exchanged, and one mirrored, as the same; it
// distinguishes hands and rights to castle.
func TestNetworkSeesSides(t *testing.T) {
	ruleset := networked(t, "capahouse", rand.New(rand.NewPCG(7, 8)))
	inputs := func(fen string) string {
		t.Helper()
		pos := must.Get(t, ruleset.ParsePosition, fen)
		s, ok := ruleset.(game.Learner).NetSample(pos, nil, nil)
		if !ok {
			t.Fatal("there is no sample")
		}
		return sorted(s.Us) + "|" + sorted(s.Them)
	}
	const base = "4k5/1p8/3n6/10/10/2A7/7P2/R4K4[] w - - 0 1"
	for _, same := range []string{
		"r4k4/7p2/2a7/10/10/3N6/1P8/4K5[] b - - 0 1",
		"5k4/8p1/6n3/10/10/7A2/2P7/4K4R[] w - - 0 1",
	} {
		if inputs(same) != inputs(base) {
			t.Errorf("%s has the same inputs as another position", same)
		}
	}
	seen := map[string]string{}
	for _, other := range []string{
		base, "4k5/1p8/3n6/10/10/2A7/7P2/R4K4[] b - - 0 1", "4k5/1p8/3n6/10/10/2A7/7P2/R4K4[P] w - - 0 1",
		"4k5/1p8/3n6/10/10/2A7/7P2/R4K4[PP] w - - 0 1", "4k5/1p8/3n6/10/10/2A7/7P2/R4K4[p] w - - 0 1",
		"4k5/1p8/3n6/10/10/2A7/7P2/R4K4[] w Q - 0 1", "4k5/1p8/3n6/10/10/3A6/7P2/R4K4[] w - - 0 1",
	} {
		if first, again := seen[inputs(other)]; again {
			t.Errorf("%s has the same inputs as %s", other, first)
		}
		seen[inputs(other)] = other
	}
}

func sorted(list []uint16) string {
	var on [1 << 14]byte
	for i := range on {
		on[i] = '0'
	}
	for _, i := range list {
		on[i]++
	}
	return string(on[:])
}

// On the chessboard and with the pieces of chess a network of chess computes the same here as
// in the engine.
func TestStartNetworkOfChess(t *testing.T) {
	n := nnue.Random(rand.New(rand.NewPCG(9, 10)), 896, 256)
	fast := must.Get(t, chess.Compile, rules.Variant{Name: "chess"})
	file := engine.EncodeNetwork(fast, n, "")
	ruleset, err := Builtin().Open("nocastle") // has the same pieces
	if err != nil {
		t.Fatal(err)
	}
	own := ruleset.(game.Learner)
	stretched, err := own.StartNetwork(file)
	if err != nil {
		t.Fatal(err)
	}
	sampler := engine.NewNetSampler(fast)
	sums := func(n *nnue.Network, inputs []uint16) (row nnue.Sums) {
		n.Add(&row, inputs...)
		return row
	}
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "6k1/5p2/1q4p1/3n4/8/2B5/1P3PP1/R5K1 b - - 3 30",
		"8/1k3P2/8/2Q5/7b/8/8/2K3R1 w - - 0 1",
	} {
		there := must.Get(t, fast.ParseFEN, fen)
		here := must.Get(t, ruleset.ParsePosition, fen)
		want, _ := sampler.Sample(&there, nil, nil)
		got, _ := own.NetSample(here, nil, nil)
		if sums(stretched, got.Us) != sums(n, want.Us) || sums(stretched, got.Them) != sums(n, want.Them) || got.Bucket != want.Bucket {
			t.Errorf("%s: other sums than the engine's", fen)
		}
	}
	if own, err := own.StartNetwork(own.EncodeNetwork(stretched, "")); err != nil || !own.Equal(stretched) {
		t.Errorf("a network of the game is not its own start: %v", err)
	}
	if _, err := own.StartNetwork(nnue.New(77, 64).Encode(1, "")); err == nil || !strings.Contains(err.Error(), "a network of 77 inputs, which is neither the game") {
		t.Error(err)
	}
}

// A network that is not the game's is refused, and the game stays as it was.
func TestBadNetworks(t *testing.T) {
	c, _ := Read("[mine:capablanca]\n", Builtin())
	ruleset, _ := c.Open("mine")
	own := ruleset.(game.Learner)
	n := nnue.Random(rand.New(rand.NewPCG(1, 1)), own.NetInputs(), 64)
	good := string(own.EncodeNetwork(n, ""))
	for want, f := range map[string]Fitted{
		"network, not a network of heterodox-lab tune":     {Network: "hello"},
		"network, it has 7 inputs, but the game has ":      {Network: string(nnue.New(7, 64).Encode(1, ""))},
		"network, fitted to other weights than":            {Network: good, Weights: "to move\n77/33\n"},
		"weights, line 1: the game has no weights for \"x": {Network: good, Weights: "x\n"},
	} {
		if err := c.Fit("mine", f); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
		if again, _ := c.Open("mine"); again != ruleset {
			t.Errorf("%q has changed the game", want)
		}
	}
	if err := c.Fit("mine", Fitted{Network: good}); err != nil {
		t.Error(err)
	}
}

// A game like chess to which nothing has been fitted plays with the network of chess, which
// is fitted on top of the weights that follow from the pieces; a game unlike chess does not.
func TestBorrowedNetwork(t *testing.T) {
	text, err := netFile(baseFile)
	if err != nil {
		t.Fatal(err)
	}
	chess, _ := Read("[mine:chess]\n", Builtin())
	opened := must.Get(t, chess.Open, "mine")
	own := opened.(*rulesOf[[1]uint64]).weighed()
	n, fingerprint, err := nnue.Decode(text)
	if err != nil || fingerprint != own.fingerprint() || n.NumInputs() != own.net.size() {
		t.Fatalf("%v; the network of chess is of %d inputs, on top of weights %016x; there are %d and %016x: fit it again",
			err, n.NumInputs(), fingerprint, own.net.size(), own.fingerprint())
	}
	for input := range n.NumInputs() {
		item := input % basePerColor
		if pawnNowhere := item < 8 || item >= 56 && item < 64; !pawnNowhere && item < chessKinds*64 && !slices.Equal(own.network.Row(input), n.Row(input)) {
			t.Errorf("chess plays with another network than its own: input %d", input)
		}
	}
	for section, want := range map[string]bool{
		"[mine:almost]":   true,
		"[mine:berolina]": true,
		"[mine:legan]":    true, // its own
		"[mine:chess]\npromotionRegionWhite = a8": false, // left and right differ
		"[mine:chess]\npieceDrops = true":         false,
		"[mine:chess]\nmustCapture = true":        false,
		"[mine:chess]\nconnectN = 4":              false,
		"[mine:chess]\ncheckmateValue = win":      false,
		"[mine:chess]\npromotionPieceTypes = n":   false,
		"[mine:shatranj]":                         false,
		"[mine:wolf]":                             true,
		"[mine:tencubed]":                         false, // too large a board
	} {
		c, errs := Read(section+"\n", Builtin())
		if errs != nil {
			t.Fatalf("%s: %v", section, errs)
		}
		opened := must.Get(t, c.Open, "mine")
		if got := opened.(game.Learner).Network() != nil; got != want {
			t.Errorf("%s: plays with a network: %v, want %v", section, got, want)
		}
	}
}

// A fit of a game like chess starts from the network that the game plays with, and a game
// given its own numbers stays as it is.
func TestOtherNumbers(t *testing.T) {
	ruleset := must.Get(t, Builtin().Open, "almost")
	own := ruleset.(game.Learner)
	borrowed, err := own.StartNetwork(nil)
	if err != nil || own.Network() == nil || !borrowed.Equal(own.Network()) {
		t.Errorf("a game like chess plays with another network than it begins with: %v", err)
	}
	weights := own.FormatWeights(own.Weights())
	again, err := own.With(weights, string(own.EncodeNetwork(borrowed, "")))
	if err != nil || !again.(game.Learner).Network().Equal(borrowed) || !slices.Equal(again.(game.Learner).Weights(), own.Weights()) {
		t.Errorf("with its own numbers it has others: %v", err)
	}
	if without, err := own.With(weights, ""); err != nil || without.(game.Learner).Network() != nil {
		t.Errorf("without a network it has one: %v", err)
	}
	if _, err := own.With("place of X\n0/0\n", ""); err == nil {
		t.Error("weights of another game fit")
	}
	large := must.Get(t, Builtin().Open, "capablanca")
	begin, err := large.(game.Learner).StartNetwork(nil)
	if err != nil {
		t.Fatal(err)
	}
	file, err := netFile(baseFile)
	if err != nil {
		t.Fatal(err)
	}
	if same, err := large.(game.Learner).StartNetwork(file); err != nil || !same.Equal(begin) {
		t.Errorf("on another board its file is not the network of chess: %v", err)
	}
}
