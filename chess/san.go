package chess

import (
	"strings"

	"github.com/heterodox-chess/heterodox/bitboard"
)

// SAN returns a legal move in the standard algebraic notation of PGN: Nf3,
// Rae1, exd6, e8=Q+, O-O. Where the rules differ from chess, so does the text:
// a drop is K@e1, a relocation names the new square of the captured piece
// (exd5,a3), and a move that vanishes in a hole has '*' behind it (Rd8*). A
// '+' says that the enemy king is attacked, a '#' that this ends the game.
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
	if m.Role() != Pawn {
		dst = append(dst, m.Role().Letter())
	}
	dst = p.appendOrigin(dst, m)
	if m.IsCapture() {
		dst = append(dst, 'x')
	}
	dst = append(dst, m.To().String()...)
	if promotion := m.Promotion(); promotion != NoRole {
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

// appendOrigin writes as much of the origin as tells the move from others: of a
// pawn the file, if it leaves it; of another piece the file if that is enough
// to tell it from all pieces of its role with a legal move to the same square,
// else the rank if that is enough, else both; nothing if it is the only one.
func (p *Position) appendOrigin(dst []byte, m Move) []byte {
	from, to := m.From(), m.To()
	name := from.String()
	if m.Role() == Pawn {
		if from.File() != to.File() {
			dst = append(dst, name[0])
		}
		return dst
	}
	var rivals Bitboard
	var buf [MaxMoves]Move
	for _, other := range p.Moves(buf[:0]) {
		if other.To() == to && other.Role() == m.Role() && other.From() != from && !other.IsCastling() {
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

// checkSign returns "#", "+" or "", as a move mates, checks, or neither.
func (p *Position) checkSign(m Move) string {
	next := p.Play(m)
	switch {
	case next.side == p.side || next.decided() || !next.InCheck():
		return ""
	case next.CountMoves() == 0:
		return "#"
	}
	return "+"
}

// ParseSAN returns the legal move that a text in SAN names. It is kind to what
// is found in the wild: "+", "#", "!" and "?" at the end count for nothing, "x",
// "=" and "*" may be missing, the origin may be more exact than it needs to be,
// and castling may be written with zeros. Anything else is a *MoveError; that
// of an ambiguous text lists what it could mean.
func (p *Position) ParseSAN(text string) (Move, error) {
	t, malformed := parseSANText(text)
	if malformed != nil {
		return NoMove, malformed
	}
	var buf [MaxMoves]Move
	moves := p.Moves(buf[:0])
	var found []Move
	for _, m := range moves {
		if t.names(m) {
			found = append(found, m)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	why := p.whyNoMove(len(moves))
	switch {
	case len(found) > 1:
		why = "it could be " + p.listSAN(found)
	case why == "":
		why = p.whyNoSAN(t)
	}
	return NoMove, &MoveError{text, -1, why}
}

// listSAN writes the first few of some moves in SAN.
func (p *Position) listSAN(moves []Move) string {
	const most = 8
	var names []string
	for i, m := range moves {
		if i == most {
			names = append(names, "…")
			break
		}
		names = append(names, p.SAN(m))
	}
	return strings.Join(names, " or ")
}

// whyNoSAN says why no legal move is named, in few words: SAN does not tell
// which piece was meant.
func (p *Position) whyNoSAN(t sanText) string {
	us := p.side.String()
	switch {
	case t.castling != 0:
		return us + " cannot castle so now"
	case t.dropped:
		return p.whyNoDrop(t.role, t.to)
	case !p.HandEmpty(p.side):
		return us + " must place the pieces in hand first"
	}
	return "no " + us + " " + t.role.String() + " can do so"
}

// A sanText is a well-formed move in SAN, whether it is legal or not.
type sanText struct {
	castling  int  // -1 to the a-file, 1 to the h-file, 0 for another move
	dropped   bool // role is dropped on to
	role      Role
	file      int // of the origin; -1 if it is not given, as the rank
	rank      int
	captures  bool // there is an 'x'; without it nothing is said
	to        Square
	promotion Role // NoRole if it has no letter
	vanishes  bool // there is a '*'; without it nothing is said
	put       Square
}

// names reports whether the text may stand for a move of the position.
func (t *sanText) names(m Move) bool {
	if t.castling != 0 || m.IsCastling() {
		return m.IsCastling() && t.castling != 0 && (m.To() > m.From()) == (t.castling > 0)
	}
	put, relocates := m.Relocation()
	if !relocates {
		put = NoSquare
	}
	from := m.From()
	switch {
	case m.Role() != t.role || m.To() != t.to || m.IsDrop() != t.dropped,
		m.Promotion() != t.promotion || put != t.put,
		t.captures && !m.IsCapture() || t.vanishes && !m.IsVanishing(),
		t.file >= 0 && from.File() != t.file || t.rank >= 0 && from.Rank() != t.rank:
		return false
	}
	// e4 is no short form of dxe4.
	return t.role != Pawn || t.file >= 0 || from.File() == t.to.File()
}

// parseSANText reads a move in SAN.
func parseSANText(text string) (t sanText, fault *MoveError) {
	s := scanner{text: strings.TrimRight(text, "+#!?")}
	t.file, t.rank, t.put = -1, -1, NoSquare
	switch s.text {
	case "O-O", "0-0":
		t.castling = 1
		return t, nil
	case "O-O-O", "0-0-0":
		t.castling = -1
		return t, nil
	}
	if t.role = s.drop(); t.role != NoRole {
		t.dropped = true
		t.to = s.square()
	} else {
		s.step(&t)
	}
	fault = s.end()
	if fault != nil {
		fault.Text = text
	}
	return t, fault
}

// step reads a move that is neither castling nor a drop.
func (s *scanner) step(t *sanText) {
	if t.role = s.role(false); t.role == NoRole {
		t.role = Pawn
	}
	// What comes next is the origin if a square follows, else the destination.
	t.file, t.rank = s.file(), s.rank()
	t.captures = s.accept('x')
	if c := s.peek(); t.captures || t.file < 0 || t.rank < 0 || c >= 'a' && c <= 'h' {
		t.to = s.square()
	} else {
		t.to = Square(t.rank*8 + t.file)
		t.file, t.rank = -1, -1
	}
	needed := s.accept('=')
	t.promotion = s.role(false)
	if needed && t.promotion == NoRole {
		s.expected("the letter of a piece")
	}
	t.vanishes = s.accept('*')
	if s.accept(',') {
		t.put = s.square()
	}
}
