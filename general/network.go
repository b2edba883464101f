package general

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math/bits"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/nnue"
)

// A netView says how networks see the boards of a game. The items that a board can
// have are numbered: for each colour a piece of each type on each square, then up to
// mostInHand pieces of each type in hand, then the right to castle on either wing.
// Each side sees these items as its own inputs: own ones first, from its own end of
// the board, and mirrored if its king is on the right half and the rules do not
// distinguish left from right.
type netView struct {
	squares, types int
	perColor       int         // items
	pieces         int         // the most on the board: their number chooses the output
	of             [256]uint16 // by code: the item of the piece on square 0
	inputs         [2][2][]uint16
	words          int // of a board, eight squares each
	hands          bool
	mirrors        bool
}

// mostInHand is the largest number of pieces of a type in hand that is
// distinguished.
const mostInHand = 8

// viewOf returns how networks see a game.
func (w *worth[S]) viewOf(r *ruleset[S], start *board[S]) *netView {
	most := popcount(start.colors[0]) + popcount(start.colors[1])
	if r.enclosingDrop == reversi {
		most = r.n // they fill the board
	}
	v := &netView{
		squares: r.n, types: len(r.types), words: (r.n + 7) / 8,
		pieces: most,
		hands:  w.layout.hand >= 0, mirrors: r.royal >= 0 && w.folded < r.g.files,
	}
	v.perColor = v.types*(v.squares+mostInHand) + 2
	for k := range r.kinds {
		for c := range 2 {
			v.of[codeOf(uint8(k), c)] = uint16(c*v.perColor + int(r.kinds[k].typ)*v.squares)
		}
	}
	race := w.views == 2 && r.flag[0] == r.flag[1] && !isEmpty(&r.flag[0])
	for us := range 2 {
		for mirrored := range 2 {
			list := make([]uint16, 2*v.perColor)
			for c := range 2 {
				own := list[c*v.perColor : (c+1)*v.perColor]
				side := (us ^ c) * v.perColor
				for item := range own {
					own[item] = uint16(side + item)
				}
				for sq := range v.squares {
					file, rank := r.g.file(sq), r.g.rank(sq)
					if us == 1 && !race {
						rank = r.g.ranks - 1 - rank
					}
					if mirrored == 1 {
						file = r.g.files - 1 - file
					}
					for t := range v.types {
						own[t*v.squares+sq] = uint16(side + t*v.squares + r.g.square(file, rank))
					}
				}
				for wing := range 2 {
					own[v.wings()+wing] = uint16(side + v.wings() + wing ^ mirrored)
				}
			}
			v.inputs[us][mirrored] = list
		}
	}
	return v
}

// inHand returns White's item for a first piece of a type in hand, wings that for the
// right to castle on the first wing.
func (v *netView) inHand(t int) int { return v.types*v.squares + t*mostInHand }
func (v *netView) wings() int       { return v.types * (v.squares + mostInHand) }

// A seen is what networks see of a board.
type seen struct {
	at       [256]uint8
	hands    [2][maxTypes]uint8
	rights   uint8    // bit 2*colour + wing
	mirrored [2]uint8 // 1 if a side sees the board mirrored
}

// look fills in what networks see of a board.
func (v *netView) look(s *seen, at *[256]uint8, hands *[2][maxTypes]uint8, rook *[2][2]int16) {
	s.at = *at
	if v.hands {
		for c := range hands {
			for t := range v.types {
				s.hands[c][t&63] = min(hands[c][t&63], mostInHand)
			}
		}
	}
	s.rights = 0
	for c := range rook {
		for wing, sq := range rook[c] {
			if sq >= 0 {
				s.rights |= 1 << (2*c + wing)
			}
		}
	}
}

// distance returns in how many squares two boards differ.
func (v *netView) distance(a, b *seen) (n int) {
	for i := range v.words {
		x := binary.LittleEndian.Uint64(a.at[8*i&255:]) ^ binary.LittleEndian.Uint64(b.at[8*i&255:])
		if x != 0 {
			x |= x >> 4
			x |= x >> 2
			x |= x >> 1 // now the lowest bit of each byte is set if any of its bits was
			n += bits.OnesCount64(x & 0x0101010101010101)
		}
	}
	return n
}

// differences appends the items that are on the board s but not on other to on, and those
// that are only on other to off.
func (v *netView) differences(on, off []uint16, s, other *seen) (gained, lost []uint16) {
	for i := range v.words {
		x := binary.LittleEndian.Uint64(s.at[8*i&255:]) ^ binary.LittleEndian.Uint64(other.at[8*i&255:])
		for x != 0 {
			b := bits.TrailingZeros64(x) >> 3
			x &^= 0xFF << (8 * b)
			sq := 8*i + b
			if code := s.at[sq&255]; code != 0 && code != wallCode {
				on = append(on, v.of[code]+uint16(sq))
			}
			if code := other.at[sq&255]; code != 0 && code != wallCode {
				off = append(off, v.of[code]+uint16(sq))
			}
		}
	}
	if v.hands {
		for c := range s.hands {
			for t := range v.types {
				first := uint16(c*v.perColor + v.inHand(t))
				now, before := uint16(s.hands[c][t&63]), uint16(other.hands[c][t&63])
				for n := before; n < now; n++ {
					on = append(on, first+n)
				}
				for n := now; n < before; n++ {
					off = append(off, first+n)
				}
			}
		}
	}
	for x := s.rights ^ other.rights; x != 0; x &= x - 1 {
		right := bits.TrailingZeros8(x)
		item := uint16(right>>1*v.perColor + v.wings() + right&1)
		if s.rights>>right&1 != 0 {
			on = append(on, item)
		} else {
			off = append(off, item)
		}
	}
	return on, off
}

// seenAs appends items as the inputs of a side.
func (v *netView) seenAs(inputs, items []uint16, us int, mirrored uint8) []uint16 {
	table := v.inputs[us&1][mirrored&1]
	for _, item := range items {
		inputs = append(inputs, table[item])
	}
	return inputs
}

// all appends the active inputs, as a side sees the board.
func (v *netView) all(inputs []uint16, s *seen, us int) []uint16 {
	var none seen
	var items [64]uint16
	on, _ := v.differences(items[:0], nil, s, &none)
	return v.seenAs(inputs, on, us, s.mirrored[us&1])
}

// see fills in what networks see of the board.
func (b *board[S]) see(v *netView, s *seen) {
	v.look(s, &b.at, &b.hands, &b.rook)
	s.mirrored = [2]uint8{}
	if v.mirrors {
		for c := range 2 {
			k := firstShared(&b.types[b.r.royal&63], &b.colors[c])
			if k >= 0 && 2*b.r.g.file(k) >= b.r.g.files {
				s.mirrored[c] = 1
			}
		}
	}
}

// bucket returns which output of a network evaluates the board.
func (b *board[S]) bucket(v *netView) int {
	return nnue.Bucket(popcount(b.colors[0])+popcount(b.colors[1]), v.pieces)
}

// An accumulator holds the first layer of a network for a board, from both sides. The
// zero value stands for no board.
type accumulator struct {
	sums   [2]nnue.Sums
	seen   seen
	filled bool
}

// maxNetChanges is the number of squares in which boards may differ before starting
// from scratch is less work, fewNetChanges the number in which they mostly differ
// after a move.
const (
	maxNetChanges = 12
	fewNetChanges = 4
)

// An eye holds the accumulators of a line of play, by ply. An accumulator remembers
// the board that it stands for, and is updated from that board or from that of the
// previous ply's accumulator, so no move has to say what it changes.
type eye struct {
	net          *nnue.Network
	view         *netView
	accumulators []accumulator
	// Scratch: the items gained and lost since, and the same as inputs.
	on, off, mapped []uint16
}

// value returns the network's value of a board, for the side to move.
func (e *eye) value(s *seen, ply int, us uint8, bucket int) int {
	for ply >= len(e.accumulators) {
		e.accumulators = append(e.accumulators, accumulator{})
	}
	acc := &e.accumulators[ply]
	from, changes := acc, maxNetChanges+1
	if ply > 0 && e.accumulators[ply-1].filled {
		from = &e.accumulators[ply-1]
		changes = e.view.distance(&from.seen, s)
	}
	if acc.filled && changes > fewNetChanges {
		if n := e.view.distance(&acc.seen, s); n < changes {
			from, changes = acc, n
		}
	}
	known := changes <= maxNetChanges
	if known {
		e.on, e.off = e.view.differences(e.on[:0], e.off[:0], s, &from.seen)
	}
	for c := range 2 {
		mirrored := s.mirrored[c]
		if known && from.seen.mirrored[c] == mirrored {
			e.mapped = e.view.seenAs(e.view.seenAs(e.mapped[:0], e.on, c, mirrored), e.off, c, mirrored)
			e.net.Update(&acc.sums[c], &from.sums[c], e.mapped[:len(e.on)], e.mapped[len(e.on):])
		} else {
			e.fill(&acc.sums[c], s, c)
		}
	}
	acc.seen, acc.filled = *s, true // set last: from may be acc
	return e.net.Output(&acc.sums[us&1], &acc.sums[us&1^1], bucket)
}

// fill computes the first layer of a side from scratch.
func (e *eye) fill(sums *nnue.Sums, s *seen, us int) {
	e.net.Start(sums)
	e.mapped = e.view.all(e.mapped[:0], s, us)
	e.net.Add(sums, e.mapped...)
}

// newEye returns an eye for the network of a game, nil if it has none.
func (w *worth[S]) newEye() *eye {
	if w.network == nil {
		return nil
	}
	return &eye{net: w.network, view: w.net}
}

// fingerprint returns a number that identifies the weights in force: a network is of use
// only with those it was fitted on top of.
func (w *worth[S]) fingerprint() uint64 {
	h := fnv.New64a()
	for _, t := range w.weights {
		fmt.Fprintf(h, "%d %d\n", t.mg(), t.eg())
	}
	return h.Sum64()
}

// readNetwork reads the network that has been fitted to the game.
func (w *worth[S]) readNetwork(file string) error {
	n, fingerprint, err := nnue.Decode([]byte(file))
	switch {
	case err != nil:
		return err
	case n.NumInputs() != w.net.size():
		return fmt.Errorf("it has %d inputs, but the game has %d", n.NumInputs(), w.net.size())
	case !n.Alone && fingerprint != w.fingerprint():
		return errors.New("fitted to other weights than the game has now: remove it and fit it again")
	}
	w.network = n
	return nil
}

// size returns how many inputs networks have.
func (v *netView) size() int { return 2 * v.perColor }

// NetInputs, NetSample, At, Network, StartNetwork, EncodeNetwork and With make a game a game.Learner.

func (g *rulesOf[S]) Network() *nnue.Network { return g.weighed().network }

func (g *rulesOf[S]) NetInputs() int { return g.weighed().net.size() }

func (g *rulesOf[S]) NetSample(p game.Position, us, them []uint16) (sample game.NetSample, ok bool) {
	w := g.weighed()
	own, ok := p.(*position[S])
	if !ok || own.b.bare() {
		return game.NetSample{}, false
	}
	b := own.b
	var s seen
	b.see(w.net, &s)
	side := int(b.side & 1)
	base, phase := b.evaluate(w)
	return game.NetSample{
		Us: w.net.all(us, &s, side), Them: w.net.all(them, &s, side^1),
		Bucket: b.bucket(w.net), Base: float64(base), Scale: float64(b.scale(w, phase, base)) / fullScale,
	}, true
}

func (g *rulesOf[S]) At(w game.Walker) game.Position { return g.at(w.(*walker[S]).b.clone()) }

func (g *rulesOf[S]) EncodeNetwork(n *nnue.Network, origin string) []byte {
	return n.Encode(g.weighed().fingerprint(), origin)
}

func (g *rulesOf[S]) With(weights, network string) (game.Rules, error) {
	own := *g.r.Description
	own.fitted = Fitted{Weights: weights, Network: network}
	if err := own.misfit(); err != nil {
		return nil, err
	}
	return own.open()
}
