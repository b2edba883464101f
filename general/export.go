package general

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Export writes a game, named as for Compose, as a file of variants for Fairy-Stockfish and
// the sites that use it: one section without a parent, and without the keys that only we
// have. cannot lists, one line each, what the file does not say about the game; the file
// has the same lines as comments.
func Export(name string, catalogues ...*Catalogue) (file string, cannot []string, err error) {
	d, err := known(catalogues).compose(name)
	if err != nil {
		return "", nil, err
	}
	if _, err := d.open(); err != nil {
		return "", nil, err
	}
	whole := *d
	whole.composed = d.composed || strings.HasSuffix(d.Name, "+chess") // the machine for chess judges ends in our order, too
	file, cannot = whole.exportFile(name)
	return file, cannot, nil
}

// exportFile returns what Export does.
func (d *Description) exportFile(name string) (file string, cannot []string) {
	lines, cannot := d.export()
	var b strings.Builder
	for _, c := range cannot {
		fmt.Fprintf(&b, "# not expressed: %s\n", c)
	}
	fmt.Fprintf(&b, "[%s]\n", exportName(name))
	for _, l := range lines {
		b.WriteString(l + "\n")
	}
	return b.String(), cannot
}

// exportName turns a name into one that sections may have.
func exportName(name string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_' {
			return c
		}
		return '-'
	}, strings.ToLower(name))
}

// unexported are keys that are not written: older spellings of others, and those that only
// we have; Fairy-Stockfish plays one of them, but reads it from no file.
var unexported = []string{
	"promotionRank", "doubleStepRank", "doubleStepRankMin", "whiteFlag", "blackFlag", "castlingRookPiece", "whiteDropRegion", "blackDropRegion",
	"dropOnTop", "pawnTypes", "pieceNames", "boardStyle", "startFen", "capturer", "shotsMove", "captured", "holes", "turns", "checkInTurn", "freeDrops",
}

// export returns the lines of a section that express the description, and what they do
// not say.
func (d *Description) export() (lines, cannot []string) {
	want := *d
	want.asElsewhere()
	said := newDescription(d.Name)
	add := func(key, value string) { lines = append(lines, key+" = "+value) }
	if d.Files != said.Files {
		add("maxFile", string(rune('a'+d.Files-1)))
	}
	if d.Ranks != said.Ranks {
		add("maxRank", fmt.Sprint(d.Ranks))
	}
	said.Files, said.Ranks = d.Files, d.Ranks
	for r := Role(1); r < roles; r++ {
		if d.letters[r] == 0 {
			continue
		}
		letter := strings.ToLower(string(d.letters[r]))
		if r >= firstCustom && (r != king || d.moves(king) != "K") {
			letter += ":" + d.moves(r)
		}
		if err := said.setPiece(r, letter); err == nil {
			add(keyName(r), letter)
		}
	}
	for r := Role(1); r < roles; r++ {
		for c, color := range []string{"White", "Black"} {
			if bounds := d.mobilityRegion[c][r]; d.letters[r] != 0 && !bounds.isEmpty() {
				name := keyName(r)
				whole := *d // a region that lies beyond the board is not the same as none
				if d.regionText(bounds) == "-" {
					whole.Files, whole.Ranks = 16, 16
				}
				add("mobilityRegion"+color+strings.ToUpper(name[:1])+name[1:], whole.regionText(bounds))
				said.mobilityRegion[c][r] = bounds
			}
		}
	}
	for _, k := range keys {
		if slices.Contains(unexported, k.name) {
			continue
		}
		for _, value := range want.valuesFor(k) {
			if after := applied(k, said, value); after != nil && len(differences(said, after)) > 0 && len(differences(&want, applied(k, &want, value))) == 0 {
				add(k.name, value)
				said = after
				break
			}
		}
	}
	add("startFen", want.Start)
	for _, field := range differences(said, &want) {
		cannot = append(cannot, unsaid(field))
	}
	return lines, slices.Concat(cannot, d.ourWays(), d.limits())
}

// asElsewhere replaces our own rules by keys that mean the same where the format comes
// from: kings that explode become pseudo-royal, having nothing left becomes a loss, or a win,
// by losing all kinds of pieces, and only pieces that the sides have at the start may not run
// out. Checks that are illegal are not counted.
func (d *Description) asElsewhere() {
	if !d.checking && d.checkCounting {
		d.checkCounting, d.Start = false, withoutChecks(d.Start)
	}
	if d.runsOut() {
		d.extinctionPieceTypes &= d.had(0) & d.had(1)
	}
	free := d.extinctionValue == NoEnd
	switch {
	case d.explosive && free:
		d.explosive, d.extinctionPseudoRoyal = false, true
		d.extinctionValue, d.extinctionPieceTypes = Loss, rolesOf(d.kings)
	case d.horde && free && d.letters[king] != 0: // Black never loses its king
		d.horde = false
		d.extinctionValue, d.extinctionPieceTypes = Loss, rolesOf(AllRoles)
	case d.bareWins:
		d.bareWins = false
	}
}

// valuesFor returns values of a key, one of which may be what a description has.
func (d *Description) valuesFor(k key) []string {
	pairs := func(value func(r Role) string) []string {
		var words []string
		for r := Role(1); r < roles; r++ {
			if v := value(r); d.letters[r] != 0 && v != "" {
				words = append(words, strings.ToLower(string(d.letters[r]))+":"+v)
			}
		}
		return []string{strings.Join(words, " ")}
	}
	switch {
	case k.name == "promotedPieceType":
		return pairs(func(r Role) string {
			if to := d.promotedPieceType[r]; to != 0 {
				return strings.ToLower(string(d.letters[to]))
			}
			return ""
		})
	case k.name == "promotionLimit":
		return pairs(func(r Role) string {
			if n := d.promotionLimit[r]; n != 0 {
				return fmt.Sprint(n)
			}
			return ""
		})
	case k.name == "castlingWins":
		text := ""
		for i, c := range "KQkq" {
			if d.castlingWins[i>>1][i&1] {
				text += string(c)
			}
		}
		return []string{text}
	case k.text == nil:
		return nil
	}
	values := []string{k.text(d)}
	if k.kind == PieceSetting {
		values = append(values, "-", "*")
	}
	if k.kind == PiecesSetting { // of several, the one that counts most comes last
		list := strings.Fields(values[0])
		for range list {
			list = append(list[1:], list[0])
			values = append(values, strings.Join(list, " "))
		}
	}
	return values
}

// applied returns a copy of a description with a value for a key, nil if it cannot have
// it.
func applied(k key, d *Description, value string) *Description {
	copied := *d
	if value == "" || k.apply(&copied, value) != nil {
		return nil
	}
	return &copied
}

// aside are fields that say nothing about the rules, or are compared in another
// way.
var aside = []string{"Name", "Start", "letters", "betza", "kingIs", "composed", "kings", "unaided", "names", "style", "fitted", "ancestor", "toGive", "placing", "mainPromotionPawnType"}

// differences names the fields in which two descriptions of games on the same board
// differ; all if one is nil.
func differences(a, b *Description) (fields []string) {
	if a == nil || b == nil {
		return []string{"everything"}
	}
	va, vb := reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem()
	for i := range va.NumField() {
		if name := va.Type().Field(i).Name; !slices.Contains(aside, name) && !a.same(va.Field(i), vb.Field(i)) {
			fields = append(fields, name)
		}
	}
	for c := range 2 {
		if a.promotionPawnTypes[c] != 0 && a.mainPromotionPawnType[c] != b.mainPromotionPawnType[c] && !slices.Contains(fields, "promotionPawnTypes") {
			fields = append(fields, "promotionPawnTypes")
		}
	}
	return fields
}

// same compares two fields: squares only on the board, pieces only those of the game.
func (d *Description) same(a, b reflect.Value) bool {
	switch {
	case a.Type() == reflect.TypeFor[region]():
		var x, y region
		for i := range x {
			x[i], y[i] = a.Index(i).Uint(), b.Index(i).Uint()
		}
		return x == y || d.regionText(x) == d.regionText(y)
	case a.Type() == reflect.TypeFor[roleSet]():
		return d.piecesText(roleSet(a.Uint())) == d.piecesText(roleSet(b.Uint()))
	case a.Kind() == reflect.Array:
		for i := range a.Len() {
			if !d.same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	}
	return a.Equal(b)
}

// unsaid says in words what a field means that the file does not express.
func unsaid(field string) string {
	for name, text := range map[string]string{
		"capturerStays": "capturing pieces stay where they were", "capturedRelocated": "captured pieces are put on other squares",
		"holes": "squares that swallow pieces", "shotsMove": "a shot ends the right to castle", "turns": "turns of several moves",
		"checkInTurn": "what a check does to a turn", "hill": "squares on which a king wins, besides other goals",
		"horde":     "White loses when it has nothing left",
		"explosive": "kings may explode", "freeDrops": "pieces that are not in hand are dropped",
	} {
		if name == field {
			return text
		}
	}
	return words(field)
}

// runsOut reports whether a side loses that has none left of a kind that it had at the start,
// a rule of ours.
func (d *Description) runsOut() bool {
	return d.composed && d.extinctionValue == Loss && !d.extinctionPseudoRoyal && !d.extinctionPieceTypes.has(AllRoles)
}

// bounds reports whether some pieces may not leave a part of the board.
func (d *Description) bounds() bool {
	for r := Role(1); r < roles; r++ {
		if d.letters[r] != 0 && (!d.mobilityRegion[0][r].isEmpty() || !d.mobilityRegion[1][r].isEmpty()) {
			return true
		}
	}
	return false
}

// manyBishops reports whether a side has more than two bishops at the start.
func (d *Description) manyBishops() bool {
	pieces, _, _ := strings.Cut(d.Start, " ")
	letter := string(d.letters[bishop])
	return max(strings.Count(pieces, strings.ToUpper(letter)), strings.Count(pieces, strings.ToLower(letter))) > 2
}

// ourWays says where compositions are played in another way than games of files that have
// the same keys.
func (d *Description) ourWays() (list []string) {
	say := func(when bool, what string) {
		if when {
			list = append(list, what)
		}
	}
	if !d.composed {
		say(d.extinctionPseudoRoyal && d.checking && d.toGive > 0, "checks of pseudo-royal pieces are counted")
		return list
	}
	say(!d.checking && d.checkCounting, "a count of checks, which are illegal")
	pseudo := d.explosive || d.extinctionPseudoRoyal
	say(pseudo && d.checking && d.checkCounting, "checks of pseudo-royal pieces are counted")
	say(pseudo && !(d.checking && d.dropChecks), "checks of pseudo-royal pieces are illegal")
	say(d.placing && d.bounds(), "a side that can drop none of its pieces in hand has no move")
	say(d.dropOppositeColoredBishop && d.manyBishops(), "the first two of several bishops are dropped on squares of different colours")
	say(d.blastOnCapture && d.capturesToHand, "pieces that explode go to no hand")
	say(d.flagMove && d.flagPiece != [2]Role{king, king}, "a race is over at once if Black cannot follow White’s king")
	kinds := d.extinctionPieceTypes
	if d.runsOut() {
		kinds &= d.had(0) | d.had(1)
		say(kinds&d.had(0) != kinds&d.had(1), "each side may run out of the kinds of pieces that it does not have at the start")
		say(d.blastOnCapture || kinds&(kinds-1) != 0, "a move with which both sides run out of pieces wins")
	}
	goals := d.checkCounting || !d.flagRegion[0].isEmpty() || !d.flagRegion[1].isEmpty()
	say(d.extinctionValue == Win && goals, "other goals come before having nothing left")
	return list
}

// limits says what about the board or the pieces cannot be played by the programs that read
// the file.
func (d *Description) limits() (list []string) {
	if d.Files > 12 || d.Ranks > 10 {
		list = append(list, fmt.Sprintf("a board of %d by %d, where Fairy-Stockfish has at most 12 files and 10 ranks", d.Files, d.Ranks))
	}
	if !d.diagonalLines.isEmpty() && d.letters[king] != 0 && d.moves(king) == "W" {
		list = append(list, "the king’s steps along the diagonal lines")
	}
	return list
}
