package serve_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/internal/puzzle"
	"github.com/heterodox-chess/heterodox/internal/serve/assets"
	"github.com/heterodox-chess/heterodox/picture"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// modules returns the modules of the page by name, including those of the
// page that is its own server.
func modules(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, from := range []fs.FS{assets.Files, os.DirFS("../site/files")} {
		names, err := fs.Glob(from, "*.js")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := fs.ReadFile(from, name)
			if err != nil {
				t.Fatal(err)
			}
			all[name] = string(text)
		}
	}
	return all
}

// A literal is a string of a module, or a piece of a template, with its surroundings.
type literal struct {
	file          string
	line          int
	text          string
	before, after string // its surroundings, with single blanks
}

func (l literal) String() string { return fmt.Sprintf("%s:%d: %q", l.file, l.line, l.text) }

// scan finds a comment, a string or a regular expression.
var scan = regexp.MustCompile(`//[^\n]*|/\*(?s:.*?)\*/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|` + "`(?:[^`\\\\]|\\\\.)*`" + `|[(,=:\[!&|?{};]\s*/(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/`)

// hole matches an expression inside a template.
var hole = regexp.MustCompile(`\$\{(?:[^{}]|\{[^{}]*\})*\}`)

func literals(file, source string) (list []literal) {
	for _, at := range scan.FindAllStringIndex(source, -1) {
		text := source[at[0]:at[1]]
		if !strings.ContainsAny(text[:1], "'\"`") {
			continue
		}
		near := func(s string) string { return strings.TrimSpace(strings.Join(strings.Fields(s), " ")) }
		l := literal{file: file, line: 1 + strings.Count(source[:at[0]], "\n"), before: near(source[max(0, at[0]-40):at[0]]), after: near(source[at[1]:min(len(source), at[1]+10)])}
		if text[0] == '`' {
			for _, inner := range hole.FindAllString(text, -1) {
				for _, i := range literals(file, inner) {
					i.line += l.line - 1
					list = append(list, i)
				}
			}
			text = hole.ReplaceAllString(text, "#")
		}
		l.text = strings.NewReplacer(`\'`, `'`, `\\`, `\`).Replace(text[1 : len(text)-1])
		list = append(list, l)
	}
	return list
}

var (
	call     = regexp.MustCompile(`(?:^|[^\w.$])t\($`)
	anyCall  = regexp.MustCompile(`(?:^|[^\w.$'])t\(\s*([^'"])`)
	sentence = regexp.MustCompile(`(?:\pL\pL+|#)[,.;:’”]* +\pL\pL+|\pL\pL+[,.;:’”]* +#`)
	word     = regexp.MustCompile(`^\p{Lu}\p{Ll}{2,}[ .:!?…]*$`)
	shown    = regexp.MustCompile(`(?:'aria-label':|title:|placeholder:|\balt:|textContent =|toast\(|say\()$`)
	searches = regexp.MustCompile(`(?:querySelector(?:All)?|\$|matchMedia|closest|\bh|drawn|import|from|[!=]==|case) ?\(?$`)
	letters  = regexp.MustCompile(`\pL{2}`)
)

// noTexts are literals that look like texts but are not; # stands for a value.
var noTexts = map[string]bool{
	"All": true, "Favourites": true, "Recent": true, "Rule changes": true, "Heterodox": true, "Lichess": true,
	"Arrow": true, "Files": true, "Notification": true, "take over": true, "as moves are written": true, "FEN": true, "gun+capablanca": true, "e4 e5 Nf3": true,
	"[%csl #]": true, "[%cal #]": true, "translate(#px, #px) scale(#)": true, "translate(#px, #px)": true, "shot # #": true, `event: #\ndata: #\n\n`: true,
}

// line matches a line of texts.js.
var line = regexp.MustCompile(`^  "((?:[^"\\]|\\.)*)": \["((?:[^"\\]|\\.)*)", "((?:[^"\\]|\\.)*)"\],$`)

// texts reads texts.js: the translations of each text.
func texts(t *testing.T) map[string][]string {
	t.Helper()
	source := must.Get(t, assets.Files.ReadFile, "texts.js")
	all, inside := map[string][]string{}, false
	for i, text := range strings.Split(string(source), "\n") {
		if text == "export const texts = {" || text == "};" {
			inside = text[0] == 'e'
			continue
		}
		if !inside || text == "" || strings.HasPrefix(text, "  // ") {
			continue
		}
		m := line.FindStringSubmatch(text)
		if m == nil {
			t.Errorf("texts.js:%d is not `  \"text\": [\"German\", \"Spanish\"],`: %s", i+1, text)
			continue
		}
		for j := range m {
			m[j] = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(m[j])
		}
		if all[m[1]] != nil {
			t.Errorf("texts.js:%d: %q already has a line", i+1, m[1])
		}
		all[m[1]] = m[2:]
	}
	return all
}

// known returns names from the program that the page translates: all must have a
// line in texts.js, some may.
func known() (all, some []string) {
	for _, f := range variants.Families() {
		all = append(all, f.Name)
		for _, name := range f.Games {
			r, err := variants.Open(name)
			if err != nil {
				continue // from a test file
			}
			for _, k := range r.Pieces() {
				some = append(some, k.Name)
			}
		}
	}
	for _, theme := range puzzle.Themes {
		all = append(all, theme.Title)
	}
	all = append(all, puzzle.Ideas...)
	for r := rules.Checkmate; r <= rules.CountedOut; r++ {
		all = append(all, r.String())
	}
	for _, style := range []string{"", "shogi", "xiangqi", "janggi", "makruk", "plain"} {
		some = append(some, picture.Sets(style)...)
	}
	some = append(append(some, picture.Themes()...), "duck", "king side", "queen side", "as moves are written", "players")
	return append(all, "Your files", "resignation", "agreement", "time forfeit"), some
}

var tag = regexp.MustCompile(`(?s)<script.*?</script>|<noscript.*?</noscript>|<title>.*?</title>|<[^>]*>`)
var attribute = regexp.MustCompile(`(?:aria-label|title|alt|placeholder)="([^"]+)"`)

// Every text of the page goes through t and has one line with all
// translations, and no line is unused.
func TestTexts(t *testing.T) {
	lines, used := texts(t), map[string]bool{}
	use := func(text, where string) {
		used[text] = true
		if lines[text] == nil {
			t.Errorf("%s: texts.js has no line for %q", where, text)
		}
	}
	for name, source := range modules(t) {
		if name == "texts.js" || name == "language.js" || name == "files.js" || name == "worker.js" || name == "offline.js" {
			continue
		}
		for _, m := range anyCall.FindAllStringSubmatch(source, -1) {
			t.Errorf("%s: t is called with %q instead of a literal text", name, m[1])
		}
		for _, l := range literals(name, source) {
			switch {
			case call.MatchString(l.before):
				use(l.text, l.String())
				if l.after == "" || !strings.ContainsAny(l.after[:1], ",)") {
					t.Errorf("%s: the first argument of t is more than a literal text", l)
				}
			case searches.MatchString(l.before) || noTexts[l.text]:
			case sentence.MatchString(l.text) || word.MatchString(l.text) || shown.MatchString(l.before) && letters.MatchString(l.text):
				t.Errorf("%s is not passed through t", l)
			}
		}
	}
	page := must.Get(t, assets.Files.ReadFile, "index.html")
	for _, m := range attribute.FindAllStringSubmatch(string(page), -1) {
		use(m[1], "index.html")
	}
	for _, text := range strings.Split(tag.ReplaceAllString(string(page), "\x00"), "\x00") {
		if text = strings.TrimSpace(text); letters.MatchString(text) && !noTexts[text] && text != "EN" {
			use(text, "index.html")
		}
	}
	all, some := known()
	for _, name := range all {
		use(name, "the program")
	}
	for _, name := range some {
		used[name] = true
	}
	for _, text := range slices.Sorted(maps.Keys(lines)) {
		if !used[text] {
			t.Errorf("texts.js: %q is not used", text)
		}
	}
}

// slot matches a placeholder for a value in a text.
var slot = regexp.MustCompile(`\{(\d)(?:([|?])([^{}]*))?\}`)

// A translation has a placeholder for every value of the text, two forms of each counted word,
// and nothing that t does not understand.
func TestTranslations(t *testing.T) {
	values := func(text string) (list []string) {
		for _, m := range slot.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(list, m[1]) {
				list = append(list, m[1])
			}
			if m[2] != "" && strings.Count(m[3], "|") != 1 {
				t.Errorf("%q: %s does not have two forms", text, m[0])
			}
		}
		if strings.ContainsAny(slot.ReplaceAllString(text, ""), "{}|") {
			t.Errorf("%q has a stray brace or bar", text)
		}
		slices.Sort(list)
		return list
	}
	ending := regexp.MustCompile(`[.…:?]$`)
	for text, line := range texts(t) {
		want := values(text)
		for _, translated := range line {
			if got := values(translated); strings.TrimSpace(translated) == "" || !slices.Equal(got, want) {
				t.Errorf("%q has placeholders %v, but its translation %q has %v", text, want, translated, got)
			}
			if ending.FindString(text) != ending.FindString(translated) {
				t.Errorf("%q and %q end with different punctuation", translated, text)
			}
		}
	}
}

// english finds texts that the page shows in English although there is a translation. Names of
// games and the values of keys in a file stay in English.
const english = `(async () => {
	const from = document.querySelector('script[type=module]').src;
	const { texts } = await import(from.replace('app.js', 'texts.js')), { language } = await import(from.replace('app.js', 'language.js'));
	const { parts, games, families } = await (await import(from.replace('app.js', 'transport.js'))).get('/api/catalogue');
	const names = new Set([...parts.map(p => p.name), ...games.map(g => g.name), ...families.flatMap(f => f.games)]);
	const column = ['de', 'es'].indexOf(language), found = [];
	const look = text => { text = text.trim(); if (Object.hasOwn(texts, text) && !names.has(text) && !Object.values(texts).some(line => line[column] === text)) found.push(text); };
	for (const e of document.querySelectorAll('body *:not(.bench option)')) {
		for (const name of ['aria-label', 'title', 'alt', 'placeholder']) look(e.getAttribute(name) || '');
		for (const node of e.childNodes) if (node.nodeType === Node.TEXT_NODE) look(node.data);
	}
	return found.join('; ');
})()`

// The page is shown in the chosen language everywhere.
func TestBrowserLanguages(t *testing.T) {
	p := newPage(t, 1280, 860)
	for _, l := range []struct{ code, play, moves string }{{"de", "Spielen", "2 Züge"}, {"es", "Jugar", "2 jugadas"}} {
		p.run(chromedp.Navigate(p.url+"/#/"), chromedp.WaitVisible(`#begin`), chromedp.Click(`#language`), chromedp.WaitVisible(`dialog button[lang=`+l.code+`]`))
		p.shot("language-" + l.code)
		p.run(chromedp.Click(`dialog button[lang=` + l.code + `]`))
		p.run(chromedp.WaitVisible(`html[lang=` + l.code + `] label.part`))
		p.await(fmt.Sprintf(`document.querySelector('#begin').textContent === %q`, l.play))
		look := func(page string) {
			t.Helper()
			if found := p.eval(`await ` + english); found != "" {
				t.Errorf("page %s in %s shows English texts: %s", page, l.code, found)
			}
			p.shot(page + "-" + l.code)
		}
		look("lobby")
		p.run(chromedp.Click(`#language`), chromedp.WaitVisible(`dialog`))
		look("languages")
		p.run(chromedp.Click(`dialog .cancel`))
		for _, page := range []string{"saved", "games", "edit", "cube", "puzzles", "invent"} {
			p.run(chromedp.Navigate(p.url+"/#/"+page), chromedp.WaitVisible(`:is(#view h1, #view .bench)`))
			look(page)
		}
		p.begin("marseillais", "")
		p.click("e2", "e4")
		p.await(fmt.Sprintf(`document.querySelector('.status').textContent.includes(%q)`, l.moves))
		look("game")
		p.fetch(`{variant: 'chess', analysis: true, moves: ['f2f3', 'e7e5', 'g2g4', 'd8h4']}`)
		p.run(chromedp.WaitVisible(`.study`))
		look("analysis")
		p.run(chromedp.KeyEvent("?"), chromedp.WaitVisible(`dialog .keys`))
		look("keys")
	}
}

// Without a choice the page uses the browser's language, or English if it has no translation.
func TestBrowserOwnLanguage(t *testing.T) {
	p := newPage(t, 390, 780)
	for _, l := range []struct{ accept, want string }{{"es-MX,en", "es"}, {"fr,de", "de"}, {"fr", "en"}} {
		p.run(emulation.SetUserAgentOverride("Heterodox").WithAcceptLanguage(l.accept), chromedp.Reload(), chromedp.WaitVisible(`html[lang=`+l.want+`] #begin`))
	}
}
