package chess_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/rules"
)

func TestSAN(t *testing.T) {
	for _, test := range []struct{ variant, fen, uci, san string }{
		{"chess", "", "e2e4", "e4"},
		{"chess", "", "g1f3", "Nf3"},
		{"chess", castlingFEN, "e1g1", "O-O"},
		{"chess", castlingFEN, "e1c1", "O-O-O"},
		{"fischerandom", castlingFEN, "e1h1", "O-O"},
		{"chess", castlingFEN, "a1a8", "Rxa8+"},
		{"chess", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
		{"chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"},
		{"chess", "7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8q", "e8=Q+"},
		{"chess", "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7d8n", "exd8=N"},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
		// As little of the origin as needed: nothing, file, rank, both.
		{"chess", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2"},
		{"chess", "4k3/8/8/8/8/1N6/8/1N2K3 w - - 0 1", "b1d2", "N1d2"},
		{"chess", "2k5/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"},
		{"chess", "2k5/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "e4e1", "Qee1"},
		{"chess", "2k5/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h1e1", "Q1e1"},
		// A pinned piece is no rival.
		{"chess", "4rk2/8/8/8/8/4N1N1/8/4K3 w - - 0 1", "g3f5", "Nf5"},
		// Black's moves are distinguished in the same way.
		{"chess", "r4rk1/8/8/8/8/8/8/4K3 b - - 0 1", "a8e8", "Rae8+"},
		{"fairy", "7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8a", "e8=A+"},
		{"fairy", "", "d1c3", "Ac3"},
		{"extinction", "rnbqk3/p3P3/8/8/8/8/P7/RNBQK3 w - - 0 1", "e7d8k", "exd8=K"},
		{"extinction", "rnbqk3/p7/8/2K5/8/2K5/P7/RNBQ4 w - - 0 1", "c3d4", "K3d4"},
		{"extinction", castlingExtinctionFEN, "e1g1", "O-O"},
		{"baseline", "", "K@e1", "K@e1"},
		{"madhouse", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5,d5a3", "exd5,a3"},
		{"madhouse", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6,d5a3", "exd6,a3"},
		{"madhouse", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q,d8a3", "exd8=Q,a3+"},
		{"madhouse", "4k3/8/8/3p4/8/8/4K3/3R4 w - - 0 1", "d1d5,d5a3", "Rxd5,a3"},
		{"gun", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"},
		{"gun", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8", "exd8"},
		{"gun+madhouse", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5,d5a3", "exd5,a3"},
		{"blackhole", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8", "Rd8*"},
		{"blackhole", "3r2k1/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8", "Rd8*"},
		{"blackhole", "R7/4k3/8/8/8/8/8/3RK3 w - - 0 1", "d1d8", "Rdd8*"},
		{"blackhole", "4k3/8/8/8/3P4/8/8/4K3 w - - 0 1", "d4d5", "d5*"},
		// The king is gone and the game is over: no check is given.
		{"blackhole", "7k/8/8/8/3K4/2B5/8/8 w - - 0 1", "d4d5", "Kd5*"},
		{"fibonacci", "4k3/8/8/8/8/8/8/R3K3 w - - 0 3 5:5", "a1a8", "Ra8+"},
		{"fibonacci", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 3 5:5", "a1a8", "Ra8#"},
		{"fibonacci", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 3 5:5", "a1a7", "Ra7"},
		// Moves that win in another way than by mate.
		{"threecheck", "6k1/5pp1/8/8/8/8/8/R3K3 w - - 0 1 +2+0", "a1a8", "Ra8#"},
		{"threecheck", "6k1/5pp1/8/8/8/8/8/R3K3 w - - 0 1 +1+0", "a1a8", "Ra8+"},
		{"kingofthehill", "4k3/8/8/8/8/4K3/8/8 w - - 0 1", "e3e4", "Ke4#"},
		{"kingofthehill", "4k3/8/8/8/8/4K3/8/8 w - - 0 1", "e3f4", "Kf4"},
		{"atomic", "3qk3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d8", "Qxd8#"},
		{"atomic", "3q3k/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d8", "Qxd8"},
		{"racingkings", "8/K7/8/8/8/7k/8/8 w - - 0 1", "a7a8", "Ka8#"},
		{"racingkings", "8/K6k/8/8/8/8/8/8 w - - 0 1", "a7a8", "Ka8"},
		{"racingkings", "8/7k/8/8/8/8/K7/8 b - - 0 1", "h7h8", "Kh8#"},
		{"racingkings", "K7/7k/8/8/8/8/8/8 b - - 0 1", "h7h6", "Kh6#"},
		{"racingkings", "K7/7k/8/8/8/8/8/8 b - - 0 1", "h7h8", "Kh8"}, // a draw
		{"horde", "4k3/8/8/8/8/8/4r3/4P3 b - - 0 1", "e2e1", "Rxe1#"},
		{"antichess", "8/8/8/3p4/4P3/8/8/8 w - - 0 1", "e4d5", "exd5#"}, // Black wins
		{"antichess", "8/8/8/p7/8/8/P7/8 w - - 0 1", "a2a4", "a4#"},     // Black has no move
		{"antichess", "8/p7/8/8/8/8/P7/8 w - - 0 1", "a2a4", "a4"},
		{"suicide", "8/8/8/p7/8/8/P7/8 w - - 0 1", "a2a4", "a4"}, // equal numbers of pieces: a draw
		// Extinction has no sign.
		{"extinction", "rnbqk3/p7/8/8/8/8/P2Q4/RNB1K3 w - - 0 1", "d2d8", "Qxd8"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@e4", "P@e4"},
		// Neither a drop nor castling is mistaken for another piece's move.
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K1N1[N] w - - 0 1", "g1e2", "Ne2"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/R3K3[R] w Q - 0 1", "a1d1", "Rd1"},
	} {
		p := mustFEN(t, test.variant, test.fen)
		m, err := p.ParseMove(test.uci)
		if err != nil {
			t.Errorf("%s %s: %v", test.variant, test.fen, err)
			continue
		}
		if got := p.SAN(m); got != test.san {
			t.Errorf("%s %s: %s is written %s, want %s", test.variant, test.fen, test.uci, got, test.san)
		}
		if got, err := p.ParseSAN(test.san); got != m {
			t.Errorf("%s %s: %s is read as %v: %v", test.variant, test.fen, test.san, got, err)
		}
	}
}

const castlingExtinctionFEN = "rnbqk2r/p7/8/8/8/8/PK6/RNBQK2R w Kk - 0 1"

// TestParseSANIsKind checks forms that are read but not written.
func TestParseSANIsKind(t *testing.T) {
	for _, test := range []struct{ variant, fen, san, uci string }{
		{"chess", "", "Nf3!?", "g1f3"},
		{"chess", "", "e4+", "e2e4"},
		{"chess", "", "e4#??", "e2e4"},
		{"chess", "", "Ng1f3", "g1f3"},
		{"chess", "", "Ngf3", "g1f3"},
		{"chess", "", "N1f3", "g1f3"},
		{"chess", "", "e2e4", "e2e4"},
		{"chess", castlingFEN, "0-0", "e1g1"},
		{"chess", castlingFEN, "0-0-0+", "e1c1"},
		{"chess", castlingFEN, "O-O-O!", "e1c1"},
		{"chess", castlingFEN, "Ra8", "a1a8"},
		{"chess", "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1", "ed8Q", "e7d8q"},
		{"chess", "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7xd8=Q", "e7d8q"},
		{"chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8", "a1a8"},
		{"blackhole", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "Rd8", "d1d8"},
		{"madhouse", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "ed5,a3", "e4d5,d5a3"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "@e4", "P@e4"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "@d7+", "P@d7"},
		// e5 is the push, even where a pawn could also capture there.
		{"chess", "4k3/8/8/8/3pP3/4P3/8/4K3 b - - 0 1", "d3", "d4d3"},
		{"chess", "4k3/8/8/8/3pp3/3P4/8/4K3 b - - 0 1", "e3", "e4e3"},
	} {
		p := mustFEN(t, test.variant, test.fen)
		m, err := p.ParseSAN(test.san)
		if err != nil {
			t.Errorf("%s %s: %v", test.variant, test.fen, err)
		} else if got := p.UCI(m); got != test.uci {
			t.Errorf("%s %s: %s is read as %s, want %s", test.variant, test.fen, test.san, got, test.uci)
		}
	}
}

func TestParseSANErrors(t *testing.T) {
	for _, test := range []struct {
		variant, fen, san string
		offset            int
		reason            string
	}{
		{"chess", "", "", 0, "expected a file (a to h)"},
		{"chess", "", "+", 0, "expected a file (a to h)"},
		{"chess", "", "Nf9", 2, "expected a rank (1 to 8)"},
		{"chess", "", "Ng1f9", 4, "expected a rank (1 to 8)"},
		{"chess", "", "Nx", 2, "expected a file (a to h)"},
		{"chess", "", "N", 1, "expected a file (a to h)"},
		{"chess", "", "Pe4", 0, "expected a file (a to h)"},
		{"chess", "", "nf3", 0, "expected a file (a to h)"},
		{"chess", "", "Nf3f", 4, "expected a rank (1 to 8)"},
		{"chess", "", "Nf3x", 4, "expected a file (a to h)"},
		{"chess", "", "e4e.p.", 3, "expected a rank (1 to 8)"},
		{"chess", "", "e8=", 3, "expected the letter of a piece"},
		{"chess", "", "e8=P", 3, "expected the letter of a piece"},
		{"chess", "", "e8=QQ", 4, "expected the end of the move"},
		{"chess", "", "O-O-O-O", 0, "expected a file (a to h)"},
		{"chess", "", "exd5,", 5, "expected a file (a to h)"},
		{"chess", "", "exd5,a", 6, "expected a rank (1 to 8)"},
		{"chess", "", "exd5,a3,a4", 7, "expected the end of the move"},
		{"chess", "", "X@e1", 0, "expected the letter of a piece"},
		{"chess", "", "N@e1x", 4, "expected the end of the move"},
		{"crazyhouse", "", "@", 1, "expected a file (a to h)"},
		{"crazyhouse", "", "@@e4", 0, "expected the letter of a piece"},
		{"crazyhouse", "", "@e4", -1, "White has no pawn in hand"},
		{"chess", "", "--", 0, "expected a file (a to h)"},

		{"chess", "", "Nf4", -1, "no white knight can go to f4"},
		{"chess", "", "e5", -1, "no white pawn can go to e5"},
		{"chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5", -1, "no white pawn can go to d5"},
		{"chess", castlingFEN, "K@d1", -1, "there are no drops in chess"},
		{"baseline", "", "Ke1", -1, "White must place the pieces in hand first"},
		{"extinction+fairy", "rnbak3/7p/2A1A3/1A3A2/8/1A1A1A2/2A1A2P/RNB1K3 w - - 0 1", "Ad4", -1,
			"it could be Ac2d4 or Ae2d4 or Ab3d4 or Add4 or Af3d4 or Ab5d4 or Af5d4 or Ac6d4 or …"},
		{"chess", "", "de3", -1, "no white pawn can go to e3"},
		{"chess", "", "Naf3", -1, "no white knight can go to f3"},
		{"chess", "", "N2f3", -1, "no white knight can go to f3"},
		{"chess", "", "Kh1", -1, "no white king can go to h1"},
		{"chess", castlingFEN, "Kh1", -1, "no white king can go to h1"},
		{"chess", "", "Nd2", -1, "its own pawn is on d2"},
		{"chess", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3", -1, "it leaves the king in check"},
		{"chess", "", "Nxf3", -1, "it captures nothing"},
		{"chess", "", "Nf3*", -1, "it does not vanish"},
		{"chess", "", "Nf3=Q", -1, "it does not promote"},
		{"chess", "", "Nf3,a3", -1, "there is no captured piece to put elsewhere"},
		{"chess", "", "O-O", -1, "White cannot castle: the way is blocked on f1"},
		{"chess", "", "N@e4", -1, "there are no drops in chess"},
		{"chess", "7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e8", -1, "the promotion letter is missing (one of q, r, b, n)"},
		{"chess", "7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e8=K", -1, "a pawn cannot promote to a king here (one of q, r, b, n)"},
		{"baseline", "", "e4", -1, "White must place the pieces in hand first"},
		{"baseline", "", "K@e2", -1, "White places pieces on rank 1 only"},
		{"chess", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2", -1, "it could be Nbd2 or Nfd2"},
		{"madhouse", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", -1, "it does not say where to put the captured pawn (as in exd5,a2)"},
		{"chess", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "Kg7", -1, "the game is over (checkmate)"},
		{"blackhole", "4k3/8/8/8/8/8/8/8 w - - 0 1", "Ke2", -1, "the game is over (king vanished)"},
	} {
		p := mustFEN(t, test.variant, test.fen)
		m, err := p.ParseSAN(test.san)
		var fault *rules.MoveError
		if m != chess.NoMove || !errors.As(err, &fault) || fault.Offset != test.offset || fault.Reason != test.reason || fault.Text != test.san {
			t.Errorf("%s %s %q: got %v, %v\nwant offset %d: %s", test.variant, test.fen, test.san, m, err, test.offset, test.reason)
		}
	}
}

// TestSANRoundTrip checks in random games that the SAN of a legal move names it
// and no other.
func TestSANRoundTrip(t *testing.T) {
	walkGames(t, 2, 40, 40, func(p chess.Position, moves []chess.Move, random *rand.Rand) {
		for range min(len(moves), 20) {
			m := moves[random.IntN(len(moves))]
			text := p.SAN(m)
			if got, err := p.ParseSAN(text); got != m {
				t.Fatalf("%s: %v is written %s and read as %v: %v", describe(&p), m, text, got, err)
			}
		}
	})
}

// TestSANOrigin checks in random games that the notation of a move gives no more of
// its origin than necessary: the file if that distinguishes it from all other moves
// of such a piece to that square, else the rank, else both. Drops and castling have
// their own notation and are not counted.
func TestSANOrigin(t *testing.T) {
	drops := 0
	walkGames(t, 2, 40, 40, func(p chess.Position, moves []chess.Move, random *rand.Rand) {
		for _, m := range moves {
			if m.Role() == rules.Pawn || m.IsDrop() || m.IsCastling() {
				continue
			}
			alone, file, rank := true, true, true
			for _, other := range moves {
				switch {
				case other.Role() != m.Role() || other.To() != m.To() || other.IsCastling():
				case other.IsDrop():
					drops++
				case other.From() != m.From():
					alone = false
					file = file && other.From().File() != m.From().File()
					rank = rank && other.From().Rank() != m.From().Rank()
				}
			}
			want := m.From().String()
			switch {
			case alone:
				want = ""
			case file:
				want = want[:1]
			case rank:
				want = want[1:]
			}
			text := p.SAN(m)
			before, _, found := strings.Cut(text[1:], m.To().String())
			if before == "x" {
				before = ""
			}
			if found && before == "" && want == m.To().String() {
				continue // a move that ends where it began
			}
			if got := strings.TrimSuffix(before, "x"); !found || got != want {
				t.Fatalf("%s: %v is written %s, with %q for its origin, want %q", describe(&p), m, text, got, want)
			}
		}
	})
	if drops < 100 {
		t.Errorf("only %d drops that could be taken for rivals", drops)
	}
}

// FuzzParseSAN reads any text as SAN. What is accepted is written so that it reads
// the same; the rest is rejected with a one-line error.
func FuzzParseSAN(f *testing.F) {
	positions := oddPositions(f)
	for i, p := range positions {
		for _, m := range p.Moves(nil)[:4] {
			f.Add(uint8(i), p.SAN(m))
		}
	}
	for _, text := range []string{"", "O-O-O", "0-0", "Qh4e1+", "exd8=N#!?", "K@e1", "exd5,a3", "Rd8*"} {
		f.Add(uint8(0), text)
	}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		p := positions[int(which)%len(positions)]
		m, err := p.ParseSAN(text)
		if err != nil {
			checkOneLine(t, text, err)
		} else if again, err := p.ParseSAN(p.SAN(m)); again != m || !p.IsLegal(m) {
			t.Errorf("%s: %q is read as %v, written %s and read as %v: %v", describe(&p), text, m, p.SAN(m), again, err)
		}
	})
}
