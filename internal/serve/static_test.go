package serve_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/heterodox-chess/heterodox/internal/site"
)

// The scenes of this file are about the features of the page that is its own server.

var program = sync.OnceValues(func() (*site.Program, error) { return site.Build(context.Background(), "../..") })

// writeSite writes the page into a folder; mark makes it a different version.
func writeSite(t *testing.T, dir, mark string) {
	t.Helper()
	p, err := program()
	if err != nil {
		t.Fatal(err)
	}
	marked := *p
	marked.Runtime = append([]byte("//"+mark+"\n"), p.Runtime...)
	files, err := site.Files(&marked)
	if err == nil {
		err = site.Write(dir, files)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// newStatic opens the page that is its own server in a new browser tab. Without
// HETERODOX_SITE it is built first.
func newStatic(t *testing.T, width, height int) (p *page, server *httptest.Server, dir string) {
	t.Helper()
	needsBrowser(t)
	dir = t.TempDir()
	writeSite(t, dir, "first")
	server = static(t, dir)
	return openPage(t, server.URL, width, height), server, dir
}

// offlineReady waits until the page is stored for use without a network.
func (p *page) offlineReady() {
	p.t.Helper()
	p.run(chromedp.Evaluate(`navigator.serviceWorker.ready.then(() => new Promise(done => {
		const look = () => navigator.serviceWorker.controller ? done() : setTimeout(look, 50); look(); }))`, nil, awaitPromise))
}

// The engine answers; a game survives closing the page in the middle of it, and continues
// without a connection. The page says which parts of the engine are missing then.
func TestStaticGame(t *testing.T) {
	p, server, _ := newStatic(t, 1280, 860)
	p.run(chromedp.Evaluate(`(async () => {
		const { post } = await import(document.querySelector('script[type=module]').src.replace('app.js', 'transport.js'));
		const g = await post('/api/games', {variant: 'chess', players: [{}, {level: 1}]}); location.hash = '#/g/' + g.id + '/' + g.token;
	})()`, nil, awaitPromise), chromedp.WaitVisible(`.game .board .sq`))
	p.click("e2", "e4")
	p.await(`document.querySelectorAll('.move').length === 2`)
	if text := p.eval(`await (async () => {
		const { send } = await import(document.querySelector('script[type=module]').src.replace('app.js', 'local.js'));
		const [, , id, token] = location.hash.split('/'), leaving = new AbortController();
		const asked = send('/api/games/' + id + '/stream', { headers: { 'Heterodox-Seat': token }, signal: leaving.signal });
		leaving.abort();
		return asked.then(() => 'answered', error => error.name);
	})()`); text != "AbortError" {
		t.Errorf("a request that was given up while the program was awaited: %s", text)
	}
	p.offlineReady()
	before := p.text()
	server.CloseClientConnections()
	server.Close()
	p.run(chromedp.Reload(), chromedp.WaitVisible(`.game .board .sq`))
	p.await(`document.querySelectorAll('.move').length === 2`)
	if after := p.text(); after != before {
		t.Errorf("the game changed from\n%s\nto\n%s", before, after)
	}
	p.run(chromedp.SendKeys(`#typed`, "d4\r"))
	p.await(`document.querySelectorAll('.move').length === 4`)
	p.run(chromedp.Navigate(p.url+"/#/saved"), chromedp.WaitVisible(`.rows li`))
	p.await(`document.querySelector('main').textContent.includes('kept by this browser')`)
	for _, variant := range []string{"capablanca", "capablanca", "atomic", "atomic"} {
		p.withoutNetwork(variant)
	}
}

// withoutNetwork plays a game against an engine whose neural network cannot be fetched: the
// page says so once in each game.
func (p *page) withoutNetwork(variant string) {
	p.t.Helper()
	p.run(chromedp.Navigate(p.url+"/#/"), chromedp.WaitVisible(`#begin`))
	p.fetch(fmt.Sprintf(`{variant: %q, players: [{}, {level: 1}]}`, variant))
	p.run(chromedp.WaitVisible(`.game .board .sq`))
	for i, move := range []string{"h3", "a3"} {
		p.await(`document.querySelector('#typed').value === ''`) // after the previous move
		p.run(chromedp.Evaluate(`document.querySelector('#toast').textContent = ''`, nil), chromedp.SendKeys(`#typed`, move+"\r"))
		p.await(fmt.Sprintf(`document.querySelectorAll('.move').length === %d`, 2*i+2))
		p.await(fmt.Sprintf(`document.querySelector('#toast').textContent.includes('cannot be fetched') === %t`, i == 0))
	}
}

// deepStatic skips scenes that build a second version of the page, or wait for a slow network:
// half a minute each. TestStaticGame is always played.
func deepStatic(t *testing.T) {
	if os.Getenv("HETERODOX_DEEP") == "" {
		t.Skip("set HETERODOX_DEEP=1 to run it")
	}
}

// A new version waits until no game is open, and takes over when told to; the game continues in it.
func TestStaticUpdate(t *testing.T) {
	deepStatic(t)
	p, _, dir := newStatic(t, 1280, 860)
	p.offlineReady()
	p.begin("chess", "")
	p.click("e2", "e4")
	p.awaitMoves("e4")
	hash := p.eval(`location.hash`)
	version := func() string { return p.eval(`document.querySelector('script[type=module]').src`) }
	first := version()
	writeSite(t, dir, "second")
	p.run(chromedp.Evaluate(`navigator.serviceWorker.getRegistration().then(r => r.update())`, nil, awaitPromise))
	p.run(chromedp.Evaluate(`navigator.serviceWorker.getRegistration().then(r => new Promise(done => {
		const look = () => r.waiting ? done() : setTimeout(look, 50); look(); }))`, nil, awaitPromise))
	if p.eval(`document.querySelector('#update').hidden`) != "true" {
		t.Error("an update is offered during a game")
	}
	p.run(chromedp.Reload(), chromedp.WaitVisible(`.game .board .sq`))
	p.awaitMoves("e4")
	if version() != first {
		t.Error("the version changes during a game")
	}
	p.run(chromedp.Evaluate(`location.hash = '#/'`, nil), chromedp.WaitVisible(`#update button`), chromedp.Click(`#update button`))
	for end := time.Now().Add(pollTimeout); ; time.Sleep(50 * time.Millisecond) { // the page is reloaded
		var done bool
		chromedp.Run(p.ctx, chromedp.Evaluate(fmt.Sprintf(`document.querySelector('script[type=module]').src !== %q && !!document.querySelector('#begin')`, first), &done))
		if done {
			break
		}
		if time.Now().After(end) {
			p.fatal("the new version does not take over")
		}
	}
	p.run(chromedp.Evaluate(fmt.Sprintf(`location.hash = %q`, hash), nil), chromedp.WaitVisible(`.game .board .sq`))
	p.awaitMoves("e4")
	if caches := p.eval(`await caches.keys().then(k => k.length)`); caches != "1" {
		t.Errorf("the browser keeps %s versions, want 1", caches)
	}
}

// A page that is killed in the middle of a game has saved everything it has shown.
func TestStaticKilled(t *testing.T) {
	deepStatic(t)
	p, server, _ := newStatic(t, 390, 780)
	p.begin("crazyhouse", "")
	for i, m := range []string{"e4", "d5", "exd5", "Qxd5", "Nc3"} {
		p.run(chromedp.SendKeys(`#typed`, m+"\r"))
		p.await(fmt.Sprintf(`document.querySelectorAll('.move').length === %d`, i+1))
	}
	hash := p.eval(`location.hash`)
	chromedp.Run(p.ctx, chromedp.Navigate("chrome://crash")) // this gets no answer
	again := openPage(t, server.URL, 390, 780)
	again.run(chromedp.Navigate(server.URL + "/" + hash))
	again.run(chromedp.WaitVisible(`.game .board .sq`))
	again.awaitMoves("e4 d5 exd5 Qxd5 Nc3")
}

// The engine stops in the middle of a search, and the page stays responsive. The times are logged.
func TestStaticStops(t *testing.T) {
	deepStatic(t)
	p, _, _ := newStatic(t, 1280, 860)
	p.begin("chess", "")
	text := p.eval(`await (async () => {
		const { post, listen } = await import(document.querySelector('script[type=module]').src.replace('app.js', 'transport.js'));
		const [, , id, token] = location.hash.split('/'), base = '/api/games/' + id;
		let lines = 0, analysing = true, stopped = false;
		const closing = new AbortController();
		listen(base + '/stream', token, closing.signal, (name, data) => { if (name === 'search') { lines = (data.lines || []).length; analysing = data.analysing; } }).catch(() => {});
		await post(base + '/analyse', { n: 0, lines: 2 }, token);
		while (!lines) await new Promise(done => setTimeout(done, 20));
		let worst = 0, last = performance.now();
		const frame = () => { const now = performance.now(); worst = Math.max(worst, now - last); last = now; if (!stopped) requestAnimationFrame(frame); };
		requestAnimationFrame(frame);
		await new Promise(done => setTimeout(done, 2000));
		const asked = performance.now();
		await post(base + '/analyse', { n: 0, lines: 0 }, token);
		const answered = performance.now() - asked;
		stopped = true;
		while (analysing) await new Promise(done => setTimeout(done, 20));
		closing.abort();
		return 'answered in ' + Math.round(answered) + ' ms; longest frame ' + Math.round(worst) + ' ms';
	})()`)
	t.Log(text) // both are slow on a busy machine
	p.run(chromedp.SendKeys(`#typed`, "e4\r"))
	p.awaitMoves("e4")
}

// Links from anybody may be refused with a reason, and their content never becomes markup.
func TestStaticLinks(t *testing.T) {
	deepStatic(t)
	p, _, _ := newStatic(t, 1280, 860)
	p.begin("chess", "")
	p.click("e2", "e4")
	p.awaitMoves("e4")
	p.run(chromedp.Evaluate(`(async () => {
		const { post } = await import(document.querySelector('script[type=module]').src.replace('app.js', 'transport.js'));
		const [, , id, token] = location.hash.split('/');
		await post('/api/games/' + id + '/note', { n: 1, text: '<img src=x onerror="document.title=\'taken\'">' }, token);
	})()`, nil, awaitPromise))
	link := p.eval(`await (async () => {
		const { get } = await import(document.querySelector('script[type=module]').src.replace('app.js', 'transport.js'));
		const [, , id, token] = location.hash.split('/');
		return (await get('/api/games/' + id + '/link', token)).link;
	})()`)
	p.run(chromedp.Navigate(p.url+"/#/link/"+link), chromedp.WaitVisible(`.game .board .sq`))
	p.await(`document.querySelector('.comment').textContent.includes('<img src=x')`)
	p.unharmed()
	for _, bad := range []string{link[:len(link)-4], "2" + link[1:], "1", strings.Repeat("1", 9000)} {
		p.run(chromedp.Navigate(p.url+"/#/"), chromedp.WaitVisible(`#begin`), chromedp.Navigate(p.url+"/#/link/"+bad))
		p.await(`/link/.test(document.querySelector('#toast').textContent)`)
	}
}

// The list of the site names all files in its folder, and a folder with other files is refused.
func TestSiteFolder(t *testing.T) {
	files, err := site.Files(&site.Program{Code: []byte("code"), Runtime: []byte("runtime"), Files: map[string][]byte{"/networks/engine/a.net": []byte("net")}})
	if err != nil {
		t.Fatal(err)
	}
	list := string(files["offline.js"])
	for name, content := range files {
		sum := sha256.Sum256(content)
		if known := fmt.Sprintf("%q:%q", name, "sha256-"+base64.StdEncoding.EncodeToString(sum[:])); strings.Contains(list, known) != (name != "offline.js") {
			t.Errorf("offline.js does not list %s as it should", name)
		}
	}
	if page := string(files["index.html"]); !strings.Contains(page, "wasm-unsafe-eval") || strings.Contains(page, `"assets/`) {
		t.Errorf("unexpected page:\n%s", page)
	}
	dir := t.TempDir()
	for range 2 {
		if err := site.Write(dir, files); err != nil {
			t.Fatal(err)
		}
	}
	other := t.TempDir()
	os.WriteFile(filepath.Join(other, "thesis.txt"), []byte("mine"), 0o600)
	if err := site.Write(other, files); err == nil || !strings.Contains(err.Error(), "thesis.txt") {
		t.Errorf("writing to a folder with other files: got %v", err)
	}
}

// The page comes over a slow connection, to a browser slowed down four times, except for its
// workers. The time until the first move is logged.
func TestStaticFirstMove(t *testing.T) {
	deepStatic(t)
	p, _, dir := newStatic(t, 390, 780)
	for _, megabits := range []float64{9, 1.6} {
		fresh := static(t, dir) // another origin, for which nothing is stored
		p.run(chromedp.Navigate("about:blank"), network.Enable(),
			chromedp.ActionFunc(func(ctx context.Context) error {
				slow := map[string]any{"offline": false, "latency": 150, "downloadThroughput": megabits * 1e6 / 8, "uploadThroughput": megabits * 1e6 / 8}
				return cdp.Execute(ctx, "Network.emulateNetworkConditions", slow, nil)
			}),
			emulation.SetCPUThrottlingRate(4))
		began := time.Now()
		p.run(chromedp.Navigate(fresh.URL), chromedp.WaitVisible(`#begin`))
		ready := time.Since(began)
		p.begin("chess", "")
		p.click("e2", "e4")
		p.awaitMoves("e4")
		t.Logf("%.1f Mbit/s: page after %.1f s, first move after %.1f s", megabits, ready.Seconds(), time.Since(began).Seconds())
	}
}
