package cubic

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// SAN writes a move as in flat chess: the piece's letter, its cell if another piece of its
// kind could move to the same cell, "x" for a capture, the destination, and "+" or "#".
func (p *gamePosition) SAN(move game.Move) string {
	m := Move(move)
	var b strings.Builder
	b.WriteByte(m.Role().Letter())
	rivals := func(o Move) bool { return o != m && o.Role() == m.Role() && o.To() == m.To() }
	if slices.ContainsFunc(p.pos.Moves(nil), rivals) {
		b.WriteString(m.From().String())
	}
	if m.Captured() != rules.NoRole {
		b.WriteByte('x')
	}
	b.WriteString(m.To().String())
	next := p.pos.Play(m)
	switch {
	case next.InCheck() && next.CountMoves() == 0:
		b.WriteByte('#')
	case next.InCheck():
		b.WriteByte('+')
	}
	return b.String()
}

func (p *gamePosition) ParseMove(text string) (game.Move, error) {
	m, err := p.pos.ParseMove(text)
	return game.Move(m), err
}

// ParseSAN reads what SAN writes; the origin may be given without need, and "x", "+"
// and "#" may be missing.
func (p *gamePosition) ParseSAN(text string) (game.Move, error) {
	plain := strings.ReplaceAll(strings.TrimRight(text, "+#!?"), "x", "")
	if plain == "" || !strings.ContainsRune("KQRBN", rune(plain[0])) {
		return game.NoMove, errors.New(cutText(text) + ": expected K, Q, R, B or N and a cell, such as Nc2II")
	}
	var found []Move
	for _, m := range p.pos.Moves(nil) {
		letter := string(rune(m.Role().Letter()))
		if plain == letter+m.To().String() || plain == letter+m.From().String()+m.To().String() {
			found = append(found, m)
		}
	}
	switch len(found) {
	case 1:
		return game.Move(found[0]), nil
	case 0:
		return game.NoMove, fmt.Errorf("%s is not a legal move", cutText(text))
	}
	return game.NoMove, fmt.Errorf("%s could be %s or %s", cutText(text), p.SAN(game.Move(found[0])), p.SAN(game.Move(found[1])))
}

// cutText shortens a text for an error.
func cutText(text string) string { return fmt.Sprintf("%.20q", text) }
