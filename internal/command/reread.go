package command

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/variants"
)

// A reader reads a file of variants again whenever it changes. If the new version has an error,
// the games stay as they were.
type reader struct {
	path string
	text string // the text in use
	seen fileStamp

	mu    sync.Mutex
	fault string // the error in the current version of the file
}

// A fileStamp distinguishes versions of a file.
type fileStamp struct {
	size int64
	at   time.Time
}

// newReader returns the reader of a file whose games have been added.
func newReader(path string) (*reader, error) {
	r := &reader{path: path, seen: fileStampOf(path)}
	text, err := safefile.Read(path, maxVariantsFile)
	r.text = string(text)
	return r, err
}

func fileStampOf(path string) fileStamp {
	info, err := os.Stat(path)
	if err != nil {
		return fileStamp{}
	}
	return fileStamp{info.Size(), info.ModTime()}
}

// rereadPace is the interval between checks of the file.
const rereadPace = time.Second

// watch checks the file until the context ends, and reports what happened.
func (r *reader) watch(ctx context.Context, std Stdio) {
	ticks := time.NewTicker(rereadPace)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
			if said := r.look(); said != "" {
				std.Note("%s", said)
			}
		}
	}
}

// look reads the file if it has changed, and returns what to report, "" for nothing.
func (r *reader) look() string {
	now := fileStampOf(r.path)
	if now == r.seen {
		return ""
	}
	r.seen = now
	said, fault := r.read()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fault = fault; fault != "" {
		return fault
	}
	return said
}

// read makes the games of the current version known, or returns its error.
func (r *reader) read() (said, fault string) {
	text, err := safefile.Read(r.path, maxVariantsFile)
	if err != nil {
		return "", fmt.Sprintf("%v; its games stay as they were", err)
	}
	if string(text) == r.text {
		return fmt.Sprintf("%s is the same as before", r.path), ""
	}
	names, errs := variants.Replace(r.text, string(text), fittedBeside(r.path))
	if !general.OnlyUnplayed(errs) {
		return "", fmt.Sprintf("%s: %v%s; its games stay as they were", r.path, errs[0], andMore(len(errs)-1))
	}
	r.text = string(text)
	return fmt.Sprintf("%s has been read again: %s", r.path, english.Count(len(names), "game")), ""
}

// notice returns the error in the file, "" for none.
func (r *reader) notice() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.fault
}
