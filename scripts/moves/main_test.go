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
	files, err := generate(dir)
	if err != nil {
		t.Fatal(err)
	}
	old, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range old {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.HasPrefix(text, []byte(generated)) && files[filepath.Base(path)] == nil {
			t.Errorf("%s comes from nowhere: delete it", path)
		}
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the templates say: go generate ./chess (%v)", name, err)
		}
	}
}
