package chess

import (
	"strings"

	"github.com/heterodox-chess/heterodox/rules"
)

// ParseSAN returns the legal move that a text in SAN names. It tolerates common deviations: "+",
// "#", "!" and "?" at the end are ignored, "x", "=" and "*" may be missing, the origin may be more
// precise than necessary, castling may be written with zeros, and a pawn's drop as @e4. Any other
// text gives a *rules.MoveError; for an ambiguous text it lists the possible moves.
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
		why = p.whyNoSAN(t, moves)
	}
	return NoMove, &rules.MoveError{Text: text, Offset: -1, Reason: why}
}

// listSAN lists the first few of some moves in SAN.
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

// A sanText is a well-formed move in SAN, whether it is legal or not.
type sanText struct {
	castling  int  // -1 to the a-file, 1 to the h-file, 0 for another move
	dropped   bool // role is dropped on to
	role      rules.Role
	file      int // of the origin; -1 if not given, like the rank
	rank      int
	captures  bool // there is an 'x'; its absence says nothing
	to        Square
	promotion rules.Role // NoRole if there is no letter
	vanishes  bool       // there is a '*'; its absence says nothing
	put       Square
}

// names reports whether the text can stand for a move of the position.
func (t *sanText) names(m Move) bool {
	if t.castling != 0 || m.IsCastling() {
		return m.IsCastling() && t.castling != 0 && (m.To() > m.From()) == (t.castling > 0)
	}
	put, relocates := m.Relocation()
	if !relocates {
		put = NoSquare
	}
	switch {
	case m.Role() != t.role || m.To() != t.to || m.IsDrop() != t.dropped,
		m.Promotion() != t.promotion || put != t.put,
		t.captures && !m.IsCapture() || t.vanishes && !m.IsVanishing():
		return false
	}
	return t.dropped || t.comesFrom(m.From())
}

// comesFrom reports whether the text can stand for a move from a square. A pawn that leaves its
// file must name it: e4 is no short form of dxe4.
func (t *sanText) comesFrom(from Square) bool {
	if t.role == rules.Pawn && t.file < 0 && from.File() != t.to.File() {
		return false
	}
	return (t.file < 0 || from.File() == t.file) && (t.rank < 0 || from.Rank() == t.rank)
}

// nearMisses returns the moves that the text could stand for except for what follows the
// destination, or for a wrong 'x'.
func (t *sanText) nearMisses(moves []Move) (found []Move) {
	for _, m := range moves {
		if t.nearlyNames(m) {
			found = append(found, m)
		}
	}
	return found
}

// nearlyNames reports whether the text could stand for a move, neither castling nor a drop, with
// those exceptions.
func (t *sanText) nearlyNames(m Move) bool {
	return m.Role() == t.role && m.To() == t.to && !m.IsCastling() && !m.IsDrop() && t.comesFrom(m.From())
}

// parseSANText reads a move in SAN.
func parseSANText(text string) (t sanText, fault *rules.MoveError) {
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
	t.role = s.drop()
	if t.role == rules.NoRole && s.accept('@') {
		t.role = rules.Pawn
	}
	if t.role != rules.NoRole {
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
	if t.role = s.role(false); t.role == rules.NoRole {
		t.role = rules.Pawn
	}
	// If a square follows, this is the origin, else the destination.
	t.file, t.rank = s.file(), s.rank()
	t.captures = s.accept('x')
	c := s.peek()
	switch squareFollows := t.captures || c >= 'a' && c <= 'h'; {
	case squareFollows || t.file < 0:
		t.to = s.square()
	case t.rank < 0:
		s.expected("a rank (1 to 8)")
	default:
		t.to = Square(t.rank*8 + t.file)
		t.file, t.rank = -1, -1
	}
	needed := s.accept('=')
	t.promotion = s.role(false)
	if needed && t.promotion == rules.NoRole {
		s.expected("the letter of a piece")
	}
	t.vanishes = s.accept('*')
	if s.accept(',') {
		t.put = s.square()
	}
}
