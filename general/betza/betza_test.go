package betza

import (
	"fmt"
	"slices"
	"testing"
)

func TestVectors(t *testing.T) {
	for text, want := range map[string]int{
		"W": 4, "F": 4, "N": 8, "K": 8, "fsW": 3, "FfW": 5, "WfF": 6, "fN": 2, "vN": 4, "ffN": 2, "fhN": 4,
		"flF": 1, "FvW": 6, "Q": 8, "rN": 2, "hrN": 4, "C": 8, "G": 4, "H": 4, "bF": 2, "fKifmnD": 4, "": 0,
	} {
		def, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		n := 0
		for _, p := range def.Parts {
			n += len(p.Vectors)
		}
		if n != want {
			t.Errorf("%s: %d vectors, want %d", text, n, want)
		}
	}
}

func TestParts(t *testing.T) {
	part := func(text string) Part { return MustParse(text).Parts[0] }
	for _, c := range []struct {
		text  string
		way   Way
		mode  Mode
		limit int
	}{
		{"N", Leap, Quiet | Capture, 0}, {"NN", Ride, Quiet | Capture, 0}, {"N3", Ride, Quiet | Capture, 3},
		{"R", Ride, Quiet | Capture, 0}, {"mR4", Ride, Quiet, 4}, {"F2", Ride, Quiet | Capture, 2},
		{"nN", Lame, Quiet | Capture, 0}, {"cpR", Hop, Capture, 0}, {"gQ", Beyond, Quiet | Capture, 0},
		{"pR1", Beyond, Quiet | Capture, 1}, {"gR3", Hop, Quiet | Capture, 3}, {"dW", Leap, Own, 0}, {"jD", Leap, Quiet | Capture, 0},
	} {
		if p := part(c.text); p.Way != c.way || p.Mode != c.mode || p.Limit != c.limit {
			t.Errorf("%s: %+v", c.text, p)
		}
	}
	if d := MustParse("fmWfceF"); !d.EnPassant || d.Castles {
		t.Error("fmWfceF does not capture en passant")
	}
	if p := MustParse("fmWimfnA").Parts[1]; !p.Initial || p.Way != Lame {
		t.Errorf("imfnA: %+v", p)
	}
}

func TestPath(t *testing.T) {
	for v, want := range map[Vector][]Vector{
		{1, 2}: {{0, 1}}, {-2, 1}: {{-1, 0}}, {2, 2}: {{1, 1}}, {0, 2}: {{0, 1}}, {3, -2}: {{1, 0}, {2, -1}}, {1, 0}: nil,
	} {
		if got := Path(v); !slices.Equal(got, want) {
			t.Errorf("%v: %v, want %v", v, got, want)
		}
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"fmX": `piece "fmX", character 3: 'X' is neither an atom (WFDNAHLCJZGK RBQ O) nor a modifier (mcd i e n j p g t, fbvh rlsh)`,
		"Né":  `piece "Né", character 2: 'é' is neither an atom (WFDNAHLCJZGK RBQ O) nor a modifier (mcd i e n j p g t, fbvh rlsh)`,
		"Nf":  `piece "Nf", character 2: modifiers without an atom after them`,
		"pgR": `piece "pgR", character 2: g after p: a piece hops in one way`,
		"3W":  `piece "3W", character 1: a number must follow an atom`,
		"hW":  `piece "hW", character 2: no move of W goes hh`,
		"mO":  `piece "mO", character 1: castling takes no modifiers`,
	} {
		if _, err := Parse(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"fmWfceF", "mRcpR", "KbRfBbF2", "nZ", "gQ", "O", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		def, err := Parse(text)
		if err != nil {
			return
		}
		for _, p := range def.Parts {
			if len(p.Vectors) == 0 || p.Mode == 0 || p.From >= p.To || p.To > len(text) {
				t.Errorf("%q: %+v", text, p)
			}
		}
	})
}

func ExampleParse() {
	_, err := Parse("fmWfceX")
	fmt.Println(err)
	// Output: piece "fmWfceX", character 7: 'X' is neither an atom (WFDNAHLCJZGK RBQ O) nor a modifier (mcd i e n j p g t, fbvh rlsh)
}
