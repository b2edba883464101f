package rules

import (
	"fmt"
	"strings"
	"testing"
)

func TestTurnLengths(t *testing.T) {
	for _, c := range []struct {
		list   Turns
		first  string // the lengths of ten turns
		alike  string // FirstAlike of them
		text   string // "" for the list itself
		phrase string
	}{
		{FibonacciTurns, "1 1 2 3 5 8 13 21 34 55", "1 2 3 4 5 6 7 8 9 10", "", "Turns have 1, 1, 2, 3, 5, 8 … moves"},
		{ProgressiveTurns, "1 2 3 4 5 6 7 8 9 10", "1 2 3 4 5 6 7 8 9 10", "", "Turns have 1, 2, 3, 4, 5, 6 … moves"},
		{MarseillaisTurns, "1 2 2 2 2 2 2 2 2 2", "1 2 3 2 3 2 3 2 3 2", "", "The first turn has 1 move, all others 2"},
		{"1 2 3...", "1 2 3 4 5 6 7 8 9 10", "1 2 3 4 5 6 7 8 9 10", "1 2 3 …", "Turns have 1, 2, 3, 4, 5, 6 … moves"},
		{"1 2 4 …", "1 2 4 8 16 32 64 128 256 512", "1 2 3 4 5 6 7 8 9 10", "", "Turns have 1, 2, 4, 8, 16, 32 … moves"},
		{"5 1 1 2 3 …", "5 1 1 2 3 5 8 13 21 34", "1 2 3 4 5 6 7 8 9 10", "", "Turns have 5, 1, 1, 2, 3, 5 … moves"},
		{"1 1 2 3 …", "1 1 2 3 5 8 13 21 34 55", "1 2 3 4 5 6 7 8 9 10", "", "Turns have 1, 1, 2, 3, 5, 8 … moves"},
		{"1 3 5 …", "1 3 5 7 9 11 13 15 17 19", "1 2 3 4 5 6 7 8 9 10", "", "Turns have 1, 3, 5, 7, 9, 11 … moves"},
		{"3 2 2 2 …", "3 2 2 2 2 2 2 2 2 2", "1 2 3 2 3 2 3 2 3 2", "", "The first turn has 3 moves, all others 2"},
		{"1 2", "1 2 1 2 1 2 1 2 1 2", "1 2 1 2 1 2 1 2 1 2", "", "White's turns have 1 move, Black's 2"},
		{"1 1 2", "1 1 2 1 1 2 1 1 2 1", "1 2 3 4 5 6 1 2 3 4", "", "Turns have 1, 1, 2, 1, 1, 2 … moves"},
		{"2", "2 2 2 2 2 2 2 2 2 2", "1 2 1 2 1 2 1 2 1 2", "", "Every turn has 2 moves"},
		{"1", "1 1 1 1 1 1 1 1 1 1", "1 2 1 2 1 2 1 2 1 2", "", "Every turn has 1 move"},
		{"1 1 …", "1 1 1 1 1 1 1 1 1 1", "1 2 1 2 1 2 1 2 1 2", "1", "Every turn has 1 move"},
	} {
		turns, err := ParseTurns(string(c.list))
		if err != nil {
			t.Errorf("%s: %v", c.list, err)
			continue
		}
		var lengths, alike []string
		for n := uint64(1); n <= 10; n++ {
			lengths = append(lengths, fmt.Sprint(turns.Of(n)))
			alike = append(alike, fmt.Sprint(turns.FirstAlike(n)))
		}
		if got := strings.Join(lengths, " "); got != c.first {
			t.Errorf("%s: lengths %s, want %s", c.list, got, c.first)
		}
		if got := strings.Join(alike, " "); got != c.alike {
			t.Errorf("%s: alike %s, want %s", c.list, got, c.alike)
		}
		text := c.text
		if text == "" {
			text = string(c.list)
		}
		if turns.String() != text || turns.Words() != c.phrase {
			t.Errorf("%s: written %q, %q", c.list, turns, turns.Words())
		}
	}
}

// Lengths that grow without bound stop at MaxTurnLength.
func TestLongTurnLengths(t *testing.T) {
	for _, list := range []Turns{FibonacciTurns, "1 2 4 …", "1 100 …", "1 50 99 …"} {
		turns, err := ParseTurns(string(list))
		if list == "1 100 …" {
			if err == nil {
				t.Errorf("%s is accepted", list)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		before := uint64(0)
		for n := uint64(1); n < 1<<62; n = n*3/2 + 1 {
			length := turns.Of(n)
			if length < before || length > MaxTurnLength {
				t.Errorf("%s: turn %d has %d moves after %d", list, n, length, before)
			}
			before = length
		}
		if before != MaxTurnLength {
			t.Errorf("%s ends with %d", list, before)
		}
	}
}

func TestTurnErrors(t *testing.T) {
	for list, want := range map[string]string{
		"":                        `"" gives no turn a length`,
		"…":                       `"…" gives no turn a length`,
		"1 x":                     `turn 2: "x" is not a number from 1 to 100`,
		"0 1":                     `turn 1: "0" is not a number from 1 to 100`,
		"1 101":                   `turn 2: "101" is not a number from 1 to 100`,
		"1 … 2":                   `turn 2: "…" is not a number from 1 to 100`,
		"1 2 …":                   `"1 2 …" does not show how it continues: end it with two equal numbers, or with three that grow in equal steps, by sums or by multiples`,
		"3 2 1 …":                 `"3 2 1 …" does not show how it continues: end it with two equal numbers, or with three that grow in equal steps, by sums or by multiples`,
		strings.Repeat("1 ", 101): `101 turns are listed, more than 100`,
	} {
		if _, err := ParseTurns(list); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", list, err, want)
		}
	}
	if err := (Variant{Name: "x", Rules: []Rule{Turns("0")}}).Check(); err == nil || err.Error() != `variant x: Turns: turn 1: "0" is not a number from 1 to 100` {
		t.Error(err)
	}
}

// A list that is read, written and read again is the same.
func FuzzTurns(f *testing.F) {
	for _, list := range []string{"1 1 2 3 5 …", "1 2 2 …", "1 2 4 ...", "2 1", "9 9 9", "…1"} {
		f.Add(list)
	}
	f.Fuzz(func(t *testing.T, list string) {
		turns, err := ParseTurns(list)
		if err != nil {
			return
		}
		again, err := ParseTurns(turns.String())
		if err != nil {
			t.Fatalf("%q is written %q: %v", list, turns, err)
		}
		for n := uint64(1); n < 300; n++ {
			alike := turns.FirstAlike(n)
			switch {
			case again.Of(n) != turns.Of(n):
				t.Fatalf("%q: turn %d has %d moves, %d as %q", list, n, turns.Of(n), again.Of(n), turns)
			case alike > n || alike%2 != n%2:
				t.Fatalf("%q: turn %d is like turn %d", list, n, alike)
			}
			for more := range uint64(20) {
				if turns.Of(alike+more) != turns.Of(n+more) {
					t.Fatalf("%q: turn %d is not like turn %d", list, n, alike)
				}
			}
		}
		turns.Words()
	})
}
