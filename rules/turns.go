package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// MaxTurnLength bounds the moves of a turn, so that they always fit in 64 bits;
// MaxTurnListed bounds the lengths that a list gives, and their number.
const (
	MaxTurnLength = 1 << 61
	MaxTurnListed = 100
)

// TurnLengths is how many moves each turn of a game has; nil stands for one move a
// turn.
type TurnLengths struct {
	lengths []uint64 // of the first turns; with sums and products, all up to MaxTurnLength
	given   int      // how many of them the list gave
	goesOn  growth
	step    uint64 // the difference, when adding
	from    uint64 // the first turn from which lengths repeat,
	period  uint64 // and after how many turns with the same side to move; 0 if they grow
}

// A growth is how a list continues.
type growth uint8

const (
	again    growth = iota // from its beginning
	constant               // with its last number
	adding                 // each number is the one before plus a step
	summing                // each number is the sum of the two before
	doubling               // each number is a multiple of the one before
)

// ParseTurns reads a list of the lengths of turns, from turn 1 on, separated by spaces.
// A list that ends with "…" (or "...") continues as the longest suffix with a pattern
// does: with its last number ("1 2 2 …"), in equal steps ("1 2 3 …"), with sums of the
// last two ("1 1 2 3 5 …") or with a multiple of the last ("1 2 4 …"); if two suffixes
// are equally long, the first of these patterns counts. A list without dots starts over:
// in "1 2" White has turns of one move and Black of two. The result is nil if every turn
// has one move.
func ParseTurns(text string) (*TurnLengths, error) {
	words := strings.Fields(strings.ReplaceAll(strings.ReplaceAll(text, "...", "…"), "…", " … "))
	endless := len(words) > 0 && words[len(words)-1] == "…"
	if endless {
		words = words[:len(words)-1]
	}
	t := &TurnLengths{given: len(words)}
	switch {
	case len(words) == 0:
		return nil, fmt.Errorf("%.40q gives no turn a length", text)
	case len(words) > MaxTurnListed:
		return nil, fmt.Errorf("%d turns are listed, more than %d", len(words), MaxTurnListed)
	}
	for i, w := range words {
		n, err := strconv.ParseUint(w, 10, 8)
		if err != nil || n < 1 || n > MaxTurnListed {
			return nil, fmt.Errorf("turn %d: %.40q is not a number from 1 to %d", i+1, w, MaxTurnListed)
		}
		t.lengths = append(t.lengths, n)
	}
	if endless && !t.grow() {
		return nil, fmt.Errorf("%.40q does not show how it continues: end it with two equal numbers, or with three that grow in equal steps, by sums or by multiples", text)
	}
	if !slices.ContainsFunc(t.lengths, func(n uint64) bool { return n != 1 }) {
		return nil, nil
	}
	t.extend()
	t.findPeriod()
	return t, nil
}

// grow determines how a list continues; ok is false if its end does not show it.
func (t *TurnLengths) grow() (ok bool) {
	l := t.lengths
	n := len(l)
	longest := 0
	for _, g := range []struct {
		goesOn growth
		least  int // numbers that show it
		fits   func(i int) bool
	}{
		{constant, 2, func(i int) bool { return l[i] == l[i-1] }},
		{adding, 3, func(i int) bool { return i < 2 || l[i] > l[i-1] && l[i]-l[i-1] == l[i-1]-l[i-2] }},
		{summing, 3, func(i int) bool { return i < 2 || l[i] == l[i-1]+l[i-2] }},
		{doubling, 3, func(i int) bool { return i < 2 || l[i] > l[i-1] && l[i]*l[i-2] == l[i-1]*l[i-1] && l[i]%l[i-1] == 0 }},
	} {
		if n < g.least {
			continue
		}
		length := g.least - 1
		for i := n - 1; i >= g.least-1 && g.fits(i); i-- {
			length = n - i + g.least - 1
		}
		if length >= g.least && length > longest {
			longest, t.goesOn = length, g.goesOn
		}
	}
	if t.goesOn == adding {
		t.step = l[n-1] - l[n-2]
	}
	return longest > 0
}

// extend lists further lengths where they soon reach MaxTurnLength.
func (t *TurnLengths) extend() {
	n := len(t.lengths)
	for t.goesOn == summing || t.goesOn == doubling {
		last, before := t.lengths[n-1], t.lengths[n-2]
		next := last + before
		if t.goesOn == doubling {
			next = last * (t.lengths[t.given-1] / t.lengths[t.given-2])
		}
		if t.lengths = append(t.lengths, min(next, MaxTurnLength)); next >= MaxTurnLength {
			return
		}
		n++
	}
}

// findPeriod determines from which turn on, and after how many turns, the lengths
// repeat.
func (t *TurnLengths) findPeriod() {
	n := len(t.lengths)
	switch t.goesOn {
	case again:
		t.from, t.period = 1, uint64(n+n*(n&1)) // a whole number of turns of both sides
	case constant:
		from := n
		for from > 1 && t.lengths[from-2] == t.lengths[n-1] {
			from--
		}
		t.from, t.period = uint64(from), 2
	}
}

// Of returns the number of moves in turn n ≥ 1.
func (t *TurnLengths) Of(n uint64) uint64 {
	if t == nil {
		return 1
	}
	listed := uint64(len(t.lengths))
	switch {
	case n <= listed:
		return t.lengths[n-1]
	case t.goesOn == again:
		return t.lengths[(n-1)%listed]
	case t.goesOn == adding:
		if more := n - listed; more < MaxTurnLength/t.step {
			return min(t.lengths[listed-1]+more*t.step, MaxTurnLength)
		}
		return MaxTurnLength
	}
	return t.lengths[listed-1]
}

// FirstAlike returns the first turn of the same side from which the lengths continue
// as from turn n ≥ 1: positions that differ only in such turns are the same.
func (t *TurnLengths) FirstAlike(n uint64) uint64 {
	if t == nil {
		return 2 - n%2
	}
	if t.period == 0 || n < t.from {
		return n
	}
	return t.from + (n-t.from)%t.period
}

// String returns the list, its numbers separated by single spaces.
func (t *TurnLengths) String() string {
	if t == nil {
		return "1"
	}
	text := list(t.lengths[:t.given], " ")
	if t.goesOn != again {
		text += " …"
	}
	return text
}

// Words returns a sentence on how many moves the turns have, without its full stop.
func (t *TurnLengths) Words() string {
	moves := func(n uint64) string {
		if n == 1 {
			return "1 move"
		}
		return strconv.FormatUint(n, 10) + " moves"
	}
	first, second := t.Of(1), t.Of(2)
	switch {
	case t == nil || t.FirstAlike(3) == 1 && first == second:
		return "Every turn has " + moves(first)
	case t.FirstAlike(3) == 1 && t.FirstAlike(4) == 2:
		return fmt.Sprintf("White's turns have %s, Black's %d", moves(first), second)
	case t.goesOn == constant && t.FirstAlike(4) == 2:
		return fmt.Sprintf("The first turn has %s, all others %d", moves(first), second)
	}
	var shown []uint64
	for n := 1; n <= max(6, t.given+1) && n <= 12; n++ {
		shown = append(shown, t.Of(uint64(n)))
	}
	return "Turns have " + list(shown, ", ") + " … moves"
}

// list joins numbers.
func list(numbers []uint64, between string) string {
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = strconv.FormatUint(n, 10)
	}
	return strings.Join(words, between)
}
