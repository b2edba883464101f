package draft

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/heterodox-chess/heterodox/general"
)

// An Edit is one step of designing a game. Each uses some of the fields.
type Edit struct {
	Op       string   `json:"op"`
	Name     string   `json:"name"`
	Key      string   `json:"key"`
	Value    string   `json:"value"`
	On       bool     `json:"on"`
	Square   string   `json:"square"`
	To       string   `json:"to"`
	Piece    string   `json:"piece"` // "wN", "b+P"
	Opposite Opposite `json:"opposite"`
	Files    int      `json:"files"`
	Ranks    int      `json:"ranks"`
	Letter   string   `json:"letter"`
	Betza    string   `json:"betza"`
	Drawing  string   `json:"drawing"`
}

// A Reader reads the last game of a text.
type Reader func(text string) (*general.Sketch, []error)

// An editor applies one step.
type editor struct {
	*Draft
	sketch *general.Sketch
	read   Reader
	edit   Edit
}

// Apply performs a step, and returns the new text.
func Apply(text string, e Edit, read Reader) (string, error) {
	do := ops[e.Op]
	if do == nil {
		return "", fmt.Errorf("unknown step %.20q", e.Op)
	}
	sketch, errs := read(text)
	if sketch == nil {
		return "", fmt.Errorf("correct the text first: %w", errs[0])
	}
	ed := &editor{Parse(text), sketch, read, e}
	if err := do(ed); err != nil {
		return "", err
	}
	return ed.String(), nil
}

var ops = map[string]func(*editor) error{
	"name":    (*editor).name,
	"part":    (*editor).part,
	"size":    (*editor).size,
	"put":     onBoard((*editor).put),
	"move":    onBoard((*editor).move),
	"missing": onBoard((*editor).missing),
	"empty":   onBoard((*editor).empty),
	"copy":    onBoard((*editor).copyArmy),
	"square":  (*editor).square,
	"set":     (*editor).set,
	"unset":   func(e *editor) error { e.Unset(e.edit.Key); return nil },
	"piece":   (*editor).piece,
	"remove":  (*editor).remove,
}

func (e *editor) set() error {
	key := e.edit.Key
	if strings.TrimSpace(key) == "" || strings.ContainsAny(key, "=[#;") || !plain(key, e.edit.Value) {
		return errors.New("the key or the value cannot be written in a line of the file")
	}
	e.Set(key, e.edit.Value)
	return nil
}

// plain reports whether texts fit on a line and contain no comment.
func plain(texts ...string) bool {
	for _, text := range texts {
		if _, after := comment(text); len(text) > 4000 || strings.ContainsAny(text, "\n\r\x00") || after != "" {
			return false
		}
	}
	return true
}

func (e *editor) name() error {
	_, parent := e.Head()
	if strings.ContainsAny(e.edit.Name, ":]\n\r") || len(e.edit.Name) > 60 {
		return errors.New("a name may have letters, digits, - and _")
	}
	e.SetHead(e.edit.Name, parent)
	if sketch, errs := e.read(e.String()); sketch == nil { // and no further step would be possible
		return errs[0]
	}
	return nil
}

// part adds a variant to the parents of the game, or removes it.
func (e *editor) part() error {
	name, parent := e.Head()
	words := strings.FieldsFunc(parent, func(c rune) bool { return c == '+' || c == ' ' })
	words = slices.DeleteFunc(words, func(w string) bool { return w == e.edit.Name })
	if e.edit.On {
		words = append([]string{e.edit.Name}, words...)
	}
	if len(words) == 0 {
		words = []string{"chess"}
	}
	e.SetHead(name, strings.Join(words, "+"))
	return nil
}

// start reads the start position.
func (e *editor) start() *Placement {
	return ReadPlacement(e.sketch.Start, e.sketch.Files, e.sketch.Ranks)
}

// onBoard makes an operation from a change of the start position.
func onBoard(change func(*editor, *Placement) error) func(*editor) error {
	return func(e *editor) error {
		p := e.start()
		if err := change(e, p); err != nil {
			return err
		}
		e.Set("startFen", p.String())
		return nil
	}
}

// put puts a piece on a square, or clears it.
func (e *editor) put(p *Placement) error {
	file, rank, err := p.Square(e.edit.Square)
	if err != nil {
		return err
	}
	what := ""
	if e.edit.Piece != "" {
		if what, err = e.written(e.edit.Piece); err != nil {
			return err
		}
	}
	p.Put(file, rank, what, e.edit.Opposite)
	return nil
}

// written converts the code of a piece to FEN notation.
func (e *editor) written(code string) (string, error) {
	letter := strings.TrimSuffix(strings.TrimPrefix(code[1:], "+"), "~")
	known := slices.ContainsFunc(e.sketch.Pieces, func(p general.SketchPiece) bool { return p.Letter == strings.ToUpper(letter) })
	if !known || len(letter) != 1 {
		return "", fmt.Errorf("the game has no piece %.4q", letter)
	}
	if code[0] == 'b' {
		return strings.ToLower(code[1:]), nil
	}
	return strings.ToUpper(code[1:]), nil
}

// move moves the contents of a square to another, and their counterpart with them.
func (e *editor) move(p *Placement) error {
	file, rank, err := p.Square(e.edit.Square)
	if err != nil {
		return err
	}
	toFile, toRank, err := p.Square(e.edit.To)
	if err != nil {
		return err
	}
	what, o := p.At(file, rank), e.edit.Opposite
	if o != Alone {
		f, r := o.of(p, file, rank)
		if p.At(f, r) != other(what) || f == file && r == rank {
			o = Alone // the opposite square does not hold the counterpart
		}
	}
	p.Put(file, rank, "", o)
	p.Put(toFile, toRank, what, o)
	return nil
}

// missing removes squares from the board, or restores them.
func (e *editor) missing(p *Placement) error {
	file, rank, err := p.Square(e.edit.Square)
	if err != nil {
		return err
	}
	what := ""
	if e.edit.On {
		what = Missing
	}
	p.Put(file, rank, what, e.edit.Opposite)
	return nil
}

// empty removes all pieces from the board.
func (e *editor) empty(p *Placement) error {
	p.All(func(square, what string) {
		if file, rank, _ := p.Square(square); what != Missing {
			p.Put(file, rank, "", Alone)
		}
	})
	p.hand = strings.Repeat("[]", min(1, len(p.hand)))
	return nil
}

// copyArmy gives Black exactly the counterparts of White's pieces.
func (e *editor) copyArmy(p *Placement) error {
	if e.edit.Opposite == Alone {
		return errors.New("choose how the sides mirror each other first")
	}
	white := map[string]string{}
	p.All(func(square, what string) {
		file, rank, _ := p.Square(square)
		switch {
		case what == Missing:
		case what == strings.ToUpper(what):
			white[square] = what
		default:
			p.Put(file, rank, "", Alone)
		}
	})
	for square, what := range white {
		file, rank, _ := p.Square(square)
		if f, r := e.edit.Opposite.of(p, file, rank); p.At(f, r) == "" {
			p.Put(f, r, other(what), Alone)
		}
	}
	return nil
}

// square adds a square to the squares of a key, or removes it; with an opposite, it does the
// same for the opposite square in the other side's key, or else in the same one.
func (e *editor) square() error {
	key, p := e.edit.Key, e.start()
	file, rank, err := p.Square(e.edit.Square)
	if err != nil {
		return err
	}
	if err := e.mark(key, Name(file, rank)); err != nil || e.edit.Opposite == Alone {
		return err
	}
	f, r := e.edit.Opposite.of(p, file, rank)
	switch {
	case strings.HasSuffix(key, "White"):
		key = strings.TrimSuffix(key, "White") + "Black"
	case strings.HasSuffix(key, "Black"):
		key = strings.TrimSuffix(key, "Black") + "White"
	case f == file && r == rank:
		return nil
	}
	return e.mark(key, Name(f, r))
}

func (e *editor) mark(key, square string) error {
	set, ok := e.setting(key)
	if !ok || set.Kind != general.SquaresSetting {
		return fmt.Errorf("%.40q is not a key for squares", key)
	}
	squares := e.squares(set.Value)
	if value, own := e.Get(key); own { // also one that this step has already changed
		squares = e.squares(value)
	}
	squares[square] = e.edit.On
	e.Set(key, e.squaresText(squares))
	return nil
}

// setting returns the setting of a key.
func (e *editor) setting(key string) (general.Setting, bool) {
	i := slices.IndexFunc(e.sketch.Settings, func(s general.Setting) bool { return s.Key == key })
	if i < 0 {
		return general.Setting{}, false
	}
	return e.sketch.Settings[i], true
}

// squares parses the squares of a value that are on the board.
func (e *editor) squares(value string) map[string]bool {
	return Squares(value, e.sketch.Files, e.sketch.Ranks)
}

// Squares parses the squares of a key's value that are on a board of a given size.
// Unknown words are ignored.
func Squares(value string, files, ranks int) map[string]bool {
	list := map[string]bool{}
	for word := range strings.FieldsSeq(strings.ToLower(value)) {
		if word == "-" {
			break
		}
		for file := range files {
			for rank := range ranks {
				name := Name(file, rank)
				if word == name || word == "*"+strconv.Itoa(rank+1) || word == string(rune('a'+file))+"*" || word == strconv.Itoa(file+1)+"*" {
					list[name] = true
				}
			}
		}
	}
	return list
}

// squaresText writes squares, abbreviating full ranks.
func (e *editor) squaresText(squares map[string]bool) string {
	var words []string
	for rank := range e.sketch.Ranks {
		var row []string
		for file := range e.sketch.Files {
			if squares[Name(file, rank)] {
				row = append(row, Name(file, rank))
			}
		}
		if len(row) == e.sketch.Files {
			row = []string{"*" + strconv.Itoa(rank+1)}
		}
		words = append(words, row...)
	}
	if len(words) == 0 {
		return "-"
	}
	return strings.Join(words, " ")
}
