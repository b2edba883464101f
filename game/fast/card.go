package fast

import (
	"fmt"
	"slices"
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
			for _, line := range words(rule, r) {
				if !slices.Contains(lines, line) { // several rules may forbid castling
					lines = append(lines, line)
				}
			}
		}
	}
	return lines
}

func startWords(rule rules.Rule, r *chess.Ruleset) []string {
	switch rule := rule.(type) {
	case rules.NoCastling:
		return []string{"There is no castling."}
	case rules.Horde:
		return []string{"White is a horde of pawns without a king. Its pawns may also move two squares from the first rank."}
	case rules.StartingFrom:
		return []string{"The game has its own start position."}
	case rules.Chess960:
		return []string{"The game may start from any shuffled back rank. To castle, move the king onto its rook."}
	case rules.Placement:
		lines := []string{"The pieces start in hand. While you have any in hand, you must place one on an empty square of your first rank."}
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
		return []string{"Amazons (A) replace queens: they move like a queen or a knight."}
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
		fmt.Sprintf("%s %s %s: a piece that moves onto one, or over it along a line, vanishes and captures nothing. Knights jump over.", names, verb, noun),
		"Nothing attacks through a hole.",
	}
}

func captureWords(rule rules.Rule, r *chess.Ruleset) []string {
	switch rule := rule.(type) {
	case rules.Shooting:
		lines := []string{"A capturing piece stays on its square: it shoots. A pawn that shoots does not promote."}
		if rule.LosesCastling {
			lines = append(lines, "A king or rook that shoots can no longer castle.")
		}
		return lines
	case rules.Explosions:
		lines := []string{"A capture explodes: the capturing piece and everything next to the square of the capture except pawns are removed."}
		if r.Royal() {
			lines = append(lines, "Blow up the enemy king to win. You may not blow up your own, so it cannot capture. Kings next to each other are not in check.")
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
		lines := []string{"When you capture a piece, you put it on any other empty square. It keeps its colour; a pawn may not go on rank 1 or 8."}
		if r.Royal() {
			lines = append(lines, "It may not give check to your own king from there.")
		}
		return lines
	}
	return nil
}

func turnWords(rule rules.Rule, r *chess.Ruleset) []string {
	turns, ok := rule.(rules.Turns)
	if !ok {
		return nil
	}
	lengths, err := rules.ParseTurns(string(turns))
	if err != nil || lengths == nil {
		return nil
	}
	lines := []string{lengths.Words() + "."}
	if r.Royal() {
		lines = append(lines, "A check ends the turn at once. Every single move must be legal.")
	}
	return lines
}

func goalWords(rule rules.Rule, r *chess.Ruleset) []string {
	switch rule := rule.(type) {
	case rules.Extinction:
		return extinctWords(rule, r)
	case rules.CommonKings:
		return []string{"There is no check: kings are captured like other pieces."}
	case rules.PromotionToKing:
		if rule.Only {
			return []string{"Pawns promote to kings only."}
		}
		return []string{"Pawns may also promote to kings."}
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
		if r.Royal() && !r.ForbidsChecks() {
			return []string{fmt.Sprintf("You win by giving check %d times.", rule)}
		}
	case rules.Hill:
		return []string{"You win when your king reaches one of " + squareNames(bitboard.Bitboard(rule)) + "."}
	case rules.Race:
		return []string{"You win when your king reaches rank 8 first. If White's gets there and Black's can follow at once, Black has one more turn; if it follows, the game is drawn."}
	case rules.NoChecks:
		if r.Royal() {
			return []string{"Giving check is forbidden."}
		}
	case rules.Horde:
		if !r.GivesAway() {
			return []string{"Black wins by capturing everything White has."}
		}
	case rules.BlackHoles:
		if r.Royal() {
			return []string{"A side whose king goes into a hole loses."}
		}
	}
	return nil
}

// extinctWords says when a side has won by extinction. Only what the sides have at the
// start counts, which may differ.
func extinctWords(rule rules.Extinction, r *chess.Ruleset) []string {
	white, black := vitalWords(rule, r, rules.White), vitalWords(rule, r, rules.Black)
	if white == black && white != "" {
		return []string{"You win when your opponent has " + white + "."}
	}
	var lines []string
	if black != "" {
		lines = append(lines, "White wins when Black has "+black+".")
	}
	if white != "" {
		lines = append(lines, "Black wins when White has "+white+".")
	}
	return lines
}

// vitalWords says what a side has left when it is extinct, nothing if it cannot be.
func vitalWords(rule rules.Extinction, r *chess.Ruleset, c rules.Color) string {
	var names []string
	for _, role := range r.Roles() {
		if r.Vital(c, role) >= 0 {
			names = append(names, role.String()+"s")
		}
	}
	switch {
	case len(names) == 0:
		return ""
	case rule.Left > 0:
		return fmt.Sprintf("no more than %d %s", rule.Left, strings.Join(names, ", or "))
	case len(names) > 1:
		return "none left of some kind: " + strings.Join(names, ", ")
	}
	return "no " + names[0] + " left"
}

// squareNames lists squares: "d5 and f5".
func squareNames(set bitboard.Bitboard) string {
	var names []string
	for ; set != 0; set = set.Next() {
		names = append(names, set.First().String())
	}
	return enumerate(names, "")
}
