package command

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

// Only a terminal gets a bar; otherwise a long count writes a line, and then
// others at growing intervals.
func TestBarElsewhere(t *testing.T) {
	var errs bytes.Buffer
	b := newBar(Stdio{Err: &errs, program: "heterodox"})
	for second := range 60 {
		b.show(perft.Progress{Fraction: 0.5, Nodes: 3e6, Elapsed: time.Duration(second) * time.Second})
	}
	b.clear()
	want := "heterodox: perft: counting for 10s, 3 million nodes, time left 10s\n" +
		"heterodox: perft: counting for 20s, 3 million nodes, time left 20s\n" +
		"heterodox: perft: counting for 40s, 3 million nodes, time left 40s\n"
	if errs.String() != want {
		t.Errorf("%q", errs.String())
	}
}

func TestBarOnATerminal(t *testing.T) {
	var errs bytes.Buffer
	b := newBar(Stdio{Err: &errs})
	b.line.live = true
	b.show(perft.Progress{Fraction: 0.25, Elapsed: 999 * time.Millisecond})
	b.show(perft.Progress{Fraction: 0.25, Nodes: 3e6, Elapsed: 2 * time.Second})
	b.clear()
	if want := "\r\x1b[K25 % [#######                       ] 3 million nodes, time left 6s\r\x1b[K"; errs.String() != want {
		t.Errorf("%q", errs.String())
	}
}
