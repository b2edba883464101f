package uci

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// An XBoardGame is a game as it is offered to XBoard.
type XBoardGame struct {
	// Name is what XBoard calls it, Game its name for Config.Open.
	Name, Game string
	// Known says that XBoard has the rules itself and needs no description.
	Known bool
	// Letters are pairs of letters for pieces: XBoard's, and that of this program.
	Letters string
	// Parent is XBoard's game with the nearest rules, "" for any that will do.
	Parent string
}

// An xboard is what a session needs for CECP, the protocol of XBoard, besides what it needs for
// UCI. In CECP the engine has a side of its own, plays moves when it is its turn, and judges the
// game.
type xboard struct {
	debug     atomic.Bool // lines that begin with # are welcome
	post      atomic.Bool // thinking is shown
	force     bool        // the engine plays neither side
	analyzing bool
	side      rules.Color // the engine's
	// turn is whose turn it is for XBoard, whose sides alternate. Within a turn of several moves
	// it may be the side that has to pass.
	turn    rules.Color
	played  []bool      // what was played since the position was set up: true for a move, false for a pass
	plan    []game.Move // how the engine continues its turn
	hint    string      // the reply that it expects
	guess   game.Move   // the move pondered on
	refused string      // why the last position was refused, "" if it was not
	exclude []game.Move // not to be analysed
	lift    string      // the square of the piece that the user has picked up
	via     string      // the square on its way that the user has chosen
	pings   []string    // to be answered after the move
	game    XBoardGame  // what is played
	times   timeControl
}

// A timeControl is how long the engine may think. The zero value sets no limit.
type timeControl struct {
	moves      int           // per session, 0 for the whole game
	session    time.Duration // given for each session
	increment  time.Duration // per move
	clocks     bool          // the clocks count
	own, other time.Duration // what they show: the engine's and the other side's
	since      time.Time     // when the engine began to think on its clock, zero if it does not
	move       time.Duration // for each move, 0 for no such limit
	depth      int           // in plies, 0 for no limit
}

// begin starts a game: the engine plays Black.
func (x *xboard) begin(record *game.Record) {
	x.force, x.side = false, rules.Black
	x.times.depth = 0
	x.restart(record)
}

// restart forgets the moves that led to a position.
func (x *xboard) restart(record *game.Record) {
	x.turn = record.Position().Side()
	x.played, x.plan, x.hint, x.refused, x.exclude = nil, nil, "", "", nil
	x.lift, x.via = "", ""
}

// xboardLanguage is CECP, version 2. It is filled in init because help refers to it.
var xboardLanguage language

func init() {
	ignored := func(*Session, context.Context, []string) {}
	xboardLanguage = language{
		{"xboard", "", "", false, ignored},
		{"protover", "N", "print the features and options of the engine", false, (*Session).protover},
		{"accepted", "FEATURE", "XBoard has a feature", false, (*Session).accepted},
		{"rejected", "FEATURE", "XBoard lacks a feature", false, ignored},
		{"ping", "N", "answer pong N, after the move if the engine is thinking", false, (*Session).ping},
		{"new", "", "start a game of chess; the engine plays Black", false, (*Session).xbNew},
		{"variant", "NAME", "play another game", false, (*Session).xbVariant},
		{"setboard", "FEN", "set up a position", false, (*Session).xbSetBoard},
		{"usermove", "MOVE", "play a move; @@@@ passes within a turn of several moves", false, (*Session).userMove},
		{"undo", "", "take a move back", false, (*Session).xbUndo},
		{"remove", "", "take a move of each side back", false, (*Session).xbRemove},
		{"force", "", "play neither side", false, (*Session).xbForce},
		{"go", "", "play the side to move", false, (*Session).xbGo},
		{"playother", "", "play the side that is not to move", false, (*Session).xbPlayOther},
		{"?", "", "move now", false, (*Session).moveNow},
		{"level", "MOVES TIME INCREMENT", "time control: MOVES (0 for all) in TIME (minutes or MINUTES:SECONDS), and seconds added after each move", false, (*Session).level},
		{"st", "SECONDS", "time for each move", false, (*Session).secondsPerMove},
		{"sd", "DEPTH", "limit the search depth", false, (*Session).depthLimit},
		{"time", "N", "hundredths of a second on the engine's clock", false, (*Session).ownTime},
		{"otim", "N", "… on the other clock", false, (*Session).otherTime},
		{"hard", "", "think on the opponent's time", false, (*Session).hard},
		{"easy", "", "do not think on the opponent's time", false, (*Session).easy},
		{"post", "", "show the thinking", false, (*Session).showThinking},
		{"nopost", "", "do not show the thinking", false, (*Session).showThinking},
		{"analyze", "", "analyse each position until exit", false, (*Session).analyze},
		{"exit", "", "end the analysis", false, (*Session).exitAnalysis},
		{".", "", "the state of the analysis; ignored", false, ignored},
		{"exclude", "MOVE | all", "leave moves out of the analysis", false, (*Session).excludeMove},
		{"include", "MOVE | all", "put them back into the analysis", false, (*Session).excludeMove},
		{"hint", "", "suggest a move", false, (*Session).suggest},
		{"bk", "", "show the book moves", false, (*Session).bookMoves},
		{"result", "RESULT {COMMENT}", "the game is over", false, (*Session).xbForce},
		{"option", "NAME[=VALUE]", "change an option", false, (*Session).xbOption},
		{"memory", "MB", "the size of the transposition table", false, (*Session).memory},
		{"cores", "N", "the number of threads", false, (*Session).cores},
		{"holding", "[WHITE] [BLACK]", "set the hands", false, (*Session).holding},
		{"lift", "SQUARE", "a piece is picked up: highlight where it can go", false, (*Session).liftPiece},
		{"put", "SQUARE", "it is put down", false, (*Session).putPiece},
		{"hover", "SQUARE", "ignored, as are:", false, ignored},
		{"draw", "", "", false, ignored},
		{"random", "", "", false, ignored},
		{"computer", "", "", false, ignored},
		{"name", "", "", false, ignored},
		{"rating", "", "", false, ignored},
		{"ics", "", "", false, ignored},
		{"white", "", "", false, ignored},
		{"black", "", "", false, ignored},
		{"help", "", "this list", false, (*Session).xbHelp},
		{"quit", "", "end the session", false, (*Session).xbQuit},
	}
}

// bareMove stands for words that are no command: a move as XBoard sends it to engines that did
// not ask for usermove, or a mistake.
var bareMove = command{name: "MOVE", run: (*Session).bare}

// parseXBoard finds the command of a line: its first word.
func parseXBoard(line string) request {
	words := strings.Fields(line)
	if len(words) == 0 {
		return request{}
	}
	if c := xboardLanguage.lookup(words[0]); c != nil {
		if c.name == "nopost" || c.name == "include" { // two commands with one function
			return request{command: c, args: append([]string{c.name}, words[1:]...)}
		}
		return request{command: c, args: words[1:]}
	}
	return request{command: &bareMove, args: words}
}

// xboard switches a session from UCI to CECP.
func (s *Session) xboard(context.Context, []string) {
	s.xb = &xboard{}
	s.xb.begin(s.record)
}

// xbHelp lists the commands.
func (s *Session) xbHelp(context.Context, []string) {
	var b strings.Builder
	fmt.Fprintf(&b, "%s speaks CECP, the protocol of XBoard and WinBoard. Commands:\n", s.config.Name)
	xboardLanguage.describe(&b)
	s.out.write(b.String())
}

// xbQuit ends the session at once.
func (s *Session) xbQuit(context.Context, []string) {
	s.drop()
	s.over = true
}

// wrong says that a command cannot be understood or obeyed.
func (s *Session) wrong(reason string, words ...string) {
	s.out.write(oneLine(fmt.Sprintf("Error (%s): %s", reason, strings.Join(words, " "))))
}

// protover lists what the engine can do.
func (s *Session) protover(context.Context, []string) {
	var b strings.Builder
	b.WriteString("feature done=0\n")
	fmt.Fprintf(&b, "feature myname=%q\n", s.config.Name)
	b.WriteString("feature ping=1 setboard=1 playother=1 usermove=1 time=1 draw=0 sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 name=0 " +
		"nps=0 debug=1 memory=1 smp=1 exclude=1 highlight=1\n")
	b.WriteString(s.variantsFeature())
	for _, o := range s.options() {
		if !o.uci {
			fmt.Fprintf(&b, "feature option=%q\n", o.feature())
		}
	}
	b.WriteString("feature done=1")
	s.out.write(b.String())
}

// games returns the games offered to XBoard.
func (s *Session) games() (list []XBoardGame) {
	if s.config.XBoard != nil {
		return s.config.XBoard()
	}
	for _, name := range s.config.Variants {
		list = append(list, XBoardGame{Name: name, Game: name})
	}
	return list
}

// variantsFeature lists the games.
func (s *Session) variantsFeature() string {
	var names []string
	for _, g := range s.games() {
		names = append(names, g.Name)
	}
	return fmt.Sprintf("feature variants=%q\n", strings.Join(names, ","))
}

// accepted notes whether comment lines are welcome.
func (s *Session) accepted(_ context.Context, args []string) {
	if slices.Contains(args, "debug") {
		s.xb.debug.Store(true)
	}
}

// ping is answered at once, except while the engine thinks about its move.
func (s *Session) ping(_ context.Context, args []string) {
	const most = 1000 // nobody sends that many
	pong := "pong " + strings.Join(args, " ")
	if s.thinking() && len(s.xb.pings) < most {
		s.xb.pings = append(s.xb.pings, pong)
		return
	}
	s.out.write(oneLine(pong))
}

// pong answers the pings that came while the engine was thinking.
func (s *Session) pong() {
	for _, pong := range s.xb.pings {
		s.out.write(oneLine(pong))
	}
	s.xb.pings = nil
}

// xbOption changes an option: NAME, or NAME=VALUE.
func (s *Session) xbOption(ctx context.Context, args []string) {
	name, value, _ := strings.Cut(strings.Join(args, " "), "=")
	s.changeOption(ctx, name, value, "option", name)
}

// memory and cores are options with commands of their own.
func (s *Session) memory(ctx context.Context, args []string) {
	s.changeOption(ctx, "Hash", strings.Join(args, " "), append([]string{"memory"}, args...)...)
}
func (s *Session) cores(ctx context.Context, args []string) {
	s.changeOption(ctx, "Threads", strings.Join(args, " "), append([]string{"cores"}, args...)...)
}

// changeOption sets an option to a value in the protocol's form while the engine is idle, which
// then goes on. An error names the command.
func (s *Session) changeOption(ctx context.Context, name, value string, command ...string) {
	o := s.option(name)
	if o == nil {
		s.wrong("unknown option", command...)
		return
	}
	if o.kind == check {
		truth, ok := map[string]string{"0": "false", "1": "true"}[value]
		if !ok {
			s.wrong("expected 0 or 1", command...)
			return
		}
		value = truth
	}
	if s.thinking() {
		s.finish() // this plays the move
	}
	s.drop()
	if err := s.setTo(*o, value); err != nil {
		s.wrong(err.Error(), command...)
	}
	if o.kind == str {
		s.out.write(s.variantsFeature()) // a file may have added games
	}
	s.resume(ctx)
}

// holding sets the hands of the position: what each side holds, in brackets.
func (s *Session) holding(ctx context.Context, args []string) {
	hands := strings.Split(strings.Join(args, " "), "]")
	if len(hands) < 2 {
		s.wrong("expected [WHITE] [BLACK]", append([]string{"holding"}, args...)...)
		return
	}
	next, err := withHands(s.record.Position(), strings.ToUpper(strings.Trim(hands[0], " ["))+strings.ToLower(strings.Trim(hands[1], " [")))
	if err != nil {
		s.wrong(err.Error(), "holding")
		return
	}
	s.drop()
	s.setRecord(game.NewRecord(next))
	s.resume(ctx)
}

// withHands returns a position with other pieces in hand; it is an error if the game has no
// hands, or lacks these pieces.
func withHands(pos game.Position, hands string) (game.Position, error) {
	placement, rest, _ := strings.Cut(pos.FEN(), " ")
	placement, _, _ = strings.Cut(placement, "[")
	return pos.Rules().ParsePosition(placement + "[" + hands + "] " + rest)
}

// suggest names the reply that the engine expects.
func (s *Session) suggest(context.Context, []string) {
	if s.xb.hint != "" {
		s.out.write("Hint: " + s.xb.hint)
	}
}

// bookMoves lists the moves of the book with their weights, in indented lines followed by an
// empty one.
func (s *Session) bookMoves(context.Context, []string) {
	var b strings.Builder
	if s.book.file != nil {
		pos := s.record.Position()
		moves, err := s.book.file.Moves(pos)
		if err != nil {
			s.info("book: %s", err)
		}
		for _, m := range moves {
			fmt.Fprintf(&b, " %s %d\n", s.moveText(pos, m.Move), m.Weight)
		}
	}
	if b.Len() == 0 {
		b.WriteString(" no book move\n")
	}
	s.out.write(b.String() + "\n")
}
