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

// A reader reads a file of variants again whenever it changes. If anything is wrong with it
// then, the games stay as they were.
type reader struct {
	path string
	text string // that is known
	seen fileStamp

	mu    sync.Mutex
	fault string // what is wrong with the file as it is now
}

// A fileStamp tells versions of a file apart.
type fileStamp struct {
	size int64
	at   time.Time
}

// newReader returns the reader of a file that has been added.
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

// rereadPace is how often a file is looked at.
const rereadPace = time.Second

// watch looks at the file until the context ends, and says what has become of it.
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

// look reads the file if it has changed, and says what came of it, "" for nothing.
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

// read has Open know the games of the file as it is now, or says what is wrong with it.
func (r *reader) read() (said, fault string) {
	text, err := safefile.Read(r.path, maxVariantsFile)
	if err != nil {
		return "", fmt.Sprintf("%v: its games stay as they were", err)
	}
	if string(text) == r.text {
		return fmt.Sprintf("%s is as it was before", r.path), ""
	}
	names, errs := variants.Replace(r.text, string(text), fittedBeside(r.path))
	if !general.OnlyUnplayed(errs) {
		return "", fmt.Sprintf("%s: %v%s: its games stay as they were", r.path, errs[0], andMore(len(errs)-1))
	}
	r.text = string(text)
	return fmt.Sprintf("%s is read again: %s", r.path, english.Count(len(names), "game")), ""
}

// notice returns what is wrong with the file, "" for nothing.
func (r *reader) notice() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.fault
}
