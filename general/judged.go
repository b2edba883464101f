package general

// Judged games: where capturers stay, captured pieces are put elsewhere, there are
// holes, kings may explode, or turns have several moves, every pseudo-legal move is
// turned into what the rules make of it and played, and the result is examined.
// foreseen.go avoids this where it can.

// judgedMoves finds the legal moves of a phase in such a game.
func (g *generator[S]) judgedMoves() {
	b, listing := g.board, g.listing
	g.king, g.mask = -1, complement(g.mask)
	start := len(b.moves)
	g.listing = true
	wanted := g.phase
	if wanted == captures {
		g.phase = everything // a move may be no capture after all
	}
	pseudoLegal := g.pseudoLegal
	g.pseudoLegal, g.king = true, -1
	g.all()
	g.pseudoLegal = pseudoLegal
	if wanted == everything {
		g.judgedCastlings()
	}
	raw := len(b.moves)
	for i := start; i < raw; i++ {
		g.vary(b.moves[i], raw)
	}
	kept, taking := start, 0
	for _, m := range b.moves[raw:] {
		if !g.pseudoLegal && !b.leavesSafe(m) {
			continue
		}
		capture := b.isCapture(m)
		if capture {
			taking++
		}
		if wanted != captures || capture {
			b.moves[kept] = m
			kept++
		}
	}
	if b.r.mustCapture && taking > 0 && wanted == everything && !g.pseudoLegal {
		all := kept
		kept = start
		for _, m := range b.moves[start:all] {
			if b.isCapture(m) {
				b.moves[kept] = m
				kept++
			}
		}
	}
	g.n = kept - start
	if !listing {
		kept = start
	}
	b.moves = b.moves[:kept]
	g.listing = listing
}

// judgedCastlings appends the castling moves whose path is open and safe.
func (g *generator[S]) judgedCastlings() {
	b := g.board
	if b.royalAttacked(g.us) {
		return
	}
	if b.r.royal >= 0 {
		g.king = firstShared(&b.types[b.r.royal&63], &g.own)
	}
	for wing := range 2 {
		rook := int(b.rook[g.us&1][wing])
		if rook < 0 || !g.mayCastle(wing) {
			continue
		}
		m := newMove(castling, int(b.state.king[g.us&1]), rook)
		a := aftermath[S]{occ: g.occ, ours: g.pseudoRoyals(g.us), theirs: g.pseudoRoyals(g.them)}
		remove(&a.occ, m.from())
		if g.castlingSafe(m, &a) {
			g.one(m)
		}
	}
	g.king = -1
}

// vary appends what the rules make of a move; known is where the moves made from
// others begin.
func (g *generator[S]) vary(m move, known int) {
	b, r := g.board, g.r
	from, to := m.from(), m.to()
	switch m.what() {
	case drop:
		if !has(&r.holeSet, to) {
			b.moves = append(b.moves, m)
		}
		return
	case castling, passing:
		b.moves = append(b.moves, m)
		return
	}
	if r.royal >= 0 && has(&g.enemy, to) && has(&b.types[r.royal&63], to) {
		return
	}
	if !isEmpty(&r.holeSet) && from != to && !g.freely(m) {
		if theirs := b.pseudoRoyals(g.them); has(&theirs, to) {
			return
		}
		g.addOnce(newMove(vanishing, from, to), known)
		return
	}
	if !b.isCapture(m) {
		b.moves = append(b.moves, m)
		return
	}
	if r.capturerStays && m.what() != enPassant {
		m = newMove(normal, from, to)
	}
	if !r.capturedRelocated {
		g.addOnce(m, known)
		return
	}
	for x := g.elsewhere(m); !isEmpty(&x); {
		g.addOnce(m.wall(next(&x)), known)
	}
}

// addOnce appends a move, unless another has already been turned into the same.
func (g *generator[S]) addOnce(m move, known int) {
	for _, other := range g.board.moves[known:] {
		if other == m {
			return
		}
	}
	g.board.moves = append(g.board.moves, m)
}

// elsewhere returns where the piece that a move captures may be put: where it could go,
// or be dropped.
func (g *generator[S]) elsewhere(m move) S {
	b, r := g.board, g.r
	at := m.to()
	if m.what() == enPassant {
		at = b.passed(at)
	}
	occ := b.occ
	add(&occ, at) // it may not stay
	if !r.capturerStays {
		remove(&occ, m.from())
		add(&occ, m.to())
	}
	t := r.typeAt(b.at[at&255])
	may := &r.of[g.them&1][t]
	free := subtract(subtract(may.region, occ), r.holeSet)
	if r.immobilityIllegal {
		free = g.mobile(may, free)
	}
	if int(t) == r.pawn {
		free = subtract(free, union(r.ranks[0], r.ranks[r.g.ranks-1]))
	}
	return free
}

// facesKing reports whether a side's last move has left its king facing the other
// along an open line, in a game that forbids it.
func (b *board[S]) facesKing(us int) bool {
	if b.r.bikjangRule && !b.r.flyingGeneral {
		return b.faced&3 == 3 && b.passes == 0
	}
	if b.r.facing == nil {
		return false
	}
	king := intersect(b.types[b.r.royal&63], b.colors[us&1])
	stops := union(b.occ, b.r.holeSet)
	return !isEmpty(&king) && b.faces(first(king), us^1, &stops, &b.colors[(us^1)&1])
}

// exposes plays a move and reports whether it leaves a royal piece of the mover
// attacked.
func (b *board[S]) exposes(m move) bool {
	us := int(b.side)
	b.do(m)
	exposed := b.royalAttacked(us) || b.facesKing(us)
	b.undo()
	return exposed
}

// leavesSafe plays a move and reports whether it was legal: the mover's royal
// pieces are still there, unless a hole has swallowed them, and are safe, unless
// the enemy's have exploded.
func (b *board[S]) leavesSafe(m move) bool {
	if m.what() == passing && b.faced&1 != 0 {
		return true
	}
	us := int(b.side)
	ours, theirs := b.royals(us), b.royals(us^1)
	checkless := b.r.checkless(m) || b.r.checkInTurn == checkLast && b.left > 1
	b.do(m)
	now, others := union(b.royals(us), b.candidates(us)), b.royals(us^1) // with one more, none may be royal
	legal := isEmpty(&ours) || !isEmpty(&now) || m.what() == vanishing
	if legal && (isEmpty(&theirs) || !isEmpty(&others)) {
		legal = !b.royalAttacked(us) && !(checkless && b.royalAttacked(us^1)) && !b.facesKing(us)
	}
	b.undo()
	return legal
}
