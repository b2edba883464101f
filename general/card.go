package general

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/general/betza"
	"github.com/heterodox-chess/heterodox/internal/english"
)

// A sayer collects the sentences of a card.
type sayer func(when bool, format string, args ...any)

// card says in words what a game is made of, where it differs from chess.
func (g *rulesOf[S]) card() (lines []string) {
	say := func(when bool, format string, args ...any) {
		if when {
			lines = append(lines, fmt.Sprintf(format, args...))
		}
	}
	g.sayPieces(say)
	g.sayPromotions(say)
	g.sayCastling(say)
	g.r.sayHands(say)
	g.r.sayMoves(say)
	g.sayEnds(say)
	board, _, _ := strings.Cut(g.r.Start, " ")
	orthodox, _, _ := strings.Cut(newDescription("").Start, " ")
	say(lines == nil && board == orthodox, "Orthodox chess.")
	say(lines == nil, "Orthodox chess from another start.")
	return lines
}

// sayPieces describes the board and how the pieces move.
func (g *rulesOf[S]) sayPieces(say sayer) {
	r := g.r
	say(r.g.files != 8 || r.g.ranks != 8, "The board has %s and %s.", english.Count(r.g.files, "file"), english.Count(r.g.ranks, "rank"))
	say(r.twoBoards, "This is one board of a game on two: pieces come into hand from the other board.")
	for t, role := range r.types {
		name := r.roleName(role)
		if orthodox[role] && (role != king || r.moves(king) == "K") && name == r.usualName(role) || role == commoner && name == "king" {
			continue
		}
		k := &r.kinds[t]
		if g.rare(t) {
			i := slices.IndexFunc(r.kinds, func(k kind) bool { return k.plus && int(k.typ) == t })
			if i < 0 {
				continue
			}
			k = &r.kinds[i]
		}
		say(true, "The %s (%s) %s.", r.kindName(k), k.name(), r.movedNow(t).Words())
		if role == soldier && r.soldierPromotionRank > 0 {
			beyond := "it has reached its " + ordinal(r.soldierPromotionRank+1) + " rank"
			if r.river() && r.soldierPromotionRank == r.g.ranks/2 {
				beyond = "it has crossed the river"
			}
			say(true, "It moves sideways only once %s.", beyond)
		}
	}
	r.sayRegions(say)
	say(r.cannon >= 0, "The %s never hops over another one, and never captures one.", r.roleName(janggi))
	say(!isEmpty(&r.lines), "On the diagonal lines between %s these pieces also move diagonally: %s.", r.squareNames(r.lines, "and"), r.namesOf(r.onDiagonals()))
	say(r.cambodianMoves, "On its first move a %s that is not in check may leap like a knight, forward to either side, and a %s may leap two squares straight forward.",
		r.roleName(king), r.roleName(fers))
	if r.pawn >= 0 {
		r.sayPawns(say)
	}
	r.sayEnPassant(say)
	g.sayFirstMoves(say)
	g.sayRoyals(say)
}

// movedNow returns how a type moves, with first moves and en passant only where the game
// allows them.
func (r *ruleset[S]) movedNow(t int) betza.Definition {
	def := r.moved[t]
	steps := false
	def.EnPassant = false
	for c := range 2 {
		steps = steps || !isEmpty(&r.doubleStep[c])
		def.EnPassant = def.EnPassant || r.enPassantTypes[c].has(r.types[t]) && !isEmpty(&r.epRegion[c])
	}
	if !steps {
		def.Parts = slices.DeleteFunc(slices.Clone(def.Parts), func(p betza.Part) bool { return p.Initial })
	}
	return def
}

// sayFirstMoves says from where pieces make what their definitions call first moves, if
// that is not where they start, on the second rank.
func (g *rulesOf[S]) sayFirstMoves(say sayer) {
	r := g.r
	for c := range 2 {
		some, usual := false, r.doubleStep[c] == r.secondRank(c)
		for t := range r.types {
			if r.of[c][t].initial.any {
				some = true
				away := subtract(intersect(g.start.types[t&63], g.start.colors[c]), r.doubleStep[c])
				usual = usual && isEmpty(&away)
			}
		}
		if !some || usual || isEmpty(&r.doubleStep[0]) && isEmpty(&r.doubleStep[1]) {
			continue
		}
		if isEmpty(&r.doubleStep[c]) {
			say(true, "%s makes no first moves.", colorTitle(c))
			continue
		}
		say(true, "For %s, a first move is any move from %s.", colorTitle(c), r.squaresInWords(r.doubleStep[c], "or"))
	}
}

// hasChecks reports whether a piece is royal, so that there are checks.
func (r *ruleset[S]) hasChecks() bool {
	return r.royal >= 0 || len(r.pseudo) > 0
}

// sayRoyals says which pieces may not be left attacked, where that is not the king.
func (g *rulesOf[S]) sayRoyals(say sayer) {
	r := g.r
	switch {
	case r.horde:
		say(true, "White has no king.")
	case !r.hasChecks() && r.extinctionValue != NoEnd:
		say(true, "No piece is royal: there is no check, and no mate.")
	}
	for _, t := range r.pseudo {
		role, n := r.types[t], r.extinctionPieceCount+1
		switch {
		case r.dupleCheck:
			say(true, "A side is in check when all its %s are attacked; it may not leave them all attacked.", r.plural(role))
		case g.most(role) == 1 && n == 1:
			say(r.name(t) != "king", "The %s is royal: it may not be left attacked.", r.name(t))
		case n == 1:
			say(true, "A side's last %s is royal: it may not be left attacked.", r.name(t))
		case n >= g.most(role):
			say(true, "%s are royal: none may be left attacked.", title(r.plural(role)))
		default:
			say(true, "%s are royal once a side has no more than %d of them: none may be left attacked.", title(r.plural(role)), n)
		}
	}
}

// most returns how many pieces of a role a side has at the start, the larger number
// of the two sides.
func (g *rulesOf[S]) most(role Role) (n int) {
	for c := range 2 {
		n = max(n, popcount(intersect(g.start.types[g.r.typeOf[role]&63], g.start.colors[c])))
	}
	return n
}

// river reports whether the board is drawn with a river between its halves.
func (r *ruleset[S]) river() bool { return r.style == "xiangqi" && r.g.ranks%2 == 0 }

// half returns a side's own half of the board.
func (r *ruleset[S]) half(c int) (s S) {
	for rank := range r.g.ranks / 2 {
		s = union(s, r.ranks[[]int{rank, r.g.ranks - 1 - rank}[c]])
	}
	return s
}

// secondRank returns the rank on which a side's pawns start.
func (r *ruleset[S]) secondRank(c int) (s S) {
	if r.g.ranks > 1 {
		s = r.ranks[[]int{1, r.g.ranks - 2}[c]]
	}
	return s
}

// palace returns the squares of a side that its king may not leave, if they span three
// files and three ranks.
func (r *ruleset[S]) palace(c int) (s S) {
	if z := r.mobilityRegion[c][king]; r.royal >= 0 && !z.isEmpty() {
		s = r.convert(z)
	}
	low, high, bottom, top := r.bounds(s)
	if isEmpty(&s) || high-low != 2 || top-bottom != 2 {
		var none S
		return none
	}
	return s
}

// region returns the squares that a type of a side may stand on.
func (r *ruleset[S]) region(c int, t uint8) S { return r.of[c][t].region }

// sayRegions says which pieces may not leave which squares.
func (r *ruleset[S]) sayRegions(say sayer) {
	type bounds struct{ white, black S }
	var seen []bounds
	names := map[bounds][]string{}
	for t, role := range r.types {
		if r.mobilityRegion[0][role].isEmpty() && r.mobilityRegion[1][role].isEmpty() {
			continue
		}
		b := bounds{r.region(0, uint8(t)), r.region(1, uint8(t))}
		if names[b] == nil {
			seen = append(seen, b)
		}
		names[b] = append(names[b], "the "+r.name(uint8(t)))
	}
	for _, b := range seen {
		who := title(english.List(names[b], "and"))
		switch {
		case r.river() && b.white == r.half(0) && b.black == r.half(1):
			say(true, "%s may not cross the river between ranks %d and %d.", who, r.g.ranks/2, r.g.ranks/2+1)
		case b.white == r.palace(0) && b.black == r.palace(1):
			say(true, "%s may not leave the palace: %s for White, %s for Black.", who, r.squaresInWords(b.white, "and"), r.squaresInWords(b.black, "and"))
		case b.white == b.black:
			say(true, "%s may not leave %s.", who, r.squaresInWords(b.white, "and"))
		default:
			for c, s := range []S{b.white, b.black} {
				say(s != r.g.all, "%s may not leave %s, for %s.", who, r.squaresInWords(s, "and"), colorTitle(c))
			}
		}
	}
}

// sayPawns says how pawns move, where that is not as in chess.
func (r *ruleset[S]) sayPawns(say sayer) {
	pawns := r.plural(pawn)
	if isEmpty(&r.doubleStep[0]) && isEmpty(&r.doubleStep[1]) {
		say(true, "%s move only one square at a time, even from where they start.", title(pawns))
	} else {
		for c := range 2 {
			squares := r.squaresInWords(r.doubleStep[c], "and")
			none := isEmpty(&r.doubleStep[c])
			say(none, "%s's %s move only one square at a time, even from where they start.", colorTitle(c), pawns)
			say(!none && r.doubleStep[c] != r.secondRank(c), "%s's %s may move two squares forward from %s.", colorTitle(c), pawns, squares)
		}
	}
	for c := range 2 {
		say(!isEmpty(&r.tripleStep[c]), "%s's %s may move three squares forward from %s.", colorTitle(c), pawns, r.squaresInWords(r.tripleStep[c], "and"))
	}
}

// sayEnPassant says what captures en passant and where, if that is not as in chess.
func (r *ruleset[S]) sayEnPassant(say sayer) {
	if r.pawn < 0 && !slices.ContainsFunc(r.types, (r.enPassantTypes[0]|r.enPassantTypes[1]).has) {
		return
	}
	for c := range 2 {
		if r.epRegion[c] != r.g.all && !isEmpty(&r.epRegion[c]) {
			say(true, "%s captures en passant only on %s.", colorTitle(c), r.squaresInWords(r.epRegion[c], "and"))
		}
	}
	switch {
	case isEmpty(&r.epRegion[0]) && isEmpty(&r.epRegion[1]):
		say(true, "There is no en passant.")
	case r.enPassantTypes[0] == r.enPassantTypes[1]:
		say(r.pawn >= 0 && r.enPassantTypes[0] != rolesOf(pawn), "Only these capture en passant: %s.", r.rolesIn(r.enPassantTypes[0], "and"))
	default:
		for c := range 2 {
			say(true, "%s captures en passant only with %s.", colorTitle(c), r.rolesIn(r.enPassantTypes[c], "and"))
		}
	}
}

// bothOrEach says something about the squares of both sides in one sentence, with
// Black's in brackets if they differ.
func (r *ruleset[S]) bothOrEach(say sayer, squares [2]S, last, format string, args ...any) {
	words := r.squaresInWords(squares[0], last)
	if squares[0] != squares[1] {
		words += " (Black: " + r.squaresInWords(squares[1], last) + ")"
	}
	say(true, format, append(args, words)...)
}

// sayPromotions says what promotes to what, and where.
func (g *rulesOf[S]) sayPromotions(say sayer) {
	r := g.r
	plus := slices.ContainsFunc(r.plus[:len(r.types)], func(i uint8) bool { return i != 0 })
	var who [2]roleSet // what promotes as pawns do
	for c := range 2 {
		for t, role := range r.types {
			if len(r.promotions[c]) > 0 && r.of[c][t].promotesAsPawn {
				who[c] |= rolesOf(role)
			}
		}
	}
	if who[0] == who[1] && slices.Equal(r.promotions[0], r.promotions[1]) {
		usual := who[0] == rolesOf(pawn) && r.promotionPieceTypes[0] == rolesOf(knight, bishop, rook, queen)
		say(who[0] != 0 && !usual, "%s promote to %s.", title(r.rolesIn(who[0], "and")), r.oneOf(r.promotions[0]))
	} else {
		for c := range 2 {
			say(who[c] != 0, "%s's %s promote to %s.", colorTitle(c), r.rolesIn(who[c], "and"), r.oneOf(r.promotions[c]))
		}
	}
	all := who[0] | who[1]
	pawns := title(r.rolesIn(all, "and"))
	say(r.pawn >= 0 && !all.has(pawn) && r.plus[r.pawn&63] == 0, "%s do not promote.", title(r.plural(pawn)))
	say(all == rolesOf(pawn) && !r.mandatoryPawnPromotion, "A %s need not promote.", r.roleName(pawn))
	say(all != 0 && all != rolesOf(pawn) && !r.mandatoryPawnPromotion, "%s need not promote.", pawns)
	g.sayZone(say, all != 0, pawns, plus)
	say(r.sittuyinPromotion, "A %s on a long diagonal of the enemy's half, or the last %[1]s wherever it stands, may promote in place or with a diagonal step, if its side has no %[2]s and it does not give check by doing so.",
		r.roleName(pawn), r.namesOf(r.promotions[0]))
	for role, n := range r.promotionLimit {
		say(n > 0, "A side may not have more than %d %s by promotion.", n, r.severalRoles(Role(role), n))
	}
	for t, i := range r.plus[:len(r.types)] {
		if i == 0 {
			continue
		}
		k := &r.kinds[i]
		name, like := r.kindName(k), r.name(k.typ)
		say(name == like || g.rare(int(k.typ)), "The %s promotes to %s (%s).", r.name(uint8(t)), article(name), k.name())
		say(name != like && !g.rare(int(k.typ)), "The %s promotes to %s (%s), which moves like %s.", r.name(uint8(t)), article(name), k.name(), article(like))
	}
	say(plus && all == 0 && r.piecePromotionOnCapture, "Pieces promote only when they capture.")
	say(plus && all != 0 && r.piecePromotionOnCapture, "%s promote with any move, other pieces only when they capture.", pawns)
	say(r.mandatoryPiecePromotion, "A piece that can promote must promote.")
	say(r.pieceDemotion, "A promoted piece may turn back instead.")
}

// sayZone says where pieces promote; pawns names those that do so as pawns do, if there are any.
func (g *rulesOf[S]) sayZone(say sayer, some bool, pawns string, plus bool) {
	r := g.r
	ends := r.zone[0] == r.ranks[r.g.ranks-1] && r.zone[1] == r.ranks[0]
	if isEmpty(&r.zone[0]) && isEmpty(&r.zone[1]) || r.sittuyinPromotion || ends && !plus {
		return
	}
	if some {
		r.bothOrEach(say, r.zone, "or", "%s promote when they reach %s.", pawns)
	}
	if everywhere := r.zone[0] == r.g.all && r.zone[1] == r.g.all; plus && !everywhere {
		r.bothOrEach(say, r.zone, "and", "A piece may promote with a move that begins or ends in its promotion zone: %s.")
	}
}

// sayCastling says who castles, and where to.
func (g *rulesOf[S]) sayCastling(say sayer) {
	r := g.r
	if !r.castling || g.start.rook == [2][2]int16{{-1, -1}, {-1, -1}} && !r.castlingDroppedPiece {
		say(r.royal >= 0, "There is no castling.")
		return
	}
	say(r.chess960, "To castle, move the king onto its rook.")
	say(r.castlingKingsideFile != 6 || r.castlingQueensideFile != 2, "A castling king goes to the %c file or the %c file.", 'a'+r.castlingKingsideFile, 'a'+r.castlingQueensideFile)
	if r.castlingKingPiece[0] == r.castlingKingPiece[1] {
		say(r.roleName(r.castlingKingPiece[0]) != "king", "The %s castles.", r.roleName(r.castlingKingPiece[0]))
	}
	for c := range 2 {
		say(r.castlingRank > 0, "%s castles on rank %d.", colorTitle(c), []int{r.castlingRank + 1, r.g.ranks - r.castlingRank}[c])
		say(r.castlingKingPiece[0] != r.castlingKingPiece[1], "%s castles with the %s.", colorTitle(c), r.roleName(r.castlingKingPiece[c]))
		say(r.castlingRookPieces[c] != rolesOf(rook), "%s's king castles with %s.", colorTitle(c), r.rolesIn(r.castlingRookPieces[c], "or"))
		for wing, name := range []string{"kingside", "queenside"} {
			say(r.castlingWins[c][wing], "%s wins by castling %s, and loses once that has become impossible.", colorTitle(c), name)
		}
	}
	say(r.castlingKingFile != 4, "The king castles from the %c file.", 'a'+r.castlingKingFile)
	say(r.castlingRookKingsideFile != 15, "The rook on the kingside castles from the %c file.", 'a'+r.castlingRookKingsideFile)
	say(r.castlingRookQueensideFile != 0, "The rook on the queenside castles from the %c file.", 'a'+r.castlingRookQueensideFile)
	say(r.castlingDroppedPiece, "Pieces that were dropped on their home squares may castle.")
	say(r.oppositeCastling, "The sides may not castle to the same wing.")
	say(r.capturerStays && r.shotsMove, "A king or rook that has captured can no longer castle.")
}
