package study

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/draft"
	"github.com/heterodox-chess/heterodox/rules"
)

// tryRemedies judges small changes of the game with the rest of the budget.
func (r *run) tryRemedies(ctx context.Context) error {
	within, stop := r.within(ctx, 1)
	defer stop()
	weights := ""
	if r.report.Judge.Learned {
		n, _ := r.store.note("learned", func() (Note, error) { return Note{}, nil })
		weights = n.Text
	}
	list, err := r.halve(within, r.remedies(), weights)
	r.report.Remedies = list
	if len(list) > 1 && list[0].Name != asItIs && r.hasFault(kindUnfair, kindDrawish, kindDrawn, kindEndless) {
		r.report.say("remedy", false, "the smallest distance of all changes tested", "The change that helps most: %s. White then scores %s, and %s of the games are drawn.",
			list[0].Name, list[0].Score.Percent(), list[0].Drawn.Percent())
	}
	return err
}

// hasFault reports whether there is a verdict of any of these kinds.
func (r *run) hasFault(kinds ...string) bool {
	return slices.ContainsFunc(r.report.Verdicts, func(v Verdict) bool { return slices.Contains(kinds, v.Kind) })
}

// asItIs is the name of the change that changes nothing.
const asItIs = "as it is"

// keyRemedies are changes by a key of variant files; those that have no effect on a
// game, or that it does not accept, are left out.
var keyRemedies = []struct{ words, key string }{
	{"turns of two moves after the first", "turns = 1 2 2 …"},
	{"stalemate loses", "stalemateValue = loss"},
	{"no castling", "castling = false"},
	{"no double steps of pawns", "doubleStep = false"},
	{"the third check wins", "checkCounting = true"},
	{"captured pieces can be dropped", "capturesToHand = true\npieceDrops = true"},
	{"captures are compulsory", "mustCapture = true"},
}

// remedies returns small changes of the game, the game itself first.
func (r *run) remedies() []change {
	section := fmt.Sprintf("[%s:%s]\n", derivedName, r.Game)
	list := []change{{asItIs, section}}
	for _, k := range keyRemedies {
		list = append(list, change{k.words, section + k.key + "\n"})
	}
	strong := rules.White
	if r.report.Overall.Score.Value < 0.5 {
		strong = rules.Black
	}
	for _, c := range r.handicaps(strong) {
		list = append(list, change{c.name, section + c.text})
	}
	for _, part := range r.Catalogue.Changes {
		if !slices.Contains(strings.Split(r.Game, "+"), part) {
			list = append(list, change{"with " + part, fmt.Sprintf("[%s:%s+%s]\n", derivedName, r.Game, part)})
		}
	}
	return list
}

// handicaps returns starts that take something from the stronger side or give something
// to the weaker: a pawn less or more, or a less valuable piece.
func (r *run) handicaps(strong rules.Color) (list []change) {
	pawn := r.pawnLetter()
	if pawn == "" {
		return nil
	}
	weak := strong.Opponent()
	own := func(c rules.Color, letter string) string {
		if c == rules.Black {
			return strings.ToLower(letter)
		}
		return letter
	}
	add := func(name string, edit func(*draft.Placement) bool) {
		p := r.placement()
		if edit(p) {
			list = append(list, change{name, "startFen = " + p.String() + "\n"})
		}
	}
	start := r.placement()
	for _, file := range []int{0, start.Files / 2} {
		for rank := start.Ranks - 1; rank >= 0; rank-- {
			if start.At(file, rank) == own(strong, pawn) {
				add(fmt.Sprintf("%s without the pawn on %s", title(strong.String()), draft.Name(file, rank)), func(p *draft.Placement) bool {
					p.Put(file, rank, "", draft.Alone)
					return true
				})
			}
		}
		rank := 2
		if weak == rules.Black {
			rank = start.Ranks - 3
		}
		if rank >= 0 && rank < start.Ranks && start.At(file, rank) == "" {
			add(fmt.Sprintf("%s has an extra pawn on %s", title(weak.String()), draft.Name(file, rank)), func(p *draft.Placement) bool {
				p.Put(file, rank, own(weak, pawn), draft.Alone)
				return true
			})
		}
	}
	for _, swap := range r.swaps() {
		add(fmt.Sprintf("%s has a %s instead of a %s", title(strong.String()), swap[1].Name, swap[0].Name), func(p *draft.Placement) bool {
			return replace(p, own(strong, swap[0].Letter), own(strong, swap[1].Letter), 0)
		})
	}
	return list
}

// pawnLetter returns the letter of the pawns, "" if there are none.
func (r *run) pawnLetter() string {
	i := slices.IndexFunc(r.subject.rules.Pieces(), func(k game.Kind) bool { return k.Name == "pawn" })
	if i < 0 {
		return ""
	}
	return r.subject.rules.Pieces()[i].Letter
}

// swaps returns pairs of kinds with adjacent values, the more valuable first.
func (r *run) swaps() (list [][2]PieceFound) {
	var valued []PieceFound
	for _, p := range r.report.Pieces {
		if p.Value != nil && p.AtHand && p.Name != "pawn" {
			valued = append(valued, p)
		}
	}
	slices.SortFunc(valued, func(a, b PieceFound) int { return cmp.Compare(b.Value.Value, a.Value.Value) })
	for i := 0; i+1 < len(valued) && len(list) < 3; i++ {
		if valued[i].Value.Low > valued[i+1].Value.Value { // otherwise it is uncertain which is worth more
			list = append(list, [2]PieceFound{valued[i], valued[i+1]})
		}
	}
	return list
}

// placement returns the board of the start position.
func (r *run) placement() *draft.Placement {
	board := r.subject.rules.Board()
	return draft.ReadPlacement(r.subject.rules.Start().FEN(), board.Files, board.Ranks)
}

// replace replaces a piece by another, or removes it if that is ""; n selects which of several,
// counting from the last rank on. It reports whether there is one.
func replace(p *draft.Placement, old, by string, n int) bool {
	var found [][2]int
	for rank := p.Ranks - 1; rank >= 0; rank-- {
		for file := range p.Files {
			if p.At(file, rank) == old {
				found = append(found, [2]int{file, rank})
			}
		}
	}
	if len(found) == 0 {
		return false
	}
	at := found[n%len(found)]
	p.Put(at[0], at[1], by, draft.Alone)
	return true
}
