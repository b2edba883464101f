package chess_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/leaves"
)

// Encodings distinguish positions just as Key does, and decode to a position
// with the same counts.
func TestEncoding(t *testing.T) {
	type known struct {
		game string
		size int // depends on the number of pieces at the start
		what string
	}
	texts, keys := map[known]uint64{}, map[known]string{}
	walkGames(t, 77, 20, 40, func(p chess.Position, moves []chess.Move, _ *rand.Rand) {
		e := p.Encoding()
		text := e.Append(nil, &p)
		q, err := e.Position(text)
		if err != nil || len(text) != e.Size() {
			t.Fatalf("%s %s: %v, %d bytes of %d", p.Rules().Name(), p.FEN(), err, len(text), e.Size())
		}
		if again := e.Append(nil, &q); !bytes.Equal(text, again) {
			t.Fatalf("%s %s: %x becomes %x", p.Rules().Name(), p.FEN(), text, again)
		}
		if q.Key() != p.Key() || leaves.Count(&q, 2, nil, nil) != leaves.Count(&p, 2, nil, nil) {
			t.Fatalf("%s %s becomes %s", p.Rules().Name(), p.FEN(), q.FEN())
		}
		for _, m := range moves {
			next := p.Play(m)
			if text := e.Append(nil, &next); len(text) != e.Size() {
				t.Fatalf("%s after %s: %d bytes", p.FEN(), p.UCI(m), len(text))
			}
		}
		game := p.Rules().Name()
		byText, byKey := known{game, len(text), string(text)}, known{game, len(text), fmt.Sprint(p.Key())}
		if key, ok := texts[byText]; ok && key != p.Key() {
			t.Errorf("%s %s: two keys for one text", game, p.FEN())
		}
		if other, ok := keys[byKey]; ok && other != string(text) {
			t.Errorf("%s %s: two texts for one key", game, p.FEN())
		}
		texts[byText], keys[byKey] = p.Key(), string(text)
	})
}

// A position reached in different ways has one text: the en-passant square
// counts only where the capture is legal.
func TestEncodingIsCanonical(t *testing.T) {
	start := benchPosition("chess")
	rules := start.Rules()
	for _, pair := range [][2]string{
		{"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 3 7"},
		{"8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"}, // pinned
	} {
		a, errA := rules.ParseFEN(pair[0])
		b, errB := rules.ParseFEN(pair[1])
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		if e := a.Encoding(); !bytes.Equal(e.Append(nil, &a), e.Append(nil, &b)) {
			t.Errorf("%s and %s differ", pair[0], pair[1])
		}
	}
	a, _ := rules.ParseFEN("8/8/8/8/k2pP3/8/8/4K3 b - e3 0 1")
	b, _ := rules.ParseFEN("8/8/8/8/k2pP3/8/8/4K3 b - - 0 1")
	if e := a.Encoding(); bytes.Equal(e.Append(nil, &a), e.Append(nil, &b)) {
		t.Error("a capture en passant is lost")
	}
}

// A damaged text is an error or some position.
func TestDamagedEncoding(t *testing.T) {
	for _, name := range []string{"crazyhouse", "fibonacci+placement"} {
		start := benchPosition(name)
		e := start.Encoding()
		whole := e.Append(nil, &start)
		for i := range whole {
			for _, with := range []byte{0, 1, 0x7f, 0x80, 0xff} {
				text := bytes.Clone(whole)
				text[i] ^= with
				if p, err := e.Position(text); err == nil {
					e.Append(nil, &p)
				}
			}
		}
	}
}

func FuzzEncoding(f *testing.F) {
	start := benchPosition("crazyhouse") // whose texts have all parts but turns
	e := start.Encoding()
	f.Add(e.Append(nil, &start))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := e.Position(text)
		if err == nil {
			e.Append(nil, &p)
		}
	})
}
