package general

import "math/bits"

// The terms of the evaluation besides material and place, in centipawns, unless
// they are fitted.
const (
	tempo         = 38 // in the opening; in the ending a quarter
	shelter       = 8  // for an own piece beside the king
	pawnCover     = 14 // … more if it is a pawn
	siegeSquare   = 16 // the square of the units of siege is divided by this; see derive
	mostSieged    = 400
	latePawn      = 20 // for a pawn in the ending
	defended      = 8  // for a pawn that another one guards
	isolated      = 11 // for a pawn without neighbours on the adjacent files
	doubled       = 14 // for a pawn with another of its colour right in front of it
	blockedPassed = 2  // the worth of a passed pawn with something in front of it is divided by this
	escorted      = 10 // a king's step nearer to it is worth a passed pawn's bonus in the ending divided by this
	openFile      = 32 // for a piece that rides along a file without pawns, in the opening
	halfOpen      = 11 // … without own pawns
	outpost       = 40 // in the opening, for a leaper that a pawn guards and no pawn can chase
	placeToDrop   = 4  // for a square on which a drop encloses something
	bothShades    = 34 // for pieces that stay on squares of one shade, on both shades
	weakSquare    = 3  // units of siege for a square beside a king that is attacked and that only the king guards
	// Where pieces are dropped, attacks come faster.
	tempoWithDrops   = 80
	threatsWithDrops = 2 // times
)

// A discount is by how much less an attacked piece counts: a share of its value, but no more
// than most, which falls by another share of its value.
type discount struct{ share, most, fall float64 }

// of returns the discount on a piece of a value, in centipawns, never below 0.
func (d discount) of(value int) int {
	v := float64(value)
	return int(max(min(d.share*v, d.most-d.fall*v), 0))
}

// The discounts on pieces attacked by a pawn, attacked by a lesser piece, and attacked and
// not guarded; each in the opening and in the ending. They are near the means of the fits
// to ten games.
var (
	chased  = [2]discount{{0.25, 72, 0}, {0.20, 80, 0}}
	menaced = [2]discount{{0.11, 65, 0}, {0.08, 90, 0}}
	hanging = [2]discount{{0.16, 52, 0.03}, {0.20, 70, 0.07}}
)

// A side is what the evaluation adds up for one side.
type side[S set] struct {
	attacks, pawnAttacks S
	guards               S    // what pieces other than the king attack
	byClass              [8]S // what pieces of a class attack
	pawns                S    // the pieces that go forward and promote
	zone                 S    // around its king
	king                 int  // where it is, -1 without
	besieged, besiegers  int  // of the enemy's king
	sum                  tapered
	trace                []int16 // how often each weight has been added; nil if not wanted
}

// add adds a weight n times.
func (s *side[S]) add(w *worth[S], i, n int) { s.sum += s.times(w, i, n) }

// times returns what add would add. Loops sum this up in a variable: a chain of additions
// in memory is slow.
func (s *side[S]) times(w *worth[S], i, n int) tapered {
	if s.trace != nil {
		s.trace[i] += int16(n)
	}
	return w.weights[i] * tapered(n)
}

// force returns the value of all pieces on the board and in hand except pawns and
// kings.
func (b *board[S]) force(w *worth[S]) (sum int) {
	for t := range b.r.types {
		if !w.pawns[t] {
			sum += max(w.measured[t], 0) * (popcount(b.types[t&63]) + int(b.hands[0][t]) + int(b.hands[1][t]))
		}
	}
	return sum
}

// evaluate returns what a position is worth to the side to move, before scale, and the phase.
func (b *board[S]) evaluate(w *worth[S]) (score, phase int) {
	var sides [2]side[S]
	phase = b.assess(w, &sides)
	us := b.side & 1
	return (sides[us].sum - sides[us^1].sum).at(phase) + w.weights[w.layout.tempo].at(phase), phase
}

// assess adds up the terms of both sides, and returns the phase: 256 in the
// opening, 0 when only pawns and kings are left.
func (b *board[S]) assess(w *worth[S], sides *[2]side[S]) (phase int) {
	r := b.r
	for c := range 2 {
		b.prepare(w, &sides[c], c)
	}
	for c := range 2 {
		b.addPieces(w, &sides[c], &sides[c^1], c)
		if r.checkCounting {
			sides[c].add(w, w.layout.checks+min(int(b.remaining[c]), mostChecks), 1)
		}
		if r.connectN > 0 {
			b.addRows(w, &sides[c], c)
		}
		if r.enclosingDrop == reversi {
			to := b.enclosing(c, subtract(r.g.all, b.occ))
			sides[c].add(w, w.layout.enclosing+min(popcount(to), mostPlaces), 1)
		}
	}
	for c := range 2 {
		b.addPawns(w, &sides[c], &sides[c^1], c)
		b.addThreats(w, &sides[c], &sides[c^1], c)
		b.addSiege(w, &sides[c], &sides[c^1], c)
		b.addKing(w, &sides[c], c)
	}
	return b.phase(w)
}

// phase returns 256 in the opening, 0 when only pawns and kings are left, or, where
// pieces fill the board, when it is full.
func (b *board[S]) phase(w *worth[S]) int {
	if b.r.enclosingDrop == reversi {
		return 256 * (b.r.n - popcount(b.occ)) / b.r.n
	}
	return min(256*b.force(w)/w.full, 256)
}

// prepare finds a side's pawns, what they attack, and where its king's zone is.
func (b *board[S]) prepare(w *worth[S], s *side[S], c int) {
	r := b.r
	for t := range r.types {
		if !w.pawns[t] {
			continue
		}
		m := &r.of[c][t]
		for i := range len(s.pawns) {
			pawns := b.types[t&63][i] & b.colors[c][i]
			s.pawns[i] |= pawns
			if m.capture.leap == nil {
				continue
			}
			for x := pawns; x != 0; x &= x - 1 {
				join(&s.pawnAttacks, &m.capture.leap[i<<6|trailing(x)])
			}
		}
	}
	s.attacks, s.king = s.pawnAttacks, -1
	if r.royal >= 0 {
		if s.king = firstShared(&b.types[r.royal&63], &b.colors[c]); s.king >= 0 {
			s.zone = w.flights[s.king&255]
		}
	}
}

// addPieces adds up material, place, mobility, hands, scarcity, and what attacks the
// squares around the enemy's king.
func (b *board[S]) addPieces(w *worth[S], s, enemy *side[S], c int) {
	r := b.r
	own := &b.colors[c]
	var barred S // what a piece reaches there counts for nothing
	for i := range len(barred) {
		barred[i] = (*own)[i] | enemy.pawnAttacks[i]
		if r.greedy {
			barred[i] = ^b.colors[c^1][i]
		}
	}
	var sum tapered
	for t := range r.types {
		m, n := &r.of[c][t], 0
		place, mobility, most := w.places[c][t], w.layout.mobility[t], w.layout.most[t]
		attacked := &s.byClass[w.class[t]&7]
		still := m.isPawn || t == r.royal
		for i := range len(*own) {
			for x := b.types[t&63][i] & (*own)[i]; x != 0; x &= x - 1 {
				sq := i<<6 | trailing(x)
				n++
				sum += place[sq]
				if s.trace != nil {
					s.trace[w.placeOf(r, c, t, sq)]++
				}
				if still {
					continue
				}
				var att S
				reach, near := 0, 0
				if m.capture.any {
					m.capture.add(&att, sq, &b.occ)
				} else {
					steps := subtract(m.quiet.from(sq, &b.occ), b.occ)
					reach = popcount(steps)
				}
				for j := range len(att) {
					(*attacked)[j] |= att[j]
					near += ones(att[j] & enemy.zone[j])
					reach += ones(att[j] &^ barred[j])
				}
				sum += s.times(w, mobility+min(reach, most), 1)
				if near > 0 {
					s.besiegers++
					s.besieged += w.siege[t] * near
				}
				if w.straight[t] {
					b.addFile(w, s, enemy, t, sq)
				}
				if w.leaper[t] && has(&s.pawnAttacks, sq) && b.unchased(w, enemy, c, sq) {
					s.add(w, w.layout.outpost[t], 1)
				}
			}
		}
		sum += s.times(w, w.layout.value+t, n)
		if n > 1 && w.shaded[t] {
			dark := 0
			for i := range len(*own) {
				dark += ones(b.types[t&63][i] & (*own)[i] & r.dark[i])
			}
			if dark > 0 && dark < n {
				s.add(w, w.layout.shades[t], 1)
			}
		}
		if hand := int(b.hands[c][t]); hand > 0 {
			if w.layout.hand >= 0 {
				s.add(w, w.layout.hand+t, hand)
			}
			s.besieged += w.siege[t] * min(hand, 3)
		}
		if r.extinctionValue == Loss && r.extinctionPieceTypes.has(r.types[t]) {
			if left := n + int(b.hands[c][t]) - r.extinctionPieceCount; left > 0 {
				s.add(w, w.layout.left+min(left, mostLeft), 1)
			}
		}
	}
	s.sum += sum
	for i := range len(s.attacks) {
		all := s.attacks[i]
		for k := range s.byClass {
			all |= s.byClass[k][i]
		}
		s.attacks[i], s.guards[i] = all, all
	}
	if s.king >= 0 {
		r.of[c][r.royal].capture.add(&s.attacks, s.king, &b.occ)
	}
}

// addFile adds what the file is worth to a piece that rides along it.
func (b *board[S]) addFile(w *worth[S], s, enemy *side[S], t, sq int) {
	file := &b.r.files[b.r.g.file(sq)]
	switch {
	case meets(file, &s.pawns):
	case meets(file, &enemy.pawns):
		s.add(w, w.layout.halfOpen[t], 1)
	default:
		s.add(w, w.layout.openFile[t], 1)
	}
}

// unchased reports whether a square is on the enemy's half of the board and no
// enemy pawn can ever attack it.
func (b *board[S]) unchased(w *worth[S], enemy *side[S], c, sq int) bool {
	g := b.r.g
	rank := g.rank(sq)
	if c == 1 {
		rank = g.ranks - 1 - rank
	}
	if 2*rank < g.ranks-1 {
		return false
	}
	var chasers uint64
	for i := range len(enemy.pawns) {
		chasers |= w.ahead[c][sq&255][i] & w.beside[c][sq&255][i] & enemy.pawns[i]
	}
	return chasers == 0
}

// addSiege adds the attacks on the squares around the enemy's king.
func (b *board[S]) addSiege(w *worth[S], s, enemy *side[S], c int) {
	if s.besiegers > 1 || s.besiegers > 0 && b.handSize(c) > 0 {
		weak := 0
		for i := range len(s.attacks) {
			weak += ones(s.attacks[i] &^ enemy.guards[i] & enemy.zone[i])
		}
		besieged := s.besieged + weakSquare*weak
		s.add(w, w.layout.siege+min(besieged, mostSiege), 1)
	}
}

// addPawns adds the terms of the pawn structure.
func (b *board[S]) addPawns(w *worth[S], s, enemy *side[S], c int) {
	r := b.r
	if r.pawn < 0 {
		return
	}
	up := r.g.files
	if c == 1 {
		up = -up
	}
	l := &w.layout
	s.add(w, l.defended, shared(&s.pawns, &s.pawnAttacks))
	var sum tapered
	for i := range len(s.pawns) {
		for x := b.types[r.pawn&63][i] & b.colors[c][i]; x != 0; x &= x - 1 {
			sq := i<<6 | trailing(x)
			if !meets(&w.beside[c][sq&255], &s.pawns) {
				sum += s.times(w, l.isolated, 1)
			}
			to := sq + up
			if to < 0 || to >= r.n {
				continue
			}
			if has(&s.pawns, to) {
				sum += s.times(w, l.doubled, 1)
			}
			d := int(w.passed[c][sq&255])
			if d >= passedPlaces || meets(&w.ahead[c][sq&255], &enemy.pawns) {
				continue
			}
			passed, escort := l.passed, l.escort
			if has(&b.occ, to) {
				passed, escort = l.held, l.heldEscort
			}
			sum += s.times(w, passed+d, 1)
			if s.king >= 0 && enemy.king >= 0 {
				sum += s.times(w, escort+d, r.steps(enemy.king, to)-r.steps(s.king, to))
			}
		}
	}
	s.sum += sum
}

// addThreats adds the discounts on the enemy's pieces that are attacked by pawns or
// lesser pieces, or attacked and not guarded.
func (b *board[S]) addThreats(w *worth[S], s, enemy *side[S], c int) {
	for t := range b.r.types {
		if w.layout.chased[t] < 0 {
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
		if byPawns|byLesser|loose != 0 {
			s.add(w, w.layout.chased[t], byPawns)
			s.add(w, w.layout.menaced[t], byLesser)
			s.add(w, w.layout.hanging[t], loose)
		}
	}
}

// addKing adds the terms of the king's shelter.
func (b *board[S]) addKing(w *worth[S], s *side[S], c int) {
	r := b.r
	if r.royal < 0 {
		return
	}
	k := s.king
	if k < 0 {
		return
	}
	s.add(w, w.layout.shelter, shared(&r.near[k], &b.colors[c]))
	s.add(w, w.layout.shelter+1, shared(&r.near[k], &s.pawns))
}

// steps returns how many king's steps two squares are apart.
func (r *ruleset[S]) steps(a, b int) int {
	df, dr := r.g.file(a)-r.g.file(b), r.g.rank(a)-r.g.rank(b)
	return max(df, -df, dr, -dr)
}

// addRows adds the rows that a side has begun.
func (b *board[S]) addRows(w *worth[S], s *side[S], c int) {
	for _, v := range b.r.directions() {
		s.add(w, w.layout.row+min(b.row(b.colors[c], v), mostRow), 1)
	}
}
