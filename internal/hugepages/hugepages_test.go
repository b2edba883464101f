package hugepages

import (
	"runtime"
	"testing"
	"unsafe"
)

// Tables of all sizes are zero, have room for every entry and survive a garbage collection;
// on Linux those that fill a huge page begin at the start of one.
func TestMake(t *testing.T) {
	type entry [3]uint32
	for _, n := range []int{0, 1, 1000, 1 << 18, 1<<20 + 7} {
		table := Make[entry](n)
		if len(table) != n {
			t.Fatalf("%d entries, want %d", len(table), n)
		}
		for i := range table {
			if table[i] != (entry{}) {
				t.Fatalf("entry %d of %d is %v", i, n, table[i])
			}
			table[i] = entry{uint32(i), 1, 2}
		}
		runtime.GC()
		for i := range table {
			if table[i] != (entry{uint32(i), 1, 2}) {
				t.Fatalf("entry %d of %d became %v", i, n, table[i])
			}
		}
		large := uintptr(n)*unsafe.Sizeof(entry{}) >= 2<<20
		if start := uintptr(unsafe.Pointer(unsafe.SliceData(table))); runtime.GOOS == "linux" && large && start%(2<<20) != 0 {
			t.Errorf("%d entries begin at %#x", n, start)
		}
	}
}
