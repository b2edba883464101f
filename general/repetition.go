package general

import (
	"slices"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// Repetition: what it means that a position recurs, as in the format's program.
// Occurrences count since the last irreversible move. If one side alone has given
// check, or chased the same piece, with each of its moves since the first of them,
// it loses; if both have, it is a draw; otherwise the game has a value for it.

// A moment is one of the positions that led to the current one, itself included.
type moment struct {
	key   uint64
	by    move // that led to it, 0 for the first one
	since int  // the number of the first one that counts: after the last null move
}

// recurring reports whether a game has rules of its own for repetition: others are
// drawn when a position occurs for the third time.
func (d *Description) recurring() bool {
	return d.turns == nil && (d.nFoldRule != 3 || d.nFoldValue != Draw || d.perpetualCheckIllegal || d.chasingRule ||
		d.moveRepetitionIllegal || d.materialCounting != noMaterial)
}

// A past answers questions about the positions that led to the current one, by how
// many plies ago they were.
type past[S set] struct {
	moments []moment
	// board returns a position; it is called in ascending order, perhaps several
	// times for one. The board is left unchanged.
	board func(ago int) *board[S]
	known *[]bygone[S] // by the number of the moment, as far as they were asked for
}

// A bygone is what is known about one of them: whether the side to move was in
// check, which of its pieces the move before chases, and the halfmove clock.
type bygone[S set] struct {
	known  bool // the rest is set
	check  bool
	half   int32
	chased S
}

func (p *past[S]) at(ago int) *moment { return &p.moments[len(p.moments)-1-ago] }

// know returns what is known about a position, and works it out, and what is known of
// those after it, if need be.
func (p *past[S]) know(ago int) *bygone[S] {
	last := len(p.moments) - 1
	for len(*p.known) <= last {
		*p.known = append(*p.known, bygone[S]{})
	}
	for i := range ago + 1 {
		f := &(*p.known)[last-i]
		if f.known {
			continue
		}
		b := p.board(i)
		f.known, f.half = true, b.half
		f.check = b.inCheck(int(b.side)) || b.r.explosive && b.royalAttacked(int(b.side))
		if m := p.at(i).by; b.r.chasingRule && m != 0 {
			f.chased = p.board(i + 1).chasedBy(m)
		}
	}
	return &(*p.known)[last-ago]
}

// occurred reports whether the last position has occurred before, at most that many
// plies ago.
func occurred(moments []moment, most int) bool {
	last := len(moments) - 1
	for i := 4; i <= most; i += 2 {
		if moments[last-i].key == moments[last].key {
			return true
		}
	}
	return false
}

// reach returns how many plies ago at most the last of some positions could have
// occurred before.
func (b *board[S]) reach(moments []moment) int {
	last := len(moments) - 1
	most := last - moments[last].since
	if !b.r.capturesToHand {
		most = min(most, int(b.half))
	}
	return most
}

// repeated returns what it means for the side to move that the last position has
// occurred before; over is false if it means nothing. From root on, the number of a
// moment, a search looks ahead: there one recurrence counts as all that are needed,
// unless a side would lose by that.
func (b *board[S]) repeated(p *past[S], root int) (v Value, why rules.Reason, over bool) {
	r := b.r
	most := b.reach(p.moments)
	if r.nFoldRule == 0 {
		return Draw, 0, false
	}
	row := b.shuttling(p, most)
	if row.n == 0 && !occurred(p.moments, most) {
		return Draw, 0, false
	}
	last := len(p.moments) - 1
	theirs := r.perpetualCheckIllegal && p.know(0).check && p.know(2).check // checks, all of them
	ours := r.perpetualCheckIllegal && p.know(1).check && p.know(3).check
	var prey, preyed S // what they always chase of ours, and we of theirs
	if r.chasingRule {
		prey = intersect(takenBack(p.know(0).chased, p.at(1).by), p.know(2).chased)
		preyed = intersect(takenBack(p.know(1).chased, p.at(2).by), p.know(3).chased)
	}
	times := 1
	for i := 4; i <= most; i += 2 {
		if row.illegal(i, most) {
			return Win, rules.Recurrence, true
		}
		if i != last && r.chasingRule {
			prey = intersect(takenBack(prey, p.at(i-1).by), p.know(i).chased)
		}
		theirs = theirs && p.know(i).check
		if p.at(i).key == p.at(0).key {
			times++
			quiet := row.n == 0 && !theirs && !ours && isEmpty(&prey) && isEmpty(&preyed)
			if times >= r.nFoldRule || quiet && last-i >= root {
				v, why := r.repetitionValue([2]bool{ours, theirs}, [2]bool{!isEmpty(&preyed), !isEmpty(&prey)}, int(b.side))
				if v == Draw {
					v = b.materialVerdict()
				}
				return v, why, v != NoEnd
			}
		}
		if i+1 <= most {
			ours = ours && p.know(i+1).check
			if r.chasingRule {
				preyed = intersect(takenBack(preyed, p.at(i).by), p.know(i+1).chased)
			}
		}
	}
	return Draw, 0, false
}

// repetitionValue returns what a repetition means for the side to move, by which
// side has always given check, or chased: that side and the other.
func (r *ruleset[S]) repetitionValue(checks, chases [2]bool, us int) (Value, rules.Reason) {
	blame := func(by [2]bool) Value {
		switch {
		case by[0] && by[1]:
			return Draw
		case by[0]:
			return Loss
		}
		return Win
	}
	switch {
	case checks[0] || checks[1]:
		return blame(checks), rules.PerpetualCheck
	case chases[0] || chases[1]:
		return blame(chases), rules.PerpetualChase
	}
	why := rules.Recurrence
	if r.nFoldRule == 3 {
		why = rules.Repetition
	}
	return valueFor(r.nFoldValue, !r.nFoldValueAbsolute || us == 0), why
}

// takenBack returns where the pieces on some squares were before a move.
func takenBack[S set](squares S, m move) S {
	if m != 0 && m.what() != drop && has(&squares, m.to()) {
		remove(&squares, m.to())
		add(&squares, m.from())
	}
	return squares
}

// Repeated implements game.Repeater.
func (p *position[S]) Repeated(positions []game.Position, moves []game.Move) (o rules.Outcome, own bool) {
	b := p.b
	if !b.r.recurring() {
		return rules.Outcome{}, false
	}
	moments := make([]moment, len(positions))
	for i, other := range positions {
		moments[i].key = other.Key()
		if i > 0 {
			moments[i].by = move(moves[i-1])
		}
	}
	before := past[S]{moments, func(ago int) *board[S] {
		return positions[len(positions)-1-ago].(*position[S]).b.clone()
	}, new([]bygone[S])}
	if v, why, over := b.repeated(&before, len(moments)); over {
		o = rules.Outcome{Result: result(v, b.side), Reason: why}
	}
	return o, true
}

// Remember implements game.Rememberer.
func (w *walker[S]) Remember(positions []game.Position, moves []game.Move) {
	last := len(positions) - 1
	w.moments, w.earlier, w.known = w.moments[:0], w.earlier[:0], w.known[:0]
	for i, p := range positions {
		m := moment{key: p.Key()}
		if i > 0 {
			m.by = move(moves[i-1])
		}
		w.moments = append(w.moments, m)
		if i < last {
			w.earlier = append(w.earlier, p.(*position[S]).b)
		}
	}
	w.root = last
}

// Repeated implements game.Rememberer.
func (w *walker[S]) Repeated() (rules.Result, bool) {
	b := w.b
	if most := b.reach(w.moments); !occurred(w.moments, most) && (!b.r.moveRepetitionIllegal || most < 2*enough) {
		return rules.Draw, false
	}
	v, _, over := b.repeated(&past[S]{w.moments, w.boards(), &w.known}, w.root)
	return result(v, b.side), over
}

// boards returns a function that gives the boards of a past that ends at the
// walker's position: those since the walker was made are found by taking back
// moves.
func (w *walker[S]) boards() func(ago int) *board[S] {
	var back board[S] // made when first needed
	undone := -1
	return func(ago int) *board[S] {
		if at := len(w.moments) - 1 - ago; at < len(w.earlier) {
			return w.earlier[at].clone()
		}
		if undone < 0 {
			back, undone = *w.b, 0
			back.changes, back.states, back.moves, back.answers = slices.Clone(back.changes), slices.Clone(back.states), nil, nil
		}
		for ; undone < ago; undone++ {
			back.undo()
		}
		return &back
	}
}
