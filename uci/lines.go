package uci

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

// maxLine is the length in bytes of the longest line that is read. It holds some 200,000 moves.
const maxLine = 1 << 20

var errLineTooLong = fmt.Errorf("line of more than %d bytes ignored", maxLine)

// A lineReader cuts a stream into lines without holding more than maxLine
// bytes of it.
type lineReader struct {
	r *bufio.Reader
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{bufio.NewReaderSize(r, 1<<16)}
}

// next returns the next line without its end. The last line may come together with io.EOF. A
// line that is too long is skipped whole, with errLineTooLong.
func (l *lineReader) next() (string, error) {
	var line []byte
	tooLong := false
	for {
		part, err := l.r.ReadSlice('\n')
		if !tooLong && len(line)+len(part) > maxLine+1 {
			line, tooLong = nil, true
		}
		if !tooLong {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if tooLong && (err == nil || errors.Is(err, io.EOF)) {
			return "", errLineTooLong
		}
		return strings.TrimRight(string(line), "\r\n"), err
	}
}

// An output writes whole lines, from any goroutine. After the first error it
// writes nothing more.
type output struct {
	mu     sync.Mutex
	w      io.Writer
	broken error
	failed func(error) // called with that error
}

// write writes one or more lines in one piece; the last needs no newline. It writes nothing for
// an empty text.
func (o *output) write(text string) {
	if text == "" {
		return
	}
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.broken != nil {
		return
	}
	if _, err := io.WriteString(o.w, text); err != nil {
		o.broken = fmt.Errorf("writing the answer: %w", err)
		o.failed(o.broken)
	}
}

func (o *output) err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.broken
}

// maxInfo bounds the length of an info string in bytes.
const maxInfo = 1000

// oneLine makes a text fit for an info string: printable, on one line, and not too long.
func oneLine(text string) string {
	if len(text) > maxInfo {
		text = text[:maxInfo] + "…"
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
}
