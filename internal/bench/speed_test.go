package bench

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/variants"
)

func TestMeasureSpeed(t *testing.T) {
	for _, variant := range []string{"gun+fairy", "capablanca"} {
		s, err := MeasureSpeed(t.Context(), variants.Open, variant, 2, time.Millisecond)
		if err != nil || !(s.NPS > 100) || !(s.Spread >= 0) {
			t.Errorf("%s: %+v, %v", variant, s, err)
		}
	}
	if _, err := MeasureSpeed(t.Context(), variants.Open, "nonsense", 1, time.Millisecond); err == nil {
		t.Error("no error for an unknown variant")
	}
	if _, err := MeasureSpeed(t.Context(), variants.Open, "gun", 0, time.Millisecond); err == nil {
		t.Error("no error for no search at a time")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := MeasureSpeed(ctx, variants.Open, "gun", 1, time.Hour); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}

// The median counts, whatever the order.
func TestSpeedOf(t *testing.T) {
	for _, rates := range [][samples]float64{{90, 100, 120}, {120, 90, 100}, {100, 120, 90}} {
		if s := speedOf(rates); s.NPS != 100 || s.Spread != 0.3 {
			t.Errorf("%v: %+v", rates, s)
		}
	}
}

// Threads of one core count as one.
func TestCores(t *testing.T) {
	dir := t.TempDir()
	if got := coresIn(dir); got != runtime.NumCPU() {
		t.Errorf("%d where no number is given", got)
	}
	for cpu, siblings := range map[string]string{"cpu0": "0,4\n", "cpu4": "0,4\n", "cpu1": "1,5\n", "cpu5": "1,5\n", "cpu10": "10\n", "cpufreq": "99\n"} {
		name := filepath.Join(dir, cpu, "topology", "thread_siblings_list")
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(siblings), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := coresIn(dir); got != 3 {
		t.Errorf("%d cores, not 3", got)
	}
	if got := Cores(); got < 1 || got > runtime.NumCPU() {
		t.Errorf("%d cores here, of %d threads", got, runtime.NumCPU())
	}
}
