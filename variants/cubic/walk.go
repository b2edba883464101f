package cubic

import (
	"math"
	"slices"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// A walk is a game.Walker on a cube: the boards from the start to the current one.
// The code of a move consists of the indexes of its cells, 12 bits each.
type walk[S set] struct {
	boards []board[S]
	list   []Move
	// State of Exchange: the cell, and the pieces still on the board.
	at  int
	occ S
}

const indexBits = 12

func (b *board[S]) walk() game.Walker { return &walk[S]{boards: []board[S]{*b}} }

func (w *walk[S]) top() *board[S] { return &w.boards[len(w.boards)-1] }

func (w *walk[S]) Clone() game.Walker { return w.top().walk() }

// Traits: no side can claim a draw, and only checkmate wins.
func (w *walk[S]) Traits() game.Traits { return game.Traits{Exchanges: true, Mates: true} }

func (w *walk[S]) Side() rules.Color { return w.top().side }
func (w *walk[S]) InCheck() bool     { return w.top().inCheck() }
func (w *walk[S]) CountMoves() int   { return w.top().count() }
func (w *walk[S]) Evaluate() int     { return w.top().balance() }

// A turn is one move.
func (w *walk[S]) Turn() (number, left uint64) { return 0, 0 }
func (w *walk[S]) TurnLength(uint64) uint64    { return 1 }

// Halfmove is larger than the length of any game: moves are not counted here.
func (w *walk[S]) Halfmove() int { return 1 << 20 }

func (w *walk[S]) Past() (hash uint64, left int) { return 0, math.MaxInt }

func (w *walk[S]) Verdict() (r rules.Result, over bool) { return rules.Draw, false }

func (w *walk[S]) NoMoves() rules.Result {
	if b := w.top(); b.inCheck() {
		return rules.WinFor(b.side.Opponent())
	}
	return rules.Draw
}

// MayPass requires three pieces besides the king: with few pieces, having to move is
// often a disadvantage.
func (w *walk[S]) MayPass() bool {
	b := w.top()
	return popcount(subtract(b.colors[b.side&1], b.kings)) >= 3
}

func (w *walk[S]) Moves(dst []game.Code) []game.Code {
	w.list = w.top().moves(w.list[:0])
	for _, m := range w.list {
		dst = append(dst, w.code(m))
	}
	return dst
}

func (w *walk[S]) Noisy(dst []game.Code) []game.Code {
	w.list = w.top().moves(w.list[:0])
	for _, m := range w.list {
		if m.Captured() != rules.NoRole {
			dst = append(dst, w.code(m))
		}
	}
	return dst
}

func (w *walk[S]) code(m Move) game.Code {
	n := w.top().g.n
	code := game.Code(m.From().index(n)<<indexBits | m.To().index(n))
	if m.Captured() != rules.NoRole {
		code |= game.NoisyCode
	}
	return code
}

// cells returns the cells of a code.
func cells(m game.Code) (from, to int) {
	return int(m >> indexBits & (1<<indexBits - 1)), int(m & (1<<indexBits - 1))
}

// move returns the move of a code.
func (w *walk[S]) move(m game.Code) Move {
	b := w.top()
	from, to := cells(m)
	return newMove(b.roleAt(from), b.g.cells[from], b.g.cells[to]) | Move(b.roleAt(to))<<captureShift
}

func (w *walk[S]) Move(m game.Code) game.Move { return game.Move(w.move(m)) }
func (w *walk[S]) Code(m game.Move) game.Code { return w.code(Move(m)) }

func (w *walk[S]) Play(m game.Code) {
	move := w.move(m)
	w.boards = append(w.boards, *w.top())
	w.top().play(move)
}

func (w *walk[S]) Pass() {
	w.boards = append(w.boards, *w.top())
	w.top().side ^= 1
}

func (w *walk[S]) Undo() { w.boards = w.boards[:len(w.boards)-1] }

func (w *walk[S]) Gain(m game.Code) int {
	b := w.top()
	_, to := cells(m)
	return b.g.worth[b.roleAt(to)]
}

func (w *walk[S]) Worth(m game.Code) int {
	b := w.top()
	from, _ := cells(m)
	return b.g.worth[b.roleAt(from)]
}

// Quiets has no piece-square values; the search's history stands in for them.
func (w *walk[S]) Quiets(moves []game.Code, dst []game.Quiet) []game.Quiet {
	b := w.top()
	var checks [numRoles]S // the cells from which each role attacks the enemy's king: all attack both ways
	if king := b.king(b.side ^ 1); king >= 0 {
		occ := b.occupied()
		for _, role := range b.g.rising {
			checks[role] = b.g.attacks(role, king, &occ)
		}
	}
	for _, m := range moves {
		from, to := cells(m)
		dst = append(dst, game.Quiet{
			PieceTo:   uint16(w.PieceTo(m)),
			FromTo:    uint16(w.FromTo(m)),
			Threatens: has(&checks[b.roleAt(from)], to),
		})
	}
	return dst
}

func (w *walk[S]) Threatens(m game.Code) bool {
	b := w.top()
	king := b.king(b.side ^ 1)
	if king < 0 {
		return false
	}
	from, to := cells(m)
	occ := b.occupied()
	attacks := b.g.attacks(b.roleAt(from), to, &occ)
	return has(&attacks, king)
}

func (w *walk[S]) Exchange(m game.Code) int {
	b := w.top()
	from, to := cells(m)
	w.at, w.occ = to, b.occupied()
	remove(&w.occ, from)
	add(&w.occ, to)
	return b.g.worth[b.roleAt(from)]
}

func (w *walk[S]) Recapture(c rules.Color) (value int, last, ok bool) {
	b := w.top()
	attackers := intersect(b.attackers(w.at, c, &w.occ), w.occ)
	if isEmpty(attackers) {
		return 0, false, false
	}
	least := b.g.rising[len(b.g.rising)-1]
	for _, role := range b.g.rising {
		pieces := intersect(attackers, b.pieces(role))
		if cell := first(pieces); cell >= 0 {
			least = role
			remove(&w.occ, cell)
			break
		}
	}
	return b.g.worth[least], least == rules.King, true
}

// pieces returns the pieces of a role, of both sides.
func (b *board[S]) pieces(role rules.Role) S {
	switch role {
	case rules.Queen:
		return b.queens()
	case rules.Rook:
		return subtract(b.straight, b.triagonal)
	case rules.Bishop:
		return subtract(b.triagonal, b.straight)
	case rules.Knight:
		return b.knights
	}
	return b.kings
}

func (w *walk[S]) PieceTo(m game.Code) int {
	b := w.top()
	from, to := cells(m)
	return (int(b.roleAt(from))*len(b.g.cells) + to) % game.PieceTos
}

func (w *walk[S]) FromTo(m game.Code) int {
	from, to := cells(m)
	return (from*len(w.top().g.cells) + to) % game.FromTos
}

func (w *walk[S]) Victim(m game.Code) int {
	_, to := cells(m)
	return int(w.top().roleAt(to))
}

// sets returns the sets that, together with the side to move, distinguish any two positions.
func (b *board[S]) sets() [6]*S {
	return [6]*S{&b.straight, &b.triagonal, &b.knights, &b.kings, &b.colors[0], &b.colors[1]}
}

// Key hashes all sets by odd multiplications: different positions share a key as
// seldom as random 64-bit numbers do.
func (w *walk[S]) Key() uint64 {
	b := w.top()
	key := uint64(b.side)
	for _, s := range b.sets() {
		for i := range len(*s) {
			key = (key ^ (*s)[i]) * 0x9e3779b97f4a7c15 // 2⁶⁴ / golden ratio: odd, so that no bit is lost
			key ^= key >> 32
		}
	}
	return key
}

// inRisingOrder returns the roles in ascending order of worth, the king last.
func inRisingOrder(worth [numRoles]int) []rules.Role {
	roles := []rules.Role{rules.Knight, rules.Bishop, rules.Rook, rules.Queen}
	slices.SortStableFunc(roles, func(a, b rules.Role) int { return worth[a] - worth[b] })
	return append(roles, rules.King)
}
