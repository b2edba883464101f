package general

import (
	"github.com/heterodox-chess/heterodox/game/screen"
	"strings"
	"testing"
)

// The card says what wins, where, and after how many checks.
func TestCardTellsGoals(t *testing.T) {
	c := mustRead(t, "[corners:capablanca]\nflagPieceWhite = q\nflagPieceBlack = c\nflagRegionWhite = a8 j8\nflagRegionBlack = *1\n"+
		"[quick:3check]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2+2 0 1\n")
	for _, test := range []struct{ name, want string }{
		{"jesonmor", "A side wins by bringing a knight to e5."},
		{"jesonmor", "It wins only if it is still there after the other side’s next move."},
		{"racingkings", "If White gets there first and Black can follow with its next move, Black has that move, and the game is drawn if it does."},
		{"racingkings", "A side wins by bringing a king to rank 8."},
		{"breakthrough", "White wins by bringing a pawn to rank 8."},
		{"breakthrough", "Black wins by bringing a pawn to rank 1."},
		{"corners", "White wins by bringing a queen to a8 or j8."},
		{"corners", "Black wins by bringing a chancellor to rank 1."},
		{"dobutsu", "A piece that can be captured there does not win."},
		{"dobutsu", "A side whose lion is captured loses."},
		{"threekings", "A side with no more than 2 kings left loses."},
		{"shatranj", "A side with only one piece left loses."},
		{"clobber", "A side without a legal move loses."},
		{"makruk", "There is no castling."},
		{"3check", "A side wins when it has given 3 checks."},
		{"quick", "A side wins when it has given 2 checks."},
		{"xiangqi", "A side without a legal move loses."},
		{"xiangqi", "The advisor and the general may not leave the palace: d1 to f3 for White, d8 to f10 for Black."},
		{"xiangqi", "The elephant may not cross the river between ranks 5 and 6."},
		{"shogi", "A piece may promote with a move that begins or ends in its promotion zone: ranks 7 to 9 (Black: ranks 1 to 3)."},
		{"shogi", "A side that gives checkmate by dropping a pawn loses."},
		{"shogi", "A pawn may not be dropped on a file with another pawn of its side that has not promoted."},
		{"xiangqi", "The generals may not face each other on a file with nothing between them."},
		{"xiangqi", "The chariot (R) goes like a rook."},
		{"xiangqi", "It moves sideways only once it has crossed the river."},
		{"duck", "Every move ends with putting the duck on another empty square, where nothing may stand and which nothing may pass."},
		{"duck", "A side whose king is captured loses."},
		{"coregal", "Queens are royal: none may be left attacked."},
		{"makruk", "Pawns promote to a met."},
		{"makruk", "Pawns promote when they reach ranks 6 to 8 (Black: ranks 1 to 3)."},
		{"isolation", "Gaps stand only on all squares but c1 and d8."},
	} {
		rules := openFrom(t, c, test.name)
		if card := strings.Join(screen.Card(rules), "\n"); !strings.Contains(card+"\n", test.want+"\n") {
			t.Errorf("%s: %q is not among\n%s", test.name, test.want, card)
		}
	}
}

// A game that is over has a result: what files call none is a win.
func TestEndsHaveResults(t *testing.T) {
	for _, test := range []struct{ key, fen, want string }{
		{"stalemateValue", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "0-1 (no legal move)"},
		{"checkmateValue", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "0-1 (checkmate)"},
		{"connectValue", "7k/8/6K1/8/8/8/8/PPP5 b - - 0 1", "1-0 (decided by the board)"},
	} {
		c, errs := Check("[a:chess]\nconnectN = 3\n"+test.key+" = none\n", Builtin())
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		rules, err := c.Open("a")
		if err != nil {
			t.Fatal(err)
		}
		pos, err := rules.ParsePosition(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := pos.Outcome().String(); got != test.want {
			t.Errorf("%s: %s, want %s", test.key, got, test.want)
		}
	}
}

// The card covers every key of a description: each of them changes the card of some game.
func TestCardSaysEveryKey(t *testing.T) {
	// Keys that say nothing about the rules, or only give a name, a letter or a
	// start.
	silent := map[string]bool{"startFen": true, "variantTemplate": true, "pieceToCharTable": true, "pocketSize": true,
		"pieceValueMg": true, "pieceValueEg": true, "boardStyle": true, "nnueAlias": true, "gating": true}
	// What a key needs besides to have an effect.
	with := map[string]string{
		"mustDropType": "pieceDrops = true\nmustDrop = true\n", "shotsMove": "capturer = stays\n", "checkInTurn": "turns = 2\n",
		"dupleCheck":        "commoner = k\nextinctionPseudoRoyal = true\nextinctionPieceTypes = k\nextinctionValue = loss\n",
		"connectPieceTypes": "connectN = 4\n", "connectHorizontal": "connectN = 4\n", "connectVertical": "connectN = 4\n",
		"connectDiagonal": "connectN = 4\n", "connectValue": "connectN = 4\n",
		"connectRegion1White": "connectRegion2White = *7\n", "connectRegion2White": "connectRegion1White = *2\n",
		"connectRegion1Black": "connectRegion2Black = *7\n", "connectRegion2Black": "connectRegion1Black = *2\n",
	}
	bases := []string{"chess", "crazyhouse", "shogi", "duck", "atlantis", "clobber", "breakthrough", "seirawan", "extinction", "xiangqi", "makruk",
		"janggi", "cfour", "flipello", "kingofthehill", "atomar", "minishogi", "racingkings", "grand"}
	values := []string{"true", "false", "7", "2", "0", "k", "n", "p", "q n", "f", "*3", "d4 e4", "loss", "win", "draw", "duck", "arrow", "reversi", "top",
		"makruk", "axf", "janggi", "unweighted", "n:q", "n:2", "p:g", "Kk", "stays", "relocated", "last"}
	said := func(key string) bool {
		for _, base := range bases {
			var plain string
			for _, value := range values {
				c, _ := Read("[plain:"+base+"]\n"+with[key]+"[x:"+base+"]\n"+with[key]+key+" = "+value+"\n", Builtin())
				if c == nil || !c.Has("x") || !c.Has("plain") {
					continue
				}
				x, errX := c.Open("x")
				without, err := c.Open("plain")
				if errX != nil || err != nil {
					continue
				}
				if plain == "" {
					plain = strings.Join(screen.Card(without), "\n")
				}
				if strings.Join(screen.Card(x), "\n") != plain {
					return true
				}
			}
		}
		return false
	}
	for _, k := range keys {
		if !silent[k.name] && !said(k.name) {
			t.Errorf("no card says %s", k.name)
		}
	}
}

// What the card says about jesonmor's goal is true: a knight there wins a move later, unless it
// is captured.
func TestGoalAMoveLater(t *testing.T) {
	for moves, want := range map[string]string{
		"d3e5":           "*",
		"d3e5 a9b7":      "1-0",
		"d3e5 f7e5":      "*",
		"d3e5 f7e5 a1b3": "0-1",
	} {
		rules, err := Builtin().Open("jesonmor")
		if err != nil {
			t.Fatal(err)
		}
		pos, err := rules.ParsePosition("n8/9/5n3/9/9/9/3N5/9/N8 w - - 0 1")
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range strings.Fields(moves) {
			m, err := pos.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			pos = pos.Play(m)
		}
		if got := pos.Outcome().Result.String(); got != want {
			t.Errorf("after %s: %s, want %s", moves, got, want)
		}
	}
}
