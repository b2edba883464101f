package uci

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// pictures are XBoard's types of pieces in its order, by the names of our drawings. The first
// eleven can be promoted, each to the type eleven places further on. The king, which comes last,
// is not listed.
var pictures = []string{
	"pawn", "knight", "bishop", "rook", "queen", "ferz", "alfil", "archbishop", "chancellor", "wazir", "commoner",
	"cannon", "nightrider", "", "dragon king", "grasshopper", "silver", "", "lance", "", "unicorn", "lion",
	"", "zebra", "camel", "", "", "", "duck", "amazon",
}

// promotable is how many types can be promoted.
const promotable = 11

// setup describes the game: the letters of the pieces, the board and the hand, XBoard's nearest
// game, the start position, and how the pieces move.
func (s *Session) setup() string {
	board, start := s.rules.Board(), s.rules.Start()
	fen := start.FEN()
	parent := "fairy"
	switch number, _ := start.Turn(); {
	case number > 0:
		parent = "lion" // in which XBoard allows passes
	case len(start.Hand(rules.White)) > 0:
		parent = "bughouse" // the hand is filled at the start
	case hasHands(start):
		parent = "crazyhouse" // the hand is filled by captures
	}
	if s.xb.game.Parent != "" {
		parent = s.xb.game.Parent
	}
	types, hand := s.types()
	table := strings.Join(types, "")
	var b strings.Builder
	fmt.Fprintf(&b, "setup (%s%s) %dx%d+%d_%s %s\n", table, strings.ToLower(table), board.Files, board.Ranks, hand, parent, fen)
	for _, kind := range s.rules.Pieces() {
		if moves := s.betza(kind); moves != "" {
			fmt.Fprintf(&b, "piece %s& %s\n", kind.Letter, moves)
		}
	}
	return b.String()
}

// types returns XBoard's table of pieces: the letter for each of its types in its order, the
// king's last, a dot for those that the game lacks; and how many types the hand has room for.
func (s *Session) types() (table []string, hand int) {
	table = slices.Repeat([]string{"."}, 2*promotable)
	king := "."
	set := func(i int, letter string) {
		for len(table) <= i {
			table = append(table, ".")
		}
		table[i] = letter
	}
	kinds := slices.DeleteFunc(s.rules.Pieces(), func(k game.Kind) bool { return k.Rare })
	promoted := map[string]bool{}
	for _, k := range kinds {
		if letter, ok := strings.CutPrefix(k.Letter, "+"); ok {
			promoted[letter] = true
		}
	}
	var rest []game.Kind
	for _, k := range kinds {
		name := cmp.Or(k.Drawing, k.Name)
		i := slices.Index(pictures, strings.TrimPrefix(name, "shogi "))
		switch {
		case strings.HasPrefix(k.Letter, "+"):
		case name == "king":
			king = k.Letter
		case i >= 0 && len(table) > i && table[i] == "." && (i < promotable || !promoted[k.Letter]):
			set(i, k.Letter)
		default:
			rest = append(rest, k)
		}
	}
	for _, k := range rest {
		i := slices.Index(table, ".")
		if i >= promotable && promoted[k.Letter] || i < 0 {
			i = len(table)
		}
		set(i, k.Letter)
	}
	for i := range promotable {
		if promoted[table[i]] {
			set(i+promotable, "+")
		}
	}
	start := s.rules.Start()
	if !hasHands(start) {
		return append(table, king), 0
	}
	for i, letter := range table[:promotable] {
		if letter != "." && i > 0 && len(promoted)+len(start.Hand(rules.White)) == 0 && table[i+promotable] == "." {
			set(i+promotable, "~") // was a pawn
		}
	}
	return append(table, king), len(kinds) - len(promoted)
}

// hasHands reports whether pieces can be in hand.
func hasHands(start game.Position) bool {
	s := start.Rules()
	return len(start.Hand(rules.White)) > 0 || slices.ContainsFunc(s.Pieces(), func(k game.Kind) bool { // try one from the board
		placement, rest, _ := strings.Cut(start.FEN(), " ")
		placement, _, _ = strings.Cut(placement, "[")
		_, err := s.ParsePosition(strings.Replace(placement, k.Letter, "1", 1) + "[" + k.Letter + "] " + rest)
		return err == nil
	})
}

// betza says in XBoard's dialect of Betza's notation how a kind of piece moves, "" if that is
// not known. It includes castling of the king and double steps of pawns if the game has them.
func (s *Session) betza(k game.Kind) string {
	moves := strings.NewReplacer("L", "C", "J", "Z").Replace(k.Betza)
	switch {
	case k.Rare || strings.ContainsAny(moves, "tO"):
		return ""
	case moves == "" && k.Name == "pawn":
		moves = "fmWfceF"
	case moves == "":
		return ""
	}
	start := s.rules.Start()
	board := s.rules.Board()
	if fields := strings.Fields(start.FEN()); k.Letter == "K" && len(fields) > 2 && fields[2] != "-" && len(start.Royals(start.Side())) > 0 {
		moves += fmt.Sprintf("O%d", (board.Files-4)/2)
	}
	if moves == "fmWfceF" {
		for _, m := range start.Moves() {
			from, to, _, ok := cutMove(board, start.UCI(m))
			if piece, there := start.At(from); ok && there && piece.Letter == k.Letter && to.Rank()-from.Rank() == 2 {
				return moves + "ifmnD"
			}
		}
	}
	return moves
}
