package general

// do plays a legal move; undo takes it back.
func (b *board[S]) do(m move) {
	r := b.r
	b.states = append(b.states, undo[S]{b.state, len(b.changes)})
	us, them := int(b.side), int(b.side^1)
	to := m.to()
	b.half++
	if b.limit > 0 {
		b.counted++
	}
	b.castled, b.dropped = 0, false
	b.clearEnPassant()
	captured, moved := uint8(0), b.moved(m)
	switch m.what() {
	case passing:
		b.passes++
	case drop:
		b.passes = 0
		b.doDrop(m, us)
	case castling:
		b.passes = 0
		b.doCastle(m, us)
	case vanishing:
		b.loseRights(m.from())
		b.set(m.from(), 0)
		b.half = 0
	default:
		b.passes = 0
		captured = b.doStep(m, us)
	}
	if r.flipEnclosedPieces != noEnclosing && m.what() != passing {
		b.flip(m, us)
	}
	if r.gating {
		b.doGates(m, us)
	}
	if captured != 0 && (r.blastOnCapture || r.petrifyOnCaptureTypes != 0) {
		b.blast(to, moved)
	}
	if r.wallingRule != noWalls && m.hasSecond() {
		b.doWall(m)
	}
	if r.castlingDroppedPiece && r.composed {
		for c := range 2 {
			if c == us && m.what() == drop || b.handSize(c) > 0 {
				b.deriveRights(c)
			}
		}
	}
	check := r.checkCounting && (b.inCheck(them) || (r.composed || r.toGive > 0) && b.royalAttacked(them))
	if check {
		z := &r.zobrist.check[us]
		b.key ^= z[b.remaining[us]&127] ^ z[(b.remaining[us]-1)&127]
		b.remaining[us]--
	}
	if r.turns == nil || b.endMove(b.states[len(b.states)-1].half, check || b.royalAttacked(them)) {
		b.key ^= r.zobrist.side
		b.side ^= 1
		if b.side == 0 {
			b.full++
		}
	}
	if r.shatarMateRule {
		b.noteShak(us)
	}
	if r.countingRule != "" {
		b.beginCount(m, us, captured)
	}
	if r.bikjangRule {
		b.faced = b.faced<<1 | b.kingsFace()
	}
}

// pass gives the turn to the other side; undo takes it back.
func (b *board[S]) pass() {
	b.states = append(b.states, undo[S]{b.state, len(b.changes)})
	b.clearEnPassant()
	b.half++
	b.passes, b.faced = 0, b.faced&1
	b.shak[b.side&1] = false
	b.key ^= b.r.zobrist.side
	b.side ^= 1
}

func (b *board[S]) clearEnPassant() {
	var none S
	b.ep = none
}

// loseRights ends the castling rights that depend on a square.
func (b *board[S]) loseRights(sq int) {
	if !has(&b.castlers, sq) {
		return
	}
	for c := range 2 {
		for wing := range 2 {
			if rook := int(b.rook[c][wing]); rook >= 0 && (rook == sq || int(b.state.king[c]) == sq) {
				b.loseRight(c, wing)
			}
		}
	}
}

func (b *board[S]) loseRight(c, wing int) {
	if b.rook[c][wing] >= 0 {
		b.rook[c][wing] = -1
		b.key ^= b.r.zobrist.right[c][wing]
		b.markCastlers()
	}
}

// markCastlers brings castlers up to date.
func (b *board[S]) markCastlers() {
	var s S
	for c := range 2 {
		for _, rook := range b.rook[c] {
			if rook >= 0 {
				add(&s, int(rook))
				add(&s, int(b.state.king[c]))
			}
		}
	}
	b.castlers = s
}

func (b *board[S]) setRight(c, king, rook int) {
	wing := 0
	if rook < king {
		wing = 1
	}
	b.loseRight(c, wing)
	b.state.king[c] = int16(king)
	b.rook[c][wing] = int16(rook)
	b.key ^= b.r.zobrist.right[c][wing]
	b.markCastlers()
}

// capture removes a piece from the board, and puts it into the hand of the
// capturing side if the game says so.
func (b *board[S]) capture(sq int) {
	code := b.at[sq&255]
	b.set(sq, 0)
	b.toHand(code)
}

// hasHands reports whether there are hands: where nothing comes from them FENs have
// none, and what is captured is gone.
func (r *ruleset[S]) hasHands() bool { return r.pieceDrops || r.seirawanGating }

func (b *board[S]) toHand(code uint8) {
	if b.r.capturesToHand && b.r.hasHands() {
		c := int(code-1) & 1
		b.take(c^1, b.r.kinds[(code-1)>>1].hand[c], 1)
	}
}

// doStep plays a move of a piece on the board and returns what it captured.
func (b *board[S]) doStep(m move, us int) (captured uint8) {
	r := b.r
	from, to := m.from(), m.to()
	code := b.at[from&255]
	t := r.kinds[(code-1)>>1].typ
	at := to
	if m.what() == enPassant {
		at = b.passedIn(to)
	}
	if from != to {
		captured = b.at[at&255]
	}
	shot := captured != 0 && r.capturerStays
	if !shot || r.shotsMove {
		b.loseRights(from)
	}
	b.loseRights(to)
	if captured != 0 {
		if r.capturedRelocated {
			b.set(at, 0)
		} else {
			b.capture(at)
		}
		b.half = 0
	}
	if !shot {
		b.set(from, 0)
	}
	if captured != 0 && r.capturedRelocated {
		b.set(m.second(), captured)
	}
	if shot {
		return captured
	}
	switch m.what() {
	case promotion, plusPromotion, demotion:
		code = codeOf(m.kind(), us)
		if m.what() == promotion || m.what() == plusPromotion && !r.pieceDemotion {
			b.half = 0
		}
	default:
		b.stepped(m, us, t)
	}
	b.set(to, code)
	if r.nMoveRuleTypes[us].has(r.types[t]) && (int(t) == r.pawn || b.irreversible(us, t, from, to)) {
		b.half = 0
	}
	return captured
}

// passedIn is passed with the en passant squares as they were before do cleared
// them: it saved them.
func (b *board[S]) passedIn(to int) int {
	ep := b.ep
	b.ep = b.states[len(b.states)-1].ep
	sq := b.passed(to)
	b.ep = ep
	return sq
}

// irreversible reports whether a piece cannot go back.
func (b *board[S]) irreversible(us int, t uint8, from, to int) bool {
	var none S
	back := b.r.of[us][t].quiet.from(to, &none)
	return !has(&back, from)
}

// stepped sets en passant squares after a first step.
func (b *board[S]) stepped(m move, us int, t uint8) {
	r := b.r
	from, to := m.from(), m.to()
	mover := &r.of[us][t]
	if !mover.isPawn {
		if mover.initial.any {
			var none S
			far := subtract(mover.initial.from(from, &none), mover.reach(from))
			if has(&far, to) {
				b.passedOver(from, to, us)
			}
		}
		return
	}
	up := r.g.files
	if us == 1 {
		up = -up
	}
	for steps := 2; steps <= 3; steps++ {
		if to-from != steps*up {
			continue
		}
		for sq := to - up; sq != from; sq -= up {
			if !has(&r.epRegion[us^1], sq) || r.wallingRule != noWalls && m.hasSecond() && m.second() == sq {
				continue
			}
			others := r.enPassantTypes[us^1]&^rolesOf(pawn) != 0
			enemies := intersect(b.types[t&63], b.colors[us^1])
			if others || meets(&mover.capture.leap[sq], &enemies) {
				add(&b.ep, sq)
			}
		}
	}
}

// passedOver sets the en passant squares of a custom piece's first step.
func (b *board[S]) passedOver(from, to, us int) {
	g := b.r.g
	df, dr := g.file(to)-g.file(from), g.rank(to)-g.rank(from)
	steps := max(df, -df, dr, -dr)
	if df != 0 && dr != 0 && df != dr && df != -dr {
		df, dr, steps = 0, 0, 1 // not on a line: the arrival square alone
	}
	for i := 1; i <= steps; i++ {
		sq := to
		if df != 0 || dr != 0 {
			sq = g.square(g.file(from)+df/steps*i, g.rank(from)+dr/steps*i)
		}
		if has(&b.r.epRegion[us^1], sq) {
			add(&b.ep, sq)
		}
	}
}

func (b *board[S]) doDrop(m move, us int) {
	r := b.r
	to, k := m.to(), m.kind()
	hand := r.kinds[k].typ
	if r.kinds[k].promoted {
		hand = r.kinds[k].base
	}
	b.take(us, hand, -1)
	b.set(to, codeOf(k, us))
	b.half = 0
	b.dropped = true
	if !r.castlingDroppedPiece || r.composed {
		return
	}
	rank := r.castlingRank
	if us == 1 {
		rank = r.g.ranks - 1 - rank
	}
	if r.g.rank(to) != rank {
		return
	}
	role := r.types[r.kinds[k].typ]
	kingAt := r.g.square(r.castlingKingFile, rank)
	corners := []int{r.g.square(0, rank), r.g.square(r.g.files-1, rank)}
	isRook := func(sq int) bool {
		code := b.at[sq&255]
		return code != 0 && code != wallCode && int(code-1)&1 == us && r.castlingRookPieces[us].has(r.types[r.typeAt(code)])
	}
	switch {
	case role == r.castlingKingPiece[us] && to == kingAt:
		for _, sq := range corners {
			if isRook(sq) {
				b.setRight(us, kingAt, sq)
			}
		}
	case isRook(to) && (to == corners[0] || to == corners[1]):
		if code := b.at[kingAt&255]; code != 0 && code != wallCode && int(code-1)&1 == us && r.types[r.typeAt(code)] == r.castlingKingPiece[us] {
			b.setRight(us, kingAt, to)
		}
	}
}

// deriveRights gives a side the castling rights that follow from what stands on the
// squares of king and rooks, during our placement.
func (b *board[S]) deriveRights(c int) {
	r := b.r
	rank := r.castlingRank
	if c == 1 {
		rank = r.g.ranks - 1 - rank
	}
	king := r.g.square(r.castlingKingFile, rank)
	code := b.at[king&255]
	isKing := code != 0 && int(code-1)&1 == c && r.types[r.typeAt(code)] == r.castlingKingPiece[c]
	for wing, corner := range [2]int{r.g.square(r.g.files-1, rank), r.g.square(0, rank)} {
		b.loseRight(c, wing)
		if isKing && b.isCastler(c, corner) {
			b.setRight(c, king, corner)
		}
	}
}

func (b *board[S]) doCastle(m move, us int) {
	king, rook := m.from(), m.to()
	wing := 0
	if rook < king {
		wing = 1
	}
	kingTo, rookTo := b.r.arrivals(us, wing)
	kingCode, rookCode := b.at[king&255], b.at[rook&255]
	b.loseRights(king)
	b.loseRights(rook)
	if b.r.oppositeCastling {
		b.loseRight(us^1, wing)
	}
	b.set(king, 0)
	b.set(rook, 0)
	b.set(kingTo, kingCode)
	b.set(rookTo, rookCode)
	b.castled = uint8(1 + 2*us + wing)
}

// flip changes the colour of the enemies that a move encloses.
func (b *board[S]) flip(m move, us int) {
	r := b.r
	to := m.to()
	var flipped S
	switch r.flipEnclosedPieces {
	case reversi:
		flipped = b.flips(us, to)
	case ataxx, quadwrangle:
		beside := intersect(r.near[to], b.colors[us])
		if m.what() != drop {
			remove(&beside, m.from())
			if r.flipEnclosedPieces == quadwrangle && m.what() == normal {
				beside = r.near[to]
			}
		}
		if r.flipEnclosedPieces == ataxx || !isEmpty(&beside) {
			flipped = intersect(r.near[to], b.colors[us^1])
		}
	}
	for !isEmpty(&flipped) {
		sq := next(&flipped)
		b.loseRights(sq)
		b.set(sq, 1+((b.at[sq&255]-1)^1))
	}
	for x := b.ep; !isEmpty(&x); { // what could capture there may have been flipped
		if sq := next(&x); !b.takesThere(sq, us^1) {
			remove(&b.ep, sq)
		}
	}
}

// doGates brings a piece in, and closes gates whose piece has left or was captured.
func (b *board[S]) doGates(m move, us int) {
	r := b.r
	if m.gate() != 0 {
		b.take(us, m.gate()-1, -1)
		b.set(m.second(), codeOf(m.gate()-1, us))
	}
	if m.what() != drop {
		b.closeGate(us, m.from())
	}
	if m.what() == castling {
		b.closeGate(us, m.to())
	} else {
		b.closeGate(us^1, m.to())
	}
	if r.seirawanGating && !r.capturesToHand && b.handSize(us) == 0 {
		for x := b.gates[us]; !isEmpty(&x); {
			b.closeGate(us, next(&x))
		}
	}
	if r.cambodianMoves && r.royal >= 0 {
		kings := intersect(b.types[r.royal&63], b.colors[us^1])
		if rooks := r.typeOf[rook]; rooks != 255 && has(&b.types[rooks&63], m.to()) && !isEmpty(&kings) {
			k := first(kings)
			var none S
			sees := r.of[us][rooks].capture.from(m.to(), &none)
			if has(&b.gates[us^1], k) && has(&sees, k) {
				b.closeGate(us^1, k)
			}
		}
	}
}

func (b *board[S]) closeGate(c, sq int) {
	if has(&b.gates[c&1], sq) {
		remove(&b.gates[c&1], sq)
		b.key ^= b.r.zobrist.gate[c&1][sq&255]
	}
}

// blast removes what a capture explodes, or turns the capturer into a wall; moved is
// the capturer's type before any promotion.
func (b *board[S]) blast(to int, moved uint8) {
	r := b.r
	var gone S
	if r.blastOnCapture {
		gone = intersect(r.near[to], union(b.colors[0], b.colors[1]))
		if r.pawn >= 0 {
			gone = subtract(gone, b.types[r.pawn&63])
		}
		if !r.capturerStays { // one that stays has not arrived
			add(&gone, to)
		}
		for t, role := range r.types {
			if r.blastImmuneTypes.has(role) {
				gone = subtract(gone, b.types[t&63])
			}
		}
	} else if moved != 255 && r.petrifyOnCaptureTypes.has(r.types[moved]) {
		add(&gone, to)
	}
	for !isEmpty(&gone) {
		sq := next(&gone)
		code := b.at[sq&255]
		if code == 0 || code == wallCode {
			continue
		}
		b.set(sq, 0)
		if !r.composed {
			b.toHand(code)
		}
		b.loseRights(sq)
		b.closeGate(0, sq)
		b.closeGate(1, sq)
		petrified := r.petrifyBlastPieces
		if sq == to {
			petrified = r.petrifyOnCaptureTypes.has(r.types[r.kinds[(code-1)>>1].typ])
		}
		if petrified {
			b.set(sq, wallCode)
		}
	}
}

func (b *board[S]) doWall(m move) {
	if b.r.wallingRule == duckWall {
		for x := b.walls; !isEmpty(&x); {
			b.set(next(&x), 0)
		}
	}
	b.set(m.second(), wallCode)
}
