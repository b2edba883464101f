// Package memory finds out how much memory this program may use, and so how large its
// tables may be and how many threads it may have.
package memory

import (
	"sync"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// Limit returns how many bytes there are for this program: the machine's memory, or that of
// the container (the cgroup, version 1 or 2) if that has less; 0 if it is not known. It is
// determined once.
var Limit = sync.OnceValue(func() uint64 { return limit(memlimit.FromCgroup, memlimit.FromSystem) })

// limit returns the least that the sources report, 0 if none does.
func limit(sources ...memlimit.Provider) uint64 {
	least := uint64(0)
	for _, source := range sources {
		if n, err := source(); err == nil && n > 0 && (least == 0 || n < least) {
			least = n
		}
	}
	return least
}

// TableMiB returns how many MiB a table may have: half of the memory, to leave room for
// everything else, or 1024 if the memory is not known; but at least 1 and no more than
// most.
func TableMiB(most int) int { return tableMiB(Limit(), most) }

func tableMiB(limit uint64, most int) int {
	half := limit >> 21
	if limit == 0 {
		half = 1024
	}
	return int(min(max(half, 1), uint64(most)))
}

// Threads returns how many threads that need each bytes fit into a quarter of the memory,
// but at least 1 and no more than most. If the memory is not known, it is most.
func Threads(each uint64, most int) int { return threads(Limit(), each, most) }

func threads(limit, each uint64, most int) int {
	if limit == 0 {
		return most
	}
	return int(min(max(limit/4/each, 1), uint64(most)))
}
