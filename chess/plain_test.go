package chess_test

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/variants"
)

// A suiteLine is one position of a perft suite with the counts it claims.
type suiteLine struct {
	at      string // file:line
	variant string
	fen     string
	counts  []suiteCount
}

type suiteCount struct {
	depth int
	nodes uint64
}

// suites reads the public perft suites: lines of the form
// "variant | FEN ;D1 20 ;D2 400 …".
func suites(t testing.TB) []suiteLine {
	t.Helper()
	files, err := filepath.Glob("../perft/testdata/*.epd")
	if err != nil || len(files) == 0 {
		t.Fatalf("no perft suites: %v", err)
	}
	var lines []suiteLine
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		scanner := bufio.NewScanner(f)
		for n := 1; scanner.Scan(); n++ {
			text := strings.TrimSpace(scanner.Text())
			if text == "" || text[0] == '#' {
				continue
			}
			lines = append(lines, parseSuiteLine(t, filepath.Base(name)+":"+strconv.Itoa(n), text))
		}
	}
	return lines
}

func parseSuiteLine(t testing.TB, at, text string) suiteLine {
	t.Helper()
	fields := strings.Split(text, ";")
	variant, fen, found := strings.Cut(fields[0], "|")
	if !found {
		t.Fatalf("%s: no variant", at)
	}
	line := suiteLine{at: at, variant: strings.TrimSpace(variant), fen: strings.TrimSpace(fen)}
	for _, field := range fields[1:] {
		depth, nodes, _ := strings.Cut(strings.TrimSpace(field), " ")
		d, err := strconv.Atoi(strings.TrimPrefix(depth, "D"))
		if err != nil {
			t.Fatalf("%s: %v", at, err)
		}
		n, err := strconv.ParseUint(nodes, 10, 64)
		if err != nil {
			t.Fatalf("%s: %v", at, err)
		}
		line.counts = append(line.counts, suiteCount{d, n})
	}
	return line
}

// deep reports whether the long versions of the tests were asked for.
func deep() bool { return os.Getenv("HETERODOX_DEEP") == "1" }

// TestPlainPerft proves the plain machine by the public suites, to the depths
// that take few nodes; many more with HETERODOX_DEEP=1.
func TestPlainPerft(t *testing.T) {
	budget := uint64(50_000)
	if deep() {
		budget = 1_000_000
	}
	rulesets := map[string]*chess.Ruleset{}
	checked := 0
	for _, line := range suites(t) {
		rules := rulesets[line.variant]
		if rules == nil {
			rules = variants.MustCompile(line.variant)
			rulesets[line.variant] = rules
		}
		pos, err := rules.ParseFEN(line.fen)
		if err != nil {
			t.Errorf("%s: %v", line.at, err)
			continue
		}
		for _, want := range line.counts {
			if want.nodes > budget {
				continue
			}
			if got := rules.PlainPerft(pos.Setup(), want.depth); got != want.nodes {
				t.Errorf("%s: %s | %s: perft(%d) = %d, want %d", line.at, line.variant, line.fen, want.depth, got, want.nodes)
				break
			}
			checked++
		}
	}
	t.Logf("%d counts agree", checked)
}
