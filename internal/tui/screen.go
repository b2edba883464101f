package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// ScreenOptions configure the full screen.
type ScreenOptions struct {
	// ASCII draws with ASCII characters only.
	ASCII bool
	// Pieces is "auto", or the size of pieces: "letters", "small", "medium" or "large".
	Pieces string
}

var pieceSizes = []string{"auto", "letters", "small", "medium", "large"}

// Check returns an error if the options are invalid.
func (o ScreenOptions) Check() error {
	if !slices.Contains(pieceSizes, o.Pieces) {
		return fmt.Errorf("unknown piece size %.20q (known: %s)", o.Pieces, strings.Join(pieceSizes, ", "))
	}
	return nil
}

// Screen plays on a full screen until the player leaves or ctx ends. Signals are left to the
// caller, who ends ctx.
func Screen(ctx context.Context, s *Session, o ScreenOptions, in io.Reader, out io.Writer) error {
	o.ASCII = o.ASCII || !speaksUTF8(os.Getenv)
	m := newModel(s, o)
	defer func() { m.stop() }()
	_, err := tea.NewProgram(m, tea.WithContext(ctx), tea.WithoutSignalHandler(), tea.WithInput(in), tea.WithOutput(out)).Run()
	if errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// speaksUTF8 reports whether the locale's encoding is UTF-8, according to the first of LC_ALL,
// LC_CTYPE and LANG that is set; a terminal without a locale is assumed to use UTF-8 unless it
// is the Linux console or a dumb one.
func speaksUTF8(env func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := strings.ToUpper(env(name)); value != "" {
			return strings.Contains(value, "UTF-8") || strings.Contains(value, "UTF8")
		}
	}
	return env("TERM") != "linux" && env("TERM") != "dumb"
}
