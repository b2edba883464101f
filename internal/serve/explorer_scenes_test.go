package serve_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// shownMoves is what the explorer shows, move by move.
const shownMoves = `[...document.querySelectorAll('.tried tr')].map(r => r.querySelector('.try').textContent + ' ' + r.querySelector('.often').textContent + ' ' + r.querySelector('.results').getAttribute('aria-label').replace(/^.*: /, '')).join(' | ')`

// The explorer of an analysis shows what was played in the saved games, follows the position,
// plays a move that is clicked, and lists the games.
func TestServerExplorer(t *testing.T) {
	p := newPage(t, 1280, 860)
	saveGames(t, p.dir, append(slices.Clone(explored[:4]), "[White \"Dee\"]\n[Black \"Eve\"]\n\n1. e4 e5 2. Bc4 0-1")...)
	p.fetch(`{variant: 'chess', players: [{}, {}], analysis: true}`)
	p.run(chromedp.WaitVisible(`.game .board .sq`))
	p.await(`document.querySelector('.explorer').hidden`)
	p.run(chromedp.Click(`[aria-label^="Explorer:"]`))
	p.await(shownMoves + ` === 'e4 3 White won 33 %, drawn 33 %, Black won 33 % | Nf3 1 White won 0 %, drawn 0 %, Black won 100 %'`)
	p.checkNames()
	p.run(chromedp.Click(`.tried .try`))
	p.awaitMoves("e4")
	p.await(shownMoves + `.startsWith('e5 2 White won 50 %, drawn 0 %, Black won 50 % | c5 1 ')`)
	p.shot("play-explorer")
	p.run(chromedp.Focus(`.tried .try`), chromedp.KeyEvent(kb.Enter)) // the focus stays among the moves
	p.awaitMoves("e4 e5")
	p.await(shownMoves + `.startsWith('Nf3 ') && document.activeElement === document.querySelector('.tried .try')`)
	p.await(`document.querySelector('.explorer p').textContent.startsWith('2 games with this position')`)
	p.run(chromedp.Click(`.explorer p button`), chromedp.WaitVisible(`.rows li`))
	p.await(`[...document.querySelectorAll('.row-main b')].map(e => e.textContent).join('|') === 'Ada – Bo|Dee – Eve'`)
	p.await(`document.querySelector('.filter').open && document.querySelector('.filter .chip').textContent.includes('position')`)
	p.shot("saved-position")
	p.run(chromedp.Click(`.filter .chip`))
	p.await(`document.querySelectorAll('.rows li').length === 6`)            // the analysis is saved, too
	p.run(chromedp.NavigateBack(), chromedp.WaitVisible(`.game .board .sq`)) // it stays on
	p.await(shownMoves + `.startsWith('Nf3 1 White won 100 %')`)
	p.run(chromedp.SendKeys(`#typed`, "a3"+kb.Enter))
	p.await(`document.querySelector('.explorer p').textContent.trim() === 'No game has this position.' && document.querySelectorAll('.tried tr').length === 0`)
	p.run(chromedp.Click(`[aria-label^="Explorer:"]`))
	p.await(`document.querySelector('.explorer').hidden`)
}

// Saved games are found by field.
func TestServerFilter(t *testing.T) {
	p := newPage(t, 1280, 860)
	saveGames(t, p.dir, explored[:4]...)
	p.run(chromedp.Navigate(p.url+"/#/saved"), chromedp.WaitVisible(`.rows li`), chromedp.Click(`.filter summary`))
	names := func(want string) {
		t.Helper()
		p.await(fmt.Sprintf(`[...document.querySelectorAll('.row-main b')].map(e => e.textContent).join('|') === %q`, want))
	}
	type entry struct{ field, text, want string }
	for _, e := range []entry{
		{"player", "ada", "Ada – Bo|Cy – Ada"}, {"opening", "1. e4! c5", "Cy – Ada"}, {"player", "", "Cy – Ada"}, {"opening", "", "Ada – Bo|Bo – Cy|Cy – Ada|Analysis"},
		{"variant", "Gun", "Analysis"}, {"variant", "", "Ada – Bo|Bo – Cy|Cy – Ada|Analysis"}, {"event", "lea", "Bo – Cy"},
	} {
		box := `.filter [data-field="` + e.field + `"]`
		p.run(chromedp.Evaluate(fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.value = %q; e.dispatchEvent(new Event('input')); })()`, box, e.text), nil))
		names(e.want)
	}
	p.run(chromedp.Evaluate(`[...document.querySelectorAll('.filter button')].find(b => b.textContent === 'Clear').click()`, nil))
	p.run(chromedp.Evaluate(`(() => { const e = document.querySelector('.filter select'); e.value = '1/2-1/2'; e.dispatchEvent(new Event('change')); })()`, nil))
	names("Cy – Ada")
	p.await(`document.querySelector('.filter summary').textContent === 'Search by field (1)'`)
	p.checkNames()
	p.shot("saved-filter")
}

// The games of a file are explored, found by field and position, and tagged.
func TestBrowserExploreFile(t *testing.T) {
	p := newPage(t, 1280, 860)
	text := strings.Join(append(slices.Clone(explored[:4]), "[White \"Dee\"]\n[Date \"2024.01.05\"]\n\n1. e4 e5 2. Bc4 0-1"), "\n\n")
	p.run(chromedp.Evaluate(fmt.Sprintf(`(() => { const data = new DataTransfer(); data.items.add(new File([%q], 'cup.pgn'));
		for (const type of ['dragover', 'drop']) document.querySelector('main').dispatchEvent(new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true})); })()`, text), nil))
	p.await(`document.querySelectorAll('.rows li').length === 5`)
	p.run(chromedp.Click(`.row-tools button[aria-label="Tags of Ada – Bo"]`), chromedp.SendKeys(`.tagging input`, "sharp, <b>x</b>"+kb.Enter))
	p.await(`[...document.querySelectorAll('.tag')].map(e => e.textContent).join('|') === 'sharp|<b>x</b>'`)
	p.run(chromedp.SendKeys(`#find`, "sharp"))
	p.await(`document.querySelectorAll('.rows li').length === 1`)
	p.run(chromedp.Evaluate(`(() => { const e = document.querySelector('#find'); e.value = ''; e.dispatchEvent(new Event('input')); })()`, nil), chromedp.Click(`.filter summary`))
	for _, e := range []struct {
		field, text string
		want        int
	}{{"player", "ADA", 2}, {"opening", "1.e4 e5", 1}, {"player", "", 3}, {"opening", "", 5}, {"variant", "Gun", 1}, {"variant", "", 5}, {"tag", "Sharp", 1}, {"tag", "", 5}, {"event", "cup", 1}, {"event", "", 5}, {"after", "2025-01-01", 2}, {"before", "2025-12-31", 1}, {"after", "", 2}} {
		box := `.filter [data-field="` + e.field + `"]`
		p.run(chromedp.Evaluate(fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.value = %q; e.dispatchEvent(new Event('input')); })()`, box, e.text), nil))
		p.await(fmt.Sprintf(`document.querySelectorAll('.rows li').length === %d`, e.want))
	}
	p.shot("library-filter")
	p.fetch(`{variant: 'chess', players: [{}, {}], analysis: true, moves: ['e2e4']}`)
	p.run(chromedp.WaitVisible(`.game .board .sq`), chromedp.Click(`[aria-label^="Explorer:"]`))
	p.run(chromedp.Evaluate(`(() => { const e = document.querySelector('.explorer select'); e.value = 'file'; e.dispatchEvent(new Event('change')); })()`, nil))
	p.await(shownMoves + `.startsWith('e5 2 White won 50 %, drawn 0 %, Black won 50 % | c5 1 ') || ` + shownMoves + `.startsWith('c5 1')`)
	p.run(chromedp.Click(`.explorer p button`))
	p.await(`document.querySelector('.listed h1').textContent === 'cup.pgn' && document.querySelectorAll('.rows li').length === 3`)
	p.run(chromedp.Navigate(p.url+"/#/"), chromedp.Reload(), chromedp.WaitVisible(`#begin`))
	p.await(`JSON.stringify(localStorage.getItem('tags')).includes('sharp')`) // stored in this browser for the next time
	p.unharmed()
}
