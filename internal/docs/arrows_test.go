// Package docs holds no code: its tests keep what the documents say true.
package docs

import (
	"go/build"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	module = "github.com/heterodox-chess/heterodox"
	root   = "../.."
)

// mayImport says which of our packages each of them may import, tests aside.
// What stands under cmd, internal and scripts may import all.
var mayImport = map[string][]string{
	"bitboard":       {},
	"chess":          {"bitboard"},
	"general/betza":  {},
	"general":        {"bitboard", "chess", "game", "general/betza", "internal/nnue"},
	"game":           {"bitboard", "chess", "internal/nnue"},
	"variants":       {"bitboard", "chess", "game", "general", "variants/cubic"},
	"variants/cubic": {"bitboard", "chess", "game"},
	"engine":         {"bitboard", "chess", "game", "internal/nnue"},
	"perft":          {"bitboard", "chess", "game"},
	"picture":        {"chess", "game", "general/betza"},
	"table":          {"chess", "game", "internal/pgn", "internal/safefile"},
	"uci":            {"chess", "engine", "game", "perft", "internal/bench", "internal/memory"},
}

// TestArrows keeps the arrows between our packages as docs/architecture.md draws
// them.
func TestArrows(t *testing.T) {
	seen := map[string]bool{}
	for _, pkg := range packages(t) {
		seen[pkg] = true
		if top, _, _ := strings.Cut(pkg, "/"); slices.Contains([]string{"cmd", "internal", "scripts"}, top) {
			continue
		}
		allowed, known := mayImport[pkg]
		if !known {
			t.Errorf("package %s has no place in the floor plan: give it one here and in docs/architecture.md", pkg)
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
			t.Errorf("package %s is gone", pkg)
		}
	}
}

// Even what uci borrows from internal may not know the catalogue of variants.
func TestWhoKnowsTheVariants(t *testing.T) {
	for _, pkg := range packages(t) {
		knows := slices.Contains(imports(t, pkg), "variants")
		if may := strings.HasPrefix(pkg, "cmd/"); knows && !may {
			t.Errorf("%s imports variants: the list of variants comes from cmd", pkg)
		}
	}
}

// packages returns the directories of all packages with Go files besides tests.
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

// imports returns those of our packages that one of them imports.
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
