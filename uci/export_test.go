package uci

import (
	"context"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
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

// XBoardPonderLimits returns the limits with which the engine ponders after its last of a number
// of moves, before which its clock showed own, and about which it has thought for a while.
func XBoardPonderLimits(level string, moves int, own, thought time.Duration) game.Limits {
	s := &Session{xb: &xboard{played: make([]bool, moves), turn: rules.White, side: rules.Black}}
	s.level(context.Background(), strings.Fields(level))
	s.xb.times.own, s.xb.times.since = own, time.Now().Add(-thought)
	s.xb.spend()
	return s.xb.limits(0)
}

// XBoardCommandOf is CommandOf for XBoard's protocol.
func XBoardCommandOf(line string) (string, []string) {
	r := parseXBoard(line)
	if r.command == nil {
		return "", nil
	}
	return r.command.name, r.args
}
