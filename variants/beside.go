package variants

import (
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
)

// Beside gives access to a game being designed together with the games that Open knows.
type Beside struct {
	Name  string
	rules game.Rules
	games []*general.Catalogue
}

// NewBeside returns the last game of a text, which must be playable.
func NewBeside(text string) (*Beside, error) {
	sketch, errs := Sketch(text)
	if len(errs) > 0 {
		return nil, errs[0]
	}
	known := catalogues()
	own, errs := general.ReadEdition(text, known...)
	if own == nil {
		return nil, errs[0]
	}
	return &Beside{sketch.Name, sketch.Rules, append([]*general.Catalogue{own}, known...)}, nil
}

// Open is the package's Open, but also knows the game by its name.
func (b *Beside) Open(name string) (game.Rules, error) {
	if name == b.Name {
		return b.rules, nil
	}
	return Open(name)
}

// Derive is the package's Derive, but also knows the game.
func (b *Beside) Derive(text string, fitted general.Fitted) (game.Rules, error) {
	return derive(text, fitted, b.games)
}

// Parts is the package's Parts, but also knows the game.
func (b *Beside) Parts(name string) (whole game.Rules, parts []general.Part, err error) {
	return partsOf(name, b.games)
}
