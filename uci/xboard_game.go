package uci

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// setRecord makes a game the current one, with no moves to take back.
func (s *Session) setRecord(record *game.Record) {
	s.record = record
	s.xb.restart(record)
}

// xbNew starts a game of chess. An analysis continues with it.
func (s *Session) xbNew(ctx context.Context, _ []string) {
	s.drop()
	if err := s.setVariant(s.config.Variants[0], false); err != nil {
		s.wrong(err.Error(), "new")
	}
	s.xb.game = XBoardGame{Known: true}
	s.record = game.NewRecord(s.rules.Start())
	s.xb.begin(s.record)
	s.player.Clear()
	s.resume(ctx)
}

// xbVariant changes the game to one that XBoard was offered, or any other that is known; a size
// before its name, as in 8x8+5_crazyhouse, is that of XBoard's board and is ignored.
func (s *Session) xbVariant(ctx context.Context, args []string) {
	name := strings.Join(args, " ")
	if size, rest, ok := strings.Cut(name, "_"); ok && strings.Contains(size, "x") && strings.Trim(size, "0123456789x+") == "" {
		name = rest
	}
	offered := XBoardGame{Name: name, Game: name}
	if list := s.games(); slices.ContainsFunc(list, func(g XBoardGame) bool { return strings.EqualFold(g.Name, name) }) {
		offered = list[slices.IndexFunc(list, func(g XBoardGame) bool { return strings.EqualFold(g.Name, name) })]
	}
	s.drop()
	if err := s.playable(offered.Game); err != nil {
		s.out.write("tellusererror " + oneLine(err.Error()))
		s.xb.refused = "no such game"
		return
	}
	s.xb.game = offered
	s.setRecord(game.NewRecord(s.rules.Start()))
	if !offered.Known {
		s.out.write(s.setup())
	}
	s.resume(ctx)
}

// playable changes the rules to those of a game that the protocol can describe.
func (s *Session) playable(name string) error {
	rules, err := s.config.Open(name)
	if err != nil {
		return err
	}
	if !rules.Board().Flat() {
		return fmt.Errorf("%s: the XBoard protocol has no boards with several levels", rules.Name())
	}
	return s.setVariant(name, false)
}

// xbSetBoard sets up a position. An impossible one is refused, and so are all moves until the
// next.
func (s *Session) xbSetBoard(ctx context.Context, args []string) {
	s.drop()
	fen := s.ownFEN(strings.Join(args, " "))
	pos, err := s.rules.ParsePosition(fen)
	if isStart(s.rules, fen) {
		pos, err = s.rules.Start(), nil
	}
	if len(args) == 0 {
		err = errors.New("expected a FEN")
	}
	if err != nil {
		s.out.write("tellusererror " + oneLine("Illegal position: "+err.Error()))
		s.xb.refused = "no legal position is set up"
		return
	}
	s.setRecord(game.NewRecord(pos))
	s.resume(ctx)
}

// isStart reports whether a FEN has the pieces of the start position. It is then taken for that:
// the castling rights that XBoard gives are those of chess.
func isStart(rules game.Rules, fen string) bool {
	start := strings.Fields(rules.Start().FEN())
	fields := strings.Fields(fen)
	return len(fields) > 1 && fields[0] == start[0] && fields[1] == start[1]
}

// ownFEN returns a FEN from XBoard with this program's letters, and without what XBoard leaves
// on squares that swallow pieces.
func (s *Session) ownFEN(fen string) string {
	placement, rest, _ := strings.Cut(fen, " ")
	letters := s.xb.game.Letters
	placement = strings.Map(func(r rune) rune {
		for i := 0; i+1 < len(letters); i += 2 {
			if strings.EqualFold(string(r), letters[i:i+1]) {
				return r - rune(letters[i]) + rune(letters[i+1])
			}
		}
		return r
	}, placement)
	for _, hole := range s.rules.Board().Holes {
		placement = emptied(placement, s.rules.Board(), hole)
	}
	return placement + " " + allFields(rest)
}

// allFields returns the part of a FEN after the placement with the fields for castling and en
// passant, which XBoard leaves out in games without them.
func allFields(rest string) string {
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		return rest
	}
	n := 1
	for n < len(fields) && strings.Trim(fields[n], "0123456789") != "" {
		n++
	}
	switch missing := 3 - n; {
	case missing == 1 && (fields[1] == "-" || strings.ContainsAny(fields[1], "12345678")):
		fields = slices.Insert(fields, 1, "-")
	case missing == 1:
		fields = slices.Insert(fields, 2, "-")
	case missing == 2:
		fields = slices.Insert(fields, 1, "-", "-")
	}
	return strings.Join(fields, " ")
}

// emptied returns the placement of a FEN without what stands on a square.
func emptied(placement string, board game.Board, square game.Square) string {
	rows := strings.Split(placement, "/")
	i := board.Ranks - 1 - square.Rank()
	if i >= len(rows) {
		return placement
	}
	file := 0
	for at, r := range rows[i] {
		if r >= '0' && r <= '9' { // boards with holes have fewer than ten files; other errors are left to the FEN reader
			file += int(r - '0')
			continue
		}
		if file == square.File() && r != '[' {
			rows[i] = rows[i][:at] + "1" + rows[i][at+1:]
			break
		}
		file++
	}
	return strings.Join(rows, "/")
}

// bare is a move without a command, or a mistake.
func (s *Session) bare(ctx context.Context, args []string) {
	if _, err := s.record.Position().ParseMove(args[0]); err != nil && !looksLikeMove(args[0]) {
		s.wrong("unknown command", args...)
		return
	}
	s.userMove(ctx, args)
}

// userMove plays a move of the other side, or of either side if the engine plays neither.
func (s *Session) userMove(ctx context.Context, args []string) {
	text := strings.Join(args, " ")
	x, pos := s.xb, s.record.Position()
	switch {
	case x.refused != "":
		s.illegal(text, x.refused)
		return
	case !x.force && !x.analyzing && x.turn == x.side:
		s.illegal(text, "it is the engine's turn")
		return
	case text == pass && pos.Side() == x.turn && !s.canPass():
		s.illegal(text, "passing is not allowed")
		return
	case text == pass && pos.Side() != x.turn:
		s.drop()
		s.push(game.NoMove)
		s.resume(ctx)
		return
	case pos.Side() != x.turn && !x.force && !x.analyzing:
		s.illegal(text, pos.Side().Title()+"'s turn is not over; pass with "+pass)
		return
	}
	m, err := s.parseMove(text)
	if err != nil {
		s.illegal(text, reason(err))
		return
	}
	if s.guessed(ctx, m) {
		return
	}
	s.drop()
	s.push(m)
	s.resume(ctx)
}

// illegal refuses a move.
func (s *Session) illegal(move, why string) {
	if unsaid(why) {
		s.out.write(oneLine("Illegal move: " + move))
		return
	}
	s.out.write(oneLine(fmt.Sprintf("Illegal move (%s): %s", why, move)))
}

// push plays a move, or a pass within a turn, on the board.
func (s *Session) push(m game.Move) {
	x := s.xb
	mover := s.record.Position().Side()
	x.played = append(x.played, m != game.NoMove)
	x.exclude, x.lift, x.via = nil, "", ""
	if m == game.NoMove {
		x.turn = mover
		return
	}
	s.record = s.record.Clone()
	s.record.Push(m)
	x.turn = mover.Opponent()
}

// takeBack undoes what was played last; it returns false if there is nothing.
func (s *Session) takeBack() bool {
	x := s.xb
	if len(x.played) == 0 {
		return false
	}
	move := x.played[len(x.played)-1]
	x.played = x.played[:len(x.played)-1]
	x.plan, x.hint, x.exclude, x.lift, x.via = nil, "", nil, "", ""
	if move {
		s.record = s.record.Clone()
		s.record.Undo()
	}
	x.turn = x.turn.Opponent()
	return true
}

// xbUndo takes back one move.
func (s *Session) xbUndo(ctx context.Context, _ []string) {
	s.drop()
	if !s.takeBack() {
		s.wrong("command not legal now", "undo")
	}
	s.resume(ctx)
}

// xbRemove takes back a move of each side.
func (s *Session) xbRemove(ctx context.Context, _ []string) {
	s.drop()
	if len(s.xb.played) < 2 {
		s.wrong("command not legal now", "remove")
	} else {
		s.takeBack()
		s.takeBack()
	}
	s.resume(ctx)
}

// xbForce makes the engine play neither side.
func (s *Session) xbForce(context.Context, []string) {
	s.drop()
	s.xb.force, s.xb.plan = true, nil
}

// xbGo makes the engine play the side to move.
func (s *Session) xbGo(ctx context.Context, _ []string) { s.playSide(ctx, s.xb.turn) }

// xbPlayOther makes it play the other side.
func (s *Session) xbPlayOther(ctx context.Context, _ []string) { s.playSide(ctx, s.xb.turn.Opponent()) }

func (s *Session) playSide(ctx context.Context, side rules.Color) {
	s.drop()
	s.xb.force, s.xb.analyzing, s.xb.side = false, false, side
	s.resume(ctx)
}

// claim tells XBoard that the game is over, if it is.
func (s *Session) claim() (over bool) {
	outcome := s.record.Outcome()
	if outcome.Over() {
		s.out.write(fmt.Sprintf("%s {%s}", outcome.Result, outcome.Reason))
	}
	return outcome.Over()
}
