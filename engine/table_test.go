package engine

import (
	"context"
	"math/rand/v2"
	"runtime"
	"testing"
	"weak"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
)

func TestEntriesSurvivePacking(t *testing.T) {
	for _, e := range []entry{
		{},
		{game.Code(moveMask), Mate, maxTableDepth, upper, false},
		{game.Code(moveMask), -Mate, maxTableDepth, lower, true},
		{1, -1, 0, exact, true},
		{game.Code(1 << 29), 12345, 64, upper, false},
	} {
		data := pack(e) | genMask<<genShift
		if got := unpack(data); got != e {
			t.Errorf("%+v is read back as %+v", e, got)
		}
		if pack(e) == 0 {
			t.Errorf("%+v looks like an empty slot", e)
		}
	}
}

func TestTableFindsWhatItStored(t *testing.T) {
	table := newTable(1)
	if _, ok := table.probe(42); ok {
		t.Error("an empty table knows a position")
	}
	want := entry{7, -33, 5, lower, false}
	table.store(42, want)
	if got, ok := table.probe(42); !ok || got != want {
		t.Errorf("got %+v, %v, want %+v", got, ok, want)
	}
	if _, ok := table.probe(43); ok {
		t.Error("another key of the same cluster was found")
	}
	table.store(42, entry{noMove, 10, 6, upper, false})
	if got, _ := table.probe(42); got.move != 7 || got.depth != 6 {
		t.Errorf("got %+v, want the new depth with the old move", got)
	}
	table.clear()
	if _, ok := table.probe(42); ok {
		t.Error("a cleared table knows a position")
	}
}

// A cleared table behaves like a new one, whatever it held, through all epochs and beyond
// the last; and it is cleared at once.
func TestClearedTablesAreNew(t *testing.T) {
	cleared, random := newTable(1), rand.New(rand.NewPCG(1, 1))
	for round := range maxEpoch + 3 {
		key := random.Uint64()
		cleared.store(key, entry{1, 0, 9, exact, true})
		cleared.age()
		cleared.clear()
		if _, ok := cleared.probe(key); ok {
			t.Fatalf("round %d: a cleared table knows a position", round)
		}
	}
	for range 1 << 18 {
		cleared.store(random.Uint64(), entry{1, 0, 20, exact, true})
	}
	cleared.clear()
	fresh := newTable(1)
	if n := cleared.full(); n != 0 {
		t.Errorf("a cleared table is full to %d", n)
	}
	var keys []uint64
	for range 1 << 17 {
		key, e := random.Uint64(), entry{1, 0, random.IntN(30), lower, false}
		keys = append(keys, key)
		cleared.update(key, e)
		fresh.update(key, e)
	}
	for _, key := range keys {
		a, inCleared := cleared.probe(key)
		b, inFresh := fresh.probe(key)
		if a != b || inCleared != inFresh {
			t.Fatalf("key %x: %+v %v in a cleared table, %+v %v in a new one", key, a, inCleared, b, inFresh)
		}
	}
}

// Keys of one cluster differ in the bits that are kept, so that sealing loses nothing.
func TestSealTellsTheKeysOfAClusterApart(t *testing.T) {
	for _, mb := range []int{1, 3, 7, 64} {
		table := newTable(mb)
		most := ^uint64(0)/uint64(len(table.clusters)) + 1 // the keys of a cluster span at most this
		if most >= 1<<epochShift {
			t.Errorf("%d MiB: the keys of a cluster span %x", mb, most)
		}
	}
}

// BenchmarkClear empties a table of which every page has been touched.
func BenchmarkClear(b *testing.B) {
	table := newTable(256)
	for i := range table.clusters {
		table.clusters[i][0].data.Store(1)
	}
	for b.Loop() {
		table.clear()
	}
}

// The key 0 must not find empty slots.
func TestTableKnowsNothingOfKeyZero(t *testing.T) {
	if _, ok := newTable(1).probe(0); ok {
		t.Error("an empty table knows key 0")
	}
}

func TestTableKeepsTheDeepAndTheNew(t *testing.T) {
	table := newTable(1)
	for key := range uint64(4) {
		table.store(key, entry{1, 0, int(key) + 1, exact, false})
	}
	table.store(4, entry{1, 0, 1, exact, false})
	if _, ok := table.probe(0); ok {
		t.Error("the shallowest entry was kept")
	}
	for key := range uint64(4) {
		if _, ok := table.probe(key + 1); !ok {
			t.Errorf("entry %d was lost", key+1)
		}
	}
	table.age()
	table.store(5, entry{1, 0, 0, exact, false})
	table.store(6, entry{1, 0, 0, exact, false})
	for key := range uint64(2) {
		if _, ok := table.probe(key + 5); !ok {
			t.Errorf("entry %d of the new search was lost", key+5)
		}
	}
}

// The shallowest entry of a full cluster is replaced, wherever it is.
func TestTableGivesUpTheShallowest(t *testing.T) {
	for shallowest := range uint64(4) {
		table := newTable(1)
		for key := range uint64(4) {
			depth := 9
			if key == shallowest {
				depth = 2
			}
			table.store(key, entry{1, 0, depth, exact, false})
		}
		table.store(4, entry{1, 0, 5, exact, false})
		for key := range uint64(4) {
			if _, kept := table.probe(key); kept != (key != shallowest) {
				t.Errorf("entry %d is the shallowest; entry %d kept: %v", shallowest, key, kept)
			}
		}
	}
}

// When the epochs have run out the first one begins again, and what was stored in
// it before is gone.
func TestEpochsComeAgainEmpty(t *testing.T) {
	table := newTable(1)
	table.store(1, entry{1, 0, 9, exact, true})
	for began := table.epoch; ; {
		table.clear()
		if _, ok := table.probe(1); ok {
			t.Fatal("an entry of an earlier epoch is found")
		}
		if table.epoch == began {
			return
		}
	}
}

// An entry whose two words come from different writers matches no key.
func TestTornEntriesAreNotFound(t *testing.T) {
	table := newTable(1)
	table.store(1, entry{1, 100, 5, exact, false})
	c := table.cluster(1)
	c[0].data.Store(pack(entry{2, -100, 9, exact, false}))
	for key := range uint64(16) {
		if e, ok := table.probe(key); ok {
			t.Errorf("key %d finds %+v", key, e)
		}
	}
}

func TestTableIsFullPerMille(t *testing.T) {
	table := newTable(1)
	table.age()
	if n := table.full(); n != 0 {
		t.Errorf("an empty table is full to %d", n)
	}
	random := rand.New(rand.NewPCG(1, 1))
	for range 1 << 20 {
		table.store(random.Uint64(), entry{1, 0, 1, exact, false})
	}
	if n := table.full(); n < 990 || n > 1000 {
		t.Errorf("a full table is full to %d", n)
	}
	table.age()
	if n := table.full(); n != 0 {
		t.Errorf("a table of old entries is full to %d", n)
	}
}

func TestMateScoresCountFromTheNode(t *testing.T) {
	const node = 3*turnCost + 3
	for _, score := range []Score{Mate - 5*turnCost - 5, -Mate + 4*turnCost + 4, 0, 150, -maxEval, maxEval} {
		if got := score.from(node).at(node); got != score {
			t.Errorf("%d is read back as %d", score, got)
		}
	}
	if got := (Mate - node - turnCost - 1).from(node); got != Mate-turnCost-1 {
		t.Errorf("a mate in one is stored as %v", got)
	}
}

// With a new size, the old table is freed before the new one is made.
func TestNewSizeFreesTheOldTable(t *testing.T) {
	ruleset := must.Get(t, chess.Compile, rules.Combine())
	o := DefaultOptions()
	e := New(o)
	e.SearchGame(context.Background(), RecordOf(ruleset.Start()), game.Limits{Depth: 2}, nil)
	old := weak.Make(e.table)
	o.HashMB++
	if err := e.SetOptions(o); err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	if old.Value() != nil {
		t.Error("the old table is still in memory")
	}
	runtime.KeepAlive(e)
}

// A shallow bound does not replace what the same search knows from much deeper; an exact
// score does, and so does a later search.
func TestTableKeepsWhatIsDeeper(t *testing.T) {
	deep := entry{7, 50, 9, lower, false}
	for _, c := range []struct {
		new   entry
		later bool
		kept  bool
	}{
		{new: entry{3, 10, 5, upper, false}, kept: true},
		{new: entry{3, 10, 0, lower, false}, kept: true},
		{new: entry{3, 10, 6, upper, false}},
		{new: entry{3, 10, 0, exact, false}},
		{new: entry{3, 10, 0, upper, false}, later: true},
	} {
		table := newTable(1)
		table.update(42, deep)
		if c.later {
			table.age()
		}
		table.update(42, c.new)
		want := c.new
		if c.kept {
			want = deep
		}
		if got, _ := table.probe(42); got != want {
			t.Errorf("%+v: the table holds %+v, want %+v", c, got, want)
		}
	}
}
