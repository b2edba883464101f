package cubic

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/rules"
)

// A Verdict says what state the side to move is in, and why.
type Verdict struct {
	Side      rules.Color
	Check     bool
	Checkmate bool
	Stalemate bool
	Checkers  []Cell
	Legal     []Move
	// Refused lists moves that are not legal: if the king is in check or there is no legal move,
	// the king's steps, and those moves of other pieces that an attack on the king forbids.
	Refused []Refusal
	// Open lists the cells to which another piece could go to stop the check: the checker's
	// cell first, then those between. It is empty without check and in double check.
	Open []Cell

	position Position
}

// A Refusal is a move that is not legal, either because an own piece is on its
// destination or because the king would then be attacked.
type Refusal struct {
	Role      rules.Role // of the piece that would move
	From, To  Cell
	Occupant  rules.Role // of the own piece on To, NoRole if there is none
	Attackers []Cell     // of the king after the move
}

// Verdict judges the position and gives reasons.
func (p Position) Verdict() Verdict {
	v := Verdict{Side: p.Side(), Checkers: p.Checkers(), Legal: p.Moves(nil), position: p}
	v.Check = len(v.Checkers) > 0
	v.Checkmate = v.Check && len(v.Legal) == 0
	v.Stalemate = !v.Check && len(v.Legal) == 0
	king, ok := p.King(v.Side)
	if !ok || !v.Check && !v.Stalemate {
		return v
	}
	if len(v.Checkers) == 1 {
		v.Open = between(v.Checkers[0], king)
	}
	v.Refused = p.refusedSteps(king)
	setup := p.Setup()
	for i, piece := range setup.Cells {
		if piece.Role() != rules.King && piece != rules.NoPiece && piece.Color() == v.Side {
			v.Refused = append(v.Refused, p.refusedMoves(setup.cell(i), v.Open, v.Check)...)
		}
	}
	return v
}

// between returns the cells from a (included) to b (excluded), or just a if no line joins them.
func between(a, b Cell) []Cell {
	cells := []Cell{a}
	d := directionOf(a, b)
	if d == noDirection {
		return cells
	}
	for c, _ := directions[d].from(a, MaxSize); c != b; c, _ = directions[d].from(c, MaxSize) {
		cells = append(cells, c)
	}
	return cells
}

// refusedSteps returns the king's steps that are not legal.
func (p Position) refusedSteps(king Cell) (refused []Refusal) {
	side := p.Side()
	for _, s := range directions {
		to, ok := s.from(king, p.Size())
		if !ok {
			continue
		}
		r := Refusal{Role: rules.King, From: king, To: to}
		if occupant := p.At(to); occupant != rules.NoPiece && occupant.Color() == side {
			r.Occupant = occupant.Role()
		} else {
			r.Attackers = p.Play(newMove(rules.King, king, to)).checkers(side)
		}
		if r.Occupant != rules.NoRole || len(r.Attackers) > 0 {
			refused = append(refused, r)
		}
	}
	slices.SortFunc(refused, func(a, b Refusal) int { return int(a.To) - int(b.To) })
	return refused
}

// refusedMoves returns the moves of another piece that the king's safety forbids; in
// check only those that would otherwise have stopped it.
func (p Position) refusedMoves(from Cell, open []Cell, check bool) (refused []Refusal) {
	for _, m := range p.Reach(from, nil) {
		if check && !slices.Contains(open, m.To()) {
			continue
		}
		if attackers := p.Play(m).checkers(p.Side()); len(attackers) > 0 {
			refused = append(refused, Refusal{Role: m.Role(), From: from, To: m.To(), Attackers: attackers})
		}
	}
	return refused
}

// Reasons returns the verdict's reasons in words, one per line.
func (v Verdict) Reasons() []string {
	p := v.position
	name := [2]string{"White", "Black"}[v.Side]
	king, hasKing := p.King(v.Side)
	var lines []string
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	switch {
	case v.Check:
		say("%s's king on %s is in check from the %s", name, king, p.describe(v.Checkers))
	case hasKing:
		say("%s's king on %s is not in check", name, king)
	default:
		say("%s has no king, so it cannot be in check", name)
	}
	switch {
	case len(v.Legal) == 0:
		say("%s has no legal move", name)
	case v.Check:
		say("%s can get out of check: %s", name, v.list(v.Legal))
	default:
		say("%s has %s", name, plural(len(v.Legal), "legal move"))
	}
	for _, r := range v.Refused {
		lines = append(lines, p.refusal(r))
	}
	return append(lines, v.others()...)
}

// others says what the pieces other than the king can do against a check.
func (v Verdict) others() []string {
	helped := slices.ContainsFunc(v.Legal, func(m Move) bool { return m.Role() != rules.King }) ||
		slices.ContainsFunc(v.Refused, func(r Refusal) bool { return r.Role != rules.King })
	p := v.position
	switch {
	case len(v.Checkers) > 1:
		return []string{"double check: only a king move could help"}
	case !v.Check || helped:
		return nil
	case len(v.Open) == 1:
		return []string{fmt.Sprintf("no other piece can capture the %s or block the check", p.describe(v.Checkers))}
	}
	names := make([]string, len(v.Open)-1)
	for i, c := range v.Open[1:] {
		names[i] = c.String()
	}
	return []string{fmt.Sprintf("no other piece can capture the %s or block the check on %s",
		p.describe(v.Checkers), strings.Join(names, " or "))}
}

// refusal says why one move is not legal.
func (p Position) refusal(r Refusal) string {
	if r.Occupant != rules.NoRole {
		return fmt.Sprintf("%s %s: its own %s is there", r.Role, r.To, r.Occupant)
	}
	does := "to"
	if p.At(r.To) != rules.NoPiece {
		does = "takes"
	}
	if r.Role == rules.King {
		return fmt.Sprintf("king %s %s: attacked by the %s", does, r.To, p.describe(r.Attackers))
	}
	return fmt.Sprintf("%s %s %s %s: pinned by the %s", r.Role, r.From, does, r.To, p.describe(r.Attackers))
}

// list writes moves: "king b1I to a1I, rook c1I takes c3I".
func (v Verdict) list(moves []Move) string {
	names := make([]string, len(moves))
	for i, m := range moves {
		does := "to"
		if m.Captured() != rules.NoRole {
			does = "takes"
		}
		names[i] = fmt.Sprintf("%s %s %s %s", m.Role(), m.From(), does, m.To())
	}
	return strings.Join(names, ", ")
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
