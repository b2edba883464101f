package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// The generated files of package chess are what the template says today.
func TestMovesAreCurrent(t *testing.T) {
	const dir = "../../chess"
	files, err := generate(filepath.Join(dir, "moves.tmpl"))
	if err != nil {
		t.Fatal(err)
	}
	old, err := filepath.Glob(filepath.Join(dir, "moves_*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range old {
		if files[filepath.Base(path)] == nil {
			t.Errorf("%s comes from nowhere: delete it", path)
		}
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what moves.tmpl says: go generate ./chess (%v)", name, err)
		}
	}
}
