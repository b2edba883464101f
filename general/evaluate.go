package general

import "math/bits"

// What is added up of a position besides what stands where, in centipawns.
const (
	tempo         = 12
	shelter       = 8  // of an own piece beside the king
	pawnCover     = 14 // … more if it is a pawn
	siegeSquare   = 16 // of the square of what besieges a king, divided by this; see sieged
	mostSieged    = 400
	latePawn      = 20 // of a pawn in the ending
	defended      = 7  // of a pawn that another one guards
	isolated      = 12 // of a pawn without neighbours on the files beside it
	doubled       = 14 // of a pawn with another of its colour ahead on its file
	chased        = 16 // per cent of a piece's value that is attacked by a pawn
	hanging       = 8  // per cent of a piece's value that is attacked and not guarded
	menaced       = 9  // per cent of a piece's value that a lesser piece attacks
	blockedPassed = 2  // a passed pawn that something stands before is worth this part
	escorted      = 20 // a passed pawn in the ending: what a king's step less of the way to it is worth, as this part
	openFile      = 22 // of a piece that rides along a file without pawns
	halfOpen      = 11 // … without own pawns
	outpost       = 20 // of a leaper that a pawn guards and no pawn can chase
	bothShades    = 34 // of two pieces that stay on squares of one shade, one on each
	weakSquare    = 3  // of a square beside a king that is attacked and that only the king guards
)

// A side is what the evaluation adds up of one side.
type side[S set] struct {
	attacks, pawnAttacks S
	guards               S    // what others than the king attack
	byClass              [8]S // what pieces of a class attack
	pawns                S    // what goes forward and promotes
	zone                 S    // around its king
	king                 int  // where it is, -1 without
	early, late          int
	both                 int
	besieged, besiegers  int // of the enemy's king
}

// force returns the value of what stands on the board but for pawns and kings.
func (b *board[S]) force(w *worth[S]) (sum int) {
	for t := range b.r.types {
		if !w.pawns[t] {
			sum += max(w.values[t], 0) * (popcount(b.types[t&63]) + int(b.hands[0][t]) + int(b.hands[1][t]))
		}
	}
	return sum
}

// evaluate returns what a position is worth to the side to move.
func (b *board[S]) evaluate(w *worth[S]) int {
	r := b.r
	var sides [2]side[S]
	for c := range 2 {
		b.survey(w, &sides[c], c)
	}
	for c := range 2 {
		b.addPieces(w, &sides[c], &sides[c^1], c)
		if r.checkCounting {
			sides[c].both += 420 / max(int(b.remaining[c]), 1)
		}
		if r.connectN > 0 {
			sides[c].both += b.rows(c)
		}
	}
	for c := range 2 {
		b.addPawns(w, &sides[c], &sides[c^1], c)
		b.addThreats(w, &sides[c], &sides[c^1], c)
		b.addSiege(&sides[c], &sides[c^1], c)
		b.addKing(w, &sides[c], c)
	}
	us := int(b.side)
	ours, theirs := &sides[us], &sides[us^1]
	early, late := ours.early-theirs.early, ours.late-theirs.late
	phase := min(256*b.force(w)/w.full, 256)
	return ours.both - theirs.both + (early*phase+late*(256-phase))/256 + tempo
}

// survey finds a side's pawns, what they attack, and where its king's zone is.
func (b *board[S]) survey(w *worth[S], s *side[S], c int) {
	r := b.r
	for t := range r.types {
		if !w.pawns[t] {
			continue
		}
		m := &r.of[c][t]
		pawns := intersect(b.types[t&63], b.colors[c])
		s.pawns = union(s.pawns, pawns)
		if m.capture.leap == nil {
			continue
		}
		for i := range len(pawns) {
			for x := pawns[i]; x != 0; x &= x - 1 {
				att := &m.capture.leap[i<<6|trailing(x)]
				for j := range len(*att) {
					s.pawnAttacks[j] |= (*att)[j]
				}
			}
		}
	}
	s.attacks, s.king = s.pawnAttacks, -1
	if r.royal >= 0 {
		if s.king = first(intersect(b.types[r.royal&63], b.colors[c])); s.king >= 0 {
			s.zone = w.flights[s.king&255]
		}
	}
}

// addPieces adds up material, place, mobility, hands, scarcity, and what attacks the
// squares around the enemy's king.
func (b *board[S]) addPieces(w *worth[S], s, enemy *side[S], c int) {
	r := b.r
	own := &b.colors[c]
	for t := range r.types {
		m, n := &r.of[c][t], 0
		place := &w.place[c][t]
		value, mobility, usual := w.values[t], w.mobility[t], w.usual[t]
		attacked := &s.byClass[w.class[t]&7]
		still := m.isPawn || t == r.royal
		for i := range len(*own) {
			for x := b.types[t&63][i] & (*own)[i]; x != 0; x &= x - 1 {
				sq := i<<6 | trailing(x)
				n++
				s.both += value + int(place[sq&255])
				if still {
					continue
				}
				var att S
				m.capture.add(&att, sq, &b.occ)
				reach, near := 0, 0
				for j := range len(att) {
					(*attacked)[j] |= att[j]
					near += ones(att[j] & enemy.zone[j])
					reach += ones(att[j] &^ ((*own)[j] | enemy.pawnAttacks[j]))
				}
				s.both += mobility * (reach - usual) / 8
				if near > 0 {
					s.besiegers++
					s.besieged += w.siege[t] * near
				}
				if w.straight[t] {
					s.both += b.onFile(s, enemy, sq)
				}
				if w.leaper[t] && has(&s.pawnAttacks, sq) && b.unchased(w, enemy, c, sq) {
					s.both += outpost
				}
			}
		}
		if n > 1 && w.shaded[t] {
			dark := popcount(intersect(intersect(b.types[t&63], *own), r.dark))
			if dark > 0 && dark < n {
				s.both += bothShades
			}
		}
		if hand := int(b.hands[c][t]); hand > 0 {
			s.both += w.hand[t] * hand
			s.besieged += w.siege[t] * min(hand, 3)
		}
		if r.extinctionValue == Loss && r.extinctionPieceTypes.has(r.types[t]) {
			if left := n + int(b.hands[c][t]) - r.extinctionPieceCount; left > 0 {
				s.both -= scarce / left
			}
		}
	}
	for i := range s.byClass {
		s.attacks = union(s.attacks, s.byClass[i])
	}
	s.guards = s.attacks
	if s.king >= 0 {
		s.attacks = union(s.attacks, r.of[c][r.royal].capture.from(s.king, &b.occ))
	}
}

// onFile values the file of a piece that rides along it.
func (b *board[S]) onFile(s, enemy *side[S], sq int) int {
	file := &b.r.files[b.r.g.file(sq)]
	switch {
	case meets(file, &s.pawns):
		return 0
	case meets(file, &enemy.pawns):
		return halfOpen
	}
	return openFile
}

// unchased reports whether no pawn of the enemy can ever attack a square, on the
// enemy's half of the board.
func (b *board[S]) unchased(w *worth[S], enemy *side[S], c, sq int) bool {
	g := b.r.g
	rank := g.rank(sq)
	if c == 1 {
		rank = g.ranks - 1 - rank
	}
	chasers := intersect(w.ahead[c][sq&255], w.beside[c][sq&255])
	return 2*rank >= g.ranks-1 && !meets(&chasers, &enemy.pawns)
}

// addSiege adds up what attacks the squares that the enemy's king would flee to.
func (b *board[S]) addSiege(s, enemy *side[S], c int) {
	if s.besiegers > 1 || s.besiegers > 0 && b.handSize(c) > 0 {
		weak := intersect(subtract(s.attacks, enemy.guards), enemy.zone)
		besieged := s.besieged + weakSquare*popcount(weak)
		s.early += min(besieged*besieged/siegeSquare*2, mostSieged)
	}
}

// addPawns adds up how the pawns stand.
func (b *board[S]) addPawns(w *worth[S], s, enemy *side[S], c int) {
	r := b.r
	if r.pawn < 0 {
		return
	}
	up := r.g.files
	if c == 1 {
		up = -up
	}
	s.both += defended * popcount(intersect(s.pawns, s.pawnAttacks))
	for x := intersect(b.types[r.pawn&63], b.colors[c]); !isEmpty(x); {
		sq := next(&x)
		s.late += latePawn
		ahead := &w.ahead[c][sq&255]
		if !meets(&w.beside[c][sq&255], &s.pawns) {
			s.both -= isolated
		}
		if to := sq + up; to >= 0 && to < r.n {
			if has(&s.pawns, to) {
				s.both -= doubled
			}
			if meets(ahead, &enemy.pawns) {
				continue
			}
			bonus := int(w.passed[c][sq&255])
			if has(&b.occ, to) {
				bonus /= blockedPassed
			}
			s.early += bonus / 2
			s.late += bonus
			if s.king >= 0 && enemy.king >= 0 {
				s.late += bonus * (r.steps(enemy.king, to) - r.steps(s.king, to)) / escorted
			}
		}
	}
}

// addThreats takes off what of the enemy's pieces is attacked by pawns, or attacked
// and not guarded.
func (b *board[S]) addThreats(w *worth[S], s, enemy *side[S], c int) {
	for t := range b.r.types {
		if w.values[t] <= 0 || w.pawns[t] || t == b.r.royal {
			continue
		}
		byPawns, byLesser, loose := 0, 0, 0
		for i := range len(s.attacks) {
			theirs := b.types[t&63][i] & b.colors[c^1][i]
			if theirs == 0 {
				continue
			}
			byPawns += ones(theirs & s.pawnAttacks[i])
			var lesser uint64
			for k := w.lesser[t]; k != 0; k &= k - 1 {
				lesser |= s.byClass[bits.TrailingZeros8(k)&7][i]
			}
			byLesser += ones(theirs & lesser &^ s.pawnAttacks[i])
			loose += ones(theirs & s.attacks[i] &^ (enemy.attacks[i] | s.pawnAttacks[i]))
		}
		s.both += w.values[t] * (chased*byPawns + menaced*byLesser + hanging*loose) / 100
	}
}

// addKing adds up how the king stands.
func (b *board[S]) addKing(w *worth[S], s *side[S], c int) {
	r := b.r
	if r.royal < 0 {
		return
	}
	k := s.king
	if k < 0 {
		return
	}
	s.both += int(w.place[c][r.royal][k&255])
	s.early += shelter*popcount(intersect(r.near[k], b.colors[c])) + pawnCover*popcount(intersect(r.near[k], s.pawns))
	s.early += int(w.shelter[c][k&255])
	if isEmpty(r.flag[c]) {
		s.late += int(w.centre[c][k&255])
	}
}

// steps returns how many king's steps two squares are apart.
func (r *rules[S]) steps(a, b int) int {
	df, dr := r.g.file(a)-r.g.file(b), r.g.rank(a)-r.g.rank(b)
	return max(df, -df, dr, -dr)
}

// rows values the rows that a side has begun.
func (b *board[S]) rows(c int) (sum int) {
	for _, v := range b.r.directions() {
		n := b.row(b.colors[c], v)
		sum += 15 * n * n
	}
	if b.r.connectValue == Loss {
		return -sum
	}
	return sum
}
