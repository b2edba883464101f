package solve

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
)

// beam looks for a turn that wins, keeping the width most promising positions at each level. In
// each it tries the lines of a book. If it finds no such turn, whole says that it has left
// nothing out.
func (w *walker) beam(pos *chess.Position, k *book, width int) (line []chess.Move, whole bool) {
	us := pos.Side()
	w.begin(pos)
	whole = true
	mates := onlyMates(pos.Rules())
	for n := 0; len(w.levels[n]) > 0; n++ {
		next := w.level(n + 1)
		w.leads = w.leads[:0]
		w.seen.clear(16 * len(w.levels[n]))
		for i := range w.levels[n] {
			from := &w.levels[n][i].pos
			if n > 0 {
				if l := k.find(from); l != nil {
					return append(w.path(n, int32(i), chess.NoMove), l.moves...), true
				}
			}
			w.moves = from.Moves(w.moves[:0])
			checks := from.SplitChecks(w.moves)
			tries := w.moves
			if mates {
				tries = w.moves[:checks]
			}
			for _, m := range tries {
				if last := from.Play(m); won(&last, us) {
					return w.path(n, int32(i), m), true
				}
			}
			if movesLeft(from) == 1 {
				continue
			}
			for _, m := range w.moves[checks:] {
				last := from.Play(m)
				if last.Side() == us && !last.Decided().Over() && w.seen.add(keyOf(&last)) {
					w.leads = append(w.leads, lead{int32(i), promise(&last), m})
				}
			}
		}
		if len(w.leads) > width {
			whole = false
			w.leads = best(w.leads, width)
		}
		for _, l := range w.leads { // played again, which is cheaper than keeping all
			*next.add() = node{pos: w.levels[n][l.parent].pos.Play(l.move), parent: l.parent, move: l.move}
		}
	}
	return nil, whole
}

// promise estimates how close a position is to a mate by the side to move, which has further
// moves to make.
func promise(p *chess.Position) int32 {
	us := uint(p.Side()) & 1
	b := menOf(p)
	own, enemies := b.colors[us], b.colors[us^1]
	king := b.kings & enemies
	if king == 0 {
		return 0
	}
	k, all := king.First(), own|enemies
	score := int32(0)
	for ring := bitboard.King(k); ring != 0; ring = ring.Next() {
		to := ring.First()
		n := b.attackers(to, us, all&^king).Count()
		switch {
		case enemies.Has(to):
			score += int32(min(n, 1)) * 3
		case n == 0:
			score -= 12
		default:
			score += int32(min(n, 2)) * 4
		}
	}
	for set := own &^ b.pawns &^ b.kings; set != 0; set = set.Next() {
		s := set.First()
		d := max(abs(s.File()-k.File()), abs(s.Rank()-k.Rank()))
		worth := int32(2)
		switch one := s.Bitboard(); {
		case b.diagonals&b.straights&one != 0:
			worth = 5
		case b.straights&one != 0:
			worth = 2
		}
		score += worth * int32(7-d)
	}
	score -= 3*int32((enemies&b.knights).Count()) + 3*int32((enemies&b.diagonals).Count()) + 3*int32((enemies&b.straights).Count()) + int32((enemies & b.pawns).Count())
	return score
}

func abs(x int) int { return max(x, -x) }

// A lead is a move to a position of the next level, with its promise.
type lead struct {
	parent, score int32
	move          chess.Move
}

// best returns the width leads with the greatest scores, in their original order.
func best(leads []lead, width int) []lead {
	var counts [1024]int
	place := func(l *lead) int { return int(min(max(l.score+512, 0), 1023)) }
	for i := range leads {
		counts[place(&leads[i])]++
	}
	least, room := 1023, width
	for ; counts[least] <= room; least-- {
		room -= counts[least]
	}
	kept := leads[:0]
	for _, l := range leads {
		at := place(&l)
		if at == least && room > 0 {
			room--
			kept = append(kept, l)
		}
		if at > least {
			kept = append(kept, l)
		}
	}
	return kept
}
