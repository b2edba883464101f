package tui

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
)

// Plain plays line by line: it reads moves and commands from in, and reports on out what
// happens, in words that can be read aloud. It returns at quit, at the end of in, or when ctx
// ends; without human players, at the end of the game.
func Plain(ctx context.Context, s *Session, in io.Reader, out io.Writer) error {
	p := plain{Session: s, out: out}
	state := s.state()
	if state.Study {
		fmt.Fprintf(out, "%s, analysis. %s\n", state.Rules.Name(), s.where(state))
	} else {
		fmt.Fprintf(out, "%s. %s\n", state.Rules.Name(), players(state))
	}
	if state.File != "" {
		fmt.Fprintf(out, "Saved after every move in %s\n", state.File)
	}
	// The engine may have played already: its moves since a person's last are reported,
	// then the board is shown.
	p.told = len(state.Played)
	for !state.Study && p.told > 0 && !state.Players[state.Played[p.told-1].Side].Human() {
		p.told--
	}
	if p.told == len(state.Played) {
		p.board(state)
	}
	lines := readLines(ctx, in)
	for {
		if !p.wait(ctx) {
			return ctx.Err()
		}
		state := p.state()
		if !state.Players[0].Human() && !state.Players[1].Human() {
			return nil // the engines have finished the game
		}
		p.prompt(state)
		line, ok := "", false
		select {
		case line, ok = <-lines:
		case <-ctx.Done():
			return ctx.Err()
		}
		if !ok {
			fmt.Fprintln(out)
			return nil
		}
		reply := p.Do(line)
		if reply.Quit {
			return nil
		}
		p.tell(reply)
	}
}

// readLines reads lines in its own goroutine, so that waiting for one can be ended. Of a line
// longer than any command only the beginning is read.
func readLines(ctx context.Context, in io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		reader := bufio.NewReaderSize(in, 1<<16)
		for {
			line, more, err := reader.ReadLine()
			if err != nil {
				return
			}
			text := string(line)
			for more && err == nil {
				_, more, err = reader.ReadLine()
			}
			select {
			case lines <- text:
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}

type plain struct {
	*Session
	out  io.Writer
	told int // number of moves reported
}

// wait reports moves until it is a person's turn, or the game has ended. It returns
// false if ctx ended first.
func (p *plain) wait(ctx context.Context) bool {
	changes, stop := p.Table.Watch()
	defer stop()
	for {
		state := p.state()
		news := p.news(state)
		mine := state.Ending.Over() || state.Players[state.Position().Side()].Human()
		if news && mine {
			p.board(state)
		}
		if mine {
			if state.Ending.Over() {
				fmt.Fprintln(p.out, sentence(ending(state.Ending)))
			} else if royals, attackers := table.InCheck(state.Position()); len(royals) > 0 {
				fmt.Fprintf(p.out, "Check by %s.\n", squareList(state, attackers))
			}
			if state.Fault != nil {
				fmt.Fprintln(p.out, sentence(state.Fault.Error()))
			}
			return true
		}
		select {
		case <-changes:
		case <-ctx.Done():
			return false
		}
	}
}

// news reports the moves that have been played since the last call.
func (p *plain) news(state table.State) bool {
	if state.Study {
		p.told = len(state.Played) // the reply has already reported them
	}
	any := p.told != len(state.Played)
	for ; p.told < len(state.Played); p.told++ {
		m := state.Played[p.told]
		fmt.Fprintf(p.out, "%s plays %s\n", sentence(m.Side.String())[:5], m.SAN)
	}
	p.told = len(state.Played)
	return any
}

func (p *plain) tell(r Reply) {
	if r.Page != "" {
		fmt.Fprintf(p.out, "%s:\n", r.Page)
	}
	if r.Text != "" {
		fmt.Fprintln(p.out, r.Text)
	}
	if r.Moved && r.Text != "" { // taken back, or a new game
		p.told = len(p.state().Played)
	}
	if r.Show && (!r.Moved || r.Text != "") {
		p.board(p.state())
	}
	if state := p.state(); len(state.Analysis) > 0 {
		fmt.Fprintln(p.out, opinion(state.Analysis[0]))
	}
}

func (p *plain) prompt(state table.State) {
	turn := ""
	if number, left := state.Position().Turn(); number > 0 {
		turn = fmt.Sprintf(", %d left in turn %d", left, number)
	}
	if state.Ending.Over() {
		fmt.Fprint(p.out, "(game over)> ")
		return
	}
	fmt.Fprintf(p.out, "%s%s> ", state.Position().Side(), turn)
}

func (p *plain) board(state table.State) {
	fmt.Fprint(p.out, TextBoard(state.Position(), p.Flip))
}

// opinion writes a line of an analysis.
func opinion(l table.Line) string {
	return fmt.Sprintf("%s (depth %d): %s", l.Eval, l.Depth, strings.Join(l.SAN, " "))
}

// ending describes how a game has ended.
func ending(e table.Ending) string {
	switch e.Result {
	case rules.WhiteWins:
		return "White wins: " + e.Reason
	case rules.BlackWins:
		return "Black wins: " + e.Reason
	}
	return "a draw: " + e.Reason
}

// squareList names pieces with their squares: "the rook on e8".
func squareList(state table.State, squares []game.Square) string {
	var names []string
	for _, sq := range squares {
		if p, ok := state.Position().At(sq); ok {
			names = append(names, "the "+table.KindName(state.Rules, p.Letter)+" on "+state.Rules.Board().Name(sq))
		}
	}
	return strings.Join(names, " and ")
}

var roman = [16]string{"I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI"}

// TextBoard draws a position in letters: upper case for White, a point for an empty square, a
// star for a hole, "#" for a wall. Levels are below each other, from the top down.
func TextBoard(pos game.Position, flip bool) string {
	board := pos.Rules().Board()
	var b strings.Builder
	for _, c := range []rules.Color{rules.Black, rules.White} {
		if hand := pos.Hand(c); len(hand) > 0 {
			fmt.Fprintf(&b, "%s in hand: %s\n", c, handText(hand))
		}
	}
	for level := board.Levels - 1; level >= 0; level-- {
		if !board.Flat() {
			fmt.Fprintf(&b, "level %s\n", roman[level])
		}
		for row := range board.Ranks {
			rank := board.Ranks - 1 - row
			if flip {
				rank = row
			}
			fmt.Fprintf(&b, "%2d ", rank+1)
			for column := range board.Files {
				file := column
				if flip {
					file = board.Files - 1 - column
				}
				b.WriteString(" " + squareText(pos, board, game.At(file, rank, level)))
			}
			b.WriteByte('\n')
		}
	}
	b.WriteString("   ")
	for column := range board.Files {
		file := column
		if flip {
			file = board.Files - 1 - column
		}
		fmt.Fprintf(&b, " %c", 'a'+file)
	}
	return b.String() + "\n"
}

// walled reports whether a wall has been put on a square.
func walled(pos game.Position, sq game.Square) bool {
	walls, _ := game.Walls(pos)
	return slices.Contains(walls, sq)
}

// squareText returns what is on a square, in a letter or two.
func squareText(pos game.Position, board game.Board, sq game.Square) string {
	p, ok := pos.At(sq)
	switch {
	case !board.Has(sq):
		return " "
	case ok:
		return cased(p.Letter, p.Color)
	case slices.Contains(board.Holes, sq):
		return "*"
	case walled(pos, sq):
		return "#"
	}
	return "."
}

// cased returns a letter in the case that FENs use for a side.
func cased(letter string, c rules.Color) string {
	if c == rules.Black {
		return strings.ToLower(letter)
	}
	return letter
}

func handText(hand []game.InHand) string {
	var parts []string
	for _, h := range hand {
		text := h.Letter
		if h.Count > 1 {
			text = fmt.Sprintf("%s×%d", h.Letter, h.Count)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " ")
}
