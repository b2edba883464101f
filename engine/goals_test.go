package engine

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
)

// The rules of games in which something other than mate wins, or captures do more than
// capture.
var (
	atomicRules       = []rules.Rule{rules.Explosions{}}
	commonAtomicRules = []rules.Rule{rules.Explosions{}, rules.Extinction{Of: rules.RolesOf(rules.King)}, rules.CommonKings{}}
	antichessRules    = []rules.Rule{rules.CompulsoryCaptures{}, rules.GiveAway{}, rules.CommonKings{}, rules.PromotionToKing{}, rules.NoCastling{}}
	crazyRules        = []rules.Rule{rules.Pockets{}}
	checkRules        = []rules.Rule{rules.CheckLimit(3)}
	extinctionRules   = []rules.Rule{rules.Extinction{}, rules.CommonKings{}, rules.PromotionToKing{}}
	hillRules         = []rules.Rule{rules.Hill(bitboard.Of(bitboard.D4, bitboard.D5, bitboard.E4, bitboard.E5))}
	raceRules         = []rules.Rule{rules.StartingFrom("8/8/8/8/8/8/krbnNBRK/qrbnNBRQ"), rules.Race{}, rules.NoChecks{}, rules.NoCastling{}}
	hordeRules        = []rules.Rule{rules.StartingFrom("rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP"), rules.Horde{}}
)

// of parses a FEN of a game with the given rules.
func of(t *testing.T, fen string, ruleset ...rules.Rule) chess.Position {
	t.Helper()
	first := start(t, ruleset...)
	return must.Get(t, first.Rules().ParseFEN, fen)
}

// foundIn searches a position under limits with a small engine.
func foundIn(pos chess.Position, l game.Limits) Found {
	o := DefaultOptions()
	o.HashMB = 1
	return New(o).SearchGame(context.Background(), RecordOf(pos), l, nil)
}

// The search and the proof find wins by the goal of the game, with the right number of
// moves; one move earlier there is no win.
func TestGoalsWin(t *testing.T) {
	for _, c := range []struct {
		fen   string
		rules []rules.Rule
		moves int
		first string // "" for any
	}{
		{"4k3/3p4/8/8/8/8/8/3RK3 w - - 0 1", atomicRules, 1, "d1d7"},
		{"8/8/8/8/1p6/8/P7/8 w - - 0 1", antichessRules, 1, "a2a3"}, // bxa3 takes White's last piece
		{"6k1/5ppp/8/8/8/8/5PPP/6K1[Q] w - - 0 1", crazyRules, 1, ""},
		{"4k3/8/8/8/8/8/8/3QK3 w - - 0 1 +2+0", checkRules, 1, ""},
		{"4k3/8/8/8/8/8/8/3QK3 w - - 0 1 +1+0", checkRules, 2, ""},
		{"8/8/8/8/8/2K5/8/k7 w - - 0 1", hillRules, 1, ""},
		{"8/8/8/8/8/8/2K5/k7 w - - 0 1", hillRules, 2, ""},
		{"8/7K/8/8/8/8/k7/8 w - - 0 1", raceRules, 1, ""},
		{"8/7K/k7/8/8/8/8/8 w - - 0 1", raceRules, 1, ""},
		{"4k3/8/8/8/8/8/4P3/4q3 b - - 0 1", hordeRules, 1, "e1e2"},
	} {
		pos := of(t, c.fen, c.rules...)
		result := foundIn(pos, game.Limits{Depth: 6})
		if moves, ok := result.Info.Score.Mate(); !ok || moves != c.moves || c.first != "" && result.Moves[0].String() != c.first {
			t.Errorf("%v %s: %v with score %v, want %s winning in %d", c.rules, c.fen, result.Moves, result.Info.Score, c.first, c.moves)
		}
		result = foundIn(pos, game.Limits{Mate: c.moves})
		if moves, ok := result.Info.Score.Mate(); !ok || moves > c.moves {
			t.Errorf("%v %s: no proof of a win in %d", c.rules, c.fen, c.moves)
		}
		if result = foundIn(pos, game.Limits{Mate: c.moves - 1}); c.moves > 1 && result.NoMate != c.moves-1 {
			t.Errorf("%v %s: a win in %d is not refuted", c.rules, c.fen, c.moves-1)
		}
	}
}

// In positions from random games the proof of a win in one or two is right, and the search
// claims no win that does not exist.
func TestProofsAgreeWithTryingEverything(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 18))
	games, wins := 2, 0
	if os.Getenv("HETERODOX_DEEP") != "" {
		games = 12
	}
	for name, ruleset := range map[string][]rules.Rule{
		"atomic": atomicRules, "antichess": antichessRules, "crazyhouse": crazyRules, "threecheck": checkRules,
		"kingofthehill": hillRules, "racingkings": raceRules, "horde": hordeRules,
		"gun+atomic": {rules.Shooting{}, rules.Explosions{}}, "marseillais": {rules.MarseillaisTurns},
		"antichess+threecheck": append([]rules.Rule{rules.CheckLimit(3)}, antichessRules...),
	} {
		for range games {
			for pos, n := start(t, ruleset...), 0; n < 120; n++ {
				moves := pos.Moves(nil)
				if len(moves) == 0 {
					break
				}
				number, left := pos.Turn()
				if len(moves) < 24 && random.IntN(3) == 0 || random.IntN(16) == 0 && (number == 0 || left == 1) {
					depth := 1
					if len(moves) < 12 && number == 0 {
						depth = 2
					}
					want := WinsWithin(pos, pos.Side(), depth)
					if want {
						wins++
					}
					result := foundIn(pos, game.Limits{Mate: depth, Depth: 1})
					mate, ok := result.Info.Score.Mate()
					if claims := ok && 0 < mate && mate <= depth; claims != want || !want && result.NoMate != depth {
						t.Errorf("%s %s: a win in %d: %v; got score %v, refuted %d", name, pos.FEN(), depth, want, result.Info.Score, result.NoMate)
					}
					if depth == 1 {
						result = foundIn(pos, game.Limits{Depth: 2})
						if mate, ok = result.Info.Score.Mate(); ok && mate == 1 && !want {
							t.Errorf("%s %s: the search claims a win in 1", name, pos.FEN())
						}
					}
				}
				pos = pos.Play(moves[random.IntN(len(moves))])
			}
		}
	}
	if wins < games {
		t.Errorf("only %d wins met", wins)
	}
}

// Positions with captured pieces in hand have a static value like others, and there is no
// fifty-move rule.
func TestHandsAreEvaluated(t *testing.T) {
	s := node(t, "r1bqkb1r/pppp1ppp/2n2n2/8/2B1p3/5N2/PPP2PPP/RNBQK2R[Pp] w KQkq - 4 4", crazyRules...)
	if !s.assess(0, &entry{bound: none}) {
		t.Error("a position with pieces in hand has no static value")
	}
	few := of(t, "r1bqk2r/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[N] w KQkq - 0 5", crazyRules...)
	more := of(t, "r1bqk2r/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[NN] w KQkq - 0 5", crazyRules...)
	a, _ := EvaluateChess(&few)
	if b, _ := EvaluateChess(&more); b < a+100 {
		t.Errorf("one knight in hand is worth %v, two %v", a, b)
	}
	late := of(t, "r1bqk2r/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[NN] w KQkq - 99 90", crazyRules...)
	if b, _ := EvaluateChess(&late); b < a+100 {
		t.Errorf("with 99 moves on the clock %v", b)
	}
	if result := foundIn(late, game.Limits{Depth: 4}); result.Info.Score < 300 {
		t.Errorf("with 99 moves on the clock the search says %v", result.Info.Score)
	}
}

// What explodes counts: a rook that takes a pawn next to the queen wins the queen, too, and
// a queen that moves to where it can be taken is lost, although the capturer goes with it.
func TestExplosionsAreExchanges(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		loses     bool
	}{
		{"6k1/3q4/3p4/8/8/8/3R4/6K1 w - - 0 1", "d2d6", false},
		{"6k1/8/3p4/8/8/8/3R4/6K1 w - - 0 1", "d2d6", true},
		{"6k1/8/8/8/3p4/8/8/R5K1 w - - 0 1", "a1a4", false},
		{"6k1/4n3/8/8/8/8/8/3Q2K1 w - - 0 1", "d1d5", true},  // the knight takes the queen, and goes with it
		{"6k1/8/4p3/8/8/8/8/3N2K1 w - - 0 1", "d1c3", false}, // nothing can capture there
		{"3r2k1/8/8/8/8/2N5/8/6K1 w - - 0 1", "c3d5", false}, // a rook for a knight
	} {
		pos := of(t, c.fen, atomicRules...)
		m, move := newModel(pos.Rules()), chess.Move(moveOf(t, pos, c.move))
		if got := m.seeLoses(&pos, move, m.gain(&pos, move), seeEdge); got != c.loses {
			t.Errorf("%s %s: loses: %v, want %v", c.fen, c.move, got, c.loses)
		}
	}
	for name, ruleset := range map[string][]rules.Rule{"royal": atomicRules, "common": commonAtomicRules} {
		for fen, wins := range map[string]bool{
			"6k1/5n2/8/8/8/8/5R2/6K1 w - - 0 1": true,
			"k7/5n2/8/8/8/8/5R2/6K1 w - - 0 1":  false,
		} {
			pos := of(t, fen, ruleset...)
			if gain := newModel(pos.Rules()).gain(&pos, chess.Move(moveOf(t, pos, "f2f7"))); gain > lastStake/2 != wins {
				t.Errorf("%s kings, %s: the capture wins %d", name, fen, gain)
			}
		}
	}
	suicide := of(t, "6k1/8/8/8/8/8/5n2/6K1 w - - 0 1", commonAtomicRules...)
	if gain := newModel(suicide.Rules()).gain(&suicide, chess.Move(moveOf(t, suicide, "g1f2"))); gain > -lastStake/2 {
		t.Errorf("a common king that blows itself up wins %d", gain)
	}
}

// A piece beside the enemy king that can be captured is a threat to the king, royal or not.
func TestBlastsAtTheKingAreValued(t *testing.T) {
	for name, ruleset := range map[string][]rules.Rule{"royal": atomicRules, "common": commonAtomicRules} {
		near := of(t, "6k1/5n2/8/8/8/8/5R2/K7 w - - 0 1", ruleset...)
		both := of(t, "6k1/5nK1/8/8/8/8/5R2/8 w - - 0 1", ruleset...) // White's own king would go, too
		blasts := func(p *chess.Position) (worth Score) {
			e, counts := traced(p)
			groups := Groups()
			g := groups[slices.IndexFunc(groups, func(g game.Group) bool { return g.Name == "blast at the king" })]
			for i := g.First; i < g.First+g.Len; i++ {
				worth += Score((e.model.weights[i] * tapered(counts[rules.White][i])).eg())
			}
			return worth
		}
		if a, b := blasts(&near), blasts(&both); a < 50 || b != 0 {
			t.Errorf("%s kings: a blast is worth %v, and %v beside the own king", name, a, b)
		}
	}
}

// A capture without an alternative costs no depth where captures are compulsory.
func TestForcedCapturesAreExtended(t *testing.T) {
	for fen, want := range map[string]bool{
		"8/7p/1p6/2P5/8/8/8/8 w - - 0 1":   true,
		"8/7p/1p1p4/2P5/8/8/8/8 w - - 0 1": false, // two captures
		"8/1p5p/8/2P5/8/8/8/8 w - - 0 1":   false, // none
	} {
		s := node(t, fen, antichessRules...)
		s.depth = 10
		next := s.pos(0).Play(s.pos(0).Moves(nil)[0])
		s.search(0, -infinity, infinity, 1, false)
		if known, ok := s.table.probe(next.Key()); !ok || (known.depth > 0) != want {
			t.Errorf("%s: the next node is searched to depth %d (%v)", fen, known.depth, ok)
		}
	}
}

// Where captures are compulsory, quiescence searches one ply of them, but does not stand
// pat before that.
func TestForcedQuiescenceIsShort(t *testing.T) {
	s := node(t, "8/p7/1p6/2P5/8/8/8/8 w - - 0 1", antichessRules...)
	next := s.pos(0).Play(chess.Move(moveOf(t, *s.pos(0), "c5b6")))
	after, _ := EvaluateChess(&next)
	if score := s.quiesce(0, -infinity, infinity, s.model.quiescenceDepth); score != -after {
		t.Errorf("value %v, want %v, that after the capture", score, -after)
	}
	for _, forced := range []bool{true, false} {
		if got := walkerTraits(game.Traits{Forced: forced}).quiescenceDepth; (got == forcedQuiescence) != forced {
			t.Errorf("on other boards quiescence is %d plies deep (captures compulsory: %v)", got, forced)
		}
	}
}

// The features of a goal point towards it.
func TestGoalsAreValued(t *testing.T) {
	for _, c := range []struct {
		worse, better string
		rules         []rules.Rule
	}{
		{"4k3/8/8/8/8/8/8/3QK3 w - - 0 1 +0+0", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1 +1+0", checkRules},
		{"4k3/8/8/8/8/8/8/3QK3 w - - 0 1 +1+0", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1 +2+0", checkRules},
		{"7k/pp6/8/8/8/8/PP6/6K1 w - - 0 1", "7k/pp6/8/8/8/5K2/PP6/8 w - - 0 1", hillRules},
		{"8/8/8/8/8/7k/K7/QRBN4 w - - 0 1", "8/8/K7/8/8/7k/8/QRBN4 w - - 0 1", raceRules},
	} {
		a, b := of(t, c.worse, c.rules...), of(t, c.better, c.rules...)
		worse, _ := EvaluateChess(&a)
		if better, _ := EvaluateChess(&b); better <= worse {
			t.Errorf("%s: %v, %s: %v", c.worse, worse, c.better, better)
		}
	}
}

// Both sides of a race see the board the same way, with left and right swapped, and the
// right to move is worth the same to either.
func TestRacesAreFair(t *testing.T) {
	pos := start(t, raceRules...)
	white, terms := EvaluateChess(&pos)
	for _, term := range terms {
		if term.Name != "to move" && term.Name != "network" && math.Abs(float64(term.White-term.Black)) > 1 {
			t.Errorf("%s: %v for White, %v for Black", term.Name, term.White, term.Black)
		}
	}
	lacking := of(t, "8/8/8/8/8/8/krbnNBRK/qrbn1BRQ w - - 0 1", raceRules...)
	if less, _ := EvaluateChess(&lacking); white < 0 || less >= 0 {
		t.Errorf("the start is worth %v with the move, and %v if a knight is missing", white, less)
	}
	other := of(t, "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ b - - 0 1", raceRules...)
	if black, _ := EvaluateChess(&other); math.Abs(float64(white-black)) > 1 {
		t.Errorf("the start is worth %v with White to move, %v with Black", white, black)
	}
}

// Neither a search nor its reports fail for any pair of parts, and the line found is legal.
func TestAnyTwoPartsAreSearched(t *testing.T) {
	sets := map[string][]rules.Rule{
		"atomic": atomicRules, "antichess": antichessRules, "crazyhouse": crazyRules, "threecheck": checkRules,
		"hill": hillRules, "race": raceRules, "horde": hordeRules, "gun": {rules.Shooting{}}, "madhouse": {rules.Relocation{}},
		"holes": {rules.BlackHoles(bitboard.Of(bitboard.D5, bitboard.F5))}, "amazons": {rules.Amazons{}}, "placement": {rules.Placement{}},
		"extinction": extinctionRules, "fibonacci": {rules.FibonacciTurns},
		"progressive": {rules.ProgressiveTurns}, "marseillais": {rules.MarseillaisTurns},
	}
	together := 0
	for a, first := range sets {
		for b, second := range sets {
			if a >= b {
				continue
			}
			r, err := chess.Compile(rules.Variant{Name: "test", Rules: append(append([]rules.Rule{}, first...), second...)})
			if err != nil {
				continue // they contradict each other
			}
			together++
			pos := r.Start()
			for n := 0; n < 6; n++ {
				result := foundIn(pos, game.Limits{Nodes: 600})
				for _, m := range result.Info.PV {
					if !pos.IsLegal(m) {
						t.Fatalf("%s+%s: %v is not legal in %s", a, b, m, pos.FEN())
					}
					pos = pos.Play(m)
				}
				if len(result.Moves) == 0 {
					break
				}
			}
		}
	}
	if together < 80 {
		t.Errorf("only %d pairs go together", together)
	}
}
