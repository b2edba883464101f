package engine_test

import (
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// compose writes a FEN of orthodox pieces as a variant needs it: amazons for queens, no
// castling where there is none, and in fibonacci the first turn of the side.
func compose(variant, fen string) string {
	fields := strings.Fields(fen)
	if strings.Contains(variant, "fairy") {
		fields[0] = strings.NewReplacer("q", "a", "Q", "A").Replace(fields[0])
	}
	if strings.Contains(variant, "baseline") {
		fields[2] = "-"
	}
	if strings.Contains(variant, "fibonacci") {
		fields = append(fields, map[string]string{"w": "1:1", "b": "2:1"}[fields[1]])
	}
	return strings.Join(fields, " ")
}

// Black has left a knight where a pawn can take it. White takes it, or finds something
// worth at least as much: with two moves next turn, it does not run away. Where all pieces
// shoot from afar, too much else is at stake on a full board. Scores of compositions are
// small, as their results are seldom certain.
func TestWinsAHangingPiece(t *testing.T) {
	took := 0
	for _, variant := range compositions() {
		if strings.Contains(variant, "madhouse") {
			continue // where taking wins nothing
		}
		if strings.Contains(variant, "fibonacci+gun") {
			continue // where a threat to be carried out with two shots wins more
		}
		fen := "r1bqkbnr/pppppppp/8/4n3/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 3"
		if strings.Contains(variant, "gun") && !strings.Contains(variant, "extinction") {
			fen = "6k1/5ppp/8/4n3/3P4/8/5PPP/6K1 w - - 0 3"
		}
		pos := position(t, variant, compose(variant, fen))
		result := search(pos, game.Limits{Nodes: 5000})
		if result.Moves[0].String() == "d4e5" {
			took++
		} else if score := result.Info.Score; score < 75 {
			t.Errorf("%s: %v with score %v leaves the knight", variant, result.Moves[0], score)
		}
	}
	if took < 8 {
		t.Errorf("only %d have taken it", took)
	}
}

func TestKeepsItsKingOffTheHoles(t *testing.T) {
	fens := []string{
		"r3k3/pp6/8/8/4K3/8/PP6/R7 w - - 0 1",
		"4k3/pp6/8/8/2q1K3/8/PP6/R7 w - - 0 1", // in check
		"r7/pp3n2/3K4/8/8/8/PP4k1/R7 w - - 0 1",
		"7r/8/4k3/8/8/6q1/8/1K5Q b - - 0 1",
	}
	for _, variant := range compositions() {
		if !strings.Contains(variant, "blackhole") || strings.Contains(variant, "extinction") {
			continue
		}
		for _, fen := range fens {
			pos := position(t, variant, compose(variant, fen))
			result := search(pos, game.Limits{Nodes: 2000})
			if m := result.Moves[0]; m.IsVanishing() && m.Role() == rules.King {
				t.Errorf("%s: %s: %v moves the king into a hole", variant, fen, m)
			}
		}
	}
}

// White's last rook, then its only queen, is attacked.
func TestSavesTheLastOfItsKind(t *testing.T) {
	fens := []string{
		"r1bqk1nr/pppp1ppp/2n5/4p3/1P6/1b6/P1PPPPPP/1NBRKBNQ w kq - 0 5",
		"rnb1k1nr/pppp1ppp/4pq2/8/3P3b/2N3Q1/PPP1PPPP/R1B1KBNR w KQkq - 0 5",
	}
	for _, variant := range compositions() {
		if !strings.Contains(variant, "extinction") || strings.Contains(variant, "madhouse") {
			continue
		}
		for _, fen := range fens {
			pos := position(t, variant, compose(variant, fen))
			us := pos.Side()
			result := search(pos, game.Limits{Nodes: 10_000})
			next := play(t, pos, result.Moves)
			if next.Outcome().Result == rules.WinFor(us) {
				continue
			}
			if next.Side() != us && engine.WinsWithin(next, us.Opponent(), 1) {
				t.Errorf("%s: %s: %v loses the last of a kind", variant, fen, result.Moves)
			}
		}
	}
}

// A perpetual check is found when everything else loses.
func TestKnowsRepetition(t *testing.T) {
	pos := position(t, "chess", "6k1/6p1/8/7Q/8/8/1qr5/7K w - - 0 1")
	result := search(pos, game.Limits{Depth: 10})
	if result.Info.Score != 0 {
		t.Errorf("score %v, want cp 0 by perpetual check; line %s", result.Info.Score, moveTexts(result.Info.PV))
	}
}

func TestPlaysBaselineToTheEnd(t *testing.T) {
	for _, variant := range []string{"baseline", "placement", "fibonacci+gun+madhouse+blackhole+baseline+fairy"} {
		pos := position(t, variant, "8/pppppppp/8/8/8/8/PPPPPPPP/8["+map[bool]string{true: "KARRBBNNkarrbbnn", false: "KQRRBBNNkqrrbbnn"}[strings.Contains(variant, "fairy")]+"] w - - 0 1")
		e := small(1)
		g := engine.RecordOf(pos)
		for range 24 {
			result := e.SearchGame(t.Context(), g, game.Limits{Nodes: 300}, nil)
			if len(result.Moves) == 0 {
				break
			}
			if !g.Play(game.Move(result.Moves[0])) {
				t.Fatalf("%s: %s is not legal", variant, moveTexts(result.Moves))
			}
			pos = pos.Play(result.Moves[0])
		}
		if !pos.HandEmpty(rules.White) && !pos.Outcome().Over() {
			t.Errorf("%s: White still holds pieces after 24 moves: %s", variant, pos.FEN())
		}
	}
}
