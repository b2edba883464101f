package study

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// tryRemedies judges small changes of the game with the rest of the budget.
func (r *run) tryRemedies(ctx context.Context) error {
	within, stop := r.within(ctx, 1)
	defer stop()
	weights := ""
	if r.report.Judge.Learned {
		n, _ := r.store.note("learned", func() (Note, error) { return Note{}, nil })
		weights = n.Text
	}
	list, err := r.halve(within, r.remedies(), weights)
	r.report.Remedies = list
	if len(list) > 1 && list[0].Name != asItIs && r.hasFault(kindUnfair, kindDrawish, kindDrawn, kindEndless) {
		r.report.say("remedy", false, "the smallest distance of all changes tested", "The change that helps most: %s. White then scores %s, and %s of the games are drawn.",
			list[0].Name, list[0].Score.Percent(), list[0].Drawn.Percent())
	}
	return err
}

// hasFault reports whether there is a verdict of any of these kinds.
func (r *run) hasFault(kinds ...string) bool {
	return slices.ContainsFunc(r.report.Verdicts, func(v Verdict) bool { return slices.Contains(kinds, v.Kind) })
}

// asItIs is the name of the change that changes nothing.
const asItIs = "as it is"

// keyRemedies are changes by a key of variant files; those that have no effect on a
// game, or that it does not accept, are left out.
var keyRemedies = []struct{ words, key string }{
	{"turns of two moves after the first", "turns = 1 2 2 …"},
	{"stalemate loses", "stalemateValue = loss"},
	{"no castling", "castling = false"},
	{"no double steps of pawns", "doubleStep = false"},
	{"the third check wins", "checkCounting = true"},
	{"captured pieces can be dropped", "capturesToHand = true\npieceDrops = true"},
	{"captures are compulsory", "mustCapture = true"},
}

// remedies returns small changes of the game, the game itself first.
func (r *run) remedies() []change {
	section := fmt.Sprintf("[%s:%s]\n", derivedName, r.Game)
	list := []change{{asItIs, section}}
	for _, k := range keyRemedies {
		list = append(list, change{k.words, section + k.key + "\n"})
	}
	strong := rules.White
	if r.report.Overall.Score.Value < 0.5 {
		strong = rules.Black
	}
	for _, c := range r.handicaps(strong) {
		list = append(list, change{c.name, section + c.text})
	}
	for _, part := range r.Catalogue.Changes {
		if !slices.Contains(strings.Split(r.Game, "+"), part) {
			list = append(list, change{"with " + part, fmt.Sprintf("[%s:%s+%s]\n", derivedName, r.Game, part)})
		}
	}
	return list
}

// handicaps returns starts that take something from the stronger side or give something
// to the weaker: a pawn less or more, or a less valuable piece.
func (r *run) handicaps(strong rules.Color) (list []change) {
	b, ok := parseBoard(r.subject.rules.Start().FEN())
	if !ok {
		return nil
	}
	pawn := r.pawnLetter()
	if pawn == "" {
		return nil
	}
	weak := strong.Opponent()
	own := func(c rules.Color, letter string) string {
		if c == rules.Black {
			return strings.ToLower(letter)
		}
		return letter
	}
	add := func(name string, at func(b *fenBoard) bool) {
		c := b.clone()
		if at(c) {
			list = append(list, change{name, "startFen = " + c.fen() + "\n"})
		}
	}
	files := []int{0, b.files() / 2}
	for _, file := range files {
		for rank := range b.rows {
			square := b.square(file, rank)
			if b.rows[rank][file] == own(strong, pawn) {
				add(fmt.Sprintf("%s without the pawn on %s", title(strong.String()), square), func(c *fenBoard) bool {
					c.rows[rank][file] = ""
					return true
				})
			}
		}
		rank := len(b.rows) - 3 // White's third, because rows run from the top
		if weak == rules.Black {
			rank = 2
		}
		if rank >= 0 && rank < len(b.rows) && b.rows[rank][file] == "" {
			add(fmt.Sprintf("%s has an extra pawn on %s", title(weak.String()), b.square(file, rank)), func(c *fenBoard) bool {
				c.rows[rank][file] = own(weak, pawn)
				return true
			})
		}
	}
	for _, swap := range r.swaps() {
		add(fmt.Sprintf("%s has a %s instead of a %s", title(strong.String()), swap[1].Name, swap[0].Name), func(c *fenBoard) bool {
			return c.replace(own(strong, swap[0].Letter), own(strong, swap[1].Letter))
		})
	}
	return list
}

// pawnLetter returns the letter of the pawns, "" if there are none.
func (r *run) pawnLetter() string {
	i := slices.IndexFunc(r.subject.rules.Pieces(), func(k game.Kind) bool { return k.Name == "pawn" })
	if i < 0 {
		return ""
	}
	return r.subject.rules.Pieces()[i].Letter
}

// swaps returns pairs of kinds with adjacent values, the more valuable first.
func (r *run) swaps() (list [][2]PieceFound) {
	var valued []PieceFound
	for _, p := range r.report.Pieces {
		if p.Value != nil && p.AtHand && p.Name != "pawn" {
			valued = append(valued, p)
		}
	}
	slices.SortFunc(valued, func(a, b PieceFound) int {
		if a.Value.Value > b.Value.Value {
			return -1
		}
		return 1
	})
	for i := 0; i+1 < len(valued) && len(list) < 3; i++ {
		if valued[i].Value.Low > valued[i+1].Value.Value { // otherwise it is uncertain which is worth more
			list = append(list, [2]PieceFound{valued[i], valued[i+1]})
		}
	}
	return list
}

// A fenBoard is the board of a FEN: the cells of each row, from the top; "" is empty.
type fenBoard struct {
	rows [][]string
	rest string // of the FEN
}

// parseBoard reads the board of a FEN.
func parseBoard(fen string) (*fenBoard, bool) {
	board, rest, _ := strings.Cut(fen, " ")
	board, hand, _ := strings.Cut(board, "[")
	if hand != "" {
		rest = "[" + hand + " " + rest
	} else {
		rest = " " + rest
	}
	b := &fenBoard{rest: rest}
	for row := range strings.SplitSeq(board, "/") {
		var cells []string
		for i := 0; i < len(row); i++ {
			switch c := row[i]; {
			case c >= '0' && c <= '9':
				n := int(c - '0')
				for i+1 < len(row) && row[i+1] >= '0' && row[i+1] <= '9' {
					i++
					n = 10*n + int(row[i]-'0')
				}
				cells = append(cells, make([]string, n)...)
			case c == '+' && i+1 < len(row):
				i++
				cells = append(cells, row[i-1:i+1])
			case c == '~' && len(cells) > 0:
				cells[len(cells)-1] += "~"
			default:
				cells = append(cells, row[i:i+1])
			}
		}
		b.rows = append(b.rows, cells)
		if len(cells) != len(b.rows[0]) {
			return nil, false
		}
	}
	return b, true
}

func (b *fenBoard) files() int { return len(b.rows[0]) }

// square returns the name of a cell.
func (b *fenBoard) square(file, row int) string {
	return game.At(file, len(b.rows)-1-row, 0).String()
}

func (b *fenBoard) clone() *fenBoard {
	c := &fenBoard{rest: b.rest}
	for _, row := range b.rows {
		c.rows = append(c.rows, slices.Clone(row))
	}
	return c
}

// replace replaces the first piece of one kind by another.
func (b *fenBoard) replace(old, by string) bool {
	for _, row := range b.rows {
		if i := slices.Index(row, old); i >= 0 {
			row[i] = by
			return true
		}
	}
	return false
}

// fen writes the FEN.
func (b *fenBoard) fen() string {
	var rows []string
	for _, row := range b.rows {
		text, empty := "", 0
		for i := 0; i <= len(row); i++ {
			if i < len(row) && row[i] == "" {
				empty++
				continue
			}
			if empty > 0 {
				text += fmt.Sprint(empty)
				empty = 0
			}
			if i < len(row) {
				text += row[i]
			}
		}
		rows = append(rows, text)
	}
	return strings.Join(rows, "/") + b.rest
}
