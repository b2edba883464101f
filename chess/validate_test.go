package chess_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// TestFENErrorsOfRules has a text that violates each rule about positions.
func TestFENErrorsOfRules(t *testing.T) {
	for _, bad := range []badFEN{
		// black holes
		{"blackhole", "4k3/8/8/3^R4/8/8/8/4K3 w - - 0 1", "board", "rook on d5, which is a black hole"},
		{"blackhole", "4k3/8/8/5^p2/8/8/8/4K3 w - - 0 1", "board", "pawn on f5, which is a black hole"},
		// pawns
		{"chess", "^P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "board", "pawn on a8"},
		{"chess", "4k3/8/8/8/8/8/8/4K2^P w - - 0 1", "board", "pawn on h1"},
		{"chess", "4k3/8/8/8/8/8/8/4K2^p w - - 0 1", "board", "pawn on h1"},
		// kings
		{"chess", "^8/8/8/8/8/8/8/4K3 w - - 0 1", "board", "Black has no king"},
		{"chess", "^4k3/8/8/8/8/8/8/8 w - - 0 1", "board", "White has no king"},
		{"chess", "4k3/4K3/8/8/4^K3/8/8/8 w - - 0 1", "board", "White has more than one king"},
		{"chess", "4k2^k/8/8/8/8/8/8/4K3 w - - 0 1", "board", "Black has more than one king"},
		{"baseline", "4k3/8/8/8/8/8/8/4K3[N^KQ] w - - 0 1", "hand", "White has more than one king, including the hand"},
		{"baseline", "4k3/8/8/8/8/8/8/8[K^K] w - - 0 1", "hand", "White has more than one king, including the hand"},
		{"baseline", "^4k3/8/8/8/8/8/8/8[RR] w - - 0 1", "board", "White has no king"},
		{"blackhole", "4k2^k/8/8/8/8/8/8/4K3 w - - 0 1", "board", "Black has more than one king"},
		{"blackhole+baseline", "4k3/8/8/8/8/8/8/8[Kk^k] w - - 0 1", "hand", "Black has more than one king, including the hand"},
		// number of pieces
		{"chess", "4k3/8/8/8/8/P7/PPPPPPPP/RNBQKBN^R w - - 0 1", "board", "White has more than 16 pieces"},
		{"extinction", "8/8/8/8/nnnnnnnn/nnnnnnnn/2^n5/8 w - - 0 1", "board", "Black has more than 16 pieces"},
		{"baseline", "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBN1[R^R] w - - 0 1", "hand", "White has more than 16 pieces, including the hand"},
		// armies
		{"fairy", "4k3/8/8/3^Q4/8/8/8/4K3 w - - 0 1", "board", "queen on d5: this game has none"},
		{"fairy+baseline", "4k3/8/8/8/8/8/8/4K3[^q] w - - 0 1", "hand", "queen in hand"},
		{"chess", "4k3/8/8/3^a4/8/8/8/4K3 w - - 0 1", "board", "amazon on d5: this game has none"},
		{"baseline", "4k3/8/8/8/8/8/8/4K3[R^A] w - - 0 1", "hand", "amazon in hand"},
		// hands
		{"chess", "4k3/8/8/8/8/8/8/4K3^[R] w - - 0 1", "hand", "this game has no pieces in hand"},
		{"baseline", "4k3/8/8/8/8/8/8/4K3[R^P] w - - 0 1", "hand", "pawn in hand"},
		{"baseline", "4k3/8/8/8/8/8/8/4K3[r^p] w - - 0 1", "hand", "pawn in hand"},
		// castling
		{"baseline", "4k3/8/8/8/8/8/8/4K2R w ^K - 0 1", "castling", "this game has no castling"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K^Q - 0 1", "castling", "no white rook on that side of the king"},
		{"chess", "4k2r/8/8/8/8/8/8/4K2R w K^q - 0 1", "castling", "no black rook on that side of the king"},
		{"chess", "4k2R/8/8/8/8/8/8/4K2R w K^k - 0 1", "castling", "no black rook on that side of the king"},
		{"chess", "4k2r/8/8/8/8/8/4K3/7R w k^K - 0 1", "castling", "White has no king to castle with"},
		{"chess", "4k2r/8/8/8/8/8/8/4K2R w k^A - 0 1", "castling", "no white rook on a1"},
		{"chess", "4k2r/8/8/8/8/8/8/4K2R w k^E - 0 1", "castling", "no white rook on e1"},
		{"chess", "4k3/8/8/8/8/8/8/4K1RR w H^G - 0 1", "castling", "a second rook on that side"},
		{"chess", "4k3/8/8/8/8/8/8/4K1RR w K^H - 0 1", "castling", "a second rook on that side"},
		{"chess", "4k3/8/8/8/8/8/8/4K1RR w K^K - 0 1", "castling", "a second rook on that side"},
		{"extinction", "7k/8/8/8/8/8/8/R1KK3R w ^K - 0 1", "castling", "White has no king to castle with"},
		{"extinction", "7k/8/8/8/8/8/8/R1KKK2R w ^C - 0 1", "castling", "the king on c1 has no rook to castle with"},
		{"extinction", "7k/8/8/8/8/8/8/R1KKK2R w CH^D - 0 1", "castling", "a king's file may be given once, before its rooks"},
		{"extinction", "7k/8/8/8/8/8/8/R1KKK2R w C^E - 0 1", "castling", "a king's file may be given once"},
		{"placement", "4k3/8/8/8/8/8/8/R3K3[N] w ^K - 0 1", "castling", "no white rook on that side"},
		// en passant
		{"chess", "4k3/8/8/8/3pP3/8/8/4K3 b - ^e6 0 1", "en passant", "e6 is not on rank 3 with Black to move"},
		{"chess", "4k3/8/8/8/3pP3/8/8/4K3 w - ^e3 0 1", "en passant", "e3 is not on rank 6 with White to move"},
		{"chess", "4k3/8/8/8/3pP3/8/8/4K3 b - ^e4 0 1", "en passant", "e4 is not on rank 3"},
		{"chess", "4k3/8/8/8/3pP3/8/8/4K3 b - ^c3 0 1", "en passant", "no white pawn on c4"},
		{"chess", "4k3/8/8/8/3pN3/8/8/4K3 b - ^e3 0 1", "en passant", "no white pawn on e4"},
		{"chess", "4k3/8/8/8/3pp3/8/8/4K3 b - ^e3 0 1", "en passant", "no white pawn on e4"},
		{"chess", "4k3/8/8/8/3pP3/4N3/8/4K3 b - ^e3 0 1", "en passant", "e3 is not empty"},
		{"chess", "4k3/8/8/8/3pP3/8/4N3/4K3 b - ^e3 0 1", "en passant", "e2 is not empty"},
		{"chess", "4k3/3n4/8/3pP3/8/8/8/4K3 w - ^d6 0 1", "en passant", "d7 is not empty"},
		{"fibonacci", "4k3/8/8/8/3pP3/8/8/4K3 b - ^e3 0 2 4:2", "en passant", "the turn has begun"},
		// check
		{"chess", "4^k3/8/8/8/8/8/8/K3R3 w - - 0 1", "board", "the king on e8 is in check, but it is White's move"},
		{"chess", "4k3/8/8/8/8/8/4r3/4^K3 b - - 0 1", "board", "the king on e1 is in check, but it is Black's move"},
		{"chess", "8/8/8/8/8/8/4k3/4^K3 b - - 0 1", "board", "the king on e1 is in check"},
		{"fairy", "4^k3/8/3A4/8/8/8/8/K7 w - - 0 1", "board", "the king on e8 is in check"},
		{"fibonacci", "4^k3/8/8/8/8/8/8/K3R3 w - - 0 3 5:2", "board", "the king on e8 is in check"},
		{"baseline", "4^k3/8/8/8/8/8/8/K3R3[N] w - - 0 1", "board", "the king on e8 is in check"},
		{"blackhole", "4^k3/8/8/8/8/8/8/4R3 w - - 0 1", "board", "the king on e8 is in check, but it is White's move"},
		// Fibonacci turns
		{"fibonacci", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ^4:1", "turn", "turn 4 is not White's"},
		{"fibonacci", "4k3/8/8/8/8/8/8/4K3 b - - 0 1 ^3:1", "turn", "turn 3 is not Black's"},
		{"fibonacci", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ^5:0", "turn", "0 moves left of the 5 of turn 5"},
		{"fibonacci", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ^5:6", "turn", "6 moves left of the 5 of turn 5"},
		{"fibonacci", "4k3/8/8/8/8/8/8/4K3 w - - ^5:6", "turn", "6 moves left of the 5 of turn 5"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ^1:1", "turn", "this game has no turns of several moves"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - ^1:1", "turn", "this game has no turns of several moves"},
	} {
		bad.check(t)
	}
}

// TestFENGoodByRules checks positions that are allowed but close to forbidden ones.
func TestFENGoodByRules(t *testing.T) {
	for _, test := range []struct{ variant, fen, why string }{
		{"chess", "4k3/8/8/3R4/8/8/8/4K3 w - - 0 1", "d5 is a hole only in blackhole"},
		{"extinction", "8/8/8/8/8/8/8/8 w - - 0 1", "extinction asks for no king"},
		{"extinction", "kkkkkkkk/8/8/8/8/8/8/KKKKKKKK w - - 0 1", "any number of kings"},
		{"extinction", "4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "no king is royal"},
		{"extinction+baseline", "8/8/8/8/8/8/8/8[" + strings.Repeat("R", 15) + "] w - - 0 1", "a full hand"},
		{"blackhole", "4k3/8/8/8/8/8/8/8 w - - 0 1", "White's king has vanished"},
		{"blackhole", "8/8/8/8/8/8/8/8 b - - 0 1", "both kings have vanished"},
		{"blackhole", "3k4/8/8/8/8/8/8/K2R4 w - - 0 1", "a hole stops the rook's check"},
		{"blackhole+baseline", "8/8/8/8/8/8/8/8[Kk] w - - 0 1", "kings in hand"},
		{"blackhole+extinction", "3kk3/8/8/8/8/8/8/3KK3 w - - 0 1", "any number of kings"},
		{"baseline", "8/8/8/8/8/8/8/K3R3[k] w - - 0 1", "a king in hand is not in check"},
		{"baseline", "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBN1[R] w - - 0 1", "16 pieces, hand included"},
		{"chess", "4k3/8/8/8/8/P7/1PPPPPPP/RNBQKBNR w - - 0 1", "16 pieces"},
		{"chess", "4k3/8/8/8/8/P7/PPPPPPPP/RNBQK3 w - - 0 1", "nine pawns among 14 pieces"},
		{"chess", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "the side to move may be in check"},
		{"fibonacci", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 2 4:3", "en passant at the start of a turn"},
		{"fibonacci", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 5:5", "turn and fullmove number are independent"},
		{"fibonacci", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 1999999:2305843009213693952", "a late turn, cut off at 2^61"},
		{"fibonacci", "4k3/8/8/8/8/8/8/4K3 b - - 0 1 88:1100087778366101931", "the whole of F(88)"},
		{"fairy", "4k3/8/8/8/8/8/8/A3K3 w - - 0 1", "an amazon in the army that has it"},
	} {
		if _, err := variants.MustCompile(test.variant).ParseFEN(test.fen); err != nil {
			t.Errorf("%s: %q (%s): %v", test.variant, test.fen, test.why, err)
		}
	}
}

// TestFENEnPassantOverHole needs a hole that the catalogue does not have: no pawn
// makes its double step over it.
func TestFENEnPassantOverHole(t *testing.T) {
	for hole, reason := range map[bitboard.Square]string{bitboard.D6: "a pawn moving to d5 would have vanished", bitboard.C6: ""} {
		r, err := chess.Compile(rules.Variant{Name: "hole", Rules: []rules.Rule{rules.BlackHoles(hole.Bitboard())}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = r.ParseFEN("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
		if reason == "" && err != nil || reason != "" && (err == nil || !strings.Contains(err.Error(), reason)) {
			t.Errorf("hole on %v: the error is %v, want one with %q", hole, err, reason)
		}
	}
}

// TestPositionRefuses changes one thing in a good setup at a time.
func TestPositionRefuses(t *testing.T) {
	const castlers = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	for _, test := range []struct {
		name, variant, fen string
		spoil              func(*rules.Setup)
		field, reason      string // part of the reason
	}{
		{"zero en-passant square", "chess", startFEN, func(s *rules.Setup) { s.EnPassant = 0 }, "en passant", "a1 is not on rank 6"},
		{"en-passant square off the board", "chess", startFEN, func(s *rules.Setup) { s.EnPassant = 65 }, "en passant", "65 is not a square"},
		{"en-passant square far off the board", "chess", startFEN, func(s *rules.Setup) { s.EnPassant = 255 }, "en passant", "255 is not a square"},
		{"third colour", "chess", startFEN, func(s *rules.Setup) { s.Side = 2 }, "side to move", "2 is neither"},
		{"negative clock", "chess", startFEN, func(s *rules.Setup) { s.Halfmove = -1 }, "halfmove clock", "-1 is not"},
		{"huge clock", "chess", startFEN, func(s *rules.Setup) { s.Halfmove = 1 << 40 }, "halfmove clock", "1099511627776 is not"},
		{"move 0", "chess", startFEN, func(s *rules.Setup) { s.Fullmove = 0 }, "fullmove number", "0 is not"},
		{"huge move number", "chess", startFEN, func(s *rules.Setup) { s.Fullmove = 1 << 40 }, "fullmove number", "1099511627776 is not"},
		{"piece without a role", "chess", startFEN, func(s *rules.Setup) { s.Board[20] = 8 }, "board", "8 on e3 is not a piece"},
		{"piece beyond all", "chess", startFEN, func(s *rules.Setup) { s.Board[20] = 0x80 | rules.NewPiece(rules.White, rules.Rook) }, "board", "132 on e3 is not a piece"},
		{"pawn on rank 1", "chess", castlers, func(s *rules.Setup) { s.Board[1] = rules.NewPiece(rules.Black, rules.Pawn) }, "board", "pawn on b1"},
		{"castling from a middle rank", "chess", castlers, func(s *rules.Setup) { s.Castling |= 1 << 30 }, "castling", "no rook can castle from g4"},
		{"castling of a king", "chess", castlers, func(s *rules.Setup) { s.Castling |= 1 << 4 }, "castling", "no white rook on e1"},
		{"castling from an empty square", "chess", castlers, func(s *rules.Setup) { s.Castling |= 1 << 5 }, "castling", "no white rook on f1"},
		{"castling of an enemy rook", "chess", castlers, func(s *rules.Setup) { s.Board[0] = rules.NewPiece(rules.Black, rules.Rook) }, "castling", "no white rook on a1"},
		{"castling without the king", "chess", castlers, func(s *rules.Setup) {
			s.Board[4], s.Board[12] = rules.NoPiece, s.Board[4]
		}, "castling", "White has no king"},
		{"two castling rooks on one side", "chess", castlers, func(s *rules.Setup) {
			s.Board[6] = s.Board[7]
			s.Castling |= 1 << 6
		}, "castling", "two rooks on one side of the king on e1"},
		{"castling in baseline", "baseline", "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", func(s *rules.Setup) { s.Castling = 1 }, "castling", "this game has no castling"},
		{"hand in chess", "chess", startFEN, func(s *rules.Setup) { s.Hands[1][rules.Rook] = 1 }, "hand", "this game has no"},
		{"nothing in hand, counted", "baseline", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", func(s *rules.Setup) { s.Hands[0][rules.NoRole] = 1 }, "hand", "none in hand"},
		{"too many in hand", "extinction+baseline", "8/8/8/8/8/8/8/8 w - - 0 1", func(s *rules.Setup) { s.Hands[0][rules.Rook] = 64 }, "hand", "more than 63"},
		{"turn in chess", "chess", startFEN, func(s *rules.Setup) { s.Turn, s.Left = 1, 1 }, "turn", "no turns of several moves"},
		{"moves left in chess", "chess", startFEN, func(s *rules.Setup) { s.Left = 1 }, "turn", "no turns of several moves"},
		{"zeroing in chess", "chess", startFEN, func(s *rules.Setup) { s.Zeroing = true }, "turn", "no turns of several moves"},
		{"moves left of no turn", "fibonacci", startFEN, func(s *rules.Setup) { s.Left = 1 }, "turn", "1 moves left, but no turn"},
		{"late turn", "fibonacci", startFEN, func(s *rules.Setup) { s.Turn, s.Left = 2_000_001, 1 }, "turn", "above 2000000"},
		{"no moves left", "fibonacci", startFEN, func(s *rules.Setup) { s.Turn = 3 }, "turn", "0 moves left of the 2"},
		{"zeroing before the first move", "fibonacci", startFEN, func(s *rules.Setup) { s.Turn, s.Left, s.Zeroing = 3, 2, true }, "turn", "no move of turn 3"},
	} {
		s := must.Get(t, chess.ParseSetup, test.fen)
		r := variants.MustCompile(test.variant)
		if _, err := r.Position(s); err != nil {
			t.Errorf("%s: the setup is bad before it is spoilt: %v", test.name, err)
		}
		test.spoil(&s)
		p, err := r.Position(s)
		var fault *rules.FENError
		if !errors.As(err, &fault) || fault.Field != test.field || fault.Offset != -1 || !strings.Contains(fault.Reason, test.reason) {
			t.Errorf("%s: the error is %#v, want one of field %q, offset -1, with %q", test.name, err, test.field, test.reason)
		}
		if p != (chess.Position{}) {
			t.Errorf("%s: a position comes with the error", test.name)
		}
	}
}

// TestPositionKeepsZeroing: a Setup can hold what a FEN cannot express.
func TestPositionKeepsZeroing(t *testing.T) {
	s := must.Get(t, chess.ParseSetup, "4k3/8/8/8/8/8/8/4K3 w - - 9 3 5:4")
	s.Zeroing = true
	p, err := variants.MustCompile("fibonacci").Position(s)
	if err != nil || p.Setup() != s {
		t.Errorf("%+v becomes %+v, %v", s, p.Setup(), err)
	}
}

func ExampleRuleset_Position() {
	s := rules.Setup{EnPassant: bitboard.NoSquare, Fullmove: 1}
	s.Board[bitboard.E1] = rules.NewPiece(rules.White, rules.King)
	s.Board[bitboard.E8] = rules.NewPiece(rules.Black, rules.King)
	s.Board[bitboard.A1] = rules.NewPiece(rules.White, rules.Rook)
	s.Castling = bitboard.Of(bitboard.A1)
	r := variants.MustCompile("chess")
	p, err := r.Position(s)
	fmt.Println(p.FEN(), err)

	s.Board[bitboard.A8] = s.Board[bitboard.A1]
	_, err = r.Position(s)
	fmt.Println(err)
	// Output:
	// 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 <nil>
	// setup board: the king on e8 is in check, but it is White's move
}
