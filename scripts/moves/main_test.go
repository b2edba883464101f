package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/must"
)

// The generated files are what the templates say today.
func TestMovesAreCurrent(t *testing.T) {
	const root = "../.."
	files, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{board, leaves} {
		old, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
		if err != nil || len(old) == 0 {
			t.Fatalf("%d files in %s, %v", len(old), dir, err)
		}
		for _, path := range old {
			text := must.Get(t, os.ReadFile, path)
			if bytes.HasPrefix(text, []byte(generated)) && files[dir+"/"+filepath.Base(path)] == nil {
				t.Errorf("%s is not generated from any template: delete it", path)
			}
		}
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(root, name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is out of date: run go generate ./internal/board (%v)", name, err)
		}
	}
}
