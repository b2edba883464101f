package uci

import (
	"time"

	"github.com/heterodox-chess/heterodox/game"
)

// SetGrace changes how long a count may run on after quit.
func (s *Session) SetGrace(d time.Duration) { s.grace = d }

// CommandOf returns the command found in a line, and its arguments; "" if there is none.
func CommandOf(line string) (string, []string) {
	r := parseUCI(line)
	if r.command == nil {
		return "", nil
	}
	return r.command.name, r.args
}

// MaxLine is the length of the longest line that is read.
const MaxLine = maxLine

// XBoardText returns a legal move as it is sent to XBoard.
func XBoardText(pos game.Position, m game.Move) string {
	s := &Session{rules: pos.Rules(), xb: &xboard{}}
	return s.moveText(pos, m)
}

// XBoardCommandOf is CommandOf for XBoard's protocol.
func XBoardCommandOf(line string) (string, []string) {
	r := parseXBoard(line)
	if r.command == nil {
		return "", nil
	}
	return r.command.name, r.args
}
