package match

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/internal/stats"
)

// A Report is the state of a match. --json prints it.
type Report struct {
	Finished int           `json:"finished"`
	Games    int           `json:"games"`
	Pairings []Pairing     `json:"pairings"`
	Ranking  []Standing    `json:"ranking,omitempty"` // of three engines or more, the best first
	Engines  []EngineUsage `json:"engines"`
	// Troubles are the first games that were lost by crashes, illegal moves and
	// the like; MoreTroubles counts the rest.
	Troubles     []TroubledGame `json:"troubles,omitempty"`
	MoreTroubles int            `json:"moreTroubles,omitempty"`
	SPRT         *Verdict       `json:"sprt,omitempty"`
	Clocks       *Clocks        `json:"clocks,omitempty"` // nil if they ran as the match specifies
	Purged       []PurgedWorker `json:"purged,omitempty"`
}

// A Pairing holds the results of two engines: for each variant, and in total.
type Pairing struct {
	First  string `json:"first"`
	Second string `json:"second"`
	Lines  []Line `json:"results"` // the total last
}

// A Line is one row of results, from the first engine's point of view.
type Line struct {
	Variant string `json:"variant"` // "total" for all
	Wins    int    `json:"wins"`
	Draws   int    `json:"draws"`
	Losses  int    `json:"losses"`
	Void    int    `json:"void,omitempty"`
	// Pairs counts pairs of games by the points made in them: 0, ½, 1, 1½, 2.
	Pairs         stats.Pairs    `json:"pairs"`
	Percent       *float64       `json:"percent"`
	Elo           *float64       `json:"elo"` // null where the results do not determine it
	EloError      *float64       `json:"eloError"`
	NormalisedElo *float64       `json:"normalisedElo"`
	NormalisedErr *float64       `json:"normalisedEloError"`
	LOS           *float64       `json:"los"`
	DrawPercent   *float64       `json:"drawPercent"`
	Plies         *float64       `json:"pliesPerGame"`
	ByColor       [2]stats.Games `json:"byColor"` // the first engine's, as White and as Black
}

// A Standing is how an engine did against all its opponents together.
type Standing struct {
	Name string `json:"name"`
	Line `json:"results"`
}

// An EngineUsage is what an engine used, and its faults.
type EngineUsage struct {
	Name     string              `json:"name"`
	Games    int                 `json:"games"`
	Points   float64             `json:"points"`
	Command  []string            `json:"command"`
	Moves    int                 `json:"moves"`
	Nodes    uint64              `json:"nodes"`
	Seconds  float64             `json:"seconds"`
	NPS      *float64            `json:"nps"`
	Forfeits map[Termination]int `json:"forfeits,omitempty"`
}

// A Verdict is the state of an SPRT.
type Verdict struct {
	stats.SPRT
	LLR      float64 `json:"llr"`
	Lower    float64 `json:"lower"`
	Upper    float64 `json:"upper"`
	Accepted string  `json:"accepted,omitempty"` // "H0" or "H1"
	// Pairs is the number of pairs that the ratio is based on: those of the
	// schedule up to the first that is not finished.
	Pairs int `json:"pairs"`
	// Late are the games of later pairs that had been finished when the test
	// was decided. They are in no other score.
	Late *Line `json:"late,omitempty"`
}

// number returns a pointer to x, or nil if JSON cannot represent it.
func number(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// report returns the state of the match.
func (t *tally) report(c *Config) Report {
	r := Report{
		Finished: t.finished(), Games: t.schedule.games(),
		Troubles: t.troubles[:len(t.troubles):len(t.troubles)], MoreTroubles: t.more, Clocks: t.clocks.clone(), Purged: t.purged,
	}
	for i, e := range c.Engines {
		u := &t.usage[i]
		usage := EngineUsage{e.Name, 0, 0, e.Command, u.moves, u.nodes, u.time.Seconds(), nil, u.faults}
		if u.nodes > 0 {
			usage.NPS = number(math.Round(float64(u.nodes) / max(u.time, time.Millisecond).Seconds()))
		}
		r.Engines = append(r.Engines, usage)
	}
	scores := make([]Score, len(c.Engines))
	for pairing, engines := range t.schedule.pairings {
		p := Pairing{First: c.Engines[engines[0]].Name, Second: c.Engines[engines[1]].Name}
		for v := range c.Variants {
			if s := t.scores[scoreKey{pairing, v}]; s != nil {
				p.Lines = append(p.Lines, s.line(c.Variants[v].Name()))
			}
		}
		total := t.total(pairing)
		p.Lines = append(p.Lines, total.line("total"))
		r.Pairings = append(r.Pairings, p)
		scores[engines[0]].merge(&total)
		total = total.reversed()
		scores[engines[1]].merge(&total)
	}
	for i := range scores {
		e := &r.Engines[i]
		e.Games, e.Points = scores[i].Games.Count(), scores[i].Games.Points()
		if len(scores) > 2 && e.Games > 0 {
			r.Ranking = append(r.Ranking, Standing{e.Name, scores[i].line("total")})
		}
	}
	slices.SortStableFunc(r.Ranking, func(a, b Standing) int { return cmp.Compare(*b.Percent, *a.Percent) })
	r.SPRT = t.verdict()
	return r
}

// verdict returns the state of the SPRT, nil if there is none.
func (t *tally) verdict() *Verdict {
	if t.sprt == nil {
		return nil
	}
	v := &Verdict{SPRT: *t.sprt, LLR: t.sprt.LLR(t.pairs), Accepted: t.decision, Pairs: t.ready}
	v.Lower, v.Upper = t.sprt.Bounds()
	if t.late != (Score{}) {
		late := t.late.line("late")
		v.Late = &late
	}
	return v
}

// line returns the numbers of a score.
func (s *Score) line(variant string) Line {
	games := float64(s.Games.Count())
	elo, los := s.Pairs.Elo(), s.Pairs.Superiority()
	if s.Pairs.Count() == 0 { // there are no complete pairs
		elo, los = s.Games.Elo(), s.Games.Superiority()
	}
	normal := s.Pairs.NormalisedElo()
	return Line{
		Variant: variant, Wins: s.Games.Wins, Draws: s.Games.Draws, Losses: s.Games.Losses, Void: s.Void,
		Pairs: s.Pairs, Percent: number(100 * s.Games.Points() / games),
		Elo: number(elo.Value), EloError: number(elo.Error),
		NormalisedElo: number(normal.Value), NormalisedErr: number(normal.Error),
		LOS: number(100 * los), DrawPercent: number(100 * float64(s.Games.Draws) / games),
		Plies: number(float64(s.Plies) / games), ByColor: s.ByColor,
	}
}

// Write writes the report as text.
func (r Report) Write(w io.Writer) error {
	var b strings.Builder
	for _, p := range r.Pairings {
		fmt.Fprintf(&b, "%s v %s\n", p.First, p.Second)
		b.WriteString(headings("variant"))
		lines := p.Lines
		if len(lines) == 2 { // the total is the same
			lines = lines[:1]
		}
		for _, l := range lines {
			b.WriteString(l.row(l.Variant))
		}
		total := p.Lines[len(p.Lines)-1]
		fmt.Fprintf(&b, "  pairs by points 0, ½, 1, 1½, 2: %v; as White %s, as Black %s\n",
			total.Pairs, wonDrawnLost(total.ByColor[0]), wonDrawnLost(total.ByColor[1]))
	}
	if len(r.Ranking) > 0 {
		b.WriteString("ranking, against all opponents together\n" + headings("engine"))
		for _, s := range r.Ranking {
			b.WriteString(s.row(s.Name))
		}
	}
	for _, e := range r.Engines {
		fmt.Fprintf(&b, "%s: %g of %d points, %d moves, %.1f s, %d nodes, %s nodes/s", e.Name, e.Points, e.Games, e.Moves, e.Seconds, e.Nodes, text("%.0f", e.NPS))
		for _, kind := range []Termination{TimeForfeit, Infraction, Abandoned} {
			if n := e.Forfeits[kind]; n > 0 {
				fmt.Fprintf(&b, ", lost by %s: %d", kind, n)
			}
		}
		b.WriteByte('\n')
	}
	for _, g := range r.Troubles {
		fmt.Fprintf(&b, "game %d (%s): %s %s\n  command %s\n", g.Game, g.Variant, g.Engine, g.What, g.Command)
		for _, l := range g.Last {
			fmt.Fprintf(&b, "  | %s\n", l)
		}
	}
	if r.MoreTroubles > 0 {
		fmt.Fprintf(&b, "… and %d more such games\n", r.MoreTroubles)
	}
	for _, p := range r.Purged {
		fmt.Fprintf(&b, "not counted: %s of %s, because it %s\n", english.Count(p.Games, "game"), p.Worker, printable(p.Why))
	}
	if c := r.Clocks; c != nil {
		fmt.Fprintf(&b, "clocks × %.2f to %.2f, meant for", c.Least, c.Most)
		for i, variant := range slices.Sorted(maps.Keys(c.References)) {
			fmt.Fprintf(&b, "%s %d nodes/s in %s", []string{"", ","}[min(i, 1)], c.References[variant], variant)
		}
		b.WriteByte('\n')
	}
	if s := r.SPRT; s != nil {
		fmt.Fprintf(&b, "SPRT %s [%g, %g]: LLR %.2f (%.2f, %.2f)", s.Model, s.Elo0, s.Elo1, s.LLR, s.Lower, s.Upper)
		if s.Accepted != "" {
			fmt.Fprintf(&b, ", %s accepted after %d pairs", s.Accepted, s.Pairs)
		}
		b.WriteByte('\n')
		if l := s.Late; l != nil {
			fmt.Fprintf(&b, "finished after the decision and not counted: %s, +%d =%d -%d\n",
				english.Count(l.Wins+l.Draws+l.Losses+l.Void, "game"), l.Wins, l.Draws, l.Losses)
		}
	}
	fmt.Fprintf(&b, "%d of %d games\n", r.Finished, r.Games)
	_, err := io.WriteString(w, b.String())
	return err
}

// headings are the headings of rows, the first of them given.
func headings(first string) string {
	return fmt.Sprintf("  %-22s %6s %6s %6s %6s %7s %17s %17s %6s %6s %6s\n",
		first, "games", "won", "drawn", "lost", "score", "Elo", "nElo", "LOS", "draws", "plies")
}

// row returns a row of a table, which begins with a name.
func (l *Line) row(name string) string {
	return fmt.Sprintf("  %-22s %6d %6d %6d %6d %7s %17s %17s %6s %6s %6s\n", name, l.Wins+l.Draws+l.Losses,
		l.Wins, l.Draws, l.Losses, text("%.1f%%", l.Percent), between(l.Elo, l.EloError),
		between(l.NormalisedElo, l.NormalisedErr), text("%.1f%%", l.LOS), text("%.0f%%", l.DrawPercent), text("%.0f", l.Plies))
}

// text formats a number, "-" if there is none.
func text(format string, n *float64) string {
	if n == nil {
		return "-"
	}
	return fmt.Sprintf(format, *n)
}

// between formats a number and its error.
func between(n, width *float64) string {
	if n == nil {
		return "-"
	}
	return fmt.Sprintf("%+.1f ± %s", *n+0, text("%.1f", width)) // + 0 makes −0 a 0
}

func wonDrawnLost(g stats.Games) string { return fmt.Sprintf("+%d =%d -%d", g.Wins, g.Draws, g.Losses) }

// Short summarises how the first engine does against each of the others.
func (r Report) Short() string {
	var parts []string
	for _, p := range r.Pairings {
		total := p.Lines[len(p.Lines)-1]
		part := fmt.Sprintf("%s v %s +%d =%d -%d", p.First, p.Second, total.Wins, total.Draws, total.Losses)
		if total.Elo != nil {
			part += ", Elo " + between(total.Elo, total.EloError)
		}
		if parts = append(parts, part); len(parts) == 3 {
			break // there is room for only one line
		}
	}
	if r.SPRT != nil {
		parts = append(parts, fmt.Sprintf("LLR %.2f (%.2f, %.2f)", r.SPRT.LLR, r.SPRT.Lower, r.SPRT.Upper))
	}
	return strings.Join(parts, "; ")
}
