// Package tui lets people play in a terminal: on a full screen, or line by line without one.
// Both are thin layers over package table, and understand the same commands.
package tui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
)

// A Session is a game at a table and how it is shown.
type Session struct {
	Table *table.Table
	// Again starts a new game like one that has been played.
	Again func(like table.State) (*table.Table, error)
	// File names a new file for an analysis, "" for none; nil if none is to be saved.
	File func(game.Rules) (string, error)
	// Flip puts Black at the bottom.
	Flip bool

	hint      table.Played // the move suggested
	hintAt    spot
	hintStage int

	game   *table.Table // the game being analysed, nil if none is
	looked *table.Table // the table that at and took belong to
	at     int          // the current move of an analysis
	took   map[int]int  // from each move, the next one visited last
}

// A spot is a position at a revision of the table; the zero value is none.
type spot struct{ revision, at int }

func spotOf(state table.State) spot { return spot{state.Revision, state.At} }

// A Reply is the answer to a line.
type Reply struct {
	Text string
	// Moved says that moves were played or taken back, Show that the board is to be shown again.
	Moved, Show bool
	Wrong       bool // nothing was done: Text says why
	Quit        bool
	Page        string // a page to read: its title
	// Blame holds the pieces that are the reason.
	Blame []game.Square
}

// A command is a word that the session understands.
type command struct {
	names []string
	usage string
	help  string
	run   func(s *Session, argument string) Reply
}

var commands []command

func init() {
	commands = []command{
		{[]string{"hint"}, "hint", "which piece to move; again: the move", (*Session).doHint},
		{[]string{"back", "takeback"}, "back", "take back your last move; in an analysis, go back a move", (*Session).doBack},
		{[]string{"undo"}, "undo", "the same; in an analysis, undo the last change", (*Session).doUndo},
		{[]string{"redo"}, "redo", "restore moves taken back; in an analysis, redo", (*Session).doRedo},
		{[]string{"moves"}, "moves [SQUARE]", "legal moves of all pieces, of one, or drops: moves N", (*Session).doMoves},
		{[]string{"why"}, "why MOVE", "why a move is not legal", (*Session).doWhy},
		{[]string{"eval"}, "eval", "show or hide the engine's evaluation", (*Session).doEval},
		{[]string{"rules"}, "rules", "the rules of this game", (*Session).doRules},
		{[]string{"list"}, "list", "the moves played, with variations", (*Session).doList},
		{[]string{"board"}, "board", "show the board", func(*Session, string) Reply { return Reply{Show: true} }},
		{[]string{"flip"}, "flip", "flip the board", (*Session).doFlip},
		{[]string{"fen"}, "fen", "the position as text", func(s *Session, _ string) Reply { return Reply{Text: s.position().FEN()} }},
		{[]string{"draw"}, "draw", "offer a draw, or accept one", (*Session).doDraw},
		{[]string{"resign"}, "resign", "resign the game", (*Session).doResign},
		{[]string{"switch"}, "switch", "swap sides with the other player", (*Session).doSwitch},
		{[]string{"level"}, "level N", fmt.Sprintf("the engine's level, 1 to %d", game.MaxLevel), (*Session).doLevel},
		{[]string{"analyse", "analyze"}, "analyse", "step through the game and try other moves", (*Session).doAnalyse},
		{[]string{"game"}, "game", "return to the game", (*Session).doGame},
		{[]string{"save"}, "save FILE", "save in FILE from now on", (*Session).doSave},
		{[]string{"new"}, "new", "start a new game", (*Session).doNew},
		{[]string{"help", "?"}, "help", "this list", (*Session).doHelp},
		{[]string{"quit", "exit"}, "quit", "quit; the game is saved", func(*Session, string) Reply { return Reply{Quit: true} }},
	}
}

func (s *Session) position() game.Position { return s.state().Position() }

func wrong(format string, args ...any) Reply {
	return Reply{Text: sentence(fmt.Sprintf(format, args...)), Wrong: true}
}

// sentence makes a text start with a capital, unless it starts with a move or a square,
// and end with a full stop.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	word, _, _ := strings.Cut(text, " ")
	if first := text[0]; 'a' <= first && first <= 'z' && !strings.ContainsAny(word, "0123456789") {
		text = strings.ToUpper(text[:1]) + text[1:]
	}
	if !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "?") {
		text += "."
	}
	return text
}

// Do executes a line: a command, or moves.
func (s *Session) Do(line string) Reply {
	line = strings.TrimSpace(line)
	word, argument, _ := strings.Cut(line, " ")
	word = strings.ToLower(strings.TrimPrefix(word, ":"))
	if word == "" {
		return Reply{}
	}
	for _, c := range slices.Concat(commands, analysisCommands) {
		if slices.Contains(c.names, word) {
			return c.run(s, strings.TrimSpace(argument))
		}
	}
	state := s.state()
	switch {
	case state.Study:
	case state.Ending.Over():
		return wrong("the game is over (%s); type back, analyse, new or quit", state.Ending.Reason)
	case state.Thinking:
		return wrong("it is the engine's move; wait, or take back")
	case !state.Players[state.Position().Side()].Human():
		return wrong("the engine plays %s", state.Position().Side())
	}
	if err := s.playText(state, line); err != nil {
		return s.refused(line, err)
	}
	if state.Study {
		return Reply{Text: s.where(s.state()), Moved: true, Show: true}
	}
	return Reply{Moved: true, Show: true}
}

// refused explains a line that is neither a command nor a move.
func (s *Session) refused(line string, err error) Reply {
	text := err.Error()
	if !strings.ContainsAny(line, "0123456789@-") {
		text += ", or help"
	}
	reply := wrong("%s", text)
	reply.Blame = table.AttackersIn(err)
	return reply
}

func (s *Session) doHint(string) Reply {
	state := s.state()
	if state.Ending.Over() {
		return wrong("the game is over")
	}
	if state.Thinking {
		return wrong("it is the engine's move")
	}
	if s.hintAt != spotOf(state) {
		ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
		defer cancel()
		hint, err := s.Table.Hint(ctx, state.At)
		if err != nil {
			return wrong("%v", err)
		}
		s.hint, s.hintAt, s.hintStage = hint, spotOf(state), 0
	}
	s.hintStage++
	if s.hintStage == 1 {
		return Reply{Text: s.hintedPiece(state) + " Ask again for the move."}
	}
	return Reply{Text: "Play " + s.hint.SAN + "."}
}

// hintedPiece names the piece that the hint moves.
func (s *Session) hintedPiece(state table.State) string {
	first, board := s.hint.Steps[0], state.Rules.Board()
	if first.Kind == screen.StepDrop {
		return "Look at the " + table.KindName(state.Rules, first.Letter) + " in your hand."
	}
	p, _ := state.Position().At(first.Square)
	return "Look at the " + table.KindName(state.Rules, p.Letter) + " on " + board.Name(first.Square) + "."
}

// Hinted returns the squares of the hint that may be shown now.
func (s *Session) Hinted(state table.State) (squares []game.Square) {
	if s.hintAt != spotOf(state) || s.hintStage == 0 {
		return nil
	}
	for i, step := range s.hint.Steps {
		if (i == 0 || s.hintStage > 1) && step.Kind != screen.StepDrop && step.Kind != screen.StepPromote {
			squares = append(squares, step.Square)
		}
	}
	return squares
}

func (s *Session) doBack(string) Reply {
	if state := s.state(); state.Study {
		n, ok := state.Tree.Find(state.At)
		if !ok {
			return wrong("this is the start")
		}
		return s.goTo(n.Parent)
	}
	if err := s.Table.TakeBack(table.AnyRevision); err != nil {
		return wrong("%v", err)
	}
	return Reply{Text: "Taken back; redo restores it.", Moved: true, Show: true}
}

// doMoves lists the legal moves: all, those from a square, or the drops of a piece.
func (s *Session) doMoves(argument string) Reply {
	pos := s.position()
	from, isSquare := pos.Rules().Board().ParseSquare(argument)
	var list []string
	for _, m := range pos.Moves() {
		first := screen.Of(pos).Steps(m)[0]
		drops := first.Kind == screen.StepDrop && strings.EqualFold(first.Letter, strings.TrimSuffix(argument, "@"))
		if argument == "" || drops || isSquare && first.Kind == screen.StepFrom && first.Square == from {
			list = append(list, pos.SAN(m))
		}
	}
	switch {
	case len(list) > 0:
		return Reply{Text: fmt.Sprintf("%s: %s", english.Count(len(list), "move"), strings.Join(list, " "))}
	case argument == "":
		return Reply{Text: "There is no legal move."}
	case !isSquare:
		return wrong("%.20q is neither a square of this board nor a piece that can be dropped", argument)
	}
	return wrong("%s", table.NewPick(pos).Why(from).Text)
}

func (s *Session) doWhy(argument string) Reply {
	if argument == "" {
		return wrong("expected a move, such as why e2e5")
	}
	_, err := table.ReadMoves(s.position(), strings.ReplaceAll(argument, " ", ""))
	if err != nil {
		return Reply{Text: sentence(err.Error())}
	}
	return Reply{Text: "That is a legal move."}
}

func (s *Session) doEval(string) Reply {
	state := s.state()
	lines := 1
	if state.Analysing {
		lines = 0
	}
	if err := s.Table.Analyse(state.At, lines); err != nil {
		return wrong("%v", err)
	}
	if lines == 0 {
		return Reply{Text: "The engine's evaluation is hidden."}
	}
	return Reply{Text: "The engine's evaluation is shown."}
}

func (s *Session) doRules(string) Reply {
	ruleset := s.Table.State().Rules
	card := screen.Card(ruleset)
	if len(card) == 0 {
		card = []string{"Orthodox chess."}
	}
	return Reply{Text: strings.Join(card, "\n"), Page: "The rules of " + ruleset.Name()}
}

func (s *Session) doList(string) Reply {
	lines := moveList(s.state())
	if len(lines) == 0 {
		lines = []string{"No move has been played."}
	}
	return Reply{Text: strings.Join(lines, "\n"), Page: "The moves"}
}

// moveList writes the game, one line for a turn of each side; an analysis as a tree.
func moveList(state table.State) (lines []string) {
	if state.Study {
		return treeLines(state)
	}
	var last rules.Color
	line := ""
	number := state.Record.Start().Fullmove()
	for i, m := range state.Played {
		if i == 0 || m.Side != last && m.Side == rules.White {
			if line != "" {
				lines = append(lines, line)
				number++
			}
			line = fmt.Sprintf("%3d.", number)
			if m.Side == rules.Black {
				line += " …"
			}
		} else if m.Side != last {
			line += " |"
		}
		line += " " + m.SAN + m.Marks()
		last = m.Side
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

func (s *Session) doFlip(string) Reply {
	s.Flip = !s.Flip
	return Reply{Show: true}
}

func (s *Session) doDraw(string) Reply {
	state := s.Table.State()
	if !state.Players[0].Human() && !state.Players[1].Human() {
		return watching
	}
	side := s.me(state)
	if state.Offer == table.OfferDraw && state.OfferBy == side && state.Players[0].Human() && state.Players[1].Human() {
		side = side.Opponent() // the other player at the keyboard answers
	}
	accepted, err := s.Table.MakeOffer(state.Revision, side, table.OfferDraw)
	switch declined := (*table.Declined)(nil); {
	case errors.As(err, &declined):
		return Reply{Text: sentence(declined.Reason)}
	case err != nil:
		return wrong("%v", err)
	case accepted:
		return Reply{Text: "Agreed: a draw.", Show: true}
	}
	return Reply{Text: sentence(side.String() + " offers a draw; the other side types draw to accept")}
}

// watching refuses what only a player may do.
var watching = wrong("the engine plays both sides")

func (s *Session) doResign(string) Reply {
	state := s.Table.State()
	if !state.Players[0].Human() && !state.Players[1].Human() {
		return watching
	}
	side := s.me(state)
	if err := s.Table.Resign(state.Revision, side); err != nil {
		return wrong("%v", err)
	}
	return Reply{Text: sentence(side.String() + " resigns"), Show: true}
}

// me returns the side of the person at the keyboard: if both are persons, the side to move.
func (s *Session) me(state table.State) rules.Color {
	side := state.Position().Side()
	if !state.Players[side].Human() && state.Players[side.Opponent()].Human() {
		side = side.Opponent()
	}
	return side
}

func (s *Session) doSwitch(string) Reply {
	if err := s.Table.SwitchSides(table.AnyRevision); err != nil {
		return wrong("%v", err)
	}
	state := s.Table.State()
	s.Flip = state.Players[rules.Black].Human() && !state.Players[rules.White].Human()
	return Reply{Text: players(state), Show: true}
}

func players(state table.State) string {
	return fmt.Sprintf("White: %s. Black: %s.", playerName(state.Players[0]), playerName(state.Players[1]))
}

func playerName(p table.Player) string {
	if p.Human() {
		if p.Name != "" {
			return p.Name
		}
		return "a person"
	}
	return fmt.Sprintf("engine, level %d", p.Level)
}

func (s *Session) doLevel(argument string) Reply {
	level, err := strconv.Atoi(argument)
	if err != nil || level < 1 || level > game.MaxLevel {
		return wrong("expected a level from 1 to %d, such as level 5", game.MaxLevel)
	}
	state := s.Table.State()
	changed := 0
	for c, p := range state.Players {
		if !p.Human() {
			p.Level = level
			p.Name = ""
			if err := s.Table.SetPlayer(table.AnyRevision, rules.Color(c), p); err != nil {
				return wrong("%v", err)
			}
			changed++
		}
	}
	if changed == 0 {
		return wrong("two people are playing: no engine to set a level for")
	}
	return Reply{Text: fmt.Sprintf("The engine plays at level %d.", level)}
}

func (s *Session) doSave(argument string) Reply {
	if argument == "" {
		if file := s.Table.State().File; file != "" {
			return Reply{Text: "The game is saved after every move in " + file}
		}
		return wrong("expected a file name, such as save game.pgn")
	}
	if _, err := os.Stat(argument); err == nil && argument != s.Table.State().File {
		return wrong("%s exists already; choose another name", argument)
	}
	if err := s.Table.SaveTo(argument); err != nil {
		return wrong("%v", err)
	}
	return Reply{Text: "Saved in " + argument + ", from now on after every move."}
}

func (s *Session) doNew(string) Reply {
	if s.Again == nil {
		return wrong("a new game cannot be started here")
	}
	like := s.Table
	if s.game != nil {
		like = s.game
	}
	t, err := s.Again(like.State())
	if err != nil {
		return wrong("%v", err)
	}
	s.Close()
	s.Table, s.game, s.hintAt = t, nil, spot{}
	return Reply{Text: "A new game.", Moved: true, Show: true}
}

func (s *Session) doHelp(string) Reply {
	var b strings.Builder
	b.WriteString("Type a move: e4, Nf3, e2e4, K@e1, exd5,a3; join the moves of a turn with /.\n")
	for _, c := range commands {
		fmt.Fprintf(&b, "%-19s %s\n", c.usage, c.help)
	}
	b.WriteString("\nIn an analysis:\n")
	for _, c := range analysisCommands {
		fmt.Fprintf(&b, "%-19s %s\n", c.usage, c.help)
	}
	return Reply{Text: strings.TrimRight(b.String(), "\n"), Page: "Help"}
}
