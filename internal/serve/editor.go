package serve

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
)

// This file checks positions: those of the editor, square by square, and pasted ones.

// An edit is a position in the making.
type edit struct {
	Variant  string            `json:"variant"`
	FEN      string            `json:"fen"`
	Pieces   map[string]string `json:"pieces"` // instead of a FEN
	Hands    [2]map[string]int `json:"hands"`
	Side     string            `json:"side"`
	Castling string            `json:"castling"` // the rights wanted, as in a FEN
	Rest     string            `json:"rest"`     // of the FEN, after the castling rights
}

// position answers what a FEN or the editor's board is: a position, or why it is not one.
func (s *Server) position(w *Reply, r *Request) {
	var e edit
	if !read(w, r, &e) {
		return
	}
	ruleset, err := s.openGame(e.Variant)
	if err != nil {
		refuse(w, err.Error())
		return
	}
	reply := map[string]any{"rules": rulesOf(ruleset), "hands": holds(ruleset)}
	fen := e.FEN
	if e.Pieces != nil {
		if fen, err = arrange(ruleset, e); err != nil {
			refuse(w, err.Error())
			return
		}
	}
	pos := ruleset.Start()
	if fen != "" {
		pos, err = ruleset.ParsePosition(fen)
	}
	if err != nil {
		reply["fen"], reply["fault"] = fen, inPlayersWords(err, e.Pieces == nil)
		answer(w, StatusOK, reply)
		return
	}
	reply["fen"], reply["position"], reply["castling"] = pos.FEN(), positionOf(pos, false), rightsOf(ruleset, pos.FEN())
	answer(w, StatusOK, reply)
}

// holds reports whether a game can have pieces in hand: whether it has a hand at the start, or
// accepts one of its pieces in hand.
func holds(ruleset game.Rules) bool {
	placement, rest, _ := strings.Cut(ruleset.Start().FEN(), " ")
	if !ruleset.Board().Flat() || strings.Contains(placement, "[") {
		return ruleset.Board().Flat()
	}
	return slices.ContainsFunc(ruleset.Pieces(), func(k game.Kind) bool {
		fewer := strings.Replace(placement, k.Letter, "1", 1)
		_, err := ruleset.ParsePosition(fewer + "[" + k.Letter + "] " + rest)
		return err == nil
	})
}

// arrange writes the editor's board as a FEN. Castling rights and an en passant square that no
// longer fit the board are left out.
func arrange(ruleset game.Rules, e edit) (string, error) {
	board := ruleset.Board()
	pieces := map[game.Square]game.Piece{}
	for name, text := range e.Pieces {
		square, ok := board.ParseSquare(name)
		if !ok || len(text) < 2 || len(text) > 6 {
			return "", errors.New("there is no such square or piece")
		}
		p := game.Piece{Letter: strings.TrimSuffix(text[1:], "~"), Promoted: strings.HasSuffix(text, "~")}
		if text[0] == 'b' {
			p.Color = rules.Black
		}
		pieces[square] = p
	}
	side, err := sideOf(e.Side)
	if err != nil {
		return "", err
	}
	fen := table.Arrange(board, pieces, e.Hands, side, "")
	if !board.Flat() {
		return fen, nil
	}
	fields, rest := strings.Fields(fen)[:2], strings.Fields(clean(e.Rest, 200))
	if len(rest) == 0 {
		rest = []string{noField, "0", "1"}
	}
	rights := ""
	for _, r := range rightsOf(ruleset, strings.Join(append(fields, cleanRights(e.Castling), noField), " ")) {
		if r.On {
			rights += r.Right
		}
	}
	with := func(square string) string {
		return strings.Join(slices.Concat(fields, []string{orNone(rights), square}, rest[1:]), " ")
	}
	if _, err := ruleset.ParsePosition(with(rest[0])); err != nil {
		if _, err := ruleset.ParsePosition(with(noField)); err == nil {
			return with(noField), nil
		}
	}
	return with(rest[0]), nil
}

// noField stands for an empty field of a FEN.
const noField = "-"

func orNone(field string) string { return cmp.Or(field, noField) }

// cleanRights keeps what can be castling rights.
func cleanRights(text string) string {
	return orNone(strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, clean(text, 40)))
}

// A right is a castling right that a side has or could have.
type right struct {
	Right string `json:"right"` // as in a FEN
	Side  string `json:"side"`
	Name  string `json:"name"`
	On    bool   `json:"on"`
}

// rightsOf returns the castling rights that fit the board of a FEN, and whether the FEN has them.
func rightsOf(ruleset game.Rules, fen string) (list []right) {
	list = []right{}
	fields := strings.Fields(fen)
	if !ruleset.Board().Flat() || len(fields) < 4 {
		return list
	}
	start := strings.Fields(ruleset.Start().FEN())
	letters := "KQ" + strings.ToUpper(strings.Trim(start[2]+fields[2], noField))
	for _, side := range []string{"white", "black"} {
		for i, letter := range letters {
			text := string(letter)
			if side == "black" {
				text = strings.ToLower(text)
			}
			alone := strings.Join(slices.Concat(fields[:2], []string{text, noField, "0", "1"}), " ")
			pos, err := ruleset.ParsePosition(alone)
			if err != nil || strings.ContainsRune(letters[:i], letter) {
				continue
			}
			on := strings.Contains(fields[2], text)
			// A rook named by its file may be the one that K or Q means.
			same := func(r right) bool { return strings.Fields(pos.FEN())[2] == r.Right }
			if k := slices.IndexFunc(list, same); k >= 0 && !strings.ContainsRune("KQ", letter) {
				list[k].On = list[k].On || on
				continue
			}
			name := map[rune]string{'K': "king side", 'Q': "queen side"}[letter]
			if name == "" {
				name = fmt.Sprintf("%s-file", strings.ToLower(text))
			}
			list = append(list, right{text, side, name, on})
		}
	}
	return list
}

// A phrase puts an error about a position into a player's words.
type phrase struct {
	found *regexp.Regexp
	text  string
}

// phrases are compiled when the first position is refused.
var phrases = sync.OnceValue(func() []phrase {
	return []phrase{
		{regexp.MustCompile(`^pawn on (\S+)$`), "a pawn cannot stand on $1"},
		{regexp.MustCompile(`^(.*) on (\S+): this game has none$`), "this game has no $1 (on $2)"},
		{regexp.MustCompile(`^(.*) on (\S+), which is a black hole$`), "the $1 on $2 stands on a black hole"},
		{regexp.MustCompile(`^the (.*) on (\S+) is in check, but (\S+) is to move$`), "it is ${3}’s move, but the $1 on $2 is in check and could be captured"},
		{regexp.MustCompile(`^the (.*) on (\S+) is in check( from .*)?, but it is (\S+)'s move$`), "it is ${4}’s move, but the $1 on $2 is in check$3 and could be captured"},
		{regexp.MustCompile(`^the (.*) is in check, which is forbidden$`), "the $1 is in check, and in this game nobody may give check"},
		{regexp.MustCompile(`^\d+ (white|black) (.*)s instead of at most one$`), "$1 has more than one $2"},
		{regexp.MustCompile(`^\d+ (white|black) (.*)s, including the hand, instead of at most one$`), "$1 has more than one $2, counting the hand"},
		{regexp.MustCompile(`^(.*) has a king, but must not have one$`), "in this game $1 has no king"},
		{regexp.MustCompile(`^(.*) in hand$`), "there can be no $1 in hand"},
		{regexp.MustCompile(`^more than (\d+) of one kind \((.*)\) in a hand$`), "more than $1 of one piece in hand ($2)"},
	}
})

// sideNames matches names of the players, but not a "white pawn".
var sideNames = regexp.MustCompile(`\b(white|black)( has| is|’s)`)

var fenPrefix = regexp.MustCompile(`^FEN(?: ([a-z ]+), offset (\d+)|, ([a-z ]+\d*))?: `)

// inPlayersWords says why a position is invalid, and, if it was written as a FEN, in which field.
func inPlayersWords(err error, written bool) string {
	text, field := err.Error(), ""
	if where := fenPrefix.FindStringSubmatch(text); where != nil {
		text, field = text[len(where[0]):], where[1]+where[3]
	}
	for _, p := range phrases() {
		if p.found.MatchString(text) {
			text = p.found.ReplaceAllString(text, p.text)
			break
		}
	}
	text = sideNames.ReplaceAllStringFunc(text, func(found string) string { return strings.ToUpper(found[:1]) + found[1:] })
	if written && field != "" {
		text += " (in the FEN: " + field + ")"
	}
	return text
}
