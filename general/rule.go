package general

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/internal/fen"
	"github.com/heterodox-chess/heterodox/rules"
)

// This file says what each Rule changes in the description of a game. It may be any
// game of this machine, so all rules can be combined with all games
// ("gun+capablanca").

// orthodoxChess returns the description of chess.
func orthodoxChess() *Description {
	d := newDescription("chess")
	for role, letter := range orthodoxPieces {
		d.letters[role] = letter
	}
	promotions := rolesOf(knight, bishop, rook, queen)
	d.promotionPieceTypes = [2]roleSet{promotions, promotions}
	return d
}

// orthodoxPieces are the pieces of chess with their letters.
var orthodoxPieces = map[Role]byte{pawn: 'P', knight: 'N', bishop: 'B', rook: 'R', queen: 'Q', king: 'K'}

// with returns a description with the rules of some variants.
func (d *Description) with(variants []rules.Variant) (*Description, error) {
	if err := rules.Combine(variants...).Check(); err != nil {
		return nil, err
	}
	type ruleOf struct {
		rules.Rule
		variant string
	}
	var list []ruleOf
	var names []string
	made := *d
	made.descend(d)
	for _, v := range variants {
		names = append(names, v.Name)
		for _, rule := range v.Rules {
			list = append(list, ruleOf{rule, v.Name})
			made.composed = made.composed || !inFiles(rule)
		}
	}
	slices.Sort(names)
	made.Name = strings.Join(append(names, d.Name), "+")
	slices.SortStableFunc(list, func(a, b ruleOf) int { return stage(a.Rule) - stage(b.Rule) })
	for _, r := range list {
		if err := made.add(r.Rule); err != nil {
			return nil, fmt.Errorf("%s cannot be combined with %s, which %w", r.variant, d.Name, err)
		}
	}
	made.composed = made.composed || len(variants) > 1 || made.explosive
	if made.Start != d.Start || !made.holes.isEmpty() {
		made.clearHoles()
	}
	return &made, made.judge()
}

// inFiles reports whether other programs' files of variants can express a rule, so
// that it is played as they define it.
func inFiles(rule rules.Rule) bool {
	switch rule := rule.(type) {
	case rules.Extinction:
		return rule.Of != 0 // of all kinds that a side has at the start: these may differ
	case rules.Horde, rules.Placement, rules.Relocation, rules.Shooting, rules.BlackHoles,
		rules.Turns:
		return false
	}
	return true
}

// stage says when a rule is added: where the game starts and what kings are comes
// before what kings do.
func stage(rule rules.Rule) int {
	switch rule.(type) {
	case rules.StartingFrom, rules.Horde:
		return 0
	case rules.CommonKings, rules.Amazons:
		return 1
	case rules.Explosions:
		return 2
	case rules.Placement:
		return 3
	case rules.Hill: // after a race
		return 5
	}
	return 4
}

// add applies a rule. An error says what the game has with which the rule cannot be
// combined.
func (d *Description) add(rule rules.Rule) error {
	switch rule := rule.(type) {
	case rules.StartingFrom:
		d.Start = string(rule) + " w KQkq - 0 1"
		return d.orthodoxBoard()
	case rules.Placement:
		return d.startInHand(rule.OppositeBishops)
	case rules.Chess960:
		d.chess960 = true
	case rules.NoCastling:
		d.endCastling()
	case rules.Amazons:
		return d.queensToAmazons()
	case rules.CommonKings:
		return d.commonKings()
	case rules.PromotionToKing:
		d.promoteToKings(rule.Only)
	case rules.Horde:
		d.doubleStepRegion[0] = joined(rankRegion(1), rankRegion(2))
		d.enPassantRegion = [2]region{rankRegion(6), rankRegion(3)}
		d.horde = true
		return d.orthodoxBoard()
	case rules.BlackHoles:
		return d.dig(bitboard.Bitboard(rule))
	case rules.Shooting:
		d.capturerStays, d.shotsMove = true, rule.LosesCastling
	case rules.Explosions:
		return d.explode()
	case rules.Relocation:
		d.capturedRelocated = true
	case rules.Pockets:
		return d.captureToHand()
	case rules.CompulsoryCaptures:
		d.mustCapture = true
	case rules.Extinction:
		return d.loseBy(d.rolesIn(rule.Of), rule.Left, Loss)
	case rules.GiveAway:
		return d.giveAway(rule.FewerPieces)
	case rules.CheckLimit:
		d.toGive = int(rule)
		return d.countChecks(fmt.Sprintf("%d+%d", rule, rule))
	case rules.Hill:
		return d.addHill(d.centred(bitboard.Bitboard(rule)))
	case rules.Race:
		d.flagMove = true
		return d.goal(rankRegion(d.Ranks))
	case rules.NoChecks:
		d.checking = false
	case rules.Turns:
		if d.turns != nil {
			return fmt.Errorf("already has turns of several moves")
		}
		var err error
		d.turns, err = rules.ParseTurns(string(rule))
		return err
	default:
		return fmt.Errorf("the general machine does not know the rule %T", rule)
	}
	return nil
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
			return fmt.Errorf("is not played with the pieces of chess on the chessboard")
		}
	}
	return nil
}

// exchange replaces one kind of piece by another, with a letter.
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

// commonKings makes kings common pieces.
func (d *Description) commonKings() error {
	switch {
	case d.letters[king] == 0:
		return fmt.Errorf("has no royal king")
	case d.bikjangRule:
		return fmt.Errorf("may end when the royal kings face each other")
	}
	as := commoner
	if d.moves(king) != "K" || d.letters[commoner] != 0 {
		for as = firstCustom; as < king && d.letters[as] != 0; as++ {
		}
		if as == king {
			return fmt.Errorf("has too many kinds of pieces")
		}
		d.betza[as] = d.moves(king)
	}
	d.letters[as], d.letters[king] = d.letters[king], 0
	d.call(named{role: as}, pieceName{one: d.roleName(king), many: d.names[named{role: king}].many, drawing: d.drawing(named{role: king})})
	for c := range 2 {
		d.mobilityRegion[c][as] = d.mobilityRegion[c][king]
		if d.castlingKingPiece[c] == king {
			d.castlingKingPiece[c] = as
		}
		if d.flagPiece[c] == king {
			d.flagPiece[c] = as
		}
	}
	d.flyingGeneral = false
	d.kings = as
	d.castleFromStart()
	return nil
}

// castleFromStart makes kings castle from the file on which White's king, or the first of
// several, stands at the start, unless one stands on the file given.
func (d *Description) castleFromStart() {
	board, _, _ := strings.Cut(d.Start, " ")
	rows := strings.Split(board, "/")
	if !d.castling || len(rows) <= d.castlingRank {
		return
	}
	home, file, n := -1, 0, 0
	for _, c := range rows[len(rows)-1-d.castlingRank] {
		switch {
		case c >= '0' && c <= '9':
			n = 10*n + int(c-'0')
			continue
		case byte(c) == d.letters[d.castlingKingPiece[0]]:
			if file+n == d.castlingKingFile {
				return
			}
			if home < 0 {
				home = file + n
			}
		}
		file, n = file+n+1, 0
	}
	if home >= 0 {
		d.castlingKingFile = home
	}
}

// explode makes captures explode, and lets royal kings explode.
func (d *Description) explode() error {
	if d.extinctionPseudoRoyal && d.extinctionPieceCount > 0 {
		return fmt.Errorf("has several royal pieces")
	}
	d.blastOnCapture = true
	if d.extinctionValue == NoEnd { // what a game's parent says about it means nothing
		d.extinctionPieceCount, d.extinctionOpponentPieceCount, d.extinctionClaim = 0, 0, false
	}
	if d.letters[king] == 0 {
		return nil
	}
	d.explosive = true
	return d.commonKings()
}

// had returns the kinds of which a side has some at the start.
func (d *Description) had(c int) (s roleSet) {
	board, _, _ := strings.Cut(d.Start, " ")
	for r := Role(1); r < roles; r++ {
		if d.letters[r] == 0 {
			continue
		}
		letter := string(d.letters[r] | byte(c)<<5)
		promoted := strings.Count(board, "+"+letter)
		if strings.Count(board, letter) > promoted {
			s |= rolesOf(r)
		}
		if promoted > 0 {
			s |= rolesOf(d.promotedPieceType[r])
		}
	}
	return s
}

// loseBy sets what it means to have no more than some number of pieces of a kind left,
// whatever a parent that ends so says about the other side and about when it is decided.
func (d *Description) loseBy(types roleSet, left int, value Value) error {
	if d.extinctionValue != NoEnd {
		return fmt.Errorf("already ends by extinction of other pieces")
	}
	d.extinctionValue, d.extinctionPieceTypes, d.extinctionPieceCount = value, types, left
	d.extinctionOpponentPieceCount, d.extinctionClaim = 0, false
	return nil
}

// giveAway makes a side win when it has lost all its pieces, or all but a royal
// king.
func (d *Description) giveAway(fewerPieces bool) error {
	d.stalemateValue, d.stalematePieceCount, d.bareWins = Win, fewerPieces, true
	left := 0
	if d.letters[king] != 0 {
		d.checkmateValue, left = Win, 1
	}
	return d.loseBy(rolesOf(AllRoles), left, Win)
}

// endCastling removes castling, and the rights to it at the start, from the game.
func (d *Description) endCastling() {
	d.castling, d.castlingDroppedPiece = false, false
	fields := strings.Fields(d.Start)
	if len(fields) > 2 && strings.Trim(fields[2], "0123456789+") != "" { // short ones have no such field
		fields[2] = "-"
	}
	d.Start = strings.Join(fields, " ")
}

// goal makes kings win on some squares.
func (d *Description) goal(squares region) error {
	if !d.flagRegion[0].isEmpty() || !d.flagRegion[1].isEmpty() {
		return fmt.Errorf("already has goal squares")
	}
	who, err := d.whoIsKing()
	if err != nil {
		return err
	}
	d.flagPiece, d.flagRegion = [2]Role{who, who}, [2]region{squares, squares}
	return nil
}

// countChecks makes the game count checks; left says how many each side has to
// give: "3+3".
func (d *Description) countChecks(left string) error {
	if d.checkCounting {
		return fmt.Errorf("already counts checks")
	}
	d.checkCounting = true
	fields := strings.Fields(d.Start)
	if n := len(fields); n >= 3 {
		d.Start = strings.Join(slices.Insert(fields, n-2, left), " ")
	}
	return nil
}

// queensToAmazons replaces queens by amazons.
func (d *Description) queensToAmazons() error {
	if d.letters[queen] == 0 {
		return fmt.Errorf("has no queens that could become amazons")
	}
	for r := Role(1); r < roles; r++ {
		if d.letters[r] == 'A' {
			return fmt.Errorf("has a piece of the amazon's letter, A")
		}
	}
	return d.exchange(queen, amazon, 'A')
}

// captureToHand puts captured pieces into the hand.
func (d *Description) captureToHand() error {
	if d.pieceDrops || d.seirawanGating {
		return fmt.Errorf("already has pieces in hand")
	}
	d.pieceDrops, d.capturesToHand, d.nMoveRule = true, true, 0
	board, rest, _ := strings.Cut(d.Start, " ")
	d.Start = board + "[] " + rest
	return nil
}

// dig turns squares of the chessboard into holes.
func (d *Description) dig(squares bitboard.Bitboard) error {
	for ; squares != 0; squares = squares.Next() {
		sq := squares.First()
		if sq.File() >= d.Files || sq.Rank() >= d.Ranks {
			return fmt.Errorf("has no square %s for a hole", sq)
		}
		d.holes.add(sq.File(), sq.Rank())
	}
	return nil
}

// centred returns squares of the chessboard as squares of this game's board, with
// the middles of the two boards aligned. Where this board has an odd number of
// files or ranks, the squares move towards the middle.
func (d *Description) centred(squares bitboard.Bitboard) (r region) {
	moved := func(at, size int) int {
		if at < 4 {
			return at + (size-8+1)>>1
		}
		return at + (size-8)>>1
	}
	for ; squares != 0; squares = squares.Next() {
		file, rank := moved(squares.First().File(), d.Files), moved(squares.First().Rank(), d.Ranks)
		if file >= 0 && file < d.Files && rank >= 0 && rank < d.Ranks {
			r.add(file, rank)
		}
	}
	return r
}

// whoIsKing returns the role of the kings, royal or not.
func (d *Description) whoIsKing() (Role, error) {
	who := cmp.Or(d.kings, king)
	if !(d.had(0) | d.had(1)).has(who) {
		return 0, fmt.Errorf("has no king")
	}
	return who, nil
}

// addHill makes kings win on some squares, besides those where they win already.
func (d *Description) addHill(squares region) error {
	if squares.isEmpty() {
		return fmt.Errorf("has none of the squares")
	}
	if !d.flagRegion[0].isEmpty() || !d.flagRegion[1].isEmpty() {
		d.hill = squares
		_, err := d.whoIsKing()
		return err
	}
	return d.goal(squares)
}

// startInHand puts the pieces of the first ranks into the hands: they are placed
// on these ranks before anything else is played.
func (d *Description) startInHand(oppositeBishops bool) error {
	if d.pieceDrops || d.seirawanGating {
		return fmt.Errorf("already has pieces in hand")
	}
	board, _, _ := strings.Cut(d.Start, " ")
	rows := strings.Split(board, "/")
	if len(rows) != d.Ranks {
		return fmt.Errorf("has no first rank")
	}
	d.castleFromStart()
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
	d.pieceDrops, d.mustDrop, d.placing, d.castlingDroppedPiece = true, true, true, d.castling
	d.dropOppositeColoredBishop = oppositeBishops && d.letters[bishop] != 0
	d.dropRegion = [2]region{rankRegion(1), rankRegion(d.Ranks)}
	return nil
}

// clearHoles removes what stands on holes from the start position, and the castling
// rights that depend on it.
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
		rows[i] = fen.Board(len(squares), 1, func(file, _ int) string {
			if d.holes.has(file, len(rows)-1-i) {
				return ""
			}
			return squares[file]
		})
	}
	d.Start = strings.Join(rows, "/")
	if inHand {
		d.Start += "[" + hand
	}
	d.Start += " " + rest
	d.dropRights()
}

// dropRights removes from the start position of a game on the chessboard the
// castling rights (K, Q, k, q) that lack a king on the e-file or a rook in the
// corner.
func (d *Description) dropRights() {
	fields := strings.Fields(d.Start)
	if d.Files != 8 || d.Ranks != 8 || d.letters[rook] != 'R' || d.letters[d.roleOf(rules.King)] != 'K' || len(fields) < 3 {
		return
	}
	board, _, _ := strings.Cut(fields[0], "[")
	rows := strings.Split(board, "/")
	for c, row := range []string{rows[len(rows)-1], rows[0]} {
		for n := byte(1); n <= 8; n++ {
			row = strings.ReplaceAll(row, string('0'+n), strings.Repeat(" ", int(n)))
		}
		small := byte(c) << 5
		for letter, corner := range map[byte]int{'K': 7, 'Q': 0} {
			if len(row) != 8 || row[4] != 'K'|small || row[corner] != 'R'|small {
				fields[2] = strings.ReplaceAll(fields[2], string(letter|small), "")
			}
		}
	}
	fields[2] = cmp.Or(fields[2], "-")
	d.Start = strings.Join(fields, " ")
}

// promoteToKings lets pawns promote to kings, too, or to kings only.
func (d *Description) promoteToKings(only bool) {
	kings := rolesOf(d.roleOf(rules.King))
	for c := range 2 {
		if only {
			d.promotionPieceTypes[c] = 0
		}
		d.promotionPieceTypes[c] |= kings
	}
}

// roleOf returns which role of this machine a role of package chess is.
func (d *Description) roleOf(role rules.Role) Role {
	switch role {
	case rules.Queen:
		return queen
	case rules.Amazon:
		return amazon
	case rules.King:
		if d.kings != 0 {
			return d.kings
		}
		return king
	}
	return Role(role) // none, pawn, knight, bishop, rook: both number them alike
}

// rolesIn returns a set of roles; for the empty one, all that have a letter.
func (d *Description) rolesIn(set rules.RoleSet) (s roleSet) {
	if set == 0 {
		for r := Role(1); r < roles; r++ {
			if d.letters[r] != 0 {
				s |= rolesOf(r)
			}
		}
		return s
	}
	for role := rules.Pawn; role < rules.NumRoles; role++ {
		r := d.roleOf(role)
		if d.letters[r] != 0 && set.Has(role) {
			s |= rolesOf(r)
		}
	}
	return s
}
