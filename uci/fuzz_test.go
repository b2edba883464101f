package uci_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/uci"
)

// FuzzSession feeds arbitrary lines to a session: it must end, answer each go that is not a
// count with exactly one bestmove, and keep answering.
func FuzzSession(f *testing.F) {
	for _, lines := range []string{
		"uci\nisready\nucinewgame\nposition startpos moves e2e4 e7e5\ngo depth 2\nquit\n",
		"go infinite\nstop\ngo ponder\nponderhit\nstop\nstop\ngo depth 1 depth\n",
		"setoption name UCI_Variant value fibonacci\nposition startpos moves e2e4 e7e5 g1f3/f3e5\ngo nodes 50\nd\neval\nflip\n",
		"setoption name UCI_Variant value gun+madhouse+blackhole\ngo depth 1\ngo perft 2\nbench 1\n",
		"setoption name UCI_Variant value baseline\nposition startpos moves K@e1\ngo wtime -5 btime 0 movestogo -1\n",
		"setoption name UCI_Chess960 value true\nposition fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\ngo movetime 1\n",
		"position fen 8/8/8/8/8/8/8/8 w - - 0 1\nposition fen\nposition moves\nposition\nflip\ndebug on\ngo searchmoves e2e4 e9\n",
		"go depth x perft\ngo perft x\ngo depth perft\ngo perft\n",
		"position startpos moves f2f3 e7e5 g2g4 d8h4\ngo\nstop\ngo mate 3\nisready",
		"setoption name MultiPV value 3\nsetoption name UCI_ShowWDL value true\ngo depth 1\nsetoption name Hash value 99999999999999999999\n",
		"setoption\nsetoption name\nsetoption name value 3\nsetoption name Clear Hash\nsetoption name TurnNotation value single\nfoo bar go depth 1\nregister later\nhelp\n\x00\xff\n",
	} {
		f.Add(lines)
	}
	f.Fuzz(func(t *testing.T, lines string) {
		want := 0
		for line := range strings.Lines(lines) {
			command, args := uci.CommandOf(line)
			if command == "go" && !slices.Contains(args, "perft") {
				want++
			}
			if command == "quit" {
				break
			}
		}
		var out strings.Builder
		s := uci.New(strings.NewReader(lines), &out, testConfig())
		s.SetGrace(time.Millisecond)
		finish(t, s)
		got := 0
		for line := range strings.Lines(out.String()) {
			if strings.HasPrefix(line, "bestmove ") {
				got++
			}
		}
		if got != want {
			t.Errorf("%d bestmoves for %d searches:\n%s", got, want, out.String())
		}
	})
}

// finish runs a session, which must end by itself.
func finish(t *testing.T, s *uci.Session) {
	t.Helper()
	end := make(chan error, 1)
	go func() { end <- s.Run(context.Background()) }()
	select {
	case err := <-end:
		if err != nil {
			t.Fatalf("Run: %v", err)
		}
	case <-time.After(patience):
		t.Fatal("the session hangs")
	}
}
