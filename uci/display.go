package uci

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/rules"
)

// display draws the position and describes it in full.
func (s *Session) display(context.Context, []string) {
	pos := s.record.Position()
	board := s.rules.Board()
	var b strings.Builder
	drawBoard(&b, pos)
	fmt.Fprintf(&b, "\nVariant: %s\nFen: %s\nKey: %016X\n", s.rules.Name(), pos.FEN(), pos.Key())
	if strings.Contains(pos.FEN(), "[") && board.Flat() {
		fmt.Fprintf(&b, "Hands: White %s, Black %s\n", hand(pos, rules.White), hand(pos, rules.Black))
	}
	if turn, left := pos.Turn(); turn > 0 {
		fmt.Fprintf(&b, "Turn: %d, moves left in it: %d\n", turn, left)
	}
	if given, win := pos.Checks(rules.White); win > 0 {
		black, _ := pos.Checks(rules.Black)
		fmt.Fprintf(&b, "Checks given: White %d, Black %d; %d win\n", given, black, win)
	}
	if len(board.Holes) > 0 {
		fmt.Fprintf(&b, "Holes:%s\n", squares(board, board.Holes))
	}
	var checkers []game.Square
	for _, royal := range pos.Royals(pos.Side()) {
		checkers = append(checkers, pos.Attackers(royal, pos.Side().Opponent())...)
	}
	fmt.Fprintf(&b, "Checkers:%s\n", squares(board, checkers))
	moves := pos.Moves()
	fmt.Fprintf(&b, "Legal moves: %d\n", len(moves))
	for i, m := range moves {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(pos.UCI(m))
	}
	if len(moves) > 0 {
		b.WriteByte('\n')
	}
	if outcome := s.record.Outcome(); outcome.Over() {
		fmt.Fprintf(&b, "Outcome: %s\n", outcome)
	}
	s.out.write(b.String())
}

// drawBoard draws the board, the highest rank at the top, the levels of a cube from the top
// down. A hole is shown as (O), a missing square or a wall as ###.
func drawBoard(b *strings.Builder, pos game.Position) {
	board := pos.Rules().Board()
	line := strings.Repeat("+---", board.Files) + "+\n"
	for level := board.Levels - 1; level >= 0; level-- {
		b.WriteString(line)
		for rank := board.Ranks - 1; rank >= 0; rank-- {
			for file := range board.Files {
				b.WriteString("|" + cell(pos, board, game.At(file, rank, level)))
			}
			fmt.Fprintf(b, "| %d\n%s", rank+1, line)
		}
		for file := range board.Files {
			fmt.Fprintf(b, "%*c", min(4, 3+file), 'a'+file)
		}
		b.WriteByte('\n')
	}
}

// cell draws a square, three characters wide.
func cell(pos game.Position, board game.Board, s game.Square) string {
	for _, hole := range board.Holes {
		if hole == s {
			return "(O)"
		}
	}
	walls, _ := game.Walls(pos)
	switch piece, ok := pos.At(s); {
	case !board.Has(s), slices.Contains(walls, s):
		return "###"
	case !ok:
		return "   "
	default:
		letter := colored(piece.Letter, piece.Color)
		if piece.Promoted {
			letter += "~"
		}
		return fmt.Sprintf("%2s ", letter)
	}
}

// colored returns a letter in the case of its side.
func colored(letter string, c rules.Color) string {
	if c == rules.Black {
		return strings.ToLower(letter)
	}
	return letter
}

// hand returns the letters of the pieces that a side holds, - if it holds none.
func hand(pos game.Position, c rules.Color) string {
	var letters string
	for _, held := range pos.Hand(c) {
		letters += strings.Repeat(colored(held.Letter, c), held.Count)
	}
	if letters == "" {
		return "-"
	}
	return letters
}

// squares returns the names of squares, with a space before each.
func squares(board game.Board, list []game.Square) string {
	var names strings.Builder
	for _, s := range list {
		names.WriteString(" " + board.Name(s))
	}
	return names.String()
}

// eval shows the static evaluation, in pawns.
func (s *Session) eval(context.Context, []string) {
	pos := s.record.Position()
	score, terms, ok := engine.Evaluate(pos)
	if !ok {
		s.info("eval: there is no static evaluation of %s", s.rules.Name())
		return
	}
	var b strings.Builder
	if len(terms) > 0 {
		fmt.Fprintf(&b, "%-28s %9s %9s %9s\n", "term", "White", "Black", "total")
	}
	for _, t := range terms {
		fmt.Fprintf(&b, "%-28s %9.2f %9.2f %+9.2f\n", t.Name, pawns(t.White), pawns(t.Black), pawns(t.White-t.Black))
	}
	fmt.Fprintf(&b, "evaluation %+.2f for %s, the side to move\n", pawns(score), pos.Side().Title())
	s.out.write(b.String())
}

func pawns(score engine.Score) float64 { return float64(score) / 100 }

// flip exchanges the colours: the position is mirrored top to bottom, and the
// other side is to move. The moves that led to it are forgotten.
func (s *Session) flip(context.Context, []string) {
	flipped, err := fast.Mirror(s.record.Position())
	if err != nil {
		s.info("flip: %s", err)
		return
	}
	s.record = game.NewRecord(flipped)
}
