package uci_test

import (
	"context"
	"errors"
	"io"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/uci"
)

// checkLeaks fails the test if it leaves goroutines behind.
func checkLeaks(t *testing.T) {
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		for range 6000 {
			if runtime.NumGoroutine() <= before {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		buf := make([]byte, 1<<16)
		t.Errorf("goroutines left behind:\n%s", buf[:runtime.Stack(buf, true)])
	})
}

func TestStopEndsSearchPromptly(t *testing.T) {
	checkLeaks(t)
	d := talk(t)
	for _, variant := range []string{"chess", "madhouse", "fibonacci", "gun+blackhole+fairy"} {
		d.send("setoption name UCI_Variant value "+variant, "position startpos", "go infinite")
		d.until("info depth 2 …")
		start := time.Now()
		d.send("stop")
		d.until("bestmove …")
		if took := time.Since(start); took > prompt {
			t.Errorf("%s: stop took %v", variant, took)
		}
	}
	d.silent()
	d.quit()
}

func TestStopWhenIdleSaysNothing(t *testing.T) {
	d := talk(t)
	d.send("stop", "ponderhit", "stop")
	d.silent()
	d.quit()
}

func TestIsReadyDuringSearch(t *testing.T) {
	d := talk(t)
	d.send("go infinite")
	for range 3 {
		start := time.Now()
		d.send("isready")
		for line := d.next(); line != "readyok"; line = d.next() {
			if strings.HasPrefix(line, "bestmove") {
				t.Fatal("isready ended the search")
			}
		}
		if took := time.Since(start); took > prompt {
			t.Errorf("readyok took %v", took)
		}
	}
	d.send("stop")
	d.until("bestmove …")
	d.quit()
}

// An infinite search holds its bestmove back, even if nothing is left to search.
func TestInfiniteWaitsForStop(t *testing.T) {
	for _, moves := range []string{"", " moves f2f3 e7e5 g2g4 d8h4"} {
		d := talk(t)
		d.send("position startpos"+moves, "go infinite depth 1")
		d.until("info depth …")
		time.Sleep(100 * time.Millisecond)
		d.send("isready")
		for line := d.next(); line != "readyok"; line = d.next() {
			if strings.HasPrefix(line, "bestmove") {
				t.Fatalf("%q before stop", line)
			}
		}
		d.send("stop")
		d.until("bestmove …")
		d.quit()
	}
}

func TestPonder(t *testing.T) {
	checkLeaks(t)
	d := talk(t)
	d.send("setoption name Ponder value true", "position startpos moves e2e4 e7e5",
		"go ponder wtime 200 btime 200")
	d.until("info depth …")
	time.Sleep(300 * time.Millisecond) // longer than the clock, which does not run
	d.send("isready")
	for line := d.next(); line != "readyok"; line = d.next() {
		if strings.HasPrefix(line, "bestmove") {
			t.Fatal("pondering ended before ponderhit")
		}
	}
	d.send("ponderhit")
	d.until("bestmove …")

	d.send("go ponder depth 1", "stop") // a miss
	d.until("bestmove …")

	// A ponderhit that follows at once must not get lost.
	for range 20 {
		d.send("go ponder wtime 20 btime 20", "ponderhit")
		d.until("bestmove …")
	}
	d.silent()
	d.quit()
}

// Each of these ends a running search, with its bestmove, and then does its work.
func TestCommandsThatEndASearch(t *testing.T) {
	d := talk(t)
	for _, line := range []string{
		"setoption name Hash value 8", "setoption name Threads value 2", "setoption name Threads value 1",
		"setoption name UCI_Variant value gun", "setoption name Clear Hash", "ucinewgame", "go depth x",
	} {
		d.send("go infinite", line)
		d.until("bestmove …")
		if line == "go depth x" {
			d.expect(`info string go: depth "x" is not a whole number`)
			d.expect("bestmove (none)")
		}
		d.silent()
	}
	d.send("go infinite", "go depth 1")
	d.until("bestmove …")
	d.until("bestmove …")
	d.silent()
	d.quit()
}

// A position command during a search is for the next one.
func TestPositionDuringSearch(t *testing.T) {
	d := talk(t)
	d.send("go infinite", "position startpos moves e2e4")
	d.until("info depth 1 …")
	d.send("stop")
	line := d.until("bestmove …")
	if move := strings.Fields(line)[1]; move[1] > '2' {
		t.Errorf("%s is not a move of White", line)
	}
	d.send("go depth 1")
	line = d.until("bestmove …")
	if move := strings.Fields(line)[1]; move[1] < '7' {
		t.Errorf("%s is not a move of Black", line)
	}
	d.quit()
}

func TestEndDuringSearch(t *testing.T) {
	for name, end := range map[string]func(*dialog) []string{"end of input": (*dialog).hangUp, "quit": (*dialog).quit} {
		t.Run(name, func(t *testing.T) {
			checkLeaks(t)
			d := talk(t)
			d.send("go infinite")
			d.until("info depth 1 …")
			start := time.Now()
			rest := end(d)
			if took := time.Since(start); took > prompt {
				t.Errorf("ending the session took %v", took)
			}
			if n := count(rest, "bestmove "); n != 1 {
				t.Errorf("%d bestmoves", n)
			}
		})
	}
}

func TestLastLineNeedsNoNewline(t *testing.T) {
	var out strings.Builder
	if err := uci.New(strings.NewReader("isready\r\nisready"), &out, testConfig()).Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if out.String() != "readyok\nreadyok\n" {
		t.Errorf("%q", out.String())
	}
}

func TestContextEndsSession(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	d := talkWith(t, ctx, nil)
	d.send("go infinite")
	d.until("info depth 1 …")
	cancel()
	d.until("bestmove …")
	if err := <-d.end; !errors.Is(err, context.Canceled) {
		t.Errorf("Run: %v", err)
	}
	d.in.Close()
}

// brokenPipe fails to write after some bytes.
type brokenPipe struct{ left int }

func (b *brokenPipe) Write(p []byte) (int, error) {
	if b.left -= len(p); b.left < 0 {
		return 0, io.ErrClosedPipe
	}
	return len(p), nil
}

func TestWriteErrorEndsSession(t *testing.T) {
	in, writer := io.Pipe()
	go io.WriteString(writer, "isready\ngo infinite\n")
	err := uci.New(in, &brokenPipe{left: 10}, testConfig()).Run(context.Background())
	if !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("Run: %v", err)
	}
	writer.Close()
}

func TestReadErrorEndsSession(t *testing.T) {
	in, writer := io.Pipe()
	go func() {
		io.WriteString(writer, "isready\n")
		writer.CloseWithError(io.ErrUnexpectedEOF)
	}()
	var out strings.Builder
	err := uci.New(in, &out, testConfig()).Run(context.Background())
	if !errors.Is(err, io.ErrUnexpectedEOF) || out.String() != "readyok\n" {
		t.Errorf("%q, Run: %v", out.String(), err)
	}
}

func TestConfigWithoutVariants(t *testing.T) {
	config := testConfig()
	config.Variants = nil
	if err := uci.New(strings.NewReader(""), io.Discard, config).Run(context.Background()); err == nil {
		t.Error("no error")
	}
}

// A count goes on while commands that need its end come in, and only stop cuts it short.
func TestCommandsWaitForCount(t *testing.T) {
	checkLeaks(t)
	d := talk(t)
	d.send("go perft 4", "position startpos moves e2e4", "go perft 1", "setoption name UCI_Variant value gun", "go perft 2")
	rest := strings.Join(d.quit(), "\n")
	for _, want := range []string{"Nodes searched: 197281\n", "\nh7h5: 1\n\nNodes searched: 20\n", "Nodes searched: 400\n"} {
		if !strings.Contains(rest, want) {
			t.Errorf("%q is missing in:\n%s", want, rest)
		}
	}
}

// More requests than may wait at once are read later.
func TestManyCommandsWaitForCount(t *testing.T) {
	d := talk(t)
	d.send("go perft 4")
	for range 50 {
		d.send("go perft 1")
		d.send("debug off " + strings.Repeat("x", uci.MaxLine/4))
	}
	if n := count(d.quit(), "Nodes searched: "); n != 51 {
		t.Errorf("%d counts", n)
	}
}

// However many commands wait, stop is obeyed.
func TestStopIsHeardBehindManyCommands(t *testing.T) {
	checkLeaks(t)
	d := talk(t)
	d.send("go perft 30")
	for range 1000 {
		d.send("go perft 1")
	}
	d.send("stop")
	if n := count(d.quit(), "Nodes searched: "); n != 1000 {
		t.Errorf("%d counts", n)
	}
}

// A readyok says that everything before it is done: it comes at once during a count, but not
// before commands that wait for its end.
func TestIsReadyKeepsTheOrder(t *testing.T) {
	d := talk(t)
	d.send("debug on", "go perft 30")
	d.silent()
	d.send("setoption name Hash value 2", "isready", "stop")
	d.expect("info string perft 30 stopped …")
	d.expect("info string setoption Hash: 2")
	d.expect("readyok")
	d.quit()
}

// A stop ends the running count and the search that waits for it.
func TestStopEndsSearchThatWaits(t *testing.T) {
	checkLeaks(t)
	d := talk(t)
	for _, line := range []string{"go perft 30", "go infinite", "stop"} {
		d.send(line)
	}
	d.until("bestmove …")
	d.quit()
}

func TestStopEndsCount(t *testing.T) {
	checkLeaks(t)
	d := talk(t)
	for _, line := range []string{"go perft 30", "bench 50"} {
		d.send(line, "isready")
		d.until("readyok")
		d.send("go perft 1") // which waits
		start := time.Now()
		d.send("stop")
		d.until("info string …stopped…")
		if took := time.Since(start); took > prompt {
			t.Errorf("%s: stop took %v", line, took)
		}
		d.until("Nodes searched: 20")
	}
	d.quit()
}

func TestQuitWaitsForCountNoLongerThanGrace(t *testing.T) {
	checkLeaks(t)
	d := talkWith(t, context.Background(), func(s *uci.Session) { s.SetGrace(50 * time.Millisecond) })
	d.send("go perft 30", "go perft 30", "go infinite")
	rest := d.quit()
	if count(rest, "info string perft 30 stopped") != 2 || count(rest, "bestmove ") != 1 || count(rest, "bestmove (none)") != 0 {
		t.Errorf("got:\n%s", strings.Join(rest, "\n"))
	}
}

func TestLongLineIsSkipped(t *testing.T) {
	d := talk(t)
	d.send("position startpos moves e2e4", strings.Repeat("x", uci.MaxLine)+" quit")
	d.expect("info string line of more than 1048576 bytes ignored")
	d.send("position moves " + strings.Repeat("e7e5 ", 200_000))
	d.expect(`info string position: move 2: …`)
	d.silent()
	d.quit()
}

// A long game, in the line that a GUI sends at its end.
func TestLongGame(t *testing.T) {
	d := talk(t)
	d.send("position startpos moves" + strings.Repeat(" g1f3 g8f6 f3g1 f6g8", 1000))
	d.send("d")
	d.until("Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4000 2001")
	d.until("Outcome: 1/2-1/2 (…")
	d.send("go depth 2")
	if line := d.until("bestmove …"); line == "bestmove (none)" {
		t.Error("a draw that may be claimed must not stop the search")
	}
	d.quit()
}

// The combo of variants fits the line buffers of GUIs; the shortest known is UCI2WB's: 2,048
// bytes, two of them for the end.
func TestVariantLine(t *testing.T) {
	d := talk(t)
	d.send("uci")
	line := d.until("option name UCI_Variant …")
	if len(line) > 2046 {
		t.Errorf("%d bytes", len(line))
	}
	for _, name := range testConfig().Variants {
		if !strings.Contains(line+" ", " var "+name+" ") {
			t.Errorf("%s is missing in %q", name, line)
		}
	}
	d.until("uciok")
	d.quit()
}

// UCI_Chess960 has its effect in every game that has castling, whether it comes before the game or
// after it, and keeps no game from being played.
func TestChess960InEveryGame(t *testing.T) {
	const on, off = "setoption name UCI_Chess960 value true", "setoption name UCI_Chess960 value false"
	for _, test := range []struct{ variant, fen, plain, onRook string }{
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "e1h1"},
		{"gun", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "e1h1"},
		{"capablanca", "5k4/10/10/10/10/10/10/5K3R w K - 0 1", "f1i1", "f1j1"},
		{"gun+capablanca", "5k4/10/10/10/10/10/10/5K3R w K - 0 1", "f1i1", "f1j1"},
		{"capablanca+fischerandom", "5k4/10/10/10/10/10/10/5K3R w K - 0 1", "f1j1", "f1j1"}, // as chosen
		{"cube3", "", "", ""},
	} {
		variant := "setoption name UCI_Variant value " + test.variant
		for _, setup := range []struct {
			commands [2]string
			castles  string
		}{
			{[2]string{off, variant}, test.plain}, {[2]string{variant, on}, test.onRook}, {[2]string{variant, off}, test.plain}, {[2]string{on, variant}, test.onRook},
		} {
			d := talk(t)
			if setup.castles == test.plain {
				d.send(variant, on)
			} else {
				d.send(variant, off)
			}
			d.send(setup.commands[:]...)
			if test.fen == "" {
				d.send("d")
				d.until("Variant: " + test.variant)
				d.quit()
				continue
			}
			d.send("position fen "+test.fen, "go perft 1")
			d.until(setup.castles + ": 1")
			d.quit()
		}
	}
}

// A PV and a bestmove join the moves of a turn with '/', or do not.
func TestTurnNotation(t *testing.T) {
	d := talk(t)
	// Bare kings cannot give check: every turn has its full length.
	d.send("setoption name UCI_Variant value fibonacci", "position fen 8/8/4k3/8/8/8/8/4K3 w - - 0 2 3:2")
	for _, test := range []struct{ notation, pv, bestMove string }{
		{"turn", `^K/K( K(/K){0,2})?$`, `^K/K( ponder K/K/K)?$`},
		{"single", `^K K( K)*$`, `^K( ponder K)?$`},
	} {
		pattern := func(p string) *regexp.Regexp {
			return regexp.MustCompile(strings.ReplaceAll(p, "K", "[a-h][1-8][a-h][1-8]"))
		}
		d.send("setoption name TurnNotation value "+test.notation, "go depth 4")
		info := d.until("info depth 4 …")
		if _, pv, _ := strings.Cut(info, " pv "); !pattern(test.pv).MatchString(pv) {
			t.Errorf("%s: pv %s", test.notation, pv)
		}
		_, moves, _ := strings.Cut(d.until("bestmove …"), " ")
		if !pattern(test.bestMove).MatchString(moves) {
			t.Errorf("%s: bestmove %s", test.notation, moves)
		}
	}
	d.quit()
}

// The same position and limits give the same search with one thread.
func TestSearchRepeatsItself(t *testing.T) {
	var first []string
	for range 2 {
		d := talk(t)
		var got []string
		for _, variant := range []string{"chess", "fibonacci", "gun+extinction"} {
			d.send("setoption name UCI_Variant value "+variant, "go nodes 1000")
			for line := ""; !strings.HasPrefix(line, "bestmove"); {
				line = d.next()
				got = append(got, timing.ReplaceAllString(line, ""))
			}
		}
		d.quit()
		if first == nil {
			first = got
		} else if !slices.Equal(first, got) {
			t.Errorf("first\n%s\nthen\n%s", strings.Join(first, "\n"), strings.Join(got, "\n"))
		}
	}
}

var timing = regexp.MustCompile(` (nps|time) \d+`)

// What a search learned about one game must not leak into another whose positions have the same
// keys.
func TestVariantsDoNotShareWhatIsLearned(t *testing.T) {
	search := func(d *dialog) string {
		d.send("setoption name UCI_Variant value gun", "position startpos", "go depth 3")
		return timing.ReplaceAllString(d.until("info depth 3 …"), "")
	}
	d := talk(t)
	fresh := search(d)
	d.until("bestmove …")
	d.send("setoption name UCI_Variant value chess", "go depth 3")
	d.until("bestmove …")
	if again := search(d); again != fresh {
		t.Errorf("got  %s\nwant %s", again, fresh)
	}
	d.quit()
}
