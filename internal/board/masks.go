package board

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// Masks are the rules of a game as masks and flags for the move generator. After filling
// them, call Derive to fill the rest, and change nothing afterwards.
type Masks struct {
	Queen   rules.Role // Queen or Amazon
	Amazons Bitboard   // all squares if queens jump like knights, else none
	Royal   Bitboard   // all squares if kings are royal, else none
	Holes   Bitboard

	Placement       bool // the pieces start in hand and are placed first
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
	CheckLimit   uint8 // number of checks that wins, 0 for none
	Hill         Bitboard
	Race         bool
	NoChecks     bool
	Turns        *rules.TurnLengths

	derived
}

// derived holds what follows from the rules.
type derived struct {
	Promotions     []rules.Role // what a pawn may become, the most valuable first
	morePromotions int          // how many there are besides the first

	// Machines generate the moves of the two sides; they belong to the instance with the
	// number Instance.
	Machines *[2]Machine
	Instance int
	// NearHoles are the squares from which pieces may vanish.
	NearHoles nearHoles
	// Special are the flags of moves that are more than a simple step, which
	// Board.playSpecial makes.
	Special Move
	// PiecesDecide says that the lack of certain pieces may end the game.
	PiecesDecide bool
	// Decidable says that a position may be decided, by the pieces or by a goal, while
	// there are moves left.
	Decidable bool
	// Goals says that checks are counted, or that kings have squares to reach, which are
	// KingGoals.
	Goals     bool
	KingGoals Bitboard
	// Judged says that for some moves pins and checks are not enough to tell whether
	// they are legal: they are played and the result is tested.
	Judged bool
	// HordeRank is rank 2 if pawns on rank 1 may also make a double step, else empty.
	HordeRank Bitboard
	// Vital are the types that must not die out, by side.
	Vital [2]rules.RoleSet
	// KingMayDie says for which side the royal king can be lost, and the game with it.
	KingMayDie [2]bool
	// EndsBare says for which side the game ends when it has nothing left.
	EndsBare [2]bool
}

// Orthodox are the masks of chess, before Derive.
var Orthodox = Masks{Queen: rules.Queen, Royal: ^Bitboard(0), Castling: true, PromoteToOthers: true}

// Derive fills the fields that follow from the others, except for Vital, which follows
// from the start position.
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
