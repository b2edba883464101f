package chess_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/exp/ebnf"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/perft"
	"github.com/heterodox-chess/heterodox/variants"
)

// docs/notation.ebnf is what other programs may rely on. These tests compare it
// with the code, in both directions.

// notation reads and verifies the grammar.
func notation(t testing.TB) grammar {
	t.Helper()
	const name = "../docs/notation.ebnf"
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	g, err := ebnf.Parse(name, file)
	if err != nil {
		t.Fatal(err)
	}
	if err := ebnf.Verify(g, "text"); err != nil {
		t.Fatal(err)
	}
	return grammar(g)
}

type grammar ebnf.Grammar

// derives reports whether a text derives from a production.
func (g grammar) derives(production, text string) bool {
	return g.ends(g[production].Expr, text, set{0: true})[len(text)]
}

// A set holds offsets in a text.
type set map[int]bool

// ends returns where an expression can end that begins at one of the offsets.
func (g grammar) ends(expr ebnf.Expression, text string, begins set) set {
	found := set{}
	switch x := expr.(type) {
	case ebnf.Alternative:
		for _, e := range x {
			found.add(g.ends(e, text, begins))
		}
	case ebnf.Sequence:
		found.add(begins)
		for _, e := range x {
			found = g.ends(e, text, found)
		}
	case *ebnf.Name:
		return g.ends(g[x.String].Expr, text, begins)
	case *ebnf.Token:
		for i := range begins {
			if strings.HasPrefix(text[i:], x.String) {
				found[i+len(x.String)] = true
			}
		}
	case *ebnf.Range:
		for i := range begins {
			if i < len(text) && text[i:i+1] >= x.Begin.String && text[i:i+1] <= x.End.String {
				found[i+1] = true
			}
		}
	case *ebnf.Group:
		return g.ends(x.Body, text, begins)
	case *ebnf.Option:
		found.add(begins)
		found.add(g.ends(x.Body, text, begins))
	case *ebnf.Repetition:
		for more := begins; len(more) > 0; {
			more = found.add(more)
			more = g.ends(x.Body, text, more)
		}
	}
	return found
}

// add puts the members of b into a and returns those that are new.
func (a set) add(b set) set {
	added := set{}
	for i := range b {
		if !a[i] {
			a[i], added[i] = true, true
		}
	}
	return added
}

// sentence returns a random text that derives from an expression.
func (g grammar) sentence(random *rand.Rand, expr ebnf.Expression) string {
	switch x := expr.(type) {
	case ebnf.Alternative:
		return g.sentence(random, x[random.IntN(len(x))])
	case ebnf.Sequence:
		var all strings.Builder
		for _, e := range x {
			all.WriteString(g.sentence(random, e))
		}
		return all.String()
	case *ebnf.Name:
		return g.sentence(random, g[x.String].Expr)
	case *ebnf.Token:
		return x.String
	case *ebnf.Range:
		first, _ := utf8.DecodeRuneInString(x.Begin.String)
		last, _ := utf8.DecodeRuneInString(x.End.String)
		return string(first + random.Int32N(last-first+1))
	case *ebnf.Group:
		return g.sentence(random, x.Body)
	case *ebnf.Option:
		if random.IntN(2) == 0 {
			return ""
		}
		return g.sentence(random, x.Body)
	case *ebnf.Repetition:
		var all strings.Builder
		for random.IntN(3) > 0 {
			all.WriteString(g.sentence(random, x.Body))
		}
		return all.String()
	}
	return ""
}

// misprint changes, deletes or inserts one byte of a text.
func misprint(random *rand.Rand, text string) string {
	const bytes = "abhkqxKPAO@,/=*+-.:;|[ 0189"
	i, b := random.IntN(len(text)+1), string(bytes[random.IntN(len(bytes))])
	switch rest := text[i:]; {
	case rest == "" || random.IntN(3) == 0:
		return text[:i] + b + rest
	case random.IntN(2) == 0:
		return text[:i] + rest[1:]
	default:
		return text[:i] + b + rest[1:]
	}
}

// TestGrammarOfMoves reads random sentences of the grammar, with and without
// misprints. A text is called malformed if and only if it does not derive from
// the grammar; accepted moves are written in a form that derives from it.
func TestGrammarOfMoves(t *testing.T) {
	g := notation(t)
	random := rand.New(rand.NewPCG(5, 5))
	positions := oddPositions(t)
	for i := range 20_000 {
		p := positions[i%len(positions)]
		for _, test := range []struct {
			production string
			parse      func(string) (chess.Move, error)
			write      func(chess.Move) string
		}{
			{"move", p.ParseMove, p.UCI},
			{"san", p.ParseSAN, p.SAN},
		} {
			text := g.sentence(random, g[test.production].Expr)
			if i%2 == 0 {
				text = misprint(random, text)
			}
			m, err := test.parse(text)
			if err == nil {
				if again, err := test.parse(test.write(m)); again != m {
					t.Errorf("%s: %q is read as %v, written %s and read as %v: %v", describe(&p), text, m, test.write(m), again, err)
				}
			} else {
				checkOneLine(t, text, err)
			}
			malformed := err != nil && strings.HasPrefix(err.Error(), "malformed")
			if derives := g.derives(test.production, text); derives == malformed {
				t.Errorf("%s: %q derives: %v; error: %v", test.production, text, derives, err)
			}
		}
		text := g.sentence(random, g["turn"].Expr)
		if _, _, err := p.ParseTurn(text); err != nil {
			checkOneLine(t, text, err)
		}
	}
}

// TestGrammarOfPositions reads random sentences of the grammar as FENs and suite
// lines, and suite FENs with misprints. None may cause a panic, and accepted
// texts derive from the grammar.
func TestGrammarOfPositions(t *testing.T) {
	g := notation(t)
	random := rand.New(rand.NewPCG(6, 6))
	lines := suites(t)
	accepted := 0
	for range 4_000 {
		line := lines[random.IntN(len(lines))]
		rules := variants.MustCompile(line.variant)
		for _, text := range []string{g.sentence(random, g["fen"].Expr), misprint(random, line.fen)} {
			p, err := rules.ParseFEN(text)
			switch {
			case err != nil:
				checkOneLine(t, text, err)
			case !g.derives("fen", strings.TrimSpace(text)):
				t.Errorf("%s: %q is accepted, but does not derive", rules.Name(), text)
			case !g.derives("fen", p.FEN()):
				t.Errorf("%s: %q is written, but does not derive", rules.Name(), p.FEN())
			default:
				accepted++
			}
		}
		text := g.sentence(random, g["suiteLine"].Expr)
		if _, err := perft.ParseLine(text); err != nil {
			checkOneLine(t, text, err)
		}
	}
	if accepted < 100 {
		t.Errorf("only %d misprints were accepted: the test no longer tests anything", accepted)
	}
}

// TestGrammarOfSuites checks that every line of the suites derives.
func TestGrammarOfSuites(t *testing.T) {
	g := notation(t)
	for _, line := range suiteTexts(t) {
		if !g.derives("suiteLine", line) {
			t.Errorf("%s does not derive", line)
		}
		if _, err := perft.ParseLine(line); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// TestGrammarInGames checks that everything written in random games derives.
func TestGrammarInGames(t *testing.T) {
	g := notation(t)
	walkGames(t, 7, 30, 40, func(p chess.Position, moves []chess.Move, random *rand.Rand) {
		if !g.derives("fen", p.FEN()) {
			t.Errorf("%s does not derive", describe(&p))
		}
		for range min(len(moves), 3) {
			m := moves[random.IntN(len(moves))]
			if text := p.UCI(m); !g.derives("move", text) {
				t.Errorf("%s: %s does not derive", describe(&p), text)
			}
			if text := p.SAN(m); !g.derives("san", text) {
				t.Errorf("%s: %s does not derive", describe(&p), text)
			}
		}
	})
}

// TestDerives tests the matcher on a grammar that needs all its features,
// including backtracking.
func TestDerives(t *testing.T) {
	g, err := ebnf.Parse("", strings.NewReader(`s = "x" { ("a" | "a" "b") } [ b ] "b" . b = "0" … "9" .`))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{
		"xb": true, "xab": true, "xabb": true, "xaab": true, "xaba7b": true, "x0b": true,
		"": false, "x": false, "xa": false, "b": false, "xbb": false, "x00b": false, "xab ": false,
	} {
		if got := grammar(g).derives("s", text); got != want {
			t.Errorf("%q derives: %v, want %v", text, got, want)
		}
	}
}

// suiteTexts returns the lines of the suites that hold positions.
func suiteTexts(t testing.TB) (lines []string) {
	t.Helper()
	files, err := filepath.Glob("../perft/testdata/*.epd")
	if err != nil || len(files) == 0 {
		t.Fatalf("no perft suites: %v", err)
	}
	for _, name := range files {
		text := must.Get(t, os.ReadFile, name)
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
				lines = append(lines, line)
			}
		}
	}
	return lines
}
