package rules

import "testing"

// Rules without a value, or out of its range, are refused by name.
func TestCheck(t *testing.T) {
	for _, test := range []struct {
		rule Rule
		want string
	}{
		{nil, "variant x: rule 1 is nil"},
		{StartingFrom(""), "variant x: StartingFrom: no board given"},
		{BlackHoles(0), "variant x: BlackHoles: no hole given"},
		{CheckLimit(101), "variant x: CheckLimit: 101 is not between 1 and 100"},
	} {
		if err := (Variant{Name: "x", Rules: []Rule{test.rule}}).Check(); err == nil || err.Error() != test.want {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}

// Every reason has words, and what is none does, too.
func TestReasons(t *testing.T) {
	for r := range CountedOut + 1 {
		if r.String() == "" || r.String() == "unknown reason" {
			t.Errorf("reason %d has no words", r)
		}
	}
	if got := (CountedOut + 1).String(); got != "unknown reason" {
		t.Errorf("what is no reason is called %q", got)
	}
}
