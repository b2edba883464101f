// Package docs holds no code: its tests check that what the documents say is true.
package docs

import (
	"cmp"
	"fmt"
	"go/build"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/must"
)

const (
	module = "github.com/heterodox-chess/heterodox"
	root   = "../.."
)

// mayImport lists for each of our packages those that it may import, tests aside. Other packages
// under cmd, internal and scripts may import all.
var mayImport = map[string][]string{
	"bitboard":        {},
	"rules":           {"bitboard"},
	"internal/board":  {"bitboard", "rules"},
	"chess":           {"bitboard", "rules", "internal/board"},
	"internal/leaves": {"bitboard", "rules", "internal/board", "chess", "internal/hugepages"},
	"game":            {"rules", "internal/nnue"},
	"game/screen":     {"game"},
	"game/fast":       {"bitboard", "rules", "chess", "internal/leaves", "game", "game/screen"},
	"general/betza":   {},
	"general":         {"bitboard", "rules", "game", "game/screen", "general/betza", "internal/english", "internal/fen", "internal/nnue"},
	"variants/cubic":  {"rules", "game", "game/screen"},
	"variants":        {"bitboard", "rules", "chess", "game", "game/fast", "general", "variants/cubic", "internal/english"},
	"engine":          {"bitboard", "rules", "chess", "game", "game/fast", "internal/hugepages", "internal/nnue"},
	"internal/book":   {"bitboard", "rules", "chess", "game", "game/fast"},
	"perft":           {"chess", "internal/leaves", "game", "game/fast"},
	"pgn":             {"rules", "game", "game/screen"},
	"picture":         {"rules", "game", "game/screen", "general/betza"},
	"table":           {"rules", "game", "game/screen", "pgn", "internal/book", "internal/fen", "internal/review", "internal/safefile"},
	"uci":             {"rules", "game", "game/fast", "engine", "perft", "internal/bench", "internal/book", "internal/fen", "internal/memory"},
}

// TestArrows checks that our packages import each other only as docs/architecture.md draws it.
func TestArrows(t *testing.T) {
	seen := map[string]bool{}
	for _, pkg := range packages(t) {
		seen[pkg] = true
		allowed, known := mayImport[pkg]
		if top, _, _ := strings.Cut(pkg, "/"); !known && slices.Contains([]string{"cmd", "internal", "scripts"}, top) {
			continue
		}
		if !known {
			t.Errorf("package %s is not in the floor plan: add it here and in docs/architecture.md", pkg)
			continue
		}
		for _, imported := range imports(t, pkg) {
			if !slices.Contains(allowed, imported) {
				t.Errorf("%s imports %s: the arrow points the wrong way", pkg, imported)
			}
		}
	}
	for pkg := range mayImport {
		if !seen[pkg] {
			t.Errorf("package %s does not exist", pkg)
		}
	}
}

// arrows writes mayImport as the diagram of docs/architecture.md: the packages in layers, each
// above all that it imports.
func arrows() string {
	layers := map[string]int{}
	var layer func(pkg string) int
	layer = func(pkg string) int {
		at := 0
		for _, imported := range mayImport[pkg] {
			at = max(at, layer(imported)+1)
		}
		layers[pkg] = at
		return at
	}
	var names []string
	width := 0
	for pkg := range mayImport {
		layer(pkg)
		names = append(names, pkg)
		width = max(width, len(pkg))
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(layers[b]-layers[a], strings.Compare(a, b))
	})
	var b strings.Builder
	for _, pkg := range names {
		if imports := mayImport[pkg]; len(imports) > 0 {
			pkg = fmt.Sprintf("%-*s  ─►  %s", width, pkg, strings.Join(imports, "  "))
		}
		b.WriteString(pkg + "\n")
	}
	return b.String()
}

// The diagram of docs/architecture.md matches mayImport.
func TestDiagram(t *testing.T) {
	file := filepath.Join(root, "docs", "architecture.md")
	text := must.Get(t, os.ReadFile, file)
	const opening = "```text\n"
	before, rest, found := strings.Cut(string(text), opening)
	diagram, after, closed := strings.Cut(rest, "```")
	if !found || !closed {
		t.Fatal("no diagram in docs/architecture.md")
	}
	want := arrows()
	if *update && diagram != want {
		if err := os.WriteFile(file, []byte(before+opening+want+"```"+after), 0o666); err != nil {
			t.Fatal(err)
		}
		diagram = want
	}
	if diagram != want {
		t.Errorf("the diagram is not current: go test ./internal/docs -run TestDiagram -update")
	}
}

// Only programs and internal/command know the catalogue of variants: not even internal packages
// that uci imports may.
func TestWhoKnowsTheVariants(t *testing.T) {
	for _, pkg := range packages(t) {
		knows := slices.Contains(imports(t, pkg), "variants")
		if may := strings.HasPrefix(pkg, "cmd/") || strings.HasPrefix(pkg, "scripts/") || pkg == "internal/command"; knows && !may {
			t.Errorf("%s imports variants: the list of variants comes from internal/command", pkg)
		}
	}
}

// What only laboratories use, and what this needs, is in heterodox-lab: without it the everyday
// program compiles in half the time and is half as large.
func TestNoLaboratoryInHeterodox(t *testing.T) {
	for program, wanted := range map[string]bool{"heterodox": false, "heterodox-lab": true} {
		out, err := exec.Command("go", "list", "-deps", "../../cmd/"+program).Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{
			"github.com/nats-io/", "gonum.org/", "github.com/cpuguy83/", // servers, fits, manual pages
			module + "/internal/cluster", module + "/internal/tune",
		} {
			if has := strings.Contains(string(out), "\n"+part); has != wanted {
				t.Errorf("%s in cmd/%s: %v", part, program, has)
			}
		}
		if strings.Contains(string(out), "chromedp") {
			t.Errorf("a browser's driver in cmd/%s", program)
		}
	}
}

// packages returns the directories of all packages that have Go files besides tests.
func packages(t *testing.T) (list []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		name := entry.Name()
		if path != root && (name == "testdata" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")) {
			return filepath.SkipDir
		}
		if pkg, err := build.ImportDir(path, 0); err == nil && len(pkg.GoFiles) > 0 {
			rel, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			list = append(list, filepath.ToSlash(rel))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < len(mayImport) {
		t.Fatalf("found only %v", list)
	}
	return list
}

// imports returns those of our packages that pkg imports.
func imports(t *testing.T, pkg string) (list []string) {
	t.Helper()
	p, err := build.ImportDir(filepath.Join(root, pkg), 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range p.Imports {
		if ours, ok := strings.CutPrefix(path, module+"/"); ok {
			list = append(list, ours)
		}
	}
	return list
}
