package table

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/internal/review"
)

// readMove reads one move.
func readMove(pos game.Position, text string) (game.Move, error) {
	if len(text) > 40 {
		return game.NoMove, errors.New("that is too long for a move")
	}
	if m, err := pos.ParseMove(text); err == nil {
		return m, nil
	}
	if m, err := pos.ParseSAN(text); err == nil {
		return m, nil
	}
	if m, ok := loosely(pos, text); ok {
		return m, nil
	}
	if whole := completion(pos, text); whole != "" {
		return game.NoMove, fmt.Errorf("%s does not say where to put %s", text, whole)
	}
	return game.NoMove, &RefusedError{text, explain(pos, text)}
}

// loosely finds the only legal move that a text can mean if case, hyphens and the signs of
// captures, checks and promotions are ignored: "nf3", "e2-e4", "o-o", "♘c3".
func loosely(pos game.Position, text string) (game.Move, bool) {
	wanted, found := loose(text), game.NoMove
	for _, m := range pos.Moves() {
		if !namesAim(pos, m, wanted) || loose(pos.SAN(m)) != wanted && loose(pos.UCI(m)) != wanted {
			continue
		}
		if found != game.NoMove {
			return game.NoMove, false
		}
		found = m
	}
	return found, found != game.NoMove
}

// namesAim reports whether a loose text names the square where a move goes, as all that write
// the move do, except castling and passes. Writing thousands of moves would take seconds.
func namesAim(pos game.Position, m game.Move, text string) bool {
	aim := screen.Of(pos).Steps(m)[1].Square
	return strings.HasPrefix(text, "o") || strings.HasPrefix(text, pass) || strings.Contains(text, strings.ToLower(pos.Rules().Board().Name(aim)))
}

// pass is how a pass is typed, besides "--".
const pass = "pass"

// figurines replaces figurines by letters (a pawn's by nothing) and removes the ignored signs.
var figurines = strings.NewReplacer("--", pass, "♔", "k", "♕", "q", "♖", "r", "♗", "b", "♘", "n", "♙", "", "♚", "k", "♛", "q", "♜", "r", "♝", "b", "♞", "n", "♟", "",
	"0-0-0", "ooo", "0-0", "oo", "-", "", "x", "", ":", "", "+", "", "#", "", "=", "", "!", "", "?", "")

// loose removes from a text what loosely ignores.
func loose(text string) string { return figurines.Replace(strings.ToLower(text)) }

// completion says what is missing from a text that is a legal move except for the square on
// which something is put, with an example; otherwise "".
func completion(pos game.Position, text string) string {
	begun := strings.TrimRight(text, ",") + ","
	for _, m := range pos.Moves() {
		if !namesAim(pos, m, loose(text)) {
			continue
		}
		for _, move := range []string{pos.SAN(m), pos.UCI(m)} {
			if strings.HasPrefix(move, begun) {
				return putBy(pos, m) + " (as in " + move + ")"
			}
		}
	}
	return ""
}

// putBy names what a move puts on a square, besides the moving piece.
func putBy(pos game.Position, m game.Move) string {
	if _, walls := game.Walls(pos); walls {
		return "the " + screen.LookOf(pos.Rules()).Wall
	}
	if s, ok := pos.Captured(m); ok {
		if p, ok := pos.At(s); ok {
			return "the captured " + KindName(pos.Rules(), p.Letter)
		}
	}
	return "the piece that it moves"
}

// A RefusedError is a typed text that is not a legal move.
type RefusedError struct {
	Move string // as it was typed
	Why  Answer
}

func (e *RefusedError) Error() string { return e.Why.Text }

// AttackersIn returns the attackers named by the RefusedError that err is or
// wraps, nil if there is none.
func AttackersIn(err error) []game.Square {
	var refused *RefusedError
	if errors.As(err, &refused) {
		return refused.Why.Attackers
	}
	return nil
}

// An Answer says why a click does nothing.
type Answer struct {
	// Text is a sentence without its full stop.
	Text string
	// Attackers are the pieces that would attack a royal piece, if that is the reason.
	Attackers []game.Square
}

// Why says why a square cannot be clicked next: it is not the next step of any legal move.
// The answer is never empty.
func (p *Pick) Why(square game.Square) Answer {
	board := p.pos.Rules().Board()
	name := board.Name(square)
	switch {
	case !board.Has(square):
		return Answer{Text: "the board has no such square"}
	case len(p.legal) == 0:
		return Answer{Text: "the game is over"}
	case len(p.steps) == 0:
		return p.whyNotFrom(square)
	case len(p.steps) == 1:
		first := p.steps[0]
		from := first.Square
		if first.Kind == screen.StepDrop {
			from = square
		}
		if r := screen.Of(p.pos).Refusal(from, square, first.Letter); r != nil {
			return Answer{r.Reason, r.Attackers}
		}
		return Answer{Text: "it moves to " + name + " in another way"}
	}
	next := screen.Step{Kind: screen.StepPut, Square: square}
	for _, m := range p.exposedMoves() {
		if n := len(p.steps); len(m.steps) > n && slices.Equal(m.steps[:n], p.steps) && m.steps[n] == next {
			r := screen.Of(p.pos).Exposure(m.move)
			return Answer{"put on " + name + ", " + r.Reason, r.Attackers}
		}
	}
	if _, taken := p.pos.At(square); taken || p.walled(square) {
		return Answer{Text: name + " is not empty"}
	}
	return Answer{Text: "it cannot be put on " + name}
}

// whyNotFrom says why no move starts on a square.
func (p *Pick) whyNotFrom(square game.Square) Answer {
	name, side := p.pos.Rules().Board().Name(square), p.pos.Side()
	piece, ok := p.pos.At(square)
	switch {
	case !ok && p.walled(square):
		return Answer{Text: "there is a " + screen.LookOf(p.pos.Rules()).Wall + " on " + name}
	case !ok:
		return Answer{Text: "there is no piece on " + name}
	case piece.Color != side:
		return Answer{Text: fmt.Sprintf("the %s on %s is %s's, but it is %s's move", KindName(p.pos.Rules(), piece.Letter), name, piece.Color.Title(), side.Title())}
	case p.placing():
		return Answer{Text: side.Title() + " must place the pieces in hand first"}
	}
	what := "the " + KindName(p.pos.Rules(), piece.Letter) + " on " + name
	for _, m := range screen.Of(p.pos).Exposed() {
		if first := screen.Of(p.pos).Steps(m)[0]; first.Kind != screen.StepFrom || first.Square != square {
			continue
		}
		if r := screen.Of(p.pos).Exposure(m); r.Exposes {
			return Answer{what + " cannot move: " + r.Reason, r.Attackers}
		}
	}
	for _, to := range p.pos.Rules().Board().Squares() {
		if r := screen.Of(p.pos).Refusal(square, to, ""); r != nil && strings.HasPrefix(r.Reason, "a capture is compulsory") {
			return Answer{what + " cannot move: " + r.Reason, r.Attackers}
		}
	}
	return Answer{Text: what + " has no legal move"}
}

// walled reports whether there is a wall on a square.
func (p *Pick) walled(square game.Square) bool {
	walls, _ := game.Walls(p.pos)
	return slices.Contains(walls, square)
}

// placing reports whether all legal moves are drops.
func (p *Pick) placing() bool {
	for _, m := range p.legal {
		if m.steps[0].Kind != screen.StepDrop {
			return false
		}
	}
	return true
}

// KindName returns the name of a kind of piece, such as "knight", or the letter itself if
// the game has no such kind.
func KindName(rules game.Rules, letter string) string {
	return review.KindName(rules, letter)
}
