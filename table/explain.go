package table

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/rules"
)

// This file explains in a player's words why a typed text is not a legal move.

// typedTarget splits typed text into origin, destination and promotion.
var typedTarget = regexp.MustCompile(`^(.*?)([a-pA-P]\d{1,2}[IVXivx]*)(=?[A-Za-z+]{0,2})$`)

// unsigned removes signs that carry no meaning, and replaces pictures of pieces by their letters.
var unsigned = strings.NewReplacer("x", "", "X", "", "-", "", ":", "", "*", "",
	"♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "", "♚", "K", "♛", "Q", "♜", "R", "♝", "B", "♞", "N", "♟", "")

// explain says why a text is not a legal move.
func explain(pos game.Position, text string) Answer {
	board := pos.Rules().Board()
	body, put, _ := strings.Cut(strings.TrimRight(text, "+#!?"), ",")
	body = unsigned.Replace(body)
	if len(body) > 1 && strings.Trim(body, "oO0") == "" {
		return whyNoCastling(pos, strings.Repeat("O-", len(body)-1)+"O")
	}
	parts := typedTarget.FindStringSubmatch(body)
	if parts == nil {
		return Answer{Text: notAMove(pos, text)}
	}
	to, ok := parseSquare(board, parts[2])
	if !ok {
		return Answer{Text: "the board has no square " + strings.ToLower(parts[2])}
	}
	origin := parts[1]
	if letter, drops := strings.CutSuffix(origin, "@"); drops {
		return refusal(screen.Of(pos).Refusal(to, to, strings.ToUpper(letter)), pos, text)
	}
	if from, ok := parseSquare(board, origin); ok {
		return whyNotTo(pos, text, from, to, put)
	}
	return whyNobody(pos, text, origin, to, put)
}

func whyNoCastling(pos game.Position, text string) Answer {
	var refused *rules.MoveError
	if _, err := pos.ParseSAN(text); errors.As(err, &refused) {
		return Answer{Text: refused.Reason}
	}
	return Answer{Text: pos.Side().Title() + " cannot castle on that side now"}
}

// parseSquare reads a square written in upper or lower case.
func parseSquare(board game.Board, text string) (game.Square, bool) {
	if text == "" {
		return 0, false
	}
	return board.ParseSquare(strings.ToLower(text[:1]) + strings.ToUpper(text[1:]))
}

// notAMove says that a text is not written like a move, and gives examples.
func notAMove(pos game.Position, text string) string {
	said := fmt.Sprintf("%.40q is not a move", text)
	if moves := pos.Moves(); len(moves) > 0 {
		m := moves[len(moves)/2]
		said += ": type one such as " + pos.SAN(m)
		if uci := pos.UCI(m); uci != pos.SAN(m) {
			said += " or " + uci
		}
	}
	return said
}

// refusal answers with the reason why a move was refused; if none was, the text is
// incomplete or no move at all.
func refusal(r *screen.Refusal, pos game.Position, text string) Answer {
	if r != nil {
		return Answer{r.Reason, r.Attackers}
	}
	var whole []string
	for _, m := range pos.Moves() {
		if !namesAim(pos, m, loose(text)) {
			continue
		}
		if san := pos.SAN(m); strings.HasPrefix(loose(san), loose(text)) || strings.HasPrefix(loose(pos.UCI(m)), loose(text)) {
			whole = append(whole, san)
		}
	}
	if len(whole) == 0 {
		return Answer{Text: notAMove(pos, text)}
	}
	return Answer{Text: "the move is incomplete: it could be " + strings.Join(whole[:min(4, len(whole))], ", ")}
}

// whyNotTo says why the piece on a square cannot go to another.
func whyNotTo(pos game.Position, text string, from, to game.Square, put string) Answer {
	pick := NewPick(pos)
	if p, ok := pos.At(from); !ok || p.Color != pos.Side() {
		return pick.whyNotFrom(from)
	}
	r := screen.Of(pos).Refusal(from, to, "")
	if parts := typedTarget.FindStringSubmatch(put); r == nil && parts != nil {
		square, ok := parseSquare(pos.Rules().Board(), parts[2])
		if ok && pick.Click(from) && pick.Click(to) {
			return pick.Why(square)
		}
	}
	return refusal(r, pos, text)
}

// whyNobody says why no piece that fits an origin (a letter, and perhaps a file or a
// rank) can go to a square.
func whyNobody(pos game.Position, text, origin string, to game.Square, put string) Answer {
	board, side := pos.Rules().Board(), pos.Side()
	letter, at := "P", strings.ToLower(origin)
	if n := strings.LastIndexFunc(origin, unicode.IsUpper) + 1; n > 0 {
		letter, at = origin[:n], strings.ToLower(origin[n:])
	} else if origin != "" && !strings.ContainsRune("abcdefghijklmnop"[:board.Files]+"0123456789", rune(origin[0])) {
		letter, at = strings.ToUpper(origin[:1]), strings.ToLower(origin[1:])
	}
	name := KindName(pos.Rules(), letter)
	if name == letter {
		return Answer{Text: notAMove(pos, text)}
	}
	var reasons []*screen.Refusal
	var fits, able []game.Square
	for _, s := range board.Squares() {
		if p, ok := pos.At(s); ok && p.Color == side && p.Letter == letter && strings.Contains(strings.ToLower(board.Name(s)), at) {
			fits = append(fits, s)
			if r := screen.Of(pos).Refusal(s, to, ""); r == nil {
				able = append(able, s)
			} else {
				reasons = append(reasons, r)
			}
		}
	}
	where := ""
	if at != "" {
		where = " there"
	}
	switch {
	case len(fits) == 0:
		return Answer{Text: fmt.Sprintf("%s has no %s%s", side.Title(), name, where)}
	case len(able) == 1:
		return whyNotTo(pos, text, able[0], to, put)
	case len(able) > 1:
		return Answer{Text: fmt.Sprintf("more than one %s can go to %s: say which, as in %s", name, board.Name(to), strings.Join(sansOf(pos, able, to), " or "))}
	}
	for _, r := range reasons {
		if r.Exposes || len(reasons) == 1 {
			return Answer{r.Reason, r.Attackers}
		}
	}
	for _, r := range reasons {
		if r.Reason != reasons[0].Reason {
			return Answer{Text: fmt.Sprintf("no %s %s can go to %s", side, name, board.Name(to))}
		}
	}
	return Answer{Text: reasons[0].Reason}
}

// sansOf returns the SAN of the first legal move from each square to another.
func sansOf(pos game.Position, from []game.Square, to game.Square) (sans []string) {
	for _, s := range from {
		for _, m := range pos.Moves() {
			if steps := screen.Of(pos).Steps(m); steps[0].Kind == screen.StepFrom && steps[0].Square == s && steps[1].Square == to {
				sans = append(sans, pos.SAN(m))
				break
			}
		}
	}
	return sans
}
