package tune

import (
	"fmt"
	"io"
	"maps"
	"slices"
)

// A Writer writes the lines of batches in order of their numbers, whatever
// order they arrive in. A duplicate batch is written once.
type Writer struct {
	Out      io.Writer
	Progress func(Tally) // called, if not nil, after each batch that is written

	waiting map[int]Batch // for a batch with a lower number
	next    int
	tally   Tally
	failed  error
}

// Header writes the first line.
func (w *Writer) Header(h Header) error {
	if w.failed == nil {
		_, w.failed = fmt.Fprintln(w.Out, h)
	}
	return w.failed
}

// Take takes a batch, and writes the batches whose turn it is. After an error
// it writes nothing more.
func (w *Writer) Take(b Batch) error {
	if b.Number < w.next {
		return w.failed
	}
	if w.waiting == nil {
		w.waiting = map[int]Batch{}
	}
	w.waiting[b.Number] = b
	for {
		b, ok := w.waiting[w.next]
		if !ok {
			return w.failed
		}
		w.next++
		if err := w.write(b); err != nil {
			return err
		}
	}
}

// Flush writes the batches that were waiting for others that will not come.
func (w *Writer) Flush() error {
	for _, number := range slices.Sorted(maps.Keys(w.waiting)) {
		w.next = number + 1
		if err := w.write(w.waiting[number]); err != nil {
			return err
		}
	}
	return w.failed
}

// Tally returns the tally of what has been written.
func (w *Writer) Tally() Tally { return w.tally }

// write writes one batch.
func (w *Writer) write(b Batch) error {
	delete(w.waiting, b.Number)
	if w.failed != nil {
		return w.failed
	}
	if _, w.failed = io.WriteString(w.Out, b.Lines); w.failed != nil {
		return w.failed
	}
	w.tally.add(b.Tally)
	if w.Progress != nil {
		w.Progress(w.tally)
	}
	return nil
}
