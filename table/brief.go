package table

import (
	"bytes"
	"cmp"
	"errors"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/pgn"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Brief is what a list of saved games shows of one game.
type Brief struct {
	Variant string
	Players [2]Player // in an analysis those of the analysed game, if known
	Result  rules.Result
	Study   bool // whether it is an analysis
	Moves   int  // single moves in the main line
	// Event and Date come from the tags, "" if unknown. A date may lack its day and
	// month: "2026-05-17", "2026".
	Event, Date string
	// Opening is the first moves as written, without signs: "e4 e5 Nf3".
	Opening string
}

// openingMoves is the number of single moves in an opening.
const openingMoves = 12

var errNoGame = errors.New("there is no game")

// openingOf joins the first moves of a game, without their signs.
func openingOf(moves []string) string {
	for i, m := range moves {
		moves[i] = strings.TrimRight(m, "+#!?")
	}
	return strings.Join(moves, " ")
}

// known returns the value of a tag, "" if it stands for an unknown value.
func known(value string) string {
	if strings.Trim(value, "?.-") == "" {
		return ""
	}
	return value
}

// DateOf returns a PGN date ("2026.05.??") in the form of a Brief ("2026-05").
func DateOf(tag string) string {
	return strings.TrimRight(strings.ReplaceAll(known(tag), ".", "-"), "-?")
}

// OpeningOf returns the opening of a PGN game in the form of a Brief.
func OpeningOf(g *pgn.Game) string {
	var moves []string
	for _, m := range g.Moves[:min(openingMoves, len(g.Moves))] {
		moves = append(moves, m.Text)
	}
	return openingOf(moves)
}

// ReadBrief reads what a list shows of a saved game. It plays no moves, so that a long list
// takes little time, and does not check that the game can be opened.
func ReadBrief(text []byte) (b Brief, err error) {
	if jsonStart.Match(text) {
		f, err := decodeCube(text)
		if err != nil {
			return b, err
		}
		b = Brief{Variant: pgn.Printable(f.Variant), Study: f.Study, Moves: len(f.Moves), Date: DateOf(pgn.Printable(f.Date))}
		var moves []string
		for _, m := range f.Moves[:min(openingMoves, len(f.Moves))] {
			moves = append(moves, pgn.Printable(m.Move))
		}
		b.Opening = openingOf(moves)
		b.Result, _ = resultOf(f.Result)
		for i, p := range f.Players {
			b.Players[i] = Player{pgn.Printable(p.Name), p.Level}
		}
		return b, nil
	}
	g, err := pgn.NewReader(bytes.NewReader(text)).Next()
	if err != nil {
		return b, err
	}
	if g == nil {
		return b, errNoGame
	}
	b = Brief{Variant: g.Variant(), Study: isStudy(g), Moves: len(g.Moves), Event: known(g.Tag("Event")), Date: DateOf(g.Tag("Date")), Opening: OpeningOf(g)}
	b.Result, _ = resultOf(g.Result)
	for i, name := range []string{"White", "Black"} {
		if b.Players[i], err = playerOf(g.Tag(name), g.Tag(name+"Type"), g.Tag(name+"Level")); err != nil {
			return b, err
		}
	}
	return b, nil
}

// ReadMain plays the main line of a saved game, at most that many single moves, and returns
// it with the game's result.
func ReadMain(text []byte, open func(string) (game.Rules, error), most int) (*game.Record, rules.Result, error) {
	if !jsonStart.Match(text) {
		g, err := pgn.NewReader(bytes.NewReader(text)).Next()
		if err != nil || g == nil {
			return nil, rules.Ongoing, cmp.Or(err, errNoGame)
		}
		ruleset, err := open(g.Variant())
		if err != nil {
			return nil, rules.Ongoing, err
		}
		result, _ := resultOf(g.Result)
		record, err := g.Replay(ruleset, most)
		return record, result, err
	}
	f, err := decodeCube(text)
	if err != nil {
		return nil, rules.Ongoing, err
	}
	ruleset, err := open(f.Variant)
	if err != nil {
		return nil, rules.Ongoing, err
	}
	start, err := ruleset.ParsePosition(f.Start)
	if err != nil {
		return nil, rules.Ongoing, err
	}
	record := game.NewRecord(start)
	for _, m := range f.Moves[:min(most, len(f.Moves))] {
		if err := record.PlayTurn(m.Move); err != nil {
			return nil, rules.Ongoing, err
		}
	}
	result, _ := resultOf(f.Result)
	return record, result, nil
}
