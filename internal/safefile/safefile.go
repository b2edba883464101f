// Package safefile protects files from being lost: a file is replaced completely or not at all
// (Create, WriteFile), is written by one program at a time (TryLock), and no output is an input
// or another output (Distinct) or turns out to be unwritable when the work is done (Ready).
package safefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// PartSuffix ends the names of files being written.
const PartSuffix = ".part"

// A File is a new file that is going to replace an old one, if there is one. Until Commit it
// has another name in the same directory.
type File struct {
	*os.File
	name string
	mode fs.FileMode
}

// Create starts a file with the given name. An existing file stays until Commit, which keeps
// its permissions; a link stays a link, and its target is replaced.
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
		return nil, &fs.PathError{Op: "create", Path: name, Err: failed.Err} // not with the name of the temporary file
	}
	if err != nil {
		return nil, err
	}
	return &File{f, name, mode}, nil
}

// Commit writes the file to disk and gives it its name, which is also written to disk. After an
// error the old file is kept and the new one is gone. The file is closed in any case.
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
	os.Remove(f.File.Name()) // after Commit the file no longer has this name
}

// Sweep removes what killed programs have left in a directory: unfinished parts of files, and
// locks that nobody holds. Those of locked files are kept. What cannot be removed stays.
func Sweep(dir string) {
	for file, parts := range leftovers(dir) {
		if lock, err := TryLock(filepath.Join(dir, file)); err == nil {
			removeParts(dir, parts)
			lock.Unlock()
		}
	}
}

// Claim locks a file as TryLock does, and removes the unfinished parts of it that killed programs
// have left. It is for files that take long to write.
func Claim(name string) (*Lock, error) {
	name, err := Resolve(name)
	if err != nil {
		return nil, err
	}
	lock, err := TryLock(name)
	if err != nil {
		return nil, err
	}
	dir, file := filepath.Split(name)
	removeParts(dir, leftovers(dir)[file])
	return lock, nil
}

func removeParts(dir string, parts []string) {
	for _, part := range parts {
		os.Remove(filepath.Join(dir, part))
	}
}

// leftovers returns the names of the unfinished parts in a directory, by the names of the
// intended files, which include those that have only a lock.
func leftovers(dir string) map[string][]string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	parts := map[string][]string{}
	for _, e := range entries {
		name := e.Name()
		if !e.Type().IsRegular() {
			continue
		}
		if part, ok := strings.CutSuffix(name, PartSuffix); ok && strings.HasPrefix(part, ".") {
			if dot := strings.LastIndexByte(part, '.'); dot > 0 {
				parts[part[1:dot]] = append(parts[part[1:dot]], name)
			}
		} else if file, ok := strings.CutSuffix(name, lockSuffix); ok && parts[file] == nil {
			parts[file] = []string{}
		}
	}
	return parts
}

// MkdirTemp makes a folder in dir, or in the system's folder for temporary files if dir is empty,
// with a name that begins with prefix. It removes those that killed programs have left there.
// done removes the folder.
func MkdirTemp(dir, prefix string) (name string, done func(), err error) {
	if dir == "" {
		dir = os.TempDir()
	}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		old := filepath.Join(dir, e.Name())
		if !e.IsDir() || !strings.HasPrefix(e.Name(), prefix) {
			continue
		}
		if _, err := os.Lstat(LockName(inUse(old))); err != nil {
			continue // not one of these folders, or not locked yet
		}
		if lock, err := TryLock(inUse(old)); err == nil {
			lock.Unlock()
			os.RemoveAll(old)
		}
	}
	if name, err = os.MkdirTemp(dir, prefix); err != nil {
		return "", nil, err
	}
	lock, err := TryLock(inUse(name))
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(name))
	}
	return name, func() { lock.Unlock(); os.RemoveAll(name) }, nil
}

// inUse returns the file that is locked while a temporary folder is in use.
func inUse(folder string) string { return filepath.Join(folder, "in-use") }

// WriteFile replaces a file by one with the given content; after an error the old one is kept.
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
