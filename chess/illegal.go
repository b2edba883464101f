package chess

import (
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/bitboard"
)

// This file finds the words for a move that is not legal. Nothing else depends
// on it: it explains after the legal moves have decided.

// whyIllegal says why a well-formed text names none of the legal moves.
func (p *Position) whyIllegal(t moveText, moves []Move) string {
	if why := p.whyNoMove(len(moves)); why != "" {
		return why
	}
	if t.dropped != NoRole {
		return p.whyNoDrop(t.dropped, t.to)
	}
	if !p.HandEmpty(p.side) {
		return p.side.String() + " must place the pieces in hand first"
	}
	piece := p.PieceAt(t.from)
	switch {
	case piece == NoPiece:
		return "there is no piece on " + t.from.String()
	case piece.Color() != p.side:
		return "the " + piece.Role().String() + " on " + t.from.String() + " is not " + p.side.String() + "'s"
	}
	var same []Move // the legal moves that differ in letter or leg only
	bare := moveText{from: t.from, to: t.to, put: NoSquare}
	for _, m := range moves {
		if m.From() == t.from && m.To() == t.to || bare.namesCastling(m) {
			same = append(same, m)
		}
	}
	if len(same) > 0 {
		return p.whyNotSo(t, same, p.UCI(same[0]))
	}
	return p.whyNoStep(t.from, t.to)
}

// whyNoMove says why the side to move has no legal move; nothing if it has one.
func (p *Position) whyNoMove(moves int) string {
	if moves > 0 {
		return ""
	}
	return "the game is over (" + p.Outcome().Reason.String() + ")"
}

// whyNoDrop says why a piece cannot be dropped on a square.
func (p *Position) whyNoDrop(role Role, to Square) string {
	us := uint(p.side)
	switch {
	case !p.rules.placement:
		return "pieces are not dropped in " + p.rules.Name()
	case p.Hand(p.side, role) == 0:
		return p.side.String() + " has no " + role.String() + " in hand"
	case !backRank(us).Has(to):
		return p.side.String() + " places pieces on rank " + string(rune('1'+7*us)) + " only"
	case p.occupied().Has(to):
		return to.String() + " is not empty"
	}
	after := p.board
	after.put(us, role, to.Bitboard())
	if after.checkers(us, p.rules) != 0 {
		return "it leaves the king in check"
	}
	return "it leaves a bishop without a square of its colour"
}

// whyNotSo says what is wrong with the letter or the second leg of a text,
// given the legal moves from and to its squares and the notation of one.
func (p *Position) whyNotSo(t moveText, same []Move, example string) string {
	letters, rightLetter := promotionLetters(same), false
	for _, m := range same {
		rightLetter = rightLetter || m.Promotion() == t.promotion
	}
	_, relocates := same[0].Relocation()
	victim := same[0].CapturedSquare()
	captured := p.RoleAt(victim).String()
	switch {
	case !rightLetter && letters == "":
		return "it does not promote"
	case !rightLetter && t.promotion == NoRole:
		return "the promotion letter is missing (one of " + letters + ")"
	case !rightLetter:
		return "a pawn does not become a " + t.promotion.String() + " here (one of " + letters + ")"
	case !relocates:
		return "there is nothing to put elsewhere"
	case t.put == NoSquare:
		return "it does not say where to put the captured " + captured + " (as in " + example + ")"
	case t.victim != victim:
		return "the captured " + captured + " stands on " + victim.String()
	}
	return "the captured " + captured + " cannot be put on " + t.put.String()
}

// promotionLetters lists the letters with which moves promote: "q, r, b, n".
func promotionLetters(moves []Move) string {
	var letters []string
	for _, m := range moves {
		if letter := string(rune(m.Promotion().Letter() | 0x20)); m.Promotion() != NoRole && !slices.Contains(letters, letter) {
			letters = append(letters, letter)
		}
	}
	return strings.Join(letters, ", ")
}

// whyNoStep says why the piece on a square cannot go to another at all.
func (p *Position) whyNoStep(from, to Square) string {
	role, target := p.RoleAt(from), p.PieceAt(to)
	own := target != NoPiece && target.Color() == p.side
	switch {
	case role == King && from.Rank() == to.Rank() && fileDistance(from, to) >= 2,
		role == King && own && p.CastlingRooks().Has(to):
		return "the king cannot castle so now"
	case from == to:
		return "it goes nowhere"
	case own:
		return "an own " + target.Role().String() + " stands on " + to.String()
	case !p.reaches(from, to):
		return "the " + role.String() + " on " + from.String() + " does not reach " + to.String()
	case target.Role() == King && p.rules.Royal():
		return "a king is never captured"
	case p.rules.Royal():
		return "it leaves the king in check"
	}
	return "there is no square to put the captured piece on"
}

// reaches reports whether the piece on a square moves, takes or shoots to
// another, castling, holes and checks aside. Except for pawns, what stands
// there is not considered.
func (p *Position) reaches(from, to Square) bool {
	us, occupied := uint(p.side), p.occupied()
	switch p.RoleAt(from) {
	case Pawn:
		one := forward(from.Bitboard(), us) &^ occupied
		two := forward(one&thirdRank(us), us) &^ occupied
		targets := p.colors[us^1] | p.rights&enPassantRanks
		return (bitboard.Pawn(us, from)&targets | one | two).Has(to)
	case Knight:
		return bitboard.Knight(from).Has(to)
	case Bishop:
		return bitboard.Bishop(from, occupied).Has(to)
	case Rook:
		return bitboard.Rook(from, occupied).Has(to)
	case Queen:
		return bitboard.Queen(from, occupied).Has(to)
	case Amazon:
		return (bitboard.Queen(from, occupied) | bitboard.Knight(from)).Has(to)
	}
	return bitboard.King(from).Has(to)
}

// whyNoSAN says why a text in SAN names none of the legal moves.
func (p *Position) whyNoSAN(t sanText, moves []Move) string {
	us := p.side.String()
	switch {
	case t.castling != 0:
		return us + " cannot castle so now"
	case t.dropped:
		return p.whyNoDrop(t.role, t.to)
	case !p.HandEmpty(p.side):
		return us + " must place the pieces in hand first"
	}
	if same := t.nearMisses(moves); len(same) > 0 {
		switch m := same[0]; {
		case t.captures && !m.IsCapture():
			return "it captures nothing"
		case t.vanishes && !m.IsVanishing():
			return "it does not vanish"
		default:
			uci := moveText{promotion: t.promotion, victim: m.CapturedSquare(), put: t.put}
			return p.whyNotSo(uci, same, p.SAN(m))
		}
	}
	if from, ok := p.onlyMover(&t); ok {
		return p.whyNoStep(from, t.to)
	}
	return "no " + us + " " + t.role.String() + " can go to " + t.to.String()
}

// onlyMover returns the one piece that the text can mean and that reaches the
// destination, and whether there is just one.
func (p *Position) onlyMover(t *sanText) (Square, bool) {
	var found Bitboard
	for set := p.Pieces(p.side, t.role); set != 0; set = set.Next() {
		if from := set.First(); t.comesFrom(from) && p.reaches(from, t.to) {
			found |= from.Bitboard()
		}
	}
	return found.First(), found != 0 && !found.Several()
}
