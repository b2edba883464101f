package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The variables of a tunable build are the constants of the shipped one.
func TestParametersAreCurrent(t *testing.T) {
	const dir = "../../engine"
	want, err := generate(dir)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Count(want, []byte("tunable(")) < 30 {
		t.Errorf("only a few parameters:\n%s", want)
	}
	got, err := os.ReadFile(filepath.Join(dir, "parameters_tune.go"))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("parameters_tune.go is out of date: run go generate ./engine (%v)", err)
	}
}

func TestBadConstants(t *testing.T) {
	for constant, want := range map[string]string{
		"a = 3":              "parameters.go:2:7: expected NAME TYPE = NUMBER",
		"a, b int = 3, 4":    "expected NAME TYPE = NUMBER",
		"a int = 0":          "expected a number above 0",
		"a float64 = 2.5":    "expected a number above 0",
		"a int = 2 * 3":      "expected a number above 0",
		"(\na int = 2\nb\n)": "parameters.go:4:1: expected NAME TYPE = NUMBER",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "parameters.go"), []byte("package engine\nconst "+constant), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := generate(dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", constant, err, want)
		}
	}
}
