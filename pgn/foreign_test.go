package pgn_test

import (
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/pgn"
	"github.com/heterodox-chess/heterodox/variants"
)

// Short games in the notations of Cute Chess and pychess, with their moves in UCI notation.
func TestForeign(t *testing.T) {
	for _, test := range []struct{ variant, fen, moves, uci string }{
		// Plus means promotion, and a check has no sign.
		{"shogi", "", "1. Pc4 Pg6 2. Bxh8+ Sxh8 3. B@e5 B@e4 4. Bxh8 *", "c3c4 g7g6 b2h8+ g9h8 B@e5 B@e4 e5h8"},
		{"shogi", "", "1. Pc4 Pg6 2. Bxh8+ Sxh8 3. B@e5 B@e4 4. Bxh8+ *", "c3c4 g7g6 b2h8+ g9h8 B@e5 B@e4 e5h8+"},
		{"judkins", "", "1. Ba5+ Rxa5 2. Rxf5+ *", "e1a5+ a6a5 f1f5+"},
		{"euroshogi", "", "1. Pa4 Pa5 2. Pxa5 Pb5 3. Pa6+ Pc5 *", "a3a4 a6a5 a4a5 b6b5 a5a6+ c6c5"},
		{"dobutsu", "", "1. Cxb3 Lxb3 2. C@a3 Lc3 3. Cxa4+ *", "b2b3 b4b3 C@a3 b3c3 a3a4+"},
		// Games in our notation, which Cute Chess would read differently.
		{"judkins", "", "1. Rxf5+ Kxf5 2. Bb4 *", "f1f5 f6f5 e1b4"},
		{"judkins", "", "1. Bc3+ Se5 *", "e1c3 d6e5"},
		{"judkins", "", "1. Ba5=+ Rxa5 2. Rxf5=++ *", "e1a5+ a6a5 f1f5+"},
		{"berolina", "", "1. e2f3 e7f6 2. f3e4 f6e5 3. e4xe5 d7f5 *", "e2f3 e7f6 f3e4 f6e5 e4e5 d7f5"},
		{"janus", "", "1. e3 e6 2. Be2 Be7 3. Jc3 Jc6 4. Nd3 Nd6 5. Kb1 Kb8 *", "e2e3 e7e6 d1e2 d8e7 b1c3 b8c6 c1d3 c8d6 e1b1 e8b8"},
		{"modern", "", "1. h3 h7 2. Bh2 Bh8 3. Ng3 Ng7 4. f3 f7 5. Qf2 Me7 6. O-Q-O O-M-O *",
			"h2h3 h8h7 g1h2 g9h8 h1g3 h9g7 f2f3 f8f7 f1f2 f9e7 e1g1 e9g9"},
		{"sittuyin", "8/8/1k2P3/4P3/8/8/8/K7 w - - 0 1", "1. d6=F Kc6 *", "e5d6f b6c6"},
		{"sittuyin", "8/8/1k2P3/4P3/8/8/8/K7 w - - 0 1", "1. e5=F Kc6 *", "e5e5f b6c6"},
		// pychess: plus means check, and letters are those in the FEN of the piece that moves
		// alike.
		{"sittuyin", "k7/2K3P1/8/4P3/8/8/8/1R6[] w - - 0 1", "1. e5f6=F Ka7 *", "e5f6f a8a7"},
		{"xiangqi", "", "1. Hg3 Ece8 2. Cxh10 Rxh10 3. Ege3 *", "h1g3 c10e8 h3h10 i10h10 g1e3"},
		{"janggi", "", "1. Pe5 Hc8 2. Ece4 *", "e4e5 b10c8 c1e4"},
		{"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1", "1. Pc4 Pg6 2. Bxh8=H Sxh8 3. B@e5 Ph6 4. Bxh8=H Pa6 5. Hxi9 *",
			"c3c4 g7g6 b2h8+ g9h8 B@e5 h7h6 e5h8+ a7a6 h8i9"},
		{"shogi", "4k4/9/2P6/9/9/9/9/9/4K4[] w - - 0 1", "1. Pc8=G Kf8 2. Gc9 *", "c7c8+ e9f8 c8c9"},
		{"shogi", "4k4/9/9/9/9/9/9/9/R3K4[] w - - 0 1", "1. Ra9=D+ Ke8 2. Da8+ Kd7 *", "a1a9+ e9e8 a9a8 e8d7"},
		{"kyotoshogi", "p+nks+l/5/5/L4/1SK+NP[-] b - - 0 1", "1... Ge4=L *", "e5e4-"},
		{"kyotoshogi", "p1ksS/n1n2/4P/5/+L1K1+L[] b - - 3 9", "9... Ncb2=G *", "c4b2+"},
		// Moves in UCI notation.
		{"chess", "", "1. e2e4 e7e5 2. g1f3 Nc6 3. f1b5 a7a6 4. e1g1 *", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1"},
		{"atomic", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "1. a7a8q+ *", "a7a8q"},
		// Long notation.
		{"chess", "", "1. e2-e4 e7-e5! 2. Ng1-f3 Nb8-c6 3. Bf1-b5 a7-a6 4. Bb5xc6 d7xc6 5. O-O *", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1"},
		{"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "1. a7-a8=Q+ Ke8-e7 *", "a7a8q e8e7"},
		{"xiangqi", "", "1. Hh1-g3 Hh10-g8 *", "h1g3 h10g8"},
		// The signs of the Informant.
		{"chess", "", "1. e4= d5+/= 2. exd5! Qxd5!?=+ 3. Nc3∞ Qe5+-+ 4. Qe2± Qxe2+⩱ 5. Bxe2+- *", "e2e4 d7d5 e4d5 d8d5 b1c3 d5e5 d1e2 e5e2 f1e2"},
		{"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "1. a8=Q++- *", "a7a8q"},
	} {
		text := "[Variant \"" + test.variant + "\"]\n"
		if test.fen != "" {
			text += "[FEN \"" + test.fen + "\"]\n"
		}
		games, faults := read(t, text+"\n"+test.moves)
		if len(games) != 1 || faults[0] != "" {
			t.Fatal(faults)
		}
		played, err := games[0].Check(variants.MustOpen(test.variant))
		if err != nil {
			t.Errorf("%s %s: %v", test.variant, test.moves, err)
			continue
		}
		var uci []string
		for i, m := range played.Moves() {
			uci = append(uci, played.At(i).UCI(m))
		}
		if got := strings.Join(uci, " "); got != test.uci {
			t.Errorf("%s %s: read as %s, want %s", test.variant, test.moves, got, test.uci)
		}
	}
}

// What Cute Chess does not write is still an error.
func TestForeignIsNoExcuse(t *testing.T) {
	for _, test := range []struct{ variant, fen, moves string }{
		{"chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "1. d5 *"},         // for exd5
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "1. Kg1 *"},           // for O-O
		{"chess", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "1. Nd2 *"},        // two knights
		{"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "1. a8= *"},           // it promotes to something
		{"shogi", "", "1. Pc4= *"},                                        // no sign, as = and + are moves there
		{"modern", "", "1. O-Q-O *"},                                      // the way is not free
		{"modern", "4k4/9/9/9/9/9/9/9/R3K3R w KQ - 0 1", "1. O-N-O *"},    // no knight stands beside the king
		{"sittuyin", "8/6P1/1k6/4P3/8/8/8/K7 w - - 0 1", "1. f6=F Kc6 *"}, // two pawns
		{"judkins", "", "1. Ba5+ Rxa5 2. Nc3+ *"},                         // no promotion there
	} {
		g := &pgn.Game{Tags: []pgn.Tag{{Name: "FEN", Value: test.fen}}, Result: "*"}
		games, _ := read(t, test.moves)
		g.Moves = games[0].Moves
		if _, err := g.Check(variants.MustOpen(test.variant)); err == nil {
			t.Errorf("%s %s: read", test.variant, test.moves)
		}
	}
}

// A composition for which others have a name is written under that name with its FEN, and
// read back as the same composition.
func TestVariantTags(t *testing.T) {
	const fen = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1"
	for _, test := range []struct {
		name, fen string
		want      string
	}{
		{"chess", "start", "Variant chess"},
		{"fischerandom", fen, "Variant fischerandom, SetUp 1, FEN " + fen},
		{"fischerandom+crazyhouse", fen, "Variant crazyhouse, Composition fischerandom+crazyhouse, SetUp 1, FEN " + fen},
		{"fischerandom+crazyhouse", "start", "Variant crazyhouse, Composition fischerandom+crazyhouse, SetUp 1, FEN start"},
		{"fischerandom+gun", "start", "Variant fischerandom+gun"},
		{"crazyhouse+gun", "start", "Variant crazyhouse+gun"},
		{"fischerandom+crazyhouse+atomic", "start", "Variant fischerandom+crazyhouse+atomic"},
	} {
		tags := pgn.VariantTags(test.name, test.fen, "start")
		var words []string
		for _, tag := range tags {
			words = append(words, tag.Name+" "+tag.Value)
		}
		if got := strings.Join(words, ", "); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
		if got := (&pgn.Game{Tags: tags}).Variant(); got != test.name {
			t.Errorf("%s is read back as %s", test.name, got)
		}
	}
	changed := pgn.Game{Tags: []pgn.Tag{{Name: "Variant", Value: "atomic"}, {Name: "Composition", Value: "fischerandom+crazyhouse"}}}
	if got := changed.Variant(); got != "atomic" {
		t.Errorf("contradictory tags are read as %s", got)
	}
}
