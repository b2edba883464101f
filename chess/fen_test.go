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

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// A badFEN is a text and the error expected for it. The caret marks the offset
// of the error and is not part of the text.
type badFEN struct {
	variant string
	fen     string
	field   string
	reason  string // part of the reason
}

// check parses the text and checks the error.
func (b badFEN) check(t *testing.T) {
	t.Helper()
	offset := strings.IndexByte(b.fen, '^')
	if offset < 0 {
		t.Fatalf("no caret in %q", b.fen)
	}
	fen := b.fen[:offset] + b.fen[offset+1:]
	p, err := variants.MustCompile(b.variant).ParseFEN(fen)
	var fault *rules.FENError
	if !errors.As(err, &fault) {
		t.Errorf("%s: %q: error is %v, want a FENError", b.variant, fen, err)
		return
	}
	if fault.Field != b.field || fault.Offset != offset || !strings.Contains(fault.Reason, b.reason) {
		t.Errorf("%s: %q: got %+v, want field %q, offset %d, reason with %q", b.variant, fen, *fault, b.field, offset, b.reason)
	}
	if strings.ContainsAny(err.Error(), "\n\r") {
		t.Errorf("%s: %q: the error has several lines: %q", b.variant, fen, err)
	}
	if p != (chess.Position{}) {
		t.Errorf("%s: %q: a position comes with the error", b.variant, fen)
	}
}

func TestFENErrorsOfText(t *testing.T) {
	long := strings.Repeat(" ", 1024-len(startFEN)) + startFEN
	for _, bad := range []badFEN{
		{"chess", "^", "board", "missing"},
		{"chess", "   ^", "board", "missing"},
		{"chess", "8/8/8/8/8/8/8/8^", "side to move", "missing"},
		{"chess", "8/8/8/8/8/8/8/8 w^", "castling", "missing"},
		{"chess", "8/8/8/8/8/8/8/8 w - ^", "en passant", "missing"},
		{"chess", startFEN + " +1+1 3:2 ^x", "length", "more than 8 fields"},
		{"chess", long + "^ ", "length", "longer than 1024 bytes"},
		{"chess", long + "^" + strings.Repeat("x", 1<<20), "length", "longer than 1024 bytes"},

		{"chess", "8/8/7^/8/8/8/8/8 w - - 0 1", "board", "rank 6 must have 8 squares, not 7"},
		{"chess", "8/8/^/8/8/8/8/8 w - - 0 1", "board", "rank 6 must have 8 squares, not 0"},
		{"chess", "8/8/8/8/8/8/8/7^ w - - 0 1", "board", "rank 1 must have 8 squares, not 7"},
		{"chess", "8/8/8^k/8/8/8/8/8 w - - 0 1", "board", "rank 6 has more than 8"},
		{"chess", "8/8/7^2/8/8/8/8/8 w - - 0 1", "board", "rank 6 has more than 8"},
		{"chess", "8/8/8/8/8/8/8^ w - - 0 1", "board", "8 ranks, not 7"},
		{"chess", "8/8/8/8/8/8/8/8^/8 w - - 0 1", "board", "more than 8 ranks"},
		{"chess", "8/8/8/^9/8/8/8/8 w - - 0 1", "board", `"9" is neither`},
		{"chess", "8/8/8/k^0p6/8/8/8/8 w - - 0 1", "board", `"0" is neither`},
		{"chess", "8/8/8/k^\x00p6/8/8/8/8 w - - 0 1", "board", `"\x00" is neither`},
		{"chess", "8/8/8/k^\xffp6/8/8/8/8 w - - 0 1", "board", `"\xff" is neither`},
		{"chess", "8/8/8/8^♔/8/8/8/8 w - - 0 1", "board", `"♔" is neither`},
		{"chess", "8/8/8/8/8/8/8/8^x w - - 0 1", "board", `"x" is neither`},

		{"baseline", "8/8/8/8/8/8/8/8[Kk^ w - - 0 1", "hand", "missing ]"},
		{"baseline", "8/8/8/8/8/8/8/8[K^-k] w - - 0 1", "hand", `"-" is not a piece`},
		{"baseline", "8/8/8/8/8/8/8/8[K^[k] w - - 0 1", "hand", `"[" is not a piece`},
		{"baseline", "8/8/8/8/8/8/8/8[Kk]^[] w - - 0 1", "hand", `"[" after the bracket`},
		{"baseline", "8/8/8/8/8/8/8/7^[Kk] w - - 0 1", "board", "rank 1 must have 8 squares, not 7"},
		{"extinction+baseline", "8/8/8/8/8/8/8/8[" + strings.Repeat("r", 63) + "^r] w - - 0 1", "hand", "more than 63"},
		{"extinction+baseline", "8/8/8/8/8/8/8/8[" + strings.Repeat("r", 63) + "^" + strings.Repeat("r", 900) + "] w - - 0 1", "hand", "more than 63"},

		{"chess", "4k3/8/8/8/8/8/8/4K3 ^W - - 0 1", "side to move", `"W" instead of w or b`},
		{"chess", "4k3/8/8/8/8/8/8/4K3 ^white - - 0 1", "side to move", "instead of w or b"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 ^- - - 0 1", "side to move", "instead of w or b"},

		{"chess", "4k3/8/8/8/8/8/8/4K2R w K^x - 0 1", "castling", "not a castling letter"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K^- - 0 1", "castling", "not a castling letter"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w ^I - 0 1", "castling", "not a castling letter"},

		{"chess", "4k3/8/8/8/8/8/8/4K3 w - ^E3 0 1", "en passant", `"E3" is not a square`},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - ^e9 0 1", "en passant", `"e9" is not a square`},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - ^e 0 1", "en passant", `"e" is not a square`},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - ^e66 0 1", "en passant", `"e66" is not a square`},

		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - ^- 1", "halfmove clock", `"-" is not a digit`},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - ^-1 1", "halfmove clock", `"-" is not a digit`},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 1^x 1", "halfmove clock", `"x" is not a digit`},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 ^+1", "fullmove number", `"+" is not a digit`},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1^_0", "fullmove number", `"_" is not a digit`},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - ^1000001 1", "halfmove clock", "above 1000000"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 ^1000001", "fullmove number", "above 1000000"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 ^" + strings.Repeat("9", 900), "fullmove number", "above 1000000"},

		{"fibonacci", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ^5", "turn", `"5" instead of turn:moves left`},
		{"fibonacci", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ^:5", "turn", "a number is missing"},
		{"fibonacci", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 5:^", "turn", "a number is missing"},
		{"fibonacci", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 5:^:5", "turn", `":" is not a digit`},
		{"fibonacci", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 5:3^x", "turn", `"x" is not a digit`},
		{"fibonacci", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ^0:1", "turn", "from 1"},
		{"fibonacci", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ^2000001:1", "turn", "above 2000000"},
		{"fibonacci", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 3:^99999999999999999999", "turn", "above 2305843009213693952"},
		{"fibonacci", "4k3/8/8/8/8/8/8/4K3 w - - 0 5^:5", "fullmove number", `":" is not a digit`},
		{"fibonacci", "4k3/8/8/8/8/8/8/4K3 w - - 5:^x", "turn", `"x" is not a digit`},
	} {
		bad.check(t)
	}
}

// TestFENForms reads texts in forms that FEN does not write.
func TestFENForms(t *testing.T) {
	for _, test := range []struct{ variant, fen, want string }{
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", startFEN},
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0", startFEN},
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0", startFEN},
		{"chess", " \trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR   w KQkq\t- 00 001\r\n", startFEN},
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w qkQK - 0 1", startFEN},
		{"chess", "rnbqkbnr/pppppppp/44/8/8/1313/PPPPPPPP/RNBQKBNR w AHah - 0 1", startFEN},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 1000000 1000000", "4k3/8/8/8/8/8/8/4K3 w - - 1000000 1000000"},
		{"fibonacci", "4k3/8/8/8/8/8/8/4K3 w - - 5:4", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 5:4"},
		{"fibonacci", "4k3/8/8/8/8/8/8/4K3 w - - 7 5", "4k3/8/8/8/8/8/8/4K3 w - - 7 5 9:34"},
		{"fibonacci", "4k3/8/8/8/8/8/8/4K3 b - - 7 5", "4k3/8/8/8/8/8/8/4K3 b - - 7 5 10:55"},
		{"fibonacci", "4k3/8/8/8/8/8/8/4K3 b - -", "4k3/8/8/8/8/8/8/4K3 b - - 0 1 2:1"},
		{"fibonacci", "4k3/8/8/8/8/8/8/4K3 b - - 0 1000000", "4k3/8/8/8/8/8/8/4K3 b - - 0 1000000 2000000:2305843009213693952"},
		{"baseline", "8/8/8/8/8/8/8/8[nrkbqnqKNRBQ] b - - 0 1", "8/8/8/8/8/8/8/8[KQRBNkqqrbnn] b - - 0 1"},
		{"fairy+baseline", "8/8/8/8/8/8/8/8[nrakNARKB] b - - 0 1", "8/8/8/8/8/8/8/8[KARBNkarn] b - - 0 1"},
	} {
		p, err := variants.MustCompile(test.variant).ParseFEN(test.fen)
		if err != nil {
			t.Errorf("%s: %q: %v", test.variant, test.fen, err)
		} else if p.FEN() != test.want {
			t.Errorf("%s: %q becomes %q, want %q", test.variant, test.fen, p.FEN(), test.want)
		}
	}
}

// TestFENCastlingLetters reads castling rights in all notations and checks the
// rooks they name and the letters that are written.
func TestFENCastlingLetters(t *testing.T) {
	const (
		orthodox = "r3k2r/8/8/8/8/8/8/R3K2R"
		doubled  = "rr1k1rr1/8/8/8/8/8/8/RR1K1RR1" // two rooks on each wing
	)
	for _, test := range []struct {
		variant, board, field string
		rooks                 bitboard.Bitboard
		want                  string
	}{
		{"chess", orthodox, "-", 0, "-"},
		{"chess", orthodox, "kQ", bitboard.Of(bitboard.A1, bitboard.H8), "Qk"},
		{"chess", orthodox, "hA", bitboard.Of(bitboard.A1, bitboard.H8), "Qk"},
		{"chess", doubled, "KQkq", bitboard.Of(bitboard.A1, bitboard.G1, bitboard.A8, bitboard.G8), "KQkq"},
		{"chess", doubled, "GAga", bitboard.Of(bitboard.A1, bitboard.G1, bitboard.A8, bitboard.G8), "KQkq"},
		{"chess", doubled, "BFfb", bitboard.Of(bitboard.B1, bitboard.F1, bitboard.B8, bitboard.F8), "FBfb"},
		{"chess", doubled, "KBfq", bitboard.Of(bitboard.B1, bitboard.G1, bitboard.A8, bitboard.F8), "KBfq"},
		// With several kings, the one on e1 castles, else the only one on the first rank.
		{"extinction", "7k/8/8/8/8/8/8/RK2K2R", "KQ", bitboard.Of(bitboard.A1, bitboard.H1), "KQ"},
		{"extinction", "7k/8/8/8/4K3/8/8/R2K3R", "HA", bitboard.Of(bitboard.A1, bitboard.H1), "KQ"},
		// The letter of its file names another, or the usual one.
		{"extinction", "7k/8/8/8/8/8/8/RK2K2R", "BA", bitboard.Of(bitboard.A1), "BQ"},
		{"extinction", "7k/8/8/8/8/8/8/RK2K2R", "EHA", bitboard.Of(bitboard.A1, bitboard.H1), "KQ"},
		// While White has a piece in hand, its rights follow from the board.
		{"placement", "4k2r/8/8/8/8/8/8/R3K2R[N]", "Qk", bitboard.Of(bitboard.A1, bitboard.H1, bitboard.H8), "KQk"},
		{"placement", "4k2r/8/8/8/8/8/8/R2K3R[N]", "Q", 0, "-"},
		{"placement", "4k2r/8/8/8/8/8/8/R3K2R", "Q", bitboard.Of(bitboard.A1), "Q"},
	} {
		p, err := variants.MustCompile(test.variant).ParseFEN(test.board + " w " + test.field + " - 0 1")
		if err != nil {
			t.Errorf("%s %s %s: %v", test.variant, test.board, test.field, err)
			continue
		}
		if p.CastlingRooks() != test.rooks {
			t.Errorf("%s %s %s: the rooks are\n%vwant\n%v", test.variant, test.board, test.field, p.CastlingRooks(), test.rooks)
		}
		if want := test.board + " w " + test.want + " - 0 1"; p.FEN() != want {
			t.Errorf("%s %s %s becomes %q, want %q", test.variant, test.board, test.field, p.FEN(), want)
		}
	}
}

// TestFENEnPassant drops a square that no pawn can use, whatever else attacks it.
func TestFENEnPassant(t *testing.T) {
	for _, test := range []struct{ variant, fen, want string }{
		{"chess", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "-"},
		{"chess", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "e3"},
		{"chess", "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", "e3"},
		{"chess", "4k3/8/8/8/4Pp2/8/8/4K3 b - - 0 1", "-"},
		{"chess", "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1", "a6"},
		{"chess", "4k3/8/8/p6P/8/8/8/4K3 w - a6 0 1", "-"},
		{"chess", "4k3/8/8/pN6/1P6/8/8/4K3 w - a6 0 1", "-"},
		// Ready, though the pawn is pinned: the field does not depend on legality.
		{"chess", "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6"},
		// Not ready: White must first place the rook. In crazyhouse it need not.
		{"baseline", "4k3/8/8/pP6/8/8/8/4K3[R] w - a6 0 1", "-"},
		{"baseline", "4k3/8/8/pP6/8/8/8/4K3[r] w - a6 0 1", "a6"},
		{"crazyhouse", "4k3/8/8/pP6/8/8/8/4K3[R] w - a6 0 1", "a6"},
	} {
		p, err := variants.MustCompile(test.variant).ParseFEN(test.fen)
		if err != nil {
			t.Errorf("%q: %v", test.fen, err)
		} else if got := strings.Fields(p.FEN())[3]; got != test.want {
			t.Errorf("%q: the field is written as %q, want %q", test.fen, got, test.want)
		}
	}
	p := must.Get(t, variants.MustCompile("baseline").ParseFEN, "4k3/8/8/8/1p6/8/P7/4K3[r] w - - 0 1")
	m := must.Get(t, p.ParseMove, "a2a4")
	if next := p.Play(m); next.EnPassant() != bitboard.NoSquare {
		t.Errorf("Black must first place the rook, but the FEN is %q", next.FEN())
	}
}

// TestFENRoundTrip converts every position of the perft suites to FEN and back.
func TestFENRoundTrip(t *testing.T) {
	for _, line := range suites(t) {
		roundTrip(t, variants.MustCompile(line.variant), line.fen)
	}
	for _, v := range variants.All() {
		r := variants.MustCompile(v.Name)
		start := r.Start()
		if p := roundTrip(t, r, start.FEN()); p != start {
			t.Errorf("%s: the start position changes when it is written as %q and read", v.Name, start.FEN())
		}
	}
}

// roundTrip parses a valid FEN, then the FEN written for the result.
func roundTrip(t *testing.T, r *chess.Ruleset, fen string) chess.Position {
	t.Helper()
	p, err := r.ParseFEN(fen)
	if err != nil {
		t.Errorf("%s: %q: %v", r.Name(), fen, err)
		return p
	}
	again, err := r.ParseFEN(p.FEN())
	if err != nil {
		t.Errorf("%s: %q becomes %q, which is refused: %v", r.Name(), fen, p.FEN(), err)
		return p
	}
	if again != p || again.Setup() != p.Setup() || again.Key() != p.Key() {
		t.Errorf("%s: %q becomes %q, and then %q", r.Name(), fen, p.FEN(), again.FEN())
	}
	s, err := chess.ParseSetup(p.FEN())
	if err != nil || chess.FormatSetup(s) != p.FEN() || s != p.Setup() {
		t.Errorf("%s: %q is not that of its setup: %v", r.Name(), p.FEN(), err)
	}
	byHand, err := r.Position(p.Setup())
	if err != nil || byHand != p {
		t.Errorf("%s: the setup of %q does not yield it: %v", r.Name(), p.FEN(), err)
	}
	return p
}

// TestFENOfHiddenCastling: with several kings on the first rank, a FEN names
// the one that may castle, and does not give its right to another.
func TestFENOfHiddenCastling(t *testing.T) {
	r := variants.MustCompile("extinction+fischerandom")
	for _, test := range []struct{ fen, move, want string }{
		{"rnbq3k/p7/8/8/8/8/P1K5/RN1K1BQR w KQ - 0 1", "c2c1", "rnbq3k/p7/8/8/8/8/P7/RNKK1BQR b DKQ - 1 1"},
		{"rnbq3k/p7/8/8/8/8/P3K3/RN1K1BQR w KQ - 0 1", "e2e1", "rnbq3k/p7/8/8/8/8/P7/RN1KKBQR b DKQ - 1 1"},
		{"rnbq3k/p7/8/8/8/8/P3K3/RN1K1BQR w KQ - 0 1", "e2e3", "rnbq3k/p7/8/8/8/4K3/P7/RN1K1BQR b KQ - 1 1"},
	} {
		p := must.Get(t, r.ParseFEN, test.fen)
		m := must.Get(t, p.ParseMove, test.move)
		next := p.Play(m)
		if next.FEN() != test.want {
			t.Errorf("after %s the FEN is %q, want %q", test.move, next.FEN(), test.want)
		}
		again, err := r.ParseFEN(next.FEN())
		if err != nil || again.Setup() != next.Setup() {
			t.Errorf("%q does not come back: %v", next.FEN(), err)
		}
	}
}

// TestSetupFENSurvivesNonsense writes setups that no FEN can describe.
func TestSetupFENSurvivesNonsense(t *testing.T) {
	var s rules.Setup
	for i := range s.Board {
		s.Board[i] = rules.Piece(4 * i)
	}
	s.Side, s.EnPassant, s.Castling = 77, 200, ^bitboard.Bitboard(0)
	s.Halfmove, s.Fullmove, s.Turn, s.Left = -1, -1, 1<<63, 1<<63
	s.Hands[0][0], s.Hands[1][1] = 200, 255
	if fen := chess.FormatSetup(s); len(fen) > 1024 {
		t.Errorf("the FEN has %d bytes", len(fen))
	}
	// Rooks that castle without a king are named by their files.
	kingless := rules.Setup{Castling: bitboard.Of(bitboard.H1, bitboard.A8), EnPassant: bitboard.NoSquare}
	kingless.Board[bitboard.H1] = rules.NewPiece(rules.White, rules.Rook)
	kingless.Board[bitboard.A8] = rules.NewPiece(rules.Black, rules.Rook)
	if got, want := chess.FormatSetup(kingless), "r7/8/8/8/8/8/8/7R w Ha - 0 0"; got != want {
		t.Errorf("the FEN is %q, want %q", got, want)
	}
}

func TestAppendFEN(t *testing.T) {
	p := variants.MustCompile("fibonacci+baseline").Start()
	buf := make([]byte, 0, 256)
	if got := string(p.AppendFEN(append(buf, "fen "...))); got != "fen "+p.FEN() {
		t.Errorf("AppendFEN writes %q", got)
	}
	if n := testing.AllocsPerRun(100, func() { p.AppendFEN(buf) }); n != 0 {
		t.Errorf("AppendFEN allocates %v times", n)
	}
}

func FuzzFEN(f *testing.F) {
	names := []string{
		"chess", "fischerandom", "fibonacci", "blackhole", "extinction", "baseline", "fairy", "placement",
		"extinction+fischerandom", "fibonacci+gun+madhouse+blackhole+extinction+baseline+fairy", "fibonacci+blackhole+placement",
	}
	var rulesets []*chess.Ruleset
	for i, name := range names {
		r := variants.MustCompile(name)
		start := r.Start()
		rulesets = append(rulesets, r)
		f.Add(start.FEN(), uint8(i))
	}
	for i, line := range suites(f) {
		if i%20 == 0 {
			f.Add(line.fen, uint8(i))
		}
	}
	f.Add("", uint8(0))
	f.Add("8/8/8/8/8/8/8/8[KkRr] w KQkq e6 0 1 3:2", uint8(9))
	f.Fuzz(func(t *testing.T, fen string, which uint8) {
		r := rulesets[int(which)%len(rulesets)]
		p, err := r.ParseFEN(fen)
		if err == nil {
			roundTrip(t, r, p.FEN())
			return
		}
		var fault *rules.FENError
		if !errors.As(err, &fault) || fault.Offset < 0 || fault.Offset > len(fen) || fault.Field == "" || fault.Reason == "" {
			t.Errorf("%q: the error is %#v", fen, err)
		}
		if strings.ContainsAny(err.Error(), "\n\r") || len(err.Error()) > 200 {
			t.Errorf("%q: the error is %q", fen, err)
		}
	})
}

func ExampleRuleset_ParseFEN() {
	r := variants.MustCompile("blackhole")
	p, err := r.ParseFEN("4k3/8/8/8/8/8/8/3RK3 w - - 0 1")
	fmt.Println(p.FEN(), err)
	_, err = r.ParseFEN("4k3/8/8/3R4/8/8/8/4K3 w - - 0 1")
	fmt.Println(err)
	// Output:
	// 4k3/8/8/8/8/8/8/3RK3 w - - 0 1 <nil>
	// FEN board, offset 9: rook on d5, which is a black hole
}

func ExampleParseSetup() {
	s, err := chess.ParseSetup("1r4kr/8/8/8/8/8/8/1R4KR w HBhb -")
	fmt.Println(s.Castling.Squares(), s.Fullmove, err)
	fmt.Println(chess.FormatSetup(s))
	// Output:
	// [b1 h1 b8 h8] 1 <nil>
	// 1r4kr/8/8/8/8/8/8/1R4KR w KQkq - 0 1
}
