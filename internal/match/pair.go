package match

import (
	"time"

	"github.com/heterodox-chess/heterodox/game"
)

// Terms are what all pairs of a match have in common.
type Terms struct {
	Engines []Engine // two or more, with different names
	// Margin is how far an engine may overstep its time without penalty.
	Margin       time.Duration
	Patience     Patience
	Adjudication Adjudication
}

// A Pair is the unit of work: two games with the same opening and colours
// exchanged. Together with the Terms it contains everything needed to play it,
// as plain data, so it can be played on another machine.
type Pair struct {
	Number  int // from 0; its games are 2·Number and 2·Number+1
	Round   int // of the opening
	Variant string
	Names   []string // what engines may call the variant, the preferred name first
	// First is the engine that has White in the first game, Second the other.
	First, Second int
	Start         string   `json:",omitempty"` // FEN; empty for the start position of the variant
	Opening       []string `json:",omitempty"` // single moves of the opening, not chosen by the engines
	Done          [2]bool  // games that are already finished and must not be played
	// Options are set in First and Second before each game.
	Options [2][]Option `json:",omitzero"`
}

// newPair returns the pair of a given number, with an opening.
func newPair(number int, s *schedule, v Variant, o Opening) Pair {
	at := s.place(number)
	players := s.pairings[at.pairing]
	p := Pair{Number: number, Round: at.round, Variant: v.Name(), Names: v.Names, First: players[0], Second: players[1]}
	pos := o.Start
	if start := pos.Rules().Start(); pos.FEN() != start.FEN() {
		p.Start = pos.FEN()
	}
	for _, m := range o.Moves {
		p.Opening = append(p.Opening, pos.UCI(m))
		pos = pos.Play(m)
	}
	return p
}

// players returns who plays the first game (0) or the second (1), White first.
func (p *Pair) players(game int) [2]int {
	if game == 1 {
		return [2]int{p.Second, p.First}
	}
	return [2]int{p.First, p.Second}
}

// record returns the record of a game of the pair that begins now, at a pace.
func (p *Pair) record(t *Terms, pace *Pace, game int) Record {
	r := Record{
		Game: 2*p.Number + game, Round: p.Round, Variant: p.Variant,
		Start: p.Start, Opening: p.Opening, Pace: pace, Began: time.Now().UTC().Truncate(time.Second),
	}
	players := p.players(game)
	r.White, r.Black = players[0], players[1]
	for color, engine := range players {
		r.Names[color] = t.Engines[engine].Name
		r.Controls[color] = t.Engines[engine].Limits.times(pace.factor()).String()
	}
	return r
}

// opened returns a game after an opening: a position, "" for the start position,
// and single moves.
func opened(rules game.Rules, start string, moves []string) (*game.Record, error) {
	pos := rules.Start()
	if start != "" {
		var err error
		if pos, err = rules.ParsePosition(start); err != nil {
			return nil, err
		}
	}
	record := game.NewRecord(pos)
	for _, text := range moves {
		if err := record.PlayTurn(text); err != nil {
			return nil, err
		}
	}
	return record, nil
}
