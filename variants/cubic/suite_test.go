package cubic_test

import (
	"bufio"
	"context"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/variants/cubic"
)

// suite reads the reference positions.
func suite(t testing.TB) []cubic.Case {
	t.Helper()
	f, err := os.Open("testdata/cubic.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var cases []cubic.Case
	for lines := bufio.NewScanner(f); lines.Scan(); {
		c, ok, err := cubic.ParseCase(lines.Text())
		if err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		if ok {
			cases = append(cases, c)
		}
	}
	return cases
}

func TestSuite(t *testing.T) {
	cases := suite(t)
	facts := 0
	for _, c := range cases {
		differences, err := c.Check(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range differences {
			t.Errorf("%v, %v to move: %s %s, want %s", c.Position, c.Position.Side(), d.Name, d.Got, d.Want)
		}
		facts += len(c.Facts)
	}
	if len(cases) != 72 || facts != 432 {
		t.Errorf("%d cases with %d facts, want 72 with 432", len(cases), facts)
	}
}

// The reference counts hold for the oracle, too.
func TestSuitePlain(t *testing.T) {
	for _, c := range suite(t) {
		for _, f := range c.Facts {
			if f.Name == "D2" {
				if got := newPlain(c.Position).perft(2); f.Want != strconv.FormatUint(got, 10) {
					t.Errorf("%v: plain D2 %d, want %s", c.Position, got, f.Want)
				}
			}
		}
	}
}

func TestParseCase(t *testing.T) {
	for _, line := range []string{"", "  ", "#", "# a comment"} {
		if _, ok, err := cubic.ParseCase(line); ok || err != nil {
			t.Errorf("%q: %v, %v", line, ok, err)
		}
	}
	for line, want := range map[string]string{
		"[##,##],[##,##]":                            "no facts",
		"[##,##],[##,##] | red | legal 0":            `"red" is not a side`,
		"[##,##],[##,#] | white | legal 0":           "level 2 of 2 (I), row 2 (rank 1): 1 cell, not 2",
		"[##,##],[##,##] | white | legal":            "field 3: ",
		"[##,##],[##,##] | white | legal -1":         `legal "-1": expected a number`,
		"[##,##],[##,##] | white | check maybe":      `check "maybe": expected yes or no`,
		"[##,##],[##,##] | white | legal 0 | D0 1":   `field 4: unknown fact "D0"`,
		"[##,##],[##,##] | white | legal 0 | D999 1": `unknown fact "D999"`,
	} {
		if _, _, err := cubic.ParseCase(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", line, err, want)
		}
	}
}

func TestCaseDifferences(t *testing.T) {
	c, _, err := cubic.ParseCase("[#q,##],[##,K#] | white | check no | mate yes | stalemate no | legal 2 | D1 1 | D2 7")
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Check(context.Background())
	want := []cubic.Difference{
		{Fact: cubic.Fact{Name: "check", Want: "no"}, Got: "yes"},
		{Fact: cubic.Fact{Name: "mate", Want: "yes"}, Got: "no"},
		{Fact: cubic.Fact{Name: "legal", Want: "2"}, Got: "1"},
		{Fact: cubic.Fact{Name: "D2", Want: "7"}, Got: "0"},
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
}
