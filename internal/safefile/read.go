package safefile

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Read reads a whole file of at most that many bytes. Anything but a regular file is refused
// before it is opened: a pipe may never begin, and a device never end.
func Read(name string, most int64) ([]byte, error) {
	switch info, err := os.Stat(name); {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file", filepath.Base(name))
	case info.Size() > most:
		return nil, tooLong(name, most)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, most+1)) // it may have grown meanwhile
	if err == nil && int64(len(text)) > most {
		return nil, tooLong(name, most)
	}
	return text, err
}

func tooLong(name string, most int64) error {
	return fmt.Errorf("%s is longer than %d MB", filepath.Base(name), most>>20)
}
