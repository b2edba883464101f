package nnue

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The vector code gives the same results as the plain code, whatever the processor has.
func TestNetKernels(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		random := rand.New(rand.NewPCG(1, 2))
		for range 1000 {
			n := HiddenStep * (1 + random.IntN(MaxHidden/HiddenStep))
			net := New(20, n)
			copy(net.Inputs, randomRow(random, 20*n, 1<<15-1))
			var lists [2][]uint16
			for i := range lists {
				for range random.IntN(5) {
					lists[i] = append(lists[i], uint16(random.IntN(20)))
				}
			}
			var src, got, want Sums
			copy(src[:], randomRow(random, n, 1<<15-1))
			shift(&got, &src, net, lists[0], lists[1])
			plainShift(&want, &src, net, lists[0], lists[1])
			if got != want {
				t.Fatalf("%v + %v - %v = %v, want %v", src, lists[0], lists[1], got, want)
			}
			shift(&src, &src, net, lists[0], lists[1])
			if !slices.Equal(src[:n], want[:n]) {
				t.Fatalf("in place: %v, want %v", src, want)
			}
			sums, weights := randomRow(random, n, 3*One), randomRow(random, n, Limit)
			if got, want := dot(sums, weights), plainDot(sums, weights); got != want {
				t.Fatalf("%v · %v = %d, want %d", sums, weights, got, want)
			}
		}
		// The largest possible sums.
		var high, most Sums
		for i := range high {
			high[i], most[i] = 1<<15-1, Limit
		}
		if got, want := dot(high[:], most[:]), int32(MaxHidden*One*One*Limit); got != want || plainDot(high[:], most[:]) != want {
			t.Errorf("%d, want %d", got, want)
		}
	})
}

// What is written can be read back; damaged files are refused.
func TestFiles(t *testing.T) {
	n := Random(rand.New(rand.NewPCG(5, 6)), 70, 128)
	file := n.Encode(0xabc, "from here\nand there\n")
	if !bytes.HasPrefix(file, []byte(Mark)) || !bytes.Contains(file, []byte("\n# from here\n# and there\n\n")) {
		t.Errorf("begins with %.200q", file)
	}
	got, fingerprint, err := Decode(file)
	if err != nil || !got.Equal(n) || fingerprint != 0xabc {
		t.Fatalf("%v, fingerprint %x", err, fingerprint)
	}
	n.Alone = true
	alone := n.Encode(0xabc, "")
	if got, fingerprint, err := Decode(alone); err != nil || !got.Equal(n) || fingerprint != 0 {
		t.Errorf("alone: %v, fingerprint %x", err, fingerprint)
	}
	n.Alone = false
	if got, _, _ := Decode(alone); got.Equal(n) {
		t.Error("a network that evaluates alone equals one that does not")
	}
	shaped := func(inputs string) []byte {
		return []byte(strings.Replace(string(file), "inputs=70", "inputs="+inputs, 1))
	}
	n.Outputs[2][1][3] = Limit + 1
	var wide bytes.Buffer // wider than 16 bits
	wide.WriteString("# heterodox net 3 inputs=1 hidden=128 buckets=8 weights=0000000000000abc\n\n")
	packed, err := flate.NewWriter(&wide, flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := packed.Write(binary.AppendVarint(nil, 1<<15)); err != nil || packed.Close() != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		want   string
		broken []byte
	}{
		{"not a network of heterodox-lab tune", []byte("hello\n\n")},
		{"not a network of heterodox-lab tune", nil},
		{"not a network of heterodox-lab tune", []byte(strings.Replace(string(alone), "weights=none", "weights=some", 1))},
		{"not a network of heterodox-lab tune", []byte(strings.Replace(string(file), "net 3", "net 2", 1))},
		{"the numbers of the network are damaged: unexpected EOF", file[:len(file)-1]},
		{"the numbers of the network are damaged: unexpected EOF", file[:len(file)-5000]},
		{"the numbers of the network are damaged: unexpected EOF", shaped("71")},
		{"the numbers of the network are damaged: 32768 is too large", wide.Bytes()},
		{"there is data after the numbers", shaped("69")},
		{"there is data after the numbers", append(slices.Clone(file), 0)},
		{"a network of 0 inputs", shaped("0")},
		{"a network of -5 inputs", shaped("-5")},
		{"a network of 65537 inputs", shaped("65537")},
		{"70 inputs, 100 hidden", []byte(strings.Replace(string(file), "hidden=128", "hidden=100", 1))},
		{"70 inputs, 320 hidden", []byte(strings.Replace(string(file), "hidden=128", "hidden=320", 1))},
		{"70 inputs, 0 hidden", []byte(strings.Replace(string(file), "hidden=128", "hidden=0", 1))},
		{"the output weight 128", n.Encode(1, "")},
	} {
		if _, _, err := Decode(c.broken); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

// Switching inputs on and off one or two at a time gives the same as adding all active
// ones.
func TestUpdate(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	n := Random(random, 40, 192)
	on := map[uint16]bool{}
	var sums Sums
	n.Start(&sums)
	for range 500 {
		var plus, minus []uint16
		for i := range uint16(40) {
			switch {
			case random.IntN(10) > 0:
			case on[i]:
				minus = append(minus, i)
			default:
				plus = append(plus, i)
			}
		}
		for _, i := range plus {
			on[i] = true
		}
		for _, i := range minus {
			delete(on, i)
		}
		n.Update(&sums, &sums, plus, minus)
		var want Sums
		n.Start(&want)
		for i := range on {
			n.Add(&want, i)
		}
		if sums != want {
			t.Fatalf("after +%v -%v: %v, want %v", plus, minus, sums, want)
		}
	}
}

// Every number of pieces has an output, and every output is used.
func TestBuckets(t *testing.T) {
	for _, most := range []int{2, 8, 10, 32, 40} {
		last := 0
		for pieces := range 2 * most {
			b := Bucket(pieces, most)
			if b < last || b >= Buckets {
				t.Errorf("bucket %d of %d pieces, of %d, after %d", b, pieces, most, last)
			}
			last = b
		}
		if last != Buckets-1 {
			t.Errorf("%d pieces: bucket %d at the most", most, last)
		}
	}
}
