package command

import (
	"os"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/must"
)

// TestReadmeSession runs the commands shown in the README and checks their output.
func TestReadmeSession(t *testing.T) {
	t.Chdir("../..")
	readme := must.Get(t, os.ReadFile, "README.md")
	_, session, _ := strings.Cut(string(readme), "\n```console\n")
	session, _, _ = strings.Cut(session, "```")
	commands := strings.Split(session, "$ heterodox ")[1:]
	if len(commands) == 0 {
		t.Fatal("the README shows no session")
	}
	for _, text := range commands {
		line, want, _ := strings.Cut(text, "\n")
		status, out, errs := call(t, t.Context(), strings.Fields(line)...)
		if status != ExitOK || errs != "" || out != want {
			t.Errorf("%s: status %d, stderr %q, stdout\n%swant\n%s", line, status, errs, out, want)
		}
	}
}
