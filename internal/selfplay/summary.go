package selfplay

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Summary aggregates games. The zero value is empty.
type Summary struct {
	Games, Checked, Faults int
	// Alone counts the games that only one machine knows.
	Alone  int
	groups []*group // in the order of their first game
}

// A group is a line of the summary.
type group struct {
	name    string
	games   int
	plies   int
	results [4]int // by rules.Result
	reasons map[rules.Reason]int
}

// Add counts a game.
func (s *Summary) Add(g Game) {
	s.Games++
	s.Checked += g.Checked
	s.Faults += len(g.Faults)
	if g.Alone {
		s.Alone++
	}
	i := slices.IndexFunc(s.groups, func(line *group) bool { return line.name == g.Group })
	if i < 0 {
		i = len(s.groups)
		s.groups = append(s.groups, &group{name: g.Group, reasons: map[rules.Reason]int{}})
	}
	line := s.groups[i]
	line.games++
	line.plies += len(g.Moves)
	line.results[g.Outcome.Result]++
	line.reasons[g.Outcome.Reason]++
}

// Write prints a table of the groups and the closing line.
func (s *Summary) Write(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "variant\tgames\twhite\tblack\tdraws\tcut off\tplies\treasons")
	for _, g := range s.groups {
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t%.1f\t%s\n", g.name, g.games,
			g.results[rules.WhiteWins], g.results[rules.BlackWins], g.results[rules.Draw], g.results[rules.Ongoing],
			float64(g.plies)/float64(g.games), g.reasonTexts())
	}
	t.Flush()
	fmt.Fprintf(w, "%s, %s checked, %s\n", english.Count(s.Games, "game"), english.Count(s.Checked, "move"), english.Count(s.Faults, "fault"))
	if s.Alone > 0 {
		fmt.Fprintf(w, "%s not compared: only one machine knows the rules\n", english.Count(s.Alone, "game"))
	}
}

// reasonTexts lists why the games ended, the most frequent reason first.
func (g *group) reasonTexts() string {
	var reasons []rules.Reason
	for reason := range g.reasons {
		if reason != rules.NoReason {
			reasons = append(reasons, reason)
		}
	}
	slices.SortFunc(reasons, func(a, b rules.Reason) int {
		return cmp.Or(cmp.Compare(g.reasons[b], g.reasons[a]), cmp.Compare(a, b))
	})
	texts := make([]string, len(reasons))
	for i, reason := range reasons {
		texts[i] = fmt.Sprintf("%s %d", reason, g.reasons[reason])
	}
	return strings.Join(texts, ", ")
}
