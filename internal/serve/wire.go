package serve

import (
	"encoding/json"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"sync"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/internal/review"
	"github.com/heterodox-chess/heterodox/picture"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
)

// This file writes positions and games as JSON for the page.

// wirePosition is a position.
type wirePosition struct {
	FEN    string            `json:"fen"`
	Pieces map[string]string `json:"pieces"` // square to "wN", "bQ~", "w*" for a wall
	Hands  [2][]wireHand     `json:"hands"`
	Side   string            `json:"side"`
	Turn   *wireTurn         `json:"turn,omitempty"`
	Checks *[2][2]int        `json:"checks,omitempty"` // given and needed to win, by colour
	Check  []string          `json:"check,omitempty"`  // royal pieces that are attacked
	By     []string          `json:"by,omitempty"`     // their attackers
	// Legal is a tree of steps: a square, "@N" a drop, "=Q" a choice, ">a3" a square
	// for something else, "&R" a gate. A leaf is 1. Exposed holds the moves that
	// leave the king attacked.
	Legal   tree `json:"legal"`
	Exposed tree `json:"exposed,omitempty"`
	// Castlings holds the destinations of castling kings, by the king's square and the rook's,
	// for castling by a click on the rook.
	Castlings map[string]map[string]string `json:"castlings,omitempty"`
	// Captured lists what the sides have lost since the start, if that is out of the game.
	Captured *wireCaptured `json:"captured,omitempty"`
	// Ending says how the game ends in this position of an analysis.
	Ending string `json:"ending,omitempty"`
}

type wireHand struct {
	Letter string `json:"letter"`
	Count  int    `json:"count"`
}

type wireTurn struct {
	Number uint64 `json:"number"`
	Left   uint64 `json:"left"`
}

// wireRules is a game.
type wireRules struct {
	Name    string     `json:"name"`
	Card    []string   `json:"card"`
	Files   int        `json:"files"`
	Ranks   int        `json:"ranks"`
	Levels  int        `json:"levels"`
	Missing []string   `json:"missing,omitempty"`
	Holes   []string   `json:"holes,omitempty"`
	Kinds   []wireKind `json:"kinds"`
	Walls   bool       `json:"walls,omitempty"` // whether moves put walls on the board
	Wall    string     `json:"wall,omitempty"`  // the name of a wall
	Drawn   string     `json:"drawn,omitempty"` // the name of its drawing
	Look    wireLook   `json:"look"`
	// Scale gives scores a meaning: a lead of v pawns wins 1/(1 + exp(−scale·v)) points.
	Scale float64 `json:"scale"`
}

type wireKind struct {
	Letter string `json:"letter"`
	Name   string `json:"name"`
	Drawn  string `json:"drawn,omitempty"` // the name of its drawing, if not its own
	Betza  string `json:"betza,omitempty"` // how it moves, if a definition describes that completely
	Rare   bool   `json:"rare,omitempty"`
}

// wireGame is a game at a table.
type wireGame struct {
	Revision int           `json:"revision"`
	Rules    wireRules     `json:"rules"`
	Position wirePosition  `json:"position"`
	Start    string        `json:"start,omitempty"` // FEN, if not the game's own
	Study    bool          `json:"study,omitempty"` // an analysis, whose moves form a tree
	At       int           `json:"at"`              // the move before the position
	Moves    []wireMove    `json:"moves"`           // each before its continuations
	Comment  string        `json:"comment,omitempty"`
	Players  [2]wirePlayer `json:"players"`
	Timed    bool          `json:"timed,omitempty"`
	Result   string        `json:"result"`
	Reason   string        `json:"reason,omitempty"`
	Offer    *wireOffer    `json:"offer,omitempty"`
	Undo     bool          `json:"undo,omitempty"` // something in an analysis can be undone
	Back     bool          `json:"back,omitempty"` // something can be taken back
	Redo     bool          `json:"redo,omitempty"` // something can be put forward again, or redone
	Review   *wireReview   `json:"review,omitempty"`
	File     string        `json:"file,omitempty"`
	Fault    string        `json:"fault,omitempty"`
}

// A wireOffer is an offer by one player to the other.
type wireOffer struct {
	What string `json:"what"`
	By   string `json:"by"`
}

type wireMove struct {
	ID     int      `json:"id"`
	Parent int      `json:"parent"` // the move before it, 0 for none
	SAN    string   `json:"san"`
	UCI    string   `json:"uci"`
	Side   string   `json:"side"`
	Number int      `json:"number"`
	Path   []string `json:"path"` // the squares that it touches
	Clock  float64  `json:"clock,omitempty"`
	Eval   string   `json:"eval,omitempty"`
	Note   string   `json:"note,omitempty"`
	Before string   `json:"before,omitempty"` // a comment
	Marks  string   `json:"marks,omitempty"`  // such as "!?"
}

type wirePlayer struct {
	Name  string `json:"name"`
	Level int    `json:"level"` // 0 for a person
}

type wireClock struct {
	Left    [2]int64 `json:"left"` // milliseconds
	Running bool     `json:"running"`
}

// wireSearch is what changes while nobody moves: clocks, and the progress of a search.
type wireSearch struct {
	Clock     *wireClock `json:"clock,omitempty"`
	Thinking  bool       `json:"thinking"`
	Analysing bool       `json:"analysing"`
	Reviewing *wireDone  `json:"reviewing,omitempty"` // the moves of an analysis are being judged
	At        int        `json:"at"`
	Lines     []wireLine `json:"lines,omitempty"`
	// Distances lists the moves of the position, if endgame tables know them.
	Distances []wireDistance `json:"distances,omitempty"`
}

type wireDistance struct {
	SAN    string   `json:"san"`
	Path   []string `json:"path"`
	Result int8     `json:"result"`
	Moves  int      `json:"moves"`
}

type wireLine struct {
	Depth int         `json:"depth"`
	Eval  string      `json:"eval"`
	Score int         `json:"score"`
	Mate  int         `json:"mate"`
	Moves []wireNamed `json:"moves"`
	First []string    `json:"first"` // squares of its first move
}

// A wireDone says how much of something is done.
type wireDone struct {
	Done int `json:"done"`
	Of   int `json:"of"`
}

// wireReview says how well the sides have played, by colour.
type wireReview struct {
	Accuracy [2]*int   `json:"accuracy"` // per cent, null if unknown
	Count    [2][4]int `json:"count"`    // number of turns, from fine ones to blunders
	Missed   [2]int    `json:"missed"`   // missed wins
	Turning  int       `json:"turning,omitempty"`
}

// wireNamed is a move of a line, in words.
type wireNamed struct {
	SAN    string `json:"san"`
	Number int    `json:"number"`
	Side   string `json:"side"`
}

// A tree holds moves by their steps; the end of a move is nil, written as 1.
type tree map[string]tree

func (t tree) MarshalJSON() ([]byte, error) {
	if t == nil {
		return []byte("1"), nil
	}
	b := []byte{'{'}
	for i, key := range slices.Sorted(maps.Keys(t)) {
		if i > 0 {
			b = append(b, ',')
		}
		name, err := json.Marshal(key)
		if err != nil {
			return nil, err
		}
		branch, err := t[key].MarshalJSON()
		if err != nil {
			return nil, err
		}
		b = append(append(append(b, name...), ':'), branch...)
	}
	return append(b, '}'), nil
}

// add adds a move to the tree.
func (t tree) add(board game.Board, steps []screen.Step) {
	for i, s := range steps {
		key := stepKey(board, s)
		if i == len(steps)-1 {
			if _, known := t[key]; !known {
				t[key] = nil
			}
			return
		}
		if t[key] == nil {
			t[key] = tree{}
		}
		t = t[key]
	}
}

// stepKey writes a step.
func stepKey(board game.Board, s screen.Step) string {
	switch s.Kind {
	case screen.StepDrop:
		return "@" + s.Letter
	case screen.StepPromote:
		return "=" + s.Letter
	case screen.StepPut:
		return ">" + board.Name(s.Square)
	case screen.StepGate:
		return "&" + s.Letter + board.Name(s.Square)
	}
	return board.Name(s.Square)
}

// readSteps takes the steps named by keys; ok is false if no legal move continues like that.
func readSteps(p *table.Pick, keys []string) (ok bool) {
	board := p.Position().Rules().Board()
	for _, key := range keys {
		options := p.Options()
		i := slices.IndexFunc(options, func(s screen.Step) bool { return stepKey(board, s) == key })
		if i < 0 || !p.Add(options[i]) {
			return false
		}
	}
	return true
}

func treeOf(pos game.Position, moves []game.Move) tree {
	t, board := tree{}, pos.Rules().Board()
	for _, m := range moves {
		t.add(board, screen.Of(pos).Steps(m))
	}
	return t
}

func castlingsOf(pos game.Position) map[string]map[string]string {
	board, all := pos.Rules().Board(), map[string]map[string]string{}
	for king, rooks := range table.NewPick(pos).Castlings() {
		by := map[string]string{}
		for rook, to := range rooks {
			by[board.Name(rook)] = board.Name(to)
		}
		all[board.Name(king)] = by
	}
	return all
}

func positionOf(pos game.Position, over bool) wirePosition {
	board := pos.Rules().Board()
	w := wirePosition{FEN: pos.FEN(), Pieces: piecesOf(pos), Side: pos.Side().String(), Legal: tree{}}
	for c := range 2 {
		w.Hands[c] = []wireHand{}
		for _, h := range pos.Hand(rules.Color(c)) {
			w.Hands[c] = append(w.Hands[c], wireHand{h.Letter, h.Count})
		}
	}
	if number, left := pos.Turn(); number > 0 {
		w.Turn = &wireTurn{number, left}
	}
	if _, win := pos.Checks(rules.White); win > 0 {
		var checks [2][2]int
		for c := range 2 {
			checks[c][0], checks[c][1] = pos.Checks(rules.Color(c))
		}
		w.Checks = &checks
	}
	royals, by := table.InCheck(pos)
	w.Check, w.By = names(board, royals), names(board, by)
	if !over {
		w.Legal = treeOf(pos, pos.Moves())
		w.Castlings = castlingsOf(pos)
		w.Exposed = treeOf(pos, screen.Of(pos).Exposed())
	}
	return w
}

// piecesOf returns what is on the board, by square.
func piecesOf(pos game.Position) map[string]string {
	board, pieces := pos.Rules().Board(), map[string]string{}
	for _, s := range board.Squares() {
		if p, ok := pos.At(s); ok {
			pieces[board.Name(s)] = pieceText(p)
		}
	}
	walls, _ := game.Walls(pos)
	for _, s := range walls {
		pieces[board.Name(s)] = "w*"
	}
	return pieces
}

// positionIn returns the position of a state. In a game it is the current one, without legal
// moves once the game has ended; in an analysis it can be played on from.
func positionIn(s table.State) wirePosition {
	w := positionOf(s.Position(), !s.Study && s.Ending.Over())
	w.Captured = capturedIn(s.Position(), s.Record.Start())
	if s.Study && s.Ending.Over() {
		w.Ending = s.Ending.Result.String() + " — " + s.Ending.Reason
	}
	return w
}

func pieceText(p game.Piece) string {
	text := "w" + p.Letter
	if p.Color == rules.Black {
		text = "b" + p.Letter
	}
	if p.Promoted {
		text += "~"
	}
	return text
}

func names(board game.Board, squares []game.Square) (list []string) {
	for _, s := range squares {
		list = append(list, board.Name(s))
	}
	return list
}

func rulesOf(r game.Rules) wireRules {
	b := r.Board()
	w := wireRules{
		Name: r.Name(), Card: screen.Card(r), Files: b.Files, Ranks: b.Ranks, Levels: b.Levels,
		Missing: names(b, b.Missing), Holes: names(b, b.Holes), Look: lookOf(r),
	}
	curve, _ := review.CurveOf(r.Name())
	w.Scale = 100 * curve.Scale
	if _, w.Walls = game.Walls(r.Start()); w.Walls {
		w.Wall, w.Drawn = screen.LookOf(r).Wall, picture.WallOf(r).Name
	}
	for _, k := range r.Pieces() {
		kind := wireKind{Letter: k.Letter, Name: k.Name, Betza: k.Betza, Rare: k.Rare}
		if k.Name == rules.Pawn.String() && k.Betza == "" {
			kind.Betza = picture.PawnBetza
		}
		if drawn := picture.DrawingOf(k); drawn != k.Name {
			kind.Drawn = drawn
		}
		w.Kinds = append(w.Kinds, kind)
	}
	return w
}

func gameOf(s table.State) wireGame {
	board := s.Rules.Board()
	w := wireGame{
		Revision: s.Revision, Rules: rulesOf(s.Rules), Position: positionIn(s), Study: s.Study, At: s.At,
		Moves: []wireMove{}, Comment: s.Comment, Result: s.Result.Result.String(), Reason: s.Result.Reason,
	}
	if s.File != "" {
		w.File = filepath.Base(s.File)
	}
	if fen := s.Record.Start().FEN(); fen != s.Rules.Start().FEN() {
		w.Start = fen
	}
	for _, p := range s.Tree {
		m := wireMove{
			ID: p.ID, Parent: p.Parent, SAN: p.SAN, UCI: p.UCI, Side: p.Side.String(), Number: p.Number,
			Eval: p.Eval, Note: p.Note, Before: p.Before, Marks: p.Marks(),
		}
		m.Path = pathOf(board, p.Steps)
		if p.Clock >= 0 {
			m.Clock = p.Clock.Seconds()
		}
		w.Moves = append(w.Moves, m)
	}
	for i, p := range s.Players {
		w.Players[i] = wirePlayer{p.String(), p.Level}
	}
	w.Timed, w.Back, w.Undo, w.Redo = s.Control.Timed(), s.Back, s.Undo, s.Redo
	if s.Offer != table.NoOffer {
		w.Offer = &wireOffer{s.Offer.String(), s.OfferBy.String()}
	}
	w.Review = reviewOf(s.Review)
	if s.Fault != nil {
		w.Fault = s.Fault.Error()
	}
	return w
}

func reviewOf(r *table.Review) *wireReview {
	if r == nil {
		return nil
	}
	w := &wireReview{Count: r.Count, Missed: r.Missed, Turning: r.Turning}
	for side, a := range r.Accuracy {
		if !math.IsNaN(a) {
			percent := int(math.Round(a))
			w.Accuracy[side] = &percent
		}
	}
	return w
}

// pathOf returns the squares that the steps of a move touch.
func pathOf(board game.Board, steps []screen.Step) []string {
	path := []string{}
	for _, s := range steps {
		if s.Kind == screen.StepFrom || s.Kind == screen.StepTo || s.Kind == screen.StepPut {
			path = append(path, board.Name(s.Square))
		}
	}
	return path
}

func searchOf(s table.State) wireSearch {
	w := wireSearch{Thinking: s.Thinking, Analysing: s.Analysing, At: s.AnalysisAt}
	if s.Reviewing {
		w.Reviewing = &wireDone{s.Reviewed, s.ToReview}
	}
	if s.Control.Timed() {
		w.Clock = &wireClock{[2]int64{s.Left[0].Milliseconds(), s.Left[1].Milliseconds()}, s.Running}
	}
	for _, d := range s.Distances {
		w.Distances = append(w.Distances, wireDistance{d.SAN, pathOf(s.Rules.Board(), d.Steps), d.Result, d.Moves})
	}
	for _, l := range s.Analysis {
		line := wireLine{Depth: l.Depth, Eval: l.Eval, Score: l.Score, Mate: l.Mate, First: pathOf(s.Rules.Board(), l.First)}
		for i, san := range l.SAN {
			line.Moves = append(line.Moves, wireNamed{san, l.Numbers[i], l.Sides[i].String()})
		}
		w.Lines = append(w.Lines, line)
	}
	return w
}

// A view is the text sent to everybody who watches a table, written once.
type view struct {
	mu              sync.Mutex
	revision, notes int
	text            []byte
}

// of returns a state as JSON.
func (v *view) of(s table.State) ([]byte, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.text != nil && v.revision == s.Revision && v.notes == s.Notes && s.Fault == nil {
		return v.text, nil
	}
	text, err := json.Marshal(gameOf(s))
	if err != nil {
		return nil, err
	}
	v.revision, v.notes, v.text = s.Revision, s.Notes, text
	return text, nil
}
