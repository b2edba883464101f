package chess_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/rules"
)

const castlingFEN = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"

// TestParseMove checks what is read and how it is written back.
func TestParseMove(t *testing.T) {
	for _, test := range []struct{ variant, fen, text, written string }{
		{"chess", "", "e2e4", "e2e4"},
		{"chess", "7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8q", "e7e8q"},
		{"chess", "7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8N", "e7e8n"},
		{"fairy", "7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8A", "e7e8a"},
		{"extinction", "rnbqk3/p3P3/8/8/8/8/P7/RNBQK3 w - - 0 1", "e7d8k", "e7d8k"},
		{"chess", castlingFEN, "e1g1", "e1g1"},
		{"chess", castlingFEN, "e1h1", "e1g1"},
		{"chess", castlingFEN, "e1c1", "e1c1"},
		{"chess", castlingFEN, "e1a1", "e1c1"},
		{"fischerandom", castlingFEN, "e1g1", "e1h1"},
		{"fischerandom", castlingFEN, "e1h1", "e1h1"},
		{"fischerandom", castlingFEN, "e1c1", "e1a1"},
		{"fischerandom", "4k3/8/8/8/8/8/8/2K4R w K - 0 1", "c1g1", "c1h1"},
		{"chess", "4k3/8/8/8/8/8/8/2K4R w K - 0 1", "c1g1", "c1h1"},
		// Ordinary king moves are not castling, however near the square.
		{"fischerandom", "4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1g1", "f1g1"},
		{"fischerandom", "4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1h1", "f1h1"},
		{"fischerandom", "4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "b1c1", "b1c1"},
		{"fischerandom", "4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "b1a1", "b1a1"},
		{"baseline", "", "K@e1", "K@e1"},
		{"madhouse", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5,d5a3", "e4d5,d5a3"},
		{"madhouse", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6,d5a3", "e5d6,d5a3"},
		{"madhouse", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8N,d8a3", "e7d8n,d8a3"},
		{"gun", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8", "e7d8"},
		{"blackhole", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8", "d1d8"},
	} {
		p := mustFEN(t, test.variant, test.fen)
		m, err := p.ParseMove(test.text)
		if err != nil {
			t.Errorf("%s %s: %v", test.variant, test.fen, err)
		} else if got := p.UCI(m); got != test.written {
			t.Errorf("%s %s: %s is written %s, want %s", test.variant, test.fen, test.text, got, test.written)
		}
	}
	king := mustFEN(t, "fischerandom", "4k3/8/8/8/8/8/8/5K1R w K - 0 1")
	if m, _ := king.ParseMove("f1g1"); m.IsCastling() {
		t.Error("a king's step from f1 to g1 is read as castling")
	}
	if m, _ := king.ParseMove("f1h1"); !m.IsCastling() {
		t.Error("king takes rook is not read as castling")
	}
}

// TestMalformedMoves checks that the error for a malformed text says where it goes wrong.
func TestMalformedMoves(t *testing.T) {
	p := mustFEN(t, "chess", "")
	for _, test := range []struct {
		text   string
		offset int
		reason string
	}{
		{"", 0, "file"},
		{"0000", 0, "null move"},
		{"e", 1, "rank"},
		{"i2e4", 0, "file"},
		{"E2E4", 0, "file"},
		{"e0e4", 1, "rank"},
		{"e2", 2, "file"},
		{"e2e9", 3, "rank"},
		{"e2-e4", 2, "file"},
		{"e2e4 ", 4, "end"},
		{" e2e4", 0, "file"},
		{"e7e8p", 4, "end"},
		{"e7e8=Q", 4, "end"},
		{"e7e8qq", 5, "end"},
		{"e4d5,", 5, "file"},
		{"e4d5,d5", 7, "file"},
		{"e4d5,d5a9", 8, "rank"},
		{"e4d5,d5a3,a3a4", 9, "end"},
		{"e4d5,d5a3q", 9, "end"},
		{"k@e1", 0, "letter"},
		{"X@e1", 0, "letter"},
		{"K@", 2, "file"},
		{"K@e1q", 4, "end"},
		{"e2e4/e7e5", 4, "end"},
		{"e2e4\x00", 4, "end"},
		{"Nf3", 0, "file"},
	} {
		_, err := p.ParseMove(test.text)
		var fault *rules.MoveError
		if !errors.As(err, &fault) || fault.Offset != test.offset || !strings.Contains(fault.Reason, test.reason) {
			t.Errorf("%q: got %v, want offset %d and %q", test.text, err, test.offset, test.reason)
		}
	}
	_, err := p.ParseMove("e2e9")
	if got, want := err.Error(), `malformed move "e2e9", offset 3: expected a rank (1 to 8)`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestIllegalMoves checks that the error for a well-formed but illegal move says why.
func TestIllegalMoves(t *testing.T) {
	for _, test := range []struct{ variant, fen, text, reason string }{
		{"chess", "", "e4e5", "there is no piece on e4"},
		{"chess", "", "e7e5", "the pawn on e7 is not White's"},
		{"chess", "", "a1a2", "its own pawn is on a2"},
		{"chess", "", "g1g3", "the knight on g1 cannot reach g3"},
		{"chess", "", "g1g1", "it does not move"},
		{"chess", "", "a1a3", "the rook on a1 cannot reach a3"},
		{"chess", "", "c1e3", "the bishop on c1 cannot reach e3"},
		{"chess", "", "d1d3", "the queen on d1 cannot reach d3"},
		{"chess", "", "e2d3", "the pawn on e2 cannot reach d3"},
		{"chess", "", "e2e5", "the pawn on e2 cannot reach e5"},
		{"fairy", "", "d1d3", "the amazon on d1 cannot reach d3"},
		{"chess", "", "e1e3", "the king on e1 cannot reach e3"},
		{"chess", "", "e1g1", "the king cannot castle: the way is blocked on f1"},
		{"chess", "", "e1h1", "the king cannot castle: the way is blocked on f1"},
		{"chess", "r3k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1", "e1c1", "the king cannot castle: the way is blocked on b1"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w K - 0 1", "e1c1", "the king has no right to castle on that side"},
		{"chess", "3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "the king cannot castle: d1 is attacked by the rook on d8"},
		{"chess", "4r1k1/8/8/8/8/8/6n1/R3K2R w KQ - 0 1", "e1c1", "the king cannot castle out of check by the knight on g2 and the rook on e8"},
		{"fischerandom", "k4r2/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1", "the king cannot castle out of check by the rook on f8"},
		{"fischerandom", "k7/8/8/8/8/8/8/6KR w K - 0 1", "g1g1", "it does not move"},
		{"chess", castlingFEN, "e1g1q", "it does not promote"},
		{"chess", castlingFEN, "e1h1q", "it does not promote"},
		{"chess", castlingFEN, "e1g1,g1g2", "there is no captured piece to put elsewhere"},
		{"chess", castlingFEN, "K@g1", "there are no drops in chess"},
		{"chess", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5", "the pawn on e3 cannot reach e5"},
		{"baseline", "", "e1e1", "White must place the pieces in hand first"},
		{"baseline", "", "K@e1", ""},
		{"chess", "", "e2e4q", "it does not promote"},
		{"chess", "", "e2e4,e4e5", "there is no captured piece to put elsewhere"},
		{"chess", "", "N@e4", "there are no drops in chess"},
		{"chess", "7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8", "the promotion letter is missing (one of q, r, b, n)"},
		{"chess", "7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8k", "a pawn cannot promote to a king here (one of q, r, b, n)"},
		{"fairy", "7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8q", "a pawn cannot promote to a queen here (one of a, r, b, n)"},
		{"gun", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "it does not promote"},
		{"chess", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "it leaves the king in check"},
		{"chess", "4r1k1/8/8/8/8/8/N7/4K3 w - - 0 1", "a2c3", "it leaves the king in check"},
		{"chess", "6k1/8/8/8/8/8/r7/4K3 w - - 0 1", "e1e2", "it leaves the king in check"},
		{"chess", "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "e5d6", "it leaves the king in check"},
		{"chess", "8/8/8/8/8/k7/1Q6/2K5 b - - 0 1", "a3b2", "it leaves the king in check"},
		{"gun", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1e8", "the king on e1 cannot reach e8"},
		{"gun", "8/8/8/8/3pk3/8/4K3/8 w - - 0 1", "e2d3", "it leaves the king in check"},
		{"madhouse", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "it does not say where to put the captured pawn (as in e4d5,d5"},
		{"madhouse", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5,d5a1", "the captured pawn cannot be put on a1"},
		{"madhouse", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5,d5d5", "the captured pawn cannot be put on d5"},
		{"madhouse", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6,d6a3", "the captured pawn is on d5"},
		{"madhouse", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8,d8a3", "the promotion letter is missing (one of q, r, b, n)"},
		{"madhouse", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "it does not say where to put the captured rook"},
		{"madhouse", "", "e2e4,e4e5", "there is no captured piece to put elsewhere"},
		{"baseline", "", "e2e4", "White must place the pieces in hand first"},
		{"baseline", "", "K@e2", "White places pieces on rank 1 only"},
		{"baseline", "", "P@e1", "White has no pawn in hand"},
		{"baseline", "1k6/pppppppp/8/8/8/8/PPPPPPPP/1K6[Rr] w - - 0 1", "N@e1", "White has no knight in hand"},
		{"baseline", "1k6/pppppppp/8/8/8/8/PPPPPPPP/1K6[Rr] w - - 0 1", "R@b1", "b1 is not empty"},
		{"baseline", "1k6/pppppppp/8/8/8/8/PPPPPPPP/1K6[r] b - - 0 1", "R@a1", "Black places pieces on rank 8 only"},
		{"baseline", "1k6/pppppppp/8/8/8/8/PPP1PPPP/3K3r[R] w - - 0 1", "R@a1", "it does not stop the check"},
		{"placement", "1k6/pppppppp/8/8/8/8/PPPPPPPP/1K6[BBb] w - - 0 1", "B@a1", ""},
		{"placement", "1k6/pppppppp/8/8/8/8/PPPPPPPP/B1K5[Bb] w - - 0 1", "B@e1", "it leaves a bishop without a square of its colour"},
		{"blackhole", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1e2", "the rook on d1 cannot reach e2"},
		{"blackhole", "3k4/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8", "a king cannot be captured"},
		{"blackhole", "4k3/8/8/8/8/8/8/8 w - - 0 1", "a1a2", "the game is over (king vanished)"},
		{"extinction", "rnbqk3/p7/8/8/8/8/P7/RNBQ4 w - - 0 1", "a2a3", "the game is over (extinction)"},
		{"chess", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "g8g7", "the game is over (checkmate)"},
		{"chess", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "h8g8", "the game is over (stalemate)"},
	} {
		p := mustFEN(t, test.variant, test.fen)
		before := p
		m, err := p.ParseMove(test.text)
		if test.reason == "" {
			if err != nil {
				t.Errorf("%s %s: %v", test.variant, test.fen, err)
			}
			continue
		}
		var fault *rules.MoveError
		if m != chess.NoMove || !errors.As(err, &fault) || fault.Offset != -1 || !strings.HasPrefix(fault.Reason, test.reason) {
			t.Errorf("%s %s %s: got %v, %v, want %q", test.variant, test.fen, test.text, m, err, test.reason)
		}
		if p != before {
			t.Errorf("%s %s: reading %s changed the position", test.variant, test.fen, test.text)
		}
	}
	p := mustFEN(t, "chess", "")
	_, err := p.ParseMove("e2e5")
	if got, want := err.Error(), `illegal move "e2e5": the pawn on e2 cannot reach e5`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestIllegalMovesOfLichess checks the whole reason for moves that are illegal only
// in lichess's games.
func TestIllegalMovesOfLichess(t *testing.T) {
	const (
		capturable = "4k3/8/8/3p4/4P3/8/8/4K2R w K - 0 1"
		house      = "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1"
		inCheck    = "k3r3/8/8/8/8/8/8/4K3[PN] w - - 0 1"
		racers     = "8/8/8/8/8/k7/8/KR5N w - - 0 1"
	)
	for _, test := range []struct{ variant, fen, uci, san, reason string }{
		{"antichess", "8/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4e5", "e5", "a capture is compulsory: e4d5"},
		{"antichess", "8/4P3/8/3p4/4P3/8/8/4K3 w - - 0 1", "e7e8", "e8", "a capture is compulsory: e4d5"},
		{"antichess", "8/8/8/3p4/4P3/8/8/1N2KN2 w - - 0 1", "b1d2", "Nd2", "a capture is compulsory: e4d5"},
		{"antichess", "8/8/8/8/8/8/3p4/4K2R w - - 0 1", "e1g1", "O-O", "cannot castle in antichess"},
		{"antichess", "8/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "a1a2", "", "there is no piece on a1"},
		{"giveaway", capturable, "e1g1", "O-O", "a capture is compulsory: e4d5"},
		{"losers", capturable, "e1d2", "Kd2", "a capture is compulsory: e4d5"},
		{"losers", "4rk2/8/8/8/8/8/p7/N3K3 w - - 0 1", "e1e2", "Ke2", "it leaves the king in check"},
		{"antichess+crazyhouse", "8/8/8/3p4/4P3/8/8/4K3[N] w - - 0 1", "N@a3", "N@a3", "a capture is compulsory: e4d5"},
		{"horde+losers", "4k3/8/8/8/3p4/4P3/8/P7 w - - 0 1", "a1a3", "a3", "a capture is compulsory: e3d4"},

		{"atomic", "4k3/8/8/8/8/8/3p4/4K2R w - - 0 1", "e1d2", "Kxd2", "a king may not capture: captures explode"},
		{"atomic", "4k3/8/8/8/8/8/3p4/R2K4 w - - 0 1", "a1a2", "Ra2", ""},
		{"atomic", "4k3/8/8/8/8/3p4/4P3/4K2R w - - 0 1", "e2d3", "exd3", ""},
		{"atomic", "4k3/8/8/8/8/8/3p4/R3K3 w - - 0 1", "a1d1", "Rd1", "it leaves the king in check"},
		{"atomic", "4k3/8/8/8/8/8/R2p4/4K3 w - - 0 1", "a2d2", "Rxd2", "it explodes its own king"},
		{"atomic", "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "Nc3", "it leaves the king in check"},
		{"atomic+gun", "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1d2", "Kxd2", "it explodes its own king"},

		{"racingkings", racers, "b1b3", "Rb3", "giving check is not allowed"},
		{"racingkings", "8/8/8/8/8/k7/8/K1R4N w - - 0 1", "c1c3", "Rc3", "giving check is not allowed"},
		{"racingkings", "8/8/8/8/8/k7/7r/K6N w - - 0 1", "a1a2", "Ka2", "it leaves the king in check"},
		{"crazyhouse+racingkings", "8/8/8/8/8/k7/8/K7[R] w - - 0 1", "R@b3", "R@b3", "giving check is not allowed"},

		{"crazyhouse", house, "P@a1", "P@a1", "pawns are not dropped on ranks 1 and 8"},
		{"crazyhouse", house, "P@a8", "@a8", "pawns are not dropped on ranks 1 and 8"},
		{"crazyhouse", house, "Q@a4", "Q@a4", "White has no queen in hand"},
		{"crazyhouse", house, "N@e1", "N@e1", "e1 is not empty"},
		{"crazyhouse", house, "e1e3", "", "the king on e1 cannot reach e3"},
		{"crazyhouse", house, "a1a2", "", "there is no piece on a1"},
		{"crazyhouse", house, "", "Ra2", "no white rook can go to a2"},
		{"crazyhouse", inCheck, "N@a4", "N@a4", "it does not stop the check"},
		{"crazyhouse", inCheck, "P@e8", "P@e8", "pawns are not dropped on ranks 1 and 8"},
		{"crazyhouse", inCheck, "e1e2", "Ke2", "it leaves the king in check"},
		{"blackhole+crazyhouse", house, "N@d5", "N@d5", "d5 is a black hole"},
	} {
		p := mustFEN(t, test.variant, test.fen)
		for _, read := range []struct {
			text  string
			parse func(string) (chess.Move, error)
		}{{test.uci, p.ParseMove}, {test.san, p.ParseSAN}} {
			if read.text == "" {
				continue
			}
			_, err := read.parse(read.text)
			var fault *rules.MoveError
			reason := ""
			if errors.As(err, &fault) {
				reason = fault.Reason
			}
			reason = strings.TrimPrefix(strings.TrimPrefix(reason, "the king cannot "), "White cannot ")
			if reason != strings.TrimPrefix(test.reason, "cannot ") {
				t.Errorf("%s %s %s: %q, want %q", test.variant, test.fen, read.text, reason, test.reason)
			}
		}
	}
}

// TestMoveErrorsAreShort checks that long and odd texts do not cause long or multi-line errors.
func TestMoveErrorsAreShort(t *testing.T) {
	p := mustFEN(t, "chess", "")
	for _, text := range []string{
		strings.Repeat("e2e4", 1<<18), strings.Repeat("/", 1<<20), "e2\ne4\n", "\xff\xfe\n", strings.Repeat("N", 1<<20),
		strings.Repeat("e2e4/", 1<<18),
	} {
		_, errMove := p.ParseMove(text)
		_, errSAN := p.ParseSAN(text)
		_, _, errTurn := p.ParseTurn(text)
		for _, err := range []error{errMove, errSAN, errTurn} {
			checkOneLine(t, text, err)
		}
	}
}

// checkOneLine checks that an error is a single line of modest length.
func checkOneLine(t testing.TB, text string, err error) {
	t.Helper()
	if err == nil {
		t.Errorf("%.40q: no error", text)
	} else if s := err.Error(); len(s) > 400 || strings.ContainsAny(s, "\n\r") {
		t.Errorf("%.40q: not one short line: %q", text, s)
	}
}

const turnFEN = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 3:2"

func TestParseTurn(t *testing.T) {
	p := mustFEN(t, "fibonacci", turnFEN)
	for _, test := range []struct {
		text  string
		moves int
		side  rules.Color // to move afterwards
	}{
		{"g1f3", 1, rules.White},
		{"g1f3/f3g5", 2, rules.Black},
		{"f1c4/c4f7", 2, rules.Black},
	} {
		moves, next, err := p.ParseTurn(test.text)
		if err != nil || len(moves) != test.moves || next.Side() != test.side {
			t.Errorf("%s: %d moves, then %v to move, %v", test.text, len(moves), next.Side(), err)
			continue
		}
		if got := string(p.AppendTurn(nil, moves)); got != test.text {
			t.Errorf("%s is written %s", test.text, got)
		}
		replayed := p
		for _, m := range moves {
			replayed = replayed.Play(m)
		}
		if replayed != next {
			t.Errorf("%s does not lead to the position returned", test.text)
		}
	}
	if got := string(p.AppendTurn([]byte("x"), nil)); got != "x" {
		t.Errorf("a turn of no moves is written %q", got)
	}
}

func TestParseTurnErrors(t *testing.T) {
	for _, test := range []struct{ variant, fen, text, want string }{
		{"fibonacci", turnFEN, "g1f4", `illegal move "g1f4": the knight on g1 cannot reach f4`},
		{"fibonacci", turnFEN, "g1f3/f3f4", `single move 2 of the turn: illegal move "f3f4": the knight on f3 cannot reach f4`},
		{"fibonacci", turnFEN, "g1f4/f3g5", `single move 1 of the turn: illegal move "g1f4": the knight on g1 cannot reach f4`},
		{"fibonacci", turnFEN, "g1f3/", `malformed move "g1f3/", offset 5: expected a move after '/'`},
		{"chess", "", "e2e4/", `malformed move "e2e4/", offset 5: expected a move after '/'`},
		{"fibonacci", turnFEN, "g1f3//f3g5", `malformed move "g1f3//f3g5", offset 5: expected a move before '/'`},
		{"chess", "", "/", `malformed move "/", offset 0: expected a move before '/'`},
		{"fibonacci", turnFEN, "/g1f3", `malformed move "/g1f3", offset 0: expected a move before '/'`},
		{"fibonacci", turnFEN, "", `malformed move "", offset 0: expected a file (a to h)`},
		{"fibonacci", turnFEN, "g1f3/f3g5/d7d5", `single move 3 of the turn: illegal move "d7d5": White's turn is over`},
		// A check ends the turn early.
		{"fibonacci", "4k3/8/8/8/8/8/8/R3K3 w - - 0 3 5:5", "a1a8/a8a7", `single move 2 of the turn: illegal move "a8a7": White's turn is over`},
		{"chess", "", "e2e4/d2d4", `single move 2 of the turn: illegal move "d2d4": White's turn is over`},
	} {
		p := mustFEN(t, test.variant, test.fen)
		before := p
		moves, _, err := p.ParseTurn(test.text)
		if err == nil || err.Error() != test.want || moves != nil {
			t.Errorf("%s: got %v, %v\nwant %s", test.text, moves, err, test.want)
		}
		if p != before {
			t.Errorf("reading %s changed the position", test.text)
		}
	}
}

// TestUCIRoundTrip checks in random games that every legal move is written so that it,
// and no other, is read back, and that king takes rook is understood in every game.
func TestUCIRoundTrip(t *testing.T) {
	walkGames(t, 1, 40, 60, func(p chess.Position, moves []chess.Move, random *rand.Rand) {
		for range min(len(moves), 40) {
			m := moves[random.IntN(len(moves))]
			text := p.UCI(m)
			if got, err := p.ParseMove(text); got != m {
				t.Fatalf("%s: %s is read as %v: %v", describe(&p), text, got, err)
			}
			if takes := m.From().String() + m.To().String(); m.IsCastling() {
				if got, err := p.ParseMove(takes); got != m {
					t.Fatalf("%s: %s is read as %v: %v", describe(&p), takes, got, err)
				}
			}
		}
	})
}

// FuzzParseMove reads any text in positions of many kinds, as a move and as a turn. What is
// accepted is written as a text that reads the same; the rest is rejected with a one-line error.
func FuzzParseMove(f *testing.F) {
	positions := oddPositions(f)
	for i, p := range positions {
		f.Add(uint8(i), p.UCI(p.Moves(nil)[0]))
	}
	for _, text := range []string{"", "0000", "e1h1", "K@e1", "e7e8Q", "e4d5,d5a3", "g1f3/f3g5", "e2e4\n"} {
		f.Add(uint8(0), text)
	}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		p := positions[int(which)%len(positions)]
		if m, err := p.ParseMove(text); err != nil {
			checkOneLine(t, text, err)
		} else if again, err := p.ParseMove(p.UCI(m)); again != m || !p.IsLegal(m) {
			t.Errorf("%s: %q is read as %v, written %s and read as %v: %v", describe(&p), text, m, p.UCI(m), again, err)
		}
		moves, next, err := p.ParseTurn(text)
		if err != nil {
			checkOneLine(t, text, err)
			return
		}
		if _, again, err := p.ParseTurn(string(p.AppendTurn(nil, moves))); again != next {
			t.Errorf("%s: the turn %q does not read again: %v", describe(&p), text, err)
		}
	})
}

// oddPositions returns positions that together have every kind of move.
func oddPositions(t testing.TB) (positions []chess.Position) {
	t.Helper()
	for _, s := range []struct{ variant, fen string }{
		{"chess", ""},
		{"chess", castlingFEN},
		{"fischerandom", "2r2k1r/2P5/8/8/8/8/8/R4KR1 w KQk - 0 1"},
		{"madhouse", "3rk3/4P3/8/3pP3/8/8/8/R3K2R w KQ d6 0 1"},
		{"gun+blackhole", "r3k2r/ppp2ppp/8/8/3QP3/8/PPP2PPP/R3K2R w KQkq - 0 1"},
		{"placement", "8/pppppppp/8/8/8/8/PPPPPPPP/B7[KQRRBNNkqrrbbnn] b - - 0 1"},
		{"extinction+fairy", "rnbak3/p3P3/8/2K5/8/2K5/P7/RNBAK3 w - - 0 1"},
		{"fibonacci", turnFEN},
		{"chess+gun+madhouse+blackhole+extinction+fibonacci+fairy", "r2akb1r/pp3ppp/2n2n2/2B5/3P1b2/2N2N2/PPP2PPP/R2AK2R w KQkq - 0 5 9:9"},
	} {
		positions = append(positions, mustFEN(t, s.variant, s.fen))
	}
	return positions
}
