package general

import (
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/internal/must"
	"strings"
	"testing"
)

// The card says what wins, where, and after how many checks.
func TestCardTellsGoals(t *testing.T) {
	c := mustRead(t, "[corners:capablanca]\nflagPieceWhite = q\nflagPieceBlack = c\nflagRegionWhite = a8 j8\nflagRegionBlack = *1\n"+
		"[quick:3check]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2+2 0 1\n"+
		"[once:3check]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1+1 0 1\n"+
		"[corridor]\nmaxRank = 1\nking = k\nrook = r\nstartFen = rkr2RKR w - - 0 1\nnMoveRule = 1\n")
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
		{"once", "A side wins when it has given 1 check."},
		{"corridor", "The board has 8 files and 1 rank."},
		{"corridor", "The game is drawn after 1 move by each side without progress."},
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
		{"isolation", "Gaps stand only on squares other than c1 and d8."},
	} {
		rules := openFrom(t, c, test.name)
		if card := strings.Join(screen.Card(rules), "\n"); !strings.Contains(card+"\n", test.want+"\n") {
			t.Errorf("%s: %q is not among\n%s", test.name, test.want, card)
		}
	}
}

// What the card says of pawns, first moves, explosions and castling is what the game plays.
func TestCardIsTrue(t *testing.T) {
	for _, test := range []struct{ parent, keys, says, not string }{
		// Pieces of a file promote, and explode, whatever they are called.
		{"berolina", "promotionRegionWhite = *6\npromotionPieceTypes = q n\n", "Pawns promote to a knight or a queen.", ""},
		{"berolina", "promotionRegionWhite = *6\n", "Pawns promote when they reach rank 6 (Black: rank 1).", ""},
		{"berolina", "commoner = k\nblastOnCapture = true\n", "A capture explodes: it removes the captor and everything around it.", "except pawns"},
		{"atomic", "", "A capture explodes: it removes the captor and everything around it except pawns.", ""},
		{"chess", "promotionPawnTypes = n\npromotionRegionWhite = *7\n", "Knights promote when they reach rank 7 (Black: rank 1).", "Pawns promote"},
		{"chess", "promotionPawnTypes = n\n", "Pawns do not promote.", ""},
		{"chess", "promotionPieceTypes = -\n", "Pawns do not promote.", ""},
		{"berolina", "mandatoryPawnPromotion = false\n", "Pawns need not promote.", ""},
		// Pawns promote with any move: only promoted forms depend on captures.
		{"chess", "promotedPieceType = n:q\npiecePromotionOnCapture = true\n", "Pawns promote with any move, other pieces only when they capture.", "Pieces promote only"},
		{"shogi", "piecePromotionOnCapture = true\n", "Pieces promote only when they capture.", ""},
		// First moves are possible from the squares of doubleStepRegion.
		{"berolina", "", "", "first move is"},
		{"berolina", "doubleStep = false\n", "", "first move"},
		{"berolina", "doubleStepRegionWhite = *2 *3\n", "For White, a first move is any move from ranks 2 or 3.", "For Black"},
		{"berolina", "doubleStepRegionBlack = -\n", "Black makes no first moves.", ""},
		{"chess", "king = k:KmiN\n", "For White, a first move is any move from rank 2.", ""},
		{"chess", "doubleStepRegionWhite = -\n", "White's pawns move only one square at a time, even from where they start.", "no square"},
		{"chess", "maxRank = 1\ndoubleStepRegionWhite = *1\nstartFen = k5PK w - - 0 1\n", "There is no castling.", ""},
		// What captures en passant is what enPassantTypes names, wherever that comes from.
		{"berolina", "enPassantTypes = k n\n", "or goes two squares diagonally forward with nothing between without capturing as its first move.", "also en passant"},
		{"berolina", "enPassantRegion = -\n", "There is no en passant.", "also en passant"},
		{"berolina", "enPassantRegion = *6\n", "White captures en passant only on rank 6.", ""},
		{"chess", "enPassantTypes = p n\n", "Only these capture en passant: pawns and knights.", ""},
		{"grasshopper", "enPassantTypes = g p\n", "hops in any direction over one piece, to the square right behind it, also en passant.", ""},
		// Nobody can castle without a right to it.
		{"chess", "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n", "There is no castling.", "Orthodox chess"},
		{"chess", "startFen = 1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1\n", "Orthodox chess from another start.", ""},
		{"chess", "", "Orthodox chess.", ""},
		{"placement", "", "", "no castling"},
		{"xiangqi", "shogiPawnDropMateIllegal = true\n", "", "dropping a pawn"},
		// Only pieces that a side has at the start count, and there is no mate without a king.
		{"extinction+minishogi", "", "A side that has lost all its pieces of one of these kinds loses: bishops, rooks, silvers, pawns, golds and kings.", "dropping a pawn"},
		{"extinction+xiangqi", "", "No piece is royal: there is no check, and no mate.", "Perpetual check"},
		{"chess", "wallOrMove = true\n", "A side that is not in check may pass.", ""},
		{"pawnback", "", "The pawn may not leave ranks 2 to 8, for White.", "squares other than"},
	} {
		c := mustRead(t, "[x:"+test.parent+"]\n"+test.keys)
		card := strings.Join(screen.Card(openFrom(t, c, "x")), "\n") + "\n"
		if !strings.Contains(card, test.says+"\n") || test.not != "" && strings.Contains(card, test.not) {
			t.Errorf("%s, %q: %q, and not %q, should be among\n%s", test.parent, test.keys, test.says, test.not, card)
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
		rules := must.Get(t, c.Open, "a")
		pos := must.Get(t, rules.ParsePosition, test.fen)
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
		rules := must.Get(t, Builtin().Open, "jesonmor")
		pos := must.Get(t, rules.ParsePosition, "n8/9/5n3/9/9/9/3N5/9/N8 w - - 0 1")
		for _, text := range strings.Fields(moves) {
			m := must.Get(t, pos.ParseMove, text)
			pos = pos.Play(m)
		}
		if got := pos.Outcome().Result.String(); got != want {
			t.Errorf("after %s: %s, want %s", moves, got, want)
		}
	}
}
