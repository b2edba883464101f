package uci

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/engine"
)

// display draws the position and tells all there is to know about it.
func (s *Session) display(context.Context, []string) {
	pos := s.game.Position()
	var b strings.Builder
	drawBoard(&b, &pos)
	fmt.Fprintf(&b, "\nVariant: %s\nFen: %s\nKey: %016X\n", s.rules.Name(), pos.FEN(), pos.Key())
	if s.rules.HasHands() {
		fmt.Fprintf(&b, "Hands: white %s, black %s\n", hand(&pos, chess.White), hand(&pos, chess.Black))
	}
	if s.rules.LongTurns() {
		turn, left := pos.Turn()
		fmt.Fprintf(&b, "Turn: %d, moves left in it: %d\n", turn, left)
	}
	if s.rules.Holes() != 0 {
		fmt.Fprintf(&b, "Holes:%s\n", squares(s.rules.Holes()))
	}
	fmt.Fprintf(&b, "Checkers:%s\n", squares(pos.Checkers()))
	moves := pos.Moves(nil)
	fmt.Fprintf(&b, "Legal moves: %d\n", len(moves))
	if len(moves) > 0 {
		b.Write(appendMoves(nil, &pos, moves))
		b.WriteByte('\n')
	}
	if outcome := s.game.Outcome(); outcome.Over() {
		fmt.Fprintf(&b, "Outcome: %s\n", outcome)
	}
	s.out.write(b.String())
}

// appendMoves appends moves of one position, separated by blanks.
func appendMoves(dst []byte, pos *chess.Position, moves []chess.Move) []byte {
	for i, m := range moves {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = pos.AppendUCI(dst, m)
	}
	return dst
}

// drawBoard draws the board, the eighth rank on top. A hole is shown as (O).
func drawBoard(b *strings.Builder, pos *chess.Position) {
	const line = "+---+---+---+---+---+---+---+---+\n"
	b.WriteString(line)
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			sq := bitboard.SquareAt(file, rank)
			switch piece := pos.PieceAt(sq); {
			case pos.Rules().Holes().Has(sq):
				b.WriteString("|(O)")
			case piece == chess.NoPiece:
				b.WriteString("|   ")
			default:
				fmt.Fprintf(b, "| %s ", piece)
			}
		}
		fmt.Fprintf(b, "| %d\n%s", rank+1, line)
	}
	b.WriteString("  a   b   c   d   e   f   g   h\n")
}

// hand returns the letters of the pieces a side holds, - if it holds none.
func hand(pos *chess.Position, c chess.Color) string {
	var letters string
	for _, role := range slices.Backward(pos.Rules().Roles()) {
		letters += strings.Repeat(chess.NewPiece(c, role).String(), pos.Hand(c, role))
	}
	if letters == "" {
		return "-"
	}
	return letters
}

// squares returns the names of squares, with a blank before each.
func squares(set chess.Bitboard) string {
	var names strings.Builder
	for ; set != 0; set = set.Next() {
		names.WriteString(" " + set.First().String())
	}
	return names.String()
}

// eval shows the static evaluation, in pawns.
func (s *Session) eval(context.Context, []string) {
	pos := s.game.Position()
	score, terms := engine.Evaluate(&pos)
	var b strings.Builder
	fmt.Fprintf(&b, "%-28s %9s %9s %9s\n", "term", "white", "black", "total")
	for _, t := range terms {
		fmt.Fprintf(&b, "%-28s %9.2f %9.2f %+9.2f\n", t.Name, pawns(t.White), pawns(t.Black), pawns(t.White-t.Black))
	}
	fmt.Fprintf(&b, "evaluation %+.2f for %s, who is to move\n", pawns(score), pos.Side())
	s.out.write(b.String())
}

func pawns(score engine.Score) float64 { return float64(score) / 100 }

// flip exchanges the colours: the position is mirrored top to bottom, and the
// other side is to move. The moves that led to it are forgotten.
func (s *Session) flip(context.Context, []string) {
	pos := s.game.Position()
	flipped, err := s.rules.Position(mirror(pos.Setup()))
	if err != nil {
		s.info("flip: %s", err)
		return
	}
	s.game = chess.NewGame(flipped)
}

// mirror returns a setup with the colours exchanged. A Fibonacci turn, whose
// number tells the side, becomes the other turn of the same full move, all of
// its moves left.
func mirror(s chess.Setup) chess.Setup {
	m := s
	for sq, piece := range s.Board {
		m.Board[chess.Square(sq).Flip()] = chess.NewPiece(piece.Color().Opponent(), piece.Role())
	}
	m.Hands[chess.White], m.Hands[chess.Black] = s.Hands[chess.Black], s.Hands[chess.White]
	m.Side = s.Side.Opponent()
	m.Castling = s.Castling.Flip()
	if s.EnPassant.Valid() {
		m.EnPassant = s.EnPassant.Flip()
	}
	m.Turn, m.Left, m.Zeroing = 0, 0, false
	return m
}
