package uci_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/uci"
)

// phrases are what random conversations are made of.
var phrases = []string{
	"go infinite", "go depth 2", "go depth 30", "go nodes 500", "go movetime 5", "go ponder wtime 50 btime 50",
	"go wtime 20 btime 20", "go wtime -20 btime 0", "go mate 2", "go depth", "go searchmoves e2e4 nodes 100",
	"go perft 2", "go perft 20", "stop", "stop", "stop", "ponderhit", "ponderhit", "isready", "isready", "ucinewgame",
	"position startpos", "position startpos moves e2e4 e7e5", "position startpos moves e2e4 e7e6 d2d4/g1f3",
	"position moves d2d4", "position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position fen 4k3/8/8/8/8/8/4P3/4K3 w - -",
	"position startpos moves f2f3 e7e5 g2g4 d8h4", "d", "flip", "eval", "uci", "bench 1", "nonsense", "debug on", "debug off",
	"setoption name Hash value 2", "setoption name Hash value 0", "setoption name Clear Hash", "setoption name Threads value 2",
	"setoption name Threads value 1", "setoption name MultiPV value 3", "setoption name MultiPV value 1",
	"setoption name UCI_Variant value chess", "setoption name UCI_Variant value fibonacci", "setoption name UCI_Variant value gun+madhouse",
	"setoption name UCI_Variant value blackhole+extinction", "setoption name UCI_Variant value placement", "setoption name UCI_Chess960 value true",
	"setoption name UCI_Chess960 value false", "setoption name UCI_Variant value gun+gun", "setoption name TurnNotation value single",
	"setoption name TurnNotation value turn", "setoption name UCI_ShowWDL value true",
}

// Whatever is said, and whenever, every search is answered by one bestmove and every isready by
// one readyok, and the session ends on quit.
func TestRandomConversations(t *testing.T) {
	checkLeaks(t)
	conversations := 10
	if os.Getenv("HETERODOX_DEEP") == "1" {
		conversations = 500
	}
	for seed := range conversations {
		random := rand.New(rand.NewPCG(uint64(seed), 1))
		d := talkWith(t, context.Background(), func(s *uci.Session) { s.SetGrace(5 * time.Millisecond) })
		var said []string
		searches, readies := 0, 0
		for range 40 {
			phrase := phrases[random.IntN(len(phrases))]
			if phrase == "go perft 20" { // would hold up all that follows
				d.send(phrase)
				said = append(said, phrase)
				phrase = "stop"
			}
			d.send(phrase)
			said = append(said, phrase)
			if strings.HasPrefix(phrase, "go ") && !strings.Contains(phrase, "perft") {
				searches++
			}
			if phrase == "isready" {
				readies++
			}
			if random.IntN(2) == 0 {
				time.Sleep(time.Duration(random.IntN(8)) * time.Millisecond)
			}
		}
		rest := d.quit()
		if got := fmt.Sprint(count(rest, "bestmove "), count(rest, "readyok")); got != fmt.Sprint(searches, readies) {
			t.Errorf("seed %d: %s bestmove and readyok, want %d and %d:\n> %s\n\n< %s", seed, got, searches, readies,
				strings.Join(said, "\n> "), strings.Join(rest, "\n< "))
		}
	}
}

// count returns how many lines begin with a prefix.
func count(lines []string, prefix string) (n int) {
	for _, line := range lines {
		if strings.HasPrefix(line, prefix) {
			n++
		}
	}
	return n
}
