package general

import (
	"fmt"
	"slices"
	"strings"
)

// name returns what a type is called in words.
func (r *rules[S]) name(t uint8) string { return r.roleName(r.types[t]) }

// roleName returns the name of a type; of one that a file defines, what such a
// piece is called, if it has a name.
func (r *rules[S]) roleName(role Role) string {
	if role >= firstCustom && role != king {
		for _, key := range []string{string(rune(r.letters[role])) + ":" + r.moves(role), r.moves(role)} {
			if name, ok := knownExactly[key]; ok {
				return name
			}
		}
		for name, def := range knownAs {
			if sameAtoms(r.moves(role), def) {
				return name
			}
		}
	}
	return roleName(role)
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
func (r *rules[S]) kindName(k *kind) string {
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

// knownAs are well-known pieces that are sums of plain atoms.
var knownAs = map[string]string{
	"amazon": "QN", "archbishop": "BN", "chancellor": "RN", "centaur": "KN", "commoner": "K", "champion": "WAD", "wizard": "FC",
	"camel": "C", "zebra": "Z", "dabbaba": "D", "alfil": "A", "wazir": "W", "ferz": "F", "nightrider": "NN",
}

// sameAtoms reports whether two sums of plain atoms are the same but for their order.
func sameAtoms(a, b string) bool {
	x, y := []byte(a), []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

func roleName(role Role) string {
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
