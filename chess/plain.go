package chess

import "slices"

// The plain machine is the rule book once more, written to be read and checked
// line by line: it works on a Setup, square by square, without bitboards, and
// shares nothing with the fast machine but the packing of a Move. Tests, and
// whoever doubts a move, hold the two against each other. It is some hundred
// times slower.
//
// plain_moves.go says where pieces may go, plain_apply.go what a move does, and
// this file what is legal.
type plain struct {
	Setup
	rules *Ruleset
}

// PlainMoves appends the legal moves to buf, in any order, and returns it. It
// does what Moves does, slowly, by playing every pseudo-legal move and looking
// whether it leaves the king attacked.
func (p *Position) PlainMoves(buf []Move) []Move {
	g := plain{p.Setup(), p.rules}
	return g.legal(buf)
}

// PlainPlay returns the position after a legal move, found by the plain rules
// and built anew by Ruleset.Position. A move that is not legal changes nothing.
func (p *Position) PlainPlay(m Move) Position {
	g := plain{p.Setup(), p.rules}
	if !slices.Contains(g.legal(nil), m) {
		return *p
	}
	next, err := p.rules.Position(g.apply(m).Setup)
	if err != nil {
		return *p
	}
	return next
}

// plainPerft counts the leaves of the tree of legal moves. The setup must be
// one that the ruleset accepts, with the Fibonacci turn spelled out.
func (r *Ruleset) plainPerft(s Setup, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	g := plain{s, r}
	moves := g.legal(nil)
	if depth == 1 {
		return uint64(len(moves))
	}
	var leaves uint64
	for _, m := range moves {
		leaves += r.plainPerft(g.apply(m).Setup, depth-1)
	}
	return leaves
}

// legal appends the legal moves: none if the game is decided, else those that are
// lawful by themselves, but only the captures among them where these are
// compulsory and there is one.
func (g *plain) legal(buf []Move) []Move {
	if g.decided() {
		return buf
	}
	return append(buf, g.lawful()...)
}

// lawful returns the legal moves as if the game were not decided.
func (g *plain) lawful() (moves []Move) {
	captures := 0
	for _, m := range g.pseudoLegal(nil) {
		if !g.isLawful(m) {
			continue
		}
		moves = append(moves, m)
		if m.IsCapture() {
			captures++
		}
	}
	if !g.rules.compulsory || captures == 0 {
		return moves
	}
	return slices.DeleteFunc(moves, func(m Move) bool { return !m.IsCapture() })
}

// isLawful reports whether a pseudo-legal move leaves the mover's king on the
// board and unattacked, or explodes the enemy's instead; and whether it gives no
// check, where none may be given. A king that goes into a hole has lost, but
// lawfully.
func (g *plain) isLawful(m Move) bool {
	if !g.rules.Royal() {
		return true
	}
	us, them := g.Side, g.Side.Opponent()
	next := g.apply(m)
	if g.kings(us) > 0 && next.kings(us) == 0 && !m.IsVanishing() {
		return false
	}
	if g.kings(them) > 0 && next.kings(them) == 0 {
		return true
	}
	return !next.inCheck(us) && !(g.rules.noChecks && next.inCheck(them))
}

// kings counts the kings of a side on the board.
func (g *plain) kings(c Color) int { return g.owned(c, King) - int(g.Hands[c][King]) }

// owned counts the pieces of a role that a side has, on the board and in hand.
func (g *plain) owned(c Color, role Role) int {
	n := int(g.Hands[c][role])
	for _, piece := range g.Board {
		if piece == NewPiece(c, role) {
			n++
		}
	}
	return n
}

// inCheck reports whether the royal king of a side is attacked. A side without
// a king on the board is not in check.
func (g *plain) inCheck(c Color) bool {
	if !g.rules.Royal() {
		return false
	}
	king := slices.Index(g.Board[:], NewPiece(c, King))
	return king >= 0 && g.endangered(Square(king), c)
}

// endangered reports whether a royal king of side c is attacked on a square, or
// would be. Next to the enemy king it is not, where captures explode.
func (g *plain) endangered(sq Square, c Color) bool {
	if g.rules.explode {
		for _, d := range compass {
			if at, ok := g.step(sq, d); ok && g.Board[at] == NewPiece(c.Opponent(), King) {
				return false
			}
		}
	}
	return g.attacked(sq, c.Opponent())
}

// attacked reports whether a piece of side by attacks a square: whether it
// could capture there, were it not for pins. It looks from the square outwards;
// all steps but the pawn's can be taken both ways.
func (g *plain) attacked(sq Square, by Color) bool {
	for _, d := range pawnCaptures(by) {
		if at, ok := g.step(sq, direction{-d.file, -d.rank}); ok && g.Board[at] == NewPiece(by, Pawn) {
			return true
		}
	}
	for role := Knight; role < NumRoles; role++ {
		piece := NewPiece(by, role)
		for _, d := range leaps(role) {
			if at, ok := g.step(sq, d); ok && g.Board[at] == piece {
				return true
			}
		}
		for _, d := range slides(role) {
			if g.firstPiece(sq, d) == piece {
				return true
			}
		}
	}
	return false
}

// firstPiece returns what a look from a square in one direction meets first. A
// hole ends it: a slider would vanish on its way.
func (g *plain) firstPiece(sq Square, d direction) Piece {
	for at, ok := g.step(sq, d); ok && !g.isHole(at); at, ok = g.step(at, d) {
		if g.Board[at] != NoPiece {
			return g.Board[at]
		}
	}
	return NoPiece
}

func (g *plain) isHole(sq Square) bool { return g.rules.holes.Has(sq) }
