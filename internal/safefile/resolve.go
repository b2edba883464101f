package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Resolve returns the absolute name of a file with links resolved, whether or not the file exists.
func Resolve(name string) (string, error) {
	name, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	for range 40 { // as many links as Linux follows
		whole, err := filepath.EvalSymlinks(name)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return whole, err
		}
		target, err := os.Readlink(name)
		if err != nil { // not a link, but may be in a linked directory
			dir, err := filepath.EvalSymlinks(filepath.Dir(name))
			if errors.Is(err, fs.ErrNotExist) {
				return name, nil
			}
			return filepath.Join(dir, filepath.Base(name)), err
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(name), target)
		}
		name = target
	}
	return "", &fs.PathError{Op: "resolve", Path: name, Err: errors.New("too many links")}
}

// A Use is a file that a program reads or writes, and its purpose. One without a name is ignored.
type Use struct {
	Role   string // as the error calls it, such as "--out"
	Name   string
	Output bool
}

// Distinct returns an error if an output is the same file as an input or another output, by
// name or through links, before either is opened.
func Distinct(uses ...Use) error {
	names := make([]string, len(uses))
	infos := make([]fs.FileInfo, len(uses))
	for i, u := range uses {
		if u.Name == "" {
			continue
		}
		var err error
		if names[i], err = Resolve(u.Name); err != nil {
			return fmt.Errorf("%s %s: %w", u.Role, u.Name, err)
		}
		infos[i], _ = os.Stat(u.Name) // nil if it does not exist yet
		for k, other := range uses[:i] {
			if other.Name == "" || !u.Output && !other.Output {
				continue
			}
			if names[k] == names[i] || infos[k] != nil && infos[i] != nil && regular(infos[i]) && os.SameFile(infos[k], infos[i]) {
				return fmt.Errorf("%s and %s are the same file: %s", other.Role, u.Role, u.Name)
			}
		}
	}
	return nil
}

// Ready returns an error if the outputs are not Distinct, or one of them cannot be written, as in
// a folder that does not exist. Existing files stay as they are.
func Ready(uses ...Use) error {
	if err := Distinct(uses...); err != nil {
		return err
	}
	for _, u := range uses {
		if u.Name == "" || !u.Output {
			continue
		}
		f, err := Create(u.Name)
		if err != nil {
			return fmt.Errorf("%s: %w", u.Role, err)
		}
		f.Discard()
	}
	return nil
}

// regular reports whether a file can be overwritten.
func regular(info fs.FileInfo) bool { return info.Mode().IsRegular() }
