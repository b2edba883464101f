package command

import (
	"strings"
	"testing"
)

func TestUnknownCommandSaysWhatMayBeMeant(t *testing.T) {
	wantUsageError(t, `unknown command "pertf"; did you mean perft? (see heterodox help)`, "pertf")
	wantUsageError(t, `unknown command "xyzzy" (see heterodox help)`, "xyzzy", "3")
	wantUsageError(t, `unknown flag: --xyzzy`, "--xyzzy")
	wantUsageError(t, `unknown flag: --varant; did you mean --variant or --variants?`, "play", "--varant", "chess")
	wantOutput(t, `(?s).*--variants FILE .*`, "play", "--help")
}

// Commands and flags that only heterodox-lab has are reported as such, whatever follows.
func TestCommandsOfTheLaboratory(t *testing.T) {
	for want, args := range map[string]string{
		"tune is a command of heterodox-lab":      "tune play --variant gun --out x",
		"cluster is a command of heterodox-lab":   "cluster",
		"work is a command of heterodox-lab":      "work --help",
		"--cluster is a flag of heterodox-lab":    "perft --split 2 --cluster embed 4",
		"--http-share is a flag of heterodox-lab": "match --http-share",
		"unknown flag: --http":                    "serve --http x",
	} {
		wantUsageError(t, want, strings.Fields(args)...)
	}
}

// Errors in values are reported without the names of Go functions.
func TestBadFlagValues(t *testing.T) {
	for _, c := range []struct{ want, args string }{
		{`perft: invalid argument "many" for --threads: expected a whole number`, "perft --threads many 3"},
		{`perft: invalid argument "-1" for --max-nodes: expected a whole number from 0`, "perft --max-nodes -1 --suite x"},
		{`perft: invalid argument "99999999999999999999" for --hash: out of range`, "perft --hash 99999999999999999999 3"},
		{`perft: invalid argument "so" for --divide: expected true or false`, "perft --divide=so 3"},
		{`match: invalid argument "long" for --patience: expected a time such as 90s or 1h30m`, "match --patience long"},
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
		if status != ExitOK || errs != "" || !strings.Contains(out, "heterodox") || strings.Count(out, "\n") < 50 {
			t.Errorf("%s: status %d, stderr %q, %d bytes", shell.name, status, errs, len(out))
		}
	}
	wantUsageError(t, "completion: one of bash, zsh, fish, powershell is needed", "completion")
	wantUsageError(t, `completion: "csh" is none of bash, zsh, fish, powershell`, "completion", "csh")
	for _, c := range []struct{ args, want string }{
		{"perft --variant|ex", "extinction\n"},
		{"completion|f", "fish\n"},
		{"match|--concu", "--concurrency"},
	} {
		words, last, _ := strings.Cut(c.args, "|")
		status, out, _ := call(t, t.Context(), append(append([]string{"__complete"}, strings.Fields(words)...), last)...)
		if status != ExitOK || !strings.Contains(out, c.want) {
			t.Errorf("%s: status %d, stdout %q", c.args, status, out)
		}
	}
}
