package general

import (
	"math"
	"slices"
	"sync"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// A walker is a board that the engine's search walks on: see game.Walker.
type walker[S set] struct {
	b    *board[S]
	w    *worth[S]
	e    *eye // nil without a network
	seen seen // scratch of Evaluate

	// The state of Exchange: where it is, and what is still on the board.
	at  int
	occ S
	// The squares from which each type would give check, once they are needed, and
	// the key of the position they are for.
	checks    [maxTypes]S
	checksKey uint64
	tried     []game.Code // scratch of WinningMove

	// Where the game has rules of its own for repetition, see Repeated: the moments up
	// to here, the boards of those before the walker was made, and the moment at which
	// the search began.
	moments []moment
	earlier []*board[S] // never changed
	known   []bygone[S] // of the moments
	root    int
}

// weighed returns what the evaluation knows about the game, measured once.
func (g *rulesOf[S]) weighed() *worth[S] {
	g.once.Do(func() {
		g.worth, g.unfit = weigh(g.r, g.start)
	})
	return g.worth
}

type weighOnce[S set] struct {
	once  sync.Once
	worth *worth[S]
	unfit error // what is wrong with what has been fitted
}

// Walk returns a walker that stands at the position.
func (p *position[S]) Walk() game.Walker {
	w := p.g.weighed()
	b := p.b.clone()
	return &walker[S]{b: b, w: w, e: w.newEye(), moments: []moment{{key: p.key}}}
}

func (w *walker[S]) Clone() game.Walker {
	c := &walker[S]{b: w.b.clone(), w: w.w, e: w.w.newEye(), moments: []moment{{key: w.Key()}}}
	if w.b.r.recurring() {
		c.moments, c.known, c.root = slices.Clone(w.moments), slices.Clone(w.known), w.root
		c.earlier = make([]*board[S], len(w.moments)-1)
		shared, board := copy(c.earlier, w.earlier), w.boards()
		for i := len(c.earlier) - 1; i >= shared; i-- {
			c.earlier[i] = board(len(c.earlier) - i).clone()
		}
	}
	return c
}

func (w *walker[S]) Traits() game.Traits {
	r := w.b.r
	loses := r.extinctionValue == Win || r.stalemateValue == Win || r.checkmateValue != Loss
	t := game.Traits{
		Returns:    r.capturesToHand || r.pieceDrops,
		Forced:     r.mustCapture,
		Exchanges:  !r.blastOnCapture && r.petrifyOnCaptureTypes == 0 && r.flipEnclosedPieces == noEnclosing && !r.mustCapture && !r.greedy && !loses,
		Mates:      r.royal >= 0 && r.checkmateValue == Loss && r.turns == nil,
		Turns:      r.turns != nil,
		Stalemates: r.stalemateValue == Loss,
		Suicide:    r.ends || loses,
		Recurs:     r.recurring(),
		Long:       r.extras || r.capturedRelocated,
		Counts:     r.countingRule != "",
		WinsAtOnce: (r.countsChecks() || len(r.goals[0])+len(r.goals[1]) > 0 || r.blocks || r.winsByRow() || r.endsByPasses() || r.takesLast()) && r.turns == nil,
	}
	if r.nMoveRule > 0 {
		t.Clock = 2 * r.nMoveRule
	}
	return t
}

func (w *walker[S]) Side() rules.Color { return rules.Color(w.b.side) }
func (w *walker[S]) Key() uint64       { return w.moments[len(w.moments)-1].key }

func (w *walker[S]) Turn() (number, left uint64)     { return w.b.turn, w.b.left }
func (w *walker[S]) TurnLength(number uint64) uint64 { return w.b.r.turns.Of(number) }

// Past implements game.Walker.
func (w *walker[S]) Past() (hash uint64, left int) {
	b := w.b
	left = math.MaxInt
	if !b.r.wallOrMove {
		hash = uint64(b.passes)
	}
	if b.limit > 0 {
		hash |= 1 << 8
		left = int(b.limit-b.counted) + 1
	}
	for c, shak := range b.shak {
		if shak {
			hash |= 1 << (9 + c)
		}
	}
	if b.r.shogiPawnDropMateIllegal && b.dropped && b.checkedByPawns() {
		hash |= 1 << 11
	}
	return hash * 0x9fb21c651e98df25, left
}

func (w *walker[S]) Halfmove() int   { return int(w.b.half) }
func (w *walker[S]) InCheck() bool   { return w.b.royalAttacked(int(w.b.side)) }
func (w *walker[S]) CountMoves() int { return w.b.countMoves() }

func (w *walker[S]) Evaluate() int {
	e, sum, phase := w.e, 0, 0
	if e != nil && w.b.bare() {
		e = nil
	}
	if e != nil && e.net.Alone {
		phase = w.b.phase(w.w)
	} else {
		sum, phase = w.b.evaluate(w.w)
	}
	if e != nil {
		w.b.see(w.w.net, &w.seen)
		sum += e.value(&w.seen, len(w.b.states), w.b.side, w.b.bucket(w.w.net))
	}
	return sum * w.b.scale(w.w, phase, sum) / fullScale
}

func (w *walker[S]) Verdict() (rules.Result, bool) {
	b := w.b
	r := b.r
	if r.ends {
		if v, over := b.verdict(); over {
			return result(v, b.side), true
		}
	}
	if r.blocks && b.stuck() {
		return w.NoMoves(), true
	}
	if moved := r.nMoveRule > 0 && int(b.half) >= 2*r.nMoveRule; moved || b.countedOut() {
		switch {
		case b.countMoves() == 0:
			return w.NoMoves(), true
		case moved:
			return result(b.materialVerdict(), b.side), true
		}
		return rules.Draw, true
	}
	if b.half == 0 && r.materialDraws() && b.lacksMaterial() {
		return rules.Draw, true
	}
	return rules.Draw, false
}

func (w *walker[S]) NoMoves() rules.Result {
	v, _ := w.b.noMoves()
	return result(v, w.b.side)
}

// MayPass reports whether passing would be a bad move: not where captures are
// compulsory, losing wins, or only king and pawns are left.
func (w *walker[S]) MayPass() bool {
	b := w.b
	r := b.r
	if r.royal < 0 || r.special || r.turns != nil || r.extinctionValue == Win || r.stalemateValue == Win || r.checkmateValue != Loss {
		return false
	}
	us := b.side & 1
	if r.pieceDrops && b.handSize(int(us)) > 0 {
		return true
	}
	idle := b.types[r.royal&63]
	for t := range r.types {
		if m := &r.of[us][t]; m.isPawn || r.types[t] == soldier || r.types[t] == shogiPawn {
			idle = union(idle, b.types[t&63])
		}
	}
	return !within(&b.colors[us], &idle)
}

func (w *walker[S]) Moves(dst []game.Code) []game.Code {
	b := w.b
	start := b.list()
	for _, m := range b.moves[start:] {
		dst = append(dst, w.code(m))
	}
	b.moves = b.moves[:start]
	return dst
}

func (w *walker[S]) Noisy(dst []game.Code) []game.Code {
	b := w.b
	if b.r.greedy {
		return dst
	}
	start := len(b.moves)
	if b.r.special || w.promotes() {
		b.list()
	} else {
		g := generator[S]{board: b, listing: true, phase: captures}
		g.run()
	}
	for _, m := range b.moves[start:] {
		if w.noisy(m) && (!b.r.mustCapture || b.isCapture(m)) {
			dst = append(dst, game.Code(m)|game.NoisyCode)
		}
	}
	b.moves = b.moves[:start]
	return dst
}

// promotes reports whether a pawn of the side to move may promote with a step.
func (w *walker[S]) promotes() bool {
	b := w.b
	if b.r.pawn < 0 {
		return false
	}
	pawns := intersect(b.types[b.r.pawn&63], b.colors[b.side&1])
	return meets(&pawns, &w.w.promoting[b.side&1])
}

// noisy reports whether a move captures, or is a promotion that gains much. Where every
// move captures, none is noisy.
func (w *walker[S]) noisy(m move) bool {
	if w.b.r.greedy {
		return false
	}
	switch m.what() {
	case promotion:
		if w.w.values[w.arriving(m)]+promotionEdge >= w.w.bestPromotion[w.b.side&1] {
			return true
		}
	case plusPromotion:
		if w.w.values[w.arriving(m)] >= w.w.values[w.b.moved(m)]+promotionEdge {
			return true
		}
	}
	return w.b.isCapture(m)
}

// promotionEdge is how much a promotion must gain to be noisy, or how much worse
// than the best it may be.
const promotionEdge = 150

// code returns the code of a move, which is the move with game.NoisyCode added if
// it is noisy.
func (w *walker[S]) code(m move) game.Code {
	if w.noisy(m) {
		return game.Code(m) | game.NoisyCode
	}
	return game.Code(m)
}

// moveOf is the inverse of code.
func moveOf(c game.Code) move { return move(c &^ game.NoisyCode) }

func (w *walker[S]) Move(c game.Code) game.Move { return game.Move(moveOf(c)) }
func (w *walker[S]) Code(m game.Move) game.Code { return w.code(move(m)) }

func (w *walker[S]) Play(c game.Code) {
	m := moveOf(c)
	w.b.do(m)
	w.moments = append(w.moments, moment{w.b.positionKey(), m, w.moments[len(w.moments)-1].since})
}

func (w *walker[S]) Undo() {
	w.b.undo()
	w.moments = w.moments[:len(w.moments)-1]
	w.known = w.known[:min(len(w.known), len(w.moments))]
}

// Pass passes the turn.
func (w *walker[S]) Pass() {
	w.b.pass()
	w.moments = append(w.moments, moment{key: w.b.key, since: len(w.moments)})
}

// arriving returns the type that stands on the destination of a move, or is
// dropped there.
func (w *walker[S]) arriving(m move) uint8 {
	switch m.what() {
	case promotion, plusPromotion, demotion, drop:
		return w.b.r.kinds[m.kind()].typ
	}
	return w.b.moved(m) & 63
}

// victim returns the type that a move captures.
func (w *walker[S]) victim(m move) (t uint8, ok bool) {
	if !w.b.isCapture(m) {
		return 0, false
	}
	at := m.to()
	if m.what() == enPassant {
		at = w.b.passed(m.to())
	}
	t = w.b.r.typeAt(w.b.at[at&255])
	return t & 63, t != 255
}

func (w *walker[S]) Worth(m game.Code) int { return w.w.values[w.arriving(moveOf(m))&63] }

func (w *walker[S]) Gain(c game.Code) int {
	m := moveOf(c)
	b := w.b
	gain := 0
	if t, ok := w.victim(m); ok {
		if b.r.blastOnCapture {
			return w.blast(m)
		}
		gain = w.stake(t, int(b.side^1))
	}
	switch m.what() {
	case promotion, plusPromotion:
		gain += w.w.values[w.arriving(m)&63] - w.w.values[b.moved(m)&63]
	}
	return gain
}

// stake returns what a side loses with a piece of a type: what it is worth, on the
// board and in the enemy's hand, and more where few are left. The last king, where
// explosions may remove it, is worth the game.
func (w *walker[S]) stake(t uint8, c int) int {
	r := w.b.r
	value := w.w.values[t&63]
	if r.capturesToHand {
		value += w.w.hand[r.kinds[t].hand[c&1]&63]
	}
	if r.explosive && r.types[t] == r.kingRole() && w.b.countRole(c, r.types[t]) == 1 {
		value += lastStake
	}
	if r.extinctionValue == Loss && r.extinctionPieceTypes.has(r.types[t]) {
		left := w.b.countRole(c, r.types[t]) - r.extinctionPieceCount
		if left <= 1 {
			return value + lastStake
		}
		value += scarce/(left-1) - scarce/left
	}
	return value
}

// lastStake is what the last piece of its type is worth where its loss loses the
// game.
const lastStake = 3000

// blast returns what a capture that explodes wins.
func (w *walker[S]) blast(m move) (gain int) {
	b := w.b
	r := b.r
	gone := intersect(r.near[m.to()], union(b.colors[0], b.colors[1]))
	if r.pawn >= 0 {
		gone = subtract(gone, b.types[r.pawn&63])
	}
	add(&gone, m.to())
	add(&gone, m.from())
	for !isEmpty(&gone) {
		code := b.at[next(&gone)&255]
		t := r.typeAt(code)
		if t == 255 {
			continue
		}
		value := w.stake(t, int(code-1)&1)
		if int(code-1)&1 == int(b.side) {
			value = -value
		}
		gain += value
	}
	return gain
}

func (w *walker[S]) Quiets(moves []game.Code, dst []game.Quiet) []game.Quiet {
	b, place := w.b, &w.w.places[w.b.side&1]
	checks := w.checkSquares()
	for _, c := range moves {
		m := moveOf(c)
		arriving := w.arriving(m)
		q := game.Quiet{
			PieceTo:   uint16(w.pieceTo(arriving, m)),
			FromTo:    uint16(w.FromTo(c)),
			Threatens: checks != nil && has(&checks[arriving&63], m.to()),
		}
		switch m.what() {
		case castling:
			q.Rise = castlingRise
		case passing:
		case drop:
			q.Rise = int16(place[arriving&63][m.to()].mg())
		default:
			q.Rise = int16(place[arriving&63][m.to()].mg() - place[b.moved(m)&63][m.from()].mg())
		}
		dst = append(dst, q)
	}
	return dst
}

// castlingRise is the rise of castling.
const castlingRise = 40

func (w *walker[S]) Threatens(c game.Code) bool {
	checks, m := w.checkSquares(), moveOf(c)
	return checks != nil && has(&checks[w.arriving(m)&63], m.to())
}

// checkSquares returns the squares from which each type would check the enemy's king, nil
// in a game without one.
func (w *walker[S]) checkSquares() *[maxTypes]S {
	if w.b.r.royal < 0 {
		return nil
	}
	if w.checksKey != w.b.key {
		w.lookForChecks()
	}
	return &w.checks
}

// WinningMove returns a move that gives the last check needed, reaches a goal, leaves the
// enemy without a move or the last piece of a type, completes a row, or ends the game by a
// pass.
func (w *walker[S]) WinningMove() (game.Code, bool) {
	b := w.b
	r := b.r
	if r.takesLast() {
		if at, ok := b.lastAttacked(); ok {
			w.tried = w.Noisy(w.tried[:0])
			for _, c := range w.tried {
				if moveOf(c).to() == at && w.wins(c) {
					return c, true
				}
			}
		}
	}
	check, near := r.countsChecks() && b.remaining[b.side&1] == 1, b.nearGoal()
	pass := r.endsByPasses() && (b.passes > 0 || b.faced&1 != 0)
	var exits, gaps S
	blocks := false
	if r.blocks {
		most := r.mostBlocked()
		exits = b.exits(int(b.side^1), most)
		blocks = popcount(exits) <= most
	}
	if r.winsByRow() {
		gaps = b.gaps(int(b.side))
	}
	if !check && !near && !pass && !blocks && isEmpty(&gaps) {
		return 0, false
	}
	w.tried = w.Moves(w.tried[:0])
	for _, c := range w.tried {
		m := moveOf(c)
		if !(check && w.Threatens(c)) && !(near && w.reachesGoal(m)) && !(pass && m.what() == passing) &&
			!has(&gaps, m.to()) && !(blocks && b.mayBlock(m, exits)) {
			continue
		}
		if w.wins(c) {
			return c, true
		}
	}
	return 0, false
}

// wins reports whether a move ends the game with a win, if need be by leaving the enemy
// without a move where that decides.
func (w *walker[S]) wins(c game.Code) bool {
	w.Play(c)
	defer w.Undo()
	v, over := w.b.verdict()
	if !over && w.b.r.blocks && w.b.stuck() {
		v, _ = w.b.noMoves()
		over = true
	}
	return over && v == Loss
}

// nearGoal reports whether a piece of the side to move may be a move away from a goal.
func (b *board[S]) nearGoal() bool {
	goals := b.r.goals[b.side&1]
	for i := range goals {
		pieces := intersect(b.types[goals[i].typ&63], b.colors[b.side&1])
		if meets(&pieces, &goals[i].near) {
			return true
		}
	}
	return false
}

// reachesGoal reports whether a move leads to a goal of its piece.
func (w *walker[S]) reachesGoal(m move) bool {
	goals := w.b.r.goals[w.b.side&1]
	for i := range goals {
		if goals[i].typ == w.arriving(m) && has(&goals[i].squares, m.to()) {
			return true
		}
	}
	return false
}

// lookForChecks finds the squares from which each type would check the enemy's
// king.
func (w *walker[S]) lookForChecks() {
	b := w.b
	us := int(b.side & 1)
	w.checksKey = b.key
	for t := range b.r.types {
		var none S
		w.checks[t] = none
	}
	k := firstShared(&b.types[b.r.royal&63], &b.colors[us^1])
	if k < 0 {
		return
	}
	groups := b.r.groups[us]
	for i := range groups {
		g := &groups[i]
		if g.bounds && !has(&g.region, k) {
			continue
		}
		var from S
		b.addSources(&from, g, k)
		if g.within {
			from = intersect(from, b.r.lines)
		}
		for _, t := range g.types {
			join(&w.checks[t&63], &from)
		}
	}
}

func (w *walker[S]) Exchange(c game.Code) int {
	m := moveOf(c)
	b := w.b
	w.at, w.occ = m.to(), b.occ
	if m.what() != drop {
		remove(&w.occ, m.from())
	}
	if m.what() == enPassant {
		if sq := b.passed(m.to()); sq >= 0 {
			remove(&w.occ, sq)
		}
	}
	add(&w.occ, m.to())
	return w.stake(w.arriving(m), int(b.side))
}

func (w *walker[S]) Recapture(by rules.Color) (value int, last, ok bool) {
	b := w.b
	c := int(by & 1)
	var among S
	for i := range len(among) {
		among[i] = b.colors[c][i] & w.occ[i]
	}
	remove(&among, w.at)
	var attackers S
	if b.findAttackers(&attackers, w.at, c, &w.occ, &among); isEmpty(&attackers) {
		return 0, false, false
	}
	for _, t := range w.w.rising {
		if sq := firstShared(&attackers, &b.types[t&63]); sq >= 0 {
			remove(&w.occ, sq)
			return w.stake(t, c), int(t) == b.r.royal, true
		}
	}
	return 0, false, false
}

func (w *walker[S]) PieceTo(c game.Code) int {
	m := moveOf(c)
	return w.pieceTo(w.arriving(m), m)
}

func (w *walker[S]) pieceTo(arriving uint8, m move) int {
	return (int(arriving)*w.b.r.n + m.to()) % game.PieceTos
}

func (w *walker[S]) FromTo(c game.Code) int {
	m := moveOf(c)
	from := m.from()
	if m.what() == drop {
		from = w.b.r.n + int(m.kind())
	}
	return (from*w.b.r.n + m.to()) % game.FromTos
}

func (w *walker[S]) Victim(c game.Code) int {
	if t, ok := w.victim(moveOf(c)); ok {
		return int(w.w.class[t])
	}
	return 0
}
