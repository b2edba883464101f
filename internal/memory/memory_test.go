package memory

import (
	"errors"
	"runtime"
	"testing"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

func TestLimit(t *testing.T) {
	says := func(n uint64, err error) memlimit.Provider { return func() (uint64, error) { return n, err } }
	none := says(0, errors.New("unknown"))
	for _, c := range []struct {
		container, machine memlimit.Provider
		want               uint64
	}{
		{says(1<<30, nil), says(8<<30, nil), 1 << 30},
		{says(16<<30, nil), says(8<<30, nil), 8 << 30}, // as reported by containers without a limit
		{none, says(8<<30, nil), 8 << 30},
		{says(1<<30, nil), none, 1 << 30},
		{says(0, nil), says(8<<30, nil), 8 << 30},
		{none, none, 0},
	} {
		if got := limit(c.container, c.machine); got != c.want {
			t.Errorf("%d, want %d", got, c.want)
		}
	}
	if runtime.GOOS == "linux" && Limit() < 1<<26 {
		t.Errorf("this machine has %d bytes", Limit())
	}
}

func TestShares(t *testing.T) {
	const gib = 1 << 30
	for _, c := range []struct {
		limit          uint64
		table, threads int
	}{
		{0, 1024, 512}, {1 << 20, 1, 1}, {gib / 2, 256, 64}, {8 * gib, 4096, 512}, {1 << 50, 1 << 20, 512},
	} {
		if table, n := tableMiB(c.limit, 1<<20), threads(c.limit, 2<<20, 512); table != c.table || n != c.threads {
			t.Errorf("%d bytes: a table of %d MiB and %d threads, want %d and %d", c.limit, table, n, c.table, c.threads)
		}
	}
}
