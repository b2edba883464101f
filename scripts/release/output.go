package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/heterodox-chess/heterodox/internal/safefile"
)

// An archive is a file of a release.
type archive struct {
	name    string
	content []byte
}

const sums = "SHA256SUMS"

var ofRelease = regexp.MustCompile(`^(heterodox-.*-(linux|darwin|windows|js)-(amd64|amd64v3|arm64|wasm)\.(tar\.gz|zip)|heterodox_.*_(amd64|arm64)\.deb|heterodox-.*-oci\.tar|heterodox\.rb|Heterodox\.Heterodox(\.[a-zA-Z.-]+)?\.yaml|` + sums + `)$`)

// held returns the files of an older release in a folder, which may be missing; it is an error
// if there is anything else in it.
func held(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var old []string
	for _, e := range entries {
		if !e.Type().IsRegular() || !ofRelease.MatchString(e.Name()) {
			return nil, fmt.Errorf("%s holds %s, which is not part of a release: choose another folder with -out", dir, e.Name())
		}
		old = append(old, filepath.Join(dir, e.Name()))
	}
	return old, nil
}

// publish puts archives and their checksums into a folder, replacing an older release.
func publish(dir string, archives []archive) error {
	old, err := held(dir)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, name := range old {
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	for _, a := range append(slices.Clone(archives), archive{sums, checksums(archives)}) {
		if err := safefile.WriteFile(filepath.Join(dir, a.name), a.content); err != nil {
			return err
		}
	}
	return nil
}

// checksums returns what sha256sum would print for the archives.
func checksums(archives []archive) (text []byte) {
	for _, a := range archives {
		text = fmt.Appendf(text, "%x  %s\n", sha256.Sum256(a.content), a.name)
	}
	return text
}
