package chess_test

import (
	"testing"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
)

func TestExposed(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		rules     []rules.Rule
		want      map[string]bitboard.Bitboard
	}{
		{"a pin", "k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1", nil, map[string]bitboard.Bitboard{
			"e2c1": bitboard.Of(bitboard.E8), "e2g1": bitboard.Of(bitboard.E8), "e2c3": bitboard.Of(bitboard.E8),
			"e2g3": bitboard.Of(bitboard.E8), "e2d4": bitboard.Of(bitboard.E8), "e2f4": bitboard.Of(bitboard.E8),
		}},
		{"no king is royal", "rnb1kbnr/ppppqppp/8/8/8/8/PPPPNPPP/RNBQKB1R w - - 0 1", []rules.Rule{rules.Extinction{}, rules.CommonKings{}}, nil},
		{"a shooter does not leave its square", "k3r3/8/8/8/3p4/8/4N3/4K3 w - - 0 1", []rules.Rule{rules.Shooting{}}, map[string]bitboard.Bitboard{
			"e2c1": bitboard.Of(bitboard.E8), "e2g1": bitboard.Of(bitboard.E8), "e2c3": bitboard.Of(bitboard.E8),
			"e2g3": bitboard.Of(bitboard.E8), "e2f4": bitboard.Of(bitboard.E8),
		}},
		{"two attackers", "k7/8/8/8/8/8/1r5r/4K3 w - - 0 1", nil, map[string]bitboard.Bitboard{
			"e1d2": bitboard.Of(bitboard.B2, bitboard.H2), "e1e2": bitboard.Of(bitboard.B2, bitboard.H2),
			"e1f2": bitboard.Of(bitboard.B2, bitboard.H2),
		}},
	} {
		ruleset, err := chess.Compile(rules.Variant{Name: "game", Rules: c.rules})
		if err != nil {
			t.Fatal(err)
		}
		pos := must.Get(t, ruleset.ParseFEN, c.fen)
		got := map[string]bitboard.Bitboard{}
		for _, m := range pos.Exposed(nil) {
			got[pos.UCI(m)] = pos.ExposedTo(m)
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		for uci, attackers := range c.want {
			if got[uci] != attackers {
				t.Errorf("%s: %s is exposed to %v, want %v", c.name, uci, got[uci], attackers)
			}
		}
	}
}
