package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A module is a module whose code is in a program.
type module struct {
	path, version string
	root          string   // the folder of its source
	packages      []string // the folders of its packages that are used
}

// licences returns the full licences and notices of all modules that are in the programs for a
// platform, and of Go itself.
func (r *release) licences(ctx context.Context, p platform) ([]byte, error) {
	args := []string{"list", "-deps", "-json=Dir,Standard,Module"}
	for _, name := range p.programs() {
		args = append(args, "./cmd/"+name)
	}
	out, err := r.command(ctx, p.env(), "go", args...)
	if err != nil {
		return nil, err
	}
	modules, err := readModules(bytes.NewReader(out))
	if err != nil {
		return nil, err
	}
	goroot, err := r.command(ctx, nil, "go", "env", "GOROOT", "GOVERSION")
	if err != nil {
		return nil, err
	}
	root, version, _ := strings.Cut(strings.TrimSpace(string(goroot)), "\n")
	modules = append(modules, module{path: "Go's standard library", version: version, root: root})
	var text bytes.Buffer
	text.WriteString("Heterodox (LICENSE) is built with the following, whose licences and notices are given below in full.\n\n")
	for _, m := range modules {
		fmt.Fprintf(&text, "    %s %s\n", m.path, m.version)
	}
	for _, m := range modules {
		if err := m.write(&text); err != nil {
			return nil, err
		}
	}
	return text.Bytes(), nil
}

// readModules returns the modules in the output of `go list -deps -json`, sorted by path,
// without ours and the standard library.
func readModules(r io.Reader) ([]module, error) {
	type source struct {
		Path, Version, Dir string
		Main               bool
		Replace            *source
	}
	known := map[string]*module{}
	for list := json.NewDecoder(r); ; {
		var pkg struct {
			Dir      string
			Standard bool
			Module   *source
		}
		err := list.Decode(&pkg)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		if pkg.Standard || pkg.Module == nil || pkg.Module.Main {
			continue
		}
		from := pkg.Module
		if from.Replace != nil {
			from = from.Replace
		}
		m := known[from.Path]
		if m == nil {
			m = &module{path: from.Path, version: from.Version, root: from.Dir}
			known[from.Path] = m
		}
		m.packages = append(m.packages, pkg.Dir)
	}
	var modules []module
	for _, m := range known {
		modules = append(modules, *m)
	}
	slices.SortFunc(modules, func(a, b module) int { return cmp.Compare(a.path, b.path) })
	return modules, nil
}

// write adds a module's licences and notices to text.
func (m module) write(text *bytes.Buffer) error {
	files, err := m.files()
	if err != nil {
		return err
	}
	for _, name := range files {
		content, err := os.ReadFile(filepath.Join(m.root, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(text, "\n%s\n%s %s: %s\n%[1]s\n\n", strings.Repeat("=", 78), m.path, m.version, filepath.ToSlash(name))
		lines := strings.ReplaceAll(string(content), "\r\n", "\n")
		text.WriteString(strings.TrimRight(lines, "\n") + "\n")
	}
	return nil
}

var (
	licence  = regexp.MustCompile(`(?i)^(licen[cs]e|copying|unlicense)`)
	notice   = regexp.MustCompile(`(?i)^(notice|patents|copyright)`)
	software = regexp.MustCompile(`(?i)\.(go|s|c|h|sh|py|js)$`)
)

// files returns the names of the licences and notices in a module's root, where there must be a
// licence, and in the folders from there down to the packages that are used, in order.
func (m module) files() ([]string, error) {
	folders := []string{"."}
	for _, pkg := range m.packages {
		rel, err := filepath.Rel(m.root, pkg)
		if err != nil || !filepath.IsLocal(rel) {
			return nil, fmt.Errorf("%s %s: %s is not in %s", m.path, m.version, pkg, m.root)
		}
		for ; rel != "."; rel = filepath.Dir(rel) {
			folders = append(folders, rel)
		}
	}
	slices.Sort(folders)
	licensed := false
	var files []string
	for _, folder := range slices.Compact(folders) {
		entries, err := os.ReadDir(filepath.Join(m.root, folder))
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", m.path, m.version, err)
		}
		for _, e := range entries {
			is := licence.MatchString(e.Name())
			if !e.Type().IsRegular() || software.MatchString(e.Name()) || !is && !notice.MatchString(e.Name()) {
				continue
			}
			licensed = licensed || is && folder == "."
			files = append(files, filepath.Join(folder, e.Name()))
		}
	}
	if !licensed {
		return nil, fmt.Errorf("%s %s has no licence file in %s", m.path, m.version, m.root)
	}
	return files, nil
}
