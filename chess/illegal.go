package chess

import (
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/internal/board"
	"github.com/heterodox-chess/heterodox/rules"
)

// This file explains why a move is not legal. Nothing else depends on it: it is
// used only after a move was found not to be among the legal ones.

// whyIllegal says why a well-formed text names none of the legal moves.
func (p *Position) whyIllegal(t moveText, moves []Move) string {
	if why := p.whyNoMove(len(moves)); why != "" {
		return why
	}
	if t.dropped != rules.NoRole {
		return p.whyNoDrop(t.dropped, t.to, moves)
	}
	if p.placing() {
		return p.side.Title() + " must place the pieces in hand first"
	}
	piece := p.PieceAt(t.from)
	switch {
	case piece == rules.NoPiece:
		return "there is no piece on " + t.from.String()
	case piece.Color() != p.side:
		return "the " + piece.Role().String() + " on " + t.from.String() + " is not " + p.side.Title() + "'s"
	}
	var same []Move // the legal moves that differ in the promotion letter or the second leg only
	bare := moveText{from: t.from, to: t.to, put: NoSquare}
	for _, m := range moves {
		if m.From() == t.from && m.To() == t.to || bare.namesCastling(m) {
			same = append(same, m)
		}
	}
	if len(same) > 0 {
		return p.whyNotSo(t, same, p.UCI(same[0]))
	}
	return p.whyNoStep(t.from, t.to, moves)
}

// whyNoMove says why the side to move has no legal move; it is empty if there is one.
func (p *Position) whyNoMove(moves int) string {
	if moves > 0 {
		return ""
	}
	return "the game is over (" + p.Outcome().Reason.String() + ")"
}

// whyNoDrop says why a piece cannot be dropped on a square, given the legal moves.
func (p *Position) whyNoDrop(role rules.Role, to Square, moves []Move) string {
	us, r := uint(p.side), p.rules
	switch {
	case !r.HasHands():
		return "there are no drops in " + r.Name()
	case p.Hand(p.side, role) == 0:
		return p.side.Title() + " has no " + role.String() + " in hand"
	case r.board.Placement && !board.BackRank(us).Has(to):
		return p.side.Title() + " places pieces on rank " + string(rune('1'+7*us)) + " only"
	case role == rules.Pawn && board.BackRanks.Has(to):
		return "pawns are not dropped on ranks 1 and 8"
	case p.board.Occupied().Has(to):
		return to.String() + " is not empty"
	case r.board.Holes.Has(to):
		return to.String() + " is a black hole"
	}
	if why := p.whyUnlawful(board.NewMove(role, to, to)|board.FlagDrop, moves); why != "" {
		return why
	}
	return "it leaves a bishop without a square of its colour"
}

// whyUnlawful says why a move that its piece can make is not legal, given the
// legal moves, of which there must be at least one. It is empty if only the
// squares of the move could forbid it.
func (p *Position) whyUnlawful(m Move, moves []Move) string {
	r, us, next := p.rules, uint(p.side), p.board
	next.Play(m, us, &r.board)
	own, enemy := p.board.Kings&p.board.Colors[us]&r.board.Royal, p.board.Kings&p.board.Colors[us^1]&r.board.Royal
	explodes := enemy != 0 && next.Kings&next.Colors[us^1] == 0
	switch {
	case own != 0 && next.Kings&next.Colors[us] == 0 && !m.IsVanishing():
		if m.Role() == rules.King && !r.board.Shoot {
			return "a king may not capture: captures explode"
		}
		return "it explodes its own king"
	case !explodes && next.Checkers(us, &r.board) != 0:
		if m.IsDrop() && m.Role() != rules.King {
			return "it does not stop the check"
		}
		return "it leaves the king in check"
	case !explodes && r.board.NoChecks && next.Checkers(us^1, &r.board) != 0:
		return "giving check is not allowed"
	case r.board.Compulsory && !m.IsCapture() && moves[0].IsCapture():
		return "a capture is compulsory: " + p.UCI(moves[0])
	}
	return ""
}

// whyNone says why no move that satisfies wanted and that pieces can make is
// legal, given the legal moves. It is empty if there is no such move, or if
// there are several reasons.
func (p *Position) whyNone(wanted func(Move) bool, moves []Move) (why string) {
	for _, m := range p.pseudoLegal() {
		if !wanted(m) {
			continue
		}
		reason := p.whyUnlawful(m, moves)
		if why != "" && reason != why {
			return ""
		}
		why = reason
	}
	return why
}

// whyNotSo says what is wrong with the promotion letter or the second leg of a
// text, given the legal moves between its squares and the notation of one of them.
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
	case !rightLetter && t.promotion == rules.NoRole:
		return "the promotion letter is missing (one of " + letters + ")"
	case !rightLetter:
		return "a pawn cannot promote to a " + t.promotion.String() + " here (one of " + letters + ")"
	case !relocates:
		return "there is no captured piece to put elsewhere"
	case t.put == NoSquare:
		return "it does not say where to put the captured " + captured + " (as in " + example + ")"
	case t.victim != victim:
		return "the captured " + captured + " is on " + victim.String()
	}
	return "the captured " + captured + " cannot be put on " + t.put.String()
}

// promotionLetters lists the promotion letters of moves: "q, r, b, n".
func promotionLetters(moves []Move) string {
	var letters []string
	for _, m := range moves {
		if letter := string(rune(m.Promotion().Letter() | 0x20)); m.Promotion() != rules.NoRole && !slices.Contains(letters, letter) {
			letters = append(letters, letter)
		}
	}
	return strings.Join(letters, ", ")
}

// whyNoStep says why the piece on a square cannot move to another at all, given
// the legal moves.
func (p *Position) whyNoStep(from, to Square, moves []Move) string {
	bare := moveText{from: from, to: to, put: NoSquare}
	if why := p.whyNone(func(m Move) bool {
		return !m.IsDrop() && m.From() == from && m.To() == to || bare.namesCastling(m)
	}, moves); why != "" {
		return why
	}
	role, target := p.RoleAt(from), p.PieceAt(to)
	own := target != rules.NoPiece && target.Color() == p.side
	switch {
	case role == rules.King && from.Rank() == to.Rank() && fileDistance(from, to) >= 2,
		role == rules.King && own && p.CastlingRooks().Has(to):
		return "the king " + p.whyNoCastling(to > from)
	case from == to:
		return "it does not move"
	case own:
		return "its own " + target.Role().String() + " is on " + to.String()
	case !p.reaches(from, to):
		return "the " + role.String() + " on " + from.String() + " cannot reach " + to.String()
	case target.Role() == rules.King && p.rules.Royal():
		return "a king cannot be captured"
	}
	return "there is no square to put the captured piece on"
}

// whyNoCastling says why castling is not possible, with the king or its side as
// the subject of the text. right means castling towards the h-file.
func (p *Position) whyNoCastling(right bool) string {
	if !p.rules.board.Castling {
		return "cannot castle in " + p.rules.Name()
	}
	us := uint(p.side)
	rank, side := 56*us, 0
	if right {
		side = 1
	}
	own := p.board.Rights & p.board.Colors[us] & board.BackRank(us)
	king := (own & p.board.Kings).First()
	var way board.Castling
	if own&p.board.Kings != 0 {
		way = board.Castlings[king&7][uint8(own>>rank)][side]
	}
	if way.Rook == 0 {
		return "has no right to castle on that side"
	}
	if stops := Bitboard(way.Empty) << rank & (p.board.Occupied() | p.rules.board.Holes); stops != 0 {
		return "cannot castle: the way is blocked on " + stops.First().String()
	}
	if p.rules.Royal() {
		if by := p.Attackers(king, p.side.Opponent()); by != 0 {
			return "cannot castle out of check by " + p.names(by)
		}
		for path := Bitboard(way.Path) << rank; path != 0; path = path.Next() {
			if by := p.Attackers(path.First(), p.side.Opponent()); by != 0 {
				return "cannot castle: " + path.First().String() + " is attacked by " + p.names(by)
			}
		}
	}
	return "cannot castle that way now"
}

// names lists pieces: "the rook on e8 and the knight on f6".
func (p *Position) names(set Bitboard) string {
	var names []string
	for ; set != 0; set = set.Next() {
		names = append(names, "the "+p.RoleAt(set.First()).String()+" on "+set.First().String())
	}
	return strings.Join(names, " and ")
}

// reaches reports whether the piece on a square moves, captures or shoots to
// another, ignoring castling, holes and checks. Except for pawns, the contents
// of the target square do not matter.
func (p *Position) reaches(from, to Square) bool {
	us, occupied := uint(p.side), p.board.Occupied()
	switch p.RoleAt(from) {
	case rules.Pawn:
		one := board.Forward(from.Bitboard(), us) &^ occupied
		leap := board.ThirdRank(us)
		if us == uint(rules.White) {
			leap |= p.rules.board.HordeRank
		}
		two := board.Forward(one&leap, us) &^ occupied
		targets := p.board.Colors[us^1] | p.board.Rights&board.EnPassantRanks
		return (bitboard.Pawn(us, from)&targets | one | two).Has(to)
	case rules.Knight:
		return bitboard.Knight(from).Has(to)
	case rules.Bishop:
		return bitboard.Bishop(from, occupied).Has(to)
	case rules.Rook:
		return bitboard.Rook(from, occupied).Has(to)
	case rules.Queen:
		return bitboard.Queen(from, occupied).Has(to)
	case rules.Amazon:
		return (bitboard.Queen(from, occupied) | bitboard.Knight(from)).Has(to)
	}
	return bitboard.King(from).Has(to)
}

// whyNoSAN says why a text in SAN names none of the legal moves.
func (p *Position) whyNoSAN(t sanText, moves []Move) string {
	us := p.side.Title()
	switch {
	case t.castling != 0:
		if why := p.whyNone(t.names, moves); why != "" {
			return why
		}
		return us + " " + p.whyNoCastling(t.castling > 0)
	case t.dropped:
		return p.whyNoDrop(t.role, t.to, moves)
	case p.placing():
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
	if why := p.whyNone(t.nearlyNames, moves); why != "" {
		return why
	}
	if from, ok := p.onlyMover(&t); ok {
		return p.whyNoStep(from, t.to, moves)
	}
	return "no " + p.side.String() + " " + t.role.String() + " can go to " + t.to.String()
}

// onlyMover returns the piece that the text can mean and that reaches the
// destination, and whether there is exactly one.
func (p *Position) onlyMover(t *sanText) (Square, bool) {
	var found Bitboard
	for set := p.Pieces(p.side, t.role); set != 0; set = set.Next() {
		if from := set.First(); t.comesFrom(from) && p.reaches(from, t.to) {
			found |= from.Bitboard()
		}
	}
	return found.First(), found != 0 && !found.Several()
}
