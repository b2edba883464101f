package uci_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/uci"
	"github.com/heterodox-chess/heterodox/variants"
)

// XBoard shows the games that it is offered correctly: after random moves its board, by what it
// receives and what it does with that, has the same pieces as ours, apart from squares that
// swallow pieces. Left out is a king that falls onto its own rook there, which XBoard takes for
// castling (docs/xboard.md).
func TestXBoardDrawsWhatIsOffered(t *testing.T) {
	games := 2
	if os.Getenv("HETERODOX_DEEP") == "1" {
		games = 50
	}
	for _, offered := range variants.XBoard() {
		if offered.Known {
			if _, err := variants.Open(offered.Game); err != nil {
				t.Errorf("%s: %v", offered.Name, err)
			}
			continue
		}
		t.Run(offered.Name, func(t *testing.T) {
			for seed := range games {
				drawn(t, variants.MustOpen(offered.Game), rand.New(rand.NewPCG(uint64(seed), 2)))
			}
		})
	}
}

// drawn plays a random game on XBoard's board and on ours.
func drawn(t *testing.T, played game.Rules, random *rand.Rand) {
	t.Helper()
	pos := played.Start()
	board := map[game.Square]game.Piece{}
	for _, s := range played.Board().Squares() {
		if p, ok := pos.At(s); ok {
			board[s] = p
		}
	}
	for ply := 0; ply < 120 && !pos.Outcome().Over(); ply++ {
		moves := pos.Moves()
		if len(moves) == 0 {
			return
		}
		m := moves[random.IntN(len(moves))]
		text := uci.XBoardText(pos, m)
		if fallsOntoRook(board, played.Board(), pos.Side(), text) {
			return
		}
		play(board, played.Board(), pos, text)
		next := pos.Play(m)
		for _, s := range played.Board().Squares() {
			want, there := next.At(s)
			got, drawn := board[s]
			if hole(played.Board(), s) {
				continue
			}
			if there != drawn || want.Letter != got.Letter || want.Color != got.Color {
				t.Fatalf("%s %s on %s: XBoard draws %v, not %v", pos.FEN(), text, s, got, want)
			}
		}
		pos = next
	}
}

// fallsOntoRook reports whether a king goes to a hole in which XBoard shows a rook of its side.
func fallsOntoRook(board map[game.Square]game.Piece, shape game.Board, side rules.Color, text string) bool {
	if len(text) != 4 || text[1] > '9' {
		return false
	}
	from, to := game.At(int(text[0]-'a'), int(text[1]-'1'), 0), game.At(int(text[2]-'a'), int(text[3]-'1'), 0)
	return hole(shape, to) && board[from] == game.Piece{Color: side, Letter: "K"} && board[to] == game.Piece{Color: side, Letter: "R"}
}

func hole(b game.Board, s game.Square) bool {
	for _, h := range b.Holes {
		if h == s {
			return true
		}
	}
	return false
}

// play does what XBoard does on its board with a move: the first leg captures, the last moves
// the piece; a king that goes two squares takes the nearest rook with it; a pawn that goes
// diagonally to an empty square captures what is beside it.
func play(board map[game.Square]game.Piece, shape game.Board, pos game.Position, text string) {
	if text == "@@@@" {
		return
	}
	ranks := 0
	if shape.Ranks == 10 {
		ranks = 1
	}
	square := func(t string) (game.Square, string) {
		n := 1
		for n < len(t) && '0' <= t[n] && t[n] <= '9' {
			n++
		}
		rank := 0
		fmt.Sscanf(t[1:n], "%d", &rank)
		return game.At(int(t[0]-'a'), rank-1+ranks, 0), t[n:]
	}
	if letter, at, drop := strings.Cut(text, "@"); drop {
		to, _ := square(at)
		board[to] = game.Piece{Color: pos.Side(), Letter: letter}
		return
	}
	legs := strings.Split(text, ",")
	from, rest := square(legs[0])
	to, suffix := square(rest)
	if len(legs) > 1 {
		delete(board, to)
		_, rest = square(legs[1])
		to, suffix = square(rest)
	}
	piece, victim := board[from], board[to]
	delete(board, from)
	files := to.File() - from.File()
	royal := piece.Letter == "K"
	switch {
	case royal && victim.Letter == "R" && victim.Color == piece.Color:
		delete(board, to)
		rook := game.At(shape.Files-3, to.Rank(), 0)
		to = game.At(shape.Files-2, to.Rank(), 0)
		if files < 0 {
			to, rook = game.At(2, to.Rank(), 0), game.At(3, to.Rank(), 0)
		}
		board[rook] = victim
	case royal && to.Rank() == from.Rank() && (files > 1 || files < -1):
		step := 1
		if files < 0 {
			step = -1
		}
		for f := from.File() + step; f >= 0 && f < shape.Files; f += step {
			at := game.At(f, from.Rank(), 0)
			if rook, ok := board[at]; ok {
				delete(board, at)
				board[game.At(to.File()-step, to.Rank(), 0)] = rook
				break
			}
		}
	case piece.Letter == "P" && files != 0 && victim == (game.Piece{}):
		delete(board, game.At(to.File(), from.Rank(), 0))
	}
	switch suffix {
	case "":
	case "+":
		piece.Letter = "+" + piece.Letter
	default:
		piece.Letter = strings.ToUpper(suffix)
	}
	board[to] = piece
}

// talkXBoard starts a session with XBoard's protocol.
func talkXBoard(t *testing.T) *dialog {
	return talkTo(t, context.Background(), func(in io.Reader, out io.Writer) *uci.Session {
		config := testConfig()
		config.StartXBoard = true
		return uci.New(in, out, config)
	})
}

// A session reacts at once whatever it is doing: to ? with a move, to ping after the move that
// it is thinking about, or at once if it is analysing or pondering; to force and quit with
// nothing.
func TestXBoardIsPrompt(t *testing.T) {
	checkLeaks(t)
	d := talkXBoard(t)
	d.send("new", "st 100000", "go", "ping 1", "?")
	d.expect("move …")
	d.expect("pong 1")
	d.send("force", "analyze", "ping 2")
	d.expect("pong 2")
	d.send("exit", "go", "ping 3", "force")
	d.expect("pong 3")
	d.send("new", "variant fairy", "force", "hard", "sd 6", "go")
	d.until("move …")
	d.until("Hint: …")
	d.send("st 100000", "sd 60", "ping 4")
	d.expect("pong 4")
	d.send("force", "go")
	if rest := d.quit(); len(rest) > 0 {
		t.Errorf("after quit: %q", rest)
	}
}

// The search pondered on continues if the guess was right, and is dropped if it was wrong.
func TestXBoardPonders(t *testing.T) {
	for _, right := range []bool{true, false} {
		d := talkXBoard(t)
		d.send("hard", "sd 6", "go")
		d.until("move …")
		guess := strings.TrimPrefix(d.expect("Hint: …"), "Hint: ")
		reply := guess
		if reply != "a7a6" && !right {
			reply = "a7a6"
		}
		d.send("usermove " + reply)
		d.until("move …")
		d.send("force", "undo", "undo", "undo", "undo")
		d.until("Error (command not legal now): undo")
		d.quit()
	}
}

// The engine ponders on its clock as it is after its move, which XBoard tells only with the reply.
func TestXBoardPonderClock(t *testing.T) {
	for _, test := range []struct {
		level        string
		moves        int // of both sides
		own, thought time.Duration
		clock        time.Duration
		toGo         int
	}{
		{"2 0:10 0", 2, 10 * time.Second, 4 * time.Second, 6 * time.Second, 1},
		{"2 0:10 0", 1, 10 * time.Second, 4 * time.Second, 6 * time.Second, 1}, // the engine moved first
		{"2 0:10 0", 4, 6 * time.Second, 4 * time.Second, 12 * time.Second, 2}, // and ten seconds more
		{"0 5 3", 20, time.Minute, 10 * time.Second, 53 * time.Second, 0},
		{"0 5 0", 20, time.Second, time.Minute, 0, 0},
	} {
		l := uci.XBoardPonderLimits(test.level, test.moves, test.own, test.thought)
		if clock := l.Time[rules.Black]; clock > test.clock || clock < test.clock-time.Second || l.MovesToGo != test.toGo {
			t.Errorf("level %s, %d moves, thought %v of %v: %v for %d moves", test.level, test.moves, test.thought, test.own, clock, l.MovesToGo)
		}
	}
}

// XBoard lets the user choose a file for some options, and a directory for the endgame tables.
func TestXBoardChoosers(t *testing.T) {
	config := testConfig()
	config.StartXBoard = true
	config.OpenTables = func(string) (engine.Tables, error) { return nil, nil }
	var out strings.Builder
	if err := uci.New(strings.NewReader("protover 2\n"), &out, config).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`feature option="BookFile -file "`, `feature option="TablePath -path "`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in:\n%s", want, out.String())
		}
	}
}

// FuzzXBoard feeds arbitrary lines to an XBoard session: it must end, and answer each ping with
// one pong, in order.
func FuzzXBoard(f *testing.F) {
	for _, lines := range []string{
		"protover 2\naccepted debug\nnew\nlevel 40 5 0\npost\nhard\nping 1\nsd 1\nusermove e2e4\nping 2\nquit\n",
		"new\nvariant gun\nforce\nusermove e2e4\nlift d7\nput d5\nlift d5\nanalyze\nundo\nexit\nexclude e2e4\nexclude all\nanalyze\ninclude all\n",
		"new\nvariant marseillais\nsd 1\ngo\n@@@@\ne7e5\n@@@@\nundo\nremove\ngo\nplayother\n?\n",
		"new\nvariant blackhole\nsetboard rnbqkbnr/pppppppp/8/3p1P2/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nsetboard 8/8 w\nsetboard\n",
		"variant 8x8+5_crazyhouse\nholding [PP] [q] BQ\nholding\nholding []\nusermove P@e4\nusermove O-O\nvariant xiangqi\nlift h2\nusermove h2e2\n",
		"st 0.01\ngo\ntime 1\notim 1\neasy\nhint\nbk\n.\noption Hash=1\noption Clear Hash\nmemory 1\ncores 1\nresult 1-0 {x}\nfoo\n\x00\xff\n",
		"variant cube3\nusermove e2e4\nvariant baseline\nsd 1\ngo\nlevel 0 0:01 0.1\nusermove\nusermove  \n",
	} {
		f.Add(lines)
	}
	f.Fuzz(func(t *testing.T, lines string) {
		var want []string
		for line := range strings.Lines(lines) {
			command, args := uci.XBoardCommandOf(line)
			switch command {
			case "quit":
			case "sd", "st", "level", "go", "analyze", "time": // may take long
				continue
			case "ping":
				if text := strings.Join(args, " "); len(text) < 100 && strings.Trim(text, "0123456789") == "" {
					want = append(want, strings.TrimSpace("pong "+text))
				}
				continue
			}
			if command == "quit" {
				break
			}
		}
		var out strings.Builder
		config := testConfig()
		config.StartXBoard = true
		s := uci.New(strings.NewReader("sd 1\n"+lines), &out, config)
		finish(t, s)
		for line := range strings.Lines(out.String()) {
			if len(want) > 0 && strings.TrimSpace(line) == want[0] {
				want = want[1:]
			}
		}
		if len(want) > 0 {
			t.Errorf("no answer %q:\n%s", want, out.String())
		}
	})
}
