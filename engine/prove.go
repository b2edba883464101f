package engine

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/heterodox-chess/heterodox/game"
)

// A Proof shows that the side to move can force a win: its move, and a Proof for every
// legal answer. If there is no answer, the move wins at once.
type Proof struct {
	Move    game.Move
	Answers []Answer
}

// An Answer is a defence and what wins against it: the zero Proof if the defence itself
// loses the game.
type Answer struct {
	Move  game.Move
	Proof Proof
}

// Moves returns how many moves of the winning side the longest defence lasts.
func (p Proof) Moves() int {
	if p.Move == game.NoMove {
		return 0
	}
	longest := 0
	for _, a := range p.Answers {
		longest = max(longest, a.Proof.Moves())
	}
	return longest + 1
}

// Lines returns the number of lines of play that the proof holds.
func (p Proof) Lines() int {
	if len(p.Answers) == 0 {
		return 1
	}
	lines := 0
	for _, a := range p.Answers {
		lines += a.Proof.Lines()
	}
	return lines
}

// MaxProof is the greatest number of moves within which Prove looks for a win.
const MaxProof = maxProof / 2

// Prove looks for a forced win for the side to move within a number of its moves, 1 to
// MaxProof, in a game in which every turn is one move. It returns the shortest win with all
// defences, and whether there is one. It tries everything, so if it finds none there is
// none, barring collisions of the 64-bit keys. It stops with the context's error soon after
// the context ends.
func (e *Engine) Prove(ctx context.Context, r *game.Record, moves int) (proof Proof, found bool, err error) {
	if number, _ := r.Position().Turn(); number > 0 {
		return Proof{}, false, fmt.Errorf("proofs for %s, which has turns of several moves, cannot be written out", r.Position().Rules().Name())
	}
	if moves < 1 || moves > MaxProof {
		return Proof{}, false, fmt.Errorf("a win in %d: expected 1 to %d moves", moves, MaxProof)
	}
	t, ok := e.newTask(r)
	if !ok {
		return Proof{}, false, fmt.Errorf("the engine does not play %s", r.Position().Rules().Name())
	}
	e.blank = false
	e.table.age()
	var watch stopwatch
	watch.begin(e.now, budget{}, false)
	t.watch = &watch
	v, release := newProver(ctx, e, t, math.MaxUint64)
	defer release()
	for n := 1; n <= moves && !v.stop.Load(); n++ {
		v.ask(n, false)
		length := v.length(n)
		if first, ok := v.proves(t.moves, length); ok {
			proof, found = v.proof(0, length, first), true
			break
		}
	}
	if err := ctx.Err(); err != nil {
		return Proof{}, false, err
	}
	return proof, found, nil
}

// proof writes out the win of the attacker, to move at ply, in n single moves, which exists
// and is the shortest; hint is the move to try first.
func (p *prover) proof(ply, n int, hint game.Code) Proof {
	moves := p.line.moves(ply, nil)
	if i := slices.IndexFunc(moves, func(m game.Code) bool { return shorten(m) == shorten(hint) }); i > 0 {
		moves[0], moves[i] = moves[i], moves[0]
	}
	for _, m := range moves {
		if p.stop.Load() {
			break
		}
		p.line.play(ply, m)
		if p.hasWon(ply+1) || p.wins(ply+1, n-1) {
			answers := p.answers(ply+1, n-1)
			return Proof{Move: p.line.move(ply, m), Answers: answers}
		}
	}
	return Proof{} // stopped
}

// answers returns every defence of the node at ply with the shortest win against it.
func (p *prover) answers(ply, n int) (answers []Answer) {
	if _, over := p.decided(ply); over {
		return nil
	}
	for _, m := range p.line.moves(ply, nil) {
		for length := 0; length < n && !p.stop.Load(); length++ {
			p.line.play(ply, m)
			if !p.wins(ply+1, length) {
				continue
			}
			answer := Answer{Move: p.line.move(ply, m)}
			p.line.play(ply, m)
			if _, over := p.decided(ply + 1); !over {
				past, _ := p.line.past(ply + 1)
				known, _ := p.table.probe(p.line.key(ply+1) ^ past ^ p.salt)
				answer.Proof = p.proof(ply+1, length, known.move)
			}
			answers = append(answers, answer)
			break
		}
	}
	return answers
}
