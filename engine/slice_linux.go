package engine

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// longSlice is for how long a thread that searches wants to keep a processor; what the
// kernel gives unasked is 1 to 3 ms. Where many compete, who keeps it long waits long.
const longSlice = 10 * time.Millisecond

// giveWay lets threads that wake, as those that read and answer commands, take
// the processor from the calling goroutine at once, until release is called by
// it: since Linux 6.12 who wants a shorter slice goes first, and in the long run
// all get as much as before. Older kernels take no notice. Searches have as many
// threads as there are processors, and without it an answer waits for the next
// tick of the kernel's clock.
func giveWay() (release func()) {
	runtime.LockOSThread()
	setSlice(longSlice)
	return func() {
		setSlice(0) // the kernel's own
		runtime.UnlockOSThread()
	}
}

// setSlice asks for the slice of this thread and leaves its priority as it is.
// That a kernel or a container refuses it costs nothing but the haste.
func setSlice(slice time.Duration) {
	attr, err := unix.SchedGetAttr(0, 0)
	if err != nil || attr.Policy != unix.SCHED_NORMAL {
		return
	}
	attr.Runtime = uint64(slice)
	_ = unix.SchedSetAttr(0, attr, 0)
}
