package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func put(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("text of "+name+"\r\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestReadModules(t *testing.T) {
	list := `{"Dir":"/go/src/fmt","Standard":true}
{"Dir":"/b/x","Module":{"Path":"b","Version":"v2.0.0","Dir":"/b"}}
{"Dir":"/old/a","Module":{"Path":"old","Version":"v0","Dir":"/old","Replace":{"Path":"a","Version":"v1.0.0","Dir":"/a"}}}
{"Dir":"/b/y","Module":{"Path":"b","Version":"v2.0.0","Dir":"/b"}}
{"Dir":"/main","Module":{"Path":"main","Main":true,"Dir":"/main"}}`
	modules, err := readModules(strings.NewReader(list))
	want := "[{a v1.0.0 /a [/old/a]} {b v2.0.0 /b [/b/x /b/y]}]"
	if got := fmt.Sprint(modules); err != nil || got != want {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	if _, err := readModules(strings.NewReader("{")); err == nil {
		t.Error("a truncated list is accepted")
	}
}

// The licence in the root is required; those beside the packages that are used, and notices,
// come with it.
func TestLicenceFiles(t *testing.T) {
	root := t.TempDir()
	put(t, root, "LICENCE.txt", "NOTICE", "license.go", "README", "used/deep/x.go", "used/COPYING", "unused/LICENSE")
	m := module{"example.org/m", "v1.2.3", root, []string{filepath.Join(root, "used", "deep"), root}}
	files, err := m.files()
	if want := []string{"LICENCE.txt", "NOTICE", filepath.Join("used", "COPYING")}; err != nil || !slices.Equal(files, want) {
		t.Errorf("%q, %v, want %q", files, err, want)
	}
	var text bytes.Buffer
	if err := m.write(&text); err != nil || !strings.Contains(text.String(), "example.org/m v1.2.3: used/COPYING\n") ||
		!strings.Contains(text.String(), "\n\ntext of LICENCE.txt\n") || strings.Contains(text.String(), "\r") {
		t.Errorf("%v\n%s", err, &text)
	}
	bare := t.TempDir()
	put(t, bare, "NOTICE", "license.go", "used/LICENSE")
	m = module{"example.org/m", "v1.2.3", bare, []string{filepath.Join(bare, "used")}}
	if _, err := m.files(); err == nil || err.Error() != "example.org/m v1.2.3 has no licence file in "+bare {
		t.Errorf("without a licence: %v", err)
	}
	m.packages = []string{root}
	if _, err := m.files(); err == nil || !strings.Contains(err.Error(), "is not in") {
		t.Errorf("a package elsewhere: %v", err)
	}
}

// Every module of the programs has a licence on every system.
func TestLicencesOfTheProgram(t *testing.T) {
	r := release{dir: filepath.Join("..", "..")}
	for _, p := range []platform{{"linux", "amd64", "v1"}, {"windows", "arm64", ""}, {"darwin", "arm64", ""}} {
		text, err := r.licences(context.Background(), p)
		if err != nil {
			t.Errorf("%s: %v", p, err)
			continue
		}
		for _, want := range []string{"    github.com/spf13/cobra v", "Apache License", "    Go's standard library go", "Redistribution and use"} {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s: no %q", p, want)
			}
		}
		if strings.Contains(string(text), "    github.com/heterodox-chess/") {
			t.Errorf("%s: our own module is listed", p)
		}
		if onWindows := strings.Contains(string(text), "    github.com/inconshreveable/mousetrap v"); onWindows != (p.os == "windows") {
			t.Errorf("%s: the module for Windows is there: %v", p, onWindows)
		}
	}
}
