package study

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
)

// inventions is the number of games to invent.
const inventions = 24

// atoms are the components of the moves of invented pieces, in Betza notation: leaps,
// short and long slides, and moves that are only non-captures or only captures.
var atoms = []string{"W", "F", "D", "A", "N", "H", "C", "W2", "F2", "R", "B", "R3", "B3", "mR", "cR", "mB", "cB", "mN", "cN", "fW", "fF", "mQ", "cK", "K", "NN"}

// Explore invents random modifications of a game, judges them with growing budgets, and
// returns them with the best first. A modification adds parts of other games, changes a
// rule by a key, or gives pieces new moves. The game itself is among them. Options.Rounds
// and Budget limit it as they do a study.
func Explore(ctx context.Context, o Options) ([]Candidate, error) {
	r, ctx, end, err := start(ctx, o, Header{Explore: true})
	if err != nil {
		return nil, err
	}
	within, stop := r.within(ctx, 1)
	defer stop()
	list, err := r.halve(within, r.invent(inventions), "")
	if err == nil && len(list) == 0 {
		err = errNoChanges
		if within.Err() != nil {
			err = errors.New("no game was finished: use a larger budget")
		}
	}
	return list, end(err)
}

// invent returns invented games, after the game that they modify.
func (r *run) invent(n int) []change {
	random := rand.New(rand.NewPCG(r.Seed, mix("explore", r.Game)))
	list := []change{{asItIs, fmt.Sprintf("[%s:%s]\n", derivedName, r.Game)}}
	for tries := 0; len(list) <= n && tries < 40*n; tries++ {
		c := r.draw(random)
		if len(c.text) == 0 || slices.ContainsFunc(list, func(other change) bool { return other.text == c.text }) {
			continue
		}
		if r.contend(c, "") != nil {
			list = append(list, c)
		}
	}
	return list
}

// draw invents a game from up to two parts, a key and up to two pieces; without any it is
// empty.
func (r *run) draw(random *rand.Rand) change {
	parent, keys, words := r.Game, "", []string{}
	if parts := r.Catalogue.Changes; len(parts) > 0 {
		for range random.IntN(3) {
			part := parts[random.IntN(len(parts))]
			parent += "+" + part
			words = append(words, part)
		}
	}
	if random.IntN(3) == 0 {
		k := keyRemedies[random.IntN(len(keyRemedies))]
		keys += k.key + "\n"
		words = append(words, k.words)
	}
	pieces, made := r.drawPieces(random, random.IntN(3))
	keys += pieces
	words = append(words, made...)
	if len(words) == 0 {
		return change{}
	}
	return change{strings.Join(words, ", "), fmt.Sprintf("[%s:%s]\n%s", derivedName, parent, keys)}
}

// drawPieces gives n kinds of pieces new moves.
func (r *run) drawPieces(random *rand.Rand, n int) (keys string, words []string) {
	var kinds []game.Kind
	start := map[string]bool{}
	note(start, r.subject.rules.Start())
	for _, k := range r.subject.rules.Pieces() {
		if start[k.Letter] && len(k.Letter) == 1 && k.Name != "pawn" && k.Name != "king" {
			kinds = append(kinds, k)
		}
	}
	for i := range min(n, len(kinds)) {
		at := i + random.IntN(len(kinds)-i)
		kinds[i], kinds[at] = kinds[at], kinds[i]
		moves := atoms[random.IntN(len(atoms))]
		if second := atoms[random.IntN(len(atoms))]; second != moves {
			moves += second
		}
		letter := strings.ToLower(kinds[i].Letter)
		keys += fmt.Sprintf("%s = -\ncustomPiece%d = %s:%s\n", kinds[i].Name, 20+i, letter, moves)
		words = append(words, fmt.Sprintf("the %s moves as %s", kinds[i].Name, moves))
	}
	return keys, words
}
