package review

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/rules"
)

// This file says why a turn was bad, as far as the rules show: from how games end, from what
// vanishes from the board, from exchanges, and from why moves are refused. It knows no game by
// name.

// wins is what an exchange must win to be worth mentioning, in centipawns.
const wins = 80

// A reasoner finds reasons for a judgement.
type reasoner struct {
	r      *game.Record
	j      *Judgement
	before game.Position // the turn
	after  game.Position
	reply  []game.Move // the opponent's turn
	end    game.Position
	side   rules.Color
}

// why returns one or two sentences on a judged turn, "" if the rules do not explain it.
func why(r *game.Record, j *Judgement) string {
	x := reasoner{r: r, j: j, before: r.At(j.First), after: r.At(j.Last), side: j.Side}
	x.reply = firstTurn(x.after, j.Reply)
	if x.after.Side() == x.side { // the turn was broken off
		x.reply = nil
	}
	x.end = x.after
	for _, m := range x.reply {
		x.end = x.end.Play(m)
	}
	if decisive := sentences(x.ended(), x.missedWin(), x.allowed(), x.swallowed()); decisive != "" {
		return decisive
	}
	lost, checks := x.lost(), x.checks()
	allows := "It allows " + sans(x.after, x.reply) + ", "
	if check, ok := strings.CutPrefix(checks, allows); ok && strings.HasPrefix(lost, allows) {
		lost, checks = lost+" and is "+check, ""
	}
	return sentences(lost, x.forced(), checks, x.missed(), x.castling())
}

// sentences joins the first two texts that are not empty.
func sentences(texts ...string) string {
	var said []string
	for _, text := range texts {
		if text != "" && len(said) < 2 {
			said = append(said, text+".")
		}
	}
	return strings.Join(said, " ")
}

// sans writes consecutive moves in SAN.
func sans(pos game.Position, moves []game.Move) string {
	var list []string
	for _, m := range moves {
		list = append(list, pos.SAN(m))
		pos = pos.Play(m)
	}
	return strings.Join(list, " ")
}

// outcome returns the outcome of a position after a line of moves.
func outcome(pos game.Position, line []game.Move) rules.Outcome {
	for _, m := range line {
		pos = pos.Play(m)
	}
	return pos.Outcome()
}

// ended says that the turn ended the game.
func (x *reasoner) ended() string {
	if x.j.Last != x.r.Len() {
		return ""
	}
	switch o := x.r.Outcome(); o.Result {
	case rules.WinFor(x.side.Opponent()):
		return "It loses at once: " + o.Reason.String()
	case rules.Draw:
		return "It is a draw: " + o.Reason.String()
	}
	return ""
}

// missedWin says that the side could have won by force.
func (x *reasoner) missedWin() string {
	v := x.j.Before.For(x.side)
	if v.Mate <= 0 || x.j.After.For(x.side).Mate > 0 {
		return ""
	}
	turn := firstTurn(x.before, x.j.Best)
	if o := outcome(x.before, turn); o.Result == rules.WinFor(x.side) {
		return fmt.Sprintf("It misses %s: %s", sans(x.before, turn), o.Reason)
	}
	what := "a win"
	if o := outcome(x.before, x.j.Best); o.Reason == rules.Checkmate {
		what = "mate"
	}
	return fmt.Sprintf("It misses %s in %d", what, v.Mate)
}

// allowed says that the other side can win by force now.
func (x *reasoner) allowed() string {
	v := x.j.After.For(x.side)
	if v.Mate >= 0 || x.j.Before.For(x.side).Mate < 0 || len(x.reply) == 0 {
		return ""
	}
	reply := sans(x.after, x.reply)
	if o := x.end.Outcome(); o.Result == rules.WinFor(x.side.Opponent()) {
		return fmt.Sprintf("It allows %s: %s", reply, o.Reason)
	}
	what := "a win"
	if o := outcome(x.after, x.j.Reply); o.Reason == rules.Checkmate {
		what = "mate"
	}
	return fmt.Sprintf("It allows %s in %d: %s", what, -v.Mate, reply)
}

// forced says that the side must capture after the reply, because captures are compulsory.
func (x *reasoner) forced() string {
	if len(x.reply) == 0 || x.end.Side() != x.side || x.end.Outcome().Over() {
		return ""
	}
	moves := x.end.Moves()
	for _, m := range moves {
		if _, captures := x.end.Captured(m); !captures {
			return ""
		}
	}
	if len(moves) == 0 || !compulsory(x.end) {
		return ""
	}
	text := fmt.Sprintf("After %s a capture is compulsory", sans(x.after, x.reply))
	if len(moves) > 2 {
		return text
	}
	var captures []string
	for _, m := range moves {
		captures = append(captures, x.end.SAN(m))
	}
	return text + ": " + strings.Join(captures, " or ")
}

// compulsory reports whether a move is refused in a position because a capture is compulsory.
func compulsory(pos game.Position) bool {
	squares := pos.Rules().Board().Squares()
	for _, from := range squares {
		if p, ok := pos.At(from); !ok || p.Color != pos.Side() {
			continue
		}
		for _, to := range squares {
			if r := screen.Of(pos).Refusal(from, to, ""); r != nil && strings.HasPrefix(r.Reason, "a capture is compulsory") {
				return true
			}
		}
	}
	return false
}

// checks says that the reply gives a check, in games that count checks.
func (x *reasoner) checks() string {
	them := x.side.Opponent()
	given, win := x.end.Checks(them)
	before, _ := x.after.Checks(them)
	if len(x.reply) == 0 || win == 0 || given == before || given >= win {
		return ""
	}
	return fmt.Sprintf("It allows %s, check %d of %d", sans(x.after, x.reply), given, win)
}

// missed says what the better turn would have won.
func (x *reasoner) missed() string {
	turn := firstTurn(x.before, x.j.Best)
	pos := x.before
	for _, m := range turn {
		_, net, ok := engine.Exchange(pos, m)
		if !ok {
			return ""
		}
		gone := vanished(pos, m, x.side.Opponent())
		if net >= wins && len(gone) > 0 && !x.tookAsWell(gone[0], net) {
			return fmt.Sprintf("%s wins %s", pos.SAN(m), x.name(gone[0]))
		}
		pos = pos.Play(m)
	}
	if text := x.wins(x.wonInBest(), x.side); text != "" {
		return fmt.Sprintf("%s wins %s", sans(x.before, turn), text)
	}
	return ""
}

// tookAsWell reports whether the turn itself took the piece, or won about as much.
func (x *reasoner) tookAsWell(piece loss, worth int) bool {
	pos, won := x.before, 0
	for _, m := range x.r.Moves()[x.j.First:x.j.Last] {
		if slices.Contains(vanished(pos, m, x.side.Opponent()), piece) {
			return true
		}
		_, net, _ := engine.Exchange(pos, m)
		won += net
		pos = pos.Play(m)
	}
	return worth-won < wins
}

// castling says that the turn gave up castling.
func (x *reasoner) castling() string {
	before, after := castles(x.before, x.side), castles(x.after, x.side)
	if after >= before {
		return ""
	}
	m := x.r.Moves()[x.j.First]
	if _, castled := game.CastlingRook(x.before, m); castled {
		return ""
	}
	steps := screen.Of(x.before).Steps(m)
	piece, stands := x.after.At(steps[0].Square)
	_, captures := x.before.Captured(m)
	switch moved, _ := x.before.At(steps[0].Square); {
	case captures && stands && piece == moved && x.j.Last-x.j.First == 1:
		return fmt.Sprintf("A %s that shoots can no longer castle", KindName(x.before.Rules(), piece.Letter))
	case after > 0 || x.j.Last-x.j.First == 1 && !slices.Contains(x.before.Royals(x.side), steps[0].Square):
		return "" // it may be another right: to gate a piece where one leaves
	}
	return "It gives up castling"
}

// castles returns how many castling rights a side has, according to the FEN.
func castles(pos game.Position, side rules.Color) (n int) {
	fields := strings.Fields(pos.FEN())
	if len(fields) < 3 || strings.Trim(fields[2], "KQkqABCDEFGHIJabcdefghij") != "" {
		return 0
	}
	for _, c := range fields[2] {
		if (c >= 'a') == (side == rules.Black) {
			n++
		}
	}
	return n
}
