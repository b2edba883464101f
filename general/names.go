package general

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// A named is what may have a name in a game: a role, or what a role promotes to.
// AllRoles stands for walls.
type named struct {
	role Role
	plus bool
}

// A pieceName is what a game calls a kind of piece; an empty field has a default.
type pieceName struct {
	one, many string
	drawing   string // the name of a drawing of package picture
}

// maxName bounds the names of pieces.
const maxName = 40

// call gives something a name. Copies of a description share the map, so it is replaced.
func (d *Description) call(what named, name pieceName) {
	names := make(map[named]pieceName, len(d.names)+1)
	maps.Copy(names, d.names)
	names[what] = name
	d.names = names
}

// uncall removes the names of a role.
func (d *Description) uncall(role Role) {
	d.names = maps.Clone(d.names)
	delete(d.names, named{role: role})
	delete(d.names, named{role, true})
}

// readNames reads the names of pieces by their letters: "m:met, p:soldier|soldiers,
// w:wagon||chancellor, +p:tokin, *:duck". The plural and the drawing may be missing; a
// star stands for walls.
func (d *Description) readNames(v string) error {
	for entry := range strings.SplitSeq(v, ",") {
		letter, text, ok := strings.Cut(strings.TrimSpace(entry), ":")
		if !ok {
			return fmt.Errorf("%.40q is not a letter, a colon and a name", entry)
		}
		var what named
		letter, what.plus = strings.CutPrefix(letter, "+")
		role, err := d.piece(letter)
		if err != nil {
			return err
		}
		what.role = role
		fields := strings.Split(text, "|")
		if len(fields) > 3 {
			return fmt.Errorf("%.40q is more than a name, its plural and a drawing", text)
		}
		fields = append(fields, "", "")
		for i := range fields {
			fields[i] = strings.TrimSpace(fields[i])
			if err := checkName(fields[i]); err != nil {
				return err
			}
		}
		if fields[0] == "" {
			return fmt.Errorf("%.40q gives %s no name", entry, letter)
		}
		d.call(what, pieceName{fields[0], fields[1], fields[2]})
	}
	return nil
}

func checkName(name string) error {
	if len(name) > maxName {
		return fmt.Errorf("%.60q is longer than %d bytes", name, maxName)
	}
	if i := strings.IndexFunc(name, func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune(" -'", c)
	}); i >= 0 {
		return fmt.Errorf("%.60q: a name may have letters, digits, spaces, - and '", name)
	}
	return nil
}

// name returns what a type is called in words.
func (r *ruleset[S]) name(t uint8) string { return r.roleName(r.types[t]) }

// roleName returns what the game calls the pieces of a role.
func (d *Description) roleName(role Role) string {
	if n, ok := d.names[named{role: role}]; ok {
		return n.one
	}
	return d.usualName(role)
}

// usualName returns what pieces of a role are called where the game does not say.
func (d *Description) usualName(role Role) string {
	if role >= firstCustom && role != king {
		if name, ok := knownExactly[d.moves(role)]; ok {
			return name
		}
		if name, ok := knownAs[inOrder(d.moves(role))]; ok {
			return name
		}
		return fmt.Sprintf("piece %c", d.letters[role])
	}
	if role == king || role == commoner && d.letters[role] == 'K' {
		return "king"
	}
	if name, ok := usualNames[role]; ok {
		return name
	}
	return predefined[role].name
}

// usualNames are the names of the roles that have other names in files.
var usualNames = map[Role]string{
	fers: "ferz", fersAlfil: "ferz-alfil", aiwok: "ai-wok", bers: "dragon king", dragonHorse: "dragon horse",
	shogiPawn: "pawn", shogiKnight: "knight", breakthrough: "pawn", clobber: "stone", immobile: "stone",
	janggi: "cannon", janggiElephant: "elephant",
}

// usualDrawings are the drawings of the roles whose usual names do not say what they
// are drawn as.
var usualDrawings = map[Role]string{shogiPawn: "shogi pawn", shogiKnight: "shogi knight"}

// drawing returns the name of what a role is drawn as.
func (d *Description) drawing(what named) string {
	n, ok := d.names[what]
	switch {
	case n.drawing != "":
		return n.drawing
	case what.plus:
		if name, ok := promotedNames[[2]Role{what.role, d.promotedPieceType[what.role]}]; ok {
			return name
		}
		return d.drawing(named{role: d.promotedPieceType[what.role]})
	}
	if drawing, ok := usualDrawings[what.role]; ok {
		return drawing
	}
	if usual := d.usualName(what.role); !ok || !strings.HasPrefix(usual, "piece ") {
		return usual
	}
	return n.one
}

// plural returns what the game calls several pieces of a role.
func (d *Description) plural(role Role) string {
	if n := d.names[named{role: role}]; n.many != "" {
		return n.many
	}
	return severalOf(d.roleName(role))
}

// wallDrawing returns the name of what the game's walls are drawn as.
func (d *Description) wallDrawing() string {
	if n := d.names[named{role: AllRoles}]; n.drawing != "" {
		return n.drawing
	}
	return d.wallName()
}

// wallName returns what the game calls its walls.
func (d *Description) wallName() string {
	if n, ok := d.names[named{role: AllRoles}]; ok {
		return n.one
	}
	return "wall"
}

// knownExactly are the names of well-known pieces by definitions that are more than
// sums of atoms, and of pieces that move like orthodox ones but do not capture.
var knownExactly = map[string]string{"gQ": "grasshopper", "mfFcfeWimfnA": "berolina pawn", "mQ": "queen", "mN": "knight"}

// promotedNames are the names of promoted pieces that move like another kind, by
// what they were and what they are.
var promotedNames = map[[2]Role]string{
	{rook, bers}: "dragon king", {bishop, dragonHorse}: "dragon horse", {shogiPawn, gold}: "tokin",
	{silver, gold}: "promoted silver", {lance, gold}: "promoted lance", {shogiKnight, gold}: "promoted knight",
}

// kindName returns the name of a kind.
func (r *ruleset[S]) kindName(k *kind) string {
	if k.plus {
		if n, ok := r.names[named{r.types[k.base], true}]; ok {
			return n.one
		}
		if name, ok := promotedNames[[2]Role{r.types[k.base], r.types[k.typ]}]; ok {
			return name
		}
	}
	return r.name(k.typ)
}

// kindPlural returns what several pieces of a kind are called.
func (r *ruleset[S]) kindPlural(k *kind) string {
	if n := r.names[named{r.types[k.base], true}]; k.plus && n.many != "" {
		return n.many
	}
	if name := r.kindName(k); k.plus && name != r.name(k.typ) {
		return severalOf(name)
	}
	return r.plural(r.types[k.typ])
}

// rare reports whether a kind is neither on the board nor in a hand at the start, and
// nothing becomes it: a type that a game has only for a promoted form's moves, like
// the dragons of shogi.
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

// knownAs are the names of well-known pieces that are sums of plain atoms, by the
// atoms in alphabetical order.
var knownAs = map[string]string{
	"NQ": "amazon", "BN": "archbishop", "NR": "chancellor", "KN": "centaur", "K": "commoner", "ADW": "champion", "CF": "wizard",
	"C": "camel", "Z": "zebra", "D": "dabbaba", "A": "alfil", "W": "wazir", "F": "ferz", "NN": "nightrider", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen",
}

// inOrder puts the letters of a definition in alphabetical order.
func inOrder(definition string) string {
	letters := []byte(definition)
	slices.Sort(letters)
	return string(letters)
}

// severalOf returns the plural of a noun.
func severalOf(noun string) string {
	before, last := byte(0), byte(0)
	if n := len(noun); n > 1 {
		before, last = noun[n-2], noun[n-1]
	}
	switch {
	case last == 's' || last == 'x' || last == 'z' || last == 'h' && (before == 's' || before == 'c'):
		return noun + "es"
	case last == 'y' && !strings.ContainsRune("aeiou", rune(before)):
		return noun[:len(noun)-1] + "ies"
	}
	return noun + "s"
}
