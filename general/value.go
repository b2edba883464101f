package general

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general/betza"
	"github.com/heterodox-chess/heterodox/internal/nnue"
)

// A worth is what an evaluation knows about a game. Values are centipawns.
type worth[S set] struct {
	// measured is the value of a piece that follows from how it moves on this board
	// and from what wins. Features are defined by it, so that fitting their weights
	// does not change them.
	measured [maxTypes]int
	weights  []tapered
	layout   layout
	// view is the index of a square in a type's table of places, as its side sees
	// the board: view[0] for kings and view[1] for other types, for which files on
	// the left and on the right are alike if the rules do not distinguish them, so
	// that a row has folded of them. Each type has one table per side if views is 2.
	view          [2][2][256]uint8
	views, folded int

	// What searches use, by the weights in force: the value of a piece by type, on
	// the board and in hand, and of where it stands.
	values, hand [maxTypes]int
	places       [2][maxTypes][]tapered
	// What another square that a piece reaches is worth, in eighths, and how many
	// it reaches on average; what one beside the enemy's king counts.
	mobility, usual, siege [maxTypes]int
	pawns                  [maxTypes]bool // the types that go forward and promote
	// ahead holds the squares from which an enemy pawn could still stop a pawn,
	// beside the squares of the neighbouring files.
	ahead, beside [2][256]S
	promoting     [2]S          // where a pawn promotes with its next step
	passed        [2][256]uint8 // how far a pawn has to go to promote, at most passedPlaces
	full          int           // the value of all pieces but pawns at the start
	// rising lists the types by value, the royal one last; class is 1 to 7 by value.
	rising        []uint8
	class         [maxTypes]uint8
	lesser        [maxTypes]uint8 // bit k: pieces of class k are worth so much less that their attack menaces the type
	bestPromotion [2]int          // the value of the best piece that a pawn may become
	// What decides where a type stands well: it rides along files, it leaps, it
	// never leaves the squares of one shade.
	straight, leaper, shaded [maxTypes]bool
	// drawish says that mate alone wins: mates are the types of which one piece may
	// force it, minor the greatest value of the others.
	drawish bool
	mates   [maxTypes]bool
	minor   int
	flights [256]S // where royal pieces go on an empty board, and what is beside them

	unfitted []tapered     // the weights that follow from the pieces
	network  *nnue.Network // what is added to the sum of the weights, nil for nothing
	net      *netView
}

// Weights of the evaluation, chosen by judgement: on the 8×8 board they give a
// knight 280, a bishop 320, a rook 500 and a queen 950.
const (
	perSquare    = 48.4 // what a square of a piece's mean mobility is worth
	perPair      = 0.8  // … and each pair of them
	density      = 4    // one square in four is occupied where mobility is measured
	bound        = 30   // per cent that a piece loses if it never sees any other square
	unbound      = 90   // what a leap is worth that frees such a rider
	pawnWorth    = 85
	goalStep     = 12  // for each step nearer to the goal squares
	scarce       = 250 // for pieces that a side may not lose, divided by how many it has
	handPercent  = 110 // of the value of a piece on the board
	kingRank     = 14  // for each rank that a king has gone forward while it is in danger
	kingMiddle   = 8   // for each file nearer to the middle
	kingCentre   = 8   // for each step nearer to the centre in the ending
	passedGain   = 180 // for a pawn that nothing stops, a step before its promotion
	passedPlaces = 6   // … and a part of it up to that many steps before
)

// weigh measures a game, and reads the weights and the network that have been fitted. The
// error says what is wrong with these; the game does without them then.
func weigh[S set](r *ruleset[S], start *board[S]) (*worth[S], error) {
	w := &worth[S]{}
	reach := r.reaches()
	for t := range r.types {
		w.measured[t] = r.valueOf(t, reach[t])
		if r.extinctionValue == Win && r.extinctionPieceTypes.has(AllRoles) {
			w.measured[t] = -w.measured[t]/4 - 20 // the side that loses all its pieces wins
		}
		w.usual[t] = int(reach[t])
		w.mobility[t] = int(8 * 36 / max(reach[t], 4))
		w.siege[t] = min(max(w.measured[t]/160, 2), 5)
		w.pawns[t] = r.of[0][t].isPawn || r.of[0][t].promotesAsPawn && reach[t] < 3
		w.layout.most[t] = r.most(t)
	}
	for t := range r.types {
		if t != r.royal {
			w.character(r, t)
		}
	}
	if r.royal >= 0 {
		w.measured[r.royal] = 0
		var none S
		for sq := range r.n {
			w.flights[sq] = union(r.near[sq], r.of[0][r.royal].quiet.from(sq, &none))
			add(&w.flights[sq], sq)
		}
	}
	w.matingPieces(r)
	w.classify(r.royal, len(r.types))
	for c := range 2 {
		w.pawnWays(r, c)
	}
	w.full = max(start.force(w), 1)
	places := r.places(w)
	w.look(r, places)
	w.lay(r)
	w.derive(r)
	w.derivePlaces(r, places)
	w.settle(r)
	w.net = w.viewOf(r, start)
	unfitted := *w
	unfitted.weights = slices.Clone(w.weights)
	if r.fitted.Weights == "" {
		w.inherit(r)
	} else if err := w.layout.read(w.weights, r.fitted.Weights); err != nil {
		return &unfitted, fmt.Errorf("weights, %w", err)
	}
	w.refit(r, &unfitted)
	w.unfitted = unfitted.weights
	if text := r.fitted.network(); text != "" {
		if err := w.readNetwork(text); err != nil {
			return w, fmt.Errorf("network, %w", err)
		}
	} else if w.network == nil && r.fitted.Weights == "" && slices.Equal(w.weights, w.unfitted) {
		w.borrow(r)
	}
	return w, nil
}

// inherit takes over what has been fitted to an ancestor on the same board: the groups of
// weights for which the same follows from the pieces of both games, and the network if
// all weights are the same.
func (w *worth[S]) inherit(r *ruleset[S]) {
	from := r.ancestor
	if from == nil || from.Files != r.Files || from.Ranks != r.Ranks {
		return
	}
	opened, err := openWith[S](from)
	if err != nil {
		return
	}
	theirs := opened.(*rulesOf[S]).weighed()
	groups := map[string]game.Group{}
	for _, g := range theirs.layout.groups {
		groups[g.Name] = g
	}
	for _, g := range w.layout.groups {
		own, old := w.weights[g.First:g.First+g.Len], groups[g.Name]
		if slices.Equal(own, theirs.unfitted[old.First:old.First+old.Len]) {
			copy(own, theirs.weights[old.First:])
		}
	}
	if theirs.net.size() == w.net.size() && theirs.fingerprint() == w.fingerprint() {
		w.network = theirs.network
	}
}

// mobile returns the moves that count for a piece's mobility: its captures, or how it
// moves if it never captures.
func (m *mover[S]) mobile() *moves[S] {
	if m.capture.any {
		return &m.capture
	}
	return &m.quiet
}

// most returns the upper end of the table of a type's mobility.
func (r *ruleset[S]) most(t int) (most int) {
	var none S
	m := &r.of[0][t]
	for sq := range r.n {
		most = max(most, popcount(m.mobile().from(sq, &none)))
	}
	return max(most, 4)
}

// reaches returns the mean number of squares that each type of White reaches on
// partly occupied boards; captures count twice.
func (r *ruleset[S]) reaches() (reach [maxTypes]float64) {
	random := rand.New(rand.NewPCG(1, 1))
	const boards = 12
	for range boards {
		var occ S
		for sq := range r.n {
			if random.IntN(density) == 0 {
				add(&occ, sq)
			}
		}
		for t := range r.types {
			m := &r.of[0][t]
			sum := 0
			for x := m.region; !isEmpty(&x); {
				sq := next(&x)
				quiet, capture := m.quiet.from(sq, &occ), m.capture.from(sq, &occ)
				sum += shared(&quiet, &m.region) + 2*shared(&capture, &m.region)
			}
			reach[t] += float64(sum) / float64(3*boards*max(popcount(m.region), 1))
		}
	}
	return reach
}

// valueOf returns the value of a type that reaches that many squares on average.
func (r *ruleset[S]) valueOf(t int, reach float64) int {
	value := perSquare*reach + perPair*reach*reach
	seen, riders := r.coverage(t)
	value *= 1 - bound*(1-seen)/100
	if seen > 0.9 && riders > 0 && riders < 0.9 {
		value += unbound
	}
	if r.of[0][t].isPawn {
		value = max(value, pawnWorth)
	}
	return int(value)
}

// coverage returns what part of the squares a type can ever get to, on average over
// where it stands, and what part if it could only ride; 0 if it cannot ride.
func (r *ruleset[S]) coverage(t int) (all, riders float64) {
	m := &r.of[0][t]
	rides := func(p betza.Part) bool { return p.Way == betza.Ride }
	riding := movesOf[S](r.g, r.moved[t], false, rides)
	part := func(m *moves[S]) float64 {
		var none S
		sum, from := 0, 0
		for start := 0; start < r.n; start += 7 {
			seen := only[S](start)
			for todo := seen; !isEmpty(&todo); {
				more := subtract(m.from(next(&todo), &none), seen)
				seen, todo = union(seen, more), union(todo, more)
			}
			sum += popcount(seen)
			from++
		}
		return float64(sum) / float64(from*r.n)
	}
	if riding.any {
		riders = part(&riding)
	}
	if m.isPawn || !m.capture.any {
		return 1, 0
	}
	return part(&m.capture), riders
}

// character notes what decides where a type stands well.
func (w *worth[S]) character(r *ruleset[S], t int) {
	m := &r.of[0][t]
	if !m.capture.any || w.pawns[t] || w.measured[t] < 150 {
		return
	}
	var none S
	up := m.capture.from(r.g.square(0, 0), &none)
	w.straight[t] = has(&up, r.g.square(0, r.g.ranks-1)) && w.measured[t] < 800
	w.leaper[t] = w.measured[t] < 500 && !slices.ContainsFunc(r.moved[t].Parts, func(p betza.Part) bool { return p.Way != betza.Leap })
	w.shaded[t] = true
	for sq := range r.n {
		shade := r.dark
		if !has(&r.dark, sq) {
			shade = subtract(r.g.all, r.dark)
		}
		if away := subtract(m.capture.from(sq, &none), shade); !isEmpty(&away) {
			w.shaded[t] = false
			break
		}
	}
}

// byValue returns the types by value, the royal one last.
func byValue(values *[maxTypes]int, royal, types int) (rising []uint8) {
	for t := range types {
		rising = append(rising, uint8(t))
	}
	value := func(t uint8) int {
		if int(t) == royal {
			return math.MaxInt
		}
		return values[t]
	}
	slices.SortStableFunc(rising, func(a, b uint8) int { return cmp.Compare(value(a), value(b)) })
	return rising
}

// classify divides the types into classes by value.
func (w *worth[S]) classify(royal, types int) {
	for i, t := range byValue(&w.measured, royal, types) {
		w.class[t] = uint8(1 + i*7/types)
	}
	for t := range types {
		for k := uint8(1); k < 8; k++ {
			most := 0
			for other := range types {
				if w.class[other] == k {
					most = max(most, w.measured[other])
				}
			}
			if most > 0 && 5*most <= 4*w.measured[t] {
				w.lesser[t] |= 1 << k
			}
		}
	}
}

// pawnWays fills in where pawns of a colour can be stopped, and how far they have to
// go.
func (w *worth[S]) pawnWays(r *ruleset[S], c int) {
	up := 1 - 2*c
	for sq := range r.n {
		if r.pawn >= 0 && r.of[c][r.pawn].quiet.leap != nil && meets(&r.of[c][r.pawn].quiet.leap[sq], &r.zone[c]) {
			add(&w.promoting[c], sq)
		}
		file, rank := r.g.file(sq), r.g.rank(sq)
		for next := rank + up; next >= 0 && next < r.g.ranks; next += up {
			for f := max(file-1, 0); f <= min(file+1, r.g.files-1); f++ {
				add(&w.ahead[c][sq], r.g.square(f, next))
			}
		}
		for next := range r.g.ranks {
			for _, f := range [2]int{file - 1, file + 1} {
				if f >= 0 && f < r.g.files {
					add(&w.beside[c][sq], r.g.square(f, next))
				}
			}
		}
		w.passed[c][sq] = passedPlaces
		if !isEmpty(&r.zone[c]) {
			w.passed[c][sq] = uint8(min(r.distance(sq, r.zone[c]), passedPlaces))
		}
	}
}

// settle fills in what searches use: values are as measured.
func (w *worth[S]) settle(r *ruleset[S]) {
	w.values = w.measured
	for t := range r.types {
		w.hand[t] = w.values[t] * handPercent / 100
	}
	w.arrange(r)
}

// refit fills that in where weights have been fitted: a value changes by as much as
// that of a piece in an average place that reaches the usual number of squares.
func (w *worth[S]) refit(r *ruleset[S], derived *worth[S]) {
	for t := range r.types {
		if t == r.royal {
			continue
		}
		w.values[t] = w.measured[t] + w.usually(r, t) - derived.usually(r, t)
		w.hand[t] = w.values[t] * handPercent / 100
		if w.layout.hand >= 0 {
			w.hand[t] = w.weights[w.layout.hand+t].at(128)
		}
	}
	w.arrange(r)
}

// usually returns what a piece is worth on average by the weights.
func (w *worth[S]) usually(r *ruleset[S], t int) int {
	l := &w.layout
	sum := 0
	for sq := range r.n {
		sum += w.weights[l.place[0][t]+int(w.view[1][0][sq])].at(128)
	}
	value := w.weights[l.value+t].at(128) + sum/r.n
	if l.mobility[t] > 0 {
		value += w.weights[l.mobility[t]+min(w.usual[t], l.most[t])].at(128)
	}
	return value
}

// arrange fills in what follows from values and weights.
func (w *worth[S]) arrange(r *ruleset[S]) {
	w.rising = byValue(&w.values, r.royal, len(r.types))
	for c := range 2 {
		w.bestPromotion[c] = 0
		for _, t := range r.promotions[c] {
			w.bestPromotion[c] = max(w.bestPromotion[c], w.values[t])
		}
		for t := range r.types {
			w.places[c][t] = make([]tapered, r.n)
			for sq := range r.n {
				w.places[c][t][sq] = w.weights[w.placeOf(r, c, t, sq)]
			}
		}
	}
}

// PieceValue returns roughly what a piece with a definition is worth on a board, in
// centipawns, as it follows from its moves, before any game has been played. An error says
// what is wrong with the definition, or that games do not support it.
func PieceValue(definition string, files, ranks int) (centipawns int, err error) {
	if files < 1 || files > 16 || ranks < 1 || ranks > 16 {
		return 0, fmt.Errorf("a board has 1 to 16 files and ranks, not %dx%d", files, ranks)
	}
	def, err := betza.Parse(definition)
	if err != nil {
		return 0, err
	}
	if len(def.Parts) == 0 {
		return 0, nil
	}
	d := newDescription("")
	d.Files, d.Ranks = files, ranks
	d.letters[firstCustom], d.betza[firstCustom] = 'X', definition
	d.castling, d.doubleStep = false, false
	var wrong *keyError
	if err := d.judge(); errors.As(err, &wrong) {
		return 0, errors.New(wrong.reason)
	}
	switch n := files * ranks; {
	case n <= 64:
		return pieceValue[[1]uint64](d)
	case n <= 128:
		return pieceValue[[2]uint64](d)
	}
	return pieceValue[[4]uint64](d)
}

// pieceValue is PieceValue for the only piece of a game.
func pieceValue[S set](d *Description) (int, error) {
	r, err := compile[S](d)
	if err != nil {
		return 0, err
	}
	return r.valueOf(0, r.reaches()[0]), nil
}
