package cubic

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// A Case is a line of a suite: a position and what is known about it.
type Case struct {
	Position Position
	Facts    []Fact
}

// A Fact is one statement about a position: check, mate or stalemate ("yes" or "no"),
// legal (the number of legal moves) or D2, D3 … (perft).
type Fact struct{ Name, Want string }

// A Difference is a fact that does not hold.
type Difference struct {
	Fact
	Got string
}

// ParseCase reads a line of a suite:
//
//	BOARD | side | check no | mate no | stalemate no | legal 10 | D2 30 | D3 403
//
// After the side, any facts may follow in any order. ParseCase returns false for a blank
// line and for a comment, which begins with "# " (a board may begin with a number sign).
func ParseCase(line string) (Case, bool, error) {
	if line = strings.TrimSpace(line); line == "" || line == "#" || strings.HasPrefix(line, "# ") {
		return Case{}, false, nil
	}
	fields := strings.Split(line, "|")
	if len(fields) < 3 {
		return Case{}, false, fmt.Errorf("no facts: a line is BOARD | side | fact | fact …")
	}
	side, err := ParseSide(strings.TrimSpace(fields[1]))
	if err != nil {
		return Case{}, false, err
	}
	var c Case
	if c.Position, err = Parse(fields[0], side); err != nil {
		return Case{}, false, err
	}
	for i, field := range fields[2:] {
		f, err := parseFact(field)
		if err != nil {
			return Case{}, false, fmt.Errorf("field %d: %w", i+3, err)
		}
		c.Facts = append(c.Facts, f)
	}
	return c, true, nil
}

func parseFact(text string) (Fact, error) {
	words := strings.Fields(text)
	if len(words) != 2 {
		return Fact{}, fmt.Errorf("%.40q is not a fact: expected a name and a value", text)
	}
	f := Fact{words[0], words[1]}
	switch f.Name {
	case "check", "mate", "stalemate":
		if f.Want != "yes" && f.Want != "no" {
			return Fact{}, fmt.Errorf("%s %.20q: expected yes or no", f.Name, f.Want)
		}
		return f, nil
	case "legal":
	default:
		if f.depth() < 1 {
			return Fact{}, fmt.Errorf("unknown fact %.20q: expected check, mate, stalemate, legal, or D1 to D%d", f.Name, MaxDepth)
		}
	}
	if n, err := strconv.ParseUint(f.Want, 10, 64); err != nil || strconv.FormatUint(n, 10) != f.Want {
		return Fact{}, fmt.Errorf("%s %.20q: expected a number", f.Name, f.Want)
	}
	return f, nil
}

// depth returns the depth of a perft count, 0 for other facts.
func (f Fact) depth() int {
	digits, ok := strings.CutPrefix(f.Name, "D")
	depth, err := strconv.Atoi(digits)
	if !ok || err != nil || depth > MaxDepth {
		return 0
	}
	return depth
}

// Check computes each fact and returns those that differ. The error is the context's.
func (c Case) Check(ctx context.Context) ([]Difference, error) {
	var differences []Difference
	p := c.Position
	legal, check := p.CountMoves(), p.InCheck()
	for _, f := range c.Facts {
		got := ""
		switch f.Name {
		case "check":
			got = yesNo(check)
		case "mate":
			got = yesNo(check && legal == 0)
		case "stalemate":
			got = yesNo(!check && legal == 0)
		case "legal":
			got = strconv.Itoa(legal)
		default:
			nodes, err := p.Perft(ctx, f.depth())
			if err != nil {
				return differences, err
			}
			got = strconv.FormatUint(nodes, 10)
		}
		if got != f.Want {
			differences = append(differences, Difference{f, got})
		}
	}
	return differences, nil
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
