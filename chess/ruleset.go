package chess

import (
	"fmt"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Ruleset is a compiled Variant: the masks and flags that the rules machine
// obeys. It is immutable, may be shared by goroutines, and is compared by
// pointer. Compile makes one.
type Ruleset struct {
	variant rules.Variant

	queen   rules.Role // Queen or Amazon
	amazons Bitboard   // all squares if queens jump like knights, else none
	royal   Bitboard   // all squares if kings are royal, else none
	holes   Bitboard

	startBoard      string // the first field of a FEN; empty for the array
	placement       bool   // the pieces start in hand, and are placed first
	oppositeBishops bool
	horde           bool
	castling        bool // whether castling exists at all
	chess960        bool
	promoteToKing   bool
	promoteToOthers bool

	shoot             bool
	shotLosesCastling bool
	explode           bool
	relocate          bool
	pockets           bool
	compulsory        bool

	extinction   bool
	extinctTypes rules.RoleSet
	extinctLeft  int
	giveAway     bool
	fewerPieces  bool
	checkLimit   uint8 // checks that win, 0 for none
	hill         Bitboard
	race         bool
	noChecks     bool
	turns        turnSequence

	derived
	start       Position
	pseudoLegal *Ruleset // see pseudoLegal
}

// derived is what follows from the rules.
type derived struct {
	promotions     []rules.Role // what a pawn may become, the most valuable first
	morePromotions int          // how many of them there are besides the first

	// machines generate the moves of the two sides.
	machines *[2]machine
	// nearHoles are the squares from which pieces may vanish.
	nearHoles nearHoles
	// special are the flags of moves that are more than a step: board.playSpecial
	// makes them.
	special Move
	// piecesDecide says that the lack of some pieces may end the game.
	piecesDecide bool
	// decidable says that a position may be decided while there are moves left:
	// by the pieces or by a goal.
	decidable bool
	// goals says that checks are counted, or that kings have somewhere to go: to
	// kingGoals.
	goals     bool
	kingGoals Bitboard
	material  materialRule
	// judged says that for some moves neither pins nor checks tell whether they are
	// legal: they are played and looked at.
	judged bool
	// boardOnly says that, once nobody holds pieces in hand and as long as no goal
	// is near, the board, the side to move and the turn are all that perft needs to
	// know.
	boardOnly bool
	// orderly says that no capture does more than take, that no move must capture or
	// may not give check, and that nothing vanishes.
	orderly bool
	// pairable says that the moves of two pieces of one side mostly have nothing to do
	// with each other, wherever a side moves twice in a row.
	pairable bool
	// hordeRank is rank 2 if pawns on rank 1 may step twice, too, else none.
	hordeRank Bitboard
	// vital are, by side, the types that may not die out.
	vital [2]rules.RoleSet
	// kingMayDie says of which side the royal king may go, which loses.
	kingMayDie [2]bool
	// endsBare says which side ends the game when it has nothing left.
	endsBare [2]bool
	// mostPieces is how many pieces a side may have, those in hand included, and
	// mostOfBoth how many there may be in all.
	mostPieces [2]int
	mostOfBoth int
}

// Compile checks a variant and prepares it for play. It fails if two rules
// change the same thing.
func Compile(v rules.Variant) (*Ruleset, error) {
	if err := v.Check(); err != nil {
		return nil, err
	}
	r := &Ruleset{variant: v, queen: rules.Queen, royal: ^Bitboard(0), castling: true, promoteToOthers: true}
	for _, rule := range v.Rules {
		if err := r.add(rule); err != nil {
			return nil, fmt.Errorf("variant %s: %w", v.Name, err)
		}
	}
	start, err := r.startSetup()
	if err != nil {
		return nil, fmt.Errorf("variant %s: start position: %w", v.Name, err)
	}
	r.derive(&start)
	r.pseudoLegal = r.pseudoLegalRules(&start)
	if r.start, err = r.Position(start); err != nil {
		return nil, fmt.Errorf("variant %s: start position: %w", v.Name, err)
	}
	return r, nil
}

// add writes a rule into the masks and flags.
func (r *Ruleset) add(rule rules.Rule) error {
	switch rule := rule.(type) {
	case rules.StartingFrom:
		r.startBoard = string(rule)
	case rules.Placement:
		r.placement, r.oppositeBishops = true, rule.OppositeBishops
	case rules.Chess960:
		r.chess960 = true
	case rules.NoCastling:
		r.castling = false
	case rules.Amazons:
		r.queen, r.amazons = rules.Amazon, ^Bitboard(0)
	case rules.CommonKings:
		r.royal = 0
	case rules.PromotionToKing:
		r.promoteToKing, r.promoteToOthers = true, !rule.Only
	case rules.Horde:
		r.horde = true
	case rules.BlackHoles:
		r.holes = Bitboard(rule)
	case rules.Shooting:
		r.shoot, r.shotLosesCastling = true, rule.LosesCastling
	case rules.Explosions:
		r.explode = true
	case rules.Relocation:
		r.relocate = true
	case rules.Pockets:
		r.pockets = true
	case rules.CompulsoryCaptures:
		r.compulsory = true
	case rules.Extinction:
		r.extinction, r.extinctTypes, r.extinctLeft = true, rule.Of, rule.Left
	case rules.GiveAway:
		r.giveAway, r.fewerPieces = true, rule.FewerPieces
	case rules.CheckLimit:
		r.checkLimit = uint8(rule)
	case rules.Hill:
		r.hill = Bitboard(rule)
	case rules.Race:
		r.race = true
	case rules.NoChecks:
		r.noChecks = true
	case rules.FibonacciTurns:
		r.turns = fibonacciTurns
	case rules.ProgressiveTurns:
		r.turns = progressiveTurns
	case rules.MarseillaisTurns:
		r.turns = marseillaisTurns
	default:
		return fmt.Errorf("the rule %T is not known to the machine of the chessboard", rule)
	}
	return nil
}

// derive fills the fields that follow from the rules and the start position.
func (r *Ruleset) derive(start *rules.Setup) {
	if r.promoteToOthers {
		r.promotions = []rules.Role{r.queen, rules.Rook, rules.Bishop, rules.Knight}
	}
	if r.promoteToKing {
		r.promotions = append(r.promotions, rules.King)
	}
	r.morePromotions = len(r.promotions) - 1
	r.nearHoles = r.findNearHoles()
	r.special = flagsSpecial
	if r.shoot || r.explode {
		r.special |= flagCapture
	}
	kingsDie := r.royal != 0 && (r.holes != 0 || r.explode)
	r.kingMayDie = [2]bool{kingsDie && !r.horde, kingsDie}
	r.endsBare = [2]bool{r.giveAway || r.horde, r.giveAway}
	r.piecesDecide = kingsDie || r.extinction || r.giveAway || r.horde
	r.kingGoals = r.hill
	if r.race {
		r.kingGoals |= goalRank
	}
	r.goals = r.checkLimit != 0 || r.kingGoals != 0
	r.decidable = r.piecesDecide || r.goals
	r.machines = r.chooseMachines()
	if r.horde {
		r.hordeRank = bitboard.Rank2
	}
	r.material = r.chooseMaterial()
	r.judged = r.royal != 0 && (r.explode || r.noChecks)
	r.boardOnly = !r.pockets
	r.orderly = !r.shoot && !r.explode && !r.relocate && !r.compulsory && !r.noChecks && r.holes == 0
	r.pairable = !r.relocate && (!r.noChecks || r.royal == 0)
	r.deriveArmies(start)
}

// deriveArmies fills the fields that follow from what the sides start with.
func (r *Ruleset) deriveArmies(start *rules.Setup) {
	for c := range 2 {
		pieces := 0
		for role := rules.Pawn; role < rules.NumRoles; role++ {
			n := ownedIn(start, rules.Color(c), role)
			if pieces += n; n > 0 && (r.extinctTypes == 0 || r.extinctTypes.Has(role)) {
				r.vital[c] |= rules.RolesOf(role)
			}
		}
		r.mostPieces[c] = max(pieces, maxPieces)
	}
	r.mostOfBoth = r.mostPieces[0] + r.mostPieces[1]
	if r.pockets {
		r.mostPieces = [2]int{r.mostOfBoth, r.mostOfBoth}
	}
}

// startSetup returns the start position that follows from the rules.
func (r *Ruleset) startSetup() (rules.Setup, error) {
	board := r.startBoard
	switch {
	case r.placement:
		board = "8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRBBNNkqrrbbnn]"
	case board == "":
		board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	}
	s, err := ParseSetup(board + " w - -")
	if err != nil {
		return rules.Setup{}, err
	}
	for c := range 2 {
		s.Hands[c][rules.Queen], s.Hands[c][r.queen] = 0, s.Hands[c][rules.Queen]
	}
	for sq, piece := range s.Board {
		switch {
		case r.holes.Has(Square(sq)):
			s.Board[sq] = rules.NoPiece
		case piece.Role() == rules.Queen:
			s.Board[sq] = rules.NewPiece(piece.Color(), r.queen)
		}
	}
	if r.castling {
		s.Castling = orthodoxRooks(&s, rules.White) | orthodoxRooks(&s, rules.Black)
	}
	if r.turns != singleMoves {
		s.Turn, s.Left = 1, r.turnLength(1)
	}
	return s, nil
}

// orthodoxRooks returns the rooks of a side on the a and h files of its first
// rank, if its king stands on e1 (e8).
func orthodoxRooks(s *rules.Setup, c rules.Color) (rooks Bitboard) {
	home := bitboard.A1 + Square(56*c)
	if s.Board[home+4] != rules.NewPiece(c, rules.King) {
		return 0
	}
	for _, sq := range []Square{home, home + 7} {
		if s.Board[sq] == rules.NewPiece(c, rules.Rook) {
			rooks |= sq.Bitboard()
		}
	}
	return rooks
}

// owned counts the pieces of a role that a side has, on the board and in hand.
func ownedIn(s *rules.Setup, c rules.Color, role rules.Role) int {
	n := int(s.Hands[c][role])
	for _, piece := range s.Board {
		if piece == rules.NewPiece(c, role) {
			n++
		}
	}
	return n
}

// Name returns the variant's name.
func (r *Ruleset) Name() string { return r.variant.Name }

// Variant returns what the ruleset was compiled from.
func (r *Ruleset) Variant() rules.Variant { return r.variant }

// Start returns the start position.
func (r *Ruleset) Start() Position { return r.start }

// Roles returns the types of the army, in ascending order: pawn, knight,
// bishop, rook, king and either queen or amazon.
func (r *Ruleset) Roles() []rules.Role {
	if r.queen == rules.Amazon {
		return []rules.Role{rules.Pawn, rules.Knight, rules.Bishop, rules.Rook, rules.King, rules.Amazon}
	}
	return []rules.Role{rules.Pawn, rules.Knight, rules.Bishop, rules.Rook, rules.Queen, rules.King}
}

// QueenRole returns the army's strongest piece: Queen or Amazon.
func (r *Ruleset) QueenRole() rules.Role { return r.queen }

// Promotions returns what a pawn may become, the most valuable first, in a slice
// of the caller's own.
func (r *Ruleset) Promotions() []rules.Role { return append([]rules.Role(nil), r.promotions...) }

// Royal reports whether kings are royal: may be checked and mated.
func (r *Ruleset) Royal() bool { return r.royal != 0 }

// Holes returns the black holes.
func (r *Ruleset) Holes() Bitboard { return r.holes }

// Shoots reports whether a capturer stays where it was.
func (r *Ruleset) Shoots() bool { return r.shoot }

// Explodes reports whether captures explode.
func (r *Ruleset) Explodes() bool { return r.explode }

// Relocates reports whether captured pieces are put elsewhere.
func (r *Ruleset) Relocates() bool { return r.relocate }

// Pockets reports whether captured pieces go into the capturer's hand, and may
// be dropped from there.
func (r *Ruleset) Pockets() bool { return r.pockets }

// CompulsoryCaptures reports whether a side that may capture has to.
func (r *Ruleset) CompulsoryCaptures() bool { return r.compulsory }

// Extinction reports whether the goal is to wipe out a piece type.
func (r *Ruleset) Extinction() bool { return r.extinction }

// Vital returns with how many pieces of a role, on the board and in hand, a side
// has lost by extinction: -1 if the role does not matter.
func (r *Ruleset) Vital(c rules.Color, role rules.Role) int {
	if !r.extinction || !r.vital[c&1].Has(role) {
		return -1
	}
	return r.extinctLeft
}

// GivesAway reports whether the goal is to lose all pieces (all but the king,
// where it is royal) or to have no legal move.
func (r *Ruleset) GivesAway() bool { return r.giveAway }

// CheckLimit returns the number of checks with which a side wins, 0 if checks
// are not counted.
func (r *Ruleset) CheckLimit() int { return int(r.checkLimit) }

// Hill returns the squares on which a king wins, none in other games.
func (r *Ruleset) Hill() Bitboard { return r.hill }

// Race reports whether the kings race to rank 8.
func (r *Ruleset) Race() bool { return r.race }

// ForbidsChecks reports whether a move that gives check is illegal.
func (r *Ruleset) ForbidsChecks() bool { return r.noChecks }

// Horde reports whether White has no king, and loses with its last piece.
func (r *Ruleset) Horde() bool { return r.horde }

// LongTurns reports whether turns may have several moves.
func (r *Ruleset) LongTurns() bool { return r.turns != singleMoves }

// StartsInHand reports whether the pieces start in hand and are placed first.
func (r *Ruleset) StartsInHand() bool { return r.placement }

// HasHands reports whether a side may hold pieces in hand at all.
func (r *Ruleset) HasHands() bool { return r.placement || r.pockets }

// Castling reports whether there is castling in the game.
func (r *Ruleset) Castling() bool { return r.castling }

// IsChess960 reports whether castling is written as king takes rook.
func (r *Ruleset) IsChess960() bool { return r.chess960 }
