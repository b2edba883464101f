package general

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
)

// Parts: what our own games change, as changes of a description, so that they go
// together with any game of this machine ("gun+capablanca").

// A part is one named change.
type part struct {
	name    string
	changes string // two parts that change the same do not go together
	native  bool   // files of others can say it, and it is played as they say it
	apply   func(d *Description) error
}

// parts are listed in the order in which they are applied: what becomes of kings
// comes before what kings do.
var parts = []part{
	{"horde", "the start", false, func(d *Description) error {
		if err := d.orthodoxBoard(); err != nil {
			return err
		}
		d.Start = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"
		d.doubleStepRegion[0] = joined(rankRegion(1), rankRegion(2))
		d.enPassantRegion = [2]region{rankRegion(6), rankRegion(3)}
		d.horde = true
		return nil
	}},
	{"racingkings", "the start", true, func(d *Description) error {
		if err := d.orthodoxBoard(); err != nil {
			return err
		}
		d.Start = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"
		d.castling, d.checking, d.flagMove = false, false, true
		return d.goal(rankRegion(8))
	}},
	{"threekings", "the goal", true, func(d *Description) error {
		if err := d.orthodoxBoard(); err != nil {
			return err
		}
		d.Start = "knbqkbnk/pppppppp/8/8/8/8/PPPPPPPP/KNBQKBNK w - - 0 1"
		commons, err := d.commonKings(false)
		if err != nil {
			return err
		}
		d.extinctionPieceCount = 2
		return d.loseBy(rolesOf(commons), Loss)
	}},
	{"baseline", "the start", false, (*Description).startInHand},
	{"placement", "the start", false, func(d *Description) error {
		d.castlingDroppedPiece, d.dropOppositeColoredBishop = d.castling, d.letters[bishop] != 0
		castling := d.castling
		err := d.startInHand()
		d.castling = castling
		return err
	}},
	{"nocastle", "castling", true, func(d *Description) error { d.endCastling(); return nil }},
	{"fischerandom", "how castling is written", true, func(d *Description) error { d.chess960 = true; return nil }},
	{"fairy", "the army", true, func(d *Description) error {
		if d.letters[queen] == 0 {
			return fmt.Errorf("has no queens that could become amazons")
		}
		for r := Role(1); r < roles; r++ {
			if d.letters[r] == 'A' {
				return fmt.Errorf("has a piece of the amazon's letter, A")
			}
		}
		return d.exchange(queen, amazon, 'A')
	}},
	{"extinction", "the goal", true, func(d *Description) error {
		if _, err := d.commonKings(true); err != nil {
			return err
		}
		var all roleSet
		for r := Role(1); r < roles; r++ {
			if d.letters[r] != 0 {
				all |= rolesOf(r)
			}
		}
		return d.loseBy(all, Loss)
	}},
	{"kinglet", "the goal", true, func(d *Description) error {
		commons, err := d.commonKings(true)
		if err != nil {
			return err
		}
		d.promotionPieceTypes = [2]roleSet{rolesOf(commons), rolesOf(commons)}
		return d.loseBy(rolesOf(pawn), Loss)
	}},
	{"antichess", "the goal", true, func(d *Description) error { d.endCastling(); return d.loseAll() }},
	{"giveaway", "the goal", true, func(d *Description) error { return d.loseAll() }},
	{"suicide", "the goal", true, func(d *Description) error {
		d.endCastling()
		d.stalematePieceCount = true
		return d.loseAll()
	}},
	{"losers", "the goal", true, func(d *Description) error {
		d.checkmateValue, d.stalemateValue, d.mustCapture, d.extinctionPieceCount = Win, Win, true, 1
		d.bareWins = true
		return d.loseBy(rolesOf(AllRoles), Win)
	}},
	{"atomic", "what a capture does around it", false, (*Description).explode},
	{"nocheckatomic", "what a capture does around it", true, func(d *Description) error {
		d.blastOnCapture = true
		commons, err := d.commonKings(false)
		if err != nil {
			return err
		}
		return d.loseBy(rolesOf(commons), Loss)
	}},
	{"kingofthehill", "", true, func(d *Description) error {
		if !d.flagRegion[0].isEmpty() || !d.flagRegion[1].isEmpty() {
			d.hill = d.middle()
			return nil
		}
		return d.goal(d.middle())
	}},
	{"threecheck", "which check wins", true, func(d *Description) error { return d.countChecks("3+3") }},
	{"fivecheck", "which check wins", true, func(d *Description) error { return d.countChecks("5+5") }},
	{"crazyhouse", "where captured pieces go", true, func(d *Description) error {
		if d.pieceDrops || d.seirawanGating {
			return fmt.Errorf("has pieces in hand already")
		}
		d.pieceDrops, d.capturesToHand = true, true
		board, rest, _ := strings.Cut(d.Start, " ")
		d.Start = board + "[] " + rest
		return nil
	}},
	{"madhouse", "where captured pieces go", false, func(d *Description) error { d.capturedRelocated = true; return nil }},
	{"gun", "what becomes of the capturer", false, func(d *Description) error { d.capturerStays = true; return nil }},
	{"rifle", "what becomes of the capturer", false, func(d *Description) error {
		d.capturerStays, d.shotsMove = true, true
		return nil
	}},
	{"blackhole", "the board", false, func(d *Description) error {
		for _, name := range []string{"d5", "f5"} {
			sq, _, ok := (shape{d.Files, d.Ranks}).parseSquare(name)
			if !ok {
				return fmt.Errorf("has no square %s for a hole", name)
			}
			d.holes.add(sq%d.Files, sq/d.Files)
		}
		d.clearHoles()
		return nil
	}},
	{"fibonacci", "turns", false, func(d *Description) error { d.sequence = "fibonacci"; return nil }},
	{"progressive", "turns", false, func(d *Description) error { d.sequence = "progressive"; return nil }},
	{"marseillais", "turns", false, func(d *Description) error { d.sequence = "marseillais"; return nil }},
}

// with returns a description with some parts, which are known.
func (d *Description) with(names []string) (*Description, error) {
	made := *d
	made.descend(d)
	sorted := slices.Clone(names)
	slices.Sort(sorted)
	made.Name = strings.Join(append(sorted, d.Name), "+")
	changed := map[string]string{}
	odd := len(names) > 1
	for _, p := range parts {
		if !slices.Contains(names, p.name) {
			continue
		}
		if other, twice := changed[p.changes]; twice && p.changes != "" {
			return nil, fmt.Errorf("%s and %s both change %s", other, p.name, p.changes)
		}
		changed[p.changes] = p.name
		odd = odd || !p.native
		if err := p.apply(&made); err != nil {
			return nil, fmt.Errorf("%s does not go with %s, which %w", p.name, d.Name, err)
		}
	}
	made.composed = odd
	if err := made.judge(); err != nil {
		return nil, err
	}
	return &made, nil
}

// Compose returns a game of the catalogues with some of our own parts, named in
// any order and joined with '+' ("gun+capablanca"): of chess, if all names are
// parts. It compiles the game anew.
func Compose(name string, catalogues ...*Catalogue) (game.Rules, error) {
	d, err := compose(name, lookupIn(catalogues))
	if err != nil {
		return nil, err
	}
	return d.open()
}

// lookupIn finds games in catalogues, the first ones first.
func lookupIn(catalogues []*Catalogue) func(name string) *Description {
	return func(name string) *Description {
		for _, c := range catalogues {
			if d := c.descriptions[name]; d != nil {
				return d
			}
		}
		return nil
	}
}

// compose finds the one game among the names and gives it the parts that the
// others are.
func compose(name string, lookup func(name string) *Description) (*Description, error) {
	var names []string
	var base *Description
	for word := range strings.SplitSeq(name, "+") {
		word = strings.TrimSpace(word)
		switch lower := strings.ToLower(word); {
		case lower == "chess":
		case slices.ContainsFunc(parts, func(p part) bool { return p.name == lower }):
			if slices.Contains(names, lower) {
				return nil, fmt.Errorf("%.80q names %s twice", name, lower)
			}
			names = append(names, lower)
		default:
			d := lookup(word)
			if d == nil {
				d = lookup(lower)
			}
			switch {
			case d == nil:
				return nil, &UnknownPartError{name, word}
			case base != nil:
				return nil, fmt.Errorf("%.80q: %s and %s are two games, not parts of one", name, base.Name, d.Name)
			}
			base = d
		}
	}
	if base == nil {
		base = lookup("chess")
	}
	if base == nil {
		return nil, fmt.Errorf("%.80q names no game", name)
	}
	if len(names) == 0 {
		return base, nil
	}
	return base.with(names)
}

// An UnknownPartError says that a part of a composition is none, nor a game.
type UnknownPartError struct{ Name, Part string }

func (e *UnknownPartError) Error() string {
	return fmt.Sprintf("%.80q: %.40q is neither a game nor a part of games", e.Name, e.Part)
}

func joined(a, b region) region {
	for i := range a {
		a[i] |= b[i]
	}
	return a
}

// orthodoxBoard refuses games that a start position on the chessboard does not
// fit.
func (d *Description) orthodoxBoard() error {
	for _, r := range []Role{pawn, knight, bishop, rook, queen, king} {
		if d.Files != 8 || d.Ranks != 8 || d.letters[r] == 0 {
			return fmt.Errorf("is not played with the men of chess on its board")
		}
	}
	return nil
}

// exchange has one kind of piece take the place of another, under a letter.
func (d *Description) exchange(old, now Role, letter byte) error {
	was := d.letters[old]
	for c := range 2 {
		for _, set := range []*roleSet{&d.promotionPieceTypes[c], &d.castlingRookPieces[c]} {
			if set.has(old) {
				*set = *set&^rolesOf(old) | rolesOf(now)
			}
		}
		d.mobilityRegion[c][now] = d.mobilityRegion[c][old]
	}
	d.letters[old], d.letters[now] = 0, letter
	board, rest, _ := strings.Cut(d.Start, " ")
	upper, lower := string(rune(was)), string(rune(was|0x20))
	board = strings.NewReplacer(upper, string(rune(letter)), lower, string(rune(letter|0x20))).Replace(board)
	d.Start = board + " " + rest
	return nil
}

// commonKings makes kings common pieces, that pawns may become or not.
func (d *Description) commonKings(promoted bool) (Role, error) {
	if d.letters[king] == 0 {
		return 0, fmt.Errorf("has no royal king")
	}
	as := commoner
	if d.moves(king) != "K" || d.letters[commoner] != 0 {
		for as = firstCustom; as < king && d.letters[as] != 0; as++ {
		}
		if as == king {
			return 0, fmt.Errorf("has too many kinds of pieces")
		}
		d.betza[as] = d.moves(king)
	}
	d.letters[as], d.letters[king] = d.letters[king], 0
	for c := range 2 {
		d.mobilityRegion[c][as] = d.mobilityRegion[c][king]
		if d.castlingKingPiece[c] == king {
			d.castlingKingPiece[c] = as
		}
		if d.flagPiece[c] == king {
			d.flagPiece[c] = as
		}
		if promoted {
			d.promotionPieceTypes[c] |= rolesOf(as)
		}
	}
	d.flyingGeneral = false
	d.kings = as
	return as, nil
}

// explode has captures explode, and royal kings with them.
func (d *Description) explode() error {
	d.blastOnCapture = true
	if d.letters[king] == 0 {
		return nil
	}
	_, err := d.commonKings(false)
	d.explosive = true
	return err
}

// had returns the kinds of which a side has some at the start.
func (d *Description) had(c int) (s roleSet) {
	board, _, _ := strings.Cut(d.Start, " ")
	for r := Role(1); r < roles; r++ {
		if l := d.letters[r]; l != 0 && strings.IndexByte(board, l|byte(c)<<5) >= 0 {
			s |= rolesOf(r)
		}
	}
	return s
}

// loseBy sets what it means to run out of some kinds.
func (d *Description) loseBy(types roleSet, value Value) error {
	if d.extinctionValue != NoEnd {
		return fmt.Errorf("is won by other pieces that are gone")
	}
	d.extinctionValue, d.extinctionPieceTypes = value, types
	return nil
}

// loseAll has a side win that has lost all it has; captures are compulsory.
func (d *Description) loseAll() error {
	if _, err := d.commonKings(true); err != nil {
		return err
	}
	d.stalemateValue, d.mustCapture, d.bareWins = Win, true, true
	return d.loseBy(rolesOf(AllRoles), Win)
}

func (d *Description) endCastling() {
	d.castling = false
	fields := strings.Fields(d.Start)
	if len(fields) > 2 {
		fields[2] = "-"
	}
	d.Start = strings.Join(fields, " ")
}

// middle returns the squares in the middle of the board.
func (d *Description) middle() (r region) {
	for _, file := range []int{(d.Files - 1) / 2, d.Files / 2} {
		for _, rank := range []int{(d.Ranks - 1) / 2, d.Ranks / 2} {
			r.add(file, rank)
		}
	}
	return r
}

// goal has kings win on some squares.
func (d *Description) goal(squares region) error {
	if !d.flagRegion[0].isEmpty() || !d.flagRegion[1].isEmpty() {
		return fmt.Errorf("has goal squares already")
	}
	who := d.kings
	if who == 0 {
		who = king
	}
	if d.letters[who] == 0 {
		return fmt.Errorf("has no king")
	}
	d.flagPiece, d.flagRegion = [2]Role{who, who}, [2]region{squares, squares}
	return nil
}

// countChecks has checks counted: "3+3".
func (d *Description) countChecks(left string) error {
	if d.checkCounting {
		return fmt.Errorf("counts checks already")
	}
	d.checkCounting = true
	fields := strings.Fields(d.Start)
	if n := len(fields); n >= 3 {
		d.Start = strings.Join(slices.Insert(fields, n-2, left), " ")
	}
	return nil
}

// startInHand puts the pieces of the first ranks into the hands: they are placed
// on these ranks before anything else is played.
func (d *Description) startInHand() error {
	if d.pieceDrops || d.seirawanGating {
		return fmt.Errorf("has pieces in hand already")
	}
	board, _, _ := strings.Cut(d.Start, " ")
	rows := strings.Split(board, "/")
	if len(rows) != d.Ranks {
		return fmt.Errorf("has no first rank")
	}
	hand := ""
	for _, i := range []int{len(rows) - 1, 0} {
		for _, c := range rows[i] {
			if c|0x20 >= 'a' && c|0x20 <= 'z' {
				hand += string(c)
			}
		}
		rows[i] = fmt.Sprint(d.Files)
	}
	d.Start = strings.Join(rows, "/") + "[" + hand + "] w - - 0 1"
	d.castling, d.pieceDrops, d.mustDrop = false, true, true
	d.dropRegion = [2]region{rankRegion(1), rankRegion(d.Ranks)}
	return nil
}

// clearHoles takes what stands on holes off the start position.
func (d *Description) clearHoles() {
	board, rest, _ := strings.Cut(d.Start, " ")
	board, hand, inHand := strings.Cut(board, "[")
	rows := strings.Split(board, "/")
	for i := range rows {
		var squares []string // of the row; "" for an empty one
		for text := rows[i]; text != ""; {
			n := strings.IndexFunc(text, func(c rune) bool { return c < '0' || c > '9' })
			if n != 0 {
				empty, _ := strconv.Atoi(text[:max(n, len(text)*btoi(n < 0))])
				squares, text = append(squares, make([]string, min(empty, 16))...), strings.TrimLeft(text, "0123456789")
				continue
			}
			n = 1 + btoi(text[0] == '+' && len(text) > 1)
			squares, text = append(squares, text[:n]), text[n:]
		}
		var row strings.Builder
		empty := 0
		for file, piece := range squares {
			if piece == "" || d.holes.has(file, len(rows)-1-i) {
				empty++
				continue
			}
			if empty > 0 {
				row.WriteString(strconv.Itoa(empty))
			}
			row.WriteString(piece)
			empty = 0
		}
		if empty > 0 {
			row.WriteString(strconv.Itoa(empty))
		}
		rows[i] = row.String()
	}
	d.Start = strings.Join(rows, "/")
	if inHand {
		d.Start += "[" + hand
	}
	d.Start += " " + rest
}
