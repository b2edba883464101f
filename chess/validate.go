package chess

import (
	"fmt"
	"slices"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/internal/board"
	"github.com/heterodox-chess/heterodox/rules"
)

// maxPieces is how many pieces a side may have, including those in hand, unless it
// starts with more.
const maxPieces = 16

// A fault is what is wrong with a setup, and where.
type fault struct {
	field  string
	reason string
	square Square      // the offending piece on the board, else NoSquare
	inHand rules.Piece // the offending piece in hand, else NoPiece
}

// faultIn returns a fault of a field as a whole.
func faultIn(field, format string, args ...any) *fault {
	return &fault{field, fmt.Sprintf(format, args...), NoSquare, rules.NoPiece}
}

// faultOn returns a fault of the piece on a square.
func faultOn(sq Square, format string, args ...any) *fault {
	return &fault{fieldBoard, fmt.Sprintf(format, args...), sq, rules.NoPiece}
}

// faultInHand returns a fault of a piece in hand.
func faultInHand(piece rules.Piece, format string, args ...any) *fault {
	return &fault{fieldHand, fmt.Sprintf(format, args...), NoSquare, piece}
}

// examine finds what is wrong with a setup, except for a check to the side not to
// move. Where turns are long it fills in a turn that is not given.
func (r *Ruleset) examine(s *rules.Setup) *fault {
	for _, find := range []func(*rules.Setup) *fault{
		r.boardFault, r.promotedFault, r.handFault, r.kingFault, r.materialFault,
		r.castlingFault, r.counterFault, r.checkCountFault, r.turnFault, r.enPassantFault,
	} {
		if f := find(s); f != nil {
			return f
		}
	}
	return nil
}

// readingOrder returns the square at an index from 0 to 63 in FEN order: a8, b8, … h1.
func readingOrder(i int) Square { return Square(i ^ 56) }

// boardFault checks each piece on the board on its own.
func (r *Ruleset) boardFault(s *rules.Setup) *fault {
	for i := range s.Board {
		sq := readingOrder(i)
		piece := s.Board[sq]
		role := piece.Role()
		switch {
		case piece == rules.NoPiece:
		case role == rules.NoRole || piece != rules.NewPiece(piece.Color(), role):
			return faultOn(sq, "%d on %v is not a piece", piece, sq)
		case !r.inArmy(role):
			return faultOn(sq, "%s on %v: this game has none", role, sq)
		case r.board.Holes.Has(sq):
			return faultOn(sq, "%s on %v, which is a black hole", role, sq)
		case role == rules.Pawn && r.noPawns(piece.Color()).Has(sq):
			return faultOn(sq, "pawn on %v", sq)
		}
	}
	return nil
}

// noPawns returns the squares on which a side can have no pawn.
func (r *Ruleset) noPawns(c rules.Color) Bitboard {
	if r.board.Horde && c == rules.White {
		return bitboard.Rank8
	}
	return board.BackRanks
}

// promotedFault checks which pieces are marked as former pawns.
func (r *Ruleset) promotedFault(s *rules.Setup) *fault {
	for i := range s.Board {
		sq := readingOrder(i)
		role := s.Board[sq].Role()
		switch {
		case !s.Promoted.Has(sq):
		case !r.board.Pockets:
			return faultOn(sq, "%s on %v is marked as promoted, but this game does not use the mark", role, sq)
		case role == rules.NoRole:
			return faultOn(sq, "no promoted piece on %v", sq)
		case !slices.Contains(r.board.Promotions, role):
			return faultOn(sq, "the %s on %v cannot be a promoted pawn", role, sq)
		}
	}
	return nil
}

// inArmy reports whether a role belongs to the army of the game.
func (r *Ruleset) inArmy(role rules.Role) bool {
	return role != rules.Queen && role != rules.Amazon || role == r.board.Queen
}

// handFault checks the pieces in hand.
func (r *Ruleset) handFault(s *rules.Setup) *fault {
	for c := rules.White; c <= rules.Black; c++ {
		for role := rules.NoRole; role < rules.NumRoles; role++ {
			piece, n := rules.NewPiece(c, role), s.Hands[c][role]
			switch {
			case n == 0:
			case !r.HasHands():
				return faultIn(fieldHand, "this game has no pieces in hand")
			case role == rules.NoRole || role == rules.Pawn && r.board.Placement || !r.inArmy(role),
				role == rules.King && r.board.Pockets && r.Royal():
				return faultInHand(piece, "%s in hand", role)
			case n > maxInHand:
				return faultInHand(piece, "%s", tooManyInHand(role))
			}
		}
	}
	return nil
}

// tooManyInHand returns the error text for a hand that a Position cannot hold.
func tooManyInHand(role rules.Role) string {
	return fmt.Sprintf("more than %d of one kind (%s) in a hand", maxInHand, role)
}

// kingFault counts the kings of each side, where they are royal: there must be
// exactly one, on the board or in hand, unless it may be lost or the side is a horde.
func (r *Ruleset) kingFault(s *rules.Setup) *fault {
	if !r.Royal() {
		return nil
	}
	for c := rules.White; c <= rules.Black; c++ {
		kings := 0
		for i := range s.Board {
			sq := readingOrder(i)
			if s.Board[sq] != rules.NewPiece(c, rules.King) {
				continue
			}
			if r.board.Horde && c == rules.White {
				return faultOn(sq, "White has a king, but must not have one")
			}
			if kings++; kings > 1 {
				return faultOn(sq, "%s has more than one king", c.Title())
			}
		}
		if kings += int(s.Hands[c][rules.King]); kings > 1 {
			return faultInHand(rules.NewPiece(c, rules.King), "%s has more than one king, including the hand", c.Title())
		}
		if kings == 0 && !r.board.KingMayDie[c] && !(r.board.Horde && c == rules.White) {
			return faultIn(fieldBoard, "%s has no king", c.Title())
		}
	}
	return nil
}

// materialFault counts all pieces of each side, on the board and in hand.
func (r *Ruleset) materialFault(s *rules.Setup) *fault {
	both := 0
	for c := rules.White; c <= rules.Black; c++ {
		pieces, most := 0, r.mostPieces[c]
		for i := range s.Board {
			sq := readingOrder(i)
			if s.Board[sq] == rules.NoPiece || s.Board[sq].Color() != c {
				continue
			}
			if pieces++; pieces > most {
				return faultOn(sq, "%s has more than %d pieces", c.Title(), most)
			}
		}
		for _, role := range handOrder {
			if pieces += int(s.Hands[c][role]); s.Hands[c][role] > 0 && pieces > most {
				return faultInHand(rules.NewPiece(c, role), "%s has more than %d pieces, including the hand", c.Title(), most)
			}
		}
		both += pieces
	}
	if both > r.mostOfBoth {
		return faultIn(fieldBoard, "%d pieces, including hands, are more than %d", both, r.mostOfBoth)
	}
	return nil
}

// castlingFault checks the rooks that may castle: each must stand on its side's first
// rank with the king that castles, at most one on either side of it.
func (r *Ruleset) castlingFault(s *rules.Setup) *fault {
	if s.Castling != 0 && !r.board.Castling {
		return faultIn(fieldCastling, "this game has no castling")
	}
	if stray := s.Castling &^ board.BackRanks; stray != 0 {
		return faultIn(fieldCastling, "no rook can castle from %v", stray.First())
	}
	for c := rules.White; c <= rules.Black; c++ {
		rooks, king := s.Castling&board.BackRank(uint(c)), castlingKing(s, c)
		if rooks != 0 && !king.Valid() {
			return faultIn(fieldCastling, "%s has no king to castle with", c.Title())
		}
		if king != usualKing(&s.Board, c) {
			if rooks &^= king.Bitboard(); rooks == 0 {
				return faultIn(fieldCastling, "the king on %v has no rook to castle with", king)
			}
		}
		for left := rooks; left != 0; left = left.Next() {
			rook := left.First()
			if s.Board[rook] != rules.NewPiece(c, rules.Rook) {
				return faultIn(fieldCastling, "no %s rook on %v", c, rook)
			}
			if (rooks & castlingWing(king, rook)).Several() {
				return faultIn(fieldCastling, "two rooks on one side of the king on %v", king)
			}
		}
	}
	return nil
}

// counterFault checks the counters and the side to move.
func (r *Ruleset) counterFault(s *rules.Setup) *fault {
	switch {
	case s.Side > rules.Black:
		return faultIn(fieldSide, "%d is neither White nor Black", s.Side)
	case s.Halfmove < 0 || s.Halfmove > maxCounter:
		return faultIn(fieldHalfmove, "%d is not between 0 and %d", s.Halfmove, maxCounter)
	case s.Fullmove < 1 || s.Fullmove > maxCounter:
		return faultIn(fieldFullmove, "%d is not between 1 and %d", s.Fullmove, maxCounter)
	}
	return nil
}

// checkCountFault checks the counts of checks, and converts checks left to checks given.
func (r *Ruleset) checkCountFault(s *rules.Setup) *fault {
	if r.board.CheckLimit == 0 {
		if s.CheckForm != rules.ChecksUncounted || s.Checks != [2]uint8{} {
			return faultIn(fieldChecks, "this game does not count checks")
		}
		return nil
	}
	for _, n := range s.Checks {
		if n > r.board.CheckLimit {
			return faultIn(fieldChecks, "%d checks, where %d win", n, r.board.CheckLimit)
		}
	}
	switch s.CheckForm {
	case rules.ChecksLeft:
		s.Checks[0], s.Checks[1] = r.board.CheckLimit-s.Checks[0], r.board.CheckLimit-s.Checks[1]
	case rules.ChecksUncounted:
		if s.Checks != [2]uint8{} {
			return faultIn(fieldChecks, "checks are given but not counted")
		}
	}
	s.CheckForm = rules.ChecksGiven
	return nil
}

// turnFault checks the turn, and fills it in if it is not given.
func (r *Ruleset) turnFault(s *rules.Setup) *fault {
	if !r.LongTurns() {
		if s.Turn != 0 || s.Left != 0 || s.Zeroing {
			return faultIn(fieldTurn, "this game has no turns of several moves")
		}
		return nil
	}
	if s.Turn == 0 && s.Left == 0 {
		s.Turn = impliedTurn(s.Fullmove, s.Side)
		s.Left = r.board.Turns.Of(s.Turn)
	}
	switch {
	case s.Turn == 0:
		return faultIn(fieldTurn, "%d moves left, but no turn", s.Left)
	case s.Turn > maxTurn:
		return faultIn(fieldTurn, "%d is above %d", s.Turn, maxTurn)
	case s.Turn&1 == uint64(s.Side):
		return faultIn(fieldTurn, "turn %d is not %s's", s.Turn, s.Side.Title())
	case s.Left < 1 || s.Left > r.board.Turns.Of(s.Turn):
		return faultIn(fieldTurn, "%d moves left of the %d of turn %d", s.Left, r.board.Turns.Of(s.Turn), s.Turn)
	case s.Zeroing && s.Left == r.board.Turns.Of(s.Turn):
		return faultIn(fieldTurn, "no move of turn %d has been made yet", s.Turn)
	}
	return nil
}

// enPassantFault checks the en-passant square: the opponent must have been able to
// make a double step over it just now.
func (r *Ruleset) enPassantFault(s *rules.Setup) *fault {
	skipped := s.EnPassant
	if skipped == NoSquare {
		return nil
	}
	if !skipped.Valid() {
		return faultIn(fieldEnPassant, "%d is not a square", skipped)
	}
	rank, pawn, origin := 5, skipped-8, skipped+8
	if s.Side == rules.Black {
		rank, pawn, origin = 2, skipped+8, skipped-8
	}
	switch {
	case skipped.Rank() != rank:
		return faultIn(fieldEnPassant, "%v is not on rank %d with %s to move", skipped, rank+1, s.Side.Title())
	case s.Board[pawn] != rules.NewPiece(s.Side.Opponent(), rules.Pawn):
		return faultIn(fieldEnPassant, "no %s pawn on %v", s.Side.Opponent(), pawn)
	case s.Board[skipped] != rules.NoPiece:
		return faultIn(fieldEnPassant, "%v is not empty", skipped)
	case s.Board[origin] != rules.NoPiece:
		return faultIn(fieldEnPassant, "%v is not empty", origin)
	case r.board.Holes.Has(skipped):
		return faultIn(fieldEnPassant, "a pawn moving to %v would have vanished", pawn)
	case r.LongTurns() && s.Left != r.board.Turns.Of(s.Turn):
		return faultIn(fieldEnPassant, "the opponent's move was not the last one: the turn has begun")
	}
	return nil
}

// checkFault finds an attacked royal king of the side not to move, or of either side
// where checks are forbidden.
func (p *Position) checkFault() *fault {
	if p.forbiddenCheck() {
		king := p.Pieces(p.side, rules.King).First()
		return faultOn(king, "the king on %v is in check, which is forbidden", king)
	}
	if p.escapedCheck() {
		king := p.Pieces(p.side.Opponent(), rules.King).First()
		return faultOn(king, "the king on %v is in check, but it is %s's move", king, p.side.Title())
	}
	return nil
}

// forbiddenCheck reports whether the side to move is in check where giving check is illegal.
func (p *Position) forbiddenCheck() bool {
	return p.rules.board.NoChecks && p.InCheck() && !p.lostKing(p.side.Opponent())
}

// escapedCheck reports whether the side not to move is in check. If it has just blown
// up the enemy king, its own king is not in danger.
func (p *Position) escapedCheck() bool {
	return p.board.Checkers(uint(p.side.Opponent()), &p.rules.board) != 0 && !(p.rules.board.Explode && p.lostKing(p.side))
}

// locate converts a fault to an error with its offset in the text.
func (t *fenText) locate(f *fault) *rules.FENError {
	return &rules.FENError{Field: f.field, Offset: t.offset(f), Reason: f.reason}
}

// offset returns where in the text a fault is: at the letter of the piece if
// there is one, else at the start of the field, or at the end if the text lacks
// the field.
func (t *fenText) offset(f *fault) int {
	switch {
	case f.square.Valid():
		return t.squares[f.square]
	case f.inHand != rules.NoPiece:
		return t.hands[f.inHand.Color()][f.inHand.Role()]
	case f.field == fieldHand:
		return t.hand
	}
	if at, ok := t.starts[f.field]; ok {
		return at
	}
	return len(t.text)
}
