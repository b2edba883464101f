package hugepages

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// pageSize is the size and alignment in bytes of the huge pages of most processors.
const pageSize = 2 << 20

// Make returns n zero values of a type without pointers. If they fill a huge page, they
// begin at the start of one, and the kernel is asked for huge pages for as many whole ones
// as they fill. If it refuses, they are as good as those of make.
func Make[T any](n int) []T {
	var zero T
	size := uintptr(n) * unsafe.Sizeof(zero)
	if size < pageSize {
		return make([]T, n)
	}
	block := make([]byte, size+pageSize)
	skip := -uintptr(unsafe.Pointer(unsafe.SliceData(block))) & (pageSize - 1)
	_ = unix.Madvise(block[skip:skip+size&^(pageSize-1)], unix.MADV_HUGEPAGE)
	return unsafe.Slice((*T)(unsafe.Pointer(&block[skip])), n)
}
