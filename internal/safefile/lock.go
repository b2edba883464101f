package safefile

import "errors"

// ErrLocked reports that another program, or another part of this one, uses a file.
var ErrLocked = errors.New("another program is using it")

// LockName returns the name of the file that locks another, "" for none.
func LockName(name string) string {
	if name == "" {
		return ""
	}
	return name + lockSuffix
}

const lockSuffix = ".lock"
