package study

import (
	"cmp"
	"io"
	"strconv"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/pgn"
)

// WritePGN writes the games of the rounds, including those in which one side searches more.
// rules are those of the game that was studied.
func (r *Report) WritePGN(w io.Writer, rules game.Rules) error {
	for i := range r.Games {
		g := &r.Games[i]
		record, err := g.record(rules)
		if err != nil {
			return err
		}
		comments := make([]string, g.Opening)
		if g.Opening > 0 {
			comments[g.Opening-1] = "end of the opening"
		}
		tags := []pgn.Tag{
			{Name: "Event", Value: "Study of " + r.Game + ", seed " + strconv.FormatUint(r.Seed, 10)}, {Name: "Site", Value: "?"}, {Name: "Date", Value: "????.??.??"},
			{Name: "Round", Value: string(g.Stage) + "." + strconv.Itoa(g.Number+1)}, {Name: "White", Value: "heterodox"}, {Name: "Black", Value: "heterodox"},
			{Name: "Result", Value: g.Result.String()},
		}
		tags = append(tags, pgn.VariantTags(r.Game, record.Start().FEN(), rules.Start().FEN())...)
		reason := cmp.Or(g.Reason.String(), "cut off")
		if err := pgn.Write(w, tags, record, comments, reason, g.Result); err != nil {
			return err
		}
	}
	return nil
}
