package general

import "slices"

// Foreseen moves: in most games with parts of our own, pins and checks show whether
// a quiet move is legal, as in any game, and also a capture that simply takes.
// Where capturers stay or captured pieces are put elsewhere, each capture is
// examined: what it leaves on the board is known without playing it.

// foresees reports whether the legal moves of the node can be found that way: not
// where pseudo-legal moves are wanted, nor where a FEN has given a side several
// royal kings.
func (g *generator[S]) foresees() bool {
	r := g.r
	if !r.foresee || g.pseudoLegal {
		return false
	}
	if r.royal < 0 {
		return true
	}
	kings := g.types[r.royal&63]
	return !several(intersect(kings, g.own)) && !several(intersect(kings, g.enemy))
}

// foreseenMoves finds the legal moves of a phase at a node for which foresees is true.
func (g *generator[S]) foreseenMoves() {
	r := g.r
	wanted := g.phase
	if r.takes {
		g.know()
		if wanted == everything && r.mustCapture {
			g.phase = captures
			if g.all(); g.n > 0 {
				return
			}
		}
		g.phase = wanted
		g.all()
		return
	}
	if wanted != drops {
		g.foreseenCaptures()
	}
	if wanted == captures || r.mustCapture && wanted == everything && g.n > 0 {
		return
	}
	g.know()
	g.mask = subtract(g.mask, g.enemy)
	g.phase, g.peaceful = wanted, true
	g.all()
}

// foreseenCaptures lists the legal captures of a game in which they do not simply
// take.
func (g *generator[S]) foreseenCaptures() {
	b, r := g.board, g.r
	start := len(b.moves)
	could := generator[S]{board: b, us: g.us, them: g.them, own: g.own, enemy: g.enemy, empty: g.empty,
		listing: true, pseudoLegal: true, phase: captures}
	could.know()
	could.all()
	raw := len(b.moves)
	king := -1
	var kings S
	if r.royal >= 0 {
		kings = b.types[r.royal&63]
		king = firstShared(&kings, &g.own)
	}
	found := b.moves[start:raw]
	for i, m := range found {
		if has(&kings, m.to()) {
			continue
		}
		if r.capturerStays && m.what() != enPassant {
			// A capture that would promote is the same shot as one that would not.
			same := func(o move) bool { return o.from() == m.from() && o.to() == m.to() && o.what() != enPassant }
			if slices.ContainsFunc(found[:i], same) {
				continue
			}
			m = newMove(normal, m.from(), m.to())
		}
		g.foreseenCapture(m, king)
	}
	b.moves = append(b.moves[:start], b.moves[raw:]...)
}

// foreseenCapture lists a capture for each place where the captured piece may go, if
// it leaves the king safe.
func (g *generator[S]) foreseenCapture(m move, king int) {
	r := g.r
	at := m.to()
	if m.what() == enPassant {
		at = g.passed(at)
	}
	occ, enemy := g.occ, g.enemy
	remove(&occ, at)
	remove(&enemy, at)
	if !r.capturerStays {
		remove(&occ, m.from())
		add(&occ, m.to())
		if king == m.from() {
			king = m.to()
		}
	}
	unsafe := func(occ *S) bool {
		return king >= 0 && (g.attacked(king, g.them, occ, &enemy) || g.faces(king, g.them, occ, &enemy))
	}
	if !r.capturedRelocated {
		if !unsafe(&occ) {
			g.add(m)
		}
		return
	}
	to := g.elsewhere(m)
	if r.hopping && king >= 0 {
		for !isEmpty(&to) {
			if put := m.wall(next(&to)); g.leavesSafe(put) {
				g.add(put)
			}
		}
		return
	}
	if king >= 0 {
		to = subtract(to, g.checkedFrom(king, r.typeAt(g.at[at&255]), &occ))
	}
	exposed := unsafe(&occ)
	for !isEmpty(&to) {
		sq := next(&to)
		if exposed { // unless what is put there blocks the attack
			behind := occ
			if add(&behind, sq); unsafe(&behind) {
				continue
			}
		}
		g.add(m.wall(sq))
	}
}

// checkedFrom returns the squares from which an enemy of a type that does not hop
// would attack a square.
func (g *generator[S]) checkedFrom(sq int, t uint8, occ *S) (from S) {
	groups := g.r.groups[g.them&1]
	for i := range groups {
		if p := &groups[i]; slices.Contains(p.types, t) && (!p.bounds || has(&p.region, sq)) {
			from = union(from, p.attackers(sq, occ, &g.r.g.all))
		}
	}
	return from
}
