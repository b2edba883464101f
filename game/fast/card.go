package fast

import (
	"fmt"
	"strings"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/rules"
)

// card puts the rules of a game in words, in the order in which a player needs
// them: the start, the army, the board, what a capture does, turns, the goal.
func card(r *chess.Ruleset) []string {
	ruleset := r.Variant().Rules
	if len(ruleset) == 0 {
		return []string{"Orthodox chess, by the laws of FIDE."}
	}
	var lines []string
	for _, words := range []func(rules.Rule, *chess.Ruleset) []string{
		startWords, armyWords, boardWords, captureWords, turnWords, goalWords,
	} {
		for _, rule := range ruleset {
			lines = append(lines, words(rule, r)...)
		}
	}
	return lines
}

func startWords(rule rules.Rule, r *chess.Ruleset) []string {
	switch rule := rule.(type) {
	case rules.NoCastling:
		return []string{"There is no castling."}
	case rules.Horde:
		return []string{"White is a horde of pawns without a king. Its pawns may step twice from the first rank, too."}
	case rules.StartingFrom:
		return []string{"The game starts from a board of its own."}
	case rules.Chess960:
		return []string{"The game may start from any shuffled back rank. To castle, move the king onto its rook."}
	case rules.Placement:
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

func armyWords(rule rules.Rule, _ *chess.Ruleset) []string {
	if _, ok := rule.(rules.Amazons); ok {
		return []string{"Amazons (A) take the place of queens: they move as a queen or as a knight."}
	}
	return nil
}

func boardWords(rule rules.Rule, _ *chess.Ruleset) []string {
	holes, ok := rule.(rules.BlackHoles)
	if !ok {
		return nil
	}
	names := squareNames(bitboard.Bitboard(holes))
	noun, verb := "a black hole", "is"
	if bitboard.Bitboard(holes).Several() {
		noun, verb = "black holes", "are"
	}
	return []string{
		fmt.Sprintf("%s %s %s: what moves onto one, or over it along a line, is gone, and captures nothing. Knights jump over.", names, verb, noun),
		"Nothing attacks through a hole.",
	}
}

func captureWords(rule rules.Rule, r *chess.Ruleset) []string {
	switch rule := rule.(type) {
	case rules.Shooting:
		lines := []string{"Whatever captures stays on its square: it shoots. A pawn that shoots does not promote."}
		if rule.LosesCastling {
			lines = append(lines, "A king or rook that shoots loses the right to castle.")
		}
		return lines
	case rules.Explosions:
		lines := []string{"A capture explodes: it takes away the capturer and everything around the square of the capture but pawns."}
		if r.Royal() {
			lines = append(lines, "Blow up the enemy king to win. You must not blow up your own, so it captures nothing. Kings that touch are safe from check.")
		}
		return lines
	case rules.Pockets:
		return []string{
			"What you capture goes into your hand and changes sides. Instead of a move you may drop it on an empty square, a pawn not on ranks 1 and 8.",
			"A piece that was a pawn goes into the hand as a pawn.",
		}
	case rules.CompulsoryCaptures:
		return []string{"If you can capture, you must."}
	case rules.Relocation:
		lines := []string{"Whoever captures a piece puts it on any other empty square, in its old colour; a pawn not on rank 1 or 8."}
		if r.Royal() {
			lines = append(lines, "The piece must not give check to the capturer's own king from there.")
		}
		return lines
	}
	return nil
}

func turnWords(rule rules.Rule, r *chess.Ruleset) []string {
	var lines []string
	switch rule.(type) {
	case rules.FibonacciTurns:
		lines = []string{"Turns grow: White moves once, Black once, White twice, Black three times, then 5, 8, 13 … moves a turn."}
	case rules.ProgressiveTurns:
		lines = []string{"Turns grow: White moves once, Black twice, White three times, and so on."}
	case rules.MarseillaisTurns:
		lines = []string{"White begins with one move; after that every turn has two."}
	default:
		return nil
	}
	if r.Royal() {
		lines = append(lines, "A check ends the turn at once. Every single move must be legal by itself.")
	}
	return lines
}

func goalWords(rule rules.Rule, r *chess.Ruleset) []string {
	switch rule := rule.(type) {
	case rules.Extinction:
		return []string{"You win when your opponent has " + extinctWords(rule, r) + "."}
	case rules.CommonKings:
		return []string{"There is no check: kings are captured like other pieces."}
	case rules.PromotionToKing:
		if rule.Only {
			return []string{"Pawns become kings, and nothing else."}
		}
		return []string{"Pawns may become kings, too."}
	case rules.GiveAway:
		what := "all your pieces"
		if r.Royal() {
			what = "all your pieces but the king, or are mated"
		}
		if rule.FewerPieces {
			return []string{"You win when you have lost " + what + ". If a side has no move, the side with fewer pieces wins."}
		}
		return []string{"You win when you have lost " + what + ", or have no move."}
	case rules.CheckLimit:
		return []string{fmt.Sprintf("You win with your check number %d.", rule)}
	case rules.Hill:
		return []string{"You win when your king comes to one of " + squareNames(bitboard.Bitboard(rule)) + "."}
	case rules.Race:
		return []string{"You win when your king comes to rank 8 first. If White's comes there and Black's can follow at once, Black has one more turn, and it is a draw if it does."}
	case rules.NoChecks:
		return []string{"Nobody may give check."}
	case rules.Horde:
		return []string{"Black wins by taking everything that White has."}
	case rules.BlackHoles:
		if r.Royal() {
			return []string{"A king that goes into a hole has lost the game."}
		}
	}
	return nil
}

// extinctWords says what a side has that is extinct.
func extinctWords(rule rules.Extinction, r *chess.Ruleset) string {
	var names []string
	for _, role := range r.Roles() {
		if rule.Of == 0 || rule.Of.Has(role) {
			names = append(names, role.String()+"s")
		}
	}
	switch {
	case rule.Left > 0:
		return fmt.Sprintf("no more than %d %s", rule.Left, strings.Join(names, ", or "))
	case len(names) > 1:
		return "none left of some kind: " + strings.Join(names, ", ")
	}
	return "no " + strings.Join(names, "") + " left"
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
