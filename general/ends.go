package general

import (
	"github.com/heterodox-chess/heterodox/general/betza"
	"github.com/heterodox-chess/heterodox/rules"
)

var straightVectors = betza.MustParse("W").Parts[0].Vectors

// decided reports whether a rule of the game has ended it, so that no move is
// legal.
func (b *board[S]) decided() bool {
	_, over := b.verdict()
	return over
}

// verdict returns what such an end means for the side to move.
func (b *board[S]) verdict() (Value, bool) {
	r := b.r
	if r.inOurOrder() {
		v, _, over := b.composedVerdict()
		return v, over
	}
	us, them := int(b.side), int(b.side^1)
	if r.extinctionValue != NoEnd && (!r.extinctionPseudoRoyal || r.blastOnCapture) {
		for _, c := range [2]int{them, us} {
			if b.extinct(c) {
				return valueFor(r.extinctionValue, c == us), true
			}
		}
	}
	if v, over := b.flagVerdict(us, them); over {
		return v, true
	}
	if r.castlingWins != [2][2]bool{} {
		if v, over := b.castlingVerdict(us, them); over {
			return v, true
		}
	}
	if r.checkCounting && b.remaining[them] == 0 {
		return Loss, true
	}
	if b.connected(them) {
		return valueFor(r.connectValue, false), true
	}
	if b.faced&3 == 3 || b.passes >= 2 && !r.wallOrMove ||
		r.adjudicateFullBoard && within(&r.g.all, &b.occ) {
		return b.materialVerdict(), true
	}
	return Draw, false
}

// inOurOrder reports whether the ends of a game are judged by composedVerdict.
func (r *ruleset[S]) inOurOrder() bool { return r.composed || r.holed || r.turns != nil }

// composedVerdict is verdict for games with parts of our own: ends are checked in
// their order, first for the side that has just moved.
func (b *board[S]) composedVerdict() (v Value, why rules.Reason, over bool) {
	r := b.r
	moved := b.mover()
	wins := func(c int, why rules.Reason) (Value, rules.Reason, bool) {
		return valueFor(Win, c == int(b.side)), why, true
	}
	switch gone := b.kingsGone(); {
	case gone == [2]bool{true, true}:
		return Draw, b.whyKingGone(), true
	case gone[0], gone[1]:
		return wins(btoi(gone[0]), b.whyKingGone())
	}
	sides := [2]int{moved, moved ^ 1}
	for _, c := range sides {
		if r.checkCounting && b.remaining[c] == 0 {
			return wins(c, rules.LastCheck)
		}
	}
	for _, c := range sides {
		kings := intersect(b.types[r.typeOf[r.kingRole()]&63], b.colors[c])
		if meets(&kings, &r.hill) {
			return wins(c, rules.KingOnHill)
		}
	}
	if r.raced() {
		if v, over := b.raceVerdict(); over {
			return v, rules.KingRaced, true
		}
	} else {
		for _, c := range sides {
			if !isEmpty(&r.flag[c]) && b.flagHeld(c) {
				if r.flagPieceSafe && !r.flagMove && b.flagHeld(c^1) {
					return Draw, rules.GoalReached, true
				}
				return wins(c, rules.GoalReached)
			}
		}
	}
	if !r.bareWins && r.extinctionValue != NoEnd && (!r.extinctionPseudoRoyal || r.blastOnCapture) {
		for _, c := range [2]int{moved ^ 1, moved} {
			if b.extinct(c) {
				return valueFor(r.extinctionValue, c == int(b.side)), rules.Extinct, true
			}
		}
	}
	for _, c := range sides {
		if r.bareWins && b.isBare(c) {
			return wins(c, rules.AllLost)
		}
	}
	if r.castlingWins != [2][2]bool{} {
		if v, over := b.castlingVerdict(int(b.side), int(b.side^1)); over {
			return v, rules.BoardDecided, true
		}
	}
	switch {
	case r.horde && b.countRole(0, AllRoles) == 0:
		return wins(1, rules.AllLost)
	case b.connected(moved):
		return valueFor(r.connectValue, moved == int(b.side)), rules.BoardDecided, true
	case b.faced&3 == 3, b.passes >= 2 && !r.wallOrMove, r.adjudicateFullBoard && within(&r.g.all, &b.occ):
		return b.materialVerdict(), rules.BoardDecided, true
	}
	return Draw, 0, false
}

// kingsGone reports which sides have lost the kings that a hole or an explosion can
// remove.
func (b *board[S]) kingsGone() (gone [2]bool) {
	for c := range 2 {
		gone[c] = b.r.mayDie[c] && b.countRole(c, b.r.kingRole()) == 0
	}
	return gone
}

func (b *board[S]) whyKingGone() rules.Reason {
	if b.r.explosive && !b.r.holed {
		return rules.KingExploded
	}
	return rules.KingVanished
}

// isBare reports whether a side has nothing left but royal kings.
func (b *board[S]) isBare(c int) bool {
	n := b.countRole(c, AllRoles)
	if b.r.royal >= 0 || b.r.explosive {
		n -= b.countRole(c, b.r.kingRole())
	}
	return n == 0
}

// raceVerdict judges a race to goal squares: when White arrives Black has one more
// turn, if it can follow.
func (b *board[S]) raceVerdict() (Value, bool) {
	white, black := b.flagReached(0), b.flagReached(1)
	begun := b.begun()
	switch {
	case !white && !black:
		return Draw, false
	case !white:
		return valueFor(Win, b.side == 1), true
	case b.side == 1 && begun:
		return Draw, false // Black is having its last turn
	case black:
		return Draw, true
	case (b.side == 1 || begun) && b.blackFollows():
		return Draw, false
	}
	return valueFor(Win, b.side == 0), true
}

// blackFollows reports whether Black could reach its goal with a move or a drop, if
// it were to move.
func (b *board[S]) blackFollows() bool {
	turn := b.clone()
	if turn.side == 0 {
		turn.side = 1
		turn.clearEnPassant()
	}
	g := generator[S]{board: turn, listing: true}
	g.find()
	for _, m := range turn.moves {
		if m.what() == castling || !has(&b.r.flag[1], m.to()) || b.r.types[b.moved(m)] != b.r.flagPiece[1] {
			continue
		}
		turn.do(m)
		code := turn.at[m.to()&255]
		there := code != 0 && code != wallCode && (code-1)&1 == 1 && b.r.types[b.r.typeAt(code)] == b.r.flagPiece[1]
		turn.undo()
		if there {
			return true
		}
	}
	return false
}

// kingRole returns the role of kings.
func (r *ruleset[S]) kingRole() Role {
	if r.royal >= 0 {
		return king
	}
	return r.Description.kings
}

// checkedKings returns the type of the kings that can be in check, 255 if there is none.
func (r *ruleset[S]) checkedKings() uint8 {
	if r.royal < 0 && !r.explosive {
		return 255
	}
	return r.typeOf[r.kingRole()]
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// valueFor turns a value for one side into one for the side to move.
func valueFor(v Value, own bool) Value {
	if own {
		return v
	}
	switch v {
	case Win:
		return Loss
	case Loss:
		return Win
	}
	return v
}

// extinct reports whether a side has too few of some kind.
func (b *board[S]) extinct(c int) bool {
	r := b.r
	enough := r.extinctionOpponentPieceCount // of the other side
	if r.extinctionClaim && c == int(b.side) {
		enough++
	}
	for _, role := range r.vital[c&1] {
		if b.countRole(c, role) <= r.extinctionPieceCount && b.countRole(c^1, role) >= enough {
			return true
		}
	}
	return false
}

// takesLast reports whether the capture of a single piece may win by extinction.
func (r *ruleset[S]) takesLast() bool {
	return r.extinctionValue == Loss && !r.extinctionPseudoRoyal && !r.capturedRelocated
}

// lastAttacked returns the square of an enemy piece that the side to move attacks and of
// whose kind the enemy must lose none.
func (b *board[S]) lastAttacked() (sq int, ok bool) {
	us, them := int(b.side), int(b.side^1)
	takers := b.takers(us)
	for _, role := range b.r.vital[them&1] {
		if b.countRole(them, role) != b.r.extinctionPieceCount+1 {
			continue
		}
		pieces := b.colors[them&1]
		if role != AllRoles {
			pieces = intersect(pieces, b.types[b.r.typeOf[role]&63])
		}
		for !isEmpty(&pieces) {
			if sq := next(&pieces); b.attacked(sq, us, &b.occ, &takers) {
				return sq, true
			}
		}
	}
	return 0, false
}

// vitalFor returns the kinds, and AllRoles where all pieces count together, of which a side may
// have too few. With parts of our own a side needs no kind that it had not at the start.
func (r *ruleset[S]) vitalFor(c int) (list []Role) {
	all := r.extinctionPieceTypes.has(AllRoles)
	for role := AllRoles; role < roles; role++ {
		switch {
		case !r.extinctionPieceTypes.has(role):
		case role == AllRoles, r.composed && r.had(c).has(role), !r.composed && (r.typeOf[role] != 255 || !all):
			list = append(list, role)
		}
	}
	return list
}

// raced reports whether the game is a race of kings, in which Black may follow White; see
// raceVerdict.
func (r *ruleset[S]) raced() bool {
	return r.flagMove && r.flagPiece == [2]Role{r.kingRole(), r.kingRole()}
}

// flagHeld reports whether a side has reached its goal squares and, where flagMove asks for
// it, still has when its turn begins.
func (b *board[S]) flagHeld(c int) bool {
	if b.r.flagMove && !b.r.flagPieceSafe && (c != int(b.side) || b.begun()) {
		return false
	}
	return b.flagReached(c)
}

// flagReached reports whether a side has reached its goal squares.
func (b *board[S]) flagReached(c int) bool {
	r := b.r
	pieces := b.colors[c&1]
	if role := r.flagPiece[c]; role != AllRoles {
		t := r.typeOf[role]
		if t == 255 {
			return false
		}
		pieces = intersect(pieces, b.types[t&63])
	}
	there := intersect(r.flag[c], pieces)
	n := popcount(there)
	if n == 0 || n < r.flagPieceCount && !(r.flagPieceBlockedWin && within(&r.flag[c], &b.occ)) {
		return false
	}
	if r.flagPieceSafe && (!r.flagMove || c == int(b.side^1)) {
		for n == r.flagPieceCount && !isEmpty(&there) {
			if b.attacked(next(&there), c^1, &b.occ, &b.colors[(c^1)&1]) {
				return false
			}
		}
	}
	return true
}

// flagVerdict judges who has reached its goal.
func (b *board[S]) flagVerdict(us, them int) (Value, bool) {
	r := b.r
	if isEmpty(&r.flag[0]) && isEmpty(&r.flag[1]) {
		return Draw, false
	}
	if (r.flagMove || r.flagPieceSafe) && b.flagReached(us) {
		shared := r.flagMove && r.flagPiece[them] == king || r.flagPieceSafe && !r.flagMove
		if shared && b.flagReached(them) {
			return Draw, true
		}
		return Win, true
	}
	if (!r.flagMove || r.flagPieceSafe || r.flagPiece[us] == king) && b.flagReached(them) {
		if r.flagMove && r.flagPiece[us] == king && us == 1 && b.kingReaches(us) {
			return Draw, false
		}
		return Loss, true
	}
	return Draw, false
}

// kingReaches reports whether a king has a legal move to its goal.
func (b *board[S]) kingReaches(us int) bool {
	r := b.r
	if r.royal < 0 || b.inCheck(us) {
		return false
	}
	kings := intersect(b.types[r.royal&63], b.colors[us])
	if isEmpty(&kings) {
		return false
	}
	from := first(kings)
	m := &r.of[us][r.royal]
	to := subtract(intersect(m.capture.from(from, &b.occ), r.flag[us]), b.colors[us])
	for to = subtract(to, b.walls); !isEmpty(&to); {
		sq := next(&to)
		captured := -1
		if has(&b.colors[us^1], sq) {
			captured = sq
		}
		if b.safe(us, from, sq, captured, from) && (r.checking || !b.givesCheck(newMove(normal, from, sq))) {
			return true
		}
	}
	return false
}

// castlingVerdict judges games that are won by castling, and lost by losing the
// right to castle.
func (b *board[S]) castlingVerdict(us, them int) (Value, bool) {
	r := b.r
	if b.castled != 0 {
		if c, wing := int(b.castled-1)>>1, int(b.castled-1)&1; c == them && r.castlingWins[c][wing] {
			return Loss, true
		}
	}
	for _, c := range [2]int{them, us} {
		wins, may := false, false
		for wing := range 2 {
			wins = wins || r.castlingWins[c][wing]
			may = may || r.castlingWins[c][wing] && b.rook[c][wing] >= 0
		}
		if wins && !may {
			if c == us {
				return Loss, true
			}
			return Win, true
		}
	}
	return Draw, false
}

// materialVerdict decides a game by counting pieces.
func (b *board[S]) materialVerdict() Value {
	white := 0
	switch b.r.materialCounting {
	case noMaterial:
		return Draw
	case janggiMaterial:
		white = b.janggiPoints()
	case unweighted:
		white = popcount(b.colors[0]) - popcount(b.colors[1])
	case whiteDrawOdds:
		white = 1
	case blackDrawOdds:
		white = -1
	}
	switch {
	case white == 0:
		return Draw
	case white > 0 == (b.side == 0):
		return Win
	}
	return Loss
}

// janggiPoints returns by how much White is ahead in points, in halves: Black gets
// one and a half for moving second, so that no game is drawn.
func (b *board[S]) janggiPoints() (white int) {
	white = -3
	for role, worth := range janggiWorth {
		if t := b.r.typeOf[role]; t != 255 {
			white += 2 * worth * (b.count(0, t) - b.count(1, t))
		}
	}
	return white
}

var janggiWorth = map[Role]int{rook: 13, janggi: 7, horse: 5, janggiElephant: 3, wazir: 3, soldier: 2}

// connected reports whether a side has formed the row, the square or the chain that
// the game requires.
func (b *board[S]) connected(c int) bool {
	r := b.r
	chain := !r.connectRegion1[0].isEmpty() || !r.connectRegion1[1].isEmpty()
	if r.connectN == 0 && r.connectNxN == 0 && r.collinearN == 0 && !chain {
		return false
	}
	var pieces S
	for t, role := range r.types {
		if r.connectPieceTypes.has(role) {
			pieces = union(pieces, intersect(b.types[t&63], b.colors[c&1]))
		}
	}
	for _, v := range r.directions() {
		if r.connectN > 0 && b.row(pieces, v) >= r.connectN || r.collinearN > 0 && b.collinear(pieces, v) >= r.collinearN {
			return true
		}
	}
	if n := r.connectNxN; n > 0 && b.block(pieces, n) {
		return true
	}
	return chain && b.chain(pieces, c)
}

func (r *ruleset[S]) directions() (v []betza.Vector) {
	if r.connectHorizontal {
		v = append(v, betza.Vector{Files: 1})
	}
	if r.connectVertical {
		v = append(v, betza.Vector{Ranks: 1})
	}
	if r.connectDiagonal {
		v = append(v, betza.Vector{Files: 1, Ranks: 1}, betza.Vector{Files: 1, Ranks: -1})
	}
	return v
}

// row returns the length of the longest row along a vector.
func (b *board[S]) row(pieces S, v betza.Vector) (longest int) {
	for x := pieces; !isEmpty(&x); {
		n := 0
		for sq := next(&x); sq >= 0 && has(&pieces, sq); sq = b.r.g.step(sq, v) {
			n++
		}
		longest = max(longest, n)
	}
	return longest
}

// collinear returns the most pieces on one line along a vector, with gaps or
// without.
func (b *board[S]) collinear(pieces S, v betza.Vector) (most int) {
	for x := pieces; !isEmpty(&x); {
		n := 0
		for sq := next(&x); sq >= 0; sq = b.r.g.step(sq, v) {
			if has(&pieces, sq) {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// block reports whether pieces fill a square block of n by n.
func (b *board[S]) block(pieces S, n int) bool {
	g := b.r.g
	for rank := 0; rank+n <= g.ranks; rank++ {
	corner:
		for file := 0; file+n <= g.files; file++ {
			for i := range n * n {
				if !has(&pieces, g.square(file+i%n, rank+i/n)) {
					continue corner
				}
			}
			return true
		}
	}
	return false
}

// chain reports whether pieces connect a side's two regions.
func (b *board[S]) chain(pieces S, c int) bool {
	r := b.r
	target := intersect(r.convert(r.connectRegion2[c]), pieces)
	seen := intersect(r.convert(r.connectRegion1[c]), pieces)
	if isEmpty(&target) {
		return false
	}
	var reached S // with a step: a single piece in both regions connects nothing
	for todo := seen; !isEmpty(&todo); {
		sq := next(&todo)
		for _, v := range r.directions() {
			// Chains grow to the right and upwards only, as in the program that
			// defines the format's games.
			if to := r.g.step(sq, v); to >= 0 && has(&pieces, to) {
				add(&reached, to)
				if !has(&seen, to) {
					add(&seen, to)
					add(&todo, to)
				}
			}
		}
	}
	return meets(&reached, &target)
}
