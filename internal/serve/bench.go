package serve

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/internal/draft"
	"github.com/heterodox-chess/heterodox/picture"
	"github.com/heterodox-chess/heterodox/table"
)

// This file is the inventor's bench: a game in the making, which the page keeps as the text of
// a variants file. The server keeps nothing: each request includes the text.

// A benchRequest is a text and what to do with it.
type benchRequest struct {
	Text    string      `json:"text"`
	Edit    *draft.Edit `json:"edit"`
	Players [2]person   `json:"players"`
	Kind    string      `json:"kind"`   // of a picture or an export
	Budget  int         `json:"budget"` // seconds of a study
}

// wireBench is a game in the making.
type wireBench struct {
	Text     string            `json:"text"`
	Name     string            `json:"name"`
	Base     string            `json:"base"` // the parent without the rule changes
	Files    int               `json:"files"`
	Ranks    int               `json:"ranks"`
	Pieces   map[string]string `json:"pieces"` // of the start, as wirePosition has them
	Kinds    []wireBenchKind   `json:"kinds"`
	Custom   bool              `json:"custom"` // further pieces with their own moves are possible
	Army     []wireArmy        `json:"army"`   // pieces that may be added by name
	Settings []wireSetting     `json:"settings"`
	Parts    []wirePart        `json:"parts"`
	Faults   []wireFault       `json:"faults"`
	Rules    wireRules         `json:"rules"` // the rules known so far
	Plays    bool              `json:"plays"` // whether it can be played
	Moves    int               `json:"moves"` // number of legal moves at the start
}

type wireBenchKind struct {
	Key     string `json:"key"`
	Letter  string `json:"letter"`
	Name    string `json:"name"`
	Drawing string `json:"drawing"`
	Betza   string `json:"betza"`
	Custom  bool   `json:"custom"`
	Own     bool   `json:"own"` // defined by this file
}

type wireArmy struct {
	Key   string `json:"key"`
	Name  string `json:"name"`
	Betza string `json:"betza"`
}

type wireSetting struct {
	Key     string            `json:"key"`
	Kind    string            `json:"kind"`
	Values  []string          `json:"values,omitempty"`
	Low     int               `json:"low"`
	High    int               `json:"high"`
	Value   string            `json:"value"`
	Own     bool              `json:"own"`
	Refused map[string]string `json:"refused,omitempty"`
	Squares []string          `json:"squares"`
	benchKey
}

type wirePart struct {
	wireChoice
	On      bool   `json:"on"`
	Refused string `json:"refused,omitempty"`
}

type wireFault struct {
	Line    int      `json:"line"`
	Key     string   `json:"key,omitempty"`
	Text    string   `json:"text"`
	Squares []string `json:"squares,omitempty"`
}

// readBench reads a request with a text; on failure it answers, and returns false.
func (s *Server) readBench(w *Reply, r *Request) (b benchRequest, ok bool) {
	switch {
	case !read(w, r, &b):
		return b, false
	case s.options.Sketch == nil:
		refuse(w, "this server cannot invent games")
		return b, false
	case len(b.Text) > mostOfFile:
		refuse(w, fmt.Sprintf("the file is longer than %d bytes", mostOfFile))
		return b, false
	}
	return b, true
}

// bench answers with the state of a game in the making, after an edit if one is given.
func (s *Server) bench(w *Reply, r *Request) {
	b, ok := s.readBench(w, r)
	if !ok {
		return
	}
	if b.Edit != nil && b.Edit.Op == "new" {
		b.Text = s.beginning(b.Edit.Name, b.Edit.Value)
	} else if b.Edit != nil {
		text, err := draft.Apply(b.Text, *b.Edit, s.options.Sketch)
		if err == nil && len(text) > mostOfFile {
			err = fmt.Errorf("the file is longer than %d bytes", mostOfFile)
		}
		if err != nil {
			refuse(w, err.Error())
			return
		}
		b.Text = text
	}
	answer(w, StatusOK, s.benchOf(b.Text))
}

// beginning returns the text of a new game based on another. If that comes from a file, the
// file is included; if it is the last game of the file, that game itself is edited.
func (s *Server) beginning(name, base string) string {
	text := ""
	if s.options.Source != nil {
		text = s.options.Source(base)
	}
	names := draft.Names(text)
	if len(names) > 0 && names[len(names)-1] == base {
		return text
	}
	for n := 2; slices.Contains(names, name); n++ {
		name = fmt.Sprintf("%s-%d", name, n)
	}
	if text != "" {
		text = strings.TrimRight(text, "\n") + "\n\n"
	}
	return text + "[" + name + ":" + base + "]\n"
}

func (s *Server) benchOf(text string) wireBench {
	sketch, errs := s.options.Sketch(text)
	w := wireBench{Text: text, Pieces: map[string]string{}, Kinds: []wireBenchKind{}, Settings: []wireSetting{}, Parts: []wirePart{}, Faults: []wireFault{}, Army: []wireArmy{}}
	for _, err := range errs {
		w.Faults = append(w.Faults, faultOf(err, sketch))
	}
	if sketch == nil {
		sketch = &general.Sketch{Files: 8, Ranks: 8, Start: "8 w"}
	}
	w.Name, w.Files, w.Ranks = sketch.Name, sketch.Files, sketch.Ranks
	w.kinds(sketch, draft.Parse(text))
	w.settings(sketch)
	w.parts(s, sketch)
	start := draft.ReadPlacement(sketch.Start, sketch.Files, sketch.Ranks)
	w.Rules = sketchedRules(sketch)
	if sketch.Rules != nil {
		w.Rules, w.Plays = rulesOf(sketch.Rules), true
		w.atStart(sketch.Rules.Start())
	}
	if err := s.foreign(text); err != nil {
		w.Plays = false
		w.Faults = append(w.Faults, faultOf(err, sketch))
	}
	w.Rules.Missing = nil
	start.All(func(square, what string) {
		if what == draft.Missing {
			w.Rules.Missing = append(w.Rules.Missing, square)
			return
		}
		color := "w"
		if what == strings.ToLower(what) {
			color = "b"
		}
		w.Pieces[square] = color + strings.ToUpper(what)
	})
	return w
}

// atStart reports a fault if the game cannot be played from its start.
func (w *wireBench) atStart(pos game.Position) {
	if end := game.NewRecord(pos).Outcome(); end.Over() {
		w.Plays = false
		w.Faults = append(w.Faults, wireFault{Key: "startFen", Text: "the game is over before the first move: " + end.Reason.String()})
		return
	}
	w.Moves = len(pos.Moves())
}

// squareNames matches names of squares in an error.
var squareNames = regexp.MustCompile(`\b[a-p](?:1[0-6]|[1-9])\b`)

func faultOf(err error, sketch *general.Sketch) wireFault {
	f := wireFault{Text: err.Error()}
	var at *general.FileError
	if errors.As(err, &at) {
		f = wireFault{Line: at.Line, Key: at.Key, Text: inPlayersWords(errors.New(strings.TrimPrefix(at.Reason, "start position: ")), false)}
	}
	if sketch != nil {
		f.Squares = squareNames.FindAllString(f.Text, 8)
	}
	return f
}

func (w *wireBench) kinds(sketch *general.Sketch, d *draft.Draft) {
	keys := d.Keys()
	customs := 0
	for _, p := range sketch.Pieces {
		w.Kinds = append(w.Kinds, wireBenchKind{p.Key, p.Letter, p.Name, p.Drawing, p.Betza, p.Custom, slices.Contains(keys, p.Key)})
		if p.Custom {
			customs++
		}
	}
	w.Custom = customs < 25
	for _, p := range general.KnownPieces() {
		if !slices.ContainsFunc(sketch.Pieces, func(own general.SketchPiece) bool { return own.Key == p.Key }) {
			w.Army = append(w.Army, wireArmy{p.Key, p.Name, p.Betza})
		}
	}
}

func (w *wireBench) settings(sketch *general.Sketch) {
	texts := benchKeys()
	for _, set := range sketch.Settings {
		v := wireSetting{Key: set.Key, Kind: set.Kind, Values: set.Values, Low: set.Low, High: set.High, Value: set.Value, Own: set.Own, Refused: set.Refused, benchKey: texts[set.Key]}
		if set.Kind == general.SquaresSetting {
			v.Squares = []string{}
			for square := range draft.Squares(set.Value, sketch.Files, sketch.Ranks) {
				v.Squares = append(v.Squares, square)
			}
			slices.Sort(v.Squares)
		}
		if v.Title != "" {
			w.Settings = append(w.Settings, v)
		}
	}
	order := benchOrder()
	slices.SortStableFunc(w.Settings, func(a, b wireSetting) int { return order[a.Key] - order[b.Key] })
}

func (w *wireBench) parts(s *Server, sketch *general.Sketch) {
	_, parts, _ := s.choices()
	var others []string
	for word := range strings.SplitSeq(sketch.Parent, "+") {
		i := slices.IndexFunc(sketch.Parts, func(p general.SketchPart) bool { return p.On && p.Name == word })
		if i < 0 && word != chessName {
			others = append(others, word)
		}
	}
	w.Base = cmp.Or(strings.Join(others, "+"), chessName)
	if sketch.Parent == "" {
		w.Base = ""
	}
	for _, c := range parts {
		i := slices.IndexFunc(sketch.Parts, func(p general.SketchPart) bool { return p.Name == c.Name })
		if i >= 0 {
			w.Parts = append(w.Parts, wirePart{c, sketch.Parts[i].On, sketch.Parts[i].Refused})
		}
	}
}

// sketchedRules returns as much as is known of the rules of a game that cannot be played.
func sketchedRules(sketch *general.Sketch) wireRules {
	board := game.Board{Files: sketch.Files, Ranks: sketch.Ranks, Levels: 1}
	for name := range draft.Squares(sketch.Value("holes"), sketch.Files, sketch.Ranks) {
		if sq, ok := board.ParseSquare(name); ok {
			board.Holes = append(board.Holes, sq)
		}
	}
	slices.Sort(board.Holes)
	style := sketch.Value("boardStyle")
	if style == "chess" {
		style = ""
	}
	w := wireRules{Name: sketch.Name, Card: []string{}, Files: board.Files, Ranks: board.Ranks, Levels: 1, Holes: names(board, board.Holes), Kinds: []wireKind{}, Look: lookOfBoard(style, board, nil)}
	for _, p := range sketch.Pieces {
		k := wireKind{Letter: p.Letter, Name: p.Name, Betza: p.Betza}
		if drawn := picture.DrawingOf(game.Kind{Letter: p.Letter, Name: p.Name, Drawing: p.Drawing, Betza: p.Betza}); drawn != p.Name {
			k.Drawn = drawn
		}
		w.Kinds = append(w.Kinds, k)
	}
	return w
}

// sketched answers requests with a text whose rules can be played, and the others with the
// reason why they cannot.
func (s *Server) sketched(next func(w *Reply, b benchRequest, rules game.Rules)) handler {
	return func(w *Reply, r *Request) {
		b, ok := s.readBench(w, r)
		if !ok {
			return
		}
		sketch, errs := s.options.Sketch(b.Text)
		if sketch == nil || sketch.Rules == nil {
			refuse(w, faultOf(errs[0], nil).Text)
			return
		}
		if err := s.foreign(b.Text); err != nil {
			refuse(w, faultOf(err, nil).Text)
			return
		}
		next(w, b, sketch.Rules)
	}
}

// try starts a game with the rules of a text; the game is not saved.
func (s *Server) try(w *Reply, b benchRequest, rules game.Rules) {
	o := table.Options{Start: rules.Start(), Thinkers: s.thinkers}
	for i, p := range b.Players {
		o.Players[i] = table.Player{Name: clean(p.Name, 60), Level: p.Level}
	}
	t, err := table.New(o)
	if err != nil {
		refuse(w, err.Error())
		return
	}
	room := newRoom(t)
	room.source = b.Text
	s.rooms.closeTries()
	s.open(w, room, nil)
}

// keptTries is how many tried games stay open while nobody watches them.
const keptTries = 8

// closeTries closes the tried games that have been unused longest.
func (rs *rooms) closeTries() {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	var tries []*room
	for _, r := range rs.byID {
		if r.source != "" && r.streams == 0 {
			tries = append(tries, r)
		}
	}
	slices.SortFunc(tries, func(a, b *room) int { return b.used.Compare(a.used) })
	for _, r := range tries[min(keptTries, len(tries)):] {
		rs.remove(r)
	}
}

// benchLink answers with a link that holds the rules without a game.
func (s *Server) benchLink(w *Reply, b benchRequest, _ game.Rules) {
	link, err := encodeLink(b.Text, "")
	if err != nil {
		refuse(w, "the file is too long for a link: send it as a file")
		return
	}
	answer(w, StatusOK, map[string]any{"link": link})
}

// benchKeep adds the game of a text to the known games, so that it can be chosen,
// and answers with its name.
func (s *Server) benchKeep(w *Reply, b benchRequest, _ game.Rules) {
	s.know(w, b.Text)
}

// fromLink adds the games of a link to the known games, and answers with the name
// of its game and the text.
func (s *Server) fromLink(w *Reply, r *Request) {
	var body struct {
		Link string `json:"link"`
	}
	if !read(w, r, &body) {
		return
	}
	file, _, err := decodeLink(body.Link)
	if err == nil && file == "" {
		err = errors.New("the link contains no game rules")
	}
	if err != nil {
		refuse(w, err.Error())
		return
	}
	s.know(w, file)
}

// benchPicture answers with a picture of the start, in base64.
func (s *Server) benchPicture(w *Reply, b benchRequest, rules game.Rules) {
	scene := picture.FromPosition(rules.Start())
	write, kind := scene.WriteSVG, "image/svg+xml"
	if b.Kind == "png" {
		write, kind = scene.WritePNG, "image/png"
	}
	var file bytes.Buffer
	err := write(&file)
	answerUnless(err, w, map[string]any{"type": kind, "data": file.Bytes()})
}

// know adds the games of a text to the known games, and answers with the name of the last one.
func (s *Server) know(w *Reply, text string) {
	names, _, err := s.learnEdition(text)
	if err != nil {
		refuse(w, err.Error())
		return
	}
	answer(w, StatusOK, map[string]any{"name": names[len(names)-1], "text": text})
}
