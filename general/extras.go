package general

import "slices"

// withExtras emits a move once for each thing that may come in with it: a piece
// through a gate, or a wall.
func (g *generator[S]) withExtras(m move) {
	r := g.r
	if r.wallingRule != noWalls && !(r.wallOrMove && m.from() != m.to()) {
		for x := g.wallSquares(m); !isEmpty(&x); {
			g.add(m.wall(next(&x)))
		}
		return
	}
	g.add(m)
	if !r.seirawanGating || m.what() == drop || m.what() == passing { // a pass leaves no square
		return
	}
	g.gate(m, m.from())
	if m.what() == castling {
		g.gate(m, m.to())
	}
}

func (g *generator[S]) add(m move) {
	g.n++
	if g.listing {
		g.moves = append(g.moves, m)
	}
}

// gate emits a move with each piece that may come in on a square.
func (g *generator[S]) gate(m move, sq int) {
	if !has(&g.gates[g.us&1], sq) {
		return
	}
	if m.what() == castling {
		wing := 0
		if m.to() < m.from() {
			wing = 1
		}
		if king, rook := g.r.arrivals(g.us, wing); sq == king || sq == rook {
			return
		}
	}
	for t := range g.r.types {
		if !g.canDrop(g.us, uint8(t)) {
			continue
		}
		if to := g.dropSquares(g.us, uint8(t)); has(&to, sq) {
			g.add(m.gating(uint8(t), sq))
		}
	}
}

// wallSquares returns where a move may put a wall.
func (g *generator[S]) wallSquares(m move) S {
	r := g.r
	occ := g.occ
	remove(&occ, m.from())
	free := subtract(r.g.all, g.walls)
	to := m.to()
	x := subtract(free, occ)
	remove(&x, to)
	switch m.what() {
	case castling:
		wing := 0
		if m.to() < m.from() {
			wing = 1
		}
		king, rook := r.arrivals(g.us, wing)
		add(&x, to)
		remove(&x, king)
		remove(&x, rook)
	case enPassant:
		add(&x, g.passed(to))
	}
	x = intersect(x, r.wall[g.us&1])
	switch r.wallingRule {
	case arrowWall:
		t := g.r.kinds[(g.at[m.from()&255]-1)>>1].typ
		x = intersect(x, r.of[g.us&1][t].quiet.from(to, &occ))
	case pastWall:
		x = intersect(x, only[S](m.from()))
	case edgeWall:
		edge := union(union(r.files[0], r.files[r.g.files-1]), union(r.ranks[0], r.ranks[r.g.ranks-1]))
		x = intersect(x, union(edge, r.around(g.walls, false)))
	}
	return x
}

// oddMoves finds passes and other moves of a few games.
func (g *generator[S]) oddMoves() {
	r := g.r
	if r.mayPass(g.us) && !isEmpty(&g.own) {
		g.emitPass()
	}
	if r.wallOrMove && !isEmpty(&g.own) && !g.checked() { // a wall does not parry a check
		g.withExtras(newMove(passing, first(g.own), first(g.own)))
	}
	if r.sittuyinPromotion {
		g.sittuyinPromotions()
	}
	if r.cambodianMoves {
		g.firstLeaps()
	}
}

// mayPass reports whether a side may pass although it can move.
func (r *ruleset[S]) mayPass(c int) bool { return r.pass[c&1] && !r.passOnStalemate[c&1] }

// checked reports whether the royal king of the side to move is attacked.
func (g *generator[S]) checked() bool {
	return g.king >= 0 && (g.checks > 0 || g.tryAll && !g.safe(g.us, g.king, g.king, -1, g.king))
}

// emitPass emits the pass: with the king, or with the first piece.
func (g *generator[S]) emitPass() {
	sq := g.king
	if sq < 0 {
		sq = first(g.own)
		if kings := intersect(g.own, g.types[g.r.royal&63]); g.r.royal >= 0 && !isEmpty(&kings) {
			sq = first(kings)
		}
	} else if g.faced&1 == 0 && g.checked() {
		return // but kings that face each other may always be left like that
	}
	g.one(newMove(passing, sq, sq))
}

// sittuyinPromotions finds promotions in place, or with a step to an empty square,
// of pawns on the marked squares or of the last pawn; the promoted piece attacks
// nothing.
func (g *generator[S]) sittuyinPromotions() {
	r := g.r
	if r.pawn < 0 {
		return
	}
	pawns := intersect(g.types[r.pawn&63], g.own)
	if several(pawns) {
		pawns = intersect(pawns, r.zone[g.us&1])
	}
	for !isEmpty(&pawns) {
		from := next(&pawns)
		for _, p := range r.promotions[g.us&1] {
			if !g.allows(p) {
				continue
			}
			m := &r.of[g.us&1][p]
			to := intersect(m.capture.from(from, &g.occ), g.empty)
			add(&to, from)
			without := g.occ
			remove(&without, from)
			for x := to; !isEmpty(&x); {
				sq := next(&x)
				hits := m.capture.from(sq, &without)
				if meets(&hits, &g.enemy) {
					remove(&to, sq)
				}
			}
			g.legalOnes(from, &to)
			g.each(promotion, from, to, r.born[g.us&1][p])
		}
	}
}

// firstLeaps finds the leaps that a king and a met that have not moved may make.
func (g *generator[S]) firstLeaps() {
	r := g.r
	up := r.g.files
	if g.us == 1 {
		up = -up
	}
	if k := g.king; k >= 0 && g.checks == 0 && has(&g.gates[g.us&1], k) {
		steps := r.of[g.us&1][r.royal].quiet.from(k, &g.occ)
		for _, side := range []int{-2, 2} {
			file := r.g.file(k) + side
			if sq := k + up + side; file >= 0 && file < r.g.files && sq >= 0 && sq < r.n &&
				has(&g.empty, sq) && !has(&steps, sq) && g.safe(g.us, k, sq, -1, k) {
				g.one(newMove(leaping, k, sq))
			}
		}
	}
	t := r.typeOf[fers]
	if t == 255 {
		return
	}
	for x := intersect(intersect(g.types[t&63], g.own), g.gates[g.us&1]); !isEmpty(&x); {
		from := next(&x)
		if sq := from + 2*up; sq >= 0 && sq < r.n && has(&g.empty, sq) {
			to := only[S](sq)
			g.legalOnes(from, &to)
			g.each(leaping, from, to, 0)
		}
	}
}

// filter keeps those of the moves from start on that are legal by the rules that
// masks cannot express.
func (g *generator[S]) filter(start int) {
	if !g.listing || g.r.judged {
		return
	}
	kept := slices.DeleteFunc(g.moves[start:], func(m move) bool { return !g.allowed(m) })
	g.n -= len(g.moves) - start - len(kept)
	g.moves = g.moves[:start+len(kept)]
}

// allowed judges a move by the rules that filter is for.
func (g *generator[S]) allowed(m move) bool {
	r := g.r
	if r.checkless(m) && g.givesCheck(m) {
		return false
	}
	if g.isCapture(m) && r.mutuallyImmuneTypes != 0 {
		if t := r.typeAt(g.at[m.from()&255]); r.mutuallyImmuneTypes.has(r.types[t]) && t == r.typeAt(g.at[m.to()&255]) {
			return false
		}
	}
	if r.hopping && r.royal >= 0 && r.wallingRule != noWalls && !g.pseudoLegal && g.exposes(m) {
		return false // hoppers could hop over the wall
	}
	return len(r.pseudo) == 0 || g.pseudoLegal || g.pseudoSafe(m)
}

// checkless reports whether a move of this sort may not give check.
func (r *ruleset[S]) checkless(m move) bool {
	return !r.checking || r.sittuyinPromotion && m.what() == promotion || !r.dropChecks && m.what() == drop
}

func (r *ruleset[S]) typeAt(code uint8) uint8 {
	if code == 0 || code == wallCode {
		return 255
	}
	return r.kinds[(code-1)>>1].typ
}

// isCapture reports whether a move captures something.
func (b *board[S]) isCapture(m move) bool {
	switch m.what() {
	case enPassant:
		return true
	case castling, drop, passing, vanishing:
		return false
	}
	return m.from() != m.to() && has(&b.colors[(b.side^1)&1], m.to())
}

// givesCheck reports whether a move attacks the other side's royal king.
func (b *board[S]) givesCheck(m move) bool {
	us := int(b.side)
	b.do(m)
	check := b.inCheck(us ^ 1)
	b.undo()
	return check
}

// inCheck reports whether a side's royal king is attacked.
func (b *board[S]) inCheck(c int) bool {
	if b.r.royal < 0 {
		return false
	}
	k := firstShared(&b.types[b.r.royal&63], &b.colors[c&1])
	return k >= 0 && b.attacked(k, c^1, &b.occ, &b.colors[(c^1)&1])
}
