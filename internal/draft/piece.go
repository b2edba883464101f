package draft

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/general"
)

// custom is the maximum number of pieces that a game may define.
const custom = 25

// piece adds a kind of piece, or changes the one that Key names: letter, name, moves and
// drawing. A key that takes no definition stands for a predefined piece.
func (e *editor) piece() error {
	n := e.edit
	letter := strings.ToLower(n.Letter)
	if len(letter) != 1 || letter[0] < 'a' || letter[0] > 'z' {
		return fmt.Errorf("the letter of a piece is one of a to z, not %.10q", n.Letter)
	}
	for _, p := range e.sketch.Pieces {
		if p.Key != n.Key && strings.ToLower(p.Letter) == letter {
			return fmt.Errorf("%s is already the letter of the %s", letter, p.Name)
		}
	}
	if !plain(n.Name, n.Betza, n.Drawing) || strings.ContainsAny(n.Name+n.Drawing, ",|:=#") {
		return errors.New("a name may have letters, digits, spaces, - and '")
	}
	if strings.ContainsAny(n.Betza, "# \t") {
		return errors.New("moves must not contain spaces")
	}
	now := e.pieceOf(n.Key)
	if n.Key == "" {
		if n.Key = e.freeKey(); n.Key == "" {
			return fmt.Errorf("a game can define at most %d pieces", custom)
		}
	}
	if now != nil && strings.ToLower(now.Letter) != letter {
		e.reletter(strings.ToLower(now.Letter), letter)
	}
	value := letter
	if takes := strings.HasPrefix(n.Key, "customPiece"); takes || n.Key == "king" && n.Betza != "" && n.Betza != "K" {
		if value += ":" + n.Betza; n.Betza == "" && takes {
			return errors.New("say how the piece moves, in Betza’s notation: W is a step, N a knight’s leap")
		}
	}
	if own, ok := e.Get(n.Key); !ok && now != nil && strings.EqualFold(now.Letter, letter) && (n.Betza == now.Betza || !now.Custom) {
		// The parent already says so.
	} else if own != value {
		e.Set(n.Key, value)
	}
	if now == nil || now.Name != n.Name || now.Drawing != n.Drawing {
		e.call(letter, n.Name, n.Drawing, now)
	}
	if now == nil {
		e.promote(letter)
	}
	return nil
}

func (e *editor) pieceOf(key string) *general.SketchPiece {
	i := slices.IndexFunc(e.sketch.Pieces, func(p general.SketchPiece) bool { return p.Key == key })
	if key == "" || i < 0 {
		return nil
	}
	return &e.sketch.Pieces[i]
}

// freeKey returns the first unused key for a piece, "" if there is none.
func (e *editor) freeKey() string {
	for i := 1; i <= custom; i++ {
		key := fmt.Sprintf("customPiece%d", i)
		if value, own := e.Get(key); e.pieceOf(key) == nil && (!own || value == "-") {
			return key
		}
	}
	return ""
}

// call names a piece in pieceNames. Without a name and a drawing its entry is removed.
func (e *editor) call(letter, name, drawing string, was *general.SketchPiece) {
	value, _ := e.Get("pieceNames")
	entries := slices.DeleteFunc(strings.Split(value, ","), func(entry string) bool {
		l, _, _ := strings.Cut(strings.TrimSpace(entry), ":")
		return strings.EqualFold(l, letter) || strings.TrimSpace(entry) == ""
	})
	if name != "" || drawing != "" {
		if name == "" && was != nil {
			name = was.Name
		}
		name = cmp.Or(name, "piece "+strings.ToUpper(letter))
		entry := letter + ":" + name
		if drawing != "" && drawing != name {
			entry += "||" + drawing
		}
		entries = append(entries, entry)
	}
	for i := range entries {
		entries[i] = strings.TrimSpace(entries[i])
	}
	if e.Set("pieceNames", strings.Join(entries, ", ")); len(entries) == 0 {
		e.Unset("pieceNames")
	}
}

// promote lets pawns promote to a new piece, where the promotion pieces are listed.
func (e *editor) promote(letter string) {
	for _, key := range []string{"promotionPieceTypes", "promotionPieceTypesWhite", "promotionPieceTypesBlack"} {
		value, own := e.Get(key)
		if set, _ := e.setting(key); !own && key == "promotionPieceTypes" {
			value, own = set.Value, true
		}
		if own && value != "" && value != "-" && value != "*" {
			e.Set(key, value+" "+letter)
		}
	}
}

// letterKeys are keys with letters, apart from those for pieces: letters and colons.
var letterKeys = []string{"promotedPieceType", "promotionLimit"}

// reletter changes the letter of a piece wherever the section names it; "" removes the piece.
func (e *editor) reletter(from, to string) {
	p := e.start()
	before := p.String()
	if p.Reletter(from, to); p.String() != before {
		e.Set("startFen", p.String())
	}
	for _, key := range e.Keys() {
		value, _ := e.Get(key)
		set, _ := e.setting(key)
		switch {
		case set.Kind == general.PiecesSetting || set.Kind == general.PieceSetting:
			letters := []string{}
			for _, c := range strings.ReplaceAll(value, " ", "") {
				if l := string(c); !strings.EqualFold(l, from) {
					letters = append(letters, l)
				} else if to != "" {
					letters = append(letters, to)
				}
			}
			if len(letters) == 0 {
				letters = []string{"-"}
			}
			e.Set(key, strings.Join(letters, " "))
		case slices.Contains(letterKeys, key):
			e.Set(key, strings.Join(pairs(strings.Fields(value), ":", from, to), " "))
		case key == "pieceNames":
			if list := pairs(strings.Split(value, ","), ":", from, to); len(list) > 0 {
				e.Set(key, strings.Join(list, ", "))
			} else {
				e.Unset(key)
			}
		}
	}
}

// pairs changes a letter in "a:x", on either side of the colon.
func pairs(list []string, colon, from, to string) (now []string) {
	for _, pair := range list {
		left, right, _ := strings.Cut(strings.TrimSpace(pair), colon)
		plus := strings.HasPrefix(left, "+")
		if strings.EqualFold(strings.TrimPrefix(left, "+"), from) {
			if left = to; to == "" {
				continue
			}
			if plus {
				left = "+" + to
			}
		}
		if strings.EqualFold(right, from) && len(right) == 1 {
			if right = to; to == "" {
				continue
			}
		}
		now = append(now, left+colon+right)
	}
	return now
}

// remove removes a kind of piece from the game.
func (e *editor) remove() error {
	now := e.pieceOf(e.edit.Key)
	if now == nil {
		return errors.New("there is no such piece")
	}
	e.reletter(strings.ToLower(now.Letter), "")
	e.Unset(now.Key)
	if s, _ := e.read(e.String()); s != nil && slices.ContainsFunc(s.Pieces, func(p general.SketchPiece) bool { return p.Key == now.Key }) {
		e.Set(now.Key, "-") // the parent defines it
	}
	return nil
}
