package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/internal/command"
	"github.com/heterodox-chess/heterodox/internal/tune"
	"github.com/heterodox-chess/heterodox/variants"
)

// Games become a network that the engine reads, also with games of a preset; a second
// fit may replace the first.
func TestTuneNet(t *testing.T) {
	fairy, amazon := playFile(t, "fairy", "1"), playFile(t, "amazon", "2")
	out := filepath.Join(t.TempDir(), "fairy.net")
	for _, files := range [][]string{{fairy}, {fairy, amazon}} {
		args := append([]string{"tune", "net", "--variant", "fairy", "--epochs", "2", "--scale", "0.004", "--holdout", "10", "--out", out}, files...)
		status, text, errs := call(t, t.Context(), args...)
		if status != command.ExitOK || errs != "" {
			t.Fatalf("status %d, stderr %q", status, errs)
		}
		for _, want := range []string{" games\nseen before: ", "\nepoch 2: ", "\nK 0.00400, 2 epochs in ", "\nfitted to: ", "\nheld out: "} {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in %s", want, text)
			}
		}
		file := content(t, out)
		_, fingerprint, err := engine.DecodeNetwork([]byte(file))
		if want := engine.Fingerprint(variants.MustCompile("fairy")); err != nil || fingerprint != want {
			t.Errorf("fingerprint %x, want %x; %v", fingerprint, want, err)
		}
		if strings.Count(file, "random ones, seed ") != len(files) || !strings.Contains(file, "- fairy.txt: fairy, ") {
			t.Errorf("%v: the file begins\n%.900q", files, file)
		}
	}
	if left, err := os.ReadDir(filepath.Dir(out)); err != nil || len(left) != 1 {
		t.Errorf("files left: %v, %v", left, err)
	}
}

// A network that is to evaluate alone is written as one.
func TestTuneNetAlone(t *testing.T) {
	out := filepath.Join(t.TempDir(), "fairy.net")
	status, _, errs := call(t, t.Context(), "tune", "net", "--variant", "fairy", "--alone", "--hidden", "64", "--epochs", "1", "--scale", "0.004", "--holdout", "0",
		"--out", out, playFile(t, "fairy", "1"))
	if status != command.ExitOK || errs != "" {
		t.Fatalf("status %d, stderr %q", status, errs)
	}
	if n, _, err := engine.DecodeNetwork([]byte(content(t, out))); err != nil || !n.Alone {
		t.Errorf("%+v, %v", n, err)
	}
	wantUsageError(t, "evaluates alone: add --alone, or start from another",
		"tune", "net", "--variant", "fairy", "--start", out, "--out", out+"2", out)
	wantUsageError(t, "gun.net does not evaluate alone: leave --alone out, or start from another",
		"tune", "net", "--variant", "fairy", "--alone", "--start", "../../engine/nets/gun.net", "--out", out+"2", out)
}

// The network of compositions is fitted to their games and those of their parts; files with the
// same seed share a line in its origin.
func TestTuneNetOfCompositions(t *testing.T) {
	out := filepath.Join(t.TempDir(), "compositions.net")
	status, _, errs := call(t, t.Context(), "tune", "net", "--variant", "compositions", "--start", "../../engine/nets/compositions.net", "--epochs", "1", "--scale", "0.004", "--holdout", "0", "--out", out,
		playFile(t, "baseline+fairy", "3"), playFile(t, "gun+fairy", "3"), playFile(t, "fairy", "4"))
	if status != command.ExitOK || errs != "" {
		t.Fatalf("status %d, stderr %q", status, errs)
	}
	file := content(t, out)
	if _, fingerprint, err := engine.DecodeNetwork([]byte(file)); err != nil || fingerprint != engine.Fingerprint(variants.MustCompile("gun+fairy")) {
		t.Errorf("fingerprint %x, %v", fingerprint, err)
	}
	for _, want := range []string{"baseline+fairy.txt to gun+fairy.txt: 2 variants, ", "- fairy.txt: fairy, ", "It began as compositions.net."} {
		if !strings.Contains(file, want) {
			t.Errorf("no %q in %.900q", want, file)
		}
	}
	wantUsageError(t, "--start: ../../engine/nets/chess.net: a network of 896 inputs, not of 13454",
		"tune", "net", "--variant", "compositions", "--start", "../../engine/nets/chess.net", "--out", out+"2", out)
	wantUsageError(t, "a network of 13454 inputs, not of 896", "tune", "net", "--variant", "gun", "--start", out, "--out", out+"2", "a")
}

// If nothing is held out, the output does not mention it; "1 epoch" is singular.
func TestTuneNetNothingHeldOut(t *testing.T) {
	chess := playFile(t, "chess", "1")
	status, out, errs := call(t, t.Context(), "tune", "net", "--variant", "chess", "--epochs", "1", "--scale", "0.004", "--holdout", "0",
		"--out", filepath.Join(t.TempDir(), "chess.net"), chess)
	if status != command.ExitOK || errs != "" || strings.Contains(out, "held out") || !strings.Contains(out, "K 0.00400, 1 epoch in ") {
		t.Errorf("status %d, stdout %q, stderr %q", status, out, errs)
	}
}

func TestTuneNetArguments(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x")
	net := []string{"--variant", "chess", "--out", file}
	for _, c := range []struct {
		want string
		args []string
	}{
		{"--variant is needed", []string{"--out", file, "a"}},
		{`--variant: unknown variant "ches"`, []string{"--variant", "ches", "--out", file, "a"}},
		{"--variant: gun+fairy uses the network of compositions; fit that (its games may be among the files)", []string{"--variant", "fairy+gun", "--out", file, "a"}},
		{"--variant: amazon uses the network of fairy; fit that (its games may be among the files)", []string{"--variant", "amazon", "--out", file, "a"}},
		{"--out is needed", []string{"--variant", "chess", "a"}},
		{"a FILE written by heterodox-lab tune play is needed", net},
		{"no such file", append(net, file+"y")},
		{"is not a regular file", []string{"--variant", "chess", "--force", "--out", filepath.Dir(file), "a"}},
		{"--out: create ", []string{"--variant", "chess", "--out", filepath.Join(filepath.Dir(file), "none", "x"), "a"}},
		{"--curve: create ", append(net, "--curve", filepath.Join(filepath.Dir(file), "none", "x"), "a")},
		{"--checkpoint: create ", append(net, "--checkpoint", filepath.Join(filepath.Dir(file), "none", "x"), "a")},
		{"--epochs 0 is not in 1..1000000", append(net, "--epochs", "0", "a")},
		{"--blend -0.1 is not in 0..1", append(net, "--blend", "-0.1", "a")},
		{"--blend NaN is not in 0..1", append(net, "--blend", "nan", "a")},
		{"--holdout 95 is not in 0..90", append(net, "--holdout", "95", "a")},
		{"--scale 1 is not in 0..0.1", append(net, "--scale", "1", "a")},
		{"--rate 2 is not in 0..1", append(net, "--rate", "2", "a")},
		{"--decay -1 is not in 0..100", append(net, "--decay", "-1", "a")},
		{"--threads 0 is not in 1..512", append(net, "--threads", "0", "a")},
		{"--start: open ", append(net, "--start", file, "a")},
		{"--start: tune_test.go: not a network of heterodox-lab tune", append(net, "--start", "tune_test.go", "a")},
		{"unknown flag: --prior", append(net, "--prior", "3", "a")},
	} {
		wantUsageError(t, c.want, append([]string{"tune", "net"}, c.args...)...)
	}
	if status, out, errs := call(t, t.Context(), "tune", "net", "--help"); status != command.ExitOK || errs != "" || !strings.HasPrefix(out, "Fits a network to positions from heterodox-lab tune play") {
		t.Errorf("status %d, stdout %q, stderr %q", status, out, errs)
	}
}

// Every variant has a network that can be fitted, or the error says that there is none.
func TestTuneNetOfEachVariant(t *testing.T) {
	for _, name := range variants.Names() {
		of := engine.NetworkName(variants.MustCompile(name))
		f := tuneNetFlags{options: tune.DefaultNetFitOptions(), fitFlags: fitFlags{variant: of, out: filepath.Join(t.TempDir(), "x"), files: []string{"a"}}}
		if !slices.Contains(variants.Names(), of) {
			f.variant = name
			if _, err := f.check(); err == nil || !strings.Contains(err.Error(), "has no network") {
				t.Errorf("%s plays with no network that can be fitted: %v", name, err)
			}
			continue
		}
		if _, err := f.check(); err != nil {
			t.Errorf("%s uses the network of %s: %v", name, of, err)
		}
	}
}

// stopper calls stop when a text is written.
type stopper struct {
	bytes.Buffer
	at   string
	stop func()
}

func (s *stopper) Write(text []byte) (int, error) {
	if strings.HasPrefix(string(text), s.at) {
		s.stop()
	}
	return s.Buffer.Write(text)
}

// Ctrl-C ends the fit, and nothing is written; if it comes too late, the command does
// not report an interruption.
func TestTuneNetInterrupted(t *testing.T) {
	games := playFile(t, "chess", "1")
	for at, want := range map[string]int{"epoch 2:": command.ExitInterrupted, "K ": command.ExitOK} {
		out := filepath.Join(t.TempDir(), "out.net")
		ctx, stop := context.WithCancel(t.Context())
		stdout, stderr := &stopper{at: at, stop: stop}, new(bytes.Buffer)
		status := lab.Dispatch(ctx, []string{"tune", "net", "--variant", "chess", "--scale", "0.004", "--epochs", "4", "--out", out, games},
			command.Stdio{In: strings.NewReader(""), Out: stdout, Err: stderr})
		stop()
		_, err := os.Stat(out)
		told := stderr.String() == "heterodox-lab: tune net interrupted; nothing was written\n"
		if interrupted := want == command.ExitInterrupted; status != want || (err != nil) != interrupted || told != interrupted {
			t.Errorf("interrupted at %q: status %d, %v, stderr %q\n%s", at, status, err, stderr, stdout)
		}
	}
}
