package main

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/internal/site"
)

// lab is the program that writes the manual pages of all programs.
const lab = "heterodox-lab"

// profile guides the compiler's optimisations.
const profile = "scripts/release/heterodox.pgo"

// A release is a release to be made.
type release struct {
	dir       string // inside the checkout; the working directory if empty
	out       string // the folder for the archives
	platforms []platform
	dirty     bool // uncommitted changes may be built, too
	log       io.Writer
}

// run builds all archives, and puts them into the folder once all are made.
func (r *release) run(ctx context.Context) error {
	if _, err := held(r.out); err != nil {
		return err
	}
	top, err := r.command(ctx, nil, "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return err
	}
	r.dir = strings.TrimSpace(string(top))
	at, err := r.commitTime(ctx)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "heterodox-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	common, version, err := r.common(ctx, work, at)
	if err != nil {
		return err
	}
	var archives []archive
	box := &image{version: version, at: at}
	for _, p := range r.platforms {
		list, err := r.products(ctx, p, work, version, common, at, box)
		if err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		archives = append(archives, list...)
	}
	if len(box.manifests) > 0 {
		a, err := box.archive()
		if err != nil {
			return err
		}
		archives = append(archives, a)
	}
	files, err := recipes(version, archives, common)
	if err != nil {
		return err
	}
	archives = append(archives, files...)
	for _, a := range archives {
		fmt.Fprintf(r.log, "%s  %.1f MB\n", a.name, float64(len(a.content))/1e6)
	}
	return publish(r.out, archives)
}

// products makes what a platform gets: an archive, for Linux also a package, and a part of the
// image.
func (r *release) products(ctx context.Context, p platform, work, version string, common []entry, at time.Time, box *image) ([]archive, error) {
	if p.os == "js" {
		a, err := r.pageArchive(ctx, p, version, common, at)
		return []archive{a}, err
	}
	entries, err := r.contents(ctx, p, work, common)
	if err != nil {
		return nil, err
	}
	a, err := packed(p, version, entries, at)
	if err != nil || p.os != "linux" || p.level == "v3" {
		return []archive{a}, err
	}
	deb, err := debian(p, version, entries, at)
	if err != nil {
		return nil, err
	}
	return []archive{a, deb}, box.add(p, entries)
}

// commitTime returns the time of the commit that is checked out. Unless dirty is set,
// uncommitted changes and a linked work tree are errors.
func (r *release) commitTime(ctx context.Context) (time.Time, error) {
	changes, err := r.command(ctx, nil, "git", "status", "--porcelain")
	if err != nil {
		return time.Time{}, err
	}
	if first, _, _ := strings.Cut(string(changes), "\n"); first != "" && !r.dirty {
		return time.Time{}, fmt.Errorf("there are uncommitted changes (%q, …): commit them, or use -dirty", first)
	}
	if info, err := os.Stat(filepath.Join(r.dir, ".git")); (err != nil || !info.IsDir()) && !r.dirty {
		return time.Time{}, fmt.Errorf("%s is a linked work tree, where the go command stamps no version: use a clone", r.dir)
	}
	text, err := r.command(ctx, nil, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return time.Time{}, err
	}
	seconds, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return time.Unix(seconds, 0), err
}

// common returns the files that are in all archives, and the version. Some of the files are
// written by a program that is built for this machine.
func (r *release) common(ctx context.Context, work string, at time.Time) (entries []entry, version string, err error) {
	binary, docs := filepath.Join(work, host().file(lab)), filepath.Join(work, "docs")
	if err := r.build(ctx, host(), lab, binary); err != nil {
		return nil, "", err
	}
	if version, err = stamp(binary); err != nil {
		return nil, "", err
	}
	if _, err := r.command(ctx, []string{fmt.Sprintf("SOURCE_DATE_EPOCH=%d", at.Unix())}, binary, "docs", docs); err != nil {
		return nil, "", err
	}
	add := func(name, file string) error {
		content, err := os.ReadFile(file)
		entries = append(entries, entry{name, 0o644, content})
		return err
	}
	err = filepath.WalkDir(docs, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(docs, file)
		if err != nil {
			return err
		}
		return add(filepath.ToSlash(name), file)
	})
	if err != nil {
		return nil, "", err
	}
	commit, err := r.command(ctx, nil, "git", "rev-parse", "HEAD")
	for _, name := range pages {
		text, readErr := os.ReadFile(filepath.Join(r.dir, name))
		err = errors.Join(err, readErr)
		entries = append(entries, entry{name, 0o644, []byte(outward(string(text), strings.TrimSpace(string(commit)), pages))})
	}
	return entries, version, err
}

// pages are the files of the repository that are in all archives.
var pages = []string{"README.md", "LICENSE", "CHANGELOG.md"}

// contents builds the programs for a platform in the folder work, and returns what belongs in
// the archive.
func (r *release) contents(ctx context.Context, p platform, work string, common []entry) ([]entry, error) {
	var entries []entry
	for _, name := range p.programs() {
		binary := filepath.Join(work, p.folder(name))
		if err := r.build(ctx, p, name, binary); err != nil {
			return nil, err
		}
		content, err := os.ReadFile(binary)
		if err != nil {
			return nil, err
		}
		entries = append(entries, entry{p.file(name), 0o755, content})
	}
	return r.licensed(ctx, p, append(entries, common...))
}

// pageArchive makes the archive of the page that is its own server and the npm package.
func (r *release) pageArchive(ctx context.Context, p platform, version string, common []entry, at time.Time) (archive, error) {
	program, err := site.Build(ctx, r.dir)
	if err != nil {
		return archive{}, err
	}
	page, err := site.Files(program)
	if err != nil {
		return archive{}, err
	}
	licence, err := os.ReadFile(filepath.Join(r.dir, "LICENSE"))
	if err != nil {
		return archive{}, err
	}
	npm, err := site.Package(program, version, licence)
	if err != nil {
		return archive{}, err
	}
	var entries []entry
	for folder, files := range map[string]map[string][]byte{"page": page, "npm": npm} {
		for name, content := range files {
			entries = append(entries, entry{folder + "/" + name, 0o644, content})
		}
	}
	for _, e := range common {
		if slices.Contains(pages, e.name) { // no manual pages: it has no commands
			entries = append(entries, e)
		}
	}
	if entries, err = r.licensed(ctx, p, entries); err != nil {
		return archive{}, err
	}
	return packed(p, version, entries, at)
}

// licensed adds the licences of everything in the programs.
func (r *release) licensed(ctx context.Context, p platform, entries []entry) ([]entry, error) {
	licences, err := r.licences(ctx, p)
	return append(entries, entry{"LICENSES-OF-MODULES.txt", 0o644, licences}), err
}

// packed packs an archive.
func packed(p platform, version string, entries []entry, at time.Time) (archive, error) {
	folder := p.folder(version)
	ending, packed, err := pack(p, folder, entries, at)
	return archive{folder + ending, packed}, err
}

// build makes a program for a platform.
func (r *release) build(ctx context.Context, p platform, name, binary string) error {
	stamped := "-buildvcs=true"
	if r.dirty {
		stamped = "-buildvcs=auto"
	}
	_, err := r.command(ctx, p.env(), "go", "build", "-trimpath", "-pgo="+profile, stamped, "-ldflags=-s -w", "-o", binary, "./cmd/"+name)
	return err
}

// stamp returns the version that the go command put into a program, without its v; devel if
// there is none.
func stamp(binary string) (string, error) {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return "", err
	}
	if info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel", nil
	}
	return strings.TrimPrefix(info.Main.Version, "v"), nil
}

// command runs a command in the checkout, with more in its environment, and returns its output.
// The user's own flags for the go command have no effect.
func (r *release) command(ctx context.Context, env []string, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = r.dir
	cmd.Env = append(append(os.Environ(), "GOFLAGS=-mod=readonly", "GOWORK=off"), env...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w: %s", filepath.Base(name), args[0], err, strings.TrimSpace(errs.String()))
	}
	return out, nil
}
