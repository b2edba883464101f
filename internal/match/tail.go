package match

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

const (
	tailSize  = 12  // lines that are kept for the report
	crashSize = 48  // additional lines of a crash
	tailLine  = 300 // maximum bytes of a line
)

// A tail keeps the last output of an engine and, if it has crashed, the stack
// trace. It is safe for concurrent use.
type tail struct {
	mu    sync.Mutex
	stack []string // the output before the crash, and the first lines of the report
	room  int      // lines that still fit into stack
	lines []string // the last lines after those
}

// crashes are prefixes of the crash reports of various languages.
var crashes = []string{"panic:", "fatal error:", "SIG", "Traceback (most recent call last)", "thread '", "terminate called", "==ERROR"}

// add keeps a line of output.
func (t *tail) add(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.keep(text)
}

// addError keeps a line of standard error, where crashes are reported.
func (t *tail) addError(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stack == nil && slices.ContainsFunc(crashes, func(begin string) bool { return strings.HasPrefix(text, begin) }) {
		t.begin()
	}
	if text = "stderr: " + text; t.room > 0 {
		t.room--
		t.stack = append(t.stack, lineOf(text))
		return
	}
	t.keep(text)
}

// crash keeps the lines of a stack trace.
func (t *tail) crash(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.begin()
	for l := range strings.Lines(text) {
		if t.room > 0 && strings.TrimSpace(l) != "" {
			t.room--
			t.stack = append(t.stack, lineOf(strings.TrimSpace(l)))
		}
	}
	t.room = 0
}

// begin moves the last lines to stack when a crash begins.
func (t *tail) begin() {
	t.stack, t.lines, t.room = append(t.stack, t.lines...), nil, crashSize
}

func (t *tail) keep(text string) {
	if len(t.lines) == tailSize {
		t.lines = slices.Delete(t.lines, 0, 1)
	}
	t.lines = append(t.lines, lineOf(text))
}

// all returns the lines, oldest first.
func (t *tail) all() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Concat(t.stack, t.lines)
}

// lineOf prepares a line for a report.
func lineOf(text string) string {
	if len(text) > tailLine {
		text = strings.ToValidUTF8(text[:tailLine], "") + "…"
	}
	return printable(text)
}

// oneLine prepares a text for a report, as one line.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	const most = 500
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return printable(text)
}

// printable returns a text with everything that a terminal might interpret, and
// invalid UTF-8, escaped as in a Go string: "\x1b", "\xff".
func printable(text string) string {
	strange := func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }
	if !strings.ContainsFunc(text, strange) {
		return text
	}
	var b strings.Builder
	for rest := text; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		if strange(r) {
			quoted := strconv.Quote(rest[:size])
			b.WriteString(quoted[1 : len(quoted)-1])
		} else {
			b.WriteRune(r)
		}
		rest = rest[size:]
	}
	return b.String()
}
