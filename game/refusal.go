package game

import (
	"errors"
	"strings"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/rules"
)

// This file says why the fast machine refuses a move.

func (p *fastPosition) Refusal(from, to Square, drop string) *Refusal {
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
	return &Refusal{Reason: p.whyNot(from, to, drop)}
}

func (p *fastPosition) Exposure(m Move) *Refusal { return p.exposure(chess.Move(m)) }

// begins reports whether a move is of the piece on one square to another, or
// the drop of a letter.
func (p *fastPosition) begins(m chess.Move, from, to Square, drop string) bool {
	if m.IsDrop() {
		return door(m.To()) == to && roleOf(drop) == m.Role()
	}
	return drop == "" && door(m.From()) == from &&
		(door(p.destination(m)) == to || m.IsCastling() && door(m.To()) == to)
}

// exposure is the refusal of a move that leaves the mover's king attacked.
func (p *fastPosition) exposure(m chess.Move) *Refusal {
	set := p.pos.ExposedTo(m)
	next := p.pos.Play(m)
	names := []string{}
	for _, sq := range doorSquares(set) {
		at, _ := p.square(sq)
		names = append(names, next.RoleAt(at).String()+" on "+at.String())
	}
	return &Refusal{
		Reason:    "it would leave the king attacked by the " + enumerate(names),
		Exposes:   true,
		Attackers: doorSquares(set),
	}
}

// whyNot says why no piece moves so, whatever its king's safety.
func (p *fastPosition) whyNot(from, to Square, drop string) string {
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
		return "it needs another choice" // which no move begins with: unreachable
	}
	return why.Reason
}

// enumerate joins names: "a, the b and the c".
func enumerate(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", the ") + " and the " + names[last]
}
