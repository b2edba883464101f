package general

// Codes are what stands on a square: 0 for nothing, wallCode for a wall, else
// 1 + 2*kind + colour.
const wallCode = 255

func codeOf(k uint8, c int) uint8 { return 1 + 2*k + uint8(c) }

// A board is a position that plays moves and takes them back. It is not safe for
// concurrent use. Positions of package game are boards that never change.
type board[S set] struct {
	r      *ruleset[S]
	at     [256]uint8
	types  [maxTypes]S
	colors [2]S
	occ    S // both colours and the walls
	hands  [2][maxTypes]uint8
	state[S]

	// What is needed to take moves back.
	changes []change
	states  []undo[S]
	// What is known about the current node: see legality.
	pins   [24]pin[S]
	movers [maxGroups]S // the attackers of each of the enemy's groups
	// gathered says for which groups they are known.
	gathered uint32
	// moves holds the move lists of all plies, one after the other.
	moves []move
	// answers is scratch space of countLeaves.
	answers *answers[S]
}

// A state is what a move changes besides the board and the hands.
type state[S set] struct {
	key       uint64 // see positionKey
	side      uint8
	passes    uint8       // passes in a row
	castled   uint8       // 1 + 2*colour + wing after a castling
	dropped   bool        // the last move was a drop that captured nothing
	faced     uint8       // bit 0: the kings face each other; bit 1: they did a ply before
	remaining [2]uint8    // checks that a side has still to give
	shak      [2]bool     // see shatar.go
	rook      [2][2]int16 // the rooks that castle, -1 for no right; kingside first
	king      [2]int16    // the kings that castle
	castlers  S           // all of them
	half      int32
	full      int32
	limit     int32 // of a count of moves, in plies, 0 for none, and the number counted
	counted   int32
	turn      uint64 // where turns have several moves: its number from 1,
	left      uint64 // the moves left in it,
	reset     bool   // and whether one of the moves made has reset the clock
	ep        S
	gates     [2]S
	walls     S
}

// A change is a square, or a hand, as it was.
type change struct {
	sq  uint16 // from 256: hand of a colour (bit 7) and type
	old uint8
}

type undo[S set] struct {
	state[S]
	changes int
}

// newBoard returns an empty board with White to move.
func newBoard[S set](r *ruleset[S]) *board[S] {
	b := &board[S]{r: r}
	for c := range 2 {
		b.rook[c] = [2]int16{-1, -1}
		b.king[c] = -1
	}
	b.full = 1
	return b
}

// clone returns a copy without history.
func (b *board[S]) clone() *board[S] {
	c := *b
	c.changes, c.states, c.moves, c.answers = nil, nil, nil, nil
	return &c
}

// set changes what a square holds, and remembers what it held.
func (b *board[S]) set(sq int, code uint8) {
	old := b.at[sq&255]
	b.changes = append(b.changes, change{uint16(sq), old})
	b.write(sq, old, code)
}

// write does the same without remembering; it updates the key.
func (b *board[S]) write(sq int, old, code uint8) {
	z := &b.r.zobrist
	switch {
	case old == wallCode:
		remove(&b.occ, sq)
		remove(&b.walls, sq)
		b.key ^= z.wall[sq&255]
	case old != 0:
		b.key ^= z.piece[old][sq&255]
		remove(&b.types[b.r.kinds[(old-1)>>1].typ&63], sq)
		remove(&b.colors[(old-1)&1], sq)
		remove(&b.occ, sq)
	}
	switch {
	case code == wallCode:
		add(&b.occ, sq)
		add(&b.walls, sq)
		b.key ^= z.wall[sq&255]
	case code != 0:
		b.key ^= z.piece[code][sq&255]
		add(&b.types[b.r.kinds[(code-1)>>1].typ&63], sq)
		add(&b.colors[(code-1)&1], sq)
		add(&b.occ, sq)
	}
	b.at[sq&255] = code
}

// take changes how many pieces of a type a side holds.
func (b *board[S]) take(c int, t uint8, by int) {
	if b.r.freeDrops {
		return
	}
	old := b.hands[c&1][t&63]
	b.changes = append(b.changes, change{256 | uint16(c)<<7 | uint16(t), old})
	b.hand(c, t, old, uint8(int(old)+by))
}

func (b *board[S]) hand(c int, t, old, now uint8) {
	z := b.r.zobrist.hand[c&1][t&63]
	b.key ^= z*uint64(old) ^ z*uint64(now)
	b.hands[c&1][t&63] = now
}

// handSize returns how many pieces a side holds.
func (b *board[S]) handSize(c int) (n int) {
	for t := range b.r.types {
		n += int(b.hands[c&1][t&63])
	}
	return n
}

// undo takes the last move back.
func (b *board[S]) undo() {
	u := &b.states[len(b.states)-1]
	for len(b.changes) > u.changes {
		c := b.changes[len(b.changes)-1]
		b.changes = b.changes[:len(b.changes)-1]
		if c.sq >= 256 {
			b.hands[c.sq>>7&1][c.sq&63] = c.old
		} else {
			b.write(int(c.sq), b.at[c.sq&255], c.old)
		}
	}
	b.state = u.state
	b.states = b.states[:len(b.states)-1]
}

// canDrop reports whether a side has a type to drop.
func (b *board[S]) canDrop(c int, t uint8) bool {
	return b.r.freeDrops || b.hands[c&1][t&63] > 0
}

// count returns how many pieces of a type a side has on the board.
func (b *board[S]) count(c int, t uint8) int {
	return shared(&b.types[t&63], &b.colors[c&1])
}

// countRole is count for a role, including the hand; AllRoles counts all pieces.
func (b *board[S]) countRole(c int, role Role) int {
	if role == AllRoles {
		return popcount(b.colors[c&1]) + b.handSize(c)
	}
	t := b.r.typeOf[role]
	if t == 255 {
		return 0
	}
	return b.count(c, t) + int(b.hands[c&1][t&63])
}

// positionKey is the same for positions that are the same for repetition: those with
// the same board, side to move, rights, gates, hands, promoted pieces, checks given,
// place in the sequence of turns, and legal captures en passant. The key that moves
// update covers all of these but the last.
func (b *board[S]) positionKey() uint64 {
	if isEmpty(&b.ep) {
		return b.key
	}
	key, start := b.key, b.list()
	var seen S
	for _, m := range b.moves[start:] {
		if to := m.to(); m.what() == enPassant && !has(&seen, to) {
			add(&seen, to)
			key ^= b.r.zobrist.ep[to&255] * uint64(2*b.passed(to)+1)
		}
	}
	b.moves = b.moves[:start]
	return key
}
