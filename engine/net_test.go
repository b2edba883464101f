package engine

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
)

func randomRow(random *rand.Rand, limit int) *netRow {
	var row netRow
	for i := range row {
		row[i] = int16(random.IntN(2*limit+1) - limit)
	}
	return &row
}

// Eight numbers at a time come to the same as one at a time.
func TestNetKernels(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		src, plus, minus := randomRow(random, 1<<15-1), randomRow(random, 1<<15-1), randomRow(random, 1<<15-1)
		var got, want netRow
		netShift(&got, src, plus, minus)
		plainShift(&want, src, plus, minus)
		if got != want {
			t.Fatalf("%v + %v - %v = %v, want %v", src, plus, minus, got, want)
		}
		netShift(src, src, plus, minus)
		if *src != want {
			t.Fatalf("in place: %v, want %v", src, want)
		}
		sums, weights := randomRow(random, 3*NetOne), randomRow(random, NetLimit)
		if got, want := netDot(sums, weights), plainDot(sums, weights); got != want {
			t.Fatalf("%v · %v = %d, want %d", sums, weights, got, want)
		}
	}
	// The largest sums there can be.
	var high, most netRow
	for i := range high {
		high[i], most[i] = 1<<15-1, NetLimit
	}
	if got, want := netDot(&high, &most), int32(NetHidden*NetOne*NetOne*NetLimit); got != want || plainDot(&high, &most) != want {
		t.Errorf("%d, want %d", got, want)
	}
}

// However the accumulators have come to what they hold, a network says of a
// board what it says from nothing.
func TestNetFromScratch(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	net := randomNetwork(random)
	for _, rules := range [][]chess.Rule{
		nil, {chess.Extinction{}, chess.CommonKings{}, chess.PromotionToKing{}}, {chess.Relocation{}, chess.Amazons{}}, {chess.Shooting{}},
		{chess.BlackHoles(bitboard.Of(bitboard.D5, bitboard.F5))}, {chess.Pockets{}},
	} {
		first := start(t, rules...)
		m := newModel(first.Rules())
		m.network = net
		v := newEvaluator(m)
		var line [40]chess.Position
		line[0] = first
		refilled := 0
		for range 3000 {
			// Go on from anywhere in the line, and look only now and then.
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
			e.run(v)
			if !v.accumulators[ply+1].filled {
				refilled++
			}
			got := v.learned(&e, ply+1)
			if want := net.scratch(&e); got != want {
				t.Fatalf("%v %s: %d, from scratch %d", rules, line[ply+1].FEN(), got, want)
			}
		}
		if refilled == 0 {
			t.Error("no accumulator was filled")
		}
	}
}

// randomNetwork returns a network whose sums are now within the bounds of the
// clipping and now without.
func randomNetwork(random *rand.Rand) *Network {
	n := new(Network)
	for i := range n.Inputs {
		n.Inputs[i] = *randomRow(random, 60)
	}
	n.Biases = *randomRow(random, 60)
	for b := range n.Outputs {
		n.Outputs[b] = [2][NetHidden]int16{*randomRow(random, NetLimit), *randomRow(random, NetLimit)}
		n.OutputBiases[b] = int32(random.IntN(20000) - 10000)
	}
	return n
}

// What is written is read again; what is broken is refused.
func TestNetworkFiles(t *testing.T) {
	n := randomNetwork(rand.New(rand.NewPCG(5, 6)))
	file := n.Encode(0xabc, "from here\nand there\n")
	if !bytes.HasPrefix(file, []byte(NetMark)) || !bytes.Contains(file, []byte("\n# from here\n# and there\n\n")) {
		t.Errorf("begins with %.200q", file)
	}
	got, fingerprint, err := DecodeNetwork(file)
	if err != nil || *got != *n || fingerprint != 0xabc {
		t.Fatalf("%v, fingerprint %x", err, fingerprint)
	}
	clear(n.Inputs[netOnBoard:]) // as of one that knows nothing of hands
	short := n.Encode(1, "")
	if got, _, err := DecodeNetwork(short); err != nil || *got != *n || len(short) >= len(file) {
		t.Errorf("%v, %d bytes without hands, %d with them", err, len(short), len(file))
	}
	n.Outputs[2][1][3] = NetLimit + 1
	for want, broken := range map[string][]byte{
		"not a network":             []byte("hello\n\n"),
		"bytes of numbers, not":     file[:len(file)-1],
		"a network of 5 inputs":     []byte(strings.Replace(string(file), "inputs=896", "inputs=5", 1)),
		"an output weight of 128":   n.Encode(1, ""),
		"not a network of heterodo": nil,
	} {
		if _, _, err := DecodeNetwork(broken); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// The right to castle is seen, by the side that has it and by the other.
func TestNetSeesCastling(t *testing.T) {
	first := start(t)
	rules := first.Rules()
	sampler := NewNetSampler(rules)
	net := randomNetwork(rand.New(rand.NewPCG(7, 8)))
	m := newModel(rules)
	m.network = net
	inputs := map[string][]uint16{}
	values := map[Score]bool{}
	for _, rights := range []string{"-", "K", "Q", "k", "q"} {
		pos, err := rules.ParseFEN("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w " + rights + " - 0 1")
		if err != nil {
			t.Fatal(err)
		}
		s, ok := sampler.Sample(&pos, nil, nil)
		if !ok {
			t.Fatal("not asked")
		}
		inputs[rights] = append(s.Us, s.Them...)
		e := evaluation{model: m, pos: &pos}
		e.look()
		values[net.scratch(&e)] = true
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

// What is in hand is seen, by the side that has it and by the other, and its number.
func TestNetSeesHands(t *testing.T) {
	first := start(t, chess.Pockets{})
	rules := first.Rules()
	sampler := NewNetSampler(rules)
	inputs, seen := map[string]int{}, map[string]string{}
	for _, hand := range []string{"", "P", "p", "PP", "N", "Q", "PPPPPPPP", "pppppppp"} {
		pos, err := rules.ParseFEN("r3k2r/8/8/8/8/8/8/R3K2R[" + hand + "] w - - 0 1")
		if err != nil {
			t.Fatal(err)
		}
		s, ok := sampler.Sample(&pos, nil, nil)
		if !ok {
			t.Fatal("not asked")
		}
		inputs[hand] = len(s.Us)
		us, them := fmt.Sprint(s.Us), fmt.Sprint(s.Them)
		for _, list := range []string{us, them} {
			if same, known := seen[list]; known && hand != "" {
				t.Errorf("%q looks like %q", hand, same)
			}
		}
		seen[us], seen[them] = hand, hand
		if len(s.Us) != len(s.Them) || len(s.Us) != inputs[""]+len(hand) {
			t.Errorf("%q: %d and %d inputs, %d with nothing in hand", hand, len(s.Us), len(s.Them), inputs[""])
		}
	}
}
