package chess

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// SAN returns a legal move in the standard algebraic notation of PGN: Nf3, Rae1, exd6,
// e8=Q+, O-O. Moves that chess does not have are written as follows: a drop is K@e1, a
// relocation names the new square of the captured piece (exd5,a3), and a move that vanishes
// in a hole ends in '*' (Rd8*). A '+' says that the enemy king is attacked. A '#' says that
// it is mated, or that the move wins the game in another way, even for the opponent: by
// checks, by a king on the hill or in the race, by an exploded king, or by having no pieces
// or no move left. A move with which a king vanishes or a type dies out has no sign.
func (p *Position) SAN(m Move) string {
	var buf [16]byte
	return string(p.appendSAN(buf[:0], m))
}

func (p *Position) appendSAN(dst []byte, m Move) []byte {
	switch {
	case m.IsCastling() && m.To() > m.From():
		dst = append(dst, "O-O"...)
	case m.IsCastling():
		dst = append(dst, "O-O-O"...)
	case m.IsDrop():
		dst = append(dst, m.Role().Letter(), '@')
		dst = append(dst, m.To().String()...)
	default:
		dst = p.appendStep(dst, m)
	}
	return append(dst, p.checkSign(m)...)
}

// appendStep writes a move that is neither castling nor a drop.
func (p *Position) appendStep(dst []byte, m Move) []byte {
	if m.Role() != rules.Pawn {
		dst = append(dst, m.Role().Letter())
	}
	dst = p.appendOrigin(dst, m)
	if m.IsCapture() {
		dst = append(dst, 'x')
	}
	dst = append(dst, m.To().String()...)
	if promotion := m.Promotion(); promotion != rules.NoRole {
		dst = append(dst, '=', promotion.Letter())
	}
	if m.IsVanishing() {
		dst = append(dst, '*')
	}
	if put, ok := m.Relocation(); ok {
		dst = append(dst, ',')
		dst = append(dst, put.String()...)
	}
	return dst
}

// appendOrigin writes as much of the origin as distinguishes the move from others. For
// a pawn that is the file, if the pawn leaves it. For another piece it is the file if
// that is enough to distinguish it from all pieces of its role with a legal move to the
// same square, else the rank if that is enough, else both, and nothing if there is no
// such piece. Drops and castling have their own notation and do not count as rivals.
func (p *Position) appendOrigin(dst []byte, m Move) []byte {
	from, to := m.From(), m.To()
	name := from.String()
	if m.Role() == rules.Pawn {
		if from.File() != to.File() {
			dst = append(dst, name[0])
		}
		return dst
	}
	var rivals Bitboard
	var buf [MaxMoves]Move
	for _, other := range p.Moves(buf[:0]) {
		if other.To() == to && other.Role() == m.Role() && other.From() != from && !other.IsDrop() && !other.IsCastling() {
			rivals |= other.From().Bitboard()
		}
	}
	switch {
	case rivals == 0:
		return dst
	case rivals&(bitboard.FileA<<from.File()) == 0:
		return append(dst, name[0])
	case rivals&(bitboard.Rank1<<(8*from.Rank())) == 0:
		return append(dst, name[1])
	}
	return append(dst, name...)
}

// checkSign returns "#" if a move ends the game with a winner, "+" if it gives check,
// and "" otherwise.
func (p *Position) checkSign(m Move) string {
	next := p.Play(m) // if the turn goes on there is no check, as the move was legal
	switch {
	case next.decided():
		return goalSign(next.verdict())
	case (next.InCheck() || p.rules.board.GiveAway) && next.CountMoves() == 0:
		return goalSign(next.noMoves())
	case next.InCheck():
		return "+"
	}
	return ""
}

// goalSign returns "#" for an outcome with a winner, unless a king has vanished or a
// piece type has died out, which SAN does not show.
func goalSign(o rules.Outcome) string {
	if o.Result == rules.Draw || o.Reason == rules.KingVanished || o.Reason == rules.Extinct {
		return ""
	}
	return "#"
}
