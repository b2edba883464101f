package match

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// A Leave states which programs a machine runs as engines on behalf of others:
// none, if it is empty.
type Leave struct {
	// Any allows all programs in the command lines: the match is our own.
	Any bool
	// Dir is the directory of the programs that may be run. They are identified by
	// checksum, not by name.
	Dir string
}

// mostFiles is the maximum number of files in a directory of engines.
const mostFiles = 10_000

// adapt changes the command line of an engine to name the files on this machine
// that match those of a build. It returns an error if one is missing or there is no
// permission.
func (l Leave) adapt(e *Engine, b *Build) error {
	switch {
	case l.Any:
		return nil
	case e.isSelf():
		return l.open(e.Options)
	case l.Dir == "":
		return fmt.Errorf("engine %s is the program %.100q, and this worker may not run programs (--allow-engines)", printable(e.Name), e.Command)
	case !slices.ContainsFunc(b.Files, func(f FileSum) bool { return f.Word == 0 }):
		return fmt.Errorf("engine %s: its program has no checksum", printable(e.Name))
	}
	e.Command = slices.Clone(e.Command)
	for _, f := range b.Files {
		path, err := f.in(l.Dir)
		if err != nil {
			return fmt.Errorf("engine %s: %w", printable(e.Name), err)
		}
		if f.Word < 0 || f.Word >= len(e.Command) {
			return fmt.Errorf("the command of engine %s has no word %d", printable(e.Name), f.Word)
		}
		e.Command[f.Word] = path
	}
	if _, err := exec.LookPath(e.Command[0]); err != nil {
		return fmt.Errorf("engine %s: %w", printable(e.Name), err)
	}
	if e.Dir != "" {
		e.Dir = filepath.Dir(e.Command[0])
	}
	return nil
}

// open returns an error if options of self name files that it would open for others. It would play
// on without those that are missing here, and so differently from other machines.
func (l Leave) open(options []Option) error {
	for _, o := range options {
		if !l.Any && l.Dir == "" && containsFold([]string{"BookFile", "TablePath", "VariantPath"}, o.Name) {
			return fmt.Errorf("option %s names a file, and this worker opens none for others (--allow-engines)", o.Name)
		}
	}
	return nil
}

// in returns the absolute name of the file with this size and checksum in a
// directory or below it.
func (f *FileSum) in(dir string) (found string, err error) {
	files := 0
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if files++; files > mostFiles {
			return fmt.Errorf("%s holds more than %d files", dir, mostFiles)
		}
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() || info.Size() != f.Size {
			return nil
		}
		if sum, err := sumFile(path); err != nil || sum.SHA256 != f.SHA256 {
			return nil
		}
		found, err = filepath.Abs(path)
		if err == nil {
			err = filepath.SkipAll
		}
		return err
	})
	if err == nil && found == "" {
		err = fmt.Errorf("no file in %s is %.60s (SHA-256 %.12s…)", dir, printable(f.Name), printable(f.SHA256))
	}
	return found, err
}

// unchanged returns an error if a file of an engine has changed since it was
// admitted.
func (h *Host) unchanged(e *Engine) error {
	for _, name := range e.files() {
		want := h.Sums[name]
		if want == "" {
			continue
		}
		if sum, err := sumFile(name); err != nil {
			return err
		} else if sum.SHA256 != want {
			return fmt.Errorf("%s has changed since the match started here", name)
		}
	}
	return nil
}
