package serve_test

import (
	"fmt"
	"strings"
	"testing"
)

// The castling rights offered are those that fit the board, whatever the game calls its files;
// those that no longer fit are left out. All pieces in hand stay there.
func TestEditorRights(t *testing.T) {
	c := &client{t: t, server: newServer(t)}
	for _, test := range []struct{ body, fen, rights string }{
		{`{"variant": "chess"}`, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "K+ Q+ k+ q+"},
		{`{"variant": "nocastle"}`, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", ""},
		{`{"variant": "chess", "pieces": {"e1": "wK", "h1": "wR", "e8": "bK"}, "side": "white", "castling": "KQkq", "rest": "e6 0 1"}`, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "K+"},
		{`{"variant": "chess", "pieces": {"e1": "wK", "h1": "wR", "e8": "bK"}, "side": "black", "castling": "", "rest": "- 7 9"}`, "4k3/8/8/8/8/8/8/4K2R b - - 7 9", "K-"},
		{`{"variant": "fischerandom", "pieces": {"b1": "wK", "a1": "wR", "g1": "wR", "e8": "bK"}, "side": "white", "castling": "Q"}`, "4k3/8/8/8/8/8/8/RK4R1 w Q - 0 1", "K- Q+"},
		{`{"variant": "capablanca", "pieces": {"f1": "wK", "a1": "wR", "f8": "bK"}, "side": "white", "castling": "KQ<>"}`, "5k4/10/10/10/10/10/10/R4K4 w Q - 0 1", "Q+"},
		{`{"variant": "xiangqi"}`, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", ""},
		{`{"variant": "cube3"}`, "", ""},
		{`{"variant": "flipersi", "pieces": {"d4": "bP"}, "hands": [{"P": 28}, {"P": 30}], "side": "white"}`, "8/8/8/8/3p4/8/8/8[" + strings.Repeat("P", 28) + strings.Repeat("p", 30) + "] w - - 0 1", ""},
		{`{"variant": "threecheck", "pieces": {"e1": "wK", "e8": "bK", "d4": "wP"}, "side": "white", "rest": "- 2+3 0 1"}`, "4k3/8/8/8/3P4/8/8/4K3 w - - 0 1 +1+0", ""},
	} {
		_, answer := c.send("POST", "/api/position", test.body)
		rights := ""
		list, _ := answer["castling"].([]any)
		for i, r := range list {
			r := r.(map[string]any)
			if i > 0 {
				rights += " "
			}
			rights += r["right"].(string) + map[any]string{true: "+", false: "-"}[r["on"]]
		}
		if rights != test.rights || test.fen != "" && answer["fen"] != test.fen {
			t.Errorf("%s: got FEN %v with rights %q, want %s with %q; fault %v", test.body, answer["fen"], rights, test.fen, test.rights, answer["fault"])
		}
	}
}

// Errors in a position are given in a player's words.
func TestEditorFaults(t *testing.T) {
	c := &client{t: t, server: newServer(t)}
	for body, want := range map[string]string{
		`"variant": "chess", "pieces": {"e1": "wK"}, "side": "white"`:                                           "Black has no king",
		`"variant": "chess", "pieces": {"e1": "wK", "e8": "bK", "e5": "bR"}, "side": "black"`:                   "it is Black’s move, but the king on e1 is in check and could be captured",
		`"variant": "chess", "pieces": {"e1": "wK", "e8": "bK", "a1": "bP"}, "side": "black"`:                   "a pawn cannot stand on a1",
		`"variant": "fairy", "pieces": {"e1": "wK", "e8": "bK", "a1": "bQ"}, "side": "black"`:                   "this game has no queen (on a1)",
		`"variant": "blackhole", "pieces": {"e1": "wK", "e8": "bK", "d5": "bR"}, "side": "black"`:               "the rook on d5 stands on a black hole",
		`"variant": "crazyhouse", "pieces": {"e1": "wK", "e8": "bK"}, "hands": [{"K": 1}, {}], "side": "black"`: "there can be no king in hand",
		`"variant": "xiangqi", "pieces": {"e1": "wK", "d10": "bK", "d5": "wR"}, "side": "white"`:                "it is White’s move, but the black king on d10 is in check and could be captured",
		`"variant": "capablanca", "pieces": {"e1": "wK", "d8": "bK", "f8": "bK"}, "side": "white"`:              "Black has more than one king",
		`"variant": "shogi", "pieces": {"e1": "wK", "d9": "bK"}, "hands": [{"K": 1}, {}], "side": "white"`:      "White has more than one king, counting the hand",
		`"variant": "horde", "pieces": {"e1": "wK", "e8": "bK"}, "side": "white"`:                               "in this game White has no king",
		`"variant": "racingkings", "pieces": {"e1": "wK", "e8": "bK", "e4": "wR"}, "side": "black"`:             "the king on e8 is in check, and in this game nobody may give check",
		`"variant": "cube3", "pieces": {"a1I": "wK", "a1III": "bK", "a1II": "wR"}, "side": "white"`:             "it is White’s move, but the black king on a1III is in check from the rook on a1II and could be captured",
		`"variant": "xiangqi", "fen": "9/9 w"`:                                                                  "there must be 10 ranks, not 2 (in the FEN: board)",
		`"variant": "chess", "fen": "4k3/8/8/8 w - - 0 1"`:                                                      "there must be 8 ranks, not 4 (in the FEN: board)",
	} {
		if _, answer := c.send("POST", "/api/position", "{"+body+"}"); fmt.Sprint(answer["fault"]) != want {
			t.Errorf("%s: %v, want %s", body, answer["fault"], want)
		}
	}
}
