package cubic

import (
	"context"
	"fmt"
	"slices"
)

// A Mate is the proof that the side to move can force checkmate: its move, and
// for every legal answer the same again. It is mate on the spot when there is no
// answer.
type Mate struct {
	Move    Move     `json:"move"`
	Answers []Answer `json:"answers,omitempty"`
}

// An Answer is a defence and what mates against it.
type Answer struct {
	Move Move `json:"move"`
	Mate Mate `json:"mate"`
}

// Moves returns how many moves of the mating side the longest defence lasts.
func (m Mate) Moves() int {
	longest := 0
	for _, a := range m.Answers {
		longest = max(longest, a.Mate.Moves())
	}
	return longest + 1
}

// Lines returns the number of lines of play the proof holds.
func (m Mate) Lines() int {
	if len(m.Answers) == 0 {
		return 1
	}
	lines := 0
	for _, a := range m.Answers {
		lines += a.Mate.Lines()
	}
	return lines
}

// Mate looks for a forced checkmate by the side to move in at most n of its own
// moves, and returns the proof of the shortest there is and whether there is
// one. The search is exhaustive: without one, there is none. It stops with the
// context's error soon after that is cancelled.
func (p Position) Mate(ctx context.Context, n int) (Mate, bool, error) {
	if n < 1 || n > MaxDepth/2 {
		return Mate{}, false, fmt.Errorf("mate in %d is not from 1 to %d", n, MaxDepth/2)
	}
	v := prover{walker: p.board.walk(), watch: watch{ctx: ctx}, hopeless: map[string]int{}}
	for moves := 1; moves <= n; moves++ {
		if v.mates(moves) {
			proof := v.proof(moves)
			return proof, v.watch.err == nil, v.watch.err
		}
		if v.watch.err != nil {
			return Mate{}, false, v.watch.err
		}
	}
	return Mate{}, false, nil
}

// A prover searches for mates, the attacker being the side to move at the root.
type prover struct {
	walker
	watch    watch
	ply      int
	plies    [MaxDepth + 1]proverPly
	hopeless map[string]int // states with the attacker to move: no mate in so many moves
	bytes    int            // of the keys of hopeless
	state    []byte
}

// maxHopeless bounds the memory of a prover; beyond it nothing more is
// remembered.
const maxHopeless = 256 << 20

type proverPly struct {
	moves  []Move
	ranked ranking
	killer Move // the defence that held last
}

func (v *prover) enter(m Move) { v.play(m); v.ply++ }
func (v *prover) leave()       { v.undo(); v.ply-- }

// mates reports whether the attacker, to move, mates in at most n moves.
func (v *prover) mates(n int) bool {
	if n > 1 && v.isHopeless(n) {
		return false
	}
	for _, m := range v.attacks(n) {
		if v.watch.stopped() {
			return false
		}
		v.enter(m)
		mated := v.holdsNot(n)
		v.leave()
		if mated {
			return v.watch.err == nil
		}
	}
	if n > 1 && v.watch.err == nil {
		v.giveUp(n)
	}
	return false
}

// holdsNot reports whether the defender, to move, is mated or will be in at
// most n-1 more moves of the attacker.
func (v *prover) holdsNot(n int) bool {
	if n == 1 {
		return v.inCheck() && v.count() == 0
	}
	here := &v.plies[v.ply]
	here.moves = v.moves(here.moves[:0])
	if len(here.moves) == 0 {
		return v.inCheck()
	}
	if i := slices.Index(here.moves, here.killer); i > 0 {
		here.moves[0], here.moves[i] = here.moves[i], here.moves[0]
	}
	for _, m := range here.moves {
		v.enter(m)
		mated := v.mates(n - 1)
		v.leave()
		if !mated {
			here.killer = m
			return false
		}
	}
	return true
}

// attacks returns the attacker's moves, those first that leave the fewest
// answers, checks before others.
func (v *prover) attacks(n int) []Move {
	here := &v.plies[v.ply]
	here.moves = v.moves(here.moves[:0])
	if n == 1 {
		return here.moves
	}
	here.ranked = here.ranked[:0]
	for _, m := range here.moves {
		v.enter(m)
		rank := v.count()
		if !v.inCheck() {
			rank += maxCells * maxCells
		}
		v.leave()
		here.ranked.add(m, rank)
	}
	here.ranked.sort(here.moves)
	return here.moves
}

func (v *prover) isHopeless(n int) bool {
	v.state = v.appendState(v.state[:0])
	return v.hopeless[string(v.state)] >= n
}

func (v *prover) giveUp(n int) {
	v.state = v.appendState(v.state[:0])
	if _, known := v.hopeless[string(v.state)]; !known {
		if v.bytes += len(v.state); v.bytes > maxHopeless {
			return
		}
	}
	v.hopeless[string(v.state)] = n
}

// proof writes out a mate in n moves that is known to exist, and in no fewer.
func (v *prover) proof(n int) Mate {
	for _, m := range slices.Clone(v.attacks(n)) {
		v.enter(m)
		found := v.holdsNot(n)
		if found {
			mate := Mate{Move: m, Answers: v.answers(n)}
			v.leave()
			return mate
		}
		v.leave()
	}
	return Mate{} // the context has been cancelled
}

// answers returns every defence with the shortest mate against it, of at most
// n-1 moves.
func (v *prover) answers(n int) (answers []Answer) {
	for _, m := range v.moves(nil) {
		if v.watch.stopped() {
			break
		}
		v.enter(m)
		for moves := 1; moves < n; moves++ {
			if v.mates(moves) {
				answers = append(answers, Answer{m, v.proof(moves)})
				break
			}
		}
		v.leave()
	}
	return answers
}
