package general

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Man is a piece on a square of a Stage.
type Man struct {
	Kind   uint8 // its number in the Frame's Letters
	Color  rules.Color
	Square uint8 // from 0, along the ranks
}

// A Frame is what all positions of a Stage have in common.
type Frame struct {
	Files, Ranks int
	Letters      []string // the kinds of pieces
	King         int      // the kind of royal kings, -1 without
	Kings        [2]int   // how many of them a side has, -1 for any number
	// Stands are the squares on which a kind can stand, by colour.
	Stands [2][][]uint8
	// OneWay says which kinds move differently if the board is turned.
	OneWay []bool
	// Turned are the maps of squares, the identity first, that leave the rules
	// unchanged where no kind is OneWay; Mirrored those that always do. Swapped does
	// so together with an exchange of the colours; it is nil if there is no such map.
	Turned, Mirrored [][]uint8
	Swapped          []uint8
	// DoubleSteps says that there may be captures en passant.
	DoubleSteps bool
}

// A Stage is a board on which any position of a few pieces can be set up, for programs that
// go through many. It is not safe for concurrent use.
type Stage interface {
	// Frame returns what the positions have in common.
	Frame() Frame
	// Put sets up a position in which nobody may castle or capture en passant; ok is false
	// if it cannot occur in a game.
	Put(men []Man, side rules.Color) (ok bool)
	// Men appends the pieces on the board.
	Men(dst []Man) []Man
	// List lists the legal moves and returns how many there are. It reports how the game has
	// ended by the position alone, except for draws by a move limit or by insufficient
	// material.
	List() (moves int, r rules.Result, over bool)
	// Decided reports how the game has ended although there may be moves left.
	Decided() (r rules.Result, over bool)
	// Play plays a move of the last List, by number, Undo takes it back; List must then be
	// called again before another is played.
	Play(i int)
	Undo()
	// Passing reports whether a capture en passant may be possible, PassingMove
	// whether a listed move is one.
	Passing() bool
	PassingMove(i int) bool
	// Position returns the current position.
	Position() game.Position
}

// NewStage returns a stage for a game of this machine. Where a position is more than pieces
// on a board and a side to move, s is nil and why says what else it is.
func NewStage(g game.Rules) (s Stage, why string) {
	staged, ok := g.(interface{ stage() (Stage, string) })
	if !ok {
		return nil, "its board is not flat"
	}
	return staged.stage()
}

// Rulebook returns a text that is the same for games with the same rules, and only for
// these, whatever their names; "" for games of other machines.
func Rulebook(g game.Rules) string {
	if g, ok := g.(interface{ rulebook() string }); ok {
		return g.rulebook()
	}
	return ""
}

func (g *rulesOf[S]) rulebook() string {
	d := *g.r.Description
	d.Name, d.names, d.fitted, d.ancestor, d.style = "", nil, Fitted{}, nil, ""
	var text strings.Builder
	for fields, i := reflect.ValueOf(d), 0; i < fields.NumField(); i++ {
		if !fields.Field(i).IsZero() { // so that a new key does not change the text of games without it
			fmt.Fprintf(&text, "%s=%v\n", fields.Type().Field(i).Name, fields.Field(i))
		}
	}
	return text.String()
}

func (g *rulesOf[S]) stage() (Stage, string) {
	r := g.r
	switch {
	case r.hasHands(), r.freeDrops:
		return nil, "pieces in hand are part of a position"
	case r.turns != nil:
		return nil, "the number of the turn is part of a position"
	case r.checkCounting:
		return nil, "the checks given are part of a position"
	case r.putsWalls():
		return nil, "walls are part of a position"
	case r.recurring(), r.shatarMateRule, r.bikjangRule:
		return nil, "its history is part of a position"
	case r.pass != [2]bool{}, r.passOnStalemate != [2]bool{}:
		return nil, "passes are part of a position"
	case r.gating, r.castlingWins != [2][2]bool{}:
		return nil, "rights are part of a position"
	case r.pieceDemotion, r.flipEnclosedPieces != noEnclosing:
		return nil, "pieces change back and forth"
	case len(r.kinds) >= 63:
		return nil, "it has too many kinds of pieces"
	}
	s := &bench[S]{g: g, empty: newBoard(r), b: newBoard(r)}
	for x := g.start.walls; !isEmpty(&x); {
		s.empty.write(next(&x), 0, wallCode)
	}
	return s, ""
}

type bench[S set] struct {
	g        *rulesOf[S]
	empty, b *board[S]
	moves    []move
}

func (s *bench[S]) Put(men []Man, side rules.Color) bool {
	b := s.b
	changes, states, moves := b.changes[:0], b.states[:0], b.moves[:0]
	*b = *s.empty
	b.changes, b.states, b.moves = changes, states, moves
	for _, m := range men {
		b.write(int(m.Square), 0, codeOf(m.Kind, int(m.Color)))
	}
	if b.side = uint8(side); side == rules.Black {
		b.key ^= b.r.zobrist.side
	}
	r := b.r
	if r.royal >= 0 {
		other := int(b.side ^ 1)
		return !b.inCheck(other) || several(intersect(b.types[r.royal&63], b.colors[other]))
	}
	return true
}

func (s *bench[S]) Men(dst []Man) []Man {
	for x := subtract(s.b.occ, s.b.walls); !isEmpty(&x); {
		sq := next(&x)
		code := s.b.at[sq&255] - 1
		dst = append(dst, Man{code >> 1, rules.Color(code & 1), uint8(sq)})
	}
	return dst
}

func (s *bench[S]) Decided() (rules.Result, bool) {
	if !s.b.r.ends {
		return rules.Ongoing, false
	}
	v, over := s.b.verdict()
	return result(v, s.b.side), over
}

func (s *bench[S]) List() (int, rules.Result, bool) {
	b := s.b
	if r, over := s.Decided(); over {
		return 0, r, true
	}
	start := b.list()
	s.moves = append(s.moves[:0], b.moves[start:]...)
	b.moves = b.moves[:start]
	if len(s.moves) == 0 {
		v, _ := b.noMoves()
		return 0, result(v, b.side), true
	}
	return len(s.moves), rules.Ongoing, false
}

func (s *bench[S]) Play(i int)              { s.b.do(s.moves[i]) }
func (s *bench[S]) Undo()                   { s.b.undo() }
func (s *bench[S]) Passing() bool           { return !isEmpty(&s.b.ep) }
func (s *bench[S]) PassingMove(i int) bool  { return s.moves[i].what() == enPassant }
func (s *bench[S]) Position() game.Position { return s.g.at(s.b.clone()) }

func (s *bench[S]) Frame() Frame {
	r := s.g.r
	f := Frame{Files: r.g.files, Ranks: r.g.ranks, King: r.royal, Kings: [2]int{-1, -1}, DoubleSteps: r.pawn >= 0}
	for c := range 2 {
		f.DoubleSteps = f.DoubleSteps || r.enPassantTypes[c] != 0
		if r.royal >= 0 && !r.crowns() {
			f.Kings[c] = s.g.start.count(c, uint8(r.royal))
		}
	}
	for k := range r.kinds {
		f.Letters = append(f.Letters, r.kinds[k].name())
		for c := range 2 {
			f.Stands[c] = append(f.Stands[c], s.stands(k, c))
		}
	}
	mirror := s.turns(func(i int) bool { return i&^1 == 0 })
	for _, p := range mirror {
		if s.same(p) && r.alikeAll(p) {
			f.Mirrored = append(f.Mirrored, p)
		}
	}
	all := s.turns(func(int) bool { return true })
	for k := range r.kinds {
		t := r.kinds[k].typ
		role := r.types[t]
		oneWay := r.plus[t] != 0
		for c := range 2 {
			oneWay = oneWay || r.promotionPawnTypes[c].has(role) || r.of[c][t].isPawn || r.of[c][t].initial.any
			for _, p := range all {
				oneWay = oneWay || !r.keeps(c, int(t), p)
			}
		}
		f.OneWay = append(f.OneWay, oneWay)
	}
	for _, p := range all {
		if s.same(p) {
			f.Turned = append(f.Turned, p)
		}
	}
	if flip := s.turns(func(i int) bool { return i == 2 }); len(flip) == 1 && s.swaps(flip[0]) {
		f.Swapped = flip[0]
	}
	return f
}

// stands returns the squares on which a kind of a colour can stand.
func (s *bench[S]) stands(k, c int) (squares []uint8) {
	r := s.g.r
	t := r.kinds[k].typ
	m := &r.of[c][t]
	for sq := range r.n {
		if has(&s.empty.walls, sq) || has(&r.holeSet, sq) || m.bounded && !has(&m.region, sq) {
			continue
		}
		if int(t) == r.pawn && s.noPawn(c, sq) {
			continue
		}
		squares = append(squares, uint8(sq))
	}
	return squares
}

// noPawn reports whether no pawn of a side can come to a square.
func (s *bench[S]) noPawn(c, sq int) bool {
	r := s.g.r
	rank := func(sq int) int {
		if c == 1 {
			return r.g.ranks - 1 - r.g.rank(sq)
		}
		return r.g.rank(sq)
	}
	if rank(sq) == r.g.ranks-1 && r.mandatoryPawnPromotion && has(&r.zone[c], sq) {
		return true
	}
	if r.capturedRelocated {
		return rank(sq) == 0
	}
	from := intersect(s.g.start.types[r.pawn&63], s.g.start.colors[c])
	if isEmpty(&from) { // a FEN may have pawns
		from = intersect(r.doubleStep[c], r.g.all)
	}
	least := r.g.ranks
	for x := from; !isEmpty(&x); {
		least = min(least, rank(next(&x)))
	}
	return rank(sq) < least && !isEmpty(&from)
}

// turns returns those maps of a board onto itself that are chosen by number: bit 0 mirrors
// the files, bit 1 the ranks, bit 2 exchanges the two.
func (s *bench[S]) turns(chosen func(i int) bool) (list [][]uint8) {
	g := s.g.r.g
	for i := range 8 {
		if !chosen(i) || i&4 != 0 && g.files != g.ranks {
			continue
		}
		p := make([]uint8, g.squares())
		for sq := range p {
			file, rank := g.file(sq), g.rank(sq)
			if i&1 != 0 {
				file = g.files - 1 - file
			}
			if i&2 != 0 {
				rank = g.ranks - 1 - rank
			}
			if i&4 != 0 {
				file, rank = rank, file
			}
			p[sq] = uint8(g.square(file, rank))
		}
		list = append(list, p)
	}
	return list
}

func mapped[S set](s S, p []uint8) (to S) {
	for !isEmpty(&s) {
		add(&to, int(p[next(&s)]))
	}
	return to
}

// same reports whether a map leaves all regions of the rules unchanged, except for those
// that only say where pieces promote and make double steps.
func (s *bench[S]) same(p []uint8) bool {
	r := s.g.r
	if r.crowns() && (p[0] != 0 || p[1] != 1) { // of several kings the first counting from a1 is royal
		return false
	}
	sets := []S{s.empty.walls, r.holeSet, r.hill, r.convert(r.diagonalLines)}
	for c := range 2 {
		sets = append(sets, r.flag[c], r.epRegion[c], r.convert(r.connectRegion1[c]), r.convert(r.connectRegion2[c]))
	}
	return !slices.ContainsFunc(sets, func(x S) bool { return mapped(intersect(x, r.g.all), p) != intersect(x, r.g.all) }) && r.directionsKept(p)
}

// directionsKept reports whether rows along ranks and along files count alike if a map
// exchanges the two.
func (r *ruleset[S]) directionsKept(p []uint8) bool {
	return r.connectHorizontal == r.connectVertical || r.connectN == 0 && r.collinearN == 0 || int(p[1])-int(p[0]) == 1 || int(p[0])-int(p[1]) == 1
}

// alikeAll reports whether all pieces, and where they promote and make double steps, are the same
// under a map.
func (r *ruleset[S]) alikeAll(p []uint8) bool {
	for c := range 2 {
		for _, x := range []S{r.zone[c], r.doubleStep[c], r.tripleStep[c]} {
			if mapped(intersect(x, r.g.all), p) != intersect(x, r.g.all) {
				return false
			}
		}
		for t := range r.types {
			if !r.keeps(c, t, p) {
				return false
			}
		}
	}
	return true
}

// keeps reports whether a type of a colour moves the same way under a map.
func (r *ruleset[S]) keeps(c, t int, p []uint8) bool { return r.corresponds(c, c, t, p) }

// corresponds reports whether a type moves for one colour as it does for another under a map:
// on the empty board and among pieces on random squares.
func (r *ruleset[S]) corresponds(from, to, t int, p []uint8) bool {
	a, b := &r.of[from][t], &r.of[to][t]
	if a.bounded != b.bounded || a.isPawn != b.isPawn || a.dead != b.dead || a.cannon != b.cannon || a.initial.any != b.initial.any ||
		a.bounded && mapped(intersect(a.region, r.g.all), p) != intersect(b.region, r.g.all) {
		return false
	}
	random := rand.New(rand.NewPCG(1, 2))
	for try := range 12 {
		var occ S
		for sq := range r.n {
			if random.IntN(12) < try {
				add(&occ, sq)
			}
		}
		image := mapped(occ, p)
		for sq := range r.n {
			to := int(p[sq])
			if mapped(a.quiet.from(sq, &occ), p) != b.quiet.from(to, &image) || mapped(a.capture.from(sq, &occ), p) != b.capture.from(to, &image) ||
				mapped(a.initial.from(sq, &occ), p) != b.initial.from(to, &image) {
				return false
			}
		}
	}
	return true
}

// swaps reports whether a map leaves the rules unchanged if the colours are exchanged, too.
func (s *bench[S]) swaps(p []uint8) bool {
	r := s.g.r
	pairs := [][2]S{{s.empty.walls, s.empty.walls}, {r.holeSet, r.holeSet}, {r.hill, r.hill}, {r.convert(r.diagonalLines), r.convert(r.diagonalLines)},
		{r.convert(r.connectRegion1[0]), r.convert(r.connectRegion1[1])}, {r.convert(r.connectRegion2[0]), r.convert(r.connectRegion2[1])},
		r.flag, r.epRegion, r.zone, r.doubleStep, r.tripleStep}
	for _, x := range pairs {
		if mapped(intersect(x[0], r.g.all), p) != intersect(x[1], r.g.all) || mapped(intersect(x[1], r.g.all), p) != intersect(x[0], r.g.all) {
			return false
		}
	}
	if r.horde || r.crowns() || r.flagMove || !slices.Equal(r.vital[0], r.vital[1]) || r.mayDie[0] != r.mayDie[1] || r.materialCounting != noMaterial ||
		r.promotionPawnTypes[0] != r.promotionPawnTypes[1] || r.promotionPieceTypes[0] != r.promotionPieceTypes[1] ||
		r.flagPiece[0] != r.flagPiece[1] || r.enPassantTypes[0] != r.enPassantTypes[1] || r.mainPromotionPawnType[0] != r.mainPromotionPawnType[1] {
		return false
	}
	if r.royal >= 0 && s.g.start.count(0, uint8(r.royal)) != s.g.start.count(1, uint8(r.royal)) {
		return false
	}
	for t := range r.types {
		if !r.corresponds(0, 1, t, p) || !r.corresponds(1, 0, t, p) {
			return false
		}
	}
	for k := range r.kinds {
		for c := range 2 {
			var own, other S
			for _, sq := range s.stands(k, c) {
				add(&own, int(sq))
			}
			for _, sq := range s.stands(k, c^1) {
				add(&other, int(sq))
			}
			if mapped(own, p) != other {
				return false
			}
		}
	}
	return true
}
