package general

import (
	"math/bits"
	"sync"

	"github.com/heterodox-chess/heterodox/chess"
)

// A codec packs the moves of a game into the 29 bits that a search has room for:
// each field takes as many as the game needs. Where that is more, moves are
// numbered as they come up.
type codec struct {
	square, kind, gate uint // bits of each field
	second             bool // moves may have a second square
	numbers            *numbers
}

const codeBits = 29

// numbers are moves with numbers, shared by all searches of a game.
type numbers struct {
	sync.RWMutex
	of    map[move]chess.Move
	moves []move // by number less 1
}

func newCodec[S set](r *ruleset[S]) *codec {
	c := &codec{
		square: uint(bits.Len(uint(r.n - 1))),
		kind:   uint(bits.Len(uint(len(r.kinds) - 1))),
	}
	total := 2*c.square + 4 + c.kind
	if r.extras || r.capturedRelocated {
		c.gate, c.second = uint(bits.Len(uint(len(r.types)))), true
		total += c.gate + c.square + 1
	}
	if total > codeBits {
		c.numbers = &numbers{of: map[move]chess.Move{}}
	}
	return c
}

// pack returns the code of a move, which is not 0.
func (c *codec) pack(m move) chess.Move {
	if c.numbers != nil {
		return c.numbers.number(m)
	}
	// what counts from 1, so that no move is 0.
	code, at := uint64(m.to()), c.square
	put := func(field uint64, width uint) {
		code |= field << at
		at += width
	}
	put(uint64(m.from()), c.square)
	put(m.what()+1, 4)
	put(uint64(m.kind()), c.kind)
	if c.second {
		put(uint64(m.gate()), c.gate)
		put(uint64(m.second()), c.square)
		put(uint64(m>>42)&1, 1)
	}
	return chess.Move(code)
}

// unpack is the inverse of pack; it takes no notice of the bits above.
func (c *codec) unpack(code chess.Move) move {
	rest := uint64(code) & (1<<codeBits - 1)
	if c.numbers != nil {
		return c.numbers.move(rest)
	}
	take := func(width uint) uint64 {
		field := rest & (1<<width - 1)
		rest >>= width
		return field
	}
	to := take(c.square)
	from := take(c.square)
	m := newMove(take(4)-1, int(from), int(to)) | move(take(c.kind))<<20
	if c.second {
		m |= move(take(c.gate))<<27 | move(take(c.square))<<34 | move(take(1))<<42
	}
	return m
}

func (n *numbers) number(m move) chess.Move {
	n.RLock()
	code, ok := n.of[m]
	n.RUnlock()
	if ok {
		return code
	}
	n.Lock()
	defer n.Unlock()
	if code, ok = n.of[m]; !ok {
		n.moves = append(n.moves, m)
		code = chess.Move(len(n.moves))
		n.of[m] = code
	}
	return code
}

func (n *numbers) move(code uint64) move {
	n.RLock()
	defer n.RUnlock()
	if code == 0 || code > uint64(len(n.moves)) {
		return 0
	}
	return n.moves[code-1]
}
