package tui

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
)

// A model is the full screen: what it shows, and what keys and clicks do.
type model struct {
	session *Session
	options ScreenOptions
	colors  palette
	colored bool

	width, height int
	state         table.State
	pick          *table.Pick
	input         textinput.Model
	cursor        game.Square
	moving        bool          // the cursor is shown
	stuck         *game.Square  // a picked piece that has no legal move
	blame         []game.Square // pieces that are the reason why a move was refused
	message       string
	wrong         bool
	page          []string // a page over the board, with its title first
	pageAt        int      // the first of its lines on the screen
	noMouse       bool     // the mouse selects text
	ticking       bool     // a tick is pending
	refused       bool     // the line was wrong: new input replaces it

	changes <-chan struct{}
	stop    func()
	buttons []button // as last drawn
	view    boardView
}

// A button is a place to click.
type button struct {
	x, y, width int
	step        screen.Step
}

type (
	changedMsg struct {
		of     <-chan struct{}
		closed bool
	}
	tickMsg struct{}
	hintMsg struct {
		hint table.Played
		err  error
		at   spot
	}
)

func newModel(s *Session, o ScreenOptions) *model {
	m := &model{session: s, options: o, width: 80, height: 24, colors: richPalette, colored: true, stop: func() {}}
	m.input = textinput.New()
	m.input.Prompt = "> "
	m.input.Placeholder = "a move, or ? for help"
	m.input.CharLimit = 200
	m.input.Focus()
	m.message = "Welcome. Click a piece or type a move; ? shows help."
	m.attach()
	return m
}

// attach connects to the session's table, which may be a new one.
func (m *model) attach() {
	m.stop()
	m.changes, m.stop = m.session.Table.Watch()
	m.state = table.State{Revision: -1}
	m.refresh()
}

// refresh updates the model from the table.
func (m *model) refresh() {
	state := m.session.state()
	fresh := spotOf(state) != spotOf(m.state) || m.pick == nil
	m.state = state
	if fresh {
		m.pick = table.NewPick(state.Position())
		m.blame, m.stuck = nil, nil
	}
	if state.Analysing && state.AnalysisAt != state.At && !state.Thinking {
		m.session.Table.Analyse(state.At, 1)
	}
}

func (m *model) Init() tea.Cmd { return tea.Batch(m.watch(), m.tick()) }

// watch waits for the table to change.
func (m *model) watch() tea.Cmd {
	changes := m.changes
	return func() tea.Msg {
		_, ok := <-changes
		return changedMsg{changes, !ok}
	}
}

// tick redraws the clocks, if there are any.
func (m *model) tick() tea.Cmd {
	if m.ticking || !m.state.Control.Timed() {
		return nil
	}
	m.ticking = true
	return tea.Tick(time.Second, func(time.Time) tea.Msg { return tickMsg{} })
}

func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		m.input.SetWidth(max(10, msg.Width-4))
	case tea.ColorProfileMsg:
		m.setColors(msg.Profile)
	case changedMsg:
		m.refresh()
		if !msg.closed && msg.of == m.changes { // not from a table that was left
			return m, m.watch()
		}
	case tickMsg:
		m.ticking = false
		m.refresh()
		return m, m.tick()
	case hintMsg:
		m.hear(msg)
	case tea.MouseClickMsg:
		m.click(msg.Mouse())
		return m, nil
	case tea.KeyPressMsg:
		return m, m.key(msg)
	default:
		var cmd tea.Cmd
		m.input, cmd = m.input.Update(msg)
		return m, cmd
	}
	return m, nil
}

func (m *model) setColors(p colorprofile.Profile) {
	switch {
	case p >= colorprofile.TrueColor:
		m.colors, m.colored = richPalette, true
	case p == colorprofile.ANSI256:
		m.colors, m.colored = indexedPalette, true
	case p == colorprofile.ANSI:
		m.colors, m.colored = basicPalette, true
	default:
		m.colors, m.colored = noPalette, false
	}
}

// say shows a message; wrong ones as such.
func (m *model) say(text string, wrong bool) { m.message, m.wrong = text, wrong }

// key handles a key.
func (m *model) key(msg tea.KeyPressMsg) tea.Cmd {
	name := msg.String()
	if name == "ctrl+c" {
		return tea.Quit
	}
	if m.page != nil {
		m.turnPage(name)
		return nil
	}
	if m.refused && msg.Text != "" {
		m.input.Reset()
	}
	m.refused = false
	empty := m.input.Value() == ""
	switch name {
	case "esc":
		m.escape()
		return nil
	case "tab":
		return m.do("hint")
	case "ctrl+z":
		return m.do("undo")
	case "ctrl+y":
		return m.do("redo")
	case "ctrl+f":
		return m.do("flip")
	case "ctrl+e":
		return m.do("eval")
	case "ctrl+r":
		return m.do("rules")
	case "ctrl+l":
		return tea.ClearScreen
	case "ctrl+t":
		m.noMouse = !m.noMouse
		if m.noMouse {
			m.say("The mouse now selects text; Ctrl-T returns it to the board.", false)
		} else {
			m.say("The mouse moves pieces again.", false)
		}
		return nil
	case "enter":
		return m.enter()
	case "shift+up", "shift+down", "shift+left", "shift+right", "home", "end":
		if m.state.Study && (empty || name != "home" && name != "end") {
			return m.walk(strings.TrimPrefix(name, "shift+"))
		}
	case "up", "down", "left", "right", "pgup", "pgdown":
		if m.state.Study && !m.moving && empty && len(name) < 6 && name != "pgup" {
			return m.walk(name)
		}
		if empty || name == "up" || name == "down" {
			m.move(name)
			return nil
		}
	case "?":
		if empty {
			return m.do("help")
		}
	case "space":
		if empty {
			m.clickSquare(m.cursor)
			return nil
		}
	}
	if empty && utf8.RuneCountInString(name) == 1 && m.choice(name) {
		return nil
	}
	var cmd tea.Cmd
	m.input, cmd = m.input.Update(msg)
	return cmd
}

// walk browses the tree of an analysis.
func (m *model) walk(key string) tea.Cmd {
	switch key {
	case "left":
		return m.do("back")
	case "right":
		return m.do("next")
	case "home":
		return m.do("start")
	case "end":
		return m.do("end")
	}
	step := 1
	if key == "up" {
		step = -1
	}
	reply := m.session.vary(step)
	m.refresh()
	m.say(reply.Text, reply.Wrong)
	return nil
}

// escape cancels what was begun last.
func (m *model) escape() {
	m.blame, m.stuck = nil, nil
	switch {
	case m.input.Value() != "":
		m.input.Reset()
	case m.pick.Back():
		m.prompt()
	default:
		m.moving = false
		m.say("", false)
	}
}

// enter executes the typed line, or picks the square at the cursor.
func (m *model) enter() tea.Cmd {
	line := strings.TrimSpace(m.input.Value())
	if line == "" {
		if !m.moving {
			m.moving = true
			m.say("Arrow keys move the cursor; Enter selects a piece and its destination.", false)
			return nil
		}
		m.clickSquare(m.cursor)
		return nil
	}
	if letter, ok := strings.CutSuffix(line, "@"); ok && m.drop(letter) {
		m.input.Reset()
		return nil
	}
	if m.choice(line) {
		m.input.Reset()
		return nil
	}
	cmd := m.do(line)
	m.refused = m.input.Value() != ""
	return cmd
}

// do executes a command or a move. A wrong line stays, to be corrected or replaced.
func (m *model) do(line string) tea.Cmd {
	if line == "hint" && m.session.hintAt != spotOf(m.state) && !m.state.Ending.Over() && !m.state.Thinking {
		m.say("Looking for a hint …", false)
		return m.askHint()
	}
	before := m.session.Table
	reply := m.session.Do(line)
	if !reply.Wrong {
		m.input.Reset()
	}
	if m.session.Table != before {
		m.attach()
		m.say(reply.Text, false)
		return tea.Batch(m.watch(), m.tick())
	}
	m.refresh()
	m.blame = reply.Blame
	switch {
	case reply.Quit:
		return tea.Quit
	case reply.Page != "":
		m.page, m.pageAt = append([]string{reply.Page, ""}, strings.Split(reply.Text, "\n")...), 0
		if reply.Page == "Help" {
			m.page = append(m.page, keysHelp...)
		}
	case reply.Text != "" || reply.Moved:
		m.say(reply.Text, reply.Wrong)
	}
	return nil
}

var keysHelp = []string{
	"",
	"Click, or arrows and Enter: select and move.  Esc: one step back.",
	"Tab hint   Ctrl-Z take back, Ctrl-Y redo   Ctrl-F flip   Ctrl-E evaluation",
	"Ctrl-R rules   Ctrl-T mouse selects text   Ctrl-L redraw   Ctrl-C quit",
	"In an analysis left and right step through the moves, up and down choose",
	"between alternatives, Home and End go to the ends; with Shift also while the",
	"cursor is on the board (Enter moves it there, Esc away). Ctrl-Z undoes,",
	"Ctrl-Y redoes.",
	"Marks: [ ] selected    ( ) legal   x x would leave the king attacked",
	"       ! ! in check    * * the attacker   ' ' last move   ? ? hint",
}

// turnPage scrolls a page that is longer than the screen, or closes it.
func (m *model) turnPage(key string) {
	room := max(m.height-2, 1)
	switch {
	case (key == "space" || key == "pgdown" || key == "down") && m.pageAt+room < len(m.pageLines()):
		m.pageAt += room
	case (key == "pgup" || key == "up") && m.pageAt > 0:
		m.pageAt = max(0, m.pageAt-room)
	default:
		m.page = nil
	}
}

// pageLines returns the lines of the page, wrapped to the screen's width, without its title.
func (m *model) pageLines() (lines []string) {
	for _, line := range m.page[1:] {
		lines = append(lines, wrap(line, m.width-3)...)
	}
	return lines
}

// askHint makes the engine think without blocking the screen.
func (m *model) askHint() tea.Cmd {
	t, at := m.session.Table, spotOf(m.state)
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
		defer cancel()
		hint, err := t.Hint(ctx, at.at)
		return hintMsg{hint, err, at}
	}
}

func (m *model) hear(msg hintMsg) {
	m.refresh()
	switch {
	case msg.err != nil:
		m.say(sentence(msg.err.Error()), true)
	case msg.at == spotOf(m.state):
		m.session.hint, m.session.hintAt, m.session.hintStage = msg.hint, msg.at, 0
		m.do("hint")
	}
}

// move moves the cursor.
func (m *model) move(key string) {
	if !m.moving {
		m.moving = true
		return
	}
	file, rank, level := m.cursor.File(), m.cursor.Rank(), m.cursor.Level()
	step := 1
	if m.session.Flip {
		step = -1
	}
	switch key {
	case "up":
		rank += step
	case "down":
		rank -= step
	case "left":
		file -= step
	case "right":
		file += step
	case "pgup":
		level++
	case "pgdown":
		level--
	}
	board := m.state.Rules.Board()
	if file >= 0 && rank >= 0 && level >= 0 && file < board.Files && rank < board.Ranks && level < board.Levels {
		m.cursor = game.At(file, rank, level)
	}
}

// choice takes what a player has typed as a choice, if there is one to make.
func (m *model) choice(text string) bool {
	for _, step := range m.choices() {
		if strings.EqualFold(m.label(step), text) {
			m.choose(step)
			return true
		}
	}
	return false
}

// drop picks up a piece from the hand.
func (m *model) drop(letter string) bool {
	if !m.mayMove() {
		return true
	}
	m.pick.Reset()
	for _, step := range m.pick.Options() {
		if step.Kind == screen.StepDrop && strings.EqualFold(step.Letter, letter) {
			m.choose(step)
			return true
		}
	}
	return false
}

// mayMove reports whether a person is to move, and says so if not.
func (m *model) mayMove() bool {
	side := m.state.Position().Side()
	switch {
	case m.state.Study:
		return true
	case m.state.Ending.Over():
		m.say(sentence("the game is over ("+m.state.Ending.Reason+"); Ctrl-Z takes back, analyse reviews it, new starts another"), true)
	case m.state.Thinking:
		m.say("The engine is thinking. Wait, or take back with Ctrl-Z.", true)
	case !m.state.Players[side].Human():
		m.say("The engine plays "+side.String()+".", true)
	default:
		return true
	}
	return false
}

// click handles a mouse click.
func (m *model) click(at tea.Mouse) {
	if m.page != nil {
		m.page = nil
		return
	}
	if at.Button == tea.MouseRight {
		m.escape()
		return
	}
	for _, b := range m.buttons {
		if at.Y == b.y && at.X >= b.x && at.X < b.x+b.width {
			if m.mayMove() {
				if b.step.Kind == screen.StepDrop {
					m.pick.Reset()
				}
				m.choose(b.step)
			}
			return
		}
	}
	if sq, ok := m.view.at(at.X, at.Y); ok {
		m.cursor, m.moving = sq, false
		m.clickSquare(sq)
	}
}

// clickSquare picks up, puts down, or says why not.
func (m *model) clickSquare(sq game.Square) {
	if !m.mayMove() {
		return
	}
	stuck := m.stuck
	m.blame, m.stuck = nil, nil
	steps := m.pick.Steps()
	switch {
	case len(steps) == 1 && steps[0].Kind == screen.StepFrom && steps[0].Square == sq && !m.castlesTo(sq):
		m.pick.Reset()
		m.say("Put back.", false)
	case m.pick.Click(sq):
		m.chosen()
	case stuck != nil && slices.Contains(m.exposedFrom(*stuck), sq):
		m.stuck = stuck
		if r := screen.Of(m.state.Position()).Refusal(*stuck, sq, ""); r != nil {
			m.refuse(table.Answer{Text: r.Reason, Attackers: r.Attackers})
		}
	case stuck != nil && *stuck == sq:
		m.say("Put back.", false)
	default:
		if len(steps) <= 1 && len(m.exposedFrom(sq)) > 0 {
			m.pick.Reset()
			m.stuck = &sq
		}
		m.refuse(m.pick.Why(sq))
	}
}

// refuse says why a click does nothing, and shows which pieces are the cause.
func (m *model) refuse(why table.Answer) {
	m.blame = why.Attackers
	m.say(sentence(why.Text), true)
}

// exposedFrom returns where a piece could go if its king could be left attacked.
func (m *model) exposedFrom(from game.Square) (squares []game.Square) {
	pos := m.state.Position()
	for _, move := range screen.Of(pos).Exposed() {
		if steps := screen.Of(pos).Steps(move); steps[0].Kind == screen.StepFrom && steps[0].Square == from {
			squares = append(squares, steps[1].Square)
		}
	}
	return squares
}

// castlesTo reports whether the piece picked up may go to its own square, as a king that
// castles without moving does.
func (m *model) castlesTo(sq game.Square) bool {
	return slices.ContainsFunc(m.pick.Options(), func(s screen.Step) bool { return s.Kind == screen.StepTo && s.Square == sq })
}

// choose takes a step that is not a square on the board.
func (m *model) choose(step screen.Step) {
	if m.pick.Add(step) {
		m.chosen()
	}
}

// chosen plays the move if it is determined, and asks for the next step otherwise.
func (m *model) chosen() {
	move, ok := m.pick.Move()
	if !ok {
		m.prompt()
		return
	}
	if err := m.session.play(move); err != nil {
		m.pick.Reset()
		m.say(sentence(err.Error()), true)
		return
	}
	m.input.Reset()
	m.say("", false)
	m.refresh()
	if m.state.Study {
		m.say(m.session.where(m.state), false)
	}
}

// prompt says what the next step of the move is.
func (m *model) prompt() {
	steps, options := m.pick.Steps(), m.pick.Options()
	if len(steps) == 0 {
		m.say("", false)
		return
	}
	ruleset, pos := m.state.Rules, m.state.Position()
	what := table.KindName(ruleset, steps[0].Letter)
	if steps[0].Kind == screen.StepFrom {
		p, _ := pos.At(steps[0].Square)
		what = table.KindName(ruleset, p.Letter) + " on " + ruleset.Board().Name(steps[0].Square)
	}
	text := "The " + what + ": choose a square. Esc cancels."
	if len(steps) > 1 && len(options) > 0 {
		switch options[0].Kind {
		case screen.StepPromote:
			text = "Promote to? Type its letter, or click it. Esc goes back."
		case screen.StepGate:
			text = "Which piece comes in? Type its letter, or click it. Esc goes back."
			if utf8.RuneCountInString(m.label(options[0])) > 1 {
				text = "Which piece comes in, and where? Type or click it. Esc goes back."
			}
		case screen.StepPut:
			text = "Choose a square for the captured piece. Esc goes back."
			if _, walls := game.Walls(pos); walls {
				text = "Choose where to put the " + screen.LookOf(ruleset).Wall + ". Esc goes back."
			} else if _, ok := pos.At(steps[1].Square); !ok {
				text = "Choose a square for it. Esc goes back."
			}
		}
	}
	m.say(text, false)
}

// bottom returns the side at the bottom of the board.
func (m *model) bottom() rules.Color {
	if m.session.Flip {
		return rules.Black
	}
	return rules.White
}
