package leaves

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/internal/board"
	"github.com/heterodox-chess/heterodox/rules"
)

// Here the leaves below a board are counted from move lists.

// walk counts the leaves, at depth 2 or more, below a board on which a side has left
// moves left in its turn.
func (w *walker) walk(b *board.Board, us uint, depth int, turn, left uint64) (total uint64) {
	r, m := w.rules, &w.rules.Machines[us&1]
	if answers := answers[r.Instance][us&1]; depth == 2 && left == 1 && answers != nil {
		return answers(w, b)
	}
	moves := m.List(b, r, board.Everywhere, w.lists[depth][:0])
	w.lists[depth] = moves
	switch {
	case left > 1:
		return w.walkTurn(b, us, depth, turn, left, moves)
	case depth > 2:
		return w.play(b, us, depth, turn, left, nil, moves)
	}
	if !w.listing && !(r.Compulsory && len(moves) > 0 && moves[0].IsCapture()) {
		if s := w.findBulk(b, us); s != &noBulk {
			t := &w.taken
			moves = t.take(b, us, &s.squares, board.Forward(s.skipped, us), moves)
			for set := t.from; set != 0; set = set.Next() {
				total += s.after(set&-set, t.to[set.First()])
			}
			total += s.afterPushes(t.single, t.double)
		}
	}
	return total + w.answersTo(b, us, moves)
}

// walkTurn is walk for a move after which the turn may go on.
func (w *walker) walkTurn(b *board.Board, us uint, depth int, turn, left uint64, moves []board.Move) (total uint64) {
	r := w.rules
	checks := b.CheckInfo(us, r)
	if depth == 2 && !w.listing && !(r.Compulsory && len(moves) > 0 && moves[0].IsCapture()) {
		if p := w.findPairs(b, us, &checks); p != &noPairs {
			t := &w.taken
			moves = t.take(b, us, &p.squares, board.Everywhere, moves)
			for set := t.from; set != 0; set = set.Next() {
				total += p.after(set&-set, t.to[set.First()])
			}
			total += p.afterPushes(t.single, t.double)
		}
	}
	if depth > 2 || w.listing {
		return addSaturating(total, w.play(b, us, depth, turn, left, &checks, moves))
	}
	next := &w.boards[2]
	for _, m := range moves {
		*next = *b
		next.Play(m, us, r)
		if r.PiecesDecide && next.Decided(r) {
			continue
		}
		if checks.MayCheck(m) && next.Checkers(us^1, r) != 0 {
			total += uint64(r.Machines[us&1^1].Count(next, r))
		} else {
			next.Rights &^= board.EnPassantRanks
			total += uint64(r.Machines[us&1].Count(next, r))
		}
	}
	return total
}

// answersTo counts the answers to moves that end a turn, one move at a time.
func (w *walker) answersTo(b *board.Board, us uint, moves []board.Move) (total uint64) {
	r, next := w.rules, &w.boards[2]
	if r.Relocate && !w.listing {
		total, moves = w.answersToRelocations(b, us, moves)
	}
	answering := &r.Machines[us&1^1]
	for _, m := range moves {
		*next = *b
		next.Play(m, us, r)
		switch {
		case r.PiecesDecide && next.Decided(r):
		case w.listing:
			total += uint64(len(answering.List(next, r, board.Everywhere, w.leafList[:0])))
		default:
			total += uint64(answering.Count(next, r))
		}
	}
	return total
}

// bulkMoves are moves that are counted in bulk.
type bulkMoves struct {
	to             [64]bitboard.Bitboard // where pieces other than pawns go, by the squares they leave
	from           bitboard.Bitboard     // those squares; for others, to has no meaning
	single, double bitboard.Bitboard     // where pawns are pushed to
}

// take removes from a list the moves between certain squares, by role, that do not
// capture, castle or promote, with double pushes only to doubles, and returns the rest.
func (t *bulkMoves) take(b *board.Board, us uint, squares *[rules.NumRoles]bitboard.Bitboard, doubles bitboard.Bitboard, moves []board.Move) (rest []board.Move) {
	n := 0
	origins, pushed, pawns := bitboard.Bitboard(0), bitboard.Bitboard(0), squares[rules.Pawn]
	for _, m := range moves {
		from := m >> board.FromShift & 63
		if m>>board.RoleShift == board.Move(rules.Pawn) {
			if to := pawns & (1 << (m & 63)); to != 0 && pawns>>from&1 != 0 {
				pushed |= to
				continue
			}
		} else if m < 1<<board.PromoShift {
			set := squares[m>>board.RoleShift]
			if to := set & (1 << (m & 63)); to != 0 && set>>from&1 != 0 {
				if origins>>from&1 == 0 {
					origins |= 1 << from
					t.to[from] = 0
				}
				t.to[from] |= to
				continue
			}
		}
		moves[n] = m
		n++
	}
	rest = moves[:n]
	t.from = origins
	t.single = pushed & board.Forward(b.Pawns, us)
	t.double = pushed &^ t.single
	for set := t.double &^ doubles; set != 0; set = set.Next() {
		to := set & -set
		rest = append(rest, board.NewMove(rules.Pawn, board.Forward(board.Forward(to, us^1), us^1).First(), to.First()))
	}
	t.double &= doubles
	return rest
}
