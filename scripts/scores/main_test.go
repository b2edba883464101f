package main

import (
	"strings"
	"testing"
)

func TestStatic(t *testing.T) {
	for _, test := range []struct {
		line  string
		black bool
		value float64
		ok    bool
	}{
		{"evaluation +0.25 for White, the side to move", false, 25, true},
		{"evaluation -0.25 for Black, the side to move", true, -25, true},
		{"Final evaluation       -1.25 (white side)", false, -125, true},
		{"Final evaluation       -1.25 (white side)", true, 125, true},
		{"Final evaluation: none (in check)", false, 0, false},
		{"Classical evaluation   +1.00 (white side)", false, 0, false},
		{"network 0.14 0.00 +0.14", false, 0, false},
		{"readyok", false, 0, false},
	} {
		value, ok := static(strings.Fields(test.line), test.black)
		if value != test.value && ok || ok != test.ok {
			t.Errorf("%q: %v, %v; want %v, %v", test.line, value, ok, test.value, test.ok)
		}
	}
}
