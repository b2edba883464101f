package variants_test

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// gameNames returns all named games, random compositions, and cubes.
func gameNames(t *testing.T, compositions int) []string {
	names := variants.Names()
	random := rand.New(rand.NewPCG(1, 2))
	seen := map[string]bool{}
	for tries := 0; len(seen) < compositions && tries < 100*compositions; tries++ {
		var parts []string
		for _, name := range variants.Names() {
			if random.IntN(3) == 0 {
				parts = append(parts, name)
			}
		}
		if ruleset, err := variants.Open(strings.Join(parts, "+")); err == nil && len(parts) > 1 && !seen[ruleset.Name()] {
			seen[ruleset.Name()] = true
			names = append(names, ruleset.Name())
		}
	}
	t.Logf("%d games, %d of them compositions", len(names)+9, len(seen))
	return append(names, "cube2", "cube3", "cube4", "cube5", "cube6", "cube7", "cube8", "cube9", "cube10")
}

// TestGames plays random games and checks every position against the contract of package game.
func TestGames(t *testing.T) {
	compositions, plies := 200, 14
	if os.Getenv("HETERODOX_DEEP") == "1" {
		plies = 80
	} else if testing.Short() {
		compositions = 20
	}
	for i, name := range gameNames(t, compositions) {
		ruleset := must.Get(t, variants.Open, name)
		random := rand.New(rand.NewPCG(3, uint64(i)))
		pos := ruleset.Start()
		for ply := range plies {
			moves := pos.Moves()
			if pos.Outcome().Over() != (len(moves) == 0) && len(moves) == 0 {
				t.Fatalf("%s %s: no move, and not over", name, pos.FEN())
			}
			if !holdsContract(t, pos, moves, random, ply) || len(moves) == 0 {
				break
			}
			pos = pos.Play(preferred(pos, moves, random))
		}
	}
}

// preferred picks a random move, with a preference for captures.
func preferred(pos game.Position, moves []game.Move, random *rand.Rand) game.Move {
	m := moves[random.IntN(len(moves))]
	for range 2 {
		if _, captures := pos.Captured(m); captures {
			break
		}
		m = moves[random.IntN(len(moves))]
	}
	return m
}

func holdsContract(t *testing.T, pos game.Position, moves []game.Move, random *rand.Rand, ply int) bool {
	t.Helper()
	name, fen := pos.Rules().Name(), pos.FEN()
	again, err := pos.Rules().ParsePosition(fen)
	if err != nil || again.FEN() != fen {
		t.Errorf("%s: %s is read back as %v, %v", name, fen, again, err)
		return false
	}
	ok := stepsAreOneToOne(t, pos, moves) && textsGoThere(t, pos, moves, random)
	return ok && (ply%7 != 3 || exposuresAreSo(t, pos, moves))
}

// stepsAreOneToOne compares all moves, exposed ones included: no two have the same
// steps, and the steps of none are a prefix of another's.
func stepsAreOneToOne(t *testing.T, pos game.Position, moves []game.Move) bool {
	t.Helper()
	seen := map[string]game.Move{}
	for _, m := range moves {
		steps := screen.Of(pos).Steps(m)
		text := ""
		for i, s := range steps {
			if other, known := seen[text+"."]; known {
				t.Errorf("%s %s: the steps of %s are a prefix of those of %s", pos.Rules().Name(), pos.FEN(), pos.UCI(other), pos.UCI(m))
				return false
			}
			if i == 0 && s.Kind != screen.StepFrom && s.Kind != screen.StepDrop || i == 1 && s.Kind != screen.StepTo {
				t.Errorf("%s %s: %s has steps %v", pos.Rules().Name(), pos.FEN(), pos.UCI(m), steps)
				return false
			}
			text += string(rune('0'+s.Kind)) + pos.Rules().Board().Name(s.Square) + s.Letter + "/"
		}
		if other, known := seen[text+"."]; known {
			t.Errorf("%s %s: %s and %s have the same steps", pos.Rules().Name(), pos.FEN(), pos.UCI(other), pos.UCI(m))
			return false
		}
		seen[text+"."] = m
	}
	for text := range seen {
		for cut := strings.LastIndex(text[:len(text)-2], "/"); cut > 0; cut = strings.LastIndex(text[:cut], "/") {
			if _, whole := seen[text[:cut+1]+"."]; whole {
				t.Errorf("%s %s: %s is a complete move and the beginning of another", pos.Rules().Name(), pos.FEN(), text[:cut+1])
				return false
			}
		}
	}
	return true
}

// textsGoThere writes some moves, reads them back, and checks that Refusal gives no
// reason against them.
func textsGoThere(t *testing.T, pos game.Position, moves []game.Move, random *rand.Rand) bool {
	t.Helper()
	name, fen := pos.Rules().Name(), pos.FEN()
	for range min(len(moves), 8) {
		m := moves[random.IntN(len(moves))]
		if got, err := pos.ParseMove(pos.UCI(m)); err != nil || got != m {
			t.Errorf("%s %s: %s is read as %s: %v", name, fen, pos.UCI(m), pos.UCI(got), err)
			return false
		}
		if got, err := pos.ParseSAN(pos.SAN(m)); err != nil || got != m {
			t.Errorf("%s %s: %s is read as %s: %v", name, fen, pos.SAN(m), pos.SAN(got), err)
			return false
		}
		steps := screen.Of(pos).Steps(m)
		if r := screen.Of(pos).Refusal(steps[0].Square, steps[1].Square, steps[0].Letter); r != nil {
			t.Errorf("%s %s: %s is refused: %s", name, fen, pos.UCI(m), r.Reason)
			return false
		}
	}
	return true
}

// exposuresAreSo checks that moves forbidden only by the king's safety are not legal,
// and that Refusal names attackers. It also checks for pseudo-random pairs of squares
// that a move is refused if and only if no legal move goes from one to the other.
func exposuresAreSo(t *testing.T, pos game.Position, moves []game.Move) bool {
	t.Helper()
	name, fen, board := pos.Rules().Name(), pos.FEN(), pos.Rules().Board()
	exposed := screen.Of(pos).Exposed()
	for i, m := range exposed {
		if slices.Contains(moves, m) {
			t.Errorf("%s %s: %s is legal and exposed", name, fen, pos.UCI(m))
			return false
		}
		if i > 20 {
			continue
		}
		steps := screen.Of(pos).Steps(m)
		r := screen.Of(pos).Refusal(steps[0].Square, steps[1].Square, steps[0].Letter)
		if r != nil && (!r.Exposes || len(r.Attackers) == 0) {
			t.Errorf("%s %s: %s is exposed, but refused because %q", name, fen, pos.UCI(m), r.Reason)
			return false
		}
	}
	begins := func(from, to game.Square) bool {
		return slices.ContainsFunc(moves, func(m game.Move) bool {
			steps := screen.Of(pos).Steps(m)
			return steps[0].Kind == screen.StepFrom && steps[0].Square == from && steps[1].Square == to
		})
	}
	squares := board.Squares()
	for i := range 40 {
		from, to := squares[i*31%len(squares)], squares[i*17%len(squares)]
		r := screen.Of(pos).Refusal(from, to, "")
		castles := r == nil && !begins(from, to) // king takes rook
		if r != nil == begins(from, to) || castles && !slices.Contains(pos.Royals(pos.Side()), from) && len(pos.Royals(pos.Side())) > 0 {
			t.Errorf("%s %s: %s to %s is refused: %v", name, fen, board.Name(from), board.Name(to), r)
			return false
		}
		if r != nil && (r.Reason == "" || strings.Contains(r.Reason, "\n")) {
			t.Errorf("%s %s: %s to %s is refused without a reason", name, fen, board.Name(from), board.Name(to))
			return false
		}
	}
	return true
}

func TestGamePerft(t *testing.T) {
	for _, name := range []string{"chess", "fibonacci", "baseline+gun", "cube3", "cube5"} {
		start := variants.MustOpen(name).Start()
		if got, err := start.Perft(context.Background(), 3); err != nil || got != countSlowly(start, 3) {
			t.Errorf("%s: %d, %v, want %d", name, got, err, countSlowly(start, 3))
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := variants.MustOpen("chess").Start().Perft(ctx, 9); err == nil {
		t.Error("a cancelled count returns no error")
	}
}

func countSlowly(pos game.Position, depth int) (n uint64) {
	if depth == 0 {
		return 1
	}
	for _, m := range pos.Moves() {
		n += countSlowly(pos.Play(m), depth-1)
	}
	return n
}

// Scenes from games: the steps of moves, and why others are refused.
func TestScenes(t *testing.T) {
	for _, c := range []struct {
		name, fen, move, steps string
	}{
		{"chess", "", "e2e4", "e2 e4"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "e1 g1"},
		{"chess960", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "e1 h1"},
		{"chess", "4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1h1", "f1 h1"},
		{"chess", "4k3/8/8/8/8/8/8/1K5R w K - 0 1", "b1h1", "b1 g1"},
		{"chess", "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7b8n", "b7 b8 =N"},
		{"madhouse", "2r1k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7c8q,c8a3", "b7 c8 =Q >a3"},
		{"madhouse", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6,d5a3", "e5 d6 >a3"},
		{"gun", "2r1k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7c8", "b7 c8"},
		{"baseline", "", "K@e1", "@K e1"},
		{"cube3", "", "a1Ia2I", "a1I a2I"},
	} {
		ruleset := variants.MustOpen(c.name)
		pos := must.Position(t, ruleset, c.fen)
		m := must.Get(t, pos.ParseMove, c.move)
		if got := words(ruleset.Board(), screen.Of(pos).Steps(m)); got != c.steps {
			t.Errorf("%s %s: %s, want %s", c.name, c.move, got, c.steps)
		}
	}
}

func words(board game.Board, steps []screen.Step) string {
	var list []string
	for _, s := range steps {
		switch s.Kind {
		case screen.StepDrop:
			list = append(list, "@"+s.Letter)
		case screen.StepPromote:
			list = append(list, "="+s.Letter)
		case screen.StepPut:
			list = append(list, ">"+board.Name(s.Square))
		default:
			list = append(list, board.Name(s.Square))
		}
	}
	return strings.Join(list, " ")
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct{ name, fen, from, to, drop, reason, attackers string }{
		{"chess", "k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2", "c3", "", "it would leave the king attacked by the rook on e8", "e8"},
		{"chess", "", "e2", "e5", "", "the pawn on e2 cannot reach e5", ""},
		{"chess", "", "e7", "e5", "", "the pawn on e7 is not White's", ""},
		{"chess", "", "e4", "e5", "", "there is no piece on e4", ""},
		{"baseline", "", "e1", "e1", "P", "White has no pawn in hand", ""},
		{"baseline", "", "e2", "e4", "", "White must place the pieces in hand first", ""},
		{"antichess", "8/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4", "e5", "", "a capture is compulsory: e4d5", ""},
		{"atomic", "4k3/8/8/8/8/8/3p4/4K2R w - - 0 1", "e1", "d2", "", "a king may not capture: captures explode", ""},
		{"atomic", "4k3/8/8/8/8/8/R2p4/4K3 w - - 0 1", "a2", "d2", "", "it explodes its own king", ""},
		{"racingkings", "8/8/8/8/8/k7/8/KR5N w - - 0 1", "b1", "b3", "", "giving check is not allowed", ""},
		{"racingkings", "8/8/8/k7/8/8/7r/K6N w - - 0 1", "a1", "a2", "", "it would leave the king attacked by the rook on h2", "h2"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1", "a8", "a8", "P", "pawns are not dropped on ranks 1 and 8", ""},
		{"crazyhouse", "k3r3/8/8/8/8/8/8/4K3[PN] w - - 0 1", "a4", "a4", "N", "it would leave the king attacked by the rook on e8", "e8"},
		{"cube3", "[#k#,###,r##],[###,###,###],[###,###,K##] w", "a1I", "a1II", "", "leaves the king in check from the rook on a1III", "a1III"},
	} {
		ruleset := variants.MustOpen(c.name)
		pos := must.Position(t, ruleset, c.fen)
		from, ok1 := ruleset.Board().ParseSquare(c.from)
		to, ok2 := ruleset.Board().ParseSquare(c.to)
		if !ok1 || !ok2 {
			t.Fatalf("%s or %s is not a square of %s", c.from, c.to, c.name)
		}
		r := screen.Of(pos).Refusal(from, to, c.drop)
		if r == nil {
			t.Errorf("%s: %s%s is not refused", c.name, c.from, c.to)
			continue
		}
		var names []string
		for _, s := range r.Attackers {
			names = append(names, ruleset.Board().Name(s))
		}
		if r.Reason != c.reason || strings.Join(names, " ") != c.attackers || r.Exposes != (c.attackers != "") {
			t.Errorf("%s: %s%s: %+v, want %q, %q", c.name, c.from, c.to, *r, c.reason, c.attackers)
		}
	}
}

// The card of a composition is at least as long as that of each part.
func TestCards(t *testing.T) {
	for _, v := range variants.All() {
		card := screen.Card(variants.MustOpen(v.Name))
		if len(card) == 0 {
			t.Errorf("%s has an empty card", v.Name)
		}
		for _, other := range variants.All() {
			with, err := variants.Open(v.Name + "+" + other.Name)
			if err != nil || len(other.Rules) == 0 || len(v.Rules) == 0 {
				continue
			}
			if len(screen.Card(with)) < len(card) {
				t.Errorf("%s says less than %s", with.Name(), v.Name)
			}
		}
	}
	if side := variants.MustOpen("chess").Start().Side(); side != rules.White {
		t.Error(side)
	}
}

// A king in hand besides the one on the board would give a side two kings.
func TestKingInHand(t *testing.T) {
	for name, fen := range map[string]string{
		"shogi":                 "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[K] w - - 0 1",
		"crazyhouse+capablanca": "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR[k] w KQkq - 0 1",
		"crazyhouse":            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[K] w KQkq - 0 1",
	} {
		if _, err := variants.MustOpen(name).ParsePosition(fen); err == nil || !strings.Contains(err.Error(), "hand") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Cards describe the pieces of other games in words, by the names those games use,
// and leave out pieces that only a FEN can put on the board.
func TestCardsTellPieces(t *testing.T) {
	for name, want := range map[string][]string{
		"shogi": {
			"The silver (S) goes one step forward or diagonally.",
			"The dragon king (+R) goes like a rook or one step diagonally.",
			"The rook promotes to a dragon king (+R).",
			"The pawn promotes to a tokin (+P), which moves like a gold.",
			"The silver promotes to a promoted silver (+S), which moves like a gold.",
		},
		"xiangqi":    {"The cannon (C) goes like a rook without capturing, or captures hopping straight over one piece, to any square behind it."},
		"torishogi":  {"The falcon promotes to an eagle (+F)."},
		"shoshogi":   {"The drunk elephant (E) goes one step in any direction but back."},
		"kyotoshogi": {"The lance (L) goes any distance forward."},
	} {
		card := screen.Card(variants.MustOpen(name))
		for _, line := range want {
			if !slices.Contains(card, line) {
				t.Errorf("%s does not say %q: %q", name, line, card)
			}
		}
	}
	rare := map[string]string{"shogi": "DH", "kyotoshogi": "BRDGH", "capablanca": "", "crazyhouse+capablanca": "", "seirawan": "", "makruk": ""}
	for name, want := range rare {
		got := ""
		for _, k := range variants.MustOpen(name).Pieces() {
			if k.Rare {
				got += k.Letter
			}
		}
		if got != want {
			t.Errorf("%s: only a FEN puts %q on the board, want %q", name, got, want)
		}
	}
	if text := strings.Join(screen.Card(variants.MustOpen("kyotoshogi")), "\n"); strings.Contains(text, "bers") || strings.Contains(text, "dragon") {
		t.Errorf("kyotoshogi has no dragons: %s", text)
	}
	for _, game := range append(variants.Names(), variants.More()...) {
		for _, k := range variants.MustOpen(game).Pieces() {
			if strings.HasPrefix(k.Name, "custom piece") {
				t.Errorf("%s: %s has no name", game, k.Letter)
			}
		}
	}
}
