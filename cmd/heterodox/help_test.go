package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// Every command says what it is, does and takes, so that help, completions and
// manual pages have something to show.
func TestEveryCommandIsDescribed(t *testing.T) {
	var check func(cmd *cobra.Command)
	check = func(cmd *cobra.Command) {
		if cmd.Short == "" || cmd.Long == "" || !cmd.Runnable() || strings.HasSuffix(cmd.Short, ".") {
			t.Errorf("%s: short %q, long %q, runnable %v", cmd.CommandPath(), cmd.Short, cmd.Long, cmd.Runnable())
		}
		args := append(strings.Fields(cmd.CommandPath())[1:], "--help")
		status, out, errs := call(t, t.Context(), args...)
		if status != exitOK || errs != "" || !strings.HasPrefix(out, strings.TrimSpace(cmd.Long)) || !strings.Contains(out, "\n  heterodox ") {
			t.Errorf("%q: status %d, stderr %q, stdout\n%s", args, status, errs, out)
		}
		for _, c := range cmd.Commands() {
			check(c)
		}
	}
	check(rootCommand())
}

func TestHelpOnACommandOfACommand(t *testing.T) {
	_, want, _ := call(t, t.Context(), "tune", "judge", "--help")
	status, out, errs := call(t, t.Context(), "help", "tune", "judge")
	if status != exitOK || errs != "" || out != want || !strings.Contains(out, "--share SHARE") {
		t.Errorf("status %d, stderr %q, stdout\n%s", status, errs, out)
	}
	wantUsageError(t, `unknown command "jugde": is it judge?`, "help", "tune", "jugde")
}

func TestUnknownCommandSaysWhatMayBeMeant(t *testing.T) {
	wantUsageError(t, `unknown command "pertf": is it perft? (heterodox help lists them)`, "pertf")
	wantUsageError(t, `unknown command "xyzzy" (heterodox help lists them)`, "xyzzy", "3")
	wantUsageError(t, `unknown flag: --xyzzy`, "--xyzzy")
	wantUsageError(t, `tune: "pla" is none of play, judge, fit and net`, "tune", "pla")
	wantUsageError(t, `tune: play, judge, fit or net is needed`, "tune")
}

// What is wrong with a value is said without the names of Go's functions.
func TestBadFlagValues(t *testing.T) {
	for _, c := range []struct{ want, args string }{
		{`perft: invalid argument "many" for --threads: not a whole number`, "perft --threads many 3"},
		{`perft: invalid argument "-1" for --max-nodes: not a whole number from 0`, "perft --max-nodes -1 --suite x"},
		{`perft: invalid argument "99999999999999999999" for --hash: out of range`, "perft --hash 99999999999999999999 3"},
		{`perft: invalid argument "so" for --divide: neither true nor false`, "perft --divide=so 3"},
		{`tune judge: invalid argument "most" for --share: not a number`, "tune judge --share most"},
		{`match: invalid argument "long" for --patience: not a time such as 90s or 1h30m`, "match --patience long"},
	} {
		wantUsageError(t, c.want, strings.Fields(c.args)...)
		if _, _, errs := call(t, t.Context(), strings.Fields(c.args)...); strings.Contains(errs, "strconv") {
			t.Errorf("%s: %s", c.args, errs)
		}
	}
}

func TestCompletion(t *testing.T) {
	for _, shell := range shells {
		status, out, errs := call(t, t.Context(), "completion", shell.name)
		if status != exitOK || errs != "" || !strings.Contains(out, "heterodox") || strings.Count(out, "\n") < 50 {
			t.Errorf("%s: status %d, stderr %q, %d bytes", shell.name, status, errs, len(out))
		}
	}
	wantUsageError(t, "completion: one of bash, zsh, fish, powershell is needed", "completion")
	wantUsageError(t, `completion: "csh" is none of bash, zsh, fish, powershell`, "completion", "csh")
	for _, c := range []struct{ args, want string }{
		{"perft --variant|ex", "extinction\n"},
		{"help tune|j", "judge\n"},
		{"completion|f", "fish\n"},
		{"tune fit|--ep", "--epochs"},
	} {
		words, last, _ := strings.Cut(c.args, "|")
		status, out, _ := call(t, t.Context(), append(append([]string{"__complete"}, strings.Fields(words)...), last)...)
		if status != exitOK || !strings.Contains(out, c.want) {
			t.Errorf("%s: status %d, stdout %q", c.args, status, out)
		}
	}
}

// The pages and completions are made of the commands, a page each, and the same
// bytes at any time.
func TestDocs(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1700000000")
	dir := t.TempDir()
	write := func(name string) {
		status, out, errs := call(t, t.Context(), "docs", filepath.Join(dir, name))
		if status != exitOK || out != "" || errs != "" {
			t.Fatalf("status %d, stdout %q, stderr %q", status, out, errs)
		}
	}
	write("a")
	write("b")
	page, err := os.ReadFile(filepath.Join(dir, "a", "man", "man1", "heterodox-tune-judge.1"))
	if err != nil || !strings.Contains(string(page), `"Nov 2023"`) || !strings.Contains(string(page), `\fB--share\fP`) {
		t.Errorf("%v, page\n%.1000s", err, page)
	}
	page, err = os.ReadFile(filepath.Join(dir, "a", "man", "man1", "heterodox-work.1"))
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
	if commands := len(rootCommand().Commands()); err != nil || files < commands+len(shells) {
		t.Errorf("%d files for %d commands (%v)", files, commands, err)
	}
	wantUsageError(t, "docs: one folder is needed", "docs")
}
