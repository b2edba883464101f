package tables

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/rules"
)

// fastRoles are the kinds of pieces of the machine for 64 squares, in the order of a material.
var fastRoles = [...]rules.Role{rules.King, rules.Queen, rules.Amazon, rules.Rook, rules.Bishop, rules.Knight, rules.Pawn}

// fastKind is the inverse of fastRoles.
var fastKind = func() (kinds [rules.NumRoles]uint8) {
	for i, role := range fastRoles {
		kinds[role] = uint8(i)
	}
	return kinds
}()

func fastRulebook(g *chess.Ruleset) (*rulebook, error) {
	m := g.Board()
	unfit := func(reason string) (*rulebook, error) { return nil, &unfitError{g.Name(), reason} }
	switch {
	case g.HasHands():
		return unfit("pieces in hand are part of a position")
	case g.LongTurns():
		return unfit("the number of the turn is part of a position")
	case g.CheckLimit() > 0:
		return unfit("the checks given are part of a position")
	}
	r := &rulebook{
		name: g.Name(), print: fingerprint(rulesText(g.Variant())), files: 8, squares: 64,
		kings: [2]int{-1, -1}, doubleSteps: true,
	}
	if g.Royal() {
		if r.kings = [2]int{1, 1}; g.Horde() {
			r.kings[0] = 0
		}
	}
	for _, role := range fastRoles {
		k := kind{letter: string(rune(role.Letter())), pawn: role == rules.Pawn}
		if !slices.Contains(g.Roles(), role) {
			k.letter = "" // the army has none
		}
		for c := range 2 {
			for sq := range bitboard.Square(64) {
				switch rank := sq.Rank(); {
				case m.Holes.Has(sq):
				case role == rules.Pawn && rank == 7*(c^1), role == rules.Pawn && rank == 7*c && !(g.Horde() && c == 0):
				default:
					k.stands[c] = append(k.stands[c], uint8(sq))
				}
			}
		}
		r.kinds = append(r.kinds, k)
	}
	keeps := func(p permutation) bool {
		for sq := range 64 {
			to := bitboard.Square(p[sq])
			if from := bitboard.Square(sq); m.Holes.Has(from) != m.Holes.Has(to) || m.Hill.Has(from) != m.Hill.Has(to) {
				return false
			}
		}
		return true
	}
	r.syms = [2][]permutation{symmetries(8, 8, keeps, m.Race || m.Horde), symmetries(8, 8, keeps, true)}
	upsideDown := permuted(8, 64, func(file, rank int) (int, int) { return file, 7 - rank })
	if keeps(upsideDown) && !m.Race && !m.Horde && m.Vital[0] == m.Vital[1] {
		r.swap = upsideDown
	}
	r.newPlayer = func(find finder, l *layout) player { return newFastPlayer(g, find, l) }
	r.read = func(pos game.Position) (crew, int, bool) {
		p, ok := fast.Position(pos)
		if !ok {
			return crew{}, 0, false
		}
		c, ok := fastCrew(&p)
		return c, int(p.Side()), ok && p.CastlingRooks() == 0
	}
	r.newWitness = func(game.Rules) (witness, error) {
		ref, err := general.NewReference(g.Variant())
		return &referee{g, ref}, err
	}
	r.passing = func(pos game.Position) bool {
		p, _ := fast.Position(pos)
		return p.EnPassant() != chess.NoSquare
	}
	return r, nil
}

// rulesText identifies rules. Zero fields are left out, so that tables stay valid when a type of
// rule gets new fields.
func rulesText(v rules.Variant) string {
	var lines []string
	for _, rule := range v.Rules {
		line := fmt.Sprintf("%T", rule)
		if value := reflect.ValueOf(rule); value.Kind() == reflect.Struct {
			for i := range value.NumField() {
				if !value.Field(i).IsZero() {
					line += fmt.Sprintf(" %s=%v", value.Type().Field(i).Name, value.Field(i))
				}
			}
		} else {
			line += fmt.Sprintf(" %v", value)
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// fastCrew returns the men of a position; ok is false if there are too many for a table.
func fastCrew(p *chess.Position) (c crew, ok bool) {
	occupied := p.Occupied()
	if occupied.Count() > maxMen {
		return c, false
	}
	for b := p.Board(); occupied != 0; occupied = occupied.Next() {
		sq := occupied & -occupied
		code := fastKind[b.RoleAt(sq, p.Rules().QueenRole())]
		if b.Colors[1]&sq != 0 {
			code |= black
		}
		c.add(code, uint8(sq.First()))
	}
	return c, true
}

// A fastPlayer plays on the machine for 64 squares.
type fastPlayer struct {
	rules   *chess.Ruleset
	find    finder
	l       *layout
	key     uint64
	pos     chess.Position
	next    chess.Position
	at      [maxMen]uint8
	man     [64]uint8 // which man stands on a square
	moves   []chess.Move
	others  []chess.Move
	exp     expansion
	outward bool // captures and promotions lead out of the table
}

func newFastPlayer(g *chess.Ruleset, find finder, l *layout) *fastPlayer {
	return &fastPlayer{rules: g, find: find, l: l, key: keyOf(l.codes), outward: !g.Relocates()}
}

// stand sets the men up.
func (p *fastPlayer) stand(at *[maxMen]uint8, side int) (ok bool) {
	var b chess.Board
	for i, code := range p.l.codes {
		b.Put(uint(code>>6), fastRoles[code&^black], 1<<at[i])
		p.man[at[i]&63] = uint8(i)
	}
	p.at = *at
	p.pos, ok = p.rules.OnBoard(b, rules.Color(side))
	return ok
}

func (p *fastPlayer) fen(at *[maxMen]uint8, side int) string {
	p.stand(at, side)
	return p.pos.FEN()
}

func (p *fastPlayer) expand(at *[maxMen]uint8, side int, all bool) *expansion {
	e := &p.exp
	*e = expansion{inside: e.inside[:0], outside: e.outside[:0], passing: e.passing[:0]}
	if !p.stand(at, side) {
		e.invalid = true
		return e
	}
	p.moves = p.pos.Moves(p.moves[:0])
	if all || len(p.moves) == 0 {
		if v, over := fastEnd(&p.pos, len(p.moves) > 0); over {
			e.over, e.result = true, v
			return e
		}
	}
	for _, m := range p.moves {
		switch {
		case m&(chess.NoisyBits|p.rules.Board().Special) == 0 && !(m.Role() == rules.Pawn && m.From()^m.To() == 16):
			p.step(m)
		case p.outward && m.IsNoisy() && !all:
		default:
			p.play(m, all)
		}
	}
	return e
}

// fastEnd returns the value of a position in which the game is over, as far as the position
// alone decides that.
func fastEnd(p *chess.Position, moves bool) (v Value, over bool) {
	o := p.Decided()
	if !o.Over() && !moves {
		o = p.Outcome()
	}
	switch o.Result {
	case rules.Ongoing:
		return v, false
	case rules.Draw:
		return v, true
	case rules.WinFor(p.Side()):
		return Value{Result: 1}, true
	}
	return Value{Result: -1}, true
}

// step records a move that only takes a man elsewhere.
func (p *fastPlayer) step(m chess.Move) {
	from, to := uint8(m.From()), uint8(m.To())
	man := p.man[from&63]
	p.at[man] = to
	if index, ok := p.l.index(&p.at); ok {
		p.exp.inside = append(p.exp.inside, edge{index: index, man: [2]uint8{man, man}, from: [2]uint8{from, from}, to: [2]uint8{to, to}})
	}
	p.at[man] = from
}

// play records any other move.
func (p *fastPlayer) play(m chess.Move, all bool) {
	p.pos.PlayInto(&p.next, m)
	c, ok := fastCrew(&p.next)
	if !ok {
		panic("tables: a move adds men")
	}
	if c.key() != p.key {
		if all {
			p.exp.outside = p.leave(p.exp.outside, &p.next, &c)
		}
		return
	}
	edge := p.edge(m)
	if p.next.EnPassant() == chess.NoSquare {
		p.exp.inside = append(p.exp.inside, edge)
		return
	}
	pass := passant{twin: edge}
	p.others = p.next.Moves(p.others[:0])
	takes := false
	for _, m := range p.others {
		if !m.IsEnPassant() {
			pass.quiet = true
			continue
		}
		takes = true
		var after chess.Position
		p.next.PlayInto(&after, m)
		c, _ := fastCrew(&after)
		if c.key() != p.key {
			pass.outside = p.leave(pass.outside, &after, &c)
			continue
		}
		if index, ok := p.l.index(&c.at); ok {
			pass.inside = append(pass.inside, index)
		}
	}
	if !takes {
		p.exp.inside = append(p.exp.inside, edge)
		return
	}
	p.exp.passing = append(p.exp.passing, pass)
}

// leave appends the value of a position outside the table.
func (p *fastPlayer) leave(values []Value, next *chess.Position, c *crew) []Value {
	// Where mate is no longer possible a table says so too, and can be verified.
	if c.n == 2 || next.Rules().Board().Decidable && next.Decided().Reason != rules.InsufficientMaterial {
		if v, over := fastEnd(next, true); over {
			return append(values, v)
		}
	}
	v, ok := p.find(c, int(next.Side()))
	if !ok {
		p.exp.missing = true
	}
	return append(values, v)
}

// edge returns what a move within the table does: the mover goes, and the captured man may be
// put elsewhere.
func (p *fastPlayer) edge(m chess.Move) (e edge) {
	at := p.at
	mover := p.man[m.From()&63]
	if !m.IsCapture() || !p.rules.Shoots() {
		at[mover] = uint8(m.To())
	}
	other := mover
	if put, ok := m.Relocation(); ok {
		other = p.man[m.CapturedSquare()&63]
		at[other] = uint8(put)
	}
	e.man = [2]uint8{mover, other}
	e.from = [2]uint8{p.at[mover], p.at[other]}
	e.to = [2]uint8{at[mover], at[other]}
	e.index, _ = p.l.index(&at)
	return e
}

// A referee is the general machine playing games of the fast one.
type referee struct {
	rules     *chess.Ruleset
	reference *general.Reference
}

func (r *referee) position(codes []uint8, at *[maxMen]uint8, side int) (game.Position, bool) {
	s := rules.Setup{Side: rules.Color(side), EnPassant: bitboard.NoSquare, Fullmove: 1}
	for i, code := range codes {
		s.Board[at[i]] = rules.NewPiece(rules.Color(code>>6), fastRoles[code&^black])
	}
	if _, err := r.rules.Position(s); err != nil {
		return nil, false
	}
	return r.reference.Position(s), true
}
