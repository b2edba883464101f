package match

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
)

// A Build identifies an engine as far as that is possible from outside, whatever
// its name and its directory.
type Build struct {
	// Told is the name and version that it reports in the handshake, empty if it
	// has never started.
	Told string `json:",omitempty"`
	// Files are its program and those of its arguments that are files, such as a
	// script or an archive.
	Files []FileSum `json:",omitempty"`
	// Stamp is the commit that self was built from, in which case there are no
	// Files. If the tree had uncommitted changes, or that is unknown, Files
	// holds the program as well.
	Stamp string `json:",omitempty"`
	// Bench is the number of nodes of a fixed search by self, 0 if unknown: a
	// build may search differently on another machine if one of the two is
	// broken.
	Bench uint64 `json:",omitempty"`
}

// A FileSum is a file with its checksum.
type FileSum struct {
	Name   string // without its directory
	SHA256 string
	Size   int64 `json:",omitempty"` // bytes
	Word   int   `json:",omitempty"` // index in the command line
}

// buildOf identifies an engine without starting it.
func buildOf(e *Engine) Build {
	if e.isSelf() {
		return selfBuild()
	}
	var b Build
	for word := range e.Command {
		name := e.file(word)
		if name == "" {
			continue
		}
		if sum, err := sumFile(name); err == nil {
			sum.Word = word
			b.Files = append(b.Files, sum)
		}
	}
	return b
}

// files returns the names of the regular files in the command line of an engine:
// its program, and a script or an archive among the arguments.
func (e *Engine) files() (names []string) {
	for word := range e.Command {
		if name := e.file(word); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// file returns the name of the regular file that a word of the command line
// names, "" if it names none.
func (e *Engine) file(word int) string {
	name := e.Command[word]
	if e.isSelf() {
		return ""
	}
	if word == 0 && filepath.Base(name) == name {
		path, err := exec.LookPath(name)
		if err != nil {
			return "" // it will not start
		}
		name = path
	} else if !filepath.IsAbs(name) {
		name = filepath.Join(e.Dir, name)
	}
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	return name
}

// selfBuild identifies this program.
func selfBuild() Build {
	var b Build
	whole := false
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				b.Stamp = s.Value
			case "vcs.modified":
				whole = s.Value == "false"
			}
		}
	}
	if whole && b.Stamp != "" {
		return b
	}
	if name, err := os.Executable(); err == nil {
		if sum, err := sumFile(name); err == nil {
			b.Files = []FileSum{sum}
		}
	}
	return b
}

// sumFile returns the checksum of a file.
func sumFile(name string) (FileSum, error) {
	f, err := os.Open(name)
	if err != nil {
		return FileSum{}, err
	}
	defer f.Close()
	sum := sha256.New()
	size, err := io.Copy(sum, f)
	if err != nil {
		return FileSum{}, err
	}
	return FileSum{Name: filepath.Base(name), SHA256: hex.EncodeToString(sum.Sum(nil)), Size: size}, nil
}

// differs describes how one build differs from another, as far as both are
// known; "" if they do not differ.
func (b Build) differs(now Build) string {
	switch {
	case b.Told != "" && now.Told != "" && b.Told != now.Told:
		return fmt.Sprintf("it called itself %q, now %q", b.Told, now.Told)
	case b.Stamp != now.Stamp && b.Stamp != "" && now.Stamp != "":
		return fmt.Sprintf("it was built from %.12s, now from %.12s", b.Stamp, now.Stamp)
	case len(b.Files) > 0 && len(now.Files) > 0 && !slices.Equal(b.sums(), now.sums()):
		return fmt.Sprintf("its files have changed (SHA-256 was %s, is now %s)", b.short(), now.short())
	case len(b.Files) == 0 != (len(now.Files) == 0) && b.Stamp != "" && now.Stamp != "":
		return "only one of the two builds has uncommitted changes"
	case b.Bench != now.Bench && b.Bench != 0 && now.Bench != 0:
		return fmt.Sprintf("its bench was %d nodes, is now %d", b.Bench, now.Bench)
	}
	return ""
}

// sums returns the checksums of the files, regardless of their names.
func (b Build) sums() []string {
	list := make([]string, len(b.Files))
	for i, f := range b.Files {
		list[i] = f.SHA256
	}
	return list
}

// short returns the first digits of the checksums.
func (b Build) short() string {
	list := b.sums()
	for i := range list {
		list[i] = list[i][:12] + "…"
	}
	return strings.Join(list, " ")
}

// with fills in what is missing in a build from an older one.
func (b Build) with(old Build) Build {
	b.Told = cmp.Or(b.Told, old.Told)
	if b.Bench == 0 {
		b.Bench = old.Bench
	}
	if len(b.Files) == 0 && b.Stamp == "" {
		b.Files, b.Stamp = old.Files, old.Stamp
	}
	return b
}

// equal reports whether two builds have the same name, commit and files. It
// ignores Bench.
func (b Build) equal(o Build) bool {
	return b.Told == o.Told && b.Stamp == o.Stamp && slices.Equal(b.Files, o.Files)
}
