package fast

import (
	"errors"
	"strings"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/rules"
)

// This file says why the fast machine refuses a move.

func (p *position) Refusal(from, to game.Square, drop string) *screen.Refusal {
	for _, m := range p.pos.Moves(nil) {
		if p.begins(m, from, to, drop) {
			return nil
		}
	}
	for _, m := range p.pos.Exposed(nil) {
		if p.begins(m, from, to, drop) {
			return p.exposure(m)
		}
	}
	return &screen.Refusal{Reason: p.whyNot(from, to, drop)}
}

func (p *position) Exposure(m game.Move) *screen.Refusal { return p.exposure(chess.Move(m)) }

// begins reports whether a move takes the piece on one square to another, or drops
// the piece with a letter.
func (p *position) begins(m chess.Move, from, to game.Square, drop string) bool {
	if m.IsDrop() {
		return squareOf(m.To()) == to && roleOf(drop) == m.Role()
	}
	return drop == "" && squareOf(m.From()) == from &&
		(squareOf(p.destination(m)) == to || m.IsCastling() && squareOf(m.To()) == to)
}

// exposure is the refusal of a move that leaves the mover's king attacked.
func (p *position) exposure(m chess.Move) *screen.Refusal {
	set := p.pos.ExposedTo(m)
	next := p.pos.Play(m)
	names := []string{}
	for _, sq := range squares(set) {
		at, _ := p.square(sq)
		names = append(names, next.RoleAt(at).String()+" on "+at.String())
	}
	return &screen.Refusal{
		Reason:    "it would leave the king attacked by the " + enumerate(names, "the "),
		Exposes:   true,
		Attackers: squares(set),
	}
}

// whyNot says why no piece moves that way, king safety aside.
func (p *position) whyNot(from, to game.Square, drop string) string {
	_, onBoard := p.square(from)
	if _, ok := p.square(to); !ok || !onBoard {
		return "the board has no such square"
	}
	text := from.String() + to.String()
	if drop != "" {
		text = strings.ToUpper(drop) + "@" + to.String()
	}
	_, err := p.pos.ParseMove(text)
	var why *rules.MoveError
	if !errors.As(err, &why) {
		return "it needs another choice" // unreachable: no move begins this way
	}
	return why.Reason
}

// enumerate joins names, with an article before all but the first: "a, the b and the c".
func enumerate(names []string, article string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", "+article) + " and " + article + names[last]
}
