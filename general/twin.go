package general

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Twin is a game of package chess on this machine: what the rules of a
// rules.Variant say is read here once more, and played by playing every move that
// pieces could make and looking at what it leaves. So it is the reference that the
// fast machine is held against. The two share data, which are the rules, the
// Setups of package chess and the texts of moves, and nothing that computes: not
// even the lookups of package bitboard. It is safe for concurrent use.
type Twin struct {
	game.Rules // *rulesOf[[1]uint64]: a package that sees this type, if only in a method, compiles all of its methods again
	chess960   bool
	roles      [rules.NumRoles]uint8 // types, by role of package chess; 255 for none
	checks     uint8                 // that win
}

// NewTwin compiles the twin of a variant that chess.Compile accepts.
func NewTwin(v rules.Variant) (*Twin, error) {
	d, err := describe(v)
	if err != nil {
		return nil, fmt.Errorf("variant %s: %w", v.Name, err)
	}
	r, err := compile[[1]uint64](d)
	if err != nil {
		return nil, fmt.Errorf("variant %s: %w", v.Name, err)
	}
	start, err := r.parseFEN(d.Start)
	if err != nil {
		return nil, fmt.Errorf("variant %s: %w", v.Name, err)
	}
	t := &Twin{Rules: &rulesOf[[1]uint64]{r: r, start: start}}
	t.chess960 = d.chess960
	t.roles[rules.NoRole] = 255
	for role := rules.Pawn; role < rules.NumRoles; role++ {
		t.roles[role] = r.typeOf[d.roleOf(role)]
	}
	t.checks = start.remaining[0]
	r.countChecksFrom(start)
	return t, nil
}

func twinRules(t *Twin) *rulesOf[[1]uint64] { return t.Rules.(*rulesOf[[1]uint64]) }

// orthodoxPieces are the pieces of chess with their letters.
var orthodoxPieces = map[Role]byte{pawn: 'P', knight: 'N', bishop: 'B', rook: 'R', queen: 'Q', king: 'K'}

// describe reads the rules of a variant.
func describe(v rules.Variant) (*Description, error) {
	d := newDescription(v.Name)
	for role, letter := range orthodoxPieces {
		d.letters[role] = letter
	}
	promotions := rolesOf(knight, bishop, rook, queen)
	d.promotionPieceTypes = [2]roleSet{promotions, promotions}
	d.unaided, d.composed = true, true
	d.nMoveRule, d.nFoldRule = 50, 3
	ruleset := slices.Clone(v.Rules)
	slices.SortStableFunc(ruleset, func(a, b rules.Rule) int { return stage(a) - stage(b) })
	for _, rule := range ruleset {
		if err := d.change(rule); err != nil {
			return nil, err
		}
	}
	d.clearHoles()
	d.giveRights()
	return d, d.judge()
}

// stage says when a rule is read: where the game starts and what kings are comes
// before what kings do.
func stage(rule rules.Rule) int {
	switch rule.(type) {
	case rules.StartingFrom:
		return 0
	case rules.CommonKings, rules.Amazons:
		return 1
	case rules.Explosions:
		return 2
	case rules.Placement:
		return 3
	}
	return 4
}

// change makes the change that a rule is.
func (d *Description) change(rule rules.Rule) error {
	switch rule := rule.(type) {
	case rules.StartingFrom:
		d.Start = string(rule) + " w - - 0 1"
	case rules.Placement:
		castling := d.castling
		err := d.startInHand()
		d.castling, d.castlingDroppedPiece, d.dropOppositeColoredBishop = castling, castling, rule.OppositeBishops
		return err
	case rules.Chess960:
		d.chess960 = true
	case rules.NoCastling:
		d.endCastling()
		d.castlingDroppedPiece = false
	case rules.Amazons:
		return d.exchange(queen, amazon, 'A')
	case rules.CommonKings:
		_, err := d.commonKings(false)
		return err
	case rules.PromotionToKing:
		d.promoteToKings(rule.Only)
	case rules.Horde:
		d.doubleStepRegion[0] = joined(rankRegion(1), rankRegion(2))
		d.enPassantRegion = [2]region{rankRegion(6), rankRegion(3)}
		d.horde = true
	case rules.BlackHoles:
		d.holes = regionOf(bitboard.Bitboard(rule))
	case rules.Shooting:
		d.capturerStays, d.shotsMove = true, rule.LosesCastling
	case rules.Explosions:
		return d.explode()
	case rules.Relocation:
		d.capturedRelocated = true
	case rules.Pockets:
		d.pieceDrops, d.capturesToHand = true, true
	default:
		return d.changeGoal(rule)
	}
	return nil
}

// changeGoal does so for rules of goals and of turns.
func (d *Description) changeGoal(rule rules.Rule) error {
	switch rule := rule.(type) {
	case rules.CompulsoryCaptures:
		d.mustCapture = true
	case rules.Extinction:
		d.extinctionPieceCount = rule.Left
		return d.loseBy(d.rolesIn(rule.Of), Loss)
	case rules.GiveAway:
		d.stalemateValue, d.checkmateValue, d.bareWins, d.stalematePieceCount = Win, Win, true, rule.FewerPieces
		return d.loseBy(rolesOf(AllRoles), Win)
	case rules.CheckLimit:
		return d.countChecks(fmt.Sprintf("%d+%d", rule, rule))
	case rules.Hill:
		d.hill = regionOf(bitboard.Bitboard(rule))
	case rules.Race:
		d.flagMove = true
		return d.goal(rankRegion(8))
	case rules.NoChecks:
		d.checking = false
	case rules.FibonacciTurns:
		d.sequence = "fibonacci"
	case rules.ProgressiveTurns:
		d.sequence = "progressive"
	case rules.MarseillaisTurns:
		d.sequence = "marseillais"
	default:
		return fmt.Errorf("the rule %T is not known to the general machine", rule)
	}
	return nil
}

// promoteToKings has pawns become kings, too, or kings only.
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
	return Role(role) // none, pawn, knight, bishop, rook: both count them so
}

// rolesIn returns a set of roles; for the empty one, all that have a letter.
func (d *Description) rolesIn(set rules.RoleSet) (s roleSet) {
	for role := rules.Pawn; role < rules.NumRoles; role++ {
		r := d.roleOf(role)
		if d.letters[r] != 0 && (set == 0 || set.Has(role)) {
			s |= rolesOf(r)
		}
	}
	return s
}

// regionOf returns the squares of a bitboard.
func regionOf(squares bitboard.Bitboard) (r region) {
	for sq := range 64 {
		if squares>>sq&1 != 0 {
			r.add(sq%8, sq/8)
		}
	}
	return r
}

// giveRights gives the castling rights of the start position to kings on the
// e-file with rooks in the corners.
func (d *Description) giveRights() {
	fields := strings.Fields(d.Start)
	if !d.castling || len(fields) < 3 {
		return
	}
	board, _, _ := strings.Cut(fields[0], "[")
	rows := strings.Split(board, "/")
	rights := ""
	for c, row := range []string{rows[len(rows)-1], rows[0]} {
		for n := byte(1); n <= 8; n++ {
			row = strings.ReplaceAll(row, string('0'+n), strings.Repeat(" ", int(n)))
		}
		small := byte(c) << 5
		if len(row) != 8 || row[4] != 'K'|small {
			continue
		}
		if row[7] == 'R'|small {
			rights += string('K' | small)
		}
		if row[0] == 'R'|small {
			rights += string('Q' | small)
		}
	}
	if rights == "" {
		rights = "-"
	}
	fields[2] = rights
	d.Start = strings.Join(fields, " ")
}

// Position returns the position that a setup describes, which package chess has
// judged: Position.Setup gives it.
func (t *Twin) Position(s rules.Setup) game.Position {
	b := newBoard(twinRules(t).r)
	for sq, piece := range s.Board {
		if piece == rules.NoPiece {
			continue
		}
		c, kind := int(piece.Color()), t.roles[piece.Role()&7]
		if s.Promoted.Has(bitboard.Square(sq)) {
			kind = twinRules(t).r.born[c][kind]
		}
		b.set(sq, codeOf(kind, c))
	}
	for c := range 2 {
		for role, n := range s.Hands[c] {
			if n > 0 {
				b.take(c, t.roles[role&7], int(n))
			}
		}
		setRights(t, b, &s, c)
		if t.checks > 0 {
			if b.remaining[c] = s.Checks[c]; s.CheckForm == rules.ChecksGiven {
				b.remaining[c] = t.checks - s.Checks[c]
			}
			b.key ^= twinRules(t).r.zobrist.check[c][b.remaining[c]&127]
		}
	}
	if b.side = uint8(s.Side); b.side == 1 {
		b.key ^= twinRules(t).r.zobrist.side
	}
	if s.EnPassant.Valid() {
		add(&b.ep, int(s.EnPassant))
	}
	b.half, b.full = int32(s.Halfmove), int32(s.Fullmove)
	if twinRules(t).r.sequence != "" {
		b.setTurn(s.Turn, s.Left)
		b.reset = s.Zeroing
	}
	return twinRules(t).at(b)
}

// setRights gives a side its castling rights.
func setRights(t *Twin, b *board[[1]uint64], s *rules.Setup, c int) {
	king := castlingKing(t, b, c)
	var rooks []int
	for file := range 8 {
		sq := 56*c + file
		switch {
		case !s.Castling.Has(bitboard.Square(sq)):
		case s.Board[sq].Role() == rules.King:
			king = sq
		default:
			rooks = append(rooks, sq)
		}
	}
	for _, rook := range rooks {
		b.setRight(c, king, rook)
	}
}

// castlingKing returns which king castles where a setup does not name it: the one
// on the e-file, else the only one on the first rank, else -1.
func castlingKing(t *Twin, b *board[[1]uint64], c int) int {
	kings := intersect(intersect(b.types[t.roles[rules.King]&63], b.colors[c]), twinRules(t).r.ranks[7*c])
	switch {
	case has(&kings, 56*c+4):
		return 56*c + 4
	case several(kings):
		return -1
	}
	return first(kings)
}

// Setup returns what a position of the twin is as a setup.
func (t *Twin) Setup(p game.Position) rules.Setup {
	b := p.(*position[[1]uint64]).b
	s := rules.Setup{
		Side: rules.Color(b.side), EnPassant: bitboard.NoSquare, Halfmove: int(b.half), Fullmove: int(b.full),
		Turn: b.turn, Left: b.left, Zeroing: b.reset,
	}
	for sq := range s.Board {
		if code := b.at[sq]; code != 0 {
			k := &twinRules(t).r.kinds[(code-1)>>1]
			s.Board[sq] = rules.NewPiece(rules.Color((code-1)&1), t.role(k.typ))
			if k.tilde {
				s.Promoted |= bitboard.Square(sq).Bitboard()
			}
		}
	}
	for c := range 2 {
		for typ := range twinRules(t).r.types {
			if n := b.hands[c][typ]; n > 0 {
				s.Hands[c][t.role(uint8(typ))] = n
			}
		}
		if t.checks > 0 {
			if s.Checks[c], s.CheckForm = b.remaining[c], rules.ChecksLeft; t.checks == 3 {
				s.Checks[c], s.CheckForm = t.checks-b.remaining[c], rules.ChecksGiven
			}
		}
		king := int(b.state.king[c])
		for _, rook := range b.rook[c] {
			if rook < 0 {
				continue
			}
			s.Castling |= bitboard.Square(rook).Bitboard()
			if king != castlingKing(t, b, c) {
				s.Castling |= bitboard.Square(king).Bitboard()
			}
		}
	}
	if !isEmpty(b.ep) {
		s.EnPassant = bitboard.Square(first(b.ep))
	}
	return s
}

// role returns what a type is in package chess.
func (t *Twin) role(typ uint8) rules.Role {
	return rules.Role(slices.Index(t.roles[:], typ))
}

// UCI writes a move as chess.Position.UCI does.
func (t *Twin) UCI(p game.Position, m game.Move) string {
	b := p.(*position[[1]uint64]).b
	if mv := move(m); mv.what() == castling {
		from, to := mv.from(), mv.to()
		if !t.chess960 && from%8 == 4 && (to%8 == 0 || to%8 == 7) {
			to, _ = twinRules(t).r.arrivals(int(b.side), wingOf(mv))
		}
		return twinRules(t).r.g.squareName(from) + twinRules(t).r.g.squareName(to)
	}
	return b.uci(move(m))
}
