package tui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/picture"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
)

// Space on the screen that is not available for the board.
const (
	panelWidth = 25
	footLines  = 4 // a rule, two lines of messages, the input line
	headLines  = 1
)

func (m *model) View() tea.View {
	v := tea.NewView(m.sheet().String())
	v.AltScreen = true
	v.WindowTitle = "Heterodox: " + m.state.Rules.Name()
	if !m.noMouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	return v
}

// sheet draws the whole screen.
func (m *model) sheet() *sheet {
	s := newSheet(max(m.width, 1), max(m.height, 1))
	m.buttons = nil
	if m.page != nil {
		m.drawPage(s)
		return s
	}
	m.layBoard()
	m.view.draw(s)
	m.drawHead(s)
	width, height := m.view.extent()
	if left := m.view.x + width + 2; left+12 <= s.width {
		m.drawPanel(s, left)
	} else {
		m.drawBelow(s, m.view.y+height)
	}
	m.drawFoot(s)
	return s
}

// layBoard chooses the size of the squares and the position of the board.
func (m *model) layBoard() {
	ruleset := m.state.Rules
	v := boardView{
		pos: m.state.Position(), board: ruleset.Board(), names: map[string]string{}, flip: m.session.Flip,
		ascii: m.options.ASCII, colors: m.colors, y: headLines, cursor: m.cursor, hasCursor: m.moving,
		signals: m.signals(),
	}
	for _, k := range ruleset.Pieces() {
		v.names[k.Letter] = picture.DrawingOf(k)
	}
	// Without colours only the case of a letter tells the sides apart.
	v.art = m.colored && !m.options.ASCII && m.options.Pieces != "letters"
	width, height := m.width-panelWidth-2, m.height-headLines-footLines
	choose := func(s size) (fits bool) {
		v.cell = s
		v.arrange(width, height)
		w, h := v.extent()
		return w <= width && h <= height && v.shown == v.board.Levels
	}
	for i, s := range sizes {
		if s.name == m.options.Pieces {
			choose(s.size)
			break
		}
		if m.options.Pieces == "auto" && !choose(s.size) {
			choose(sizes[max(0, i-1)].size)
			break
		}
	}
	m.view = v
	m.view.art = v.art && (v.cell.height != 2 || allDrawnSmall(v.names))
}

// allDrawnSmall reports whether all pieces of a game have small art: if not, letters
// are better than a mixture.
func allDrawnSmall(names map[string]string) bool {
	for _, name := range names {
		if smallArt[name] == [2]string{} {
			return false
		}
	}
	return true
}

// signals returns the marks of squares.
func (m *model) signals() map[game.Square]signal {
	marked := map[game.Square]signal{}
	mark := func(sq game.Square, s signal) { marked[sq] = max(marked[sq], s) }
	if last, ok := m.state.Last(); ok {
		for _, step := range last.Steps {
			if step.Kind == screen.StepFrom || step.Kind == screen.StepTo || step.Kind == screen.StepPut {
				mark(step.Square, lastMove)
			}
		}
	}
	for _, sq := range m.session.Hinted(m.state) {
		mark(sq, hinted)
	}
	royals, _ := table.InCheck(m.state.Position())
	for _, sq := range royals {
		mark(sq, inCheck)
	}
	for _, sq := range m.blame {
		mark(sq, attacker)
	}
	steps := m.pick.Steps()
	for _, step := range steps {
		if step.Kind != screen.StepDrop && step.Kind != screen.StepPromote && step.Kind != screen.StepGate {
			mark(step.Square, chosen)
		}
	}
	if len(steps) > 0 {
		for _, step := range m.pick.Options() {
			if step.Kind == screen.StepTo || step.Kind == screen.StepPut {
				mark(step.Square, legal)
			}
		}
		for _, step := range m.pick.Exposed() {
			if step.Kind == screen.StepTo || step.Kind == screen.StepPut {
				mark(step.Square, refused)
			}
		}
	}
	if m.stuck != nil {
		mark(*m.stuck, chosen)
		for _, to := range m.exposedFrom(*m.stuck) {
			mark(to, refused)
		}
	}
	return marked
}

func (m *model) drawHead(s *sheet) {
	name := m.state.Rules.Name()
	s.put(1, 0, name, style{bold: true})
	if m.state.Study {
		s.put(len(name)+3, 0, "analysis", style{fg: m.colors.quiet})
		name += "  analysis"
	}
	s.put(len(name)+3, 0, m.view.hidden(), style{fg: m.colors.quiet})
}

// drawPanel draws the panel beside the board: players, hands, moves.
func (m *model) drawPanel(s *sheet, left int) {
	width := s.width - left
	bottom := m.height - footLines
	top := m.bottom().Opponent()
	y := m.drawPlayer(s, left, headLines, top)
	under := bottom - 1 - m.playerLines(top.Opponent())
	m.drawPlayer(s, left, under, top.Opponent())
	quiet := style{fg: m.colors.quiet}
	for _, line := range m.turnLines() {
		s.put(left, y, line, style{})
		y++
	}
	if len(m.state.Analysis) > 0 {
		l := m.state.Analysis[0]
		s.put(left, y, m.bar(l, min(width, panelWidth-2)), style{})
		for i, line := range wrap(opinion(l), width-1) {
			if i < 3 && y+1+i < under {
				s.put(left, y+1+i, line, quiet)
			}
		}
		y += 4
	}
	y++
	lines := []string{}
	now := -1 // the line with the current move
	for _, line := range moveList(m.state) {
		text := strings.TrimLeft(line, " ")
		indent := line[:len(line)-len(text)]
		for _, part := range wrap(text, width-1-len(indent)) {
			if strings.Contains(part, "[") && m.state.Study {
				now = len(lines)
			}
			lines = append(lines, indent+part)
		}
	}
	if room := under - y - 1; room > 0 {
		from := max(0, len(lines)-room)
		if m.state.Study {
			from = max(0, min(now-room/2, from))
		}
		lines = lines[from:min(from+room, len(lines))]
		for i, line := range lines {
			s.put(left, y+i, line, quiet)
		}
	}
}

// drawBelow draws below the board what does not fit beside it: whose move it is, and, if
// they fit, the players with their hands. If there is no room, the first line of the
// screen says whose move it is.
func (m *model) drawBelow(s *sheet, y int) {
	turn := strings.Join(m.turnLines(), " ")
	end := m.height - footLines
	if y >= end {
		if x := s.width - len([]rune(turn)) - 1; s.blank(0, x-1, s.width) {
			s.put(x, 0, turn, style{})
		}
		return
	}
	s.put(1, y, turn, style{})
	y++
	for _, c := range []rules.Color{m.bottom().Opponent(), m.bottom()} {
		if y+m.playerLines(c) <= end {
			y = m.drawPlayer(s, 1, y, c)
		}
	}
}

// bar shows a score as a bar filled by White's share.
func (m *model) bar(l table.Line, width int) string {
	share := 0.5
	switch {
	case l.Mate > 0:
		share = 1
	case l.Mate < 0:
		share = 0
	default:
		share = 0.5 + float64(max(-600, min(l.Score, 600)))/1200
	}
	full, empty := "█", "░"
	if m.options.ASCII {
		full, empty = "#", "-"
	}
	n := int(share*float64(width) + 0.5)
	return strings.Repeat(full, n) + strings.Repeat(empty, width-n)
}

// turnLines say whose move it is and what the rules require.
func (m *model) turnLines() (lines []string) {
	pos := m.state.Position()
	switch {
	case m.state.Ending.Over():
		return wrap(sentence(ending(m.state.Ending)), panelWidth-2)
	case m.state.Thinking:
		lines = append(lines, "The engine is thinking …")
	default:
		lines = append(lines, sentence(pos.Side().String()+" to move"))
	}
	if number, left := pos.Turn(); number > 0 {
		lines = append(lines, fmt.Sprintf("Turn %d, %d left.", number, left))
	}
	for _, c := range []rules.Color{rules.White, rules.Black} {
		if given, win := pos.Checks(c); win > 0 {
			lines = append(lines, fmt.Sprintf("%s: %d of %d checks.", sentence(c.String())[:5], given, win))
		}
	}
	if m.state.Offer == table.OfferDraw {
		lines = append(lines, sentence(m.state.OfferBy.String()+" offers a draw"))
	}
	return lines
}

func (m *model) playerLines(c rules.Color) int {
	n := 1
	if len(m.state.Position().Hand(c)) > 0 {
		n++
	}
	return n
}

// drawPlayer writes a player's name, clock and hand, and returns the line below.
func (m *model) drawPlayer(s *sheet, x, y int, c rules.Color) int {
	name := sentence(c.String())[:5]
	if p := m.state.Players[c]; !m.state.Study {
		name += ": " + playerName(p)
	} else if p.Name != "" {
		name += ": " + p.Name
	}
	if m.state.Control.Timed() {
		name += "  " + clock(m.state.Left[c])
	}
	s.put(x, y, name, style{bold: m.state.Position().Side() == c && !m.state.Ending.Over()})
	y++
	hand := m.state.Position().Hand(c)
	if len(hand) == 0 {
		return y
	}
	var drops []screen.Step
	if m.state.Position().Side() == c {
		drops = table.NewPick(m.state.Position()).Options()
	}
	picked := m.pick.Steps()
	for _, h := range hand {
		text := cased(h.Letter, c)
		if h.Count > 1 {
			text += fmt.Sprint(h.Count)
		}
		st := style{}
		for _, d := range drops {
			if d.Kind == screen.StepDrop && d.Letter == h.Letter {
				st = style{bold: true}
				m.buttons = append(m.buttons, button{x, y, len(text) + 2, d})
				if len(picked) > 0 && picked[0] == d {
					st = style{reverse: true}
				}
			}
		}
		s.put(x, y, "["+text+"]", st)
		x += len(text) + 3
	}
	return y + 1
}

// clock writes the time left.
func clock(d time.Duration) string {
	d = max(d, 0)
	if d < time.Minute {
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return fmt.Sprintf("%d:%02d", int(d.Minutes()), int(d.Seconds())%60)
}

// drawFoot writes the message and the input line.
func (m *model) drawFoot(s *sheet) {
	y := m.height - footLines
	s.fill(0, y, s.width, footLines, style{})
	keys := "? help  Tab hint  ^Z back  ^F flip  ^E eval  ^R rules  ^C quit"
	if m.state.Study {
		keys = "? help  Arrows: moves  Tab hint  ^Z undo  ^F flip  ^E eval  ^C quit"
	}
	s.put(0, y, keys, style{fg: m.colors.quiet, faint: !m.colored})
	x := 0
	lines := m.messageLines()
	for i, line := range lines {
		s.put(0, y+1+i, line, style{bold: strings.HasPrefix(line, "! ") || m.wrong})
		x = len([]rune(line)) + 1
	}
	m.drawChoices(s, x, y+max(len(lines), 1))
	m.drawInput(s)
}

// messageLines returns the messages, in up to two lines, or in one if there is a choice to
// make, which is shown below it. A failure to save comes last.
func (m *model) messageLines() (lines []string) {
	room := 2
	if len(m.choices()) > 0 {
		room = 1
	}
	if message := m.message; message != "" {
		if m.wrong {
			message = "! " + message
		}
		lines = wrap(message, m.width-1)
	}
	if m.state.Fault != nil && room > 1 {
		lines = append(lines[:min(len(lines), 1)], wrap("! "+sentence(m.state.Fault.Error()), m.width-1)...)
	}
	return lines[:min(len(lines), room)]
}

// drawInput writes the input line, as much of it as fits up to the caret.
func (m *model) drawInput(s *sheet) {
	value, at := []rune(m.input.Value()), m.input.Position()
	s.put(0, m.height-1, "> ", style{bold: true})
	if len(value) == 0 {
		s.put(2, m.height-1, m.input.Placeholder, style{fg: m.colors.quiet, faint: !m.colored})
	}
	hidden := max(0, at-max(0, s.width-3))
	s.put(2, m.height-1, string(value[hidden:]), style{bold: true})
	if at += 2 - hidden; at < s.width && m.height > 0 { // the caret
		s.styles[(m.height-1)*s.width+at].reverse = true
	}
}

// choices returns the possible next choices of a letter.
func (m *model) choices() []screen.Step {
	return slices.DeleteFunc(m.pick.Options(), func(s screen.Step) bool { return s.Kind != screen.StepPromote && s.Kind != screen.StepGate })
}

// label is what a choice is called: by its letter, and by its square, too, if the same piece
// may come in on several.
func (m *model) label(step screen.Step) string {
	several := slices.ContainsFunc(m.choices(), func(o screen.Step) bool { return o.Letter == step.Letter && o != step })
	switch {
	case step.Letter == "":
		return "none"
	case several:
		return step.Letter + m.state.Rules.Board().Name(step.Square)
	}
	return step.Letter
}

// drawChoices offers letters to click, if there is a choice to make, after the message or below it.
func (m *model) drawChoices(s *sheet, x, y int) {
	choices, width := m.choices(), 0
	for _, step := range choices {
		width += len("[] ") + len(m.label(step))
	}
	if x+width > s.width {
		x, y = 0, y+1
	}
	for _, step := range choices {
		text := "[" + m.label(step) + "]"
		s.put(x, y, text, style{bold: true, reverse: true})
		m.buttons = append(m.buttons, button{x, y, len(text), step})
		x += len(text) + 1
	}
}

// drawPage draws a page of text.
func (m *model) drawPage(s *sheet) {
	s.put(1, 0, m.page[0], style{bold: true})
	lines := m.pageLines()
	room := max(m.height-2, 1)
	for i, line := range lines[min(m.pageAt, len(lines)):min(m.pageAt+room, len(lines))] {
		s.put(1, 1+i, line, style{})
	}
	text := "Press any key to return to the board."
	if m.pageAt+room < len(lines) {
		text = "Space shows more; any other key returns to the board."
	}
	s.put(1, m.height-1, text, style{fg: m.colors.quiet})
}
