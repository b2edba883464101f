package study

import (
	"fmt"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/rules"
)

// A replay holds what replaying one game shows.
type replay struct {
	game    *Game
	turn    string    // the first turn, in SAN
	choices []float64 // legal moves before each move
	turns   []int     // the number of the full turn of each move
	movers  []string  // the letter of the piece that each move moved or dropped, "" for none
	// took[i] reports whether move i captured something.
	took    []bool
	special map[string]int // moves by kind
	present map[string]bool
	// material holds samples of the material balance: White's pieces minus Black's, by
	// letter.
	material []map[string]int
}

// materialEvery is the minimum number of moves between two samples of the material. A
// sample is taken between two moves that capture nothing, because in the middle of an
// exchange the material says little.
const materialEvery = 5

// replayGame replays a game.
func replayGame(r game.Rules, g *Game) (*replay, error) {
	v := &replay{game: g, special: map[string]int{}, present: map[string]bool{}}
	pos, err := g.begin(r)
	if err != nil {
		return nil, err
	}
	first, opening := pos.Side(), true
	note(v.present, pos)
	sampled := g.Opening
	for i, text := range strings.Fields(g.Moves) {
		m, err := pos.ParseMove(text)
		if err != nil {
			return nil, fmt.Errorf("game %s %d, move %d: %w", g.Stage, g.Number, i+1, err)
		}
		if opening = opening && pos.Side() == first; opening {
			v.turn = strings.TrimSpace(v.turn + " " + pos.SAN(m))
		}
		v.choices = append(v.choices, float64(len(pos.Moves())))
		v.turns = append(v.turns, pos.Fullmove())
		next := pos.Play(m)
		v.look(pos, next, m)
		if !v.took[i] && i > 0 && !v.took[i-1] && i-sampled >= materialEvery {
			v.material = append(v.material, balance(pos))
			sampled = i
		}
		pos = next
	}
	return v, nil
}

// look records the properties of a move.
func (v *replay) look(pos, next game.Position, m game.Move) {
	mover, to, dropped := "", game.Square(0), false
	for _, step := range screen.Of(pos).Steps(m) {
		switch step.Kind {
		case screen.StepFrom:
			if p, ok := pos.At(step.Square); ok {
				mover = p.Letter
			}
		case screen.StepDrop:
			mover, dropped = step.Letter, true
		case screen.StepTo:
			to = step.Square
		case screen.StepPut:
			v.special["put"]++
		case screen.StepGate:
			if step.Letter != "" {
				v.special["gate"]++
			}
		}
	}
	v.movers = append(v.movers, mover)
	at, captures := pos.Captured(m)
	v.took = append(v.took, captures)
	_, castles := game.CastlingRook(pos, m)
	became, stands := next.At(to)
	switch {
	case castles:
		v.special["castling"]++
	case dropped:
		v.special["drop"]++
	case captures && at != to:
		v.special["capture on a square other than the destination (en passant)"]++
	case mover == "":
		v.special["pass"]++
	case stands && became.Color == pos.Side() && became.Letter != mover:
		v.special["promotion"]++
		v.present[became.Letter] = true
	}
	if dropped {
		v.present[mover] = true
	}
}

// note records which kinds are on the board or in hand.
func note(present map[string]bool, pos game.Position) {
	for _, s := range pos.Rules().Board().Squares() {
		if p, ok := pos.At(s); ok {
			present[p.Letter] = true
		}
	}
	for c := rules.White; c <= rules.Black; c++ {
		for _, h := range pos.Hand(c) {
			present[h.Letter] = true
		}
	}
}

// balance returns White's pieces minus Black's, by letter, including those in hand.
func balance(pos game.Position) map[string]int {
	count := map[string]int{}
	for _, s := range pos.Rules().Board().Squares() {
		if p, ok := pos.At(s); ok {
			count[p.Letter] += 1 - 2*int(p.Color)
		}
	}
	for c := rules.White; c <= rules.Black; c++ {
		for _, h := range pos.Hand(c) {
			count[h.Letter] += h.Count * (1 - 2*int(c))
		}
	}
	return count
}
