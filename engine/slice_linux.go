package engine

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// longSlice is how long a searching thread asks to keep a processor; the kernel's default
// is 1 to 3 ms. When many threads compete, those that keep it long also wait long.
const longSlice = 10 * time.Millisecond

// giveWay lets threads that wake up, such as those that read and answer commands, preempt
// the calling goroutine at once, until that goroutine calls release: since Linux 6.12 a
// thread with a shorter slice goes first, and in the long run all get as much as before.
// Older kernels ignore it. Searches have as many threads as there are processors, and
// without giveWay an answer waits for the next tick of the kernel's clock.
func giveWay() (release func()) {
	runtime.LockOSThread()
	setSlice(longSlice)
	return func() {
		setSlice(0) // the kernel's default
		runtime.UnlockOSThread()
	}
}

// setSlice asks for the slice for this thread and leaves its priority as it is. If a kernel
// or a container refuses, answers are just less prompt.
func setSlice(slice time.Duration) {
	attr, err := unix.SchedGetAttr(0, 0)
	if err != nil || attr.Policy != unix.SCHED_NORMAL {
		return
	}
	attr.Runtime = uint64(slice)
	_ = unix.SchedSetAttr(0, attr, 0)
}
