package main

import (
	"bytes"
	"math"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/perft"
)

func TestTimeLeft(t *testing.T) {
	for _, c := range []struct {
		fraction float64
		want     string
	}{
		{0.5, "10s"}, {0.1, "1m30s"}, {1, "0s"}, {0, "unknown"}, {1e-9, "over 1000h"}, {math.SmallestNonzeroFloat64, "over 1000h"},
	} {
		if got := timeLeft(perft.Progress{Fraction: c.fraction, Elapsed: 10 * time.Second}); got != c.want {
			t.Errorf("%v done after 10 s: %q, want %q", c.fraction, got, c.want)
		}
	}
}

// Only a terminal gets a bar.
func TestBarIsSilentElsewhere(t *testing.T) {
	var errs bytes.Buffer
	b := newBar(stdio{nil, nil, &errs})
	b.show(perft.Progress{Fraction: 0.5, Elapsed: time.Minute})
	b.clear()
	if errs.Len() > 0 {
		t.Errorf("%q", errs.String())
	}
}
