package engine

import (
	"context"
	"runtime"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/variants"
)

// A thread needs about as much as ThreadMemory says, in a game that uses nearly everything.
func TestThreadMemory(t *testing.T) {
	rules := variants.MustCompile("fibonacci+madhouse+extinction")
	used := func(threads int) uint64 {
		o := DefaultOptions()
		o.HashMB, o.Threads = 1, threads
		e := New(o)
		e.SearchGame(context.Background(), RecordOf(rules.Start()), game.Limits{Nodes: 1000}, nil)
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		runtime.KeepAlive(e)
		return m.HeapAlloc + m.StackInuse
	}
	one := used(1)
	if each := (used(33) - one) / 32; each > ThreadMemory || each < ThreadMemory/4 {
		t.Errorf("a thread takes %d bytes", each)
	}
}
