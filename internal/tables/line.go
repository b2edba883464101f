package tables

import (
	"fmt"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// Line plays best play from the position in which a side takes longest to win, and returns its
// first moves, at most plies of them. It is an error if the game does not end as the value of
// the position says, or not after that many plies.
func (g *Generator) Line(m Material, winner rules.Color, plies int) (string, error) {
	s := g.Stats(m)
	value := s.Longest[winner]
	pos, err := g.game.rules.ParsePosition(s.Example[winner])
	if err != nil {
		return "", err
	}
	var words []string
	first := int(pos.Side())
	for ply := range value.Plies {
		move, ok := g.best(pos)
		if !ok {
			return "", fmt.Errorf("%s: no table has a move for %s", m, pos.FEN())
		}
		if ply < plies {
			word := pos.SAN(move)
			switch number := (ply+first)/2 + 1; {
			case pos.Side() == rules.White:
				word = fmt.Sprintf("%d.%s", number, word)
			case ply == 0:
				word = "1…" + word
			}
			words = append(words, word)
		}
		if pos, err = g.unclocked(pos.Play(move)); err != nil {
			return "", err
		}
	}
	if o := pos.Outcome(); o.Result != rules.WinFor(winner) {
		return "", fmt.Errorf("%s: after the %d plies of its longest win, in %s, the game is not won", m, value.Plies, pos.FEN())
	}
	if value.Plies > plies {
		words = append(words, "…")
	}
	return strings.Join(words, " "), nil
}

// best returns the best move in a position by the tables.
func (g *Generator) best(pos game.Position) (best game.Move, ok bool) {
	var value Value
	for _, m := range pos.Moves() {
		if v, known := g.store.Probe(pos.Play(m)); known && (!ok || v.Before().Compare(value) > 0) {
			best, value, ok = m, v.Before(), true
		}
	}
	return best, ok
}

// unclocked returns a position as if the last move had made progress: the tables know no limits
// on moves without it. Where a pawn can be taken en passant it has.
func (g *Generator) unclocked(pos game.Position) (game.Position, error) {
	if g.game.book.passing(pos) {
		return pos, nil
	}
	return g.game.rules.ParsePosition(strings.Join(strings.Fields(pos.FEN())[:2], " ") + " - - 0 1")
}
