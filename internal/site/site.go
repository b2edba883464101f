// Package site builds the page that is its own server: a folder of files for any static host.
// The page is that of internal/serve/assets; the program itself answers it, compiled for the
// browser and running in a worker.
package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/image/font/gofont/goregular"

	"github.com/heterodox-chess/heterodox/internal/serve/assets"
)

//go:embed files package
var own embed.FS

// Policy is the content security policy of the page: everything comes from the page's own
// origin, and only the program is compiled. Images may also be drawn by the program.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; " +
	"worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"

// A Program is the program compiled for the browser, with the files that it needs there.
type Program struct {
	Code    []byte            // WebAssembly
	Runtime []byte            // wasm_exec.js of the same version of Go
	Files   map[string][]byte // files that it reads on first use, by the names that it uses for them
}

// Build compiles the program from the module in a directory.
func Build(ctx context.Context, dir string) (*Program, error) {
	work, err := os.MkdirTemp("", "heterodox-site-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	code := filepath.Join(work, "heterodox.wasm")
	if _, err := run(ctx, dir, []string{"GOOS=js", "GOARCH=wasm"}, "go", "build", "-trimpath", "-pgo=off", "-ldflags=-s -w", "-o", code, "./cmd/heterodox-page"); err != nil {
		return nil, err
	}
	root, err := run(ctx, dir, nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	p := &Program{Files: map[string][]byte{"/data/names.ttf": goregular.TTF}}
	if p.Code, err = os.ReadFile(code); err != nil {
		return nil, err
	}
	if p.Runtime, err = os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")); err != nil {
		return nil, err
	}
	if p.Files["/data/puzzles.set"], err = os.ReadFile(filepath.Join(dir, "internal", "puzzle", "set.csv.gz")); err != nil {
		return nil, err
	}
	for _, machine := range []string{"engine", "general"} {
		files, err := filepath.Glob(filepath.Join(dir, machine, "nets", "*.net"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			if p.Files["/networks/"+machine+"/"+filepath.Base(file)], err = os.ReadFile(file); err != nil {
				return nil, err
			}
		}
	}
	return p, nil
}

func run(ctx context.Context, dir string, env []string, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "GOFLAGS=-mod=readonly -buildvcs=false"), env...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w: %s", name, args[0], err, strings.TrimSpace(errs.String()))
	}
	return out, nil
}

// Files returns the files of the folder by name, with slashes. The same program
// produces the same files.
func Files(p *Program) (map[string][]byte, error) {
	page, inside, err := pages(p)
	if err != nil {
		return nil, err
	}
	version := versionOf(page, inside)
	all := map[string][]byte{}
	for name, content := range inside {
		all[path.Join(version, name)] = content
	}
	maps.Copy(all, page)
	delete(all, "offline.js") // it lists the others
	all["index.html"] = index(page["index.html"], version)
	kept, later := map[string]string{}, map[string]string{}
	for name, content := range all {
		if strings.HasSuffix(name, ".net") {
			later[name] = integrity(content)
		} else {
			kept[name] = integrity(content)
		}
	}
	all["offline.js"] = slices.Concat(constant("version", version), constant("files", kept), constant("later", later), page["offline.js"])
	return all, nil
}

// pages returns the files at the top of the folder, and those below, which change with the version.
func pages(p *Program) (top, inside map[string][]byte, err error) {
	top, inside = map[string][]byte{}, map[string][]byte{}
	for _, from := range []fs.FS{assets.Files, must(fs.Sub(own, "files"))} {
		entries, err := fs.ReadDir(from, ".")
		if err != nil {
			return nil, nil, err
		}
		for _, e := range entries {
			to := inside
			if slices.Contains(onTop, e.Name()) {
				to = top
			}
			if to[e.Name()], err = fs.ReadFile(from, e.Name()); err != nil {
				return nil, nil, err
			}
		}
	}
	inside["wasm_exec.js"] = p.Runtime
	inside["heterodox.wasm.gz"] = Gzip(p.Code)
	type fetched struct {
		File      string `json:"file"`
		Integrity string `json:"integrity"`
	}
	m := struct {
		Program string             `json:"program"`
		Size    int                `json:"size"`
		Files   map[string]fetched `json:"files"`
	}{"heterodox.wasm.gz", len(inside["heterodox.wasm.gz"]), map[string]fetched{}}
	for name, content := range p.Files {
		// They do not change between versions, and neither do their addresses.
		file := strings.TrimSuffix(strings.TrimPrefix(name, "/"), path.Ext(name)) + "-" + digest(content)[:12] + path.Ext(name)
		top[file] = content
		m.Files[name] = fetched{"../" + file, integrity(content)}
	}
	inside["program.json"], err = json.Marshal(m)
	return top, inside, err
}

// Gzip compresses a file, without a time or a name.
func Gzip(content []byte) []byte {
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		panic(err) // the level exists
	}
	z.Write(content) // a buffer accepts everything
	z.Close()
	return packed.Bytes()
}

// onTop are the files whose addresses never change.
var onTop = []string{"index.html", "offline.js", "manifest.webmanifest", "icon.svg"}

func must(f fs.FS, err error) fs.FS {
	if err != nil {
		panic(err) // the name is a constant
	}
	return f
}

// index returns the page, marked as its own server, with the addresses of its files.
func index(page []byte, version string) []byte {
	text := strings.ReplaceAll(string(page), `"assets/icon.svg"`, `"icon.svg"`)
	text = strings.ReplaceAll(text, `"assets/`, `"`+version+`/`)
	return []byte(strings.Replace(text, "<title>", `<meta http-equiv="Content-Security-Policy" content="`+Policy+`">
<meta name="referrer" content="no-referrer">
<meta name="server" content="page">
<link rel="manifest" href="manifest.webmanifest">
<title>`, 1))
}

// versionOf returns a name for the contents of files.
func versionOf(groups ...map[string][]byte) string {
	h := sha256.New()
	for _, files := range groups {
		for _, name := range slices.Sorted(maps.Keys(files)) {
			fmt.Fprintf(h, "%s %d\n", name, len(files[name]))
			h.Write(files[name])
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:12]
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

func integrity(content []byte) string {
	sum := sha256.Sum256(content)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// constant writes a constant of JavaScript.
func constant(name string, value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // strings can always be written
	}
	return fmt.Appendf(nil, "const %s = %s;\n", name, text)
}

// Write writes the files into a folder, replacing those of another version.
func Write(dir string, files map[string][]byte) error {
	if err := clear(dir); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, files[name], 0o666); err != nil {
			return err
		}
	}
	return nil
}

// clear empties a folder that holds another version, and refuses one that holds anything else.
func clear(dir string) error {
	entries, err := os.ReadDir(dir)
	if os.IsNotExist(err) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, "offline.js")); err == nil {
	} else if _, err := os.Stat(filepath.Join(dir, "heterodox.wasm.gz")); err != nil {
		return fmt.Errorf("%s contains %s, which is not part of a page: choose another folder", dir, entries[0].Name())
	}
	for _, e := range entries {
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
