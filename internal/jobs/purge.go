package jobs

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/heterodox-chess/heterodox/internal/ledger"
)

// A Purger is a job that supports removing a worker's results: they no longer
// count, and their tasks are done again.
type Purger interface {
	// Purge writes a Purged line to the ledger, on disk when it returns, and
	// removes all results of a worker so far; Next returns those tasks again. It
	// returns the number of results.
	Purge(worker, why string) (results int, err error)
}

// Purged is a line of a ledger after which the earlier results of a worker no
// longer count. The results stay in the file, as a record.
type Purged struct {
	Purged string // the worker
	Why    string
}

// Purge writes a Purged line to a ledger that is not in use, and returns the number
// of the worker's results that counted so far; it is an error if there are none.
func Purge(file, worker, why string) (results int, err error) {
	l, err := ledger.Open(file, func(l ledger.Line) error {
		var line struct {
			Format, Worker, Purged string
		}
		if err := json.Unmarshal(l.Text, &line); err != nil {
			return errors.New("it is not a result")
		}
		switch {
		case l.Number == 1 && line.Format == "":
			return errors.New("it is not the ledger of a job")
		case l.Number == 1 && !purgeable(line.Format):
			return errors.New("it belongs to a job whose results are written at once and cannot be removed: start it again")
		case line.Purged == worker:
			results = 0
		case line.Worker == worker:
			results++
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("%s: %w", file, err)
	}
	if results == 0 {
		err = fmt.Errorf("it has no results of %.60s that count", worker)
	} else {
		err = l.Append(Purged{worker, why})
	}
	if err = errors.Join(err, l.Close()); err != nil {
		return 0, fmt.Errorf("%s: %w", file, err)
	}
	return results, nil
}

// purgeable reports whether the readers of a ledger support Purged lines.
func purgeable(format string) bool {
	return format == "heterodox deep count 1" || format == "heterodox match 2"
}
