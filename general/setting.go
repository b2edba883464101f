package general

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// The kinds of values that keys have.
const (
	TextSetting    = "text"
	BoolSetting    = "bool"
	ChoiceSetting  = "choice"
	NumberSetting  = "number"
	SquaresSetting = "squares"
	PieceSetting   = "piece"
	PiecesSetting  = "pieces"
)

// A setting is what a key's value changes, and how a description would say it.
type setting struct {
	kind      string
	values    []string // of a choice, in alphabetical order
	low, high int      // of a number
	apply     func(d *Description, value string) error
	text      func(d *Description) string // the value that the description has; nil where it cannot be determined
}

// by returns a setting that only says what a value changes.
func by(apply func(d *Description, value string) error) setting {
	return setting{kind: TextSetting, apply: apply}
}

// extinction returns a setting that replaces what our variants use instead.
func extinction(s setting) setting {
	apply := s.apply
	s.apply = func(d *Description, v string) error {
		d.bareWins, d.horde = false, false
		return apply(d, v)
	}
	return s
}

// checkCounting returns a setting that gives a FEN without checks the format's meaning
// instead of that of our variants.
func checkCounting(s setting) setting {
	apply := s.apply
	s.apply = func(d *Description, v string) error {
		d.toGive = 0
		return apply(d, v)
	}
	return s
}

func boolOf(field func(*Description) *bool) setting {
	return boolsOf(func(d *Description) []*bool { return []*bool{field(d)} })
}

// sameOf returns a setting that gives several fields the value read from a text.
func sameOf[T any](kind string, fields func(*Description) []*T, read func(*Description, string) (T, error), write func(*Description, T) string) setting {
	return setting{
		kind: kind,
		apply: func(d *Description, v string) error {
			value, err := read(d, v)
			for _, f := range fields(d) {
				*f = value
			}
			return err
		},
		text: func(d *Description) string { return write(d, *fields(d)[0]) },
	}
}

func boolsOf(fields func(*Description) []*bool) setting {
	read := func(_ *Description, v string) (bool, error) { return truth(v) }
	write := func(_ *Description, on bool) string { return strconv.FormatBool(on) }
	s := sameOf(BoolSetting, fields, read, write)
	s.values = []string{"false", "true"}
	return s
}

func intOf(high int, field func(*Description) *int) setting {
	return setting{
		kind: NumberSetting, high: high,
		apply: func(d *Description, v string) (err error) {
			*field(d), err = number(v, 0, high)
			return err
		},
		text: func(d *Description) string { return strconv.Itoa(*field(d)) },
	}
}

// rankOf reads a rank, from 1, into one from 0.
func rankOf(field func(*Description) *int) setting {
	return setting{
		kind: NumberSetting, low: 1, high: 16,
		apply: func(d *Description, v string) error {
			n, err := number(v, 1, 16)
			*field(d) = n - 1
			return err
		},
		text: func(d *Description) string { return strconv.Itoa(*field(d) + 1) },
	}
}

func fileOf(field func(*Description) *int) setting {
	return setting{
		kind: TextSetting,
		apply: func(d *Description, v string) error {
			file, err := parseFile(v)
			*field(d) = file
			return err
		},
		text: func(d *Description) string { return string(rune('a' + *field(d))) },
	}
}

// zonesOf reads the number of a rank, and sets something for each side.
func zonesOf(set func(d *Description, c, rank int)) setting {
	return by(func(d *Description, v string) error {
		n, err := number(v, 1, 16)
		for c := range 2 {
			set(d, c, n)
		}
		return err
	})
}

func valueOf(field func(*Description) *Value) setting {
	return oneOf(map[string]Value{"win": Win, "loss": Loss, "draw": Draw, "none": NoEnd}, field)
}

// resultOf reads the value of what ends the game in any case. "none" is a win: in
// the format's program it is a number above all others.
func resultOf(field func(*Description) *Value) setting {
	return oneOf(map[string]Value{"win": Win, "loss": Loss, "draw": Draw, "none": Win}, field)
}

func enclosingOf(field func(*Description) *encloseRule) setting {
	return oneOf(map[string]encloseRule{"none": noEnclosing, "reversi": reversi, "ataxx": ataxx,
		"quadwrangle": quadwrangle, "snort": snort, "anyside": anyside, "top": top}, field)
}

func oneOf[T comparable](names map[string]T, field func(*Description) *T) setting {
	known := slices.Sorted(maps.Keys(names))
	s := setting{kind: ChoiceSetting, values: known}
	s.apply = func(d *Description, v string) error {
		value, ok := names[v]
		if !ok {
			return fmt.Errorf("%.40q is not one of %s", v, strings.Join(known, ", "))
		}
		*field(d) = value
		return nil
	}
	s.text = func(d *Description) (text string) {
		for _, name := range known {
			if names[name] == *field(d) {
				text = name // of two names the last one, so that a win is not "none"
			}
		}
		return text
	}
	return s
}

func squaresOf(fields func(*Description) []*region) setting {
	read := func(_ *Description, v string) (region, error) { return parseRegion(v) }
	return sameOf(SquaresSetting, fields, read, (*Description).regionText)
}

// regionText writes squares of the board as parseRegion reads them, full ranks
// abbreviated.
func (d *Description) regionText(r region) string {
	var words []string
	for rank := range d.Ranks {
		var row []string
		for file := range d.Files {
			if r.has(file, rank) {
				row = append(row, fmt.Sprintf("%c%d", 'a'+file, rank+1))
			}
		}
		if len(row) == d.Files {
			row = []string{fmt.Sprintf("*%d", rank+1)}
		}
		words = append(words, row...)
	}
	if len(words) == 0 {
		return "-"
	}
	return strings.Join(words, " ")
}

func piecesOf(fields func(*Description) []*roleSet) setting {
	read := func(d *Description, v string) (roleSet, error) {
		set, _, err := d.pieces(v)
		return set, err
	}
	return sameOf(PiecesSetting, fields, read, (*Description).piecesText)
}

// piecesText writes a set of pieces as pieces reads it.
func (d *Description) piecesText(set roleSet) string {
	if set.has(AllRoles) {
		return "*"
	}
	var letters []string
	for r := Role(1); r < roles; r++ {
		if set.has(r) && d.letters[r] != 0 {
			letters = append(letters, strings.ToLower(string(d.letters[r])))
		}
	}
	if letters == nil {
		return "-"
	}
	return strings.Join(letters, " ")
}

func pieceOf(fields func(*Description) []*Role) setting {
	read := func(d *Description, v string) (Role, error) {
		_, list, err := d.pieces(v)
		return lastOf(list), err
	}
	write := func(d *Description, r Role) string {
		if r == AllRoles || d.letters[r] == 0 { // none is there, or all of them are meant
			return ""
		}
		return d.piecesText(rolesOf(r))
	}
	return sameOf(PieceSetting, fields, read, write)
}

func pawnsOf(colors ...int) setting {
	return setting{
		kind: PiecesSetting,
		apply: func(d *Description, v string) error {
			set, list, err := d.pieces(v)
			for _, c := range colors {
				d.promotionPawnTypes[c], d.mainPromotionPawnType[c] = set, lastOf(list)
			}
			return err
		},
		text: func(d *Description) string { return d.piecesText(d.promotionPawnTypes[colors[0]]) },
	}
}
