package chess

import (
	"fmt"
	"strings"
)

// A Variant is a game as data: a name and the rules in which it differs from
// orthodox chess. The zero value, without a name, is of no use; the variant
// without rules is orthodox chess.
type Variant struct {
	// Name is in lower case and holds no blank and no '+'.
	Name string
	// Aliases are other names of the same game.
	Aliases []string
	// Summary says in one line what the variant changes.
	Summary string
	// Rules holds at most one rule of each type, in any order.
	Rules []Rule
}

// Combine returns the composition of variants: all their rules together, named
// by their names joined with '+', without those that change nothing. It does
// not judge them: Compile does.
func Combine(variants ...Variant) Variant {
	if len(variants) == 1 {
		return variants[0]
	}
	var names, summaries []string
	var combined Variant
	for _, v := range variants {
		if len(v.Rules) == 0 {
			continue
		}
		names = append(names, v.Name)
		summaries = append(summaries, v.Summary)
		combined.Rules = append(combined.Rules, v.Rules...)
	}
	if len(names) == 0 && len(variants) > 0 {
		return variants[0]
	}
	combined.Name = strings.Join(names, "+")
	combined.Summary = strings.Join(summaries, "; ")
	return combined
}

// A Ruleset is a compiled Variant: the masks and flags that the rules machine
// obeys. It is immutable, may be shared by goroutines, and is compared by
// pointer. Compile makes one.
type Ruleset struct {
	variant Variant

	queen   Role     // Queen or Amazon
	amazons Bitboard // all squares if queens jump like knights, else none
	royal   Bitboard // all squares if kings are royal, else none
	holes   Bitboard

	shoot             bool
	shotLosesCastling bool
	relocate          bool
	extinction        bool
	fibonacci         bool
	placement         bool
	castling          bool // whether castling exists at all
	oppositeBishops   bool
	chess960          bool

	// Derived from the rules above.
	promotions     []Role // what a pawn may become, the most valuable first
	morePromotions int    // how many of them there are besides the first
	bits           uint8  // the mode that the generator runs in, less the side
	piecesDecide   bool   // whether what is, or is not, on the board may end the game

	start Position
}

// Compile checks a variant and prepares it for play. It fails if two rules
// change the same thing.
func Compile(v Variant) (*Ruleset, error) {
	r := &Ruleset{variant: v, queen: Queen, royal: ^Bitboard(0)}
	seen := map[string]bool{}
	for _, rule := range v.Rules {
		if seen[rule.kind()] {
			return nil, fmt.Errorf("variant %s: two rules change %s", v.Name, rule.kind())
		}
		seen[rule.kind()] = true
		if err := rule.compile(r); err != nil {
			return nil, fmt.Errorf("variant %s: %s: %w", v.Name, rule.kind(), err)
		}
	}
	r.derive()
	start, err := r.Position(r.startSetup())
	if err != nil {
		return nil, fmt.Errorf("variant %s: start position: %w", v.Name, err)
	}
	r.start = start
	return r, nil
}

// derive fills the fields that follow from the rules.
func (r *Ruleset) derive() {
	r.promotions = []Role{r.queen, Rook, Bishop, Knight}
	if r.extinction {
		r.promotions = append(r.promotions, King)
	}
	r.morePromotions = len(r.promotions) - 1
	r.bits = r.modeBits()
	r.piecesDecide = r.extinction || r.holes != 0
	r.castling = r.castling || !r.placement
}

// Name returns the variant's name.
func (r *Ruleset) Name() string { return r.variant.Name }

// Variant returns what the ruleset was compiled from.
func (r *Ruleset) Variant() Variant { return r.variant }

// Start returns the start position.
func (r *Ruleset) Start() Position { return r.start }

// Roles returns the types of the army, in ascending order: pawn, knight,
// bishop, rook, king and either queen or amazon.
func (r *Ruleset) Roles() []Role {
	if r.queen == Amazon {
		return []Role{Pawn, Knight, Bishop, Rook, King, Amazon}
	}
	return []Role{Pawn, Knight, Bishop, Rook, Queen, King}
}

// QueenRole returns the army's strongest piece: Queen or Amazon.
func (r *Ruleset) QueenRole() Role { return r.queen }

// Royal reports whether kings are royal: may be checked and mated.
func (r *Ruleset) Royal() bool { return r.royal != 0 }

// Holes returns the black holes.
func (r *Ruleset) Holes() Bitboard { return r.holes }

// Shoots reports whether a capturer stays where it was.
func (r *Ruleset) Shoots() bool { return r.shoot }

// Relocates reports whether captured pieces are put elsewhere.
func (r *Ruleset) Relocates() bool { return r.relocate }

// Extinction reports whether the goal is to wipe out a piece type.
func (r *Ruleset) Extinction() bool { return r.extinction }

// Fibonacci reports whether turns have Fibonacci lengths.
func (r *Ruleset) Fibonacci() bool { return r.fibonacci }

// HasHands reports whether the game starts with the pieces in hand.
func (r *Ruleset) HasHands() bool { return r.placement }

// IsChess960 reports whether castling is written as king takes rook.
func (r *Ruleset) IsChess960() bool { return r.chess960 }

// orthodoxMaterial reports whether draws by insufficient material exist: only
// where material alone decides that no mate is possible.
func (r *Ruleset) orthodoxMaterial() bool {
	return r.royal != 0 && r.holes == 0 && !r.shoot && !r.relocate && !r.fibonacci && !r.placement
}

// startSetup returns the start position that follows from the rules.
func (r *Ruleset) startSetup() Setup {
	s := Setup{Fullmove: 1}
	back := [8]Role{Rook, Knight, Bishop, r.queen, King, Bishop, Knight, Rook}
	for file, role := range back {
		for _, c := range []Color{White, Black} {
			pawnRank, backRank := 1, 0
			if c == Black {
				pawnRank, backRank = 6, 7
			}
			s.Board[pawnRank*8+file] = NewPiece(c, Pawn)
			if r.placement {
				s.Hands[c][role]++
				continue
			}
			s.Board[backRank*8+file] = NewPiece(c, role)
			if role == Rook && r.castling {
				s.Castling |= Square(backRank*8 + file).Bitboard()
			}
		}
	}
	s.EnPassant = NoSquare
	if r.fibonacci {
		s.Turn, s.Left = 1, 1
	}
	return s
}
