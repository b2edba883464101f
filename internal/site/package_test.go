package site_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/site"
)

// examples returns the programs of docs/npm.md, with what they print.
func examples(t *testing.T) (programs, prints []string) {
	t.Helper()
	text, err := os.ReadFile("../../docs/npm.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("(?s)```js\n(.*?)```").FindAllSubmatch(text, -1) {
		program, want := string(m[1]), ""
		for line := range strings.Lines(program) {
			if _, said, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "; // "); ok {
				want += said + "\n"
			} else if _, said, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "} // "); ok {
				want += said + "\n"
			}
		}
		programs, prints = append(programs, program), append(prints, want)
	}
	if len(programs) < 5 {
		t.Fatalf("%d examples", len(programs))
	}
	return programs, prints
}

// TestPackageInNode runs the examples of docs/npm.md in node.
func TestPackageInNode(t *testing.T) {
	if os.Getenv("HETERODOX_DEEP") == "" {
		t.Skip("left out: HETERODOX_DEEP=1 runs the examples of the npm package")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("left out: there is no node here")
	}
	dir := t.TempDir()
	writePackage(t, filepath.Join(dir, "node_modules", "heterodox"))
	programs, prints := examples(t)
	for i, program := range programs {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			file := filepath.Join(dir, fmt.Sprintf("%d.mjs", i))
			if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
				t.Fatal(err)
			}
			cmd := exec.CommandContext(t.Context(), node, file)
			var errs bytes.Buffer
			cmd.Stderr = &errs
			out, err := cmd.Output()
			if err != nil || string(out) != prints[i] || errs.Len() > 0 {
				t.Errorf("%v: prints\n%s%s, not\n%s", err, out, errs.String(), prints[i])
			}
		})
	}
}

func writePackage(t *testing.T, dir string) {
	t.Helper()
	program, err := site.Build(t.Context(), "../..")
	if err != nil {
		t.Fatal(err)
	}
	files, err := site.Package(program, "1.2.3", []byte("licence"))
	if err == nil {
		err = site.Write(dir, files)
	}
	if err != nil {
		t.Fatal(err)
	}
}
