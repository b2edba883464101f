package game

import (
	"fmt"
	"strings"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
)

// card puts the rules of a game in words, in the order in which a player needs
// them: the start, the army, the board, what a capture does, turns, the goal.
func card(r *chess.Ruleset) []string {
	rules := r.Variant().Rules
	if len(rules) == 0 {
		return []string{"Orthodox chess, by the laws of FIDE."}
	}
	var lines []string
	for _, words := range []func(chess.Rule, *chess.Ruleset) []string{
		startWords, armyWords, boardWords, captureWords, turnWords, goalWords,
	} {
		for _, rule := range rules {
			lines = append(lines, words(rule, r)...)
		}
	}
	return lines
}

func startWords(rule chess.Rule, r *chess.Ruleset) []string {
	switch rule := rule.(type) {
	case chess.NoCastling:
		return []string{"There is no castling."}
	case chess.Chess960:
		return []string{"The game may start from any shuffled back rank. To castle, move the king onto its rook."}
	case chess.Placement:
		lines := []string{"The pieces start in hand. As long as you hold any, your move is to place one on an empty square of your first rank."}
		if rule.OppositeBishops {
			lines = append(lines, "Your bishops go on squares of different colours.")
		}
		if r.Castling() {
			lines = append(lines, "A king placed on e1 or e8 may castle with a rook placed in a corner of its rank.")
		}
		return lines
	}
	return nil
}

func armyWords(rule chess.Rule, _ *chess.Ruleset) []string {
	if _, ok := rule.(chess.Amazons); ok {
		return []string{"Amazons (A) take the place of queens: they move as a queen or as a knight."}
	}
	return nil
}

func boardWords(rule chess.Rule, _ *chess.Ruleset) []string {
	holes, ok := rule.(chess.BlackHoles)
	if !ok {
		return nil
	}
	names := squareNames(chess.Bitboard(holes))
	noun, verb := "a black hole", "is"
	if chess.Bitboard(holes).Several() {
		noun, verb = "black holes", "are"
	}
	return []string{
		fmt.Sprintf("%s %s %s: what moves onto one, or over it along a line, is gone, and captures nothing. Knights jump over.", names, verb, noun),
		"Nothing attacks through a hole.",
	}
}

func captureWords(rule chess.Rule, r *chess.Ruleset) []string {
	switch rule := rule.(type) {
	case chess.Shooting:
		lines := []string{"Whatever captures stays on its square: it shoots. A pawn that shoots does not promote."}
		if rule.LosesCastling {
			lines = append(lines, "A king or rook that shoots loses the right to castle.")
		}
		return lines
	case chess.Relocation:
		lines := []string{"Whoever captures a piece puts it on any other empty square, in its old colour; a pawn not on rank 1 or 8."}
		if r.Royal() {
			lines = append(lines, "The piece must not give check to the capturer's own king from there.")
		}
		return lines
	}
	return nil
}

func turnWords(rule chess.Rule, r *chess.Ruleset) []string {
	if _, ok := rule.(chess.FibonacciTurns); !ok {
		return nil
	}
	lines := []string{"Turns grow: White moves once, Black once, White twice, Black three times, then 5, 8, 13 … moves a turn."}
	if r.Royal() {
		lines = append(lines, "A check ends the turn at once. Every single move must be legal by itself.")
	}
	return lines
}

func goalWords(rule chess.Rule, r *chess.Ruleset) []string {
	switch rule.(type) {
	case chess.Extinction:
		names := make([]string, 0, 6)
		for _, role := range r.Roles() {
			names = append(names, role.String()+"s")
		}
		return []string{
			"There is no check. You win when your opponent has none left of some kind: " + strings.Join(names, ", ") + ".",
			"Kings may be captured, and pawns may become kings.",
		}
	case chess.BlackHoles:
		if r.Royal() {
			return []string{"A king that goes into a hole has lost the game."}
		}
	}
	return nil
}

// squareNames lists squares: "d5 and f5".
func squareNames(set bitboard.Bitboard) string {
	var names []string
	for ; set != 0; set = set.Next() {
		names = append(names, set.First().String())
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
