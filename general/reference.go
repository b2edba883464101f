package general

import (
	"fmt"
	"slices"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Reference is a game of package chess on this machine: the rules of a
// rules.Variant are implemented here a second time, by playing every pseudo-legal
// move and examining the result. The fast machine is checked against it. The two
// share only data, which are the rules, the Setups and the texts of moves, and no
// code that computes: not even the lookups of package bitboard. It is safe for
// concurrent use.
type Reference struct {
	game.Rules // *rulesOf[[1]uint64]: a package that sees this type, if only in a method, compiles all of its methods again
	chess960   bool
	roles      [rules.NumRoles]uint8 // types, by role of package chess; 255 for none
	checks     uint8                 // that win
}

// NewReference compiles the reference of a variant that chess.Compile accepts.
func NewReference(v rules.Variant) (*Reference, error) {
	chess := orthodoxChess()
	chess.unaided, chess.composed = true, true
	d, err := chess.with([]rules.Variant{v})
	if err != nil {
		return nil, fmt.Errorf("variant %s: %w", v.Name, err)
	}
	d.Name = v.Name
	r, err := compile[[1]uint64](d)
	if err != nil {
		return nil, fmt.Errorf("variant %s: %w", v.Name, err)
	}
	start, err := r.parseFEN(d.Start)
	if err != nil {
		return nil, fmt.Errorf("variant %s: %w", v.Name, err)
	}
	t := &Reference{Rules: newRules(r, start)}
	t.chess960 = d.chess960
	t.roles[rules.NoRole] = 255
	for role := rules.Pawn; role < rules.NumRoles; role++ {
		t.roles[role] = r.typeOf[d.roleOf(role)]
	}
	t.checks = start.remaining[0]
	r.countChecksFrom(start)
	return t, nil
}

func referenceRules(t *Reference) *rulesOf[[1]uint64] { return t.Rules.(*rulesOf[[1]uint64]) }

// Position returns the position that a setup describes; it must be one that package
// chess has validated, as from chess.Position.Setup.
func (t *Reference) Position(s rules.Setup) game.Position {
	b := newBoard(referenceRules(t).r)
	for sq, piece := range s.Board {
		if piece == rules.NoPiece {
			continue
		}
		c, kind := int(piece.Color()), t.roles[piece.Role()&7]
		if s.Promoted.Has(bitboard.Square(sq)) {
			kind = referenceRules(t).r.born[c][kind]
		}
		b.set(sq, codeOf(kind, c))
	}
	for c := range 2 {
		for role, n := range s.Hands[c] {
			if n > 0 {
				b.take(c, t.roles[role&7], int(n))
			}
		}
		setRights(t, b, &s, c)
		if t.checks > 0 {
			if b.remaining[c] = s.Checks[c]; s.CheckForm == rules.ChecksGiven {
				b.remaining[c] = t.checks - s.Checks[c]
			}
			b.key ^= referenceRules(t).r.zobrist.check[c][b.remaining[c]&127]
		}
	}
	if b.side = uint8(s.Side); b.side == 1 {
		b.key ^= referenceRules(t).r.zobrist.side
	}
	if s.EnPassant.Valid() {
		add(&b.ep, int(s.EnPassant))
	}
	b.half, b.full = int32(s.Halfmove), int32(s.Fullmove)
	if referenceRules(t).r.turns != nil {
		b.setTurn(s.Turn, s.Left)
		b.reset = s.Zeroing
	}
	return referenceRules(t).at(b)
}

// setRights gives a side its castling rights.
func setRights(t *Reference, b *board[[1]uint64], s *rules.Setup, c int) {
	king := castlingKing(t, b, c)
	var rooks []int
	for file := range 8 {
		sq := 56*c + file
		switch {
		case !s.Castling.Has(bitboard.Square(sq)):
		case s.Board[sq].Role() == rules.King:
			king = sq
		default:
			rooks = append(rooks, sq)
		}
	}
	for _, rook := range rooks {
		b.setRight(c, king, rook)
	}
}

// castlingKing returns which king castles where a setup does not name it: the one
// on the e-file, else the only one on the first rank, else -1.
func castlingKing(t *Reference, b *board[[1]uint64], c int) int {
	kings := intersect(intersect(b.types[t.roles[rules.King]&63], b.colors[c]), referenceRules(t).r.ranks[7*c])
	switch {
	case has(&kings, 56*c+4):
		return 56*c + 4
	case several(kings):
		return -1
	}
	return first(kings)
}

// Setup returns a position of the reference as a setup.
func (t *Reference) Setup(p game.Position) rules.Setup {
	b := p.(*position[[1]uint64]).b
	s := rules.Setup{
		Side: rules.Color(b.side), EnPassant: bitboard.NoSquare, Halfmove: int(b.half), Fullmove: int(b.full),
		Turn: b.turn, Left: b.left, Zeroing: b.reset,
	}
	for sq := range s.Board {
		if code := b.at[sq]; code != 0 {
			k := &referenceRules(t).r.kinds[(code-1)>>1]
			s.Board[sq] = rules.NewPiece(rules.Color((code-1)&1), t.role(k.typ))
			if k.tilde {
				s.Promoted |= bitboard.Square(sq).Bitboard()
			}
		}
	}
	for c := range 2 {
		for typ := range referenceRules(t).r.types {
			if n := b.hands[c][typ]; n > 0 {
				s.Hands[c][t.role(uint8(typ))] = n
			}
		}
		if t.checks > 0 {
			if s.Checks[c], s.CheckForm = b.remaining[c], rules.ChecksLeft; t.checks == 3 {
				s.Checks[c], s.CheckForm = t.checks-b.remaining[c], rules.ChecksGiven
			}
		}
		king := int(b.state.king[c])
		for _, rook := range b.rook[c] {
			if rook < 0 {
				continue
			}
			s.Castling |= bitboard.Square(rook).Bitboard()
			if king != castlingKing(t, b, c) {
				s.Castling |= bitboard.Square(king).Bitboard()
			}
		}
	}
	if !isEmpty(&b.ep) {
		s.EnPassant = bitboard.Square(first(b.ep))
	}
	return s
}

// role returns what a type is in package chess.
func (t *Reference) role(typ uint8) rules.Role {
	return rules.Role(slices.Index(t.roles[:], typ))
}

// UCI writes a move as chess.Position.UCI does.
func (t *Reference) UCI(p game.Position, m game.Move) string {
	b := p.(*position[[1]uint64]).b
	if mv := move(m); mv.what() == castling {
		from, to := mv.from(), mv.to()
		if !t.chess960 && from%8 == 4 && (to%8 == 0 || to%8 == 7) {
			to, _ = referenceRules(t).r.arrivals(int(b.side), wingOf(mv))
		}
		return referenceRules(t).r.g.squareName(from) + referenceRules(t).r.g.squareName(to)
	}
	return b.uci(move(m))
}
