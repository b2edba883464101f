package leaves

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/board"
	"github.com/heterodox-chess/heterodox/rules"
)

// The last two plies while pieces are being placed: the answers to equivalent drops are
// counted once.

// dropsInBulk reports whether a side is placing pieces, and its drops mostly matter to
// the other side only through what they attack on the other's first rank.
func (w *walker) dropsInBulk(p *chess.Position) bool {
	r, us, hands, b := w.rules, uint(p.Side()), p.Hands(), p.Board()
	if !r.Placement || hands[us&1] == 0 || b.Kings&b.Colors[us&1^1]&^board.BackRank(us^1) != 0 || r.KingGoals&board.BackRanks != 0 {
		return false
	}
	if _, left := p.Turn(); left <= 1 {
		return hands[us&1^1] != 0
	}
	// It drops again: no drop may block attacks on the squares where it drops.
	return hands[us&1].Size() > 1 && b.Colors[us&1^1]&board.BackRank(us) == 0 && b.Checkers(us, r) == 0
}

// answersToDrops counts the answers to drops, given dropsInBulk: those to one drop
// stand for those to all equivalent drops.
func (w *walker) answersToDrops(p *chess.Position) (total uint64) {
	if w.decided(p) {
		return 0
	}
	r, us, b := w.rules, uint(p.Side()), p.Board()
	stops, hand := b.Occupied()|r.Holes, p.Hands()[us&1]
	_, left := p.Turn()
	again := left > 1
	var safe [rules.NumRoles]bitboard.Bitboard // for the next drop, if the same side makes it
	for h := hand; again && h != 0; h = h.Without(h.Lowest()) {
		safe[h.Lowest()] = b.SafeDrops(h.Lowest(), us, r)
	}
	next := &w.nexts[2]
	answers, known := uint64(0), false // to a drop that attacks nothing on the other's first rank
	for h := hand; h != 0; h = h.Without(h.Lowest()) {
		role := h.Lowest()
		for set := b.DropSquares(role, hand, us, r); set != 0; {
			to, like := set.First(), set&-set
			alike := !again && board.AttacksOf(role, us, to, stops)&board.BackRank(us^1) == 0 && !(r.NoChecks && role == rules.King)
			n := answers
			if !alike || !known {
				p.PlayInto(next, board.NewMove(role, to, to)|board.FlagDrop)
				n = uint64(next.CountMoves())
			}
			if alike {
				answers, known = n, true
			} else if again {
				like = set & w.likeDrops(&b, us, role, to, &safe)
			}
			total += n * uint64(board.Popcount(like))
			set &^= like
		}
	}
	return total
}

// likeDrops returns the squares where a drop of a role has the same effect as on one of them
// for a side that drops again: on what is safe for its other pieces, and on giving check.
func (w *walker) likeDrops(b *board.Board, us uint, role rules.Role, to bitboard.Square, safe *[rules.NumRoles]bitboard.Bitboard) bitboard.Bitboard {
	like := ^bitboard.Bitboard(0)
	narrow := func(squares bitboard.Bitboard) {
		if squares.Has(to) {
			like &= squares
		} else {
			like &^= squares
		}
	}
	for _, squares := range safe {
		narrow(squares)
	}
	if w.rules.OppositeBishops {
		narrow(bitboard.DarkSquares)
	}
	if king := b.Kings & b.Colors[us&1^1]; king != 0 {
		narrow(board.AttacksOf(role, us^1, king.First(), b.Occupied()|w.rules.Holes))
	}
	return like
}
