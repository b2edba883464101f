package chess

import (
	"fmt"
	"slices"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/internal/board"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Ruleset is a compiled Variant: the masks and flags that drive the rules machine. It is
// immutable, may be shared by goroutines, and is compared by pointer. Compile makes one.
type Ruleset struct {
	variant rules.Variant

	startBoard string // the first field of a FEN; empty for the array
	chess960   bool

	board    board.Masks
	material materialRule
	// hordeDraws says that a horde without moves draws: nothing else can decide the game.
	hordeDraws bool
	// mostPieces is how many pieces each side may have, including those in hand, and
	// mostOfBoth how many there may be in all.
	mostPieces [2]int
	mostOfBoth int

	start       Position
	pseudoLegal *Ruleset // see pseudoLegal
}

// Compile checks a variant and prepares it for play. It fails if two rules
// change the same thing.
func Compile(v rules.Variant) (*Ruleset, error) {
	if err := v.Check(); err != nil {
		return nil, err
	}
	v.Rules = slices.Clone(v.Rules)
	r := &Ruleset{variant: v, board: board.Orthodox}
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

// add sets the masks and flags for a rule.
func (r *Ruleset) add(rule rules.Rule) error {
	switch rule := rule.(type) {
	case rules.StartingFrom:
		r.startBoard = string(rule)
	case rules.Placement:
		r.board.Placement, r.board.OppositeBishops = true, rule.OppositeBishops
	case rules.Chess960:
		r.chess960 = true
	case rules.NoCastling:
		r.board.Castling = false
	case rules.Amazons:
		r.board.Queen, r.board.Amazons = rules.Amazon, ^Bitboard(0)
	case rules.CommonKings:
		r.board.Royal = 0
	case rules.PromotionToKing:
		r.board.PromoteToKing, r.board.PromoteToOthers = true, !rule.Only
	case rules.Horde:
		r.board.Horde = true
	case rules.BlackHoles:
		r.board.Holes = Bitboard(rule)
	case rules.Shooting:
		r.board.Shoot, r.board.ShotLosesCastling = true, rule.LosesCastling
	case rules.Explosions:
		r.board.Explode = true
	case rules.Relocation:
		r.board.Relocate = true
	case rules.Pockets:
		r.board.Pockets = true
	case rules.CompulsoryCaptures:
		r.board.Compulsory = true
	case rules.Extinction:
		r.board.Extinction, r.board.ExtinctTypes, r.board.ExtinctLeft = true, rule.Of, rule.Left
	case rules.GiveAway:
		r.board.GiveAway, r.board.FewerPieces = true, rule.FewerPieces
	case rules.CheckLimit:
		r.board.CheckLimit = uint8(rule)
	case rules.Hill:
		r.board.Hill = Bitboard(rule)
	case rules.Race:
		r.board.Race = true
	case rules.NoChecks:
		r.board.NoChecks = true
	case rules.Turns:
		var err error
		if r.board.Turns, err = rules.ParseTurns(string(rule)); err != nil {
			return err
		}
	default:
		return fmt.Errorf("the fast machine does not know the rule %T", rule)
	}
	return nil
}

// derive fills the fields that follow from the rules and the start position.
func (r *Ruleset) derive(start *rules.Setup) {
	r.board.Derive()
	r.material = r.chooseMaterial()
	r.hordeDraws = r.chooseHordeDraws()
	r.deriveArmies(start)
}

// deriveArmies fills the fields that follow from the pieces the sides start with.
func (r *Ruleset) deriveArmies(start *rules.Setup) {
	for c := range 2 {
		pieces := 0
		for role := rules.Pawn; role < rules.NumRoles; role++ {
			n := ownedIn(start, rules.Color(c), role)
			if pieces += n; n > 0 && (r.board.ExtinctTypes == 0 || r.board.ExtinctTypes.Has(role)) {
				r.board.Vital[c] |= rules.RolesOf(role)
			}
		}
		r.mostPieces[c] = max(pieces, maxPieces)
	}
	r.mostOfBoth = r.mostPieces[0] + r.mostPieces[1]
	if r.board.Pockets {
		r.mostPieces = [2]int{r.mostOfBoth, r.mostOfBoth}
	}
}

// startSetup returns the start position that follows from the rules.
func (r *Ruleset) startSetup() (rules.Setup, error) {
	squares := r.startBoard
	switch {
	case r.board.Placement:
		squares = "8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRBBNNkqrrbbnn]"
	case squares == "":
		squares = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	}
	s, err := ParseSetup(squares + " w - -")
	if err != nil {
		return rules.Setup{}, err
	}
	for c := range 2 {
		s.Hands[c][rules.Queen], s.Hands[c][r.board.Queen] = 0, s.Hands[c][rules.Queen]
	}
	for sq, piece := range s.Board {
		switch {
		case r.board.Holes.Has(Square(sq)):
			s.Board[sq] = rules.NoPiece
		case piece.Role() == rules.Queen:
			s.Board[sq] = rules.NewPiece(piece.Color(), r.board.Queen)
		}
	}
	if r.board.Castling {
		s.Castling = orthodoxRooks(&s, rules.White) | orthodoxRooks(&s, rules.Black)
	}
	if r.board.Turns != nil {
		s.Turn, s.Left = 1, r.board.Turns.Of(1)
	}
	return s, nil
}

// orthodoxRooks returns a side's rooks on the a- and h-files of its first rank, if
// its king stands on e1 (e8).
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

// ownedIn counts the pieces of a role that a side has, on the board and in hand.
func ownedIn(s *rules.Setup, c rules.Color, role rules.Role) int {
	n := int(s.Hands[c][role])
	for _, piece := range s.Board {
		if piece == rules.NewPiece(c, role) {
			n++
		}
	}
	return n
}

// Board returns the rules in the form the move generator uses, for programs that work
// with boards alone. They must not be changed.
func (r *Ruleset) Board() *board.Masks { return &r.board }

// Name returns the variant's name.
func (r *Ruleset) Name() string { return r.variant.Name }

// Variant returns what the ruleset was compiled from.
func (r *Ruleset) Variant() rules.Variant {
	v := r.variant
	v.Rules = slices.Clone(v.Rules)
	return v
}

// Start returns the start position.
func (r *Ruleset) Start() Position { return r.start }

// Roles returns the piece types of the army, in ascending order: pawn, knight,
// bishop, rook, king and either queen or amazon.
func (r *Ruleset) Roles() []rules.Role {
	if r.board.Queen == rules.Amazon {
		return []rules.Role{rules.Pawn, rules.Knight, rules.Bishop, rules.Rook, rules.King, rules.Amazon}
	}
	return []rules.Role{rules.Pawn, rules.Knight, rules.Bishop, rules.Rook, rules.Queen, rules.King}
}

// QueenRole returns the army's strongest piece: Queen or Amazon.
func (r *Ruleset) QueenRole() rules.Role { return r.board.Queen }

// Promotions returns a copy of the list of roles a pawn may promote to, the most valuable first.
func (r *Ruleset) Promotions() []rules.Role { return append([]rules.Role(nil), r.board.Promotions...) }

// Royal reports whether kings are royal: whether they can be checked and mated.
func (r *Ruleset) Royal() bool { return r.board.Royal != 0 }

// Holes returns the black holes.
func (r *Ruleset) Holes() Bitboard { return r.board.Holes }

// Shoots reports whether a capturing piece stays where it was.
func (r *Ruleset) Shoots() bool { return r.board.Shoot }

// Explodes reports whether captures explode.
func (r *Ruleset) Explodes() bool { return r.board.Explode }

// Relocates reports whether captured pieces are put elsewhere.
func (r *Ruleset) Relocates() bool { return r.board.Relocate }

// Pockets reports whether captured pieces go into the capturer's hand and may be
// dropped from there.
func (r *Ruleset) Pockets() bool { return r.board.Pockets }

// CompulsoryCaptures reports whether a side that can capture must capture.
func (r *Ruleset) CompulsoryCaptures() bool { return r.board.Compulsory }

// Extinction reports whether the goal is to wipe out a piece type.
func (r *Ruleset) Extinction() bool { return r.board.Extinction }

// Vital returns the number of pieces of a role, on the board and in hand, at which a
// side has lost by extinction, or -1 if the role does not matter.
func (r *Ruleset) Vital(c rules.Color, role rules.Role) int {
	if !r.board.Extinction || !r.board.Vital[c&1].Has(role) {
		return -1
	}
	return r.board.ExtinctLeft
}

// GivesAway reports whether the aim is to lose all pieces (all but the king, where it
// is royal) or to have no legal move.
func (r *Ruleset) GivesAway() bool { return r.board.GiveAway }

// CheckLimit returns the number of checks that wins, 0 if checks are not counted.
func (r *Ruleset) CheckLimit() int { return int(r.board.CheckLimit) }

// Hill returns the squares on which a king wins, empty in other games.
func (r *Ruleset) Hill() Bitboard { return r.board.Hill }

// Race reports whether the kings race to rank 8.
func (r *Ruleset) Race() bool { return r.board.Race }

// ForbidsChecks reports whether a move that gives check is illegal.
func (r *Ruleset) ForbidsChecks() bool { return r.board.NoChecks }

// Horde reports whether White has no king and loses with its last piece.
func (r *Ruleset) Horde() bool { return r.board.Horde }

// TurnLength returns the number of moves that turn n ≥ 1 has if no check ends it,
// cut off at 1<<61; 1 in games of one move a turn.
func (r *Ruleset) TurnLength(n uint64) uint64 { return r.board.Turns.Of(n) }

// LongTurns reports whether turns may have several moves.
func (r *Ruleset) LongTurns() bool { return r.board.Turns != nil }

// StartsInHand reports whether the pieces start in hand and are placed first.
func (r *Ruleset) StartsInHand() bool { return r.board.Placement }

// HasHands reports whether a side may hold pieces in hand at all.
func (r *Ruleset) HasHands() bool { return r.board.Placement || r.board.Pockets }

// Castling reports whether there is castling in the game.
func (r *Ruleset) Castling() bool { return r.board.Castling }

// IsChess960 reports whether castling is written as king takes rook.
func (r *Ruleset) IsChess960() bool { return r.chess960 }
