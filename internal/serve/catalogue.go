package serve

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/opening"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
)

// This file is about choosing and starting a game.

// A wireChoice is a game or a rule change that can be chosen.
type wireChoice struct {
	Name     string   `json:"name"`
	Summary  string   `json:"summary"`
	Families []string `json:"families"`
	Picture  string   `json:"picture,omitempty"`
}

// catalogue answers with everything that can be chosen.
func (s *Server) catalogue(w *Reply, _ *Request) {
	unsaved := ""
	if s.options.Dir != "" {
		if err := table.CanSave(s.options.Dir); err != nil {
			unsaved = s.told(err)
		}
	}
	notice := ""
	if s.options.Notice != nil {
		notice = s.options.Notice()
	}
	families, parts, games := s.choices()
	answer(w, StatusOK, map[string]any{
		"families": families, "parts": parts, "games": games, "levels": game.MaxLevel,
		"engine": s.thinkers != nil, "study": s.options.Study != nil, "saves": s.options.Dir != "" && unsaved == "", "unsaved": unsaved, "shared": s.options.Shared, "alone": s.options.Alone, "notice": notice,
	})
}

// choices returns the families, the rule changes, and the other games.
func (s *Server) choices() (families []Family, parts, games []wireChoice) {
	in := map[string][]string{}
	names := []string{}
	families = s.options.Families()
	for _, f := range families {
		for _, name := range f.Games {
			if in[name] == nil {
				names = append(names, name)
			}
			in[name] = append(in[name], f.Name)
		}
	}
	orthodox := ""
	if ruleset, err := s.openGame(chessName); err == nil {
		orthodox = placement(ruleset)
	}
	for _, p := range s.options.Parts {
		c := wireChoice{Name: p.Name, Summary: p.Summary, Families: in[p.Name]}
		if ruleset, err := s.openGame(p.Name); err == nil && placement(ruleset) != orthodox {
			c.Picture = s.thumbnailOf(p.Name, "")
		}
		parts = append(parts, c)
	}
	for _, name := range names {
		isPart := slices.ContainsFunc(s.options.Parts, func(p Part) bool { return p.Name == name })
		if ruleset, err := s.openGame(name); err == nil && !isPart {
			games = append(games, wireChoice{name, size(ruleset), in[name], s.thumbnailOf(name, "")})
		}
	}
	return families, parts, games
}

// chessName is the game to which rule changes are applied, unless another is chosen.
const chessName = "chess"

// placement returns the piece placement at the start.
func placement(ruleset game.Rules) string {
	text, _, _ := strings.Cut(ruleset.Start().FEN(), " ")
	return text
}

// size returns the size of a game's board: "8 × 8".
func size(ruleset game.Rules) string {
	b := ruleset.Board()
	if !b.Flat() {
		return fmt.Sprintf("%d × %d × %d", b.Files, b.Ranks, b.Levels)
	}
	return fmt.Sprintf("%d × %d", b.Files, b.Ranks)
}

// maxParts is the maximum number of rule changes at once.
const maxParts = 40

// combine answers what a game with rule changes is, and which other changes
// cannot be combined with it.
func (s *Server) combine(w *Reply, r *Request) {
	var body struct {
		Base  string   `json:"base"` // "" for chess
		Parts []string `json:"parts"`
	}
	if !read(w, r, &body) {
		return
	}
	if len(body.Parts) > maxParts {
		refuse(w, "too many rule changes")
		return
	}
	parts := slices.Clone(body.Parts)
	if base := body.Base; base != "" && base != chessName {
		parts = append(parts, base)
	}
	if len(parts) == 0 {
		parts = []string{chessName}
	}
	ruleset, err := s.openGame(strings.Join(parts, "+"))
	if err != nil {
		refuse(w, err.Error())
		return
	}
	refused := map[string]string{}
	for _, p := range s.options.Parts {
		if slices.Contains(parts, p.Name) {
			continue
		}
		if _, err := s.openGame(p.Name + "+" + strings.Join(parts, "+")); err != nil {
			refused[p.Name] = conflict(err, p.Name, ruleset)
		}
	}
	answer(w, StatusOK, map[string]any{
		"rules": rulesOf(ruleset), "picture": s.thumbnailOf(ruleset.Name(), ""), "conflicts": refused,
	})
}

// conflict says why a rule change cannot be combined with a game, in a player's words.
func conflict(err error, part string, with game.Rules) string {
	text := err.Error()
	if rest, ok := strings.CutPrefix(text, "variant "); ok {
		_, text, _ = strings.Cut(rest, ": ")
	}
	switch {
	case !with.Board().Flat():
		return "a cube is played without rule changes"
	case strings.Contains(text, ": does not go with "): // keys of the format of files
		return part + " does not go with the rules of " + with.Name()
	}
	return text
}

// openGame opens a game by a name from outside.
func (s *Server) openGame(name string) (game.Rules, error) {
	if len(name) > 400 {
		return nil, errors.New("that name is too long")
	}
	return s.options.Open(name)
}

// A beginning describes a game to start.
type beginning struct {
	Variant   string    `json:"variant"`
	FEN       string    `json:"fen"`
	Moves     []string  `json:"moves"`
	Text      string    `json:"text"` // a whole game, instead of everything else
	Link      string    `json:"link"` // the same, as in a link
	Players   [2]person `json:"players"`
	Base      float64   `json:"base"`      // seconds
	Increment float64   `json:"increment"` // seconds
	Analysis  bool      `json:"analysis"`  // instead of a game between players
	Shuffle   bool      `json:"shuffle"`   // in Chess960: start from shuffled ranks
}

type person struct {
	Name  string `json:"name"`
	Level int    `json:"level"`
}

// begin starts a game.
func (s *Server) begin(w *Reply, r *Request) {
	var b beginning
	if !read(w, r, &b) {
		return
	}
	t, err := s.tableOf(b)
	if err != nil {
		refuse(w, err.Error())
		return
	}
	if b.Analysis {
		t = analysisOf(t)
	}
	room := newRoom(t)
	if s.open(w, room, nil) && s.options.Alone && b.brings() {
		s.file(room) // a page that is its own server loses everything that is not saved
		s.record(room)
	}
}

// brings reports whether a game starts with more than its rules, so that reading or setting it
// up again would take work.
func (b *beginning) brings() bool {
	return b.FEN != "" || b.Text != "" || b.Link != "" || b.Shuffle || len(b.Moves) > 0
}

// analysisOf turns a game into an analysis of it.
func analysisOf(t *table.Table) *table.Table {
	study, err := t.Analysis()
	t.Close()
	if err != nil {
		panic(err) // an existing game can be analysed
	}
	return study
}

// tableOf seats the players at a new table.
func (s *Server) tableOf(b beginning) (*table.Table, error) {
	if b.Link != "" {
		file, game, err := decodeLink(b.Link)
		if err != nil {
			return nil, err
		}
		if file != "" {
			_, renamed, err := s.learnEdition(file)
			if err != nil {
				return nil, fmt.Errorf("the game of the link: %w", err)
			}
			game = rename(game, renamed)
		}
		return table.Parse([]byte(game), s.openGame, s.thinkers)
	}
	ruleset, err := s.openGame(cmp.Or(b.Variant, "chess"))
	if err != nil {
		return nil, err
	}
	if b.Text != "" {
		return table.Paste(b.Text, ruleset, s.openGame, s.thinkers)
	}
	o := table.Options{Start: ruleset.Start(), Thinkers: s.thinkers}
	if b.Shuffle {
		o.Start = opening.Start(ruleset, rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())))
	}
	if b.FEN != "" {
		if o.Start, err = ruleset.ParsePosition(b.FEN); err != nil {
			return nil, err
		}
	}
	if !(b.Base >= 0 && b.Base <= 1e6 && b.Increment >= 0 && b.Increment <= 1e4) {
		return nil, errors.New("a clock starts with at most 1,000,000 seconds and adds at most 10,000 per move")
	}
	o.Control = table.Control{
		Base: time.Duration(b.Base * float64(time.Second)), Increment: time.Duration(b.Increment * float64(time.Second)),
	}
	for i, p := range b.Players {
		o.Players[i] = table.Player{Name: clean(p.Name, 60), Level: p.Level}
	}
	moves, err := readAll(o.Start, b.Moves)
	if err != nil {
		return nil, err
	}
	players := o.Players
	o.Players = [2]table.Player{} // nobody moves before the moves are played
	t, err := table.New(o)
	if err != nil {
		return nil, err
	}
	for _, m := range moves {
		if err := t.Play(table.AnyRevision, m); err != nil {
			t.Close()
			return nil, err
		}
	}
	for i, p := range players {
		if err := t.SetPlayer(table.AnyRevision, rules.Color(i), p); err != nil {
			t.Close()
			return nil, err
		}
	}
	return t, nil
}

// readAll reads a sequence of moves.
func readAll(pos game.Position, texts []string) (moves []game.Move, err error) {
	if len(texts) > 5000 {
		return nil, errors.New("too many moves: at most 5,000")
	}
	for _, text := range texts {
		typed, err := table.ReadMoves(pos, text)
		if err != nil {
			return nil, err
		}
		moves = append(moves, typed.Moves...)
		pos = typed.After
	}
	return moves, nil
}
