package general

import "github.com/heterodox-chess/heterodox/general/betza"

// dropMoves finds the drops of what the side holds in hand.
func (g *generator[S]) dropMoves() {
	r := g.r
	for _, t := range r.dropTypes {
		if !g.canDrop(g.us, t) {
			continue
		}
		if r.mustDrop && r.mustDropType != AllRoles && g.dropsCompelled() && r.types[t] != r.mustDropType {
			continue
		}
		to := intersect(g.dropSquares(g.us, t), intersect(g.empty, g.mask))
		if r.dropPromoted && r.plus[t] != 0 {
			g.dropTo(to, r.plus[t])
		}
		g.dropTo(to, t)
	}
}

// dropTo emits the drops of a kind on some squares.
func (g *generator[S]) dropTo(to S, kind uint8) {
	if g.r.immobilityIllegal {
		to = g.mobile(&g.r.of[g.us&1][g.r.kinds[kind].typ], to)
	}
	if g.king >= 0 && (g.tryAll || meets(&to, &g.tryTo)) {
		for x := to; !isEmpty(&x); {
			if sq := next(&x); !g.dropSafe(g.us, g.r.kinds[kind].typ, sq, g.king) {
				remove(&to, sq)
			}
		}
	}
	if int(g.r.kinds[kind].typ) == g.r.royal && !g.pseudoLegal {
		for x := to; !isEmpty(&x); {
			if sq := next(&x); !g.dropSafe(g.us, g.r.kinds[kind].typ, sq, sq) {
				remove(&to, sq)
			}
		}
	}
	if g.r.dropOppositeColoredBishop && g.r.composed {
		to = g.bishopsOpposed(to, g.r.kinds[kind].typ)
	} else if g.r.dropOppositeColoredBishop {
		to = g.bishopsFit(to, g.r.kinds[kind].typ)
	}
	g.each(drop, 0, to, kind)
}

// bishopsOpposed keeps the squares that our own rules allow, for any number of
// bishops: while a side has none on one of the colours, the next one goes there,
// and a square of that colour must stay free as long as there is a bishop in hand
// for it.
func (g *generator[S]) bishopsOpposed(to S, t uint8) (kept S) {
	b := g.r.typeOf[bishop]
	if b == 255 {
		return to
	}
	shades := [2]S{g.r.dark, subtract(g.r.g.all, g.r.dark)}
	room := subtract(intersect(g.dropSquares(g.us, b), g.empty), g.r.holeSet)
	for x := to; !isEmpty(&x); {
		sq := next(&x)
		bishops, hand := intersect(g.types[b&63], g.own), int(g.hands[g.us&1][b&63])
		if t == b {
			if there := btoi(!has(&g.r.dark, sq)); meets(&bishops, &shades[there]) && !meets(&bishops, &shades[1-there]) {
				continue
			}
			add(&bishops, sq)
			hand--
		}
		free := room
		remove(&free, sq)
		without, roomy := 0, 0
		for i := range shades {
			if !meets(&bishops, &shades[i]) {
				without++
				roomy += btoi(meets(&free, &shades[i]))
			}
		}
		if roomy >= min(without, hand) {
			add(&kept, sq)
		}
	}
	return kept
}

// bishopsFit keeps the squares on which a drop leaves room for bishops on both
// colours.
func (g *generator[S]) bishopsFit(to S, t uint8) S {
	b := g.r.typeOf[bishop]
	if b == 255 {
		return to
	}
	bishops := intersect(g.types[b&63], g.own)
	all := popcount(bishops) + int(g.hands[g.us&1][b&63])
	light := subtract(g.r.g.all, g.r.dark)
	for x := to; !isEmpty(&x); {
		sq := next(&x)
		if t == b {
			half := light
			if has(&g.r.dark, sq) {
				half = g.r.dark
			}
			if shared(&half, &bishops)+1 > (all+1)/2 {
				remove(&to, sq)
			}
			continue
		}
		room := intersect(g.dropSquares(g.us, b), g.empty)
		remove(&room, sq)
		room = union(room, bishops)
		if shared(&room, &g.r.dark) < all/2 || shared(&room, &light) < all/2 {
			remove(&to, sq)
		}
	}
	return to
}

// dropSquares returns the squares, occupied or not, on which a side may drop a
// type.
func (b *board[S]) dropSquares(us int, t uint8) S {
	r := b.r
	role := r.types[t]
	to := intersect(r.dropRegion[us&1], r.of[us&1][t].region)
	own := 0
	if us == 1 {
		own = r.g.ranks - 1
	}
	if role == pawn {
		if !r.promotionZonePawnDrops {
			to = subtract(to, r.zone[us&1])
		}
		if !r.firstRankPawnDrops {
			to = subtract(to, r.ranks[own])
		}
	}
	if role == r.dropNoDoubled {
		pieces := intersect(b.types[t&63], b.colors[us&1])
		for _, f := range r.files {
			if shared(&f, &pieces) >= r.dropNoDoubledCount {
				to = subtract(to, f)
			}
		}
	}
	if role == rook && r.sittuyinRookDrop {
		to = intersect(to, r.ranks[own])
	}
	if r.enclosingDrop != noEnclosing {
		to = b.enclosing(us, to)
	}
	return to
}

// around returns the squares next to those of a set, straight and diagonally or
// only straight.
func (r *ruleset[S]) around(of S, diagonally bool) S {
	across := union(shift(subtract(of, r.files[0]), -1), shift(subtract(of, r.files[r.g.files-1]), 1))
	upright := union(shift(of, r.g.files), shift(of, -r.g.files))
	all := union(across, upright)
	if diagonally {
		all = union(all, union(shift(across, r.g.files), shift(across, -r.g.files)))
	}
	return intersect(all, r.g.all)
}

// enclosing keeps the squares that the game's enclosing rule allows for drops.
func (b *board[S]) enclosing(us int, to S) S {
	r := b.r
	if start := r.convert(r.enclosingDropStart); !within(&start, &b.occ) {
		return intersect(to, start)
	}
	switch r.enclosingDrop {
	case reversi:
		to = intersect(to, r.around(b.colors[us^1], true))
		for x := to; !isEmpty(&x); {
			if sq := next(&x); !b.encloses(us, sq) {
				remove(&to, sq)
			}
		}
		return to
	case snort:
		return subtract(to, r.around(b.colors[us^1], false))
	case anyside:
		return intersect(r.g.all, b.fromEdges())
	case top:
		return intersect(to, union(shift(b.occ, r.g.files), r.ranks[0]))
	case ataxx:
		return intersect(to, r.around(b.colors[us], true))
	}
	return to
}

// encloses reports whether a piece on a square would enclose enemies, or walls,
// with another of its side.
func (b *board[S]) encloses(us, sq int) bool {
	r := b.r
	for _, v := range kingVectors {
		n := 0
		for at := r.g.step(sq, v); at >= 0; at = r.g.step(at, v) {
			if has(&b.colors[us&1], at) {
				if n > 0 {
					return true
				}
				break
			}
			if b.at[at] == 0 {
				break
			}
			n++
		}
	}
	return false
}

var kingVectors = betza.MustParse("K").Parts[0].Vectors

// flips returns the enemies that a piece on a square encloses with others of its
// side, in straight and diagonal lines.
func (b *board[S]) flips(us, sq int) (flipped S) {
	r := b.r
	for df := -1; df <= 1; df++ {
		for dr := -1; dr <= 1; dr++ {
			var row S
			for file, rank := r.g.file(sq)+df, r.g.rank(sq)+dr; (df != 0 || dr != 0) &&
				file >= 0 && file < r.g.files && rank >= 0 && rank < r.g.ranks; file, rank = file+df, rank+dr {
				at := r.g.square(file, rank)
				if has(&b.colors[us&1], at) {
					flipped = union(flipped, row)
					break
				}
				if !has(&b.colors[(us^1)&1], at) {
					break
				}
				add(&row, at)
			}
		}
	}
	return flipped
}

// fromEdges returns where pieces pushed in from the edges come to rest: from the
// left and from below, in front of the first piece; from the right and from above,
// on the empty square that is nearest to the opposite edge that has a piece, or the
// edge, behind it, as in the program that has the format's only game of this kind.
func (b *board[S]) fromEdges() (rest S) {
	g := b.r.g
	for _, from := range []betza.Vector{{Files: 1}, {Ranks: 1}, {Files: -1}, {Ranks: -1}} {
		for sq := range b.r.n {
			if g.step(sq, opposite(from)) >= 0 || b.at[sq] != 0 {
				continue // not at the edge, or nothing gets in
			}
			at := -1
			for to := sq; to >= 0; to = g.step(to, from) {
				beyond := g.step(to, from)
				if b.at[to] == 0 && (beyond < 0 || b.at[beyond] != 0) {
					at = to
					if !isDown(from) {
						break
					}
				}
			}
			if at >= 0 {
				add(&rest, at)
			}
		}
	}
	return rest
}
