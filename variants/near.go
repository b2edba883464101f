package variants

import (
	"fmt"

	"github.com/heterodox-chess/heterodox/internal/english"
)

// An UnknownError says that no game has the given name.
type UnknownError struct {
	Name string   // as it was given
	Near []string // the names of up to three similar games, the nearest first
}

func (e *UnknownError) Error() string {
	return fmt.Sprintf("unknown variant %.40q", e.Name) + english.Meant(e.Near)
}

// suggest adds names to the error for an unknown one. It compares all names, so it is only for
// errors that somebody gets to see.
func suggest(err error) error {
	if e, ok := err.(*UnknownError); ok {
		e.Near = near(e.Name)
	}
	return err
}

// near returns up to three names of games that are similar to a name, the nearest first.
func near(name string) []string {
	wanted := plainName(name)
	var spellings []english.Spelling
	for _, v := range catalogue {
		for _, spelling := range append([]string{v.Name}, v.Aliases...) {
			spellings = append(spellings, english.Spelling{Text: spelling, Name: v.Name})
		}
	}
	for _, name := range More() {
		spellings = append(spellings, english.Spelling{Text: plainName(name), Name: name})
	}
	return english.Near(wanted, spellings)
}
