package tables

import (
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/internal/fen"
	"github.com/heterodox-chess/heterodox/rules"
)

func generalRulebook(g game.Rules) (*rulebook, error) {
	s, why := general.NewStage(g)
	if s == nil {
		return nil, &unfitError{g.Name(), why}
	}
	f := s.Frame()
	r := &rulebook{
		name: g.Name(), print: fingerprint(general.Rulebook(g)), files: f.Files, squares: f.Files * f.Ranks,
		kings: f.Kings, doubleSteps: f.DoubleSteps, swap: permutation(f.Swapped),
	}
	for _, p := range f.Mirrored {
		r.syms[1] = append(r.syms[1], p)
	}
	for _, p := range f.Turned {
		r.syms[0] = append(r.syms[0], p)
	}
	// The king comes first in a material, one-way pieces last.
	var order []uint8
	for k := range f.Letters {
		order = append(order, uint8(k))
	}
	rank := func(k uint8) int {
		switch {
		case int(k) == f.King:
			return 0
		case f.OneWay[k]:
			return 2
		}
		return 1
	}
	slices.SortStableFunc(order, func(a, b uint8) int { return rank(a) - rank(b) })
	kindOf := make([]uint8, len(order))
	for i, k := range order {
		kindOf[k] = uint8(i)
		r.kinds = append(r.kinds, kind{letter: f.Letters[k], pawn: f.OneWay[k], stands: [2][]uint8{f.Stands[0][k], f.Stands[1][k]}})
	}
	r.newPlayer = func(find finder, l *layout) player {
		s, _ := general.NewStage(g)
		return &generalPlayer{stage: s, order: order, kindOf: kindOf, find: find, l: l, key: keyOf(l.codes)}
	}
	r.newWitness = func(g game.Rules) (witness, error) { return &reader{r, g, f.Ranks}, nil }
	r.read = func(pos game.Position) (crew, int, bool) {
		c, ok := r.crewOf(pos)
		return c, int(pos.Side()), ok && r.field(pos, 2) == "-"
	}
	r.passing = r.passes
	return r, nil
}

// A generalPlayer plays on the general machine.
type generalPlayer struct {
	stage         general.Stage
	order, kindOf []uint8 // the machine's kinds by those of the table, and back
	find          finder
	l             *layout
	key           uint64
	men           []general.Man
	relist        bool // the stage no longer has the position's list of moves
	exp           expansion
}

// stand sets the men up.
func (p *generalPlayer) stand(at *[maxMen]uint8, side int) bool {
	p.men = p.men[:0]
	for i, code := range p.l.codes {
		p.men = append(p.men, general.Man{Kind: p.order[code&^black], Color: rules.Color(code >> 6), Square: at[i]})
	}
	return p.stage.Put(p.men, rules.Color(side))
}

func (p *generalPlayer) fen(at *[maxMen]uint8, side int) string {
	p.stand(at, side)
	return p.stage.Position().FEN()
}

func (p *generalPlayer) expand(at *[maxMen]uint8, side int, all bool) *expansion {
	e := &p.exp
	*e = expansion{inside: e.inside[:0], outside: e.outside[:0], passing: e.passing[:0]}
	if !p.stand(at, side) {
		e.invalid = true
		return e
	}
	n, result, over := p.stage.List()
	p.relist = false
	if over {
		e.over, e.result = true, valueOf(result, rules.Color(side))
		return e
	}
	for i := range n {
		if p.relist {
			p.stage.List()
			p.relist = false
		}
		p.stage.Play(i)
		p.after(at, side^1, all)
		p.stage.Undo()
	}
	return e
}

// after records what a move led to.
func (p *generalPlayer) after(at *[maxMen]uint8, side int, all bool) {
	e := &p.exp
	c := p.crew()
	if c.key() != p.key {
		if all {
			e.outside = p.leave(e.outside, &c, side)
		}
		return
	}
	move, ok := p.edge(at, &c)
	if !ok {
		e.stray = true
		return
	}
	if !p.stage.Passing() {
		e.inside = append(e.inside, move)
		return
	}
	n, _, _ := p.stage.List()
	p.relist = true
	pass := passant{twin: move}
	takes := 0
	for i := range n {
		if !p.stage.PassingMove(i) {
			pass.quiet = true
			continue
		}
		takes++
		p.stage.Play(i)
		if c := p.crew(); c.key() != p.key {
			pass.outside = p.leave(pass.outside, &c, side^1)
		} else if index, ok := p.l.index(&c.at); ok {
			pass.inside = append(pass.inside, index)
		} else {
			e.stray = true
		}
		p.stage.Undo()
		p.stage.List()
	}
	if takes == 0 {
		e.inside = append(e.inside, move)
		return
	}
	e.passing = append(e.passing, pass)
}

// crew returns the men on the stage.
func (p *generalPlayer) crew() (c crew) {
	p.men = p.stage.Men(p.men[:0])
	for _, m := range p.men {
		c.add(p.kindOf[m.Kind]|uint8(m.Color)*black, m.Square)
	}
	return c
}

// leave appends the value of a position outside the table, in which the game may be over.
func (p *generalPlayer) leave(values []Value, c *crew, side int) []Value {
	if result, over := p.stage.Decided(); over {
		return append(values, valueOf(result, rules.Color(side)))
	}
	v, ok := p.find(c, side)
	if !ok {
		p.exp.missing = true
	}
	return append(values, v)
}

// edge returns what a move did that brought the men from their squares to those of a crew.
func (p *generalPlayer) edge(at *[maxMen]uint8, c *crew) (e edge, ok bool) {
	if e.index, ok = p.l.index(&c.at); !ok {
		return e, false
	}
	n := 0
	for from := 0; from < c.n; {
		to := from
		for to < c.n && c.code[to] == c.code[from] {
			to++
		}
		// Of men of one kind those that stay are recognised by their squares.
		gone := slices.DeleteFunc(slices.Clone(at[from:to]), func(sq uint8) bool { return slices.Contains(c.at[from:to], sq) })
		come := slices.DeleteFunc(slices.Clone(c.at[from:to]), func(sq uint8) bool { return slices.Contains(at[from:to], sq) })
		for i := range gone {
			if n < 2 {
				e.man[n], e.from[n], e.to[n] = uint8(from), gone[i], come[i]
			}
			n++
		}
		from = to
	}
	switch {
	case n == 1:
		e.man[1], e.from[1], e.to[1] = e.man[0], e.from[0], e.to[0]
	case n != 2:
		e.wild = true
	case e.from[1] != e.to[0]: // the man that took the other comes first
		e.man[0], e.man[1], e.from[0], e.from[1], e.to[0], e.to[1] = e.man[1], e.man[0], e.from[1], e.from[0], e.to[1], e.to[0]
	}
	return e, true
}

// A reader sets up positions by their FENs.
type reader struct {
	r     *rulebook
	rules game.Rules
	ranks int
}

func (r *reader) position(codes []uint8, at *[maxMen]uint8, side int) (game.Position, bool) {
	missing := r.rules.Board().Missing
	board := fen.Board(r.r.files, r.ranks, func(file, rank int) string {
		i := slices.Index(at[:len(codes)], uint8(rank*r.r.files+file))
		switch {
		case i < 0 && slices.Contains(missing, game.At(file, rank, 0)):
			return "*"
		case i < 0:
			return ""
		case codes[i]&black != 0:
			return strings.ToLower(r.r.kinds[codes[i]&^black].letter)
		}
		return r.r.kinds[codes[i]].letter
	})
	pos, err := r.rules.ParsePosition(board + " " + "wb"[side:side+1] + " - - 0 1")
	return pos, err == nil
}
