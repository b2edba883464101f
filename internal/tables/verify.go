package tables

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Verified says how much of a table was checked.
type Verified struct {
	Positions, Moves uint64
}

// Verify goes through every n-th position of a table, all of them if n is 1, and checks that its
// value follows from those of the positions that its moves lead to. It plays on the general
// machine, which shares no code with the one that makes the tables of games on 64 squares. The
// error names the first position that is wrong.
func (h *Game) Verify(ctx context.Context, m Material, n uint64, progress func(done float64)) (seen Verified, err error) {
	codes, err := h.book.codesOf(string(m))
	if err != nil {
		return seen, err
	}
	t := h.tables[keyOf(h.book.canonical(codes))]
	if t == nil {
		return seen, fmt.Errorf("there is no table of %s", m)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next, positions, moves atomic.Uint64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		judge, err := h.book.newWitness(h.rules)
		if err != nil {
			return seen, err
		}
		v := verifier{h: h, t: t, witness: judge}
		wg.Go(func() {
			for ctx.Err() == nil {
				from := next.Add(chunk) - chunk
				if from >= 2*t.Size {
					break
				}
				progress(float64(from) / float64(2*t.Size))
				for i := from; i < min(from+chunk, 2*t.Size); i++ {
					if i%n != 0 {
						continue
					}
					if err := v.judge(int(i/t.Size), i%t.Size); err != nil {
						cancel(err)
						break
					}
				}
			}
			positions.Add(v.positions)
			moves.Add(v.moves)
		})
	}
	wg.Wait()
	return Verified{positions.Load(), moves.Load()}, context.Cause(ctx)
}

// A witness is a machine that plays for a verifier.
type witness interface {
	// position returns the position with the men on these squares, if there is one.
	position(codes []uint8, at *[maxMen]uint8, side int) (game.Position, bool)
}

type verifier struct {
	h                *Game
	t                *table
	witness          witness
	positions, moves uint64
}

// judge compares the value of a position with that of its moves.
func (v *verifier) judge(side int, index uint64) error {
	var at [maxMen]uint8
	if !v.t.l.squares(index, &at) {
		return nil
	}
	pos, ok := v.witness.position(v.t.l.codes, &at, side)
	if !ok {
		return nil
	}
	v.positions++
	want, err := v.follow(pos)
	if err != nil {
		return err
	}
	got, err := v.t.read(side, index)
	if err == nil && got != want {
		err = fmt.Errorf("%s: %s, in plies %d: the table says %s, but its moves say %s, %d", v.t.Material, pos.FEN(), got.Plies, got, want, want.Plies)
	}
	return err
}

// follow returns the value of a position according to its moves.
func (v *verifier) follow(pos game.Position) (best Value, err error) {
	if o := pos.Outcome(); o.Over() {
		return valueOf(o.Result, pos.Side()), nil
	}
	for i, m := range pos.Moves() {
		v.moves++
		w, err := v.value(pos.Play(m))
		if err != nil {
			return best, err
		}
		if w = w.Before(); i == 0 || w.Compare(best) > 0 {
			best = w
		}
	}
	return best, nil
}

// value returns the value of a position by the tables or, where they have none, by its moves.
func (v *verifier) value(pos game.Position) (Value, error) {
	c, ok := v.h.book.crewOf(pos)
	if !ok {
		return Value{}, fmt.Errorf("%s: too many men", pos.FEN())
	}
	if v.h.book.passes(pos) {
		return v.follow(pos)
	}
	if w, ok := v.h.find(&c, int(pos.Side())); ok {
		return w, nil
	}
	if err := v.h.store.Err(); err != nil {
		return Value{}, err
	}
	if o := pos.Outcome(); o.Over() {
		return valueOf(o.Result, pos.Side()), nil
	}
	return Value{}, fmt.Errorf("%s: there is no table for it", pos.FEN())
}

// crewOf returns the men of a position of any machine; ok is false if there are too many.
func (r *rulebook) crewOf(pos game.Position) (c crew, ok bool) {
	for sq := range r.squares {
		p, ok := pos.At(game.At(sq%r.files, sq/r.files, 0))
		if !ok {
			continue
		}
		if c.n == maxMen {
			return c, false
		}
		code := r.codeOf[p.Letter]
		if p.Color == rules.Black {
			code |= black
		}
		c.add(code, uint8(sq))
	}
	return c, true
}

// passes reports whether the FEN of a position says that a pawn has just made a double step.
func (r *rulebook) passes(pos game.Position) bool {
	if !r.doubleSteps {
		return false
	}
	text := r.field(pos, 3) // in some games this field is a count
	return len(text) > 1 && text[0] >= 'a' && text[0] <= 'p' && text[1] >= '0' && text[1] <= '9'
}

// field returns a field of the FEN of a position, "-" if it has none.
func (r *rulebook) field(pos game.Position, i int) string {
	if fields := strings.Fields(pos.FEN()); i < len(fields) {
		return fields[i]
	}
	return "-"
}
