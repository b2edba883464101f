package tables

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/variants"
)

// TestBrokenFiles breaks a table in every way that a disk or a person might, and checks that
// each is noticed before a value is used.
func TestBrokenFiles(t *testing.T) {
	dir := t.TempDir()
	generate(t, dir, "antichess", "RvN")
	whole := must.Get(t, os.ReadFile, filepath.Join(dir, "antichess", "RvN.table"))
	g := variants.MustOpen("antichess")
	pos := must.Get(t, g.ParsePosition, "8/8/8/8/3n4/8/8/R7 b - - 0 1")
	probe := func(text []byte, name string, g game.Rules, pos game.Position) (Value, bool, error) {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, g.Name()), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, g.Name(), name), text, 0o666); err != nil {
			t.Fatal(err)
		}
		s := must.Get(t, Open, dir)
		defer s.Close()
		v, ok := s.Probe(pos)
		return v, ok, s.Err()
	}
	if v, ok, err := probe(whole, "RvN.table", g, pos); !ok || err != nil || v.String() != "loss in 2" {
		t.Fatalf("%v, %v, %v", v, ok, err)
	}
	for i := range whole {
		for _, bit := range []byte{1, 0x80} {
			broken := bytes.Clone(whole)
			broken[i] ^= bit
			v, ok, err := probe(broken, "RvN.table", g, pos)
			if ok && v.String() != "loss in 2" || !ok && err == nil {
				t.Errorf("byte %d of %d changed: %v, %v, %v", i, len(whole), v, ok, err)
			}
		}
	}
	for i := range whole {
		if _, ok, err := probe(whole[:i], "RvN.table", g, pos); ok || err == nil {
			t.Errorf("cut off after %d of %d bytes: %v", i, len(whole), err)
		}
	}
	for _, c := range []struct {
		text      []byte
		name, why string
		game      string
	}{
		{append(bytes.Clone(whole), 0), "RvN.table", "there is data after its end", "antichess"},
		{bytes.Replace(whole, []byte("table 1"), []byte("table 2"), 1), "RvN.table", `it has another version: it begins with "heterodox table 2", not with "heterodox table 1"`, "antichess"},
		{[]byte("PNG, not a table of anything"), "RvN.table", "it is not a table", "antichess"},
		{whole, "QvN.table", "it is the table of RvN", "antichess"},
		{whole, "RvN.table", "it is a table for antichess, not for giveaway", "giveaway"},
	} {
		g := variants.MustOpen(c.game)
		pos := must.Get(t, g.ParsePosition, pos.FEN())
		if _, ok, err := probe(c.text, c.name, g, pos); ok || err == nil || !strings.HasSuffix(err.Error(), c.name+": "+c.why) {
			t.Errorf("%s: %v, %v", c.why, ok, err)
		}
	}
}

// A block whose bytes are intact but whose values are wrong is found by Verify.
func TestWrongValues(t *testing.T) {
	dir := t.TempDir()
	g, err := NewGenerator(variants.MustOpen("antichess"), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if err := g.Make(t.Context(), "RvN"); err != nil {
		t.Fatal(err)
	}
	h := g.Tables()
	m, err := h.book.codesOf("RvN")
	if err != nil {
		t.Fatal(err)
	}
	made := h.tables[keyOf(m)]
	verified := func() error {
		_, err := h.Verify(t.Context(), "RvN", 1, func(float64) {})
		return err
	}
	if err := verified(); err != nil {
		t.Fatal(err)
	}
	var at [maxMen]uint8
	changed := 0
	for index := uint64(3); index < made.Size; index += 41 {
		if !made.l.squares(index, &at) {
			continue
		}
		block := *made.blocks[0].Load()
		old := block[index]
		block[index] = (old + 1) % byte(len(made.Codes))
		if err := verified(); err == nil || !strings.Contains(err.Error(), "but its moves say") {
			t.Errorf("position %d has a wrong value: %v", index, err)
		}
		block[index] = old
		changed++
	}
	if changed < 10 {
		t.Errorf("only %d positions were changed", changed)
	}
}
