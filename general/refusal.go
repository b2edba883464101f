package general

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/internal/english"
)

// This file says why a move is not legal; blocked.go says why a piece does not reach a
// square.

func (p *position[S]) Refusal(from, to game.Square, dropped string) *screen.Refusal {
	return p.spoken().refusal(from, to, dropped)
}

func (p *position[S]) Exposure(m game.Move) *screen.Refusal { return p.spoken().exposure(m) }

// spoken returns the position in the width that is used for words. Every position reads
// back from its FEN.
func (p *position[S]) spoken() *position[spoken] {
	if p, ok := any(p).(*position[spoken]); ok {
		return p
	}
	g := p.g.spoken()
	b, err := g.r.parseFEN(p.FEN())
	if err != nil {
		panic(fmt.Sprintf("general: %s: a position writes a FEN that it does not read: %v", p.FEN(), err))
	}
	b.faced = p.b.faced // which a FEN does not say
	return g.at(b)
}

func (p *position[S]) refusal(from, to game.Square, dropped string) *screen.Refusal {
	r, b := p.g.r, p.b
	f, ok1 := r.squareAt(from)
	t, ok2 := r.squareAt(to)
	if !ok1 || !ok2 {
		return &screen.Refusal{Reason: "the board has no such square"}
	}
	begins := p.begins(f, t, dropped)
	if slices.ContainsFunc(p.list(), begins) {
		return nil
	}
	pseudoLegal := b.clone()
	pseudoLegal.listPseudoLegal()
	if i := slices.IndexFunc(pseudoLegal.moves, begins); i >= 0 {
		return p.exposure(game.Move(pseudoLegal.moves[i]))
	}
	if dropped != "" {
		return &screen.Refusal{Reason: p.notDropped(t, dropped)}
	}
	return &screen.Refusal{Reason: p.unreached(f, t)}
}

// begins returns a function that recognises the moves of a piece to a square, or the
// drops of a letter on it.
func (p *position[S]) begins(from, to int, dropped string) func(m move) bool {
	return func(m move) bool {
		if m.what() == drop {
			return dropped != "" && m.to() == to && strings.EqualFold(p.b.dropLetter(m), dropped)
		}
		return dropped == "" && m.from() == from && (p.destination(m) == to || m.to() == to)
	}
}

// otherwise says how a legal move with these first two squares continues, for a text that
// continues in another way.
func (p *position[S]) otherwise(from, to int, dropped string) string {
	begins := p.begins(from, to, dropped)
	moves := p.list()
	i := slices.IndexFunc(moves, begins)
	m := moves[i]
	text := p.b.uci(m)
	switch {
	case m.what() == promotion || m.what() == plusPromotion:
		if !slices.ContainsFunc(moves, func(m move) bool { return begins(m) && m.what() == normal }) {
			return fmt.Sprintf("the %s must promote: %s", p.b.describe(from), text)
		}
	case m.hasSecond() && m.gate() == 0:
		return "it does not say what to put where, as in " + text
	}
	return "the move is written " + text
}

func (p *position[S]) exposure(m game.Move) *screen.Refusal {
	b, r := p.b.clone(), p.g.r
	us := int(b.side)
	compelled := p.forbidden(move(m))
	b.do(move(m))
	enemy := &b.colors[us^1]
	var attackers S
	faced, royal := false, ""
	for x := b.checkable(us); !isEmpty(&x); {
		sq := next(&x)
		if x := b.attackersByRule(sq, us^1); !isEmpty(&x) {
			attackers = union(attackers, x)
			if r.dupleCheck && royal != "" {
				royal = r.plural(r.types[r.typeAt(b.at[sq])])
			} else {
				royal = r.kindName(&r.kinds[(b.at[sq]-1)>>1])
			}
		}
		faced = faced || b.faces(sq, us^1, &b.occ, enemy)
	}
	switch {
	case isEmpty(&attackers) && faced:
		return &screen.Refusal{
			Reason:    fmt.Sprintf("the %s may not face each other with nothing between them", r.plural(king)),
			Exposes:   true,
			Attackers: r.squaresOf(intersect(b.types[r.royal&63], *enemy)),
		}
	case isEmpty(&attackers) && len(r.pseudo) > 0 && b.lostRoyals(us) && !p.b.lostRoyals(us):
		return &screen.Refusal{Reason: "it removes its own " + r.name(r.pseudo[0])}
	case isEmpty(&attackers):
		return &screen.Refusal{Reason: compelled}
	}
	var names []string
	for x := attackers; !isEmpty(&x); {
		names = append(names, "the "+b.describe(next(&x)))
	}
	return &screen.Refusal{
		Reason:    "it would leave the " + royal + " attacked by " + english.List(names, "and"),
		Exposes:   true,
		Attackers: r.squaresOf(attackers),
	}
}

// forbidden says which rule other than king safety forbids a move that the pieces
// could make.
func (p *position[S]) forbidden(m move) string {
	r, b := p.g.r, p.b
	legal := p.list()
	what := func(in string, i int) string { return in + ", as in " + p.san(legal[i], legal) }
	capture := slices.IndexFunc(legal, b.isCapture)
	dropping := slices.IndexFunc(legal, func(m move) bool { return m.what() == drop })
	switch {
	case r.mustCapture && capture >= 0 && !b.isCapture(m):
		return what("a capture is compulsory", capture)
	case r.mustDrop && dropping >= 0 && m.what() != drop:
		return what("a piece in hand must be dropped first", dropping)
	case r.mutuallyImmuneTypes != 0 && b.isCapture(m) && r.typeAt(b.at[m.from()]) == r.typeAt(b.at[m.to()]):
		return fmt.Sprintf("%s cannot capture each other", r.plural(r.types[r.typeAt(b.at[m.from()])]))
	case m.what() == drop && !r.dropChecks && p.checks(m):
		return "a drop may not give check"
	case p.checks(m) && (!r.checking || r.sittuyinPromotion && m.what() == promotion):
		return "it may not give check"
	case p.checks(m) && r.checkInTurn == checkLast && b.left > 1:
		return "only the last move of a turn may give check"
	case r.makpongRule && r.royal >= 0 && int(r.typeAt(b.at[m.from()])) == r.royal:
		return fmt.Sprintf("a %s in check may not move away", r.roleName(king))
	}
	return "the rules of " + r.Name + " do not allow this move here"
}

// checks reports whether a move gives check.
func (p *position[S]) checks(m move) bool {
	b := p.b.clone()
	return b.givesCheck(m)
}

// describe names what stands on a square: "bishop on c1".
func (b *board[S]) describe(sq int) string {
	if b.at[sq] == wallCode {
		return b.r.wallName() + " on " + b.r.g.squareName(sq)
	}
	return b.r.kindName(&b.r.kinds[(b.at[sq]-1)>>1]) + " on " + b.r.g.squareName(sq)
}

// notDropped says why a piece may not be dropped on a square.
func (p *position[S]) notDropped(to int, dropped string) string {
	r, b := p.g.r, p.b
	us, square := int(b.side), r.g.squareName(to)
	if !r.pieceDrops {
		return "there are no drops in " + r.Name
	}
	t, _, ok := r.letterType(dropped[len(dropped)-1])
	if !ok {
		return fmt.Sprintf("no piece has the letter %s", dropped)
	}
	role := r.types[t]
	piece := r.roleName(role)
	kind := t
	if dropped[0] == '+' && r.plus[t] != 0 {
		kind = r.plus[t]
		piece = r.kindName(&r.kinds[kind])
	}
	region := r.region(us, t)
	own := r.ranks[(r.g.ranks-1)*us]
	switch {
	case !b.canDrop(us, t):
		return fmt.Sprintf("%s has no %s in hand", colorTitle(us), piece)
	case r.mustDrop && r.mustDropType != AllRoles && role != r.mustDropType && b.canDrop(us, r.typeOf[r.mustDropType]):
		return fmt.Sprintf("the %s must be dropped first", r.roleName(r.mustDropType))
	case b.at[to] != 0:
		return fmt.Sprintf("there is a %s", b.describe(to))
	case dropped[0] == '+' && !r.dropPromoted:
		return "a piece may not be dropped promoted"
	case !has(&r.dropRegion[us], to):
		return fmt.Sprintf("%s may drop only on %s", colorTitle(us), r.squaresInWords(r.dropRegion[us], "and"))
	case !has(&region, to):
		return fmt.Sprintf("the %s may not be on %s", piece, square)
	case role == pawn && !r.promotionZonePawnDrops && has(&r.zone[us], to):
		return fmt.Sprintf("a %s may not be dropped where it promotes", piece)
	case role == pawn && !r.firstRankPawnDrops && has(&own, to):
		return fmt.Sprintf("a %s may not be dropped on its own first rank", piece)
	case role == r.dropNoDoubled && b.onFile(us, t, to) >= r.dropNoDoubledCount:
		return fmt.Sprintf("%s already has %s on the %c file", colorTitle(us), numbered(b.onFile(us, t, to), piece, r.plural(role)), square[0])
	case role == rook && r.sittuyinRookDrop && !has(&own, to):
		return fmt.Sprintf("a %s may be dropped only on its own first rank", piece)
	case r.immobilityIllegal && b.immobileOn(&r.of[us][r.kinds[kind].typ], to):
		return fmt.Sprintf("a %s on %s could never move again", piece, square)
	case r.enclosingDrop != noEnclosing:
		if start := r.convert(r.enclosingDropStart); !within(&start, &b.occ) {
			return "the first drops must be on " + r.squaresInWords(start, "and")
		}
		return fmt.Sprintf("a %s may be dropped only %s", piece, encloseWords[r.enclosingDrop])
	case r.dropOppositeColoredBishop:
		return "the bishops must be on squares of different colours"
	}
	return fmt.Sprintf("a %s may not be dropped on %s", piece, square)
}

// onFile counts a side's pieces of a type on the file of a square, without promoted
// ones.
func (b *board[S]) onFile(us int, t uint8, sq int) int {
	return popcount(intersect(b.r.files[b.r.g.file(sq)], intersect(b.types[t&63], b.colors[us])))
}

// numbered writes one piece with an article and more with their number.
func numbered(n int, one, many string) string {
	if n == 1 {
		return article(one)
	}
	return fmt.Sprintf("%d %s", n, many)
}
