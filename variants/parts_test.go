package variants

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/perft"
)

// second returns a game of the catalogue as the general machine plays it: chess
// combined with the parts.
func second(name string) (game.Rules, error) {
	var parts []string
	for part := range strings.SplitSeq(name, "+") {
		i, ok := lookup(part)
		if !ok {
			return nil, suggest(&UnknownError{Name: part})
		}
		switch n := catalogue[i].Name; n {
		case "chess":
		case "amazon":
			parts = append(parts, "fairy")
		default:
			parts = append(parts, n)
		}
	}
	return general.Compose(strings.Join(append(parts, "chess"), "+"), builtin())
}

// All games of the catalogue, and random compositions of them, have the same moves on
// both machines throughout random games.
func TestPartsAgree(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 2))
	names, games := Names(), 40
	if os.Getenv("HETERODOX_DEEP") != "" {
		games = 1000
	}
	for range games {
		var parts []string
		for range 2 + random.IntN(3) {
			parts = append(parts, catalogue[random.IntN(len(catalogue))].Name)
		}
		names = append(names, strings.Join(parts, "+"))
	}
	played := map[string]bool{}
	for i, name := range names {
		rules, err := Compile(name)
		if err != nil {
			continue
		}
		slow, err := second(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		played[name] = true
		for seed := range uint64(1) {
			agree(t, name, fast.Game(rules).Start(), slow.Start(), uint64(i)<<8|seed)
		}
	}
	if len(played) < 35 {
		t.Errorf("%d games", len(played))
	}
}

// Checks already given count towards the required number, also where it is five.
func TestChecksGivenOnTheGeneralMachine(t *testing.T) {
	const placement = "2b2knr/5pbp/p1r2B1P/3p1p2/1Pp5/pn1p3N/2PQPK2/R4N2 w - - "
	for name, left := range map[string]string{"threecheck": "2+1", "fivecheck": "4+3"} {
		rules, err := second(name)
		if err != nil {
			t.Fatal(err)
		}
		pos := must.Get(t, rules.ParsePosition, placement+"8 36 +1+2")
		if want := placement + left + " 8 36"; pos.FEN() != want {
			t.Errorf("%s: %s, want %s", name, pos.FEN(), want)
		}
	}
}

// The suites of the catalogue's games also hold on the general machine.
func TestSuitesOfParts(t *testing.T) {
	limit := uint64(10_000)
	if os.Getenv("HETERODOX_DEEP") != "" {
		limit = 2_000_000
	}
	paths, _ := filepath.Glob("../perft/testdata/*.epd")
	counts := 0
	for _, path := range paths {
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		cases, err := perft.ReadSuite(path, file, "chess", second)
		file.Close()
		if err != nil {
			t.Error(err)
			continue
		}
		result, err := perft.RunSuite(t.Context(), cases, limit, perft.Options{Threads: 1}, func(m perft.Mismatch) { t.Error(m) })
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
		counts += result.Counts
	}
	if counts < 1500 {
		t.Errorf("%d suites, %d counts", len(paths), counts)
	}
}

// The engine plays games of the general machine combined with catalogue variants: its
// moves are legal to the end.
func TestEnginePlaysParts(t *testing.T) {
	for _, name := range []string{
		"gun+capablanca", "fibonacci+shako", "madhouse+grand", "blackhole+capablanca", "atomic+knightmate",
		"extinction+janus", "progressive+gun+hoppelpoppel", "baseline+capablanca", "marseillais+madhouse+minixiangqi",
	} {
		rules, err := Open(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		player := engine.New(engine.DefaultOptions())
		record := game.NewRecord(rules.Start())
		for range 12 {
			if record.Outcome().Over() {
				break
			}
			r := player.Search(t.Context(), record, game.Limits{Nodes: 200}, nil)
			pos := record.Position()
			if !slices.Contains(pos.Moves(), r.Best) {
				t.Errorf("%s: %s: %v is not legal", name, pos.FEN(), r.Best)
				break
			}
			record.Play(r.Best)
		}
	}
}
