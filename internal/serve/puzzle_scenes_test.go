package serve_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/heterodox-chess/heterodox/internal/puzzle"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// aPuzzle returns a chess puzzle, a mate in 2 with moves of two squares each, and a legal first
// move that is not the solution and does not end the game.
func aPuzzle(t *testing.T) (a *puzzle.Attempt, wrong string) {
	t.Helper()
	for _, p := range puzzle.Embedded().Of("chess") {
		if !slices.Contains(p.Themes, "mateIn2") || slices.ContainsFunc(p.Moves, func(m string) bool { return len(m) != 4 }) {
			continue
		}
		a, err := puzzle.Begin(p, variants.Open)
		if err != nil {
			t.Fatal(err)
		}
		pos := a.Position()
		for _, m := range pos.Moves() {
			if next := pos.Play(m); m != a.Next() && !next.Outcome().Over() && len(pos.UCI(m)) == 4 && len(next.Moves()) > 3 {
				return a, pos.UCI(m)
			}
		}
	}
	t.Fatal("there is no chess puzzle with mate in 2")
	return nil, ""
}

// A puzzle is solved in the page: a hint, a wrong move with its refutation, then the right
// moves by clicks; the page remembers that it was solved.
func TestBrowserPuzzle(t *testing.T) {
	a, wrong := aPuzzle(t)
	p, moves := newPage(t, 1280, 860), a.Puzzle.Moves
	p.run(chromedp.Navigate(p.url+"/#/puzzles/chess//"+a.Puzzle.ID), chromedp.WaitVisible(`.puzzle .board .sq`))
	p.front()
	const ready = `!document.querySelector('.board').classList.contains('waiting')`
	p.await(ready + ` && document.querySelectorAll('.move').length === 1`)
	p.await(fmt.Sprintf(`document.querySelector('.task').textContent.includes('%s to move. Mate in 2.')`, map[rules.Color]string{rules.White: "White", rules.Black: "Black"}[a.Solver()]))
	p.checkNames()
	p.shot("puzzle")

	p.run(chromedp.Click(`#hint`))
	p.await(`document.querySelector('.feedback.hinted')?.textContent.length > 3`)
	p.run(chromedp.Click(`#hint`))
	p.await(fmt.Sprintf(`document.querySelector('.sq.hint')?.dataset.sq === %q`, moves[1][:2]))

	p.run(chromedp.SendKeys(`#typed`, wrong+kb.Enter))
	p.await(`document.querySelector('.feedback.bad')?.textContent.includes('does not win in 2. The answer is') && document.activeElement.id === 'again'`)
	p.await(`document.querySelectorAll('.board .mark').length === 1`)
	p.shot("play-puzzle")
	p.run(chromedp.Click(`#again`))
	p.await(ready + ` && document.querySelectorAll('.move').length === 1`)

	p.click(moves[1][:2], moves[1][2:])
	p.await(ready + ` && document.querySelectorAll('.move').length === 3 && document.querySelector('.feedback.right').textContent === 'Right. Go on.'`)
	p.click(moves[3][:2], moves[3][2:])
	p.await(`document.querySelector('.feedback.right')?.textContent.startsWith('Solved') && document.activeElement.id === 'next'`)
	p.await(fmt.Sprintf(`JSON.parse(localStorage.puzzles).done[%q] === 0 && document.querySelector('.score').textContent.includes('0 of 1')`, a.Puzzle.ID))
	p.shot("puzzle-solved")

	p.run(chromedp.Click(`#next`))
	p.await(ready + ` && !location.hash.includes('` + a.Puzzle.ID + `')`)
	p.run(chromedp.Click(`#solution`))
	p.await(`document.querySelector('.feedback.right')?.textContent.startsWith('The solution')`)
	p.await(`Object.keys(JSON.parse(localStorage.puzzles).done).length === 2`)

	// A theme and a game are chosen; the next puzzle matches both.
	p.run(chromedp.Evaluate(`(() => { const g = document.querySelector('#puzzlegame'); g.value = 'gun'; g.dispatchEvent(new Event('change')); })()`, nil))
	p.await(ready + ` && location.hash.startsWith('#/puzzles/gun/')`)
	p.run(chromedp.Evaluate(`(() => { const g = document.querySelector('#puzzletheme'); g.value = 'shot'; g.dispatchEvent(new Event('change')); })()`, nil))
	p.await(ready + ` && location.hash.startsWith('#/puzzles/gun/shot/')`)
	id := p.eval(`location.hash.split('/').pop()`)
	if found, ok := puzzle.Embedded().Find(id); !ok || found.Variant != "gun" || !slices.Contains(found.Themes, "shot") {
		t.Errorf("puzzle %s does not have the chosen theme: %v", id, found)
	}
}

// On a phone the board comes first and fits the screen.
func TestBrowserPuzzleOnPhone(t *testing.T) {
	a, _ := aPuzzle(t)
	p := newPage(t, 390, 844)
	p.run(chromedp.Navigate(p.url+"/#/puzzles/chess//"+a.Puzzle.ID), chromedp.WaitVisible(`.puzzle .board .sq`))
	p.await(`!document.querySelector('.board').classList.contains('waiting')`)
	if got := p.eval(`document.documentElement.scrollWidth <= innerWidth && document.querySelector('.board').getBoundingClientRect().bottom < innerHeight`); !strings.HasPrefix(got, "true") {
		t.Error("the board does not fit the screen of a phone")
	}
	p.shot("puzzle-phone")
}
