// Package page writes a reviewed game as a self-contained page: a board that steps through the
// game, its graph, and the bad moves with what would have been better.
package page

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/internal/review"
	"github.com/heterodox-chess/heterodox/picture"
	"github.com/heterodox-chess/heterodox/rules"
)

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript string

// A side is what the page says about one side.
type side struct {
	Name, Title, Accuracy                 string
	Inaccuracies, Mistakes, Blunders, Won int
}

// A turn is a turn in the list of moves.
type turn struct {
	Number, Moves, Eval, Class, Mark, Text string
	Ply                                    int // after it
	Turning                                bool
	Board                                  string // SVG, for games without a board that steps
}

// A frame is the board after some moves, as the script reads it.
type frame struct {
	Pieces [][2]int `json:"p"` // pairs of a square and a piece, by number
	Last   []int    `json:"l,omitempty"`
	Best   []int    `json:"b,omitempty"` // the better move in the previous frame
	Hands  [2][]int `json:"h"`           // pieces alternating with their counts
}

// data is what the page shows.
type data struct {
	review.Title
	Game, Result  string
	Graph         string // in SVG
	Columns, Rows int
	Ground        string   // data URL of the empty board
	Pieces        []string // data URLs, by number
	Frames        []frame
	Sides         [2]side
	Turns         []turn
	Card          []string
	PGN           string
	Steps         bool
}

// Write writes the page of a game; text is the game in PGN.
func Write(w io.Writer, g *review.Game, title review.Title, text []byte) error {
	r := g.Record
	ruleset := r.Start().Rules()
	board := ruleset.Board()
	list := g.Judgements()
	s := review.Summarise(list, g.Result, g.Curve)
	d := data{
		Title: title, Game: ruleset.Name(), Result: g.Result.String(), Graph: string(g.Graph()),
		Columns: board.Files, Rows: board.Ranks, Card: screen.Card(ruleset), PGN: string(text), Steps: board.Flat(),
	}
	for c, name := range []string{title.White, title.Black} {
		d.Sides[c] = side{name, []string{"White", "Black"}[c], percent(s.Accuracy[c]), s.Count[c][review.Inaccuracy], s.Count[c][review.Mistake], s.Count[c][review.Blunder], s.Missed[c]}
	}
	if d.Steps {
		if err := d.draw(r, list); err != nil {
			return err
		}
	}
	for i := range list {
		t, err := d.turn(r, &list[i])
		if err != nil {
			return err
		}
		t.Turning = i == s.Turning
		d.Turns = append(d.Turns, t)
	}
	text, err := d.html()
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}

func percent(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	return fmt.Sprintf("%.0f %%", v)
}

// turn returns a turn for the list.
func (d *data) turn(r *game.Record, j *review.Judgement) (t turn, err error) {
	pos := r.At(j.First)
	name := j.Name(r)
	t.Number, t.Moves, _ = strings.Cut(name, " ")
	t.Ply, t.Eval = j.Last, j.After.String()
	if j.Class == review.Fine {
		return t, nil
	}
	t.Class, t.Mark = strings.ToLower(j.Class.String()), map[review.Class]string{review.Inaccuracy: "?!", review.Mistake: "?", review.Blunder: "??"}[j.Class]
	t.Text = j.Text(review.TurnText(pos, j.Best))
	if !d.Steps {
		scene := picture.FromPosition(pos)
		scene.Last = squaresOf(pos, j.Best[0])
		var b strings.Builder
		err = scene.WriteSVG(&b)
		t.Board = b.String()
	}
	return t, err
}

// squaresOf returns the squares that a move touches.
func squaresOf(pos game.Position, m game.Move) (list []game.Square) {
	for _, step := range screen.Of(pos).Steps(m) {
		if step.Kind == screen.StepFrom || step.Kind == screen.StepTo || step.Kind == screen.StepPut {
			list = append(list, step.Square)
		}
	}
	return list
}

// draw adds the board, its pieces, and the position after each move to the page.
func (d *data) draw(r *game.Record, list []review.Judgement) error {
	var ground strings.Builder
	scene := picture.FromPosition(r.Start())
	theme, err := picture.ThemeIn(scene.Style, "")
	if err != nil {
		return err
	}
	scene.Theme = theme
	if err := scene.WriteGround(&ground); err != nil {
		return err
	}
	d.Ground = image(ground.String())
	type look struct {
		color        rules.Color
		name, letter string
		promoted     bool
	}
	numbers := map[look]int{}
	number := func(p picture.Piece) int {
		p.Style = scene.Style
		key := look{p.Color, p.Name, p.Letter, p.Promoted}
		n, known := numbers[key]
		if !known {
			n = len(d.Pieces)
			numbers[key] = n
			d.Pieces = append(d.Pieces, image(picture.PieceSVG(p)))
		}
		return n
	}
	index := func(s game.Square) int { return (d.Rows-1-s.Rank())*d.Columns + s.File() }
	for ply := range r.Len() + 1 {
		now := picture.FromPosition(r.At(ply))
		f := frame{Pieces: [][2]int{}}
		for _, s := range now.Board.Squares() {
			if p, ok := now.Pieces[s]; ok {
				f.Pieces = append(f.Pieces, [2]int{index(s), number(p)})
			}
		}
		for c, hand := range now.Hands {
			f.Hands[c] = []int{}
			for _, h := range hand {
				f.Hands[c] = append(f.Hands[c], number(h.Piece), h.Count)
			}
		}
		if ply > 0 {
			for _, s := range squaresOf(r.At(ply-1), r.Moves()[ply-1]) {
				f.Last = append(f.Last, index(s))
			}
		}
		if i := slices.IndexFunc(list, func(j review.Judgement) bool { return j.Last == ply && len(j.Best) > 0 }); i >= 0 && list[i].Last == list[i].First+1 {
			for _, s := range squaresOf(r.At(ply-1), list[i].Best[0]) {
				f.Best = append(f.Best, index(s))
			}
		}
		d.Frames = append(d.Frames, f)
	}
	return nil
}

// image returns a drawing as a data URL.
func image(svg string) string {
	return "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(svg))
}
