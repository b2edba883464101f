package board

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// Masks are the rules of a game as the generator obeys them: masks and flags. Whoever
// fills them lets Derive fill the rest, and changes nothing afterwards.
type Masks struct {
	Queen   rules.Role // Queen or Amazon
	Amazons Bitboard   // all squares if queens jump like knights, else none
	Royal   Bitboard   // all squares if kings are royal, else none
	Holes   Bitboard

	Placement       bool // the pieces start in hand, and are placed first
	OppositeBishops bool
	Horde           bool
	Castling        bool // whether castling exists at all
	PromoteToKing   bool
	PromoteToOthers bool

	Shoot             bool
	ShotLosesCastling bool
	Explode           bool
	Relocate          bool
	Pockets           bool
	Compulsory        bool

	Extinction   bool
	ExtinctTypes rules.RoleSet
	ExtinctLeft  int
	GiveAway     bool
	FewerPieces  bool
	CheckLimit   uint8 // checks that win, 0 for none
	Hill         Bitboard
	Race         bool
	NoChecks     bool
	Turns        *rules.TurnLengths

	derived
}

// derived is what follows from the rules.
type derived struct {
	Promotions     []rules.Role // what a pawn may become, the most valuable first
	morePromotions int          // how many of them there are besides the first

	// Machines generate the moves of the two sides: those of an instance, which is one of
	// instances.
	Machines *[2]Machine
	Instance int
	// NearHoles are the squares from which pieces may vanish.
	NearHoles nearHoles
	// Special are the flags of moves that are more than a step: Board.playSpecial
	// makes them.
	Special Move
	// PiecesDecide says that the lack of some pieces may end the game.
	PiecesDecide bool
	// Decidable says that a position may be decided while there are moves left:
	// by the pieces or by a goal.
	Decidable bool
	// Goals says that checks are counted, or that kings have somewhere to go: to
	// KingGoals.
	Goals     bool
	KingGoals Bitboard
	// Judged says that for some moves neither pins nor checks tell whether they are
	// legal: they are played and looked at.
	Judged bool
	// HordeRank is rank 2 if pawns on rank 1 may step twice, too, else none.
	HordeRank Bitboard
	// Vital are, by side, the types that may not die out.
	Vital [2]rules.RoleSet
	// KingMayDie says of which side the royal king may go, which loses.
	KingMayDie [2]bool
	// EndsBare says which side ends the game when it has nothing left.
	EndsBare [2]bool
}

// Orthodox are the masks of chess, before Derive.
var Orthodox = Masks{Queen: rules.Queen, Royal: ^Bitboard(0), Castling: true, PromoteToOthers: true}

// Derive fills the fields that follow from the others, but not Vital, which follows from
// the start position.
func (r *Masks) Derive() {
	r.derived = derived{}
	if r.PromoteToOthers {
		r.Promotions = []rules.Role{r.Queen, rules.Rook, rules.Bishop, rules.Knight}
	}
	if r.PromoteToKing {
		r.Promotions = append(r.Promotions, rules.King)
	}
	r.morePromotions = len(r.Promotions) - 1
	r.NearHoles = r.findNearHoles()
	r.Special = flagsSpecial
	if r.Shoot || r.Explode {
		r.Special |= FlagCapture
	}
	kingsDie := r.Royal != 0 && (r.Holes != 0 || r.Explode)
	r.KingMayDie = [2]bool{kingsDie && !r.Horde, kingsDie}
	r.EndsBare = [2]bool{r.GiveAway || r.Horde, r.GiveAway}
	r.PiecesDecide = kingsDie || r.Extinction || r.GiveAway || r.Horde
	r.KingGoals = r.Hill
	if r.Race {
		r.KingGoals |= GoalRank
	}
	r.Goals = r.CheckLimit != 0 || r.KingGoals != 0
	r.Decidable = r.PiecesDecide || r.Goals
	r.Instance = r.chooseInstance()
	r.Machines = &instances[r.Instance].machines
	if r.Horde {
		r.HordeRank = bitboard.Rank2
	}
	r.Judged = r.Royal != 0 && (r.Explode || r.NoChecks)
}
