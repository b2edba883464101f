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

// This file says why a turn was bad, as far as the rules tell: from how games end, from what
// vanishes from the board, from exchanges, and from why moves are refused. It knows no game
// by name.

// wins is what an exchange has to win to be worth a word, in centipawns.
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

// why returns one or two sentences on a turn that was judged, "" if the rules do not tell.
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
	return sentences(x.lost(), x.forced(), x.checks(), x.missed(), x.castling())
}

// sentences writes the first two texts that are not empty.
func sentences(texts ...string) string {
	var said []string
	for _, text := range texts {
		if text != "" && len(said) < 2 {
			said = append(said, text+".")
		}
	}
	return strings.Join(said, " ")
}

// sans writes moves that follow each other.
func sans(pos game.Position, moves []game.Move) string {
	var list []string
	for _, m := range moves {
		list = append(list, pos.SAN(m))
		pos = pos.Play(m)
	}
	return strings.Join(list, " ")
}

// reasonOf says how a game has ended.
func reasonOf(o rules.Outcome) string {
	return strings.TrimPrefix(o.Reason.String(), "variant end: ")
}

// outcome returns how the game ends with a line of moves from a position, if it does.
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
		return "It loses at once: " + reasonOf(o)
	case rules.Draw:
		return "It is a draw: " + reasonOf(o)
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
		return fmt.Sprintf("It misses %s: %s", sans(x.before, turn), reasonOf(o))
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
		return fmt.Sprintf("It allows %s: %s", reply, reasonOf(o))
	}
	what := "a win"
	if o := outcome(x.after, x.j.Reply); o.Reason == rules.Checkmate {
		what = "mate"
	}
	return fmt.Sprintf("It allows %s in %d: %s", what, -v.Mate, reply)
}

// A loss is a piece that is gone.
type loss struct {
	square game.Square
	letter string
}

// vanished returns the pieces of a side that a move takes off the board, but for one that
// goes elsewhere or becomes another.
func vanished(pos game.Position, m game.Move, side rules.Color) (list []loss) {
	next := pos.Play(m)
	count := map[string]int{} // pieces that are there after it, but were not before
	for _, s := range pos.Rules().Board().Squares() {
		was, stood := pos.At(s)
		is, stands := next.At(s)
		if stood && was.Color == side && (!stands || is != was) {
			list = append(list, loss{s, was.Letter})
		}
		if stands && is.Color == side && (!stood || is != was) {
			count[is.Letter]++
			count[""]++
		}
	}
	list = slices.DeleteFunc(list, func(l loss) bool {
		if count[l.letter] > 0 {
			count[l.letter]--
			count[""]--
			return true
		}
		return false
	})
	for range min(count[""], len(list)) { // promoted
		list = list[1:]
	}
	return list
}

// kind returns the name of a kind of piece.
func kind(r game.Rules, letter string) string {
	for _, k := range r.Pieces() {
		if k.Letter == letter && k.Name != "" {
			return k.Name
		}
	}
	return letter
}

func (x *reasoner) name(l loss) string {
	ruleset := x.before.Rules()
	return fmt.Sprintf("the %s on %s", kind(ruleset, l.letter), ruleset.Board().Name(l.square))
}

// swallowed says that a piece of the turn has gone into a hole.
func (x *reasoner) swallowed() string {
	board := x.before.Rules().Board()
	if len(board.Holes) == 0 {
		return ""
	}
	pos := x.before
	for i := x.j.First; i < x.j.Last; i++ {
		m := x.r.Moves()[i]
		if gone := vanished(pos, m, x.side); len(gone) > 0 && goesThrough(pos, m, board.Holes) {
			return fmt.Sprintf("The %s vanishes in a hole", kind(pos.Rules(), gone[0].letter))
		}
		pos = pos.Play(m)
	}
	return ""
}

// goesThrough reports whether a move ends on a hole or passes one: what moved is on none of
// the squares of its steps.
func goesThrough(pos game.Position, m game.Move, holes []game.Square) bool {
	next := pos.Play(m)
	for _, s := range screen.Of(pos).Steps(m) {
		if slices.Contains(holes, s.Square) {
			return true
		}
		if p, ok := next.At(s.Square); ok && p.Color == pos.Side() {
			return false
		}
	}
	return true
}

// lost says what the reply wins, at once or with the moves that follow.
func (x *reasoner) lost() string {
	if len(x.reply) == 0 {
		return ""
	}
	pos := x.after
	for _, m := range x.reply {
		gain, net, ok := engine.Exchange(pos, m)
		if !ok {
			return ""
		}
		if text := x.captured(pos, m, gain, net); text != "" {
			return text
		}
		pos = pos.Play(m)
	}
	return x.lostLater()
}

// captured says what a single move of the reply wins.
func (x *reasoner) captured(pos game.Position, m game.Move, gain, net int) string {
	before := 0 // what the turn itself has won
	if m0 := x.r.Moves()[x.j.Last-1]; x.j.Last-x.j.First == 1 {
		before, _, _ = engine.Exchange(x.before, m0)
	}
	if !takenBack(pos, m) {
		net = gain // pins are seen here
	}
	if net < wins || net-before < wins {
		return ""
	}
	gone, san := vanished(pos, m, x.side), pos.SAN(m)
	at, captures := pos.Captured(m)
	switch {
	case !captures && len(gone) == 0:
		return fmt.Sprintf("It lets a piece promote: %s", san)
	case len(gone) == 0:
		return ""
	case len(gone) > 1 || gone[0].square != at:
		var names []string
		for _, l := range gone {
			names = append(names, x.name(l))
		}
		return fmt.Sprintf("%s destroys %s", san, list(names))
	case net < gain-20:
		return fmt.Sprintf("It loses %s to %s, even if that is taken back", x.name(gone[0]), san)
	}
	return fmt.Sprintf("It leaves %s to %s%s", x.name(gone[0]), san, x.undefended(pos, m, at))
}

// takenBack reports whether what a move brings to its destination can be captured there.
func takenBack(pos game.Position, m game.Move) bool {
	next := pos.Play(m)
	if next.Side() == pos.Side() {
		return true // for all that is known
	}
	steps := screen.Of(pos).Steps(m)
	for _, r := range next.Moves() {
		at, captures := next.Captured(r)
		if captures && slices.ContainsFunc(steps, func(s screen.Step) bool { return s.Kind != screen.StepPromote && s.Square == at }) {
			return true
		}
	}
	return false
}

// undefended says why a piece that seems to defend a square does not take back there.
func (x *reasoner) undefended(pos game.Position, m game.Move, at game.Square) string {
	next := pos.Play(m)
	if next.Side() != x.side || next.Outcome().Over() {
		return ""
	}
	for _, s := range next.Rules().Board().Squares() {
		p, ok := next.At(s)
		if !ok || p.Color != x.side {
			continue
		}
		r := screen.Of(next).Refusal(s, at, "")
		if r == nil {
			return "" // it does
		}
		what := fmt.Sprintf("; the %s on %s cannot take back: ", kind(next.Rules(), p.Letter), next.Rules().Board().Name(s))
		if r.Exposes && len(next.Royals(x.side)) > 0 && !slices.Contains(next.Royals(x.side), s) || strings.Contains(r.Reason, "hole") {
			return what + r.Reason
		}
	}
	return ""
}

// lostLater says what the other side wins in the moves behind its reply.
func (x *reasoner) lostLater() string {
	moves := append(x.r.Moves()[x.j.First:x.j.Last:x.j.Last], x.j.Reply...)
	text, won := x.wonIn(x.before, moves, len(moves)-len(x.j.Reply)+ahead, x.side.Opponent())
	if won < wins {
		return ""
	}
	return fmt.Sprintf("It allows %s, which wins %s", sans(x.after, x.reply), text)
}

// ahead is how many moves of a line are looked at.
const ahead = 8

// wonIn returns which pieces a side wins in the first moves of a line, and for which, and how
// much that is.
func (x *reasoner) wonIn(pos game.Position, line []game.Move, most int, side rules.Color) (text string, won int) {
	var taken [2][]string // by the side that has lost them
	for i, m := range line {
		if i >= most {
			break
		}
		gain, _, ok := engine.Exchange(pos, m)
		if !ok {
			return "", 0
		}
		if pos.Side() != side {
			gain = -gain
		}
		won += gain
		for c := rules.White; c <= rules.Black; c++ {
			for _, l := range vanished(pos, m, c) {
				name := kind(pos.Rules(), l.letter)
				if same := slices.Index(taken[c.Opponent()], name); same >= 0 {
					taken[c.Opponent()] = slices.Delete(taken[c.Opponent()], same, same+1)
				} else {
					taken[c] = append(taken[c], name)
				}
			}
		}
		pos = pos.Play(m)
	}
	won -= hanging(pos, side)
	if len(taken[side.Opponent()]) == 0 {
		return "", 0
	}
	text = x.counted(taken[side.Opponent()])
	if lost := taken[side]; len(lost) > 0 {
		text += " for " + x.counted(lost)
	}
	return text, won
}

// counted writes names with how many there are of each: "2 bishops and a rook".
func (x *reasoner) counted(names []string) string {
	var said []string
	for i, name := range names {
		n := 0
		for _, other := range names {
			if other == name {
				n++
			}
		}
		switch {
		case slices.Index(names, name) < i:
		case n > 1:
			said = append(said, fmt.Sprintf("%d %s", n, plural(x.before.Rules(), name)))
		case strings.ContainsRune("aeiou", rune(name[0])):
			said = append(said, "an "+name)
		default:
			said = append(said, "a "+name)
		}
	}
	return list(said)
}

// plural returns what several pieces of a name are called.
func plural(r game.Rules, name string) string {
	for _, k := range r.Pieces() {
		if k.Name == name && k.Plural != "" {
			return k.Plural
		}
	}
	return name + "s"
}

// hanging returns what the opponent of a side wins with the best capture of a position, if it is
// to move.
func hanging(pos game.Position, side rules.Color) (best int) {
	if pos.Side() == side || pos.Outcome().Over() {
		return 0
	}
	for _, m := range pos.Moves() {
		if _, captures := pos.Captured(m); !captures {
			continue
		}
		if _, net, ok := engine.Exchange(pos, m); ok {
			best = max(best, net)
		}
	}
	return best
}

// forced says that the side has to capture after the reply, because captures are compulsory.
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
	return fmt.Sprintf("After %s a capture is compulsory: %s", sans(x.after, x.reply), x.end.SAN(moves[0]))
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

// checks says that the reply gives a check, where checks are counted.
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
		if gone := vanished(pos, m, x.side.Opponent()); net >= wins && len(gone) > 0 {
			return fmt.Sprintf("%s wins %s", pos.SAN(m), x.name(gone[0]))
		}
		pos = pos.Play(m)
	}
	if piece, won := x.wonIn(x.before, x.j.Best, ahead, x.side); won >= wins {
		return fmt.Sprintf("%s wins %s", sans(x.before, turn), piece)
	}
	return ""
}

// castling says that the turn has given up castling.
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
	if stands && piece.Color == x.side && x.j.Last-x.j.First == 1 {
		return fmt.Sprintf("A %s that shoots can no longer castle", kind(x.before.Rules(), piece.Letter))
	}
	if after > 0 {
		return ""
	}
	return "It gives up castling"
}

// castles returns how many castling rights a side has, by the FEN.
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

// list writes names in a sentence.
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
