//go:build !js

package safefile

import (
	"errors"
	"io/fs"
	"os"

	"github.com/gofrs/flock"
)

// A Lock is a lock on a separate file beside the protected one, so that it does not matter who
// else has that open, and that Windows does not refuse writing to it.
type Lock struct{ flock *flock.Flock }

// TryLock locks the file with the given name, which need not exist, or returns ErrLocked. The
// lock ends with the program at the latest.
func TryLock(name string) (*Lock, error) {
	name, err := Resolve(name)
	if err != nil {
		return nil, err
	}
	for {
		l := flock.New(LockName(name))
		switch locked, err := l.TryLock(); {
		case err != nil:
			return nil, errors.Join(err, l.Close())
		case !locked:
			return nil, errors.Join(ErrLocked, l.Close())
		}
		// The previous owner may have removed the file that we have locked.
		if mine, err := l.Stat(); err == nil {
			if now, err := os.Stat(l.Path()); err == nil && os.SameFile(mine, now) {
				return &Lock{l}, nil
			} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, errors.Join(err, l.Close())
			}
		}
		if err := l.Close(); err != nil {
			return nil, err
		}
	}
}

// Unlock releases the lock and removes its file.
func (l *Lock) Unlock() error {
	if l == nil {
		return nil
	}
	os.Remove(l.flock.Path()) // fails where files in use cannot be removed, which does no harm
	return l.flock.Close()
}
