package command

import (
	"fmt"
	"time"
)

// A LiveLine is a line on a terminal that is rewritten a few times a second.
type LiveLine struct {
	std   Stdio
	live  bool // false to write nothing
	shown time.Time
}

// NewLiveLine returns a line on standard error, which writes nothing if that is not a terminal.
func NewLiveLine(std Stdio) *LiveLine {
	return &LiveLine{std: std, live: IsTerminal(std.Err)}
}

// Show writes the line, unless it was written only a moment ago.
func (l *LiveLine) Show(format string, args ...any) {
	if l.live && time.Since(l.shown) >= 200*time.Millisecond {
		l.shown = time.Now()
		fmt.Fprintf(l.std.Err, "\r\x1b[K"+format, args...)
	}
}

// Clear erases the line on the terminal.
func (l *LiveLine) Clear() {
	if l.live {
		fmt.Fprint(l.std.Err, "\r\x1b[K")
	}
}
