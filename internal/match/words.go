package match

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ParseResign reads when an engine resigns: "moves=3 score=600", optionally
// with both=true.
func (a *Adjudication) ParseResign(text string) error {
	both := 0
	err := readNumbers(strings.NewReplacer("both=true", "both=1", "both=false", "both=0").Replace(text),
		map[string]*int{"moves": &a.ResignMoves, "score": &a.ResignScore, "both": &both})
	if err == nil && (a.ResignMoves == 0 || a.ResignScore == 0) {
		err = errors.New("expected moves and score, both above 0")
	}
	a.Both = both != 0
	return err
}

// ParseDraw reads when a draw is agreed: "after=34 moves=8 score=10".
func (a *Adjudication) ParseDraw(text string) error {
	err := readNumbers(text, map[string]*int{"after": &a.DrawAfter, "moves": &a.DrawMoves, "score": &a.DrawScore})
	if err == nil && a.DrawMoves == 0 {
		err = errors.New("expected moves, above 0")
	}
	return err
}

// readNumbers reads words NAME=NUMBER.
func readNumbers(text string, targets map[string]*int) error {
	for _, word := range strings.Fields(text) {
		name, value, _ := strings.Cut(word, "=")
		target := targets[name]
		if target == nil {
			return fmt.Errorf("unknown %.40q", word)
		}
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n > mateValue/2 {
			return fmt.Errorf("%s: %.40q is not a whole number in 0..%d", name, value, mateValue/2)
		}
		*target = n
	}
	return nil
}
