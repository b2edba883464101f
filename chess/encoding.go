package chess

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/heterodox-chess/heterodox/internal/board"
	"github.com/heterodox-chess/heterodox/rules"
)

// An Encoding writes positions that can arise from a given one as texts of a fixed number of bytes.
// It is exact: two texts are the same if and only if the same moves and sequences of moves are
// legal in both positions. Clocks and move numbers are left out, and so is an en-passant square on
// which no capture is legal.
//
// A text holds the occupied squares (8 bytes, so that positions with the same squares sort
// together), the castling rights and the en-passant square (4), the side to move (1), half a byte
// for each piece, and where the game has them, the turn with its moves left (12), and hands,
// promoted pieces and checks (26).
type Encoding struct {
	rules  *Ruleset
	pieces int  // the most there can be on the board
	more   bool // hands, promoted pieces and checks are written too
}

const encodingFixed = 8 + 4 + 1

// Encoding returns the encoding for p and all positions reachable from it.
func (p *Position) Encoding() Encoding {
	e := Encoding{rules: p.rules, pieces: p.board.Occupied().Count(), more: p.rules.board.Pockets || p.rules.board.Goals || p.hands != [2]board.Hand{}}
	for _, h := range p.hands {
		for role := rules.Pawn; role < rules.NumRoles; role++ {
			e.pieces += h.Count(role)
		}
	}
	return e
}

// Size returns the number of bytes of a text.
func (e Encoding) Size() int {
	n := encodingFixed + (e.pieces+1)/2
	if e.rules.board.Turns != nil {
		n += 12
	}
	if e.more {
		n += 26
	}
	return n
}

// Append appends the text of a position.
func (e Encoding) Append(text []byte, p *Position) []byte {
	occupied, rights := p.board.Occupied(), p.board.Rights
	if rights&board.EnPassantRanks != 0 && !p.enPassantIsLegal() {
		rights &^= board.EnPassantRanks
	}
	for side := range uint(2) {
		if rights&board.BackRank(side)&p.board.Straights == 0 {
			rights &^= board.BackRank(side) // the mark of a king means nothing once its rooks have lost their rights
		}
	}
	text = binary.BigEndian.AppendUint64(text, uint64(occupied))
	text = append(text, byte(rights), byte(rights>>16), byte(rights>>40), byte(rights>>56), byte(p.side))
	at := len(text)
	text = append(text, make([]byte, (e.pieces+1)/2)...)
	for i := 0; occupied != 0; occupied, i = occupied.Next(), i+1 {
		square := occupied & -occupied
		piece := byte(p.board.RoleAt(square, rules.Queen)) << 1
		if p.board.Colors[1]&square != 0 {
			piece |= 1
		}
		text[at+i/2] |= piece << (4 * (i & 1))
	}
	if e.rules.board.Turns != nil {
		text = binary.BigEndian.AppendUint32(text, uint32(e.rules.board.Turns.FirstAlike(uint64(p.turn))))
		text = binary.BigEndian.AppendUint64(text, p.left)
	}
	if e.more {
		text = binary.BigEndian.AppendUint64(text, uint64(p.hands[0]))
		text = binary.BigEndian.AppendUint64(text, uint64(p.hands[1]))
		text = binary.BigEndian.AppendUint64(text, uint64(p.promoted))
		text = append(text, p.checks[:]...)
	}
	return text
}

// Position returns the position of a text that Append has written; its clocks start anew. It
// returns an error for a text of another size, with too many pieces or with an invalid piece; other
// defects are not detected.
func (e Encoding) Position(text []byte) (Position, error) {
	if len(text) != e.Size() {
		return Position{}, fmt.Errorf("%d bytes instead of %d", len(text), e.Size())
	}
	p := Position{rules: e.rules, full: 1, side: rules.Color(text[12] & 1)}
	occupied := Bitboard(binary.BigEndian.Uint64(text))
	if occupied.Count() > e.pieces {
		return Position{}, errors.New("too many pieces")
	}
	rest := text[encodingFixed:]
	for i := 0; occupied != 0; occupied, i = occupied.Next(), i+1 {
		piece := rest[i/2] >> (4 * (i & 1)) & 15
		role := rules.Role(piece >> 1)
		if role < rules.Pawn || role > rules.King {
			return Position{}, fmt.Errorf("%d is not a piece", piece)
		}
		p.board.Put(uint(piece&1), role, occupied&-occupied)
	}
	rest = rest[(e.pieces+1)/2:]
	p.board.Rights = Bitboard(text[8]) | Bitboard(text[9])<<16 | Bitboard(text[10])<<40 | Bitboard(text[11])<<56
	if e.rules.board.Turns != nil {
		p.turn, p.left = binary.BigEndian.Uint32(rest), binary.BigEndian.Uint64(rest[4:])
		rest = rest[12:]
	}
	if e.more {
		p.hands = [2]board.Hand{board.Hand(binary.BigEndian.Uint64(rest)), board.Hand(binary.BigEndian.Uint64(rest[8:]))}
		p.promoted = Bitboard(binary.BigEndian.Uint64(rest[16:]))
		p.checks = [2]uint8(rest[24:])
	}
	p.key = p.computeKey()
	return p, nil
}
