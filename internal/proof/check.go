package proof

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Report says what was checked.
type Report struct {
	Lines int // lines of the strategy that were followed
	Last  int // lines for the side's last turns, of all parts together
	Mine  int // those of them checked in this part
	Ends  int // positions in which a turn of the opponent ended
	Wins  int // those of them that the side wins with its next turn
}

// A checker checks a proof.
type checker struct {
	ctx    context.Context
	proof  *Proof
	t      *general.Reference
	report Report
	first  rules.Color // to move at the start
	used   map[string]bool
	wins   [][]game.Move // turns that have won
	tell   func(done, all int)
}

// Check checks part of a proof, numbered from 1 to parts: every parts-th of the last lines of
// the strategy, which are nearly all of the work. All other lines are checked in each part. The
// error says what is wrong. Check calls tell, unless nil, with the number of last lines done and
// to do.
func (p *Proof) Check(ctx context.Context, v rules.Variant, part, parts int, tell func(done, all int)) (Report, error) {
	t, err := general.NewReference(v)
	if err != nil {
		return Report{}, err
	}
	c := &checker{ctx: ctx, proof: p, t: t, used: map[string]bool{}, tell: tell}
	if c.tell == nil {
		c.tell = func(int, int) {}
	}
	err = c.check(part, parts)
	return c.report, err
}

// check follows the strategy from the start, turn by turn, up to its last lines.
func (c *checker) check(part, parts int) error {
	start := c.t.Start()
	if c.proof.Start != "" {
		var err error
		if start, err = c.t.ParsePosition(c.proof.Start); err != nil {
			return err
		}
	}
	c.first = start.Side()
	positions := []game.Position{start}
	last := c.proof.Turn - 1
	if c.proof.Wins {
		last--
	}
	if c.mine(c.proof.Turn) != c.proof.Wins {
		return fmt.Errorf("turn %d is a turn of the wrong side for this claim", c.proof.Turn)
	}
	if last < 1 { // there are no lines
		return c.short(positions[0])
	}
	for n := 1; n < last; n++ {
		next := map[rules.Setup]game.Position{}
		for _, p := range positions {
			if c.mine(n) {
				after, over, err := c.follow(p)
				if err != nil {
					return err
				}
				if !over {
					next[c.setup(after)] = after
				}
				continue
			}
			if err := c.turn(p, func(s rules.Setup, after game.Position) error { next[s] = after; return nil }); err != nil {
				return err
			}
		}
		positions = slices.Collect(maps.Values(next))
	}
	return c.last(positions, part, parts)
}

// unused rejects a line that no game leads to.
func (c *checker) unused() error {
	for text := range c.proof.Lines {
		if !c.used[text] {
			return fmt.Errorf("%s: this position has a line but does not occur", text)
		}
	}
	return nil
}

// short checks a proof without lines.
func (c *checker) short(start game.Position) error {
	if err := c.unused(); err != nil {
		return err
	}
	switch {
	case !c.proof.Wins:
		return c.turn(start, nil)
	case c.proof.Turn == 1:
		return c.win(start)
	}
	return c.turn(start, func(_ rules.Setup, p game.Position) error { return c.win(p) })
}

// mine reports whether a turn, from 1 on, is one of the side with the strategy.
func (c *checker) mine(turn int) bool { return (turn%2 == 1) == (c.proof.Side == c.first) }

// last checks the last lines of the strategy that are in this part.
func (c *checker) last(positions []game.Position, part, parts int) error {
	texts := make(map[string]game.Position, len(positions))
	for _, p := range positions {
		texts[Text(p.FEN())] = p
	}
	sorted := slices.Sorted(maps.Keys(texts))
	c.report.Last = len(sorted)
	for _, text := range sorted {
		if c.proof.Lines[text] == "" {
			return fmt.Errorf("%s: the proof has no line for this position", text)
		}
		c.used[text] = true
	}
	if err := c.unused(); err != nil {
		return err
	}
	for i := part - 1; i < len(sorted); i += parts {
		after, over, err := c.follow(texts[sorted[i]])
		if err == nil && !over {
			err = c.turn(after, c.answer())
		}
		if err != nil {
			return err
		}
		c.report.Mine++
		c.tell(c.report.Mine, (len(sorted)-part)/parts+1)
	}
	return nil
}

// answer returns what to do after the opponent's last turn.
func (c *checker) answer() func(rules.Setup, game.Position) error {
	if !c.proof.Wins {
		return nil
	}
	return func(_ rules.Setup, p game.Position) error { return c.win(p) }
}

// follow plays the strategy's turn in a position. over says that it ends the game as claimed.
func (c *checker) follow(p game.Position) (after game.Position, over bool, err error) {
	text := Text(p.FEN())
	turn, ok := c.proof.Lines[text]
	if !ok {
		return nil, false, fmt.Errorf("%s: the proof has no line for this position", text)
	}
	c.used[text] = true
	c.report.Lines++
	side := p.Side()
	for _, token := range strings.Split(turn, "/") {
		if p.Side() != side {
			return nil, false, fmt.Errorf("%s: %s: the turn is over before %s", text, turn, token)
		}
		m, err := c.parse(p, token)
		if err != nil {
			return nil, false, fmt.Errorf("%s: %s: %w", text, turn, err)
		}
		p = p.Play(m)
	}
	switch o := p.Outcome(); {
	case o.Result == rules.WinFor(side), o.Result == rules.Draw && !c.proof.Wins:
		return p, true, nil
	case o.Over():
		return nil, false, fmt.Errorf("%s: %s: %s", text, turn, o)
	case p.Side() == side:
		return nil, false, fmt.Errorf("%s: %s: the turn is not over", text, turn)
	}
	return p, false, nil
}

// parse returns the legal move that a token names.
func (c *checker) parse(p game.Position, token string) (game.Move, error) {
	for _, m := range p.Moves() {
		if c.t.UCI(p, m) == token {
			return m, nil
		}
	}
	return game.NoMove, fmt.Errorf("%.20s is not legal", token)
}
