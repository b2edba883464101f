// Package safefile keeps files from being lost: a file is replaced whole or not
// at all (Create, WriteFile), is written by one program at a time (TryLock), and
// no output is an input or another output (Distinct).
package safefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// PartSuffix ends the names of files that are being written.
const PartSuffix = ".part"

// A File is a new file that is yet to take the place of an old one, or of none.
// Until Commit it has another name in the same directory.
type File struct {
	*os.File
	name string
	mode fs.FileMode
}

// Create begins a file of a name. What stands there stays until Commit, which
// keeps its permissions; a link stays one, and its target is replaced.
func Create(name string) (*File, error) {
	name, err := Resolve(name)
	if err != nil {
		return nil, err
	}
	mode := fs.FileMode(0o644)
	switch info, err := os.Stat(name); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, &fs.PathError{Op: "replace", Path: name, Err: errors.New("is not a regular file")}
	default:
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*"+PartSuffix)
	if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
		return nil, &fs.PathError{Op: "create", Path: name, Err: failed.Err} // not of a name that nobody has given
	}
	if err != nil {
		return nil, err
	}
	return &File{f, name, mode}, nil
}

// Commit puts the file on disk and gives it its name, which then is on disk,
// too. After an error the old file stands and the new one is gone. The file is
// closed in any case.
func (f *File) Commit() error {
	err := errors.Join(f.Chmod(f.mode), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.File.Name(), f.name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.File.Name()))
	}
	return SyncDir(filepath.Dir(f.name))
}

// Discard removes the file. After Commit it does nothing.
func (f *File) Discard() {
	f.Close()
	os.Remove(f.File.Name()) // which Commit has renamed
}

// Sweep removes what programs that were killed have left in a directory: parts of files
// that were never finished, and locks that nobody holds. Files that are locked keep theirs.
// What cannot be removed stays.
func Sweep(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	parts := map[string][]string{} // by the names of the files that they were to be
	for _, e := range entries {
		name := e.Name()
		if !e.Type().IsRegular() {
			continue
		}
		if part, ok := strings.CutSuffix(name, PartSuffix); ok && strings.HasPrefix(part, ".") {
			if dot := strings.LastIndexByte(part, '.'); dot > 0 {
				parts[part[1:dot]] = append(parts[part[1:dot]], name)
			}
		} else if file, ok := strings.CutSuffix(name, lockSuffix); ok {
			parts[file] = append(parts[file], "")
		}
	}
	for file, left := range parts {
		lock, err := TryLock(filepath.Join(dir, file))
		if err != nil {
			continue
		}
		for _, name := range left {
			if name != "" {
				os.Remove(filepath.Join(dir, name))
			}
		}
		lock.Unlock()
	}
}

// WriteFile replaces a file by one with the given content, or leaves what was
// there.
func WriteFile(name string, content []byte) error {
	f, err := Create(name)
	if err != nil {
		return err
	}
	if _, err := f.Write(content); err != nil {
		f.Discard()
		return err
	}
	return f.Commit()
}
