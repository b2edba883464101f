package serve

import (
	"bytes"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/picture"
	"github.com/heterodox-chess/heterodox/rules"
)

// This file is about how boards and pieces look: drawings of package picture, whose addresses
// contain everything that they depend on.

// A wireLook describes how the board of a game can be drawn.
type wireLook struct {
	Style  string   `json:"style,omitempty"` // see picture.Styles
	Sets   []string `json:"sets"`            // of pieces, the default first
	Themes []string `json:"themes"`
	Theme  string   `json:"theme"`  // the default
	Ground string   `json:"ground"` // the address of the drawing of the board
	// Players are the names of files and ranks as the game's players write them, if that
	// differs from our notation: below, left, above and right, starting at a1.
	Players *[4][]string `json:"players,omitempty"`
}

func lookOf(r game.Rules) wireLook {
	look := screen.LookOf(r)
	return lookOfBoard(look.Style, r.Board(), look.Palaces)
}

func lookOfBoard(style string, board game.Board, palaces []game.Square) wireLook {
	w := wireLook{Style: style, Sets: picture.Sets(style), Themes: picture.Themes(), Theme: picture.ThemeNameOf(style)}
	if players, ok := picture.PlayersNames(style, board.Files, board.Ranks); ok {
		w.Players = &players
	}
	q := url.Values{"files": {strconv.Itoa(board.Files)}, "ranks": {strconv.Itoa(board.Ranks)}}
	for name, squares := range map[string][]game.Square{"missing": board.Missing, "holes": board.Holes, "palaces": palaces} {
		if len(squares) > 0 {
			q.Set(name, strings.Join(names(board, squares), "."))
		}
	}
	w.Ground = "/ground.svg?" + q.Encode()
	return w
}

// lookIn reads the style, the theme and the set of an address.
func lookIn(q url.Values) (style, set string, theme picture.Theme, err error) {
	if style, err = picture.StyleOf(q.Get("style")); err == nil {
		if set, err = picture.SetOf(style, q.Get("set")); err == nil {
			theme, err = picture.ThemeIn(style, q.Get("theme"))
		}
	}
	return style, set, theme, err
}

// sendDrawing answers with a drawing that never changes.
func sendDrawing(w *Reply, write func(io.Writer) error) {
	sendWritten(w, "image/svg+xml", write, StatusNotFound)
	if w.Status == StatusOK {
		w.Cache = "max-age=3600"
	}
}

// sendWritten answers with what is written, or with the error of writing and the status for it.
func sendWritten(w *Reply, kind string, write func(io.Writer) error, failed int) {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		fail(w, failed, err.Error())
		return
	}
	w.send(StatusOK, kind, b.Bytes())
}

// piece serves the drawing of a piece by name, for a board that flip=1 turns around; if
// there is none, its letter.
func (s *Server) piece(w *Reply, r *Request) {
	letter, ok := strings.CutSuffix(r.PathValue("letter"), ".svg")
	color := map[string]rules.Color{"w": rules.White, "b": rules.Black}
	c, known := color[r.PathValue("color")]
	name := r.Query.Get("name")
	style, set, theme, err := lookIn(r.Query)
	if !ok || !known || letter == "" || len(letter) > 4 || len(name) > 60 || err != nil {
		fail(w, StatusNotFound, "there is no such piece")
		return
	}
	piece := picture.Piece{Color: c, Name: name, Letter: letter, Style: style, Set: set}
	if r.Query.Get("flip") == "1" {
		piece = piece.Seen(2)
	}
	sendDrawing(w, func(b io.Writer) error { return picture.WritePieceSVG(b, piece, theme) })
}

// ground serves the drawing of a board without pieces.
func (s *Server) ground(w *Reply, r *Request) {
	style, set, theme, err := lookIn(r.Query)
	files, filesErr := strconv.Atoi(r.Query.Get("files"))
	ranks, ranksErr := strconv.Atoi(r.Query.Get("ranks"))
	if err != nil || filesErr != nil || ranksErr != nil || min(files, ranks) < 1 || max(files, ranks) > 16 {
		fail(w, StatusNotFound, "there is no such board")
		return
	}
	scene := picture.Scene{Board: game.Board{Files: files, Ranks: ranks, Levels: 1}, Style: style, Set: set, Theme: theme, Coordinates: picture.NoCoordinates}
	whole := scene.Board
	for name, list := range map[string]*[]game.Square{"missing": &scene.Board.Missing, "holes": &scene.Board.Holes, "palaces": &scene.Palaces} {
		text := r.Query.Get(name)
		if text == "" {
			continue
		}
		for _, square := range strings.Split(text, ".") {
			sq, ok := whole.ParseSquare(square)
			if !ok || len(*list) >= files*ranks || slices.Contains(*list, sq) {
				fail(w, StatusNotFound, "there is no such board")
				return
			}
			*list = append(*list, sq)
		}
	}
	if r.Query.Get("flip") == "1" {
		scene.Turn = 2
	}
	sendDrawing(w, scene.WriteGround)
}

// moves serves the diagram of how a piece moves, given its definition.
func (s *Server) moves(w *Reply, r *Request) {
	q := r.Query
	style, set, theme, err := lookIn(q)
	kind := game.Kind{Letter: q.Get("letter"), Name: q.Get("name"), Betza: q.Get("betza"), Drawing: q.Get("drawn")}
	scene, ok := picture.Diagram(kind)
	if err != nil || !ok || len(kind.Letter) > 4 || len(kind.Name) > 60 || len(kind.Drawing) > 60 {
		fail(w, StatusNotFound, "there is no such diagram")
		return
	}
	scene.Style, scene.Set, scene.Theme = style, set, theme
	sendDrawing(w, scene.WriteSVG)
}

// dress applies the look, the arrows and the circles in an address to a scene; marks=Ge2e4,Rd4
// gives colours and squares as in PGN.
func dress(scene *picture.Scene, q url.Values) error {
	var err error
	if q.Get("style") == "" {
		q.Set("style", scene.Style)
	}
	if scene.Style, scene.Set, scene.Theme, err = lookIn(q); err != nil {
		return err
	}
	if q.Get("coordinates") == "players" {
		scene.Coordinates = picture.PlayersCoordinates
	}
	for _, mark := range strings.FieldsFunc(q.Get("marks"), func(r rune) bool { return r == ',' }) {
		hue := map[byte]string{'G': "#1a7a3ac8", 'R': "#c2362bc8", 'B': "#1d5fb4c8", 'Y': "#c48a06c8"}[mark[0]]
		color, err := picture.ParseColor(hue)
		if err != nil {
			return err
		}
		from, to, ok := twoSquares(scene.Board, mark[1:])
		if !ok || len(scene.Arrows) > 200 {
			continue
		}
		scene.Arrows = append(scene.Arrows, picture.Arrow{From: from, To: to, Color: color})
	}
	return nil
}

// twoSquares reads two squares of a board; a single one stands for both.
func twoSquares(board game.Board, text string) (from, to game.Square, ok bool) {
	if from, ok = board.ParseSquare(text); ok {
		return from, from, true
	}
	for i := 2; i < len(text)-1; i++ {
		if from, ok = board.ParseSquare(text[:i]); !ok {
			continue
		}
		if to, ok = board.ParseSquare(text[i:]); ok {
			return from, to, true
		}
	}
	return from, to, false
}
