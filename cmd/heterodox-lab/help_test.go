package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/heterodox-chess/heterodox/internal/command"
)

// Every command says what it is, does and takes, so that help, completions and
// manual pages are complete.
func TestEveryCommandIsDescribed(t *testing.T) {
	var check func(p command.Program, cmd *cobra.Command)
	check = func(p command.Program, cmd *cobra.Command) {
		if cmd.DisableFlagParsing { // it only says where it can be found
			return
		}
		if cmd.Short == "" || cmd.Long == "" || !cmd.Runnable() || strings.HasSuffix(cmd.Short, ".") {
			t.Errorf("%s: short %q, long %q, runnable %v", cmd.CommandPath(), cmd.Short, cmd.Long, cmd.Runnable())
		}
		args := append(strings.Fields(cmd.CommandPath())[1:], "--help")
		var out, errs strings.Builder
		status := p.Dispatch(t.Context(), args, command.Stdio{Out: &out, Err: &errs})
		if status != command.ExitOK || errs.String() != "" || !strings.HasPrefix(out.String(), strings.TrimSpace(cmd.Long)) || !strings.Contains(out.String(), "\n  "+p.Name+" ") {
			t.Errorf("%q: status %d, stderr %q, stdout\n%s", args, status, errs.String(), out.String())
		}
		for _, c := range cmd.Commands() {
			check(p, c)
		}
	}
	for _, p := range []command.Program{command.Heterodox, lab} {
		check(p, p.Root())
	}
}

func TestHelpOnACommandOfACommand(t *testing.T) {
	_, want, _ := call(t, t.Context(), "tune", "judge", "--help")
	status, out, errs := call(t, t.Context(), "help", "tune", "judge")
	if status != command.ExitOK || errs != "" || out != want || !strings.Contains(out, "--share SHARE") {
		t.Errorf("status %d, stderr %q, stdout\n%s", status, errs, out)
	}
	wantUsageError(t, `unknown command "jugde"; did you mean judge?`, "help", "tune", "jugde")
}

func TestUnknownCommandOfACommand(t *testing.T) {
	wantUsageError(t, `tune: "pla" is none of learn, play, judge, fit, net, scale and spsa`, "tune", "pla")
	wantUsageError(t, `tune: expected learn, play, judge, fit, net, scale or spsa`, "tune")
	wantUsageError(t, `tune judge: invalid argument "most" for --share: expected a number`, "tune", "judge", "--share", "most")
	wantUsageError(t, `unknown command "pertf"; did you mean perft? (see heterodox-lab help)`, "pertf")
}

func TestCompletionOfACommandOfACommand(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"help tune|j", "judge\n"},
		{"tune fit|--ep", "--epochs"},
		{"perft|--clu", "--cluster"},
	} {
		words, last, _ := strings.Cut(c.args, "|")
		status, out, _ := call(t, t.Context(), append(append([]string{"__complete"}, strings.Fields(words)...), last)...)
		if status != command.ExitOK || !strings.Contains(out, c.want) {
			t.Errorf("%s: status %d, stdout %q", c.args, status, out)
		}
	}
}

// The manual pages and completions are generated from the commands, one page each,
// and always the same bytes.
func TestDocs(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1700000000")
	dir := t.TempDir()
	write := func(name string) {
		status, out, errs := call(t, t.Context(), "docs", filepath.Join(dir, name))
		if status != command.ExitOK || out != "" || errs != "" {
			t.Fatalf("status %d, stdout %q, stderr %q", status, out, errs)
		}
	}
	write("a")
	write("b")
	page, err := os.ReadFile(filepath.Join(dir, "a", "man", "man1", "heterodox-lab-tune-judge.1"))
	if err != nil || !strings.Contains(string(page), `"Nov 2023"`) || !strings.Contains(string(page), `\fB--share\fP`) {
		t.Errorf("%v, page\n%.1000s", err, page)
	}
	page, err = os.ReadFile(filepath.Join(dir, "a", "man", "man1", "heterodox-lab-work.1"))
	if err != nil || !strings.Contains(string(page), `--name\fP="HOST-PID"`) || !strings.Contains(string(page), `--slots\fP=CORES`) {
		t.Errorf("%v, a page that depends on the machine\n%.1000s", err, page)
	}
	files := 0
	err = filepath.WalkDir(filepath.Join(dir, "a"), func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files++
		a, errA := os.ReadFile(name)
		b, errB := os.ReadFile(strings.Replace(name, filepath.Join(dir, "a"), filepath.Join(dir, "b"), 1))
		if errA != nil || errB != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs (%v, %v)", name, errA, errB)
		}
		return nil
	})
	if commands := len(command.Heterodox.Root().Commands()) + len(lab.Root().Commands()); err != nil || files < commands {
		t.Errorf("%d files for %d commands (%v)", files, commands, err)
	}
	for _, name := range []string{"man/man1/heterodox.1", "man/man1/heterodox-lab-perft.1", "completions/_heterodox", "completions/heterodox-lab.bash"} {
		if _, err := os.Stat(filepath.Join(dir, "a", name)); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "a", "man", "man1", "heterodox-tune.1")); err == nil {
		t.Error("a manual page of a command that heterodox does not have")
	}
	wantUsageError(t, "docs: expected one folder", "docs")
}
