package general

import (
	"fmt"
	"slices"
	"strings"
)

// name returns what a type is called in words.
func (r *ruleset[S]) name(t uint8) string { return r.roleName(r.types[t]) }

// roleName returns the name of a type; of one that a file defines, what such a
// piece is called, if it has a name.
func (r *ruleset[S]) roleName(role Role) string {
	if role >= firstCustom && role != king {
		for _, key := range []string{string(rune(r.letters[role])) + ":" + r.moves(role), r.moves(role)} {
			if name, ok := knownExactly[key]; ok {
				return name
			}
		}
		if name, ok := knownAs[inOrder(r.moves(role))]; ok {
			return name
		}
	}
	return keyInWords(role)
}

// knownExactly are the names of well-known pieces by definitions that are more than
// sums of atoms, and of pieces that move like orthodox ones but do not capture; by
// letter and definition where games call the same moves by different names.
var knownExactly = map[string]string{
	"gQ": "grasshopper", "mfFcfeWimfnA": "berolina pawn", "fsmWfceFifmnD": "sideways pawn", "mQ": "queen", "mN": "knight",
	"F:FsfW": "falcon", "C:FvW": "crane", "L:fRrbBlbF": "left quail", "R:fRlbBrbF": "right quail", "P:bFfD": "pheasant", "G:fAbD": "goose", "E:KbRfBbF2": "eagle",
	"E:FsfW": "drunk elephant", "N:fNsW": "knight", "L:vR": "reverse lance",
	"N:fRffN": "yari knight", "B:fFfR": "yari bishop", "R:frlR": "yari rook", "G:WfFbR": "yari gold", "S:fKbR": "yari silver",
	"H:fmFfcWimA": "hoplite", "L:FAsmW": "lieutenant", "C:WD": "captain", "H:mfF": "hound", "F:mF": "fox",
	"N:NW": "knight-wazir", "L:FDH": "lion", "B:BnN": "dragon bishop", "S:fKifmnD": "sergeant", "E:NNQ": "elephant",
	"P:fbmWfceFifmnD": "pawn", "P:mflFcflW": "pawn", "P:mK": "piece", "P:mDmNmA": "piece",
}

// promotedNames are what pieces are called that have become what another is, by what
// they were and what they are.
var promotedNames = map[[2]Role]string{
	{rook, bers}: "dragon king", {shogiPawn, gold}: "tokin",
	{silver, gold}: "promoted silver", {lance, gold}: "promoted lance", {shogiKnight, gold}: "promoted knight",
}

// kindName returns the name of a kind.
func (r *ruleset[S]) kindName(k *kind) string {
	if k.plus {
		if name, ok := promotedNames[[2]Role{r.types[k.base], r.types[k.typ]}]; ok {
			return name
		}
	}
	return r.name(k.typ)
}

// rare reports whether a kind is on no board and in no hand of the start, and nothing
// becomes it: a type that a game has for a promoted form's moves, as shogi its
// dragons.
func (g *rulesOf[S]) rare(i int) bool {
	k := &g.r.kinds[i]
	turnsBack := slices.ContainsFunc(g.r.kinds, func(k kind) bool { return k.plus && int(k.base) == i })
	if k.plus || k.tilde || turnsBack || g.r.freeDrops || g.r.dropLoop {
		return false
	}
	for c := range 2 {
		if slices.Contains(g.start.at[:], codeOf(uint8(i), c)) || g.start.hands[c][k.typ&63] > 0 || slices.Contains(g.r.promotions[c], k.typ) {
			return false
		}
	}
	return true
}

// knownAs are the names of well-known pieces that are sums of plain atoms, by these in
// the order of the alphabet.
var knownAs = map[string]string{
	"NQ": "amazon", "BN": "archbishop", "NR": "chancellor", "KN": "centaur", "K": "commoner", "ADW": "champion", "CF": "wizard",
	"C": "camel", "Z": "zebra", "D": "dabbaba", "A": "alfil", "W": "wazir", "F": "ferz", "NN": "nightrider",
}

// inOrder puts the letters of a definition into the order of the alphabet.
func inOrder(definition string) string {
	letters := []byte(definition)
	slices.Sort(letters)
	return string(letters)
}

// keyInWords makes words of the name that a role has in files.
func keyInWords(role Role) string {
	switch {
	case role == king:
		return "king"
	case int(role) < len(predefined):
		var words strings.Builder
		for _, c := range predefined[role].name {
			if c >= 'A' && c <= 'Z' {
				words.WriteByte(' ')
				c += 'a' - 'A'
			}
			words.WriteRune(c)
		}
		return words.String()
	}
	return fmt.Sprintf("custom piece %d", role-firstCustom+1)
}
