package general

// Quiet wins: moves that win without a capture or a check, see WinningMove.

// findBlocks derives whether the side that cannot move loses, in a game without kings that
// need protection.
func (r *ruleset[S]) findBlocks() {
	r.blocks = r.royal < 0 && !r.tries && r.stalemateValue == Loss && !r.stalematePieceCount && r.turns == nil && !r.pieceDrops && !r.gating &&
		r.pass == [2]bool{} && r.passOnStalemate == [2]bool{}
}

// exits returns where a side's pieces could go: of each line only the first square, as a piece
// blocked there is blocked beyond. Once there are more than most, it may leave out some.
func (b *board[S]) exits(c, most int) (to S) {
	r := b.r
	var none S
	enemy, empty, all := b.colors[(c^1)&1], subtract(r.g.all, b.occ), complement(none)
	for t := range r.types {
		m := &r.of[c&1][t]
		for x := intersect(b.types[t&63], b.colors[c&1]); !isEmpty(&x); {
			from := next(&x)
			to = union(to, intersect(m.capture.from(from, &b.occ), enemy))
			if m.quiet.any {
				quiet, first := intersect(m.quiet.from(from, &b.occ), empty), m.quiet.from(from, &all)
				if meets(&quiet, &first) {
					quiet = intersect(quiet, first)
				}
				to = union(to, quiet)
			}
			if popcount(to) > most {
				return to
			}
		}
	}
	return to
}

// stuck reports whether the side to move cannot move.
func (b *board[S]) stuck() bool {
	exits := b.exits(int(b.side), 0)
	return isEmpty(&exits) && b.countMoves() == 0
}

// mostBlocked is how many exits one move may close: with the piece that moves, with a wall,
// and those of a piece that it captures.
func (r *ruleset[S]) mostBlocked() int {
	switch {
	case r.greedy:
		return 4
	case r.wallingRule != noWalls:
		return 2
	}
	return 1
}

// mayBlock reports whether a move may close all exits of the enemy.
func (b *board[S]) mayBlock(m move, exits S) bool {
	if b.isCapture(m) || has(&exits, m.from()) {
		them := int(b.side ^ 1)
		occ, others := b.occ, b.colors[them&1]
		remove(&occ, m.from())
		remove(&others, m.to())
		return !b.attacked(m.to(), them, &occ, &others) // else it can be captured
	}
	remove(&exits, m.to())
	if m.hasSecond() {
		remove(&exits, m.second())
	}
	return isEmpty(&exits)
}

// winsByRow reports whether a row of pieces wins.
func (r *ruleset[S]) winsByRow() bool { return r.connectN > 1 && r.connectValue == Win }

// gaps returns the squares where one more piece of a side makes the row that wins.
func (b *board[S]) gaps(c int) (to S) {
	r := b.r
	own := b.colors[c&1]
	for _, v := range r.directions() {
		for sq := range r.n {
			if has(&own, sq) || has(&b.walls, sq) || !has(&r.g.all, sq) {
				continue
			}
			n := 1
			for at := r.g.step(sq, v); at >= 0 && has(&own, at); at = r.g.step(at, v) {
				n++
			}
			back := v
			back.Files, back.Ranks = -v.Files, -v.Ranks
			for at := r.g.step(sq, back); at >= 0 && has(&own, at); at = r.g.step(at, back) {
				n++
			}
			if n >= r.connectN {
				add(&to, sq)
			}
		}
	}
	return to
}

// endsByPasses reports whether two passes in a row, or kings that are left facing each
// other, end the game.
func (r *ruleset[S]) endsByPasses() bool { return (r.pass[0] || r.pass[1]) && !r.wallOrMove }
