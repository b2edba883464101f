// Package memory says how much memory this program may use, and so how large its
// tables may be and how many threads it may have.
package memory

import (
	"sync"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// Limit returns how many bytes there are for this program: the machine's
// memory, or that of the container (the cgroup, version 1 or 2) if that has
// less; 0 if it cannot be told. It is found out once.
var Limit = sync.OnceValue(func() uint64 { return limit(memlimit.FromCgroup, memlimit.FromSystem) })

// limit returns the least of what sources tell, 0 if none does.
func limit(sources ...memlimit.Provider) uint64 {
	least := uint64(0)
	for _, source := range sources {
		if n, err := source(); err == nil && n > 0 && (least == 0 || n < least) {
			least = n
		}
	}
	return least
}

// TableMiB returns how many MiB a table may have: half of the memory, so that it
// fits beside all else, but no more than most. Where the memory is not known it
// is 1024.
func TableMiB(most int) int { return tableMiB(Limit(), most) }

func tableMiB(limit uint64, most int) int {
	half := limit >> 21
	if limit == 0 {
		half = 1024
	}
	return int(min(max(half, 1), uint64(most)))
}

// Threads returns how many threads of each so many bytes fit into a quarter of
// the memory, but at least 1 and no more than most. Where the memory is not known
// it is most.
func Threads(each uint64, most int) int { return threads(Limit(), each, most) }

func threads(limit, each uint64, most int) int {
	if limit == 0 {
		return most
	}
	return int(min(max(limit/4/each, 1), uint64(most)))
}
