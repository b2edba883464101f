package engine

import (
	"testing"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
)

// What a move gives up in an exchange depends on the rules.
func TestExchanges(t *testing.T) {
	holes := rules.BlackHoles(bitboard.Of(bitboard.D5, bitboard.F5))
	for _, c := range []struct {
		fen, move string
		rules     []rules.Rule
		loses     bool
	}{
		{"4k3/8/3p4/4p3/8/8/8/4R1K1 w - - 0 1", "e1e5", nil, true},
		{"4k3/8/8/4p3/8/8/8/4R1K1 w - - 0 1", "e1e5", nil, false},
		{"4k3/8/3p4/4n3/8/2B5/4R3/6K1 w - - 0 1", "c3e5", nil, false},
		{"4k3/4r3/8/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", nil, false}, // the rook behind helps
		{"4k3/4r3/4r3/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", nil, true},
		{"6k1/8/3p4/8/8/8/8/4R1K1 w - - 0 1", "e1e5", nil, true},    // a quiet move
		{"4k3/8/8/3pP3/8/8/3R4/6K1 w - d6 0 1", "e5d6", nil, false}, // en passant, defended
		{"3rk3/1P6/8/8/8/8/8/6K1 w - - 0 1", "b7b8q", nil, true},    // the queen is lost at once
		{"3rk3/1P6/8/8/8/8/8/1R4K1 w - - 0 1", "b7b8q", nil, false}, // but defended here
		{"8/8/3k4/4p3/8/8/4R3/6K1 w - - 0 1", "e2e5", nil, true},    // the king takes back
		{"8/8/3k4/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", nil, false}, // it may not here
		{"3qk3/8/8/8/3p4/8/8/3QK3 w - - 0 1", "d1d4", nil, true},
		{"3qk3/8/8/8/3p4/8/8/3QK3 w - - 0 1", "d1d4", []rules.Rule{holes}, false}, // not through a hole
		{"4k3/8/3p4/4p3/8/8/8/4R1K1 w - - 0 1", "e1e5", []rules.Rule{rules.Shooting{}}, false},
		{"6k1/8/3p4/8/8/8/8/4R1K1 w - - 0 1", "e1e5", []rules.Rule{rules.Shooting{}}, true}, // but it may be shot
		{"6k1/8/3p4/8/8/8/4R3/4R1K1 w - - 0 1", "e2e5", []rules.Rule{rules.Shooting{}}, true},
		{"6k1/8/3p4/8/8/8/8/4R1K1 w - - 0 1", "e1e5", []rules.Rule{rules.Relocation{}}, false},
		{"6k1/8/8/1n6/8/8/8/4A1K1 w - - 0 1", "e1c3", []rules.Rule{rules.Amazons{}}, true},
		{"4k3/8/8/8/1a6/8/8/R3B1K1 w - - 0 1", "a1a2", []rules.Rule{rules.Amazons{}}, true}, // b4 jumps to a2
		// The last queen is worth the game, and so is what takes it.
		{"rnb1kbn1/p7/3p4/4q3/8/8/P7/RNBQKBN1 w - - 0 1", "d1d6", extinctionRules, true},
		{"rnb1kbn1/p4q2/3r4/4q3/8/8/P7/RNBQKBN1 w - - 0 1", "d1d6", extinctionRules, true},
		{"1nb1kbn1/p7/3r4/4q3/8/8/P7/RNBQKBN1 w - - 0 1", "d1d6", extinctionRules, false},
		{"rnbk1bn1/p2q4/8/8/8/8/P2R4/RNBQKBN1 w - - 0 1", "d2d7", extinctionRules, false},
		// Of two pieces that may capture, the last pawn does not, since a rook would
		// recapture it.
		{"r1bqkbnr/8/2np4/8/8/8/P3R3/RNBQRKN1 w - - 0 1", "e2e5", extinctionRules, true},
		{"rnb1kbnr/pp2q3/3p4/8/8/8/P3R3/RNBQRKN1 w - - 0 1", "e2e5", extinctionRules, true}, // a pawn of three does
		// Only the last queen may capture: it does not, where a second rook would
		// recapture.
		{"rnb1kbnr/pp2q3/8/4p3/8/8/P3R3/RNBQRKN1 w - - 0 1", "e2e5", extinctionRules, false},
		// A lost piece can be dropped by the enemy, and so counts twice; so does a won
		// piece.
		{"4k3/4n3/8/3b4/8/3R4/8/6K1 w - - 0 1", "d3d5", []rules.Rule{rules.Pockets{}}, true},
	} {
		r := start(t, c.rules...)
		pos := must.Get(t, r.Rules().ParseFEN, c.fen)
		m, move := newModel(r.Rules()), chess.Move(moveOf(t, pos, c.move))
		if got := m.seeLoses(&pos, move, m.gain(&pos, move), seeEdge); got != c.loses {
			t.Errorf("%s %s %v: loses: %v, want %v", c.fen, c.move, c.rules, got, c.loses)
		}
	}
}
