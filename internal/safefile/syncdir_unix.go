//go:build unix

package safefile

import (
	"errors"
	"os"
	"syscall"
)

// SyncDir writes the entries of a directory to disk: otherwise a file whose content is there
// may have no name after a power cut.
func SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		err = nil // some file systems do not support it
	}
	return errors.Join(err, d.Close())
}
