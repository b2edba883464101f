package engine

import (
	"math/rand/v2"
	"testing"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// Threats are what the attackers of each square say, and checks what the moved piece attacks,
// in any game.
func TestMenaces(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, ruleset := range [][]rules.Rule{
		nil, {rules.Extinction{}, rules.CommonKings{}, rules.PromotionToKing{}}, {rules.Amazons{}}, {rules.Shooting{}}, {rules.FibonacciTurns},
		{rules.BlackHoles(bitboard.Of(bitboard.D5, bitboard.F5))},
	} {
		pos := start(t, ruleset...)
		s := node(t, pos.FEN(), ruleset...)
		for range 300 {
			moves := pos.Moves(nil)
			if len(moves) == 0 {
				pos = start(t, ruleset...)
				continue
			}
			pos = pos.Play(moves[random.IntN(len(moves))])
			s.set(0, pos)
			checkMenaces(t, s) // computed on demand
			checkChecks(t, s)
			s.set(0, pos)
			*s.chess.eval.known.at(pos.Key()) = knownValue{}
			net := s.model.network
			if s.board.evaluate(0); !s.chess.nodes[0].threats.known && (net == nil || !net.Alone) {
				t.Fatal("the evaluation has not noted the threats")
			}
			checkMenaces(t, s)
		}
	}
}

func checkMenaces(t *testing.T, s *searcher) {
	t.Helper()
	pos := s.pos(0)
	them := pos.Side().Opponent()
	pawns := pos.ByRole(rules.Pawn)
	minor := pawns | pos.ByRole(rules.Knight) | pos.ByRole(rules.Bishop)
	got := s.chess.threats(0)
	for kind, lesser := range map[int]bitboard.Bitboard{
		kindKnight: pawns, kindBishop: pawns, kindRook: minor, kindQueen: minor | pos.ByRole(rules.Rook),
	} {
		var want bitboard.Bitboard
		for sq := range bitboard.Square(64) {
			if pos.Attackers(sq, them)&lesser != 0 {
				want |= sq.Bitboard()
			}
		}
		if got.of[kind] != want {
			t.Fatalf("%s: kind %d is threatened on %x, want %x", pos.FEN(), kind, got.of[kind], want)
		}
	}
}

// A move checks if its piece attacks a target from its destination.
func checkChecks(t *testing.T, s *searcher) {
	t.Helper()
	pos, m := s.pos(0), s.model
	targets := m.targets(pos)
	for _, move := range pos.Moves(nil) {
		var attacked bitboard.Bitboard
		switch role := move.Role(); {
		case m.shoots && move.IsCapture() || role == rules.King && m.royal:
		case role == rules.Pawn:
			attacked = bitboard.Pawn(uint(pos.Side()), move.To())
		default:
			attacked = m.attacks(kindOf(role), move.To(), pos.Occupied()|m.holes)
		}
		if got, want := s.chess.checks(0, move), attacked&targets != 0; got != want {
			t.Fatalf("%s: %s checks: %v, want %v", pos.FEN(), move, got, want)
		}
	}
}

func TestMenacedPiecesMoveFirst(t *testing.T) {
	// The pawn attacks e4, where the rook is, and c4.
	moves, _ := ranked(t, "6k1/6pp/2p5/3p4/4R3/8/6PP/R5K1 w - - 0 1", "", nil)
	before(t, moves, "e4e2", "a1b1")
	before(t, moves, "e4e2", "e4c4")
	// Checks come before other quiet moves.
	moves, _ = ranked(t, "6k1/6pp/8/8/8/8/6PP/R5K1 w - - 0 1", "", nil)
	before(t, moves, "a1a8", "a1d1")
	if moves[0] != "a1a8" {
		t.Errorf("the first move is %s, not the check", moves[0])
	}
}

// What a move has learned while its piece was threatened does not count where the piece is
// not.
func TestQuietsAreRememberedByMenace(t *testing.T) {
	threatened := node(t, "6k1/8/8/8/3p4/2N5/8/6K1 w - - 0 1")
	move := moveOf(t, *threatened.pos(0), "c3a4")
	threatened.updateQuiet(0, move, 1600)
	calm := node(t, "6k1/8/8/3p4/8/2N5/8/6K1 w - - 0 1")
	calm.history = threatened.history
	a, _ := threatened.board.quietHistory(0, move)
	if b, _ := calm.board.quietHistory(0, move); *a <= 0 || *b != 0 {
		t.Errorf("%d where the knight is threatened, %d where not", *a, *b)
	}
}
