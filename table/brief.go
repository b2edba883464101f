package table

import (
	"bytes"
	"fmt"

	"github.com/heterodox-chess/heterodox/pgn"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Brief is what a list of saved games says of one.
type Brief struct {
	Variant string
	Players [2]Player // of an analysis those of the game that is analysed, if known
	Result  rules.Result
	Study   bool // it is an analysis
	Moves   int  // single moves of the main line
}

// ReadBrief reads what a list says of a saved game. It plays no move, so that a long list
// takes little time, and does not say whether the game can be opened.
func ReadBrief(text []byte) (b Brief, err error) {
	if jsonStart.Match(text) {
		f, err := decodeCube(text)
		if err != nil {
			return b, err
		}
		b = Brief{Variant: pgn.Printable(f.Variant), Study: f.Study, Moves: len(f.Moves)}
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
		return b, fmt.Errorf("there is no game")
	}
	b = Brief{Variant: g.Variant(), Study: isStudy(g), Moves: len(g.Moves)}
	b.Result, _ = resultOf(g.Result)
	for i, name := range []string{"White", "Black"} {
		if b.Players[i], err = playerOf(g.Tag(name), g.Tag(name+"Type"), g.Tag(name+"Level")); err != nil {
			return b, err
		}
	}
	return b, nil
}
