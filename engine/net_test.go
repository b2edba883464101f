package engine

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/internal/nnue"
	"github.com/heterodox-chess/heterodox/rules"
)

// Whatever the accumulators held before, a network says of a board what it says from
// scratch.
func TestNetFromScratch(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	net := randomNetwork(random)
	for _, ruleset := range [][]rules.Rule{
		nil, extinctionRules, {rules.Relocation{}, rules.Amazons{}}, {rules.Shooting{}},
		{rules.BlackHoles(bitboard.Of(bitboard.D5, bitboard.F5))}, {rules.Pockets{}},
	} {
		first := start(t, ruleset...)
		m := newModel(first.Rules())
		m.network = net
		v := newEvaluator(m)
		var line [40]chess.Position
		line[0] = first
		refilled := 0
		for range 3000 {
			// Continue from anywhere in the line, and evaluate only now and then.
			ply := random.IntN(len(line) - 1)
			for ply > 0 && line[ply].Rules() == nil {
				ply--
			}
			moves := line[ply].Moves(nil)
			if len(moves) == 0 {
				continue
			}
			line[ply+1] = line[ply].Play(moves[random.IntN(len(moves))])
			if random.IntN(3) == 0 {
				continue
			}
			e := evaluation{model: m, pos: &line[ply+1]}
			e.sort()
			if !v.accumulators[ply+1].filled {
				refilled++
			}
			got := v.learned(&e, ply+1)
			if want := e.scratch(net); got != want {
				t.Fatalf("%v %s: %d, from scratch %d", ruleset, line[ply+1].FEN(), got, want)
			}
		}
		if refilled == 0 {
			t.Error("no accumulator was filled")
		}
	}
}

// A network that evaluates alone is all that counts, except against a bare king.
func TestNetAlone(t *testing.T) {
	net := randomNetwork(rand.New(rand.NewPCG(9, 10)))
	net.Alone = true
	first := start(t)
	m := newModel(first.Rules())
	weights := newEvaluator(m)
	m.network = net
	v := newEvaluator(m)
	for _, c := range []struct {
		fen   string
		alone bool
	}{
		{"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", true},
		{"r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 30 3", true},
		{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", false},
		{"8/8/8/4k3/8/8/8/R3K3 b - - 0 1", false},
	} {
		pos := must.Get(t, m.rules.ParseFEN, c.fen)
		e := evaluation{model: m, pos: &pos}
		e.sort()
		e.learned = e.scratch(net)
		want := fiftyMoveScaling(e.score(), &pos)
		var none threats
		if !c.alone {
			m.network = nil
			want = weights.evaluate(&pos, pos.Key(), 0, &none)
			m.network = net
		}
		if got := v.evaluate(&pos, pos.Key(), 0, &none); got != want {
			t.Errorf("%s: %d, want %d", c.fen, got, want)
		}
	}
}

// randomNetwork returns a network whose sums are sometimes within the bounds of the
// clipping and sometimes outside.
func randomNetwork(random *rand.Rand) *nnue.Network { return nnue.Random(random, netInputs, 128) }

// Networks of games without hands are written without the inputs for these, and read with
// zeros in their place; other shapes are rejected.
func TestNetworkFiles(t *testing.T) {
	orthodox, pockets := start(t), start(t, rules.Pockets{})
	n := randomNetwork(rand.New(rand.NewPCG(5, 6)))
	file := EncodeNetwork(pockets.Rules(), n, "from here")
	got, fingerprint, err := DecodeNetwork(file)
	if err != nil || !got.Equal(n) || fingerprint != Fingerprint(pockets.Rules()) {
		t.Fatalf("%v, fingerprint %x", err, fingerprint)
	}
	short := EncodeNetwork(orthodox.Rules(), n, "")
	clear(n.Inputs[netOnBoard*n.Hidden:])
	if got, _, err := DecodeNetwork(short); err != nil || !got.Equal(n) || len(short) >= len(file) {
		t.Errorf("%v, %d bytes without hands, %d with them", err, len(short), len(file))
	}
	other := nnue.New(5, 64).Encode(1, "")
	if _, _, err := DecodeNetwork(other); err == nil || err.Error() != "a network of 5 inputs, not of 768, 896 or 13454" {
		t.Error(err)
	}
}

// Castling rights are seen, by the side that has them and by the other.
func TestNetSeesCastling(t *testing.T) {
	first := start(t)
	ruleset := first.Rules()
	sampler := NewNetSampler(ruleset)
	net := randomNetwork(rand.New(rand.NewPCG(7, 8)))
	m := newModel(ruleset)
	m.network = net
	inputs := map[string][]uint16{}
	values := map[Score]bool{}
	for _, rights := range []string{"-", "K", "Q", "k", "q"} {
		pos := must.Get(t, ruleset.ParseFEN, "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w "+rights+" - 0 1")
		s, ok := sampler.Sample(&pos, nil, nil)
		if !ok {
			t.Fatal("there is no sample")
		}
		inputs[rights] = append(s.Us, s.Them...)
		e := evaluation{model: m, pos: &pos}
		e.sort()
		values[e.scratch(net)] = true
	}
	for rights, list := range inputs {
		if want := len(inputs["-"]) + 2; rights != "-" && len(list) != want {
			t.Errorf("%s: %d inputs, want %d", rights, len(list), want)
		}
	}
	if len(values) != len(inputs) {
		t.Errorf("values %v of %d different rights", values, len(inputs))
	}
}

// Pieces in hand and their number are seen, by the side that has them and by the other.
func TestNetSeesHands(t *testing.T) {
	testNetSeesHands(t, rules.Pockets{}, "P", "p", "PP", "N", "Q", "PPPPPPPP", "pppppppp")
	testNetSeesHands(t, rules.Placement{}, "N", "n", "NN", "B", "Q", "q")
}

func testNetSeesHands(t *testing.T, rule rules.Rule, hands ...string) {
	first := start(t, rule)
	ruleset := first.Rules()
	sampler := NewNetSampler(ruleset)
	inputs, seen := map[string]int{}, map[string]string{}
	for _, hand := range append(hands, "") {
		pos := must.Get(t, ruleset.ParseFEN, "1r1k4/8/8/8/8/8/8/1R1K4["+hand+"] w - - 0 1")
		s, ok := sampler.Sample(&pos, nil, nil)
		if !ok {
			t.Fatal("there is no sample")
		}
		inputs[hand] = len(s.Us)
		us, them := fmt.Sprint(s.Us), fmt.Sprint(s.Them)
		for _, list := range []string{us, them} {
			if same, known := seen[list]; known && hand != "" {
				t.Errorf("%q has the same inputs as %q", hand, same)
			}
		}
		seen[us], seen[them] = hand, hand
		if len(s.Us) != len(s.Them) {
			t.Errorf("%q: %d and %d inputs", hand, len(s.Us), len(s.Them))
		}
	}
	for hand, n := range inputs {
		if n != inputs[""]+len(hand) {
			t.Errorf("%q: %d inputs, %d with nothing in hand", hand, n, inputs[""])
		}
	}
}

// A piece that is still to be placed counts: placing one is worth little, as the other side
// will follow.
func TestPlacingWinsNoMaterial(t *testing.T) {
	for _, fen := range []string{
		"8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRBBNNkqrrbbnn] w - - 0 1",
		"8/pppppppp/8/8/8/8/PPPPPPPP/3Q4[KRRBBNNkqrrbbnn] b - - 0 1",
		"n7/pppppppp/8/8/8/8/PPPPPPPP/3Q4[KRRBBNNkqrrbbn] w - - 0 2",
		"n1bqk3/pppppppp/8/8/8/8/PPPPPPPP/1N1QK3[RRBBNrrbn] w - - 0 5",
	} {
		s := node(t, fen, rules.Placement{})
		if value := s.board.evaluate(0); value < -250 || value > 250 {
			t.Errorf("%s: %d", fen, value)
		}
	}
}
