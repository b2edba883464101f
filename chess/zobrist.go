package chess

import (
	"math/rand/v2"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/internal/board"
	"github.com/heterodox-chess/heterodox/rules"
)

// zobrist holds one random number for each feature of a position; a key is the
// exclusive or of the numbers of those present.
var zobrist = func() (z struct {
	pieces    [2][rules.NumRoles][64]uint64
	castling  [64]uint64                     // the rook's square
	enPassant [8]uint64                      // the file
	hands     [2][rules.NumRoles][256]uint64 // by any Count: those above maxInHand only follow illegal moves and damaged texts
	black     uint64                         // Black is to move
}) {
	random := rand.NewPCG(0x48657465726f, 0x646f78)
	for c := range 2 {
		for role := rules.Pawn; role < rules.NumRoles; role++ {
			for s := range 64 {
				z.pieces[c][role][s] = random.Uint64()
			}
			for n := 1; n < 16; n++ {
				z.hands[c][role][n] = random.Uint64()
			}
		}
	}
	for s := range 64 {
		z.castling[s] = random.Uint64()
	}
	for f := range 8 {
		z.enPassant[f] = random.Uint64()
	}
	z.black = random.Uint64()
	for c := range 2 {
		for role := rules.Pawn; role < rules.NumRoles; role++ {
			for n := 16; n <= maxInHand; n++ {
				z.hands[c][role][n] = random.Uint64()
			}
		}
	}
	return z
}()

// computeKey computes from scratch the key that advance updates.
func (p *Position) computeKey() uint64 {
	key := p.stateKeys()
	for sq := p.board.Occupied(); sq != 0; sq = sq.Next() {
		key ^= p.pieceKey(sq.First())
	}
	return key
}

// pieceKey returns the number of the piece on a square, 0 if it is empty.
func (p *Position) pieceKey(s Square) uint64 {
	side := p.board.Colors[1] >> s & 1
	return zobrist.pieces[side][p.RoleAt(s)][s]
}

// stateKeys returns the numbers of the side to move, castling rights, hands,
// promoted pieces, checks given and turn.
func (p *Position) stateKeys() uint64 {
	key := zobrist.black & -uint64(p.side)
	for rooks := p.CastlingRooks(); rooks != 0; rooks = rooks.Next() {
		key ^= zobrist.castling[rooks.First()]
	}
	if p.rules.HasHands() {
		for c, h := range p.hands {
			for role := rules.Pawn; h>>(8*role) != 0 && role < rules.NumRoles; role++ {
				key ^= zobrist.hands[c][role][h.Count(role)]
			}
		}
	}
	if p.promoted != 0 {
		key ^= scramble(uint64(p.promoted)) * 5
	}
	if p.checks != [2]uint8{} {
		key ^= scramble(uint64(p.checks[0])<<8|uint64(p.checks[1])) * 7
	}
	if p.rules.board.Turns != nil {
		key ^= scramble(p.rules.board.Turns.FirstAlike(uint64(p.turn)))*3 ^ scramble(p.left)
	}
	return key
}

// scramble spreads a number over 64 bits (the finalizer of SplitMix64).
func scramble(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// moveKeys returns the numbers that a move of the side to move removes from the key;
// it is called before the move is played.
func (p *Position) moveKeys(m Move) uint64 {
	key := p.stateKeys()
	if m&p.rules.board.Special != 0 {
		return key ^ p.touchedKeys(m)
	}
	key ^= zobrist.pieces[p.side&1][m.Role()][m.From()]
	if m.IsCapture() {
		key ^= p.pieceKey(m.To())
	}
	return key
}

// LikelyKey returns the Key of the position after a legal move if the move is a simple step
// or capture that changes neither castling rights nor what else stateKeys counts; otherwise
// some other number. It is for looking things up early.
func (p *Position) LikelyKey(m Move) uint64 {
	mover := &zobrist.pieces[p.side&1][m.Role()]
	key := p.key ^ zobrist.black ^ mover[m.From()] ^ mover[m.To()]
	if m.IsCapture() {
		key ^= p.pieceKey(m.To())
	}
	return key
}

// movedKeys returns the numbers that a move of side us has added to the key; it is
// called after the move is played.
func (p *Position) movedKeys(m Move, us rules.Color) uint64 {
	key := p.stateKeys()
	if m&p.rules.board.Special != 0 {
		return key ^ p.touchedKeys(m)
	}
	role, to := m.Role(), m.To()
	if promotion := m.Promotion(); promotion != rules.NoRole {
		role = promotion
	}
	return key ^ zobrist.pieces[us&1][role][to]
}

// touchedKeys returns the numbers of all pieces on squares that a move touches.
func (p *Position) touchedKeys(m Move) uint64 {
	touched := m.From().Bitboard() | m.To().Bitboard()
	if m.IsCastling() {
		king, rook := board.CastlingDestinations(m.From(), m.To())
		touched |= king.Bitboard() | rook.Bitboard()
	}
	if m.IsCapture() {
		touched |= m.CapturedSquare().Bitboard()
	}
	if put, ok := m.Relocation(); ok {
		touched |= put.Bitboard()
	}
	if p.rules.board.Explode && m.IsCapture() {
		touched |= bitboard.King(m.To())
	}
	var key uint64
	for touched &= p.board.Occupied(); touched != 0; touched = touched.Next() {
		key ^= p.pieceKey(touched.First())
	}
	return key
}
