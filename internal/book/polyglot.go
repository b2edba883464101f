package book

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/rules"
)

// Polyglot's format: records of 16 bytes sorted by key, big-endian.
//
//	8 bytes  key of the position
//	2 bytes  move: bits 0–5 to, 6–11 from (a1 is 0, h8 63), 12–14 promotion (1 knight … 4 queen)
//	2 bytes  weight
//	4 bytes  learning, not used
//
// Castling is the king's move to its own rook. As in python-chess, a promotion to a king is 5,
// and a drop goes from its square to the same square, with the piece as its promotion.
//
// The key covers the board, castling rights, en passant and the side to move, but not pieces in
// hand or checks given: positions that differ only in these share their moves, and those that
// are not legal are skipped.

const polyglotSize = 16

type polyglot struct{}

func (polyglot) layout() (start int64, size, keyed int) { return 0, polyglotSize, 8 }

// ErrPolyglot is the error for games that the format cannot hold.
var ErrPolyglot = errors.New("a Polyglot book is for one game, on 8×8 squares with the pieces of chess and turns of one move")

// polyglotPosition returns a position as the format sees it; ok is false if the format cannot
// hold its game.
func polyglotPosition(pos game.Position) (p chess.Position, ok bool) {
	p, ok = fast.Position(pos)
	if !ok {
		return p, false
	}
	r := p.Rules()
	return p, !r.LongTurns() && !r.Relocates() && !slices.Contains(r.Roles(), rules.Amazon)
}

func (polyglot) key(pos game.Position) ([]byte, bool) {
	p, ok := polyglotPosition(pos)
	if !ok {
		return nil, false
	}
	return binary.BigEndian.AppendUint64(nil, polyglotKey(p)), true
}

// Where the numbers for castling rights, en passant and the side to move begin.
const (
	castlingNumbers  = 768
	enPassantNumbers = 772
	whiteNumber      = 780
)

// polyglotKey returns the key of a position.
func polyglotKey(p chess.Position) (key uint64) {
	for squares := p.Occupied(); squares != 0; squares = squares.Next() {
		s := squares.First()
		piece := p.PieceAt(s)
		kind := 2*(int(piece.Role())-int(rules.Pawn)) + 1 - int(piece.Color()) // Black's pawn is 0
		key ^= polyglotNumbers[64*kind+int(s)]
	}
	for rooks := p.CastlingRooks(); rooks != 0; rooks = rooks.Next() {
		rook := rooks.First()
		side := rules.Color(rook >> 5)
		right := castlingNumbers + 2*int(side)
		if king := p.Pieces(side, rules.King); king != 0 && rook < king.First() {
			right++
		}
		key ^= polyglotNumbers[right]
	}
	if s := p.EnPassant(); s.Valid() { // set only if a pawn attacks it
		key ^= polyglotNumbers[enPassantNumbers+s.File()]
	}
	if p.Side() == rules.White {
		key ^= polyglotNumbers[whiteNumber]
	}
	return key
}

// polyglotCode returns a move as the format writes it.
func polyglotCode(m chess.Move) uint16 {
	from, promotion := m.From(), m.Promotion()
	if m.IsDrop() {
		from, promotion = m.To(), m.Role()
	}
	code := uint16(m.To()) | uint16(from)<<6
	if promotion != rules.NoRole {
		code |= uint16(promotion-rules.Pawn) << 12
	}
	return code
}

// castlingCode returns the other way of writing castling that is found in books, as the king's
// move to its destination; 0 if the move cannot be written so.
func castlingCode(m chess.Move) uint16 {
	if !m.IsCastling() || m.From().File() != 4 {
		return 0
	}
	arrives := bitboard.Square(2)
	if m.To() > m.From() {
		arrives = 6
	}
	return uint16(m.From()&^7|arrives) | uint16(m.From())<<6
}

func (polyglot) moves(pos game.Position, records []byte) (list []Move) {
	known := map[uint16]uint32{}
	for ; len(records) >= polyglotSize; records = records[polyglotSize:] {
		code := binary.BigEndian.Uint16(records[8:])
		known[code] = max(known[code], uint32(binary.BigEndian.Uint16(records[10:])))
	}
	taken := map[uint16]bool{}
	var castling []game.Move
	for _, m := range pos.Moves() {
		code := polyglotCode(chess.Move(m))
		if chess.Move(m).IsCastling() {
			castling = append(castling, m)
		}
		if weight, ok := known[code]; ok {
			list, taken[code] = append(list, Move{Move: m, Weight: weight}), true
		}
	}
	for _, m := range castling {
		code := castlingCode(chess.Move(m))
		weight, ok := known[code]
		if ok && !taken[code] && !slices.ContainsFunc(list, func(o Move) bool { return o.Move == m }) {
			list = append(list, Move{Move: m, Weight: weight})
		}
	}
	return list
}

// newPolyglot opens a polyglot book.
func newPolyglot(in io.ReaderAt, size int64) (*Book, error) {
	switch {
	case size == 0:
		return nil, errors.New("it is empty")
	case size%polyglotSize != 0:
		return nil, fmt.Errorf("not an opening book: it is not in our format, and its %d bytes are not a whole number of Polyglot entries, of %d each", size, polyglotSize)
	}
	n := int(size / polyglotSize)
	if err := checkOrder(io.NewSectionReader(in, 0, size), polyglotSize, 8, n); err != nil {
		return nil, err
	}
	return &Book{in: in, format: polyglot{}, about: About{Format: "polyglot", Moves: n}}, nil
}

// writePolyglot writes sorted entries as a polyglot book. If weights of a position are too large
// for 16 bits, all weights of that position are scaled down.
func writePolyglot(w io.Writer, entries []entry) error {
	out := bufio.NewWriterSize(w, 1<<20)
	for len(entries) > 0 {
		same, most := 0, uint32(0)
		for same < len(entries) && entries[same].key == entries[0].key {
			most = max(most, entries[same].weight)
			same++
		}
		for _, e := range entries[:same] {
			weight := uint64(e.weight)
			if most > 0xffff && weight > 0 {
				weight = max(1, weight*0xffff/uint64(most))
			}
			record := append(make([]byte, 0, polyglotSize), e.key[:8]...)
			record = append(record, e.code[:2]...)
			record = binary.BigEndian.AppendUint16(record, uint16(weight))
			out.Write(append(record, 0, 0, 0, 0))
		}
		entries = entries[same:]
	}
	return out.Flush()
}
