package general

import (
	"fmt"

	"github.com/heterodox-chess/heterodox/general/betza"
)

// Why a piece does not reach a square: this is worked out from the definition of the
// piece, part by part, to say what is in the way of each.

// unreached says why no piece moves from one square to another.
func (p *position[S]) unreached(from, to int) string {
	r, b := p.g.r, p.b
	us := int(b.side)
	code := b.at[from]
	switch {
	case code == 0 || code == wallCode:
		return fmt.Sprintf("there is no piece on %s", r.g.squareName(from))
	case int(code-1)&1 != us:
		return fmt.Sprintf("the %s is %s's, but it is %s's move", b.describe(from), colorTitle(us^1), colorTitle(us))
	case b.at[to] == wallCode:
		return fmt.Sprintf("there is a %s", b.describe(to))
	case !has(&r.g.all, to):
		return "the board has no such square"
	case b.at[to] != 0 && int(b.at[to]-1)&1 == us && from != to:
		return fmt.Sprintf("its own %s is on %s", r.kindName(&r.kinds[(b.at[to]-1)>>1]), r.g.squareName(to))
	}
	k := &r.kinds[(code-1)>>1]
	o := obstacles[S]{b: b, us: us, t: k.typ, from: from, to: to}
	def := r.moved[k.typ]
	for _, part := range def.Parts {
		o.part(part)
	}
	if inside, ok := r.insideOf(int(k.typ)); ok && has(&r.lines, from) && has(&r.lines, to) {
		for _, part := range inside.Parts {
			o.part(part)
		}
	}
	if o.open {
		return p.forbidden(newMove(normal, from, to))
	}
	what := "the " + b.describe(from)
	if o.best == nil {
		return fmt.Sprintf("%s cannot reach %s", what, r.g.squareName(to))
	}
	return o.best.words(what)
}

// An obstacle is why one way of moving does not lead to a square. Of several, the one
// with the highest rank is reported.
type obstacle struct {
	rank  int
	words func(what string) string
}

// obstacles finds why the parts of a definition do not lead to a square.
type obstacles[S set] struct {
	b        *board[S]
	us       int
	t        uint8
	from, to int
	best     *obstacle
	open     bool // nothing is in the way
}

// say notes an obstacle.
func (o *obstacles[S]) say(rank int, format string, args ...any) {
	if o.best == nil || rank > o.best.rank {
		o.best = &obstacle{rank, func(what string) string { return what + " " + fmt.Sprintf(format, args...) }}
	}
}

// part looks for the square along the vectors of a part, and notes what is in the way.
func (o *obstacles[S]) part(p betza.Part) {
	g := o.b.r.g
	for _, v := range p.Vectors {
		if o.us == 1 {
			v = opposite(v)
		}
		steps := 1
		if p.Way != betza.Leap && p.Way != betza.Lame {
			steps = 16
			if p.Limit > 0 {
				steps = p.Limit
			}
		}
		var between []int
		for sq, n := g.step(o.from, v), 1; sq >= 0 && n <= steps; sq, n = g.step(sq, v), n+1 {
			if sq != o.to {
				between = append(between, sq)
				continue
			}
			if p.Way == betza.Lame {
				for _, step := range betza.Path(v) {
					between = append(between, g.step(o.from, step))
				}
			}
			o.way(p, between)
			break
		}
	}
}

// way notes what is in the way of a part that leads to the square over those
// between.
func (o *obstacles[S]) way(p betza.Part, between []int) {
	b, r := o.b, o.b.r
	var stand []int
	for _, sq := range between {
		if b.at[sq] != 0 {
			stand = append(stand, sq)
		}
	}
	if region := r.region(o.us, o.t); !has(&region, o.to) {
		o.say(9, "%s", o.bounds(region))
		return
	}
	capture := b.at[o.to] != 0
	modeFits := capture && p.Mode&betza.Capture != 0 || !capture && p.Mode&betza.Quiet != 0
	rank := 0
	if modeFits {
		rank = 4
	}
	square := r.g.squareName(o.to)
	switch {
	case r.types[o.t] == soldier && r.g.file(o.from) != r.g.file(o.to) && !o.crossed():
		beyond := fmt.Sprintf("it has reached rank %d", []int{r.soldierPromotionRank + 1, r.g.ranks - r.soldierPromotionRank}[o.us])
		if r.river() && r.soldierPromotionRank == r.g.ranks/2 {
			beyond = "it has crossed the river"
		}
		o.say(8, "moves sideways only once %s", beyond)
	case p.Way == betza.Lame && len(stand) > 0, p.Way == betza.Ride && len(stand) > 0:
		o.say(rank+2, "is blocked by the %s", b.describe(stand[0]))
	case p.Way == betza.Hop && len(stand) == 0:
		o.say(rank+2, "needs a piece to hop over on its way to %s", square)
	case p.Way == betza.Hop && len(stand) > 1:
		o.say(rank+2, "hops over only one piece, and there are %d between it and %s", len(stand), square)
	case p.Way == betza.Beyond && (len(between) == 0 || len(stand) != 1 || stand[0] != between[len(between)-1]):
		o.say(rank+2, "lands right behind the first piece on its way, which is not next to %s", square)
	case b.at[o.from] != 0 && int(o.t) == r.cannon && len(stand) == 1 && int(r.typeAt(b.at[stand[0]])) == r.cannon:
		o.say(8, "may not hop over the %s", b.describe(stand[0]))
	case int(o.t) == r.cannon && int(r.typeAt(b.at[o.to])) == r.cannon:
		o.say(8, "may not capture the %s", b.describe(o.to))
	case p.Initial && !has(&r.doubleStep[o.us], o.from):
		o.say(1, "moves to %s only from where it may make its first move", square)
	case capture && !modeFits:
		o.say(3, "does not capture that way")
	case !capture && !modeFits:
		o.say(3, "moves that way only to capture, and %s is empty", square)
	case r.immobilityIllegal && b.immobileOn(&r.of[o.us][o.t], o.to):
		o.say(7, "could never move again from %s", square)
	default:
		o.open = true
	}
}

// crossed reports whether a soldier may move sideways.
func (o *obstacles[S]) crossed() bool {
	rank := o.b.r.g.rank(o.from)
	if o.us == 1 {
		rank = o.b.r.g.ranks - 1 - rank
	}
	return rank >= o.b.r.soldierPromotionRank
}

// bounds says which squares a piece may not leave.
func (o *obstacles[S]) bounds(region S) string {
	r := o.b.r
	switch {
	case region == r.palace(o.us):
		return "may not leave the palace"
	case r.river() && region == r.half(o.us):
		return "may not cross the river"
	}
	return "may not leave " + r.squaresInWords(region, "and")
}
