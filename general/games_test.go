package general

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
)

// Games from random files: lines of the known games, put together at random, give a
// game that is refused or obeys these laws at every position of random games: a
// position reads back as it was written; no move is listed twice; none leaves a royal
// piece of the mover attacked; and each reads back from its own notation, which no
// other move shares.

// FuzzGames plays a game of a random file.
func FuzzGames(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		if _, err := playRandomGame(seed); err != nil {
			t.Error(err)
		}
	})
}

func TestGamesOfRandomFiles(t *testing.T) {
	seeds, played, positions := uint64(300), 0, 0
	if os.Getenv("HETERODOX_DEEP") != "" {
		seeds = 5_000
	}
	for seed := range seeds {
		n, err := playRandomGame(seed)
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		positions += n
		played += btoi(n > 1)
	}
	t.Logf("%d of %d files, %d positions", played, seeds, positions)
	if played < int(seeds)/4 {
		t.Errorf("only %d of %d files have a game that can be played", played, seeds)
	}
}

// knownLines are the sections of the known games.
var knownLines = sync.OnceValue(func() []section {
	sections, err := split(builtinText)
	if err != nil {
		panic(err)
	}
	return sections
})

// randomFile returns a file with one game, x.
func randomFile(random *rand.Rand) string {
	sections := knownLines()
	pick := func() *section { return &sections[random.IntN(len(sections))] }
	parent := pick().name
	if random.IntN(6) == 0 {
		parent = Variants[random.IntN(len(Variants))].Name
	}
	for random.IntN(3) == 0 {
		parent = Variants[random.IntN(len(Variants))].Name + "+" + parent
	}
	var text strings.Builder
	fmt.Fprintf(&text, "[x:%s]\n", parent)
	for range random.IntN(5) {
		if s := pick(); len(s.entries) > 0 {
			e := s.entries[random.IntN(len(s.entries))]
			if e.key == "gating" || e.key == "castlingRookQueensideFile" {
				continue // FENs do not record all rights where these two are put into games that they are not made for
			}
			fmt.Fprintf(&text, "%s = %s\n", e.key, e.value)
		}
	}
	return text.String()
}

// playRandomGame plays a game of a random file and returns how many positions it had,
// none if the file is refused, and an error if a law does not hold.
func playRandomGame(seed uint64) (positions int, err error) {
	random := rand.New(rand.NewPCG(seed, 33))
	file := randomFile(random)
	c, _ := Check(file, Builtin())
	if c == nil || !c.Has("x") {
		return 0, nil
	}
	rules, err := c.Open("x")
	if err != nil {
		return 0, fmt.Errorf("%s\npassed, and cannot be opened: %v", file, err)
	}
	d := c.descriptions["x"]
	forgets := d.bikjangRule || d.pass != [2]bool{} || d.passOnStalemate != [2]bool{}
	pos, checked := rules.Start(), 0
	for range 60 {
		positions++
		moves := pos.Moves()
		if len(moves) == 0 && forgets {
			break // FENs do not record whether there was a pass, or kings faced each other
		}
		if checked += len(moves); checked > 10_000 && positions > 1 {
			break // with thousands of moves in a position, a game takes so long that the fuzzer believes it hangs
		}
		if err := checkLaws(pos, moves, random); err != nil {
			return positions, fmt.Errorf("%w\n%s", err, file)
		}
		if len(moves) == 0 {
			break
		}
		pos = pos.Play(moves[random.IntN(len(moves))])
	}
	return positions, nil
}

// checkLaws returns an error if a law does not hold at a position, given its legal
// moves.
func checkLaws(pos game.Position, moves []game.Move, random *rand.Rand) error {
	fen := pos.FEN()
	again, err := pos.Rules().ParsePosition(fen)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %v", fen, err)
	case again.FEN() != fen:
		return fmt.Errorf("%s is read back as %s", fen, again.FEN())
	case again.Key() != pos.Key():
		return fmt.Errorf("%s has another key when it is read", fen)
	}
	listed := map[string]bool{}
	for _, m := range again.Moves() {
		listed[again.UCI(m)] = true
	}
	if len(listed) != len(moves) {
		return fmt.Errorf("%s: %d moves, %d when it is read", fen, len(moves), len(listed))
	}
	for _, m := range moves {
		text := pos.UCI(m)
		if !listed[text] {
			return fmt.Errorf("%s: %s is listed twice, or no move when the FEN is read", fen, text)
		}
		delete(listed, text)
		if exposed(pos, m) {
			return fmt.Errorf("%s: %s leaves a royal piece attacked", fen, text)
		}
	}
	if err := checkSANs(pos, moves); err != nil || len(moves) == 0 {
		return err
	}
	m := moves[random.IntN(len(moves))]
	if back, err := pos.ParseSAN(pos.SAN(m)); err != nil || back != m {
		return fmt.Errorf("%s: %s is read back as %s: %v", fen, pos.SAN(m), pos.UCI(back), err)
	}
	if back, err := pos.ParseMove(pos.UCI(m)); err != nil || back != m {
		return fmt.Errorf("%s: %s is read back as %s: %v", fen, pos.UCI(m), pos.UCI(back), err)
	}
	return nil
}

// checkSANs returns an error if two moves of a position are written the same.
func checkSANs(pos game.Position, moves []game.Move) error {
	written := map[string]game.Move{}
	for i, text := range sansOf(pos, moves) {
		if other, ok := written[text]; ok {
			return fmt.Errorf("%s: %s is %s and %s", pos.FEN(), text, pos.UCI(other), pos.UCI(moves[i]))
		}
		written[text] = moves[i]
	}
	return nil
}

// exposed reports whether a move leaves a royal piece of its side attacked in a game
// that goes on.
func exposed(pos game.Position, m game.Move) bool {
	switch p := pos.(type) {
	case *position[[1]uint64]:
		return p.exposed(m)
	case *position[[2]uint64]:
		return p.exposed(m)
	case *position[[4]uint64]:
		return p.exposed(m)
	}
	panic("a position of another machine")
}

func (p *position[S]) exposed(gm game.Move) bool {
	m := move(gm)
	b := p.b.clone()
	us := int(b.side)
	if m.what() == passing && b.faced&1 != 0 {
		return false // kings that face each other may always be left like that
	}
	b.do(m)
	if r := b.r; r.royal >= 0 && r.crowns() && several(intersect(b.types[r.royal&63], b.colors[us])) {
		return false // the first of several kings is royal, and which one that is may change
	}
	if !p.b.lostRoyals(us^1) && b.lostRoyals(us^1) {
		return false // the other king has exploded
	}
	return b.royalAttacked(us) && !(b.r.ends && b.decided())
}

// sansOf returns moves in algebraic notation, without the signs for check.
func sansOf(pos game.Position, moves []game.Move) []string {
	switch p := pos.(type) {
	case *position[[1]uint64]:
		return p.sans(moves)
	case *position[[2]uint64]:
		return p.sans(moves)
	case *position[[4]uint64]:
		return p.sans(moves)
	}
	panic("a position of another machine")
}

func (p *position[S]) sans(moves []game.Move) (texts []string) {
	all := p.list()
	for _, m := range moves {
		texts = append(texts, p.sanWithout(move(m), all))
	}
	return texts
}

// regions has squares that are in both regions to connect.
const regions = "[x]\nmaxFile = 3\nmaxRank = 3\nimmobile = p\nstartFen = 3/3/3[PPPPPppppp] w - - 0 1\npieceDrops = true\ncastling = false\n" +
	"connectRegion1White = a1 b1 b2\nconnectRegion2White = b2 c3 b1\nconnectHorizontal = true\nconnectVertical = true\nconnectDiagonal = true\n"

// janggiRoyals has kings that are royal as their side must not lose them.
const janggiRoyals = "[x]\nmaxFile = 5\nmaxRank = 6\npawn = p\njanggiCannon = c\ncommoner = k\ncastling = false\ndoubleStep = false\n" +
	"extinctionValue = loss\nextinctionPieceTypes = k\nextinctionPseudoRoyal = true\nstartFen = k4/5/5/5/5/4K w - - 0 1\n"

// Positions at which one of the laws once failed, or another program was right.
func TestMendedPositions(t *testing.T) {
	for _, test := range []struct {
		why, file, name, fen, moves string
		want                        string // the FEN after the moves, or how many there are
	}{
		{"a pawn that becomes a rook by capturing is a pawn", "", "petrified",
			"rnb1kb1r/2p3pp/*1p2n2/4p2P/2P5/8/PP1*3p/RNBQK1NR b KQkq - 0 13", "h2g1r",
			"rnb1kb1r/2p3pp/*1p2n2/4p2P/2P5/8/PP1*4/RNBQK1rR w KQkq - 0 14"},
		{"a rook that captures is not", "", "petrified", "4k3/8/8/8/8/8/4n3/K3R3 w - - 0 1", "e1e2", "4k3/8/8/8/8/8/4*3/K7 b - - 0 1"},
		{"no wall and no pass in check", "[x:chess]\nwallingRule = edge\nwallOrMove = true\n", "x",
			"r1bqkb*r/p1pp1p1*/*5pp/1p2pP**/1n1n1Q1*/P1N1PK2/*PPB2PP/R*3BNR w kq - 0 16", "", "6"},
		{"nor one that would parry it", "[x:chess]\nwallingRule = edge\nwallOrMove = true\n", "x",
			"4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "", "3"},
		{"no pass in check", "[x:makpong]\nwallOrMove = true\n", "x", "r3k3/8/8/8/8/8/8/K7 w - - 0 1", "", "0"},
		{"no wall for a cannon to hop over", "[x:xiangqi]\nwallingRule = static\n", "x",
			"4k4/9/9/4c4/9/9/9/9/4A4/4K4 w - - 0 1", "e2d3,d3e2", "illegal"},
		{"a rook and what it may become shoot once", "[x:rifle+crazyhouse]\nrook = r\nchancellor = m\npawn = p\ncommoner = c\n" +
			"promotedPieceType = p:c r:m\npromotionPieceTypes = -\nmandatoryPawnPromotion = false\n" +
			"promotionRegionWhite = *6 *7 *8\npromotionRegionBlack = *3 *2 *1\n", "x",
			"4k3/8/8/8/p1p5/1P1P4/8/4K3[] b - - 0 1", "", "12"},
		{"a leap that is a step, too", "[x:karouk]\nking = k:KN\n", "x", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 1+1 0 1", "", "25"},
		{"a king that is flipped has lost its rights", "[x:giveaway]\nflipEnclosedPieces = ataxx\n", "x",
			"r3k2r/8/8/8/8/8/8/3R4 w kq - 0 1", "d1d7", "r3K2r/3R4/8/8/8/8/8/8 b - - 1 1"},
		{"who could have taken en passant is flipped", "[x:giveaway]\nflipEnclosedPieces = ataxx\n", "x",
			"8/8/8/8/3p4/8/4P3/8 w - - 0 1", "e2e4", "8/8/8/8/3PP3/8/8/8 b - - 0 1"},
		{"a pass brings nothing in", "[x:seirawan]\npassWhite = true\n", "x",
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1", "", "29"},
		{"nor does it where captured pieces come in", "[x:shouse]\npass = true\n", "x",
			"4k3/8/8/8/8/8/8/4K3[HE] w E - 0 1", "e1e1h", "illegal"},
		{"a region makes no piece immobile", "[x:minishogi]\nmobilityRegionWhiteKing = a2\n", "x",
			"4k/5/5/5/K4[] w - - 0 1", "", "1"},
		{"nor does one of files", "[x:grand]\nmobilityRegionWhiteKnight = h* a*\n", "x",
			"r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1", "", "61"},
		{"a wall makes pieces immobile", "", "minishogi", "4k/5/2*2/5/K4[P] w - - 0 1", "", "20"},
		{"and pawns", "", "grand",
			"4k5/10/10/10/10/3*6/10/3P6/10/4K5 w - - 0 1", "d3d4", "illegal"},
		{"a cannon that leaves lets another hop", janggiRoyals, "x", "k1c2/5/5/2CP1/2P2/2K2 w - - 0 1", "c3e3", "illegal"},
		{"so does one that explodes", janggiRoyals + "blastOnCapture = true\n", "x",
			"k1c2/5/1p3/P1C2/2P2/2K2 w - - 0 1", "a3b4", "illegal"},
		{"a hop is no first step", "[x:chess]\ncustomPiece1 = h:gQimG\n", "x",
			"4k3/8/8/8/8/3P4/8/1H2K3 w - - 0 1", "b1e4", "4k3/8/8/8/4H3/3P4/8/4K3 b - - 1 1"},
		{"no pass while there are moves", "[x:chess]\npass = true\npassOnStalemate = true\n", "x",
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "", "20"},
		{"one piece in both regions does not connect them", regions, "x", "3/3/1P1[Pp] b - - 0 1", "", "8"},
		{"two neighbours do", regions, "x", "3/1P1/1P1[Pp] b - - 0 1", "", "0"},
		{"no checks have been given where a FEN does not say", "", "threecheck+capablanca",
			"4k5/10/10/10/10/10/10/R3K5 w - - 0 1", "a1a8", "R3k5/10/10/10/10/10/10/4K5 b - - 2+3 1 1"},
		{"nor of five", "[x:fivecheck+capablanca]\n", "x",
			"4k5/10/10/10/10/10/10/R3K5 w - - 0 1", "a1a8", "R3k5/10/10/10/10/10/10/4K5 b - - 4+5 1 1"},
		{"a file's game needs one more", "[x:capablanca]\ncheckCounting = true\n", "x",
			"4k5/10/10/10/10/10/10/R3K5 w - - 0 1", "a1a8", "R3k5/10/10/10/10/10/10/4K5 b - - 0+1 1 1"},
	} {
		c := Builtin()
		if test.file != "" {
			var errs []error
			if c, errs = Check(test.file, Builtin()); len(errs) > 0 {
				t.Fatalf("%s: %v", test.why, errs)
			}
		}
		rules, err := Compose(test.name, c)
		if err != nil {
			t.Fatal(err)
		}
		pos, err := rules.ParsePosition(test.fen)
		if err != nil {
			t.Errorf("%s: %v", test.why, err)
			continue
		}
		got := fmt.Sprint(len(pos.Moves()))
		if test.moves != "" {
			if m, err := pos.ParseMove(test.moves); err != nil {
				got = "illegal"
			} else {
				got = pos.Play(m).FEN()
			}
		}
		if got != test.want {
			t.Errorf("%s: %s %s: %s, want %s", test.why, test.fen, test.moves, got, test.want)
		}
	}
}

// A castling field that names pieces that are not there is refused, unless it is that
// of the start position.
func TestRightsWithoutPieces(t *testing.T) {
	c, errs := Check("[corners:chess]\nstartFen = 1nbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w KQkq - 0 1\n", Builtin())
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, test := range []struct{ name, fen, want string }{
		{"capablanca", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCN1 w KQkq - 0 1", `FEN, castling: no king and rook for "K"`},
		{"capablanca", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCN1 w Qkq - 0 1", ""},
		{"capablanca", "rnabqkbcnr/pppppppppp/10/10/5K4/10/PPPPPPPPPP/RNABQ1BCNR w Qkq - 0 1", `FEN, castling: no king and rook for "Q"`},
		{"perfect", "4k3/8/8/8/8/8/8/Q3K2R w KQ - 0 1", `FEN, castling: no king and rook for "Q"`},
		{"seirawan", "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1", `FEN, castling: no king and rook for "B"`},
		{"seirawan", "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR[HEhe] w KQCDFGkqbcdfg - 0 1", ""},
		{"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w K 0 1", `FEN, castling: "K", but shogi has no castling`},
		{"corners", "1nbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1 w KQkq - 0 1", ""},
		{"corners", "1nbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1 w K - 0 1", `FEN, castling: no king and rook for "K"`},
	} {
		catalogue := Builtin()
		if c.Has(test.name) {
			catalogue = c
		}
		rules := must.Get(t, catalogue.Open, test.name)
		got := ""
		if _, err := rules.ParsePosition(test.fen); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s %s: %s, want %s", test.name, test.fen, got, test.want)
		}
	}
}

// Bare kings draw where only mate wins, and so does one minor piece where it cannot mate.
func TestWantOfMaterial(t *testing.T) {
	for _, test := range []struct {
		name, fen string
		drawn     bool
	}{
		{"chess", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true},
		{"chess", "4k3/8/8/8/8/8/8/4KB2 w - - 0 1", true},
		{"chess", "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true},
		{"chess", "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", false},
		{"chess", "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false},
		{"chess", "4k3/8/8/8/8/8/8/4KR2 w - - 0 1", false},
		{"capablanca", "5k4/10/10/10/10/10/10/5KN3 w - - 0 1", true},
		{"capablanca", "5k4/10/10/10/10/10/10/5KC3 w - - 0 1", false},
		{"gardner", "4k/5/5/5/KB3 w - - 0 1", true},
		{"knightmate", "4k3/8/8/8/8/8/8/4KB2 w - - 0 1", false}, // whose king leaps
		{"makpong", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", false},    // a king in check may not move away
		{"crazyhouse", "4k3/8/8/8/8/8/8/4KN2[] w - - 0 1", false},
	} {
		rules := must.Get(t, Builtin().Open, test.name)
		pos := must.Get(t, rules.ParsePosition, test.fen)
		if o := pos.Outcome(); o.Over() != test.drawn {
			t.Errorf("%s %s: %v", test.name, test.fen, o)
		}
	}
}

// Of the older keys for double steps doubleStepRank counts if both are there: it names the
// last rank, counted from the second. doubleStepRankMin alone names the first, up to the second.
func TestOlderDoubleSteps(t *testing.T) {
	for keys, want := range map[string]string{
		"doubleStepRank = 4\n":                        "a4a6 b3b5 c2c4",
		"doubleStepRank = 1\n":                        "",
		"doubleStepRankMin = 1\n":                     "c2c4 d1d3",
		"doubleStepRankMin = 3\n":                     "",
		"doubleStepRank = 3\ndoubleStepRankMin = 3\n": "b3b5 c2c4",
	} {
		rules := openFrom(t, mustRead(t, "[x:chess]\n"+keys), "x")
		pos := must.Get(t, rules.ParsePosition, "4k3/8/8/8/P7/1P6/2P5/3PK3 w - - 0 1")
		var steps []string
		for _, m := range pos.Moves() {
			if text := pos.UCI(m); strings.Contains("a4a6 b3b5 c2c4 d1d3", text) {
				steps = append(steps, text)
			}
		}
		slices.Sort(steps)
		if got := strings.Join(steps, " "); got != want {
			t.Errorf("%q: %s, want %s", keys, got, want)
		}
	}
}
