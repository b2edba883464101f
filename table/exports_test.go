package table_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/table"
	"github.com/heterodox-chess/heterodox/variants"
)

// lichess holds whole exports as Lichess writes them: tags, clocks, evaluations, judgements
// with variations, and its own notation for FENs and drops.
var lichess = []struct{ tags, moves, variant, last, result string }{
	{`[Variant "Standard"]`, "1. e4 { [%eval 0.18] [%clk 0:03:00] } 1... e5 { [%eval 0.21] [%clk 0:03:00] } 2. f4?! { (0.21 → -0.46) Inaccuracy. Nf3 was best. } { [%eval -0.46] [%clk 0:02:58] } (2. Nf3 Nc6 3. Bb5) 2... exf4 { C33 King's Gambit Accepted } { [%eval -0.52] [%clk 0:02:57] } { White resigns. } 0-1", "chess", "exf4", "0-1"},
	{"[Variant \"From Position\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n[SetUp \"1\"]", "1. O-O-O Ke7 2. Rhe1+ 1/2-1/2", "chess", "Rhe1+", "1/2-1/2"},
	{"[Variant \"Chess960\"]\n[FEN \"nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1\"]\n[SetUp \"1\"]", "1. f4 f5 2. Ng3 Ng6 3. e3 e6 4. Be2 Be7 5. O-O *", "fischerandom", "O-O", "*"},
	{`[Variant "Crazyhouse"]`, "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. b4 Qxb4 5. @e5 @d4 6. Nd5 *", "crazyhouse", "P@d4", "*"},
	{"[Variant \"Crazyhouse\"]\n[FEN \"nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1\"]\n[SetUp \"1\"]", "1. f4 f5 2. Ng3 Ng6 3. e3 e6 4. Be2 Be7 5. O-O *", "crazyhouse", "O-O", "*"},
	{`[Variant "Antichess"]`, "1. e3 b5 2. Bxb5 c6 3. Bxc6 dxc6 4. b3 Qxd2 5. Bxd2 *", "antichess", "Bxd2", "*"},
	{`[Variant "Atomic"]`, "1. Nf3 f6 2. Nd4 c6 3. Nb5 cxb5 { Black wins. } 0-1", "atomic", "cxb5", "0-1"},
	{"[Variant \"Horde\"]\n[FEN \"rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1\"]\n[SetUp \"1\"]", "1. e5 e6 2. f6 gxf6 3. gxf6 1-0", "horde", "gxf6", "1-0"},
	{`[Variant "King of the Hill"]`, "1. e4 e5 2. Ke2 Ke7 3. Ke3 Ke6 4. d4 d5 5. Kd3 exd4 6. Kxd4# 1-0", "kingofthehill", "", "1-0"},
	{"[Variant \"Racing Kings\"]\n[FEN \"8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1\"]\n[SetUp \"1\"]", "1. Kg3 Ka3 2. Kg4 Kb3 0-1", "racingkings", "Kb3", "0-1"},
	{"[Variant \"Three-check\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +0+0\"]\n[SetUp \"1\"]", "1. e4 e5 2. Bc4 Nc6 3. Bxf7+ Kxf7 4. Qh5+ 1-0", "threecheck", "Qh5+", "1-0"},
}

func TestLichessExports(t *testing.T) {
	for _, c := range lichess {
		text := "[Event \"Rated blitz game\"]\n[Site \"https://lichess.org/abcdefgh\"]\n[Date \"2024.05.06\"]\n[White \"one\"]\n[Black \"two\"]\n[Result \"" + c.result + "\"]\n" +
			"[UTCDate \"2024.05.06\"]\n[UTCTime \"12:00:00\"]\n[WhiteElo \"1500\"]\n[BlackElo \"1500\"]\n[WhiteRatingDiff \"+6\"]\n[BlackRatingDiff \"-6\"]\n" + c.tags +
			"\n[TimeControl \"180+2\"]\n[ECO \"?\"]\n[Opening \"?\"]\n[Termination \"Normal\"]\n[Annotator \"lichess.org\"]\n\n" + c.moves + "\n\n\n"
		tb, err := table.Parse([]byte(text), variants.Open, nil)
		if err != nil {
			t.Errorf("%s: %v", c.tags, err)
			continue
		}
		s := tb.State()
		name, sans := s.Rules.Name(), ""
		for _, m := range s.Played {
			sans += " " + m.SAN
		}
		if name != c.variant || !strings.Contains(sans+" ", c.last) || s.Result.Result.String() != c.result || s.Players[0].Name != "one" {
			t.Errorf("%s is read as %s:%s, %s", c.tags, name, sans, s.Result.Result)
		}
		again, err := table.Parse(tb.Text(), variants.Open, nil)
		if err != nil {
			t.Errorf("%s, written and read back: %v", c.tags, err)
		} else if written(again.State()) != written(s) {
			t.Errorf("%s has different moves when it is read back", c.tags)
		}
	}
}

// pychess lists the games of pychess.org that we have, by the name in its tag.
var pychess = []string{
	"Chess", "Crazyhouse", "Atomic", "Kingofthehill", "3check", "Placement", "Antichess", "Horde", "Racingkings", "Nocheckatomic", "Duck", "Bughouse",
	"Makruk", "Makpong", "Cambodian", "Sittuyin", "Asean", "Shatranj",
	"Shogi", "Minishogi", "Kyotoshogi", "Dobutsu", "Gorogoro", "Torishogi", "Shoshogi",
	"Xiangqi", "Supply", "Manchu", "Janggi", "Minixiangqi",
	"Capablanca", "Capahouse", "Caparandom", "Gothic", "Embassy", "Dragon", "Seirawan", "Shouse", "Grand", "Shako", "Hoppelpoppel", "Spartan", "Ataxx",
	"Chess960", "King of the Hill", "Three-check", "Capahouse960", "Seirawan960", "Chess",
}

// Exports from pychess capitalise the name of the game and give the start in the FEN tag.
func TestPychessExports(t *testing.T) {
	for _, name := range pychess {
		ruleset, err := variants.Open(strings.ToLower(name))
		if strings.HasSuffix(name, "0") || err != nil {
			ruleset, err = variants.Open(map[string]string{"Chess960": "fischerandom", "Capahouse960": "fischerandom+capahouse", "Seirawan960": "fischerandom+seirawan"}[name])
		}
		if err != nil {
			t.Errorf("%s is not known: %v", name, err)
			continue
		}
		pos, random, moves := ruleset.Start(), rand.New(rand.NewPCG(1, uint64(len(name)))), ""
		fen := pos.FEN()
		if name == "Crazyhouse" {
			fen = strings.Replace(fen, "[]", "", 1)
		}
		n := 0
		for ; n < 40 && !pos.Outcome().Over(); n++ {
			list := pos.Moves()
			m := list[random.IntN(len(list))]
			if n%2 == 0 {
				moves += fmt.Sprintf(" %d.", n/2+1)
			}
			moves += " " + pos.SAN(m)
			pos = pos.Play(m)
		}
		result := "1-0"
		if pos.Outcome().Over() {
			result = pos.Outcome().Result.String()
		}
		text := fmt.Sprintf("[Event \"PyChess casual game\"]\n[Site \"https://www.pychess.org/abcdefgh\"]\n[Date \"2024.05.06\"]\n[Round \"-\"]\n[White \"one\"]\n[Black \"two\"]\n[Result %q]\n[TimeControl \"300+3\"]\n[WhiteElo \"1500?\"]\n[BlackElo \"?\"]\n[Variant %q]\n[FEN %q]\n[SetUp \"1\"]\n\n%s %s\n", result, name, fen, strings.TrimSpace(moves), result)
		tb, err := table.Parse([]byte(text), variants.Open, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if s := tb.State(); s.Position().FEN() != pos.FEN() || len(s.Played) != n {
			t.Errorf("%s ends with %s, want %s", name, s.Position().FEN(), pos.FEN())
		}
	}
}
