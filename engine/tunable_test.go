//go:build tune

package engine

import "testing"

// Each parameter changes its number, and the table of reductions with its own.
func TestTunable(t *testing.T) {
	list := Parameters()
	if len(list) < 30 || list[0].Name != "ReverseFutilityDepth" || list[0].Initial != 8 || list[0].Min != 1 || list[0].Max != 16 {
		t.Fatalf("%d parameters, %+v", len(list), list[0])
	}
	list[0].Set(9)
	if reverseFutilityDepth != 9 {
		t.Errorf("it is %d", reverseFutilityDepth)
	}
	list[0].Set(8)
	before := reductions
	for _, p := range list {
		p.Set(p.Initial)
		if p.Name == "ReductionBase" {
			p.Set(90)
			if reductions == before {
				t.Error("the reductions have not changed")
			}
			p.Set(80)
		}
	}
	if reductions != before {
		t.Error("the reductions are not what they were")
	}
}
