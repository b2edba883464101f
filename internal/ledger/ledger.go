// Package ledger keeps results in a file that survives crashes of the program:
// one line of JSON each, after a header that describes the results. When Append
// returns, they are on disk. A line cut short by a crash is removed by the next
// Open; a line with a changed byte is an error there, because each line ends
// with a checksum, its last member "Sum".
package ledger

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"sync"

	"github.com/heterodox-chess/heterodox/internal/safefile"
)

// Errors of Create and Open about unexpected files.
var (
	ErrExists  = errors.New("it exists")
	ErrEmpty   = errors.New("it is empty")
	ErrMissing = errors.New("it does not exist")
)

// A Ledger is an open file. It is safe for concurrent use.
type Ledger struct {
	mu   sync.Mutex
	file *os.File
	lock *safefile.Lock
	size int64 // of the complete lines
	torn bool  // there may be more after them
}

// A Line is a line of a ledger.
type Line struct {
	Number int    // in the file, from 1, the header
	Text   []byte // without the line break; valid until the next line
	Summed bool   // it has a checksum, which is correct
}

// Create creates a file with a header, which is one JSON object, atomically.
// Unless replace is set it returns ErrExists if the file already exists and is
// not empty.
func Create(name string, header any, replace bool) (*Ledger, error) {
	text, err := appendLine(nil, header)
	if err != nil {
		return nil, err
	}
	return with(name, func(lock *safefile.Lock) (*Ledger, error) {
		switch info, err := os.Stat(name); {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, err
		case !info.Mode().IsRegular():
			return nil, errors.New("not a regular file")
		case info.Size() > 0 && !replace:
			return nil, ErrExists
		}
		if err := safefile.WriteFile(name, text); err != nil {
			return nil, err
		}
		f, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			return nil, err
		}
		return &Ledger{file: f, lock: lock, size: int64(len(text))}, nil
	})
}

// Begun reports whether Open would find something to continue: a file that exists
// and is not empty.
func Begun(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Size() > 0
}

// Open opens a file made by Create, and passes each complete line to read, the
// header first. It truncates the file after the last complete line, but only if
// read has returned no error. It returns ErrMissing if there is no file, and
// ErrEmpty if it is empty: then there is nothing to continue.
func Open(name string, read func(Line) error) (*Ledger, error) {
	return with(name, func(lock *safefile.Lock) (*Ledger, error) {
		f, err := os.OpenFile(name, os.O_RDWR, 0)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, ErrMissing
		}
		if err != nil {
			return nil, err
		}
		l := &Ledger{file: f, lock: lock}
		if err := l.load(read); err != nil {
			return nil, errors.Join(err, f.Close())
		}
		return l, nil
	})
}

// with opens a file under its lock.
func with(name string, open func(*safefile.Lock) (*Ledger, error)) (*Ledger, error) {
	lock, err := safefile.TryLock(name)
	if err != nil {
		return nil, err
	}
	l, err := open(lock)
	if err != nil {
		return nil, errors.Join(err, lock.Unlock())
	}
	return l, nil
}

// load reads the file up to its last complete line.
func (l *Ledger) load(read func(Line) error) error {
	if info, err := l.file.Stat(); err != nil || !info.Mode().IsRegular() {
		return errors.Join(errors.New("not a regular file"), err)
	} else if info.Size() == 0 {
		return ErrEmpty
	}
	var err error
	if l.size, err = lines(l.file, read); err != nil {
		return err
	}
	return l.file.Truncate(l.size) // anything after the last line break was cut short
}

// Read passes each line to read again, the header first.
func (l *Ledger) Read(read func(Line) error) error {
	l.mu.Lock()
	size := l.size
	l.mu.Unlock()
	_, err := lines(io.NewSectionReader(l.file, 0, size), read)
	return err
}

// lines passes all complete lines to read, and returns their size.
func lines(file io.Reader, read func(Line) error) (size int64, err error) {
	in := bufio.NewReaderSize(file, 1<<16)
	var long []byte // a line that does not fit into the reader's buffer
	for number := 1; ; {
		text, err := in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			long = append(long, text...)
			continue
		}
		if len(long) > 0 {
			long = append(long, text...)
			text = long
		}
		if err == io.EOF {
			if number == 1 {
				return 0, errors.New("line 1 is cut short")
			}
			return size, nil
		}
		if err != nil {
			return 0, err
		}
		line := Line{Number: number, Text: text[:len(text)-1]}
		if line.Summed, err = checkSum(line.Text); err == nil {
			err = read(line)
		}
		if err != nil {
			return 0, fmt.Errorf("line %d: %w", number, err)
		}
		size += int64(len(text))
		long = long[:0]
		number++
	}
}

// Append writes values, each as a line, and waits until they are on disk: many
// at once cost hardly more than one. Each is one JSON object. After an error the
// file is as before, or has a torn end, which the next Append or Open removes.
func (l *Ledger) Append(values ...any) error {
	if len(values) == 0 {
		return nil
	}
	var text []byte
	for _, v := range values {
		var err error
		if text, err = appendLine(text, v); err != nil {
			return err
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	err := l.mend()
	if err == nil {
		_, err = l.file.WriteAt(text, l.size)
	}
	if err == nil {
		err = l.file.Sync()
	}
	if err != nil {
		l.torn = true
		return errors.Join(err, l.mend())
	}
	l.size += int64(len(text))
	return nil
}

// mend removes what a failed Append has left.
func (l *Ledger) mend() error {
	if !l.torn {
		return nil
	}
	err := l.file.Truncate(l.size)
	l.torn = err != nil
	return err
}

// Close closes the file and releases its lock.
func (l *Ledger) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return errors.Join(l.file.Close(), l.lock.Unlock())
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sumForm is the end of a line: the checksum of everything before it.
const sumForm = `,"Sum":"%08x"}`

// sumKey is the start of sumForm; sumSize is its length.
const (
	sumKey  = `,"Sum":"`
	sumSize = len(sumKey) + 8 + len(`"}`)
)

// appendLine appends a value as a line with its checksum.
func appendLine(text []byte, value any) ([]byte, error) {
	object, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	if len(object) < 3 || object[0] != '{' {
		return nil, fmt.Errorf("%.40q is not an object with members", object)
	}
	object = object[:len(object)-1]
	text = append(text, object...)
	return append(fmt.Appendf(text, sumForm, crc32.Checksum(object, castagnoli)), '\n'), nil
}

// checkSum reports whether a line has a checksum; it returns an error if that is
// wrong.
func checkSum(text []byte) (bool, error) {
	at := len(text) - sumSize
	if at < 0 || !bytes.HasPrefix(text[at:], []byte(sumKey)) {
		return false, nil
	}
	if want := fmt.Appendf(nil, sumForm, crc32.Checksum(text[:at], castagnoli)); !bytes.Equal(text[at:], want) {
		return true, errors.New("its checksum is wrong: it has changed since it was written")
	}
	return true, nil
}
