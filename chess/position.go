package chess

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/internal/board"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Position is a playable position of one game: a value of two cache lines that
// copies by assignment and is never changed by its exported methods. Make one with
// Ruleset.Start, Ruleset.ParseFEN or Ruleset.Position; the zero value is not usable.
// Compare positions of one game with Key.
type Position struct {
	board    board.Board
	rules    *Ruleset
	key      uint64 // Zobrist key without en passant
	left     uint64 // moves left in the turn
	hands    [2]board.Hand
	promoted Bitboard // pieces that were pawns, where captures go to hand
	turn     uint32   // number of the turn, 0 in games of one move a turn
	half     int32
	full     int32
	checks   [2]uint8 // checks given by each side, where they are counted
	side     rules.Color
	// zeroing says that a move of this turn has already set the halfmove clock to 0,
	// so that the turn is not counted.
	zeroing bool
}

// Board returns the pieces on the board, the castling rights and the en-passant right.
func (p *Position) Board() board.Board { return p.board }

// Hands returns the hands of both sides.
func (p *Position) Hands() [2]board.Hand { return p.hands }

// Rules returns the ruleset the position is played by.
func (p *Position) Rules() *Ruleset { return p.rules }

// Side returns the side to move.
func (p *Position) Side() rules.Color { return p.side }

// Occupied returns the squares that are not empty.
func (p *Position) Occupied() Bitboard { return p.board.Occupied() }

// ByColor returns the squares of a side's pieces.
func (p *Position) ByColor(c rules.Color) Bitboard { return p.board.Colors[c&1] }

// ByRole returns the squares of all pieces of a role, of both colours. Queen and
// Amazon both mean the army's queen.
func (p *Position) ByRole(r rules.Role) Bitboard { return p.board.Of(r) }

// Pieces returns the squares of a side's pieces of a role.
func (p *Position) Pieces(c rules.Color, r rules.Role) Bitboard {
	return p.board.Of(r) & p.board.Colors[c&1]
}

// RoleAt returns the role of the piece on a square, NoRole if it is empty.
func (p *Position) RoleAt(s Square) rules.Role {
	return p.board.RoleAt(s.Bitboard(), p.rules.board.Queen)
}

// PieceAt returns the piece on a square, NoPiece if it is empty.
func (p *Position) PieceAt(s Square) rules.Piece {
	c := rules.White
	if p.board.Colors[1].Has(s) {
		c = rules.Black
	}
	return rules.NewPiece(c, p.RoleAt(s))
}

// Hand returns how many pieces of a role a side holds in hand.
func (p *Position) Hand(c rules.Color, r rules.Role) int { return p.hands[c&1].Count(r & 7) }

// HandEmpty reports whether a side holds no piece in hand.
func (p *Position) HandEmpty(c rules.Color) bool { return p.hands[c&1] == 0 }

// EnPassant returns the square on which a pawn of the side to move could capture en
// passant (whether or not that is legal), else NoSquare.
func (p *Position) EnPassant() Square {
	if p.placing() {
		return NoSquare
	}
	return (p.board.Rights & board.EnPassantRanks).First()
}

// CastlingRooks returns the rooks of both sides that may still castle.
func (p *Position) CastlingRooks() Bitboard {
	return p.board.Rights & board.BackRanks & p.board.Straights
}

// Promoted returns the pieces that were pawns and go to the captor's hand as pawns;
// none in games without Pockets.
func (p *Position) Promoted() Bitboard { return p.promoted }

// Checks returns how many checks a side has given, 0 where they are not counted.
func (p *Position) Checks(c rules.Color) int { return int(p.checks[c&1]) }

// Halfmove returns the halfmove clock: moves by either side since the last
// capture, pawn move, drop or vanishing; with long turns, completed turns.
func (p *Position) Halfmove() int { return int(p.half) }

// Fullmove returns the number of the move: 1 at the start, one more after each
// move (turn, where turns are long) of Black.
func (p *Position) Fullmove() int { return int(p.full) }

// Turn returns the number of the turn and the moves left in it; 0 and 0 in
// games of one move a turn.
func (p *Position) Turn() (number, left uint64) { return uint64(p.turn), p.left }

// Checkers returns the enemy pieces that give check to the side to move.
func (p *Position) Checkers() Bitboard { return p.board.Checkers(uint(p.side), &p.rules.board) }

// InCheck reports whether the royal king of the side to move is attacked.
func (p *Position) InCheck() bool { return p.Checkers() != 0 }

// Attackers returns the pieces of a side that attack a square, including a king and
// pinned pieces. Sliders do not attack through holes.
func (p *Position) Attackers(s Square, by rules.Color) Bitboard {
	return p.board.Attackers(s, uint(by), p.board.Occupied()|p.rules.board.Holes, &p.rules.board)
}

// Key returns a 64-bit Zobrist key of everything that makes positions the same for
// repetition: pieces, side to move, castling rights, an en-passant capture that is
// legal, hands, promoted pieces, checks given, turn and moves left.
func (p *Position) Key() uint64 {
	if p.board.Rights&board.EnPassantRanks != 0 && p.enPassantIsLegal() {
		return p.key ^ zobrist.enPassant[p.EnPassant().File()]
	}
	return p.key
}

// enPassantIsLegal reports whether some pawn can legally take en passant. It looks
// only at the one or two pawns that attack the square.
func (p *Position) enPassantIsLegal() bool {
	r, us, to := p.rules, uint(p.side), p.EnPassant()
	if p.decided() || p.placing() {
		return false
	}
	king := (p.board.Kings & p.board.Colors[us] & r.board.Royal).First()
	for set := bitboard.Pawn(us^1, to) & p.board.Pawns & p.board.Colors[us]; set != 0; set = set.Next() {
		m := board.EnPassantMove(set.First(), to)
		if r.board.Relocate && p.board.Relocations(us, king, m.From(), to, m.CapturedSquare(), &r.board) != 0 ||
			!r.board.Relocate && p.board.MayTake(m, us, &r.board) {
			return true
		}
	}
	return false
}

// Play returns the position after a legal move. It does not check the move: one that
// is not in Moves leads to nonsense, though never to a panic. IsLegal checks one.
func (p *Position) Play(m Move) Position {
	next := *p
	next.advance(m)
	return next
}

// PlayInto is Play for programs that count: next becomes the position after a legal
// move, except for its Key, which is not valid.
func (p *Position) PlayInto(next *Position, m Move) {
	*next = *p
	next.step(m)
}

// advance plays a legal move on the receiver.
func (p *Position) advance(m Move) {
	us := p.side
	p.key ^= p.moveKeys(m)
	p.step(m)
	p.key ^= p.movedKeys(m, us)
}

// step is advance without the key.
func (p *Position) step(m Move) {
	r, us := p.rules, uint(p.side)
	if r.board.Pockets {
		p.pocket(m, us)
	}
	p.board.Play(m, us, &r.board)
	p.promoted &= p.board.Occupied()
	p.count(m)
	if m.IsDrop() {
		p.hands[us] = p.hands[us].Drop(m.Role())
	}
	if r.board.CheckLimit != 0 && p.board.Checkers(us^1, &r.board) != 0 {
		p.checks[us] = min(p.checks[us]+1, r.board.CheckLimit)
	}
	if r.board.Placement && r.board.Castling {
		p.placeRights(m, us)
	}
	if r.board.Turns == nil || p.passTurn() {
		p.full += int32(us)
		p.side ^= 1
	}
}

// pocket updates hands and promoted pieces; it is called before a move of side us is played.
func (p *Position) pocket(m Move, us uint) {
	from, to := m.From().Bitboard(), m.To().Bitboard()
	if m.IsCapture() {
		victim := m.CapturedSquare().Bitboard()
		role := p.board.RoleAt(victim, p.rules.board.Queen)
		if p.promoted&victim != 0 {
			role = rules.Pawn
		}
		p.hands[us] = p.hands[us].Add(role)
		p.promoted &^= victim
		if p.rules.board.Shoot {
			return
		}
	}
	if p.promoted&from != 0 && !m.IsVanishing() || m.Promotion() != rules.NoRole {
		p.promoted |= to
	}
	p.promoted &^= from
}

// count updates the halfmove clock. Where turns are long, passTurn increments it.
func (p *Position) count(m Move) {
	switch {
	case m.IsCapture() || m.Role() == rules.Pawn || m.IsDrop() || m.IsVanishing():
		p.half, p.zeroing = 0, p.rules.board.Turns != nil
	case p.rules.board.Turns == nil:
		p.half++
	}
}

// passTurn ends one move of a long turn and reports whether the turn passes: when no
// moves are left in it, or the enemy king is in check. A side that goes on moving
// leaves no en-passant square behind.
func (p *Position) passTurn() bool {
	p.left--
	if p.left > 0 && p.board.Checkers(uint(p.side)^1, &p.rules.board) == 0 {
		p.board.Rights &^= board.EnPassantRanks
		return false
	}
	p.turn++
	p.left = p.rules.board.Turns.Of(uint64(p.turn))
	if !p.zeroing {
		p.half++
	}
	p.zeroing = false
	return true
}

// placeRights derives the castling rights during placement: a side that holds pieces, or has
// just dropped its last, may castle with a king and rooks that stand on their orthodox squares.
func (p *Position) placeRights(m Move, us uint) {
	for side := range uint(2) {
		if p.hands[side] != 0 || side == us && m.IsDrop() {
			p.board.Rights = p.board.Rights&^board.BackRank(side) | p.board.OrthodoxRights(side)
		}
	}
}
