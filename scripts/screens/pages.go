package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	cdruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// A form is a kind of screen.
type form struct {
	name          string
	width, height int64
	phone, dark   bool
}

var forms = []form{
	{"desktop", 1280, 860, false, false},
	{"dark", 1280, 860, false, true},
	{"phone", 390, 844, true, false},
	{"sideways", 844, 390, true, false},
}

// A page is a page of the program with something on it. show opens it; ready is true once it is
// there.
type page struct {
	name  string
	show  string // JavaScript, awaited
	ready string
}

const (
	italian = `["e4","e5","Nf3","Nc6","Bc4","Bc5","c3","Nf6","d3","d6","O-O","O-O"]`
	variety = "[White \"Ada\"]\n[Black \"Bo\"]\n\n1. e4 e5 (1... c5 2. Nf3 d6 {the Sicilian}) 2. Nf3 Nc6 3. Bb5! a6 (3... Nf6 4. O-O) 4. Ba4 Nf6 *\n"
)

var pages = []page{
	{"lobby", `go('#/'); for (const part of ['gun', 'blackhole']) { await until(() => document.querySelector('#part-' + part)); document.querySelector('#part-' + part).click() }`,
		`document.querySelectorAll('.rules .card li').length > 3`},
	{"lobby-games", `go('#/'); await until(() => document.querySelector('.families button')); [...document.querySelectorAll('.families button')].find(b => b.textContent === 'Large boards').click()`, `document.querySelectorAll('button.card img').length > 10`},
	{"game", `await enter({variant: 'chess', moves: ` + italian + `, players: [{}, {level: 5}]})`, `document.querySelectorAll('.game .move').length === 12`},
	{"analysis", `await enter({text: ` + quoted(variety) + `})`, `document.querySelector('.variation')`},
	{"xiangqi", `await enter({variant: 'xiangqi', moves: ["h3e3","h10g8"], players: [{}, {}]}); await until(() => document.querySelector('.game details.moving')); for (const d of document.querySelectorAll('.game details.moving, .game details.look')) d.open = true; document.querySelector('details.card').open = false`,
		`[...document.querySelectorAll('.game .diagrams img')].length > 6 && [...document.querySelectorAll('.game .diagrams img, .ground, .piece')].every(i => i.naturalWidth)`},
	{"shogi", `localStorage.setItem('look', '{"of-shogi": {"names": "players"}}'); await enter({variant: 'shogi', moves: ["c3c4","g7g6","b2h8+"], players: [{}, {}]})`, `[...document.querySelectorAll('.ground, .piece')].length > 39 && document.querySelector('.ground').naturalWidth`},
	{"editor", `go('#/edit/crazyhouse')`, `document.querySelector('.editor .piece')`},
	{"saved", `for (const b of [{variant: 'gun+blackhole'}, {variant: 'shogi'}, {variant: 'cube4'}, {variant: 'chess', players: [{name: 'Ada'}, {level: 8}]}]) await play(b); go('#/saved')`, `document.querySelectorAll('.rows li').length > 3`},
	{"cube", `go('#/cube/4')`, `document.querySelectorAll('.cubepage .piece').length > 0`},
	{"pgn", `await (await import('/assets/open.js')).openFile(new File([` + quoted(club(300)) + `], 'Club championship.pgn'))`, `document.querySelectorAll('.rows li').length === 50`},
}

// helpers are the functions that show uses.
const helpers = `
	const until = async test => { for (let i = 0; i < 200 && !test(); i++) await new Promise(done => setTimeout(done, 50)); };
	const go = hash => { location.hash = hash; };
	const post = async (path, body, seat) => (await fetch(path, {method: 'POST', headers: {'Content-Type': 'application/json', 'Heterodox-Key': localStorage.getItem('key'), 'Heterodox-Seat': seat || ''}, body: JSON.stringify(body)})).json();
	const enter = async body => { const g = await post('/api/games', body); if (!g.id) throw new Error(JSON.stringify(g)); go('#/g/' + g.id + '/' + g.token); };
	const play = async body => {
		const g = await post('/api/games', {players: [{}, {}], ...body});
		const at = JSON.parse(/data: (.*)/.exec((await (async () => { const r = (await fetch('/api/games/' + g.id + '/stream', {headers: {'Heterodox-Seat': g.token}})).body.getReader(); let t = ''; while (!/event: game\ndata: .*\n/.test(t)) t += new TextDecoder().decode((await r.read()).value); r.cancel(); return t.slice(t.indexOf('event: game')); })()))[1]);
		let branch = at.position.legal; const steps = [];
		while (branch !== 1) { const key = Object.keys(branch)[0]; steps.push(key); branch = branch[key]; }
		await post('/api/games/' + g.id + '/move', {revision: at.revision, steps}, g.token);
	};`

// quoted writes a text as a JavaScript string.
func quoted(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err) // a text can be written
	}
	return string(b)
}

// club is a file of n games.
func club(n int) string {
	var b strings.Builder
	players := []string{"Ada Moreau", "Bo Lindqvist", "Chidi Okafor", "Dana Petrova", "Emil Haddad", "Fumiko Arai"}
	for i := range n {
		fmt.Fprintf(&b, "[Event \"Club championship\"]\n[Date \"2026.%02d.%02d\"]\n[White %q]\n[Black %q]\n[Result %q]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 %[5]s\n\n",
			i%12+1, i%28+1, players[i%6], players[(i*5+1)%6], []string{"1-0", "0-1", "1/2-1/2"}[i%3])
	}
	return b.String()
}

// take takes a picture of a page in a form.
func take(ctx context.Context, url string, p page, f form) (png []byte, err error) {
	ctx, cancel := chromedp.NewContext(ctx)
	defer cancel()
	ctx, cancel = context.WithTimeout(ctx, time.Minute)
	defer cancel()
	options := []chromedp.EmulateViewportOption{}
	if f.phone {
		options = append(options, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulateScale(2))
	}
	theme := "light"
	if f.dark {
		theme = "dark"
	}
	awaited := func(e *cdruntime.EvaluateParams) *cdruntime.EvaluateParams { return e.WithAwaitPromise(true) }
	err = chromedp.Run(ctx, chromedp.EmulateViewport(f.width, f.height, options...), chromedp.Navigate(url), chromedp.WaitVisible(`#begin`),
		chromedp.Evaluate(`localStorage.clear(); localStorage.setItem('key', `+quoted(key)+`); localStorage.setItem('theme', `+quoted(theme)+`)`, nil),
		chromedp.Reload(), chromedp.WaitVisible(`#begin`),
		chromedp.Evaluate(`(async () => {`+helpers+p.show+`})()`, nil, awaited),
		chromedp.Poll(`(() => { try { return !!(`+p.ready+`); } catch { return false; } })()`, nil, chromedp.WithPollingTimeout(20*time.Second)),
		chromedp.Evaluate(`Promise.all([...document.images].filter(i => i.loading !== 'lazy').map(i => i.decode().catch(() => {}))).then(() => new Promise(done => setTimeout(done, 400)))`, nil, awaited),
		chromedp.CaptureScreenshot(&png))
	if err != nil { // what is shown instead may explain why
		chromedp.Run(ctx, chromedp.CaptureScreenshot(&png))
	}
	return png, err
}
