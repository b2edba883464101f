package general

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
)

// The evaluation is a sum of weights, each counted as often as its feature is on
// the board, interpolated between opening and ending. The weights of a game are in
// one list, group by group. They follow from how its pieces move (derive), unless
// others have been fitted to games (files NAME.weights).

// A tapered is a weight, or a sum of weights, in centipawns: the opening's in the
// upper half, the ending's in the lower.
type tapered int64

func taper(mg, eg int) tapered { return tapered(mg)<<32 + tapered(eg) }

func (t tapered) mg() int { return int(int32((t + 1<<31) >> 32)) }
func (t tapered) eg() int { return int(int32(t)) }

// at returns the weight between opening and ending, for a phase from 256 to 0.
func (t tapered) at(phase int) int { return (t.mg()*phase + t.eg()*(256-phase)) / 256 }

// The upper ends of tables; larger numbers count as these.
const (
	mostSiege  = 63 // units of siege
	mostChecks = 16 // checks still to give
	mostLeft   = 12 // pieces of a type that a side may not lose
	mostRow    = 16
	mostPlaces = 24 // squares on which a drop encloses something
)

// A layout says where the groups of a game's weights begin: -1 for those that it
// does not have.
type layout struct {
	groups []game.Group
	count  int

	value int // a piece: type
	// Where a piece stands: square from its side's own end, see worth.view; Black's
	// separate where the sides differ.
	place    [2][maxTypes]int
	hand     int // a piece in hand: type
	mobility [maxTypes]int
	most     [maxTypes]int // the upper end of that table

	openFile, halfOpen [maxTypes]int
	outpost, shades    [maxTypes]int
	// Of the enemy's pieces: attacked by pawns, by lesser pieces, and not guarded.
	chased, menaced, hanging [maxTypes]int

	defended, isolated, doubled int // of pawns
	passed, held                int // of a passed pawn, free and with something in front of it: steps to where it promotes
	escort, heldEscort          int // by how many steps the own king is closer to it than the enemy's, likewise
	shelter                     int // pieces beside the king, and pawns
	siege                       int // of the enemy's king: units
	checks                      int // that the side has still to give
	left                        int // of a type that the side may not lose
	row                         int // length of a row
	enclosing                   int // squares on which a drop encloses something
	tempo                       int // having the move
}

// add adds a group of n weights and returns where it begins.
func (l *layout) add(name string, n, row int) int {
	first := l.count
	l.groups = append(l.groups, game.Group{Name: name, First: first, Len: n, Row: row})
	l.count += n
	return first
}

// addEach adds a group of one weight for each of some types.
func (l *layout) addEach(name string, letters func(t int) string, types []int) (at [maxTypes]int) {
	for t := range at {
		at[t] = -1
	}
	if len(types) == 0 {
		return at
	}
	var of []string
	for _, t := range types {
		of = append(of, letters(t))
	}
	first := l.add(name+" of "+strings.Join(of, " "), len(types), len(types))
	for i, t := range types {
		at[t] = first + i
	}
	return at
}

// lay lays out the weights of a game.
func (w *worth[S]) lay(r *ruleset[S]) {
	l := &w.layout
	letter := func(t int) string { return string(rune(r.letters[r.types[t]])) }
	which := func(ok func(t int) bool) (types []int) {
		for t := range r.types {
			if ok(t) {
				types = append(types, t)
			}
		}
		return types
	}
	all := which(func(int) bool { return true })
	l.value = l.addEach("value", letter, all)[0]
	for side, name := range []string{"place", "black's place"}[:w.views] {
		for _, t := range all {
			files := w.folded
			if t == r.royal {
				files = r.g.files
			}
			l.place[side][t] = l.add(name+" of "+letter(t), files*r.g.ranks, files)
		}
	}
	if w.views == 1 {
		l.place[1] = l.place[0]
	}
	l.hand = -1
	if r.pieceDrops || r.seirawanGating {
		l.hand = l.addEach("hand", letter, all)[0]
	}
	for _, t := range which(func(t int) bool { return !r.of[0][t].isPawn && t != r.royal }) {
		l.mobility[t] = l.add("mobility of "+letter(t), l.most[t]+1, l.most[t]+1)
	}
	straight := which(func(t int) bool { return w.straight[t] })
	l.openFile = l.addEach("open file", letter, straight)
	l.halfOpen = l.addEach("half-open file", letter, straight)
	l.outpost = l.addEach("outpost", letter, which(func(t int) bool { return w.leaper[t] }))
	l.shades = l.addEach("both shades", letter, which(func(t int) bool { return w.shaded[t] }))
	victims := which(func(t int) bool { return w.measured[t] > 0 && !w.pawns[t] && t != r.royal })
	l.chased = l.addEach("attacked by a pawn", letter, victims)
	l.menaced = l.addEach("attacked by a lesser piece", letter, victims)
	l.hanging = l.addEach("attacked and not guarded", letter, victims)
	if r.pawn >= 0 {
		l.defended = l.add("defended pawn", 1, 1)
		l.isolated = l.add("isolated pawn", 1, 1)
		l.doubled = l.add("doubled pawn", 1, 1)
		l.passed = l.add("passed pawn", passedPlaces, passedPlaces)
		l.held = l.add("passed pawn held up", passedPlaces, passedPlaces)
		l.escort = l.add("escort of a passed pawn", passedPlaces, passedPlaces)
		l.heldEscort = l.add("escort of one held up", passedPlaces, passedPlaces)
	}
	if r.royal >= 0 {
		l.shelter = l.add("piece and pawn beside the king", 2, 2)
		l.siege = l.add("siege of the king", mostSiege+1, 8)
	}
	if r.checkCounting {
		l.checks = l.add("checks to give", mostChecks+1, mostChecks+1)
	}
	if r.extinctionValue == Loss {
		l.left = l.add("left of a type that may not run out", mostLeft+1, mostLeft+1)
	}
	if r.connectN > 0 {
		l.row = l.add("row", mostRow+1, mostRow+1)
	}
	if r.enclosingDrop == reversi {
		l.enclosing = l.add("squares to drop on", mostPlaces+1, mostPlaces+1)
	}
	l.tempo = l.add("to move", 1, 1)
	w.weights = make([]tapered, l.count)
}

// derive gives all weights the values that follow from the pieces.
func (w *worth[S]) derive(r *ruleset[S]) {
	l := &w.layout
	set := func(i, mg, eg int) { w.weights[i] = taper(mg, eg) }
	for t := range r.types {
		v, late := w.measured[t], 0
		if t == r.pawn {
			late = latePawn
		}
		set(l.value+t, v, v+late)
		if l.hand >= 0 {
			set(l.hand+t, v*handPercent/100, v*handPercent/100)
		}
		if at := l.mobility[t]; at > 0 {
			for reach := range l.most[t] + 1 {
				gain := w.mobility[t] * (reach - w.usual[t]) / 8
				set(at+reach, gain, gain*3/2)
			}
		}
	}
	times, early := 1, tempo
	if r.pieceDrops {
		times, early = threatsWithDrops, tempoWithDrops
	}
	each := func(at [maxTypes]int, by [2]discount) {
		for t, i := range at {
			if i >= 0 {
				set(i, times*by[0].of(w.measured[t]), times*by[1].of(w.measured[t]))
			}
		}
	}
	each(l.chased, chased)
	each(l.menaced, menaced)
	each(l.hanging, hanging)
	same := func(at [maxTypes]int, mg, eg int) {
		for _, i := range at {
			if i >= 0 {
				set(i, mg, eg)
			}
		}
	}
	same(l.openFile, openFile, openFile/2)
	same(l.halfOpen, halfOpen, 2*halfOpen)
	same(l.outpost, outpost, outpost/3)
	same(l.shades, bothShades, bothShades)
	if r.pawn >= 0 {
		set(l.defended, defended, defended)
		set(l.isolated, -isolated, -isolated)
		set(l.doubled, -doubled, -doubled)
		whole := w.passedWorth(r)
		for d := range passedPlaces {
			left := passedPlaces - d
			bonus := whole * left * left / ((passedPlaces - 1) * (passedPlaces - 1))
			set(l.passed+d, bonus/3, bonus)
			set(l.held+d, bonus/blockedPassed/3, bonus/blockedPassed)
			set(l.escort+d, 0, bonus/escorted)
			set(l.heldEscort+d, 0, bonus/blockedPassed/escorted)
		}
	}
	if r.royal >= 0 {
		set(l.shelter, shelter, 0)
		set(l.shelter+1, pawnCover, 0)
		for u := range mostSiege + 1 {
			set(l.siege+u, min(u*u/siegeSquare*2, mostSieged), 0)
		}
	}
	w.deriveEnds(r, set)
	set(l.tempo, early, tempo/4)
}

// passedWorth returns what a passed pawn is worth a step before its promotion: less than
// passedGain where promotion gains little.
func (w *worth[S]) passedWorth(r *ruleset[S]) int {
	best := 0
	for _, t := range r.promotions[0] {
		best = max(best, w.measured[t]-pawnWorth)
	}
	return min(passedGain, best*2/3)
}

// deriveEnds does the same for what games with other ends than mate have.
func (w *worth[S]) deriveEnds(r *ruleset[S], set func(i, mg, eg int)) {
	l := &w.layout
	if r.checkCounting {
		for n := range mostChecks + 1 {
			set(l.checks+n, 420/max(n, 1), 420/max(n, 1))
		}
	}
	if r.extinctionValue == Loss {
		for n := 1; n <= mostLeft; n++ {
			set(l.left+n, -scarce/n, -scarce/n)
		}
	}
	if r.enclosingDrop == reversi {
		for n := range mostPlaces + 1 {
			set(l.enclosing+n, placeToDrop*n, placeToDrop*n)
		}
	}
	if r.connectN > 0 {
		for n := range mostRow + 1 {
			gain := 15 * n * n
			if r.connectValue == Loss {
				gain = -gain
			}
			set(l.row+n, gain, gain)
		}
	}
}

// maxWeight bounds weights in files.
const maxWeight = 20_000

// read reads weights into a list from a text: the name of a group on a line, then its weights,
// opening/ending in centipawns, in rows. Groups that are not in the text keep their
// weights. The error names the line.
func (l *layout) read(weights []tapered, text string) error {
	groups := map[string]game.Group{}
	for _, g := range l.groups {
		groups[g.Name] = g
	}
	var open game.Group
	n, number := 0, 0
	full := func() error {
		if n < open.Len {
			return fmt.Errorf("line %d: %q has %d weights, not %d", number, open.Name, open.Len, n)
		}
		return nil
	}
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if line[0] >= 'a' && line[0] <= 'z' {
			if err := full(); err != nil {
				return err
			}
			g, ok := groups[line]
			if !ok {
				return fmt.Errorf("line %d: the game has no weights for %.60q, or they occur twice", number, line)
			}
			delete(groups, line)
			open, n = g, 0
			continue
		}
		for _, field := range strings.Fields(line) {
			if open.Len == 0 {
				return fmt.Errorf("line %d: %.40q comes before the name of a group of weights", number, field)
			}
			if n == open.Len {
				return fmt.Errorf("line %d: %q has only %d weights", number, open.Name, open.Len)
			}
			early, late, _ := strings.Cut(field, "/")
			mg, err := strconv.Atoi(early)
			eg, err2 := strconv.Atoi(late)
			if err != nil || err2 != nil || max(mg, -mg, eg, -eg) > maxWeight {
				return fmt.Errorf("line %d: %.40q is not a weight: expected opening/ending, each within ±%d", number, field, maxWeight)
			}
			weights[open.First+n] = taper(mg, eg)
			n++
		}
	}
	return full()
}

// format writes weights as read reads them.
func (l *layout) format(weights []game.Weight) string {
	var text strings.Builder
	for i, g := range l.groups {
		if i > 0 {
			text.WriteByte('\n')
		}
		text.WriteString(g.Name)
		for i, weight := range weights[g.First : g.First+g.Len] {
			if i%g.Row == 0 {
				text.WriteByte('\n')
			} else {
				text.WriteByte(' ')
			}
			fmt.Fprintf(&text, "%d/%d", int(math.Round(weight.MG)), int(math.Round(weight.EG)))
		}
		text.WriteByte('\n')
	}
	return text.String()
}
