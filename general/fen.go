package general

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxFEN bounds the length of a FEN.
const maxFEN = 2000

// parseFEN reads a position as Fairy-Stockfish writes it. It does not validate it.
func (r *ruleset[S]) parseFEN(text string) (*board[S], error) {
	if len(text) > maxFEN {
		return nil, fmt.Errorf("FEN: longer than %d characters", maxFEN)
	}
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return nil, fmt.Errorf("FEN: empty")
	}
	b := newBoard(r)
	if r.checkCounting {
		left := uint8(max(1, r.toGive))
		b.remaining = [2]uint8{left, left}
	}
	placement, hand, hasHand := strings.Cut(fields[0], "[")
	rows := strings.Split(placement, "/")
	if !hasHand && len(rows) == r.g.ranks+1 {
		hand, rows = rows[r.g.ranks]+"]", rows[:r.g.ranks]
		hasHand = true
	}
	if len(rows) != r.g.ranks {
		return nil, fmt.Errorf("FEN, board: there must be %d ranks, not %d", r.g.ranks, len(rows))
	}
	for i, row := range rows {
		if err := b.readRow(row, r.g.ranks-1-i); err != nil {
			return nil, err
		}
	}
	if hasHand {
		if err := b.readHand(hand); err != nil {
			return nil, err
		}
	}
	if err := b.readFields(fields[1:]); err != nil {
		return nil, err
	}
	for c := range 2 {
		if r.checkCounting {
			b.key ^= r.zobrist.check[c][b.remaining[c]&127]
		}
	}
	if r.shatarMateRule {
		b.noteShak(int(b.side ^ 1))
	}
	if r.bikjangRule {
		if b.faced = b.kingsFace(); b.faced != 0 && b.inCheck(int(b.side^1)) {
			b.faced = ended // only a pass leaves a king in check
		}
	}
	b.changes = nil
	return b, nil
}

// readRow puts the pieces of a rank on the board.
func (b *board[S]) readRow(row string, rank int) error {
	g := b.r.g
	bad := func(format string, args ...any) error {
		return fmt.Errorf("FEN, rank %d: "+format, append([]any{rank + 1}, args...)...)
	}
	file := 0
	for i := 0; i < len(row); {
		c := row[i]
		if c >= '0' && c <= '9' {
			n := 0
			for ; i < len(row) && row[i] >= '0' && row[i] <= '9'; i++ {
				n = min(n*10+int(row[i]-'0'), 99)
			}
			if n == 0 {
				return bad("a 0")
			}
			if file += n; file > g.files {
				return bad("more than %d squares", g.files)
			}
			continue
		}
		code, n, err := b.r.readPiece(row[i:])
		if err != nil {
			return bad("%v", err)
		}
		if file >= g.files {
			return bad("more than %d squares", g.files)
		}
		b.set(g.square(file, rank), code)
		file++
		i += n
	}
	if file != g.files {
		return bad("there must be %d squares, not %d", g.files, file)
	}
	return nil
}

// readPiece reads a piece, or a wall, and returns its code and how many bytes it
// read.
func (r *ruleset[S]) readPiece(text string) (code uint8, n int, err error) {
	if text[0] == '*' {
		return wallCode, 1, nil
	}
	plus := text[0] == '+'
	if plus {
		text, n = text[1:], 1
	}
	if text == "" {
		return 0, 0, fmt.Errorf("a + without a letter")
	}
	t, c, ok := r.letterType(text[0])
	if !ok {
		return 0, 0, fmt.Errorf("%q is not a piece of %s", text[0], r.Name)
	}
	n++
	k := t
	if plus {
		if k = r.plus[t]; k == 0 {
			return 0, 0, fmt.Errorf("the piece %q does not promote", text[0])
		}
	}
	if len(text) > 1 && text[1] == '~' {
		if plus || r.born[c][t] == t || !r.pawnsBecome(c, t) {
			return 0, 0, fmt.Errorf("the ~ after %q is not allowed here: it marks promoted pawns", text[0])
		}
		n, k = n+1, r.born[c][t]
	}
	return codeOf(k, c), n, nil
}

// pawnsBecome reports whether a side's pawns promote to a type.
func (r *ruleset[S]) pawnsBecome(c int, t uint8) bool {
	return slices.Contains(r.promotions[c], t) &&
		slices.ContainsFunc(r.of[c], func(m mover[S]) bool { return m.isPawn || m.promotesAsPawn })
}

// synonyms are the roles that other programs give a letter of their own.
var synonyms = map[Role]byte{horse: 'H', elephant: 'E', janggiElephant: 'E'}

// letterType returns the type and the colour of a letter, which may be a synonym where no
// other piece has it.
func (r *ruleset[S]) letterType(letter byte) (t uint8, c int, ok bool) {
	upper := letter
	if letter >= 'a' && letter <= 'z' {
		upper, c = letter-'a'+'A', 1
	}
	for i, role := range r.types {
		switch upper {
		case r.letters[role]:
			return uint8(i), c, true
		case synonyms[role]:
			t, ok = uint8(i), true
		}
	}
	return t, c, ok
}

// readHand reads the pieces in hand, up to the closing bracket.
func (b *board[S]) readHand(text string) error {
	hand, rest, closed := strings.Cut(text, "]")
	if !closed || rest != "" {
		return fmt.Errorf("FEN, hand: missing ] at the end")
	}
	for i := range len(hand) {
		if hand[i] == '-' {
			continue
		}
		t, c, ok := b.r.letterType(hand[i])
		if !ok {
			return fmt.Errorf("FEN, hand: %q is not a piece of %s", hand[i], b.r.Name)
		}
		if b.hands[c][t&63] == 255 {
			return fmt.Errorf("FEN, hand: too many of %q", hand[i])
		}
		b.take(c, t, 1)
	}
	return nil
}

// readFields reads the fields after the board.
func (b *board[S]) readFields(fields []string) error {
	r := b.r
	next := func() string {
		if len(fields) == 0 {
			return ""
		}
		f := fields[0]
		fields = fields[1:]
		return f
	}
	switch side := next(); side {
	case "w", "":
	case "b":
		b.side = 1
		b.key ^= r.zobrist.side
	default:
		return fmt.Errorf("FEN, side to move: %.20q is neither w nor b", side)
	}
	isNumber := func(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }
	if len(fields) > 0 && !isNumber(fields[0]) {
		if err := b.readRights(next()); err != nil {
			return err
		}
		if len(fields) == 2 && isNumber(fields[0]) {
			fields = fields[1:] // of two numbers the first is taken for the missing field
		} else if len(fields) > 0 && !strings.Contains(fields[0], "+") {
			if r.countingRule != "" && isNumber(fields[0]) && len(fields) >= 3 {
				limit, err := strconv.ParseUint(next(), 10, 16)
				if err != nil {
					return fmt.Errorf("FEN, counting limit: not a number up to 65535")
				}
				if b.limit = int32(limit); r.countingRule == "cambodian" {
					b.limit = min(b.limit, 126)
				}
			} else if err := b.readEnPassant(next()); err != nil {
				return err
			}
		}
	}
	turn := ""
	if last := len(fields) - 1; r.turns != nil && last >= 0 && strings.Contains(fields[last], ":") {
		turn, fields = fields[last], fields[:last]
	}
	if err := b.readCounters(fields); err != nil || r.turns == nil {
		return err
	}
	return b.readTurn(turn)
}

// readCounters reads checks and clocks.
func (b *board[S]) readCounters(fields []string) error {
	var err error
	if len(fields) > 0 && strings.Contains(fields[0], "+") && fields[0][0] != '+' {
		if fields, err = b.readChecks(fields, false); err != nil {
			return err
		}
	}
	for i, into := range []*int32{&b.half, &b.full} {
		if i >= len(fields) || fields[i][0] == '+' {
			fields = fields[i:]
			break
		}
		n, err := strconv.ParseUint(fields[i], 10, 31)
		if err != nil {
			return fmt.Errorf("FEN, %s: %.20q is not a number", [2]string{"halfmove clock", "move number"}[i], fields[i])
		}
		*into = int32(n)
		if i == 1 {
			fields = fields[2:]
		}
	}
	b.full = max(b.full, 1)
	if b.limit > 0 {
		b.counted, b.half = b.half, 0
	}
	if len(fields) > 0 && fields[0] != "" && fields[0][0] == '+' {
		if fields, err = b.readChecks(fields, true); err != nil {
			return err
		}
	}
	if len(fields) > 0 {
		return fmt.Errorf("FEN: unexpected field %.20q", fields[0])
	}
	return nil
}

// readChecks reads the checks that are left or, after the clocks, those given.
func (b *board[S]) readChecks(fields []string, given bool) ([]string, error) {
	text := strings.TrimPrefix(fields[0], "+")
	white, black, ok := strings.Cut(text, "+")
	w, err1 := strconv.ParseUint(white, 10, 7)
	k, err2 := strconv.ParseUint(black, 10, 7)
	if !ok || err1 != nil || err2 != nil || !b.r.checkCounting {
		return nil, fmt.Errorf("FEN, checks: %.20q is not allowed here", fields[0])
	}
	if given {
		limit := cmp.Or(b.r.checksToWin, 3) // in start positions as in three-check
		w, k = max(limit, w)-w, max(limit, k)-k
	}
	b.remaining = [2]uint8{uint8(w), uint8(k)}
	return fields[1:], nil
}

// countChecksFrom takes the number of checks that win from the start position, so
// that FENs may count those given.
func (r *ruleset[S]) countChecksFrom(start *board[S]) {
	if r.checkCounting {
		r.checksToWin = uint64(max(start.remaining[0], start.remaining[1]))
	}
}

// readRights reads the castling field, which also names gates.
func (b *board[S]) readRights(text string) error {
	r := b.r
	if text == "-" {
		return nil
	}
	inherited := r.idleRights && text == r.startRights()
	if !r.castling && !r.gating && !inherited {
		return fmt.Errorf("FEN, castling: %.20q, but %s has no castling", text, r.Name)
	}
	for i := range len(text) {
		letter, c := text[i], 0
		if letter >= 'a' && letter <= 'z' {
			letter, c = letter-'a'+'A', 1
		}
		rank := r.castlingRank
		if c == 1 {
			rank = r.g.ranks - 1 - rank
		}
		at := -1
		switch {
		case letter == 'K' && r.castling:
			at = b.findRook(c, rank, min(r.castlingRookKingsideFile, r.g.files-1), -1)
		case letter == 'Q' && r.castling:
			at = b.findRook(c, rank, r.castlingRookQueensideFile, 1)
		case letter >= 'A' && int(letter-'A') < r.g.files:
			at = r.g.square(int(letter-'A'), rank)
		case inherited && (letter == 'K' || letter == 'Q'):
			continue
		default:
			return fmt.Errorf("FEN, castling: %.20q is not allowed here", text[i:i+1])
		}
		if !b.right(c, rank, at, letter) && !inherited {
			return fmt.Errorf("FEN, castling: no king and rook for %.20q", text[i:i+1])
		}
	}
	if r.gating && r.castling {
		b.rightsOfGates()
	}
	return nil
}

// startRights returns the castling field of the start position. That of a game
// without castling may be its parent's.
func (d *Description) startRights() string {
	if fields := strings.Fields(d.Start); len(fields) > 2 {
		return fields[2]
	}
	return "-"
}

// findRook returns the square of the first castling rook from a file on.
func (b *board[S]) findRook(c, rank, file, step int) int {
	g := b.r.g
	for ; file >= 0 && file < g.files; file += step {
		if sq := g.square(file, rank); b.isCastler(c, sq) {
			return sq
		}
	}
	if step < 0 {
		return g.square(0, rank)
	}
	return g.square(g.files-1, rank)
}

func (b *board[S]) isCastler(c, sq int) bool {
	t := b.r.typeAt(b.at[sq&255])
	return t != 255 && int(b.at[sq&255]-1)&1 == c && b.r.castlingRookPieces[c].has(b.r.types[t])
}

// right gives a side the right that a letter of the castling field names, or
// opens the gate. It reports false if there are no pieces for either.
func (b *board[S]) right(c, rank, at int, letter byte) (given bool) {
	r := b.r
	if r.castling && b.state.king[c] < 0 {
		b.findCastlingKing(c, rank, at, letter)
	}
	king := int(b.state.king[c])
	// Gates through which nothing can come in are closed.
	if r.gating && (!r.seirawanGating || b.handSize(c) > 0 || r.capturesToHand) {
		if has(&b.colors[c], at) {
			b.openGate(c, at)
			given = true
		}
		if letter != 'K' && letter != 'Q' || king < 0 {
			return given
		}
		b.openGate(c, king)
	}
	switch {
	case !r.castling || king < 0:
		return given
	case king == at:
		return given || r.chess960 // it names which of several kings castles
	case letter == 'K' && at < king, letter == 'Q' && at > king:
		return given
	case b.isCastler(c, at):
		b.setRight(c, king, at)
		return true
	}
	return given
}

func (b *board[S]) openGate(c, sq int) {
	if !has(&b.gates[c], sq) {
		add(&b.gates[c], sq)
		b.key ^= b.r.zobrist.gate[c][sq]
	}
}

// findCastlingKing notes which piece castles: in Chess960 the one that a file's
// letter names, else the one on the game's own file, else the only one of its kind on the rank.
func (b *board[S]) findCastlingKing(c, rank, at int, letter byte) {
	r := b.r
	t := r.typeOf[r.castlingKingPiece[c]]
	if t == 255 {
		return
	}
	kings := intersect(intersect(b.types[t&63], b.colors[c]), r.ranks[rank])
	file := r.castlingKingFile
	switch {
	case r.chess960 && has(&kings, at) && letter != 'K' && letter != 'Q':
		b.state.king[c] = int16(at)
	case file < r.g.files && has(&kings, r.g.square(file, rank)):
		b.state.king[c] = int16(r.g.square(file, rank))
	case !isEmpty(&kings) && !several(kings):
		b.state.king[c] = int16(first(kings))
	}
}

// rightsOfGates gives the castling rights of games whose castling field names gates
// by file only.
func (b *board[S]) rightsOfGates() {
	r := b.r
	for c := range 2 {
		t := r.typeOf[r.castlingKingPiece[c]]
		if t == 255 || b.rook[c][0] >= 0 || b.rook[c][1] >= 0 ||
			r.seirawanGating && b.handSize(c) == 0 && !r.capturesToHand {
			continue
		}
		kings := intersect(intersect(b.types[t&63], b.colors[c]), b.gates[c])
		if isEmpty(&kings) {
			continue
		}
		for x := b.gates[c]; !isEmpty(&x); {
			if sq := next(&x); b.isCastler(c, sq) && b.state.king[c] >= 0 {
				b.setRight(c, int(b.state.king[c]), sq)
			}
		}
	}
}

// readEnPassant reads one square or several. Those that no piece can use are
// ignored.
func (b *board[S]) readEnPassant(text string) error {
	if text == "-" {
		return nil
	}
	r := b.r
	us := int(b.side)
	for len(text) > 0 {
		sq, rest, ok := r.g.parseSquare(text)
		if !ok {
			return fmt.Errorf("FEN, en passant: %.20q is not a square of the board", text)
		}
		text = rest
		if !has(&r.epRegion[us], sq) {
			continue
		}
		if b.takesThere(sq, us) {
			add(&b.ep, sq)
		}
	}
	return nil
}

// takesThere reports whether FENs name a square as one where a side may capture en
// passant.
func (b *board[S]) takesThere(sq, us int) bool {
	return !b.r.orthodoxMovers() || b.r.enPassantTypes[us]&^rolesOf(pawn) != 0 || b.pawnCanTake(sq, us)
}

// orthodoxMovers reports whether all pieces move as in chess, or as two of its
// pieces together: in other games en passant squares are accepted as they are.
func (r *ruleset[S]) orthodoxMovers() bool {
	for _, role := range r.types {
		switch role {
		case pawn, knight, bishop, rook, queen, archbishop, chancellor, immobile, commoner:
		case king:
			if r.moves(king) != "K" {
				return false
			}
		default:
			return false
		}
		for c := range 2 {
			if !r.mobilityRegion[c][role].isEmpty() {
				return false
			}
		}
	}
	return !r.cambodianMoves
}

// pawnCanTake reports whether an en passant square fits the board: a pawn can
// capture there, and another has just passed.
func (b *board[S]) pawnCanTake(sq, us int) bool {
	r := b.r
	if r.pawn < 0 {
		return false
	}
	up := r.g.files
	if us == 1 {
		up = -up
	}
	ours := intersect(b.types[r.pawn], b.colors[us])
	theirs := intersect(b.types[r.pawn], b.colors[us^1])
	one, two, back := sq-up, sq-2*up, sq+up
	if has(&b.occ, sq) || back < 0 || back >= r.n || has(&b.occ, back) && b.at[back] != wallCode {
		return false
	}
	passed := one >= 0 && one < r.n && has(&theirs, one) || two >= 0 && two < r.n && has(&theirs, two)
	return passed && meets(&r.of[us^1][r.pawn].capture.leap[sq], &ours)
}

// parseSquare reads a square at the beginning of a text.
func (s shape) parseSquare(text string) (sq int, rest string, ok bool) {
	if len(text) < 2 || text[0] < 'a' || int(text[0]-'a') >= s.files {
		return 0, text, false
	}
	n, i := 0, 1
	for ; i < len(text) && i < 3 && text[i] >= '0' && text[i] <= '9'; i++ {
		n = n*10 + int(text[i]-'0')
	}
	if n < 1 || n > s.ranks {
		return 0, text, false
	}
	return s.square(int(text[0]-'a'), n-1), text[i:], true
}

// squareName returns the name of a square.
func (s shape) squareName(sq int) string { return squareNames[s.file(sq)][s.rank(sq)] }

// squareNames are the names of squares, by file and rank.
var squareNames = func() (names [16][16]string) {
	for file := range names {
		for rank := range names[file] {
			names[file][rank] = string(rune('a'+file)) + strconv.Itoa(rank+1)
		}
	}
	return names
}()
