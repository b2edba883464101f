package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"os"
	"strings"
	"testing"
	"time"
)

// The archive for browsers holds the page, the package with its version, and the licences.
func TestPageArchive(t *testing.T) {
	if os.Getenv("HETERODOX_DEEP") == "" {
		t.Skip("builds the program for browsers: HETERODOX_DEEP=1 runs it")
	}
	r := &release{dir: "../.."}
	a, err := r.pageArchive(t.Context(), platform{"js", "wasm", ""}, "1.2.3", []entry{{"LICENSE", 0o644, nil}, {"man/man1/a.1", 0o644, nil}}, time.Unix(1e9, 0))
	if err != nil {
		t.Fatal(err)
	}
	if a.name != "heterodox-1.2.3-js-wasm.tar.gz" || !ofRelease.MatchString(a.name) {
		t.Errorf("the archive is called %s", a.name)
	}
	z, err := gzip.NewReader(bytes.NewReader(a.content))
	if err != nil {
		t.Fatal(err)
	}
	names := ""
	for files := tar.NewReader(z); ; {
		h, err := files.Next()
		if err != nil {
			break
		}
		names += strings.TrimPrefix(h.Name, "heterodox-1.2.3-js-wasm/") + "\n"
	}
	for _, want := range []string{"page/index.html\n", "page/offline.js\n", "npm/package.json\n", "npm/index.d.ts\n", "LICENSE\n", "LICENSES-OF-MODULES.txt\n"} {
		if !strings.Contains(names, want) {
			t.Errorf("there is no %s", want)
		}
	}
	if strings.Contains(names, "man/") {
		t.Error("there are manual pages of commands")
	}
}
