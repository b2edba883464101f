package general

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/heterodox-chess/heterodox/general/betza"
)

const (
	maxTypes = 64
	maxKinds = 120
)

// A ruleset is a compiled Description: tables and flags, never changed.
type ruleset[S set] struct {
	*Description
	g *geometry[S]
	n int // squares

	types  []Role             // by type, in ascending order
	moved  []betza.Definition // how they move, by type
	typeOf [roles]uint8

	checksToWin uint64 // that remain to be given in the start position, 0 until it has been read

	// kinds are what can stand on a square: one for each type, then the promoted
	// forms.
	kinds []kind
	plus  [maxTypes]uint8    // the kind that a type's own promotion leads to, 0 for none
	born  [2][maxTypes]uint8 // the kind that a pawn becomes when it promotes to a type

	of     [2][]mover[S] // by colour and type
	groups [2][]group[S] // the ways in which a colour attacks
	facing *group[S]     // kings that face each other, where the game forbids that

	royal  int // the type of kings, -1 without
	cannon int // the type of janggi's cannons, -1 without
	lines  S   // see addInside
	pseudo []uint8
	pawn   int // the type of pawns, -1 without

	zone       [2]S // promotion
	doubleStep [2]S
	tripleStep [2]S
	secondStep [2]S // where the first of two steps leads
	epRegion   [2]S
	dropRegion [2]S
	flag       [2]S
	wall       [2]S
	files      []S // each file, each rank
	ranks      []S
	near       []S // the squares around each square
	dark       S
	holeSet    S
	promotions [2][]uint8 // types that pawns may become
	dropTypes  []uint8

	judged  bool      // see judgedMoves
	foresee bool      // judged, and pins and checks show which moves are legal
	takes   bool      // captures do what they do in chess
	hopping bool      // some pieces attack by hopping
	holed   bool      // there are holes
	vital   [2][]Role // see vitalFor
	hill    S
	goals   [2][]goal[S] // that win at once
	mayDie  [2]bool      // a side has kings that holes or explosions may remove
	ends    bool         // positions may be decided, so that they have no moves
	tries   bool         // every move is tried: some pieces are pseudo-royal
	extras  bool         // a move may also bring something in: gates and walls
	special bool         // there are rules that choose among the legal moves
	greedy  bool         // every move captures
	blocks  bool         // see findBlocks
	limits  bool         // promotions are limited to a number of pieces of a type
	still   bool         // see countsTogether
	minors  bool         // see minorsDraw
	// idleRights says that the castling field of the start position may name pieces that
	// are not there, as it may be inherited from the parent.
	idleRights bool

	zobrist zobrist
}

// A kind is what stands on a square.
type kind struct {
	typ      uint8
	hand     [2]uint8 // the type it becomes in hand, by its own colour
	letter   byte     // of the board: upper case
	plus     bool     // written with a plus before it
	tilde    bool     // written with a tilde after it
	promoted bool
	base     uint8 // the kind it turns back to
}

// A mover is how a type of one colour moves.
type mover[S set] struct {
	both           bool // quiet moves are the same as captures
	quiet, capture moves[S]
	initial        moves[S]
	region         S
	immobile       S // squares from which it could never move, whatever its region
	promotesAsPawn bool
	promotesToPlus bool
	takesEnPassant bool
	bounded        bool // by region
	cannon         bool // of janggi, see cannonMoves
	dead           bool // it may not go to the squares where it would be immobile
	simple         bool // it only moves and captures: no pawn or cannon, no promotions, en passant or initial moves
	isPawn         bool
}

// A group is a way of attacking that some types share, seen from the attacked
// square.
type group[S set] struct {
	types  []uint8
	bounds bool // region is not the whole board
	region S
	within bool // attackers stand on the diagonal lines
	cannon bool // they are janggi's, which do not hop over each other
	leap   []S  // the squares from which a leap leads to the square
	lines  []line[S]
	per    int
	open   []S // where attacking riders may stand on an empty board, and hoppers on any
	lookup uint8
	lame   [][]lameLeap[S]
	hops   []hop[S] // along vectors back to the attacker
	passed []S      // betweenTable of the vectors
}

const (
	lookStraight = 1 + iota
	lookDiagonal
)

type zobrist struct {
	piece [][256]uint64 // by code, square
	hand  [2][maxTypes]uint64
	ep    [256]uint64
	gate  [2][256]uint64
	wall  [256]uint64
	right [2][2]uint64
	check [2][128]uint64
	side  uint64
}

// compile builds the tables of a description that has been judged.
func compile[S set](d *Description) (*ruleset[S], error) {
	r := &ruleset[S]{Description: d, g: geometryOf[S](shape{d.Files, d.Ranks}, d.unaided), royal: -1, cannon: -1, pawn: -1}
	r.n = r.g.squares()
	r.number()
	for _, role := range r.types {
		def, err := betza.Parse(r.moves(role))
		if err != nil {
			return nil, err
		}
		r.moved = append(r.moved, def)
	}
	r.squares()
	for c := range 2 {
		r.of[c] = make([]mover[S], len(r.types))
		for t := range r.types {
			if err := r.mover(c, t); err != nil {
				return nil, err
			}
		}
	}
	for c := range 2 {
		if err := r.group(c); err != nil {
			return nil, err
		}
	}
	r.flags()
	r.findGoals()
	r.findBlocks()
	r.keys()
	return r, nil
}

// number numbers the types and kinds of the game.
func (r *ruleset[S]) number() {
	for role := Role(1); role < roles; role++ {
		r.typeOf[role] = 255
		if r.letters[role] == 0 {
			continue
		}
		t := uint8(len(r.types))
		r.typeOf[role] = t
		r.types = append(r.types, role)
		r.kinds = append(r.kinds, kind{typ: t, hand: [2]uint8{t, t}, letter: r.letters[role], base: t})
		switch role {
		case king:
			r.royal = int(t)
		case pawn:
			r.pawn = int(t)
		case janggi:
			r.cannon = int(t)
		}
	}
	for t, role := range r.types {
		if p := r.promotedPieceType[role]; p != 0 && r.typeOf[p] != 255 {
			r.plus[t] = uint8(len(r.kinds))
			hand := uint8(t)
			if r.dropLoop {
				hand = r.typeOf[p]
			}
			r.kinds = append(r.kinds, kind{typ: r.typeOf[p], hand: [2]uint8{hand, hand}, letter: r.letters[role],
				plus: true, promoted: true, base: uint8(t)})
		}
	}
	keeps := r.capturesToHand && !r.dropLoop || r.twoBoards
	for c := range 2 {
		for t := range r.types {
			r.born[c][t] = uint8(t)
		}
	}
	if !keeps {
		return
	}
	for t := range r.types {
		if r.types[t] == king {
			continue
		}
		k := kind{typ: uint8(t), letter: r.letters[r.types[t]], tilde: true, promoted: true, base: uint8(t)}
		for c := range 2 {
			k.hand[c] = uint8(t)
			if p := r.typeOf[r.mainPromotionPawnType[c]]; p != 255 {
				k.hand[c] = p
			}
			r.born[c][t] = uint8(len(r.kinds))
		}
		r.kinds = append(r.kinds, k)
	}
}

// convert turns a region into a set of the board's squares.
func (r *ruleset[S]) convert(from region) (s S) {
	for sq := range r.n {
		if from.has(r.g.file(sq), r.g.rank(sq)) {
			add(&s, sq)
		}
	}
	return s
}

// squares builds the sets of squares that the rules use.
func (r *ruleset[S]) squares() {
	for c := range 2 {
		r.zone[c] = r.convert(r.promotionRegion[c])
		r.epRegion[c] = r.convert(r.enPassantRegion[c])
		r.dropRegion[c] = r.convert(r.Description.dropRegion[c])
		r.flag[c] = r.convert(r.flagRegion[c])
		r.wall[c] = r.convert(r.wallingRegion[c])
		if r.Description.doubleStep {
			r.doubleStep[c] = r.convert(r.doubleStepRegion[c])
		}
		r.tripleStep[c] = r.convert(r.tripleStepRegion[c])
		r.secondStep[c] = shift(r.doubleStep[c], r.g.files*(1-2*c))
		for role, t := range r.typeOf {
			if r.promotionPieceTypes[c].has(Role(role)) && role > 0 && t != 255 {
				r.promotions[c] = append(r.promotions[c], t)
			}
		}
	}
	r.holeSet = r.convert(r.holes)
	r.lines = r.convert(r.diagonalLines)
	for file := range r.g.files {
		var s S
		for rank := range r.g.ranks {
			add(&s, r.g.square(file, rank))
		}
		r.files = append(r.files, s)
	}
	for rank := range r.g.ranks {
		var s S
		for file := range r.g.files {
			add(&s, r.g.square(file, rank))
		}
		r.ranks = append(r.ranks, s)
	}
	around := betza.MustParse("K")
	near := movesOf(r.g, around, false, func(betza.Part) bool { return true })
	r.near = near.leap
	for sq := range r.n {
		if (r.g.file(sq)+r.g.rank(sq))%2 == 0 {
			add(&r.dark, sq)
		}
	}
	for t := range r.types {
		r.dropTypes = append(r.dropTypes, uint8(t))
	}
}

// mover builds the tables of one type of one colour.
func (r *ruleset[S]) mover(c, t int) error {
	def := r.moved[t]
	role := r.types[t]
	m := &r.of[c][t]
	of := func(mode betza.Mode) moves[S] {
		return movesOf(r.g, def, c == 1, func(p betza.Part) bool { return p.Mode&mode != 0 && !p.Initial })
	}
	m.both = true
	for _, p := range def.Parts {
		if p.Mode&(betza.Quiet|betza.Capture) != betza.Quiet|betza.Capture || p.Initial {
			m.both = false
		}
	}
	m.quiet = of(betza.Quiet)
	if m.capture = m.quiet; !m.both {
		m.capture = of(betza.Capture)
	}
	m.initial = movesOf(r.g, def, c == 1, func(p betza.Part) bool { return p.Mode&betza.Quiet != 0 && p.Initial })
	m.isPawn = role == pawn
	if role == soldier {
		r.bindSoldier(c, &m.quiet)
		r.bindSoldier(c, &m.capture)
	}
	r.addInside(c, t, m)
	m.region = r.g.all
	if bounds := r.mobilityRegion[c][role]; !bounds.isEmpty() {
		m.region = r.convert(bounds)
	}
	for sq := range r.n {
		if reach := m.reach(sq); isEmpty(&reach) {
			add(&m.immobile, sq)
		}
	}
	m.bounded = m.region != r.g.all
	m.dead = r.immobilityIllegal && !isEmpty(&m.immobile)
	m.promotesAsPawn = r.promotionPawnTypes[c].has(role) && (len(r.promotions[c]) > 0 || r.mandatoryPawnPromotion) &&
		!isEmpty(&r.zone[c])
	m.promotesToPlus = r.plus[t] != 0 || r.pieceDemotion
	m.takesEnPassant = r.enPassantTypes[c].has(role)
	m.cannon = role == janggi
	m.simple = !m.cannon && !m.promotesAsPawn && !m.promotesToPlus && !m.takesEnPassant && !m.isPawn && !m.initial.any
	return nil
}

// reach returns where a piece goes on an empty board, beyond its region, too.
func (m *mover[S]) reach(sq int) S {
	var none S
	reach := m.quiet.from(sq, &none)
	if m.quiet.slow {
		reach = union(reach, m.pseudo(sq))
	}
	return reach
}

// immobileOn reports whether a piece could never move from a square, because of the edges and the
// walls.
func (b *board[S]) immobileOn(m *mover[S], sq int) bool {
	if isEmpty(&b.walls) {
		return has(&m.immobile, sq)
	}
	reach := m.reach(sq)
	return within(&reach, &b.walls)
}

// mobile returns the squares of a set from which a piece could move again.
func (b *board[S]) mobile(m *mover[S], to S) S {
	to = subtract(to, m.immobile)
	if !isEmpty(&b.walls) {
		for x := to; !isEmpty(&x); {
			if sq := next(&x); b.immobileOn(m, sq) {
				remove(&to, sq)
			}
		}
	}
	return to
}

// mayBeImmobile reports whether there may be squares where a piece may not go as it could not move again.
func (b *board[S]) mayBeImmobile(m *mover[S]) bool {
	return m.dead || b.r.immobilityIllegal && !isEmpty(&b.walls)
}

// pseudo returns where the hops of a piece could lead, whatever the board.
func (m *mover[S]) pseudo(sq int) (s S) {
	for i := range m.quiet.hops {
		s = union(s, m.quiet.hops[i].ray[sq])
	}
	return s
}

// bindSoldier keeps soldiers on their file until they have crossed the river.
func (r *ruleset[S]) bindSoldier(c int, m *moves[S]) {
	for sq := range m.leap {
		rank := r.g.rank(sq)
		if c == 1 {
			rank = r.g.ranks - 1 - rank
		}
		if rank < r.soldierPromotionRank {
			m.leap[sq] = intersect(m.leap[sq], r.files[r.g.file(sq)])
		}
	}
}

// countsChecks reports whether a side wins by a number of checks.
func (r *ruleset[S]) countsChecks() bool { return r.checkCounting && r.royal >= 0 }

// A goal is where pieces of a type win the game.
type goal[S set] struct {
	typ     uint8
	squares S
	near    S // from where such a piece might get there with one move
}

// findGoals derives what goals win at once.
func (r *ruleset[S]) findGoals() {
	for c := range r.goals {
		for t, role := range r.types {
			g := goal[S]{typ: uint8(t)}
			if (role == r.flagPiece[c] || r.flagPiece[c] == AllRoles) && !r.flagMove && r.flagPieceCount == 1 {
				g.squares = r.flag[c]
			}
			if role == r.kingRole() {
				g.squares = union(g.squares, r.hill)
			}
			var empty S
			for sq := range r.n {
				to := union(r.of[c][t].quiet.from(sq, &empty), r.of[c][t].capture.from(sq, &empty))
				if meets(&to, &g.squares) {
					add(&g.near, sq)
				}
			}
			if !isEmpty(&g.near) {
				r.goals[c] = append(r.goals[c], g)
			}
		}
	}
}

// flags derives what the generator checks once per node.
func (r *ruleset[S]) flags() {
	if r.extinctionPseudoRoyal {
		for t, role := range r.types {
			if r.extinctionPieceTypes.has(role) {
				r.pseudo = append(r.pseudo, uint8(t))
			}
		}
	}
	r.holed = !isEmpty(&r.holeSet)
	r.judged = r.capturerStays || r.capturedRelocated || r.holed || r.turns != nil || r.explosive || r.unaided
	r.takes = !r.capturerStays && !r.capturedRelocated
	if r.explosive {
		r.pseudo = append(r.pseudo, r.typeOf[r.Description.kings])
	}
	for c := range 2 {
		r.vital[c] = r.vitalFor(c)
	}
	r.hill = r.convert(r.Description.hill)
	if r.explosive || r.holed && r.royal >= 0 {
		r.mayDie = [2]bool{r.had(0).has(r.kingRole()), r.had(1).has(r.kingRole())}
	}
	r.tries = len(r.pseudo) > 0
	r.extras = r.seirawanGating || r.wallingRule != noWalls
	r.special = r.mustCapture || r.mustDrop || r.passOnStalemate[0] || r.passOnStalemate[1]
	r.ends = r.mayDie != [2]bool{} || r.horde || r.bareWins || !isEmpty(&r.hill) || r.extinctionValue != NoEnd && (!r.extinctionPseudoRoyal || r.blastOnCapture) ||
		!isEmpty(&r.flag[0]) || !isEmpty(&r.flag[1]) || r.castlingWins != [2][2]bool{} || r.checkCounting ||
		r.connectN > 0 || r.connectNxN > 0 || r.collinearN > 0 || !r.connectRegion1[0].isEmpty() || !r.connectRegion1[1].isEmpty() ||
		r.bikjangRule || r.pass[0] || r.pass[1] || r.passOnStalemate[0] || r.passOnStalemate[1] || r.adjudicateFullBoard
	for _, limit := range r.promotionLimit {
		r.limits = r.limits || limit != 0
	}
	r.still = r.countsTogether()
	r.foresee = r.judged && !r.unaided && !r.holed && !r.tries && !r.extras && r.checking && r.dropChecks && r.checkInTurn == checkEnds && !r.gating &&
		!r.blastOnCapture && r.petrifyOnCaptureTypes == 0 && r.flipEnclosedPieces == noEnclosing &&
		!r.sittuyinPromotion && !r.makpongRule && !r.cambodianMoves && r.mutuallyImmuneTypes == 0 &&
		r.pass == [2]bool{} && r.passOnStalemate == [2]bool{} && !r.wallOrMove
	r.minors = r.minorsDraw()
	r.greedy = !r.pieceDrops && !r.castling && !r.extras && !r.gating && r.pass == [2]bool{} && r.passOnStalemate == [2]bool{}
	for c := range 2 {
		r.greedy = r.greedy && !slices.ContainsFunc(r.of[c], func(m mover[S]) bool { return m.quiet.any || m.initial.any })
		r.hopping = r.hopping || slices.ContainsFunc(r.groups[c], func(g group[S]) bool { return g.hops != nil })
	}
}

// keys draws the random numbers of the hash key, the same in every run.
func (r *ruleset[S]) keys() {
	random := rand.New(rand.NewPCG(0x68657465726f, 0x646f78))
	z := &r.zobrist
	z.piece = make([][256]uint64, 2*len(r.kinds)+1)
	for i := range z.piece {
		for sq := range r.n {
			z.piece[i][sq] = random.Uint64()
		}
	}
	for c := range 2 {
		for t := range r.types {
			z.hand[c][t] = random.Uint64() | 1
		}
		for sq := range r.n {
			z.gate[c][sq] = random.Uint64()
		}
		for i := range z.check[c] {
			z.check[c][i] = random.Uint64()
		}
		z.right[c] = [2]uint64{random.Uint64(), random.Uint64()}
	}
	for sq := range r.n {
		z.ep[sq], z.wall[sq] = random.Uint64(), random.Uint64()
	}
	z.side = random.Uint64()
}

// group collects the ways in which a colour attacks, so that types that share one
// are looked up together.
func (r *ruleset[S]) group(c int) error {
	known := map[string]int{}
	groups := &r.groups[c]
	add := func(key string, t int, make func() group[S]) {
		m := &r.of[c][t]
		key = fmt.Sprint(key, m.region)
		i, ok := known[key]
		if !ok {
			i = len(*groups)
			known[key] = i
			g := make()
			g.region, g.bounds = m.region, m.region != r.g.all
			*groups = append(*groups, g)
		}
		(*groups)[i].types = append((*groups)[i].types, uint8(t))
	}
	for t := range r.types {
		def := r.moved[t]
		m := &r.of[c][t]
		var leaps, lames []betza.Vector
		for _, p := range def.Parts {
			switch {
			case p.Mode&betza.Capture == 0 || p.Initial:
			case p.Way == betza.Leap:
				leaps = append(leaps, p.Vectors...)
			case p.Way == betza.Lame:
				lames = append(lames, p.Vectors...)
			}
		}
		if m.capture.leap != nil {
			add(fmt.Sprint("leap", ordered(leaps), r.types[t] == soldier), t, func() group[S] { return group[S]{leap: r.reversed(m.capture.leap)} })
		}
		if m.capture.lame != nil {
			add(fmt.Sprint("lame", ordered(lames)), t, func() group[S] { return group[S]{lame: r.reversedLame(m.capture.lame)} })
		}
		if m.capture.inside != nil {
			r.groupInside(c, t, groups)
		}
		for _, p := range def.Parts {
			if p.Mode&betza.Capture == 0 || p.Initial {
				continue
			}
			for _, class := range classes(p.Vectors) {
				back := backwards(class, c)
				switch p.Way {
				case betza.Ride:
					add(fmt.Sprint("ride", back, p.Limit), t, func() group[S] { return r.riders(back, p.Limit) })
				case betza.Hop, betza.Beyond:
					cannon := r.types[t] == janggi
					add(fmt.Sprint("hop", p.Way, back, p.Limit, cannon), t, func() group[S] {
						g := r.hoppers(back, p)
						g.cannon = cannon
						return g
					})
				}
			}
		}
	}
	if len(*groups) > maxGroups {
		return fmt.Errorf("pieces attack in %d different ways, more than %d", len(*groups), maxGroups)
	}
	if (r.flyingGeneral || r.bikjangRule) && r.royal >= 0 {
		g := r.riders(betza.MustParse("R").Parts[0].Vectors, 0)
		g.types = []uint8{uint8(r.royal)}
		r.facing = &g
	}
	return nil
}

// ordered sorts vectors and removes duplicates.
func ordered(vectors []betza.Vector) []betza.Vector {
	slices.SortFunc(vectors, func(a, b betza.Vector) int {
		return cmp.Or(cmp.Compare(a.Ranks, b.Ranks), cmp.Compare(a.Files, b.Files))
	})
	return slices.Compact(vectors)
}

// classes groups vectors by their length, so that no two rides of a class share a
// square.
func classes(vectors []betza.Vector) (sorted [][]betza.Vector) {
	byLength := map[int]int{}
	for _, v := range vectors {
		d := v.Files*v.Files + v.Ranks*v.Ranks
		i, ok := byLength[d]
		if !ok {
			i = len(sorted)
			byLength[d] = i
			sorted = append(sorted, nil)
		}
		sorted[i] = append(sorted[i], v)
	}
	for i := range sorted {
		sorted[i] = ordered(sorted[i])
	}
	return sorted
}

func (r *ruleset[S]) reversed(leap []S) []S {
	back := make([]S, r.n)
	for from := range leap {
		for x := leap[from]; !isEmpty(&x); {
			add(&back[next(&x)], from)
		}
	}
	return back
}

func (r *ruleset[S]) reversedLame(lame [][]lameLeap[S]) [][]lameLeap[S] {
	back := make([][]lameLeap[S], r.n)
	for from := range lame {
		for _, l := range lame[from] {
			back[l.to] = append(back[l.to], lameLeap[S]{l.path, from})
		}
	}
	return back
}

func (r *ruleset[S]) riders(back []betza.Vector, limit int) group[S] {
	g := group[S]{passed: r.g.betweenTable(back)}
	g.lines, g.per = r.g.lines(back, limit)
	g.open = make([]S, r.n)
	var none S
	for sq := range g.open {
		slide(g.lines[sq*g.per:(sq+1)*g.per], &g.open[sq], &none)
	}
	if limit == 0 && len(back) == 4 && r.g.isChessboard() {
		switch v := back[0]; v.Files*v.Files + v.Ranks*v.Ranks {
		case 1:
			g.lookup = lookStraight
		case 2:
			g.lookup = lookDiagonal
		}
	}
	return g
}

func (r *ruleset[S]) hoppers(back []betza.Vector, p betza.Part) group[S] {
	g := group[S]{passed: r.g.betweenTable(back)}
	for _, v := range back {
		g.hops = append(g.hops, newHop(r.g, v, p))
	}
	g.open = make([]S, r.n)
	for sq := range g.open {
		for i := range g.hops {
			g.open[sq] = union(g.open[sq], g.hops[i].ray[sq])
		}
	}
	return g
}
