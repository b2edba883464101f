package general

import "github.com/heterodox-chess/heterodox/rules"

// A Value is what an end of the game means for a side.
type Value int8

// The values. NoEnd says that it is no end at all.
const (
	Draw Value = iota
	Win
	Loss
	NoEnd
)

// A wallRule says where a move also puts a wall.
type wallRule uint8

const (
	noWalls    wallRule = iota
	arrowWall           // where the mover could go next
	duckWall            // anywhere, and the previous one is removed
	edgeWall            // at the edge, or beside a wall
	pastWall            // where the mover came from
	staticWall          // anywhere
)

// An encloseRule says where pieces may be dropped, or which ones a move flips.
type encloseRule uint8

const (
	noEnclosing encloseRule = iota
	reversi
	ataxx
	quadwrangle
	snort
	anyside
	top
)

// A materialRule says how a drawn game is decided by counting.
type materialRule uint8

const (
	noMaterial materialRule = iota
	janggiMaterial
	unweighted
	whiteDrawOdds
	blackDrawOdds
)

// A checkRule says what a check does to a turn of several moves.
type checkRule uint8

const (
	checkEnds      checkRule = iota // it ends the turn
	checkLast                       // it is legal with the last move of the turn only
	checkContinues                  // nothing
)

// A Description is a game as data: everything that a file of variants can say. Its
// fields have the names of the file's keys, and mean what docs/variants-files.md
// says. Of two values the first is White's.
type Description struct {
	Name    string
	Files   int
	Ranks   int
	Start   string // a FEN
	letters [roles]byte
	betza   [roles]string // of custom pieces, and of a king with moves of its own
	kingIs  Role          // whose moves the king has

	chess960 bool

	mobilityRegion [2][roles]region // empty: no bounds

	promotionRegion         [2]region
	mainPromotionPawnType   [2]Role
	promotionPawnTypes      [2]roleSet
	promotionPieceTypes     [2]roleSet
	promotionLimit          [roles]int
	promotedPieceType       [roles]Role
	piecePromotionOnCapture bool
	mandatoryPawnPromotion  bool
	mandatoryPiecePromotion bool
	pieceDemotion           bool
	sittuyinPromotion       bool

	doubleStep       bool
	doubleStepRegion [2]region
	tripleStepRegion [2]region
	enPassantRegion  [2]region
	enPassantTypes   [2]roleSet

	castling                  bool
	castlingKingsideFile      int // from 0
	castlingQueensideFile     int
	castlingRank              int // from 0, from a side's own end
	castlingKingFile          int
	castlingKingPiece         [2]Role
	castlingRookKingsideFile  int
	castlingRookQueensideFile int
	castlingRookPieces        [2]roleSet
	castlingDroppedPiece      bool
	oppositeCastling          bool
	castlingWins              [2][2]bool // by colour; kingside first

	checking          bool
	dropChecks        bool
	mustCapture       bool
	mustDrop          bool
	mustDropType      Role
	immobilityIllegal bool
	flyingGeneral     bool
	makpongRule       bool
	pass              [2]bool
	passOnStalemate   [2]bool
	diagonalLines     region
	bikjangRule       bool
	cambodianMoves    bool

	pieceDrops                bool
	capturesToHand            bool
	dropLoop                  bool
	firstRankPawnDrops        bool
	promotionZonePawnDrops    bool
	enclosingDrop             encloseRule
	enclosingDropStart        region
	dropRegion                [2]region
	sittuyinRookDrop          bool
	dropOppositeColoredBishop bool
	dropPromoted              bool
	dropNoDoubled             Role
	dropNoDoubledCount        int
	freeDrops                 bool
	gating                    bool
	seirawanGating            bool
	twoBoards                 bool

	blastOnCapture        bool
	blastImmuneTypes      roleSet
	mutuallyImmuneTypes   roleSet
	petrifyOnCaptureTypes roleSet
	petrifyBlastPieces    bool
	flipEnclosedPieces    encloseRule

	wallingRule   wallRule
	wallingRegion [2]region
	wallOrMove    bool

	soldierPromotionRank int // from 0

	nMoveRule                int
	nMoveRuleTypes           [2]roleSet
	nFoldRule                int
	nFoldValue               Value
	nFoldValueAbsolute       bool
	perpetualCheckIllegal    bool
	moveRepetitionIllegal    bool
	chasingRule              bool
	stalemateValue           Value
	stalematePieceCount      bool
	checkmateValue           Value
	shogiPawnDropMateIllegal bool
	shatarMateRule           bool

	extinctionValue              Value
	extinctionClaim              bool
	extinctionPseudoRoyal        bool
	dupleCheck                   bool
	extinctionPieceTypes         roleSet
	extinctionPieceCount         int
	extinctionOpponentPieceCount int

	flagPiece           [2]Role
	flagRegion          [2]region
	flagPieceCount      int
	flagPieceBlockedWin bool
	flagMove            bool
	flagPieceSafe       bool

	checkCounting bool

	connectN          int
	connectPieceTypes roleSet
	connectHorizontal bool
	connectVertical   bool
	connectDiagonal   bool
	connectRegion1    [2]region
	connectRegion2    [2]region
	connectNxN        int
	collinearN        int
	connectValue      Value

	materialCounting    materialRule
	adjudicateFullBoard bool
	countingRule        string // "", makruk, cambodian or asean

	// What the file format of other programs cannot say.
	capturerStays     bool // a capture leaves the capturer where it was
	capturedRelocated bool // a captured piece is put on an empty square
	holes             region
	shotsMove         bool // a shot counts as a move of king or rook for castling
	turns             *rules.TurnLengths
	checkInTurn       checkRule

	composed  bool   // it has parts of our own, and its ends are judged in our order
	hill      region // a king there wins, besides other goals
	horde     bool   // White has lost when it has nothing left
	bareWins  bool   // a side has won when it has nothing left but royal kings
	toGive    int    // the checks that win by a rule of ours: those that are left where a FEN does not say
	explosive bool   // kings may explode, and are otherwise royal
	placing   bool   // with mustDrop: a side that cannot drop may not do anything else, either
	kings     Role   // the role of kings that are not royal, 0 where they are
	unaided   bool   // see Reference

	names map[named]pieceName // shared by copies: see call
	style string              // of the board, "" for squares in two colours

	fitted   Fitted
	ancestor *Description // the nearest one that something has been fitted to, nil if there is none
}

// Fitted is what heterodox-lab tune has fitted to a game: the texts of its files, "" for
// nothing.
type Fitted struct {
	Weights string // of the evaluation, see layout.read
	Network string // on top of them, see nnue.Decode
	own     string // the name of the program's file with the network, read when it is needed
}

// network returns the text of the network, "" if there is none.
func (f Fitted) network() string {
	if f.own == "" {
		return f.Network
	}
	file, err := netFile(f.own)
	if err != nil { // there is none, or it cannot be fetched
		return ""
	}
	return string(file)
}

// descend turns a copy of a description into that of another game, to which nothing has
// been fitted: see worth.inherit.
func (d *Description) descend(from *Description) {
	if d.fitted != (Fitted{}) {
		d.fitted, d.ancestor = Fitted{}, from
	}
}

// newDescription returns what a section without a parent begins with: the board and
// the rules of chess, and no pieces.
func newDescription(name string) *Description {
	both := func(s roleSet) [2]roleSet { return [2]roleSet{s, s} }
	all := [2]region{everywhere(), everywhere()}
	return &Description{
		Name: name, Files: 8, Ranks: 8,
		Start:                    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		kingIs:                   king,
		promotionRegion:          [2]region{rankRegion(8), rankRegion(1)},
		mainPromotionPawnType:    [2]Role{pawn, pawn},
		promotionPawnTypes:       both(rolesOf(pawn)),
		mandatoryPawnPromotion:   true,
		doubleStep:               true,
		doubleStepRegion:         [2]region{rankRegion(2), rankRegion(7)},
		enPassantRegion:          all,
		enPassantTypes:           both(rolesOf(pawn)),
		castling:                 true,
		castlingKingsideFile:     6,
		castlingQueensideFile:    2,
		castlingKingFile:         4,
		castlingRookKingsideFile: 15,
		castlingKingPiece:        [2]Role{king, king},
		castlingRookPieces:       both(rolesOf(rook)),
		checking:                 true,
		dropChecks:               true,
		dropRegion:               all,
		dropNoDoubledCount:       1,
		wallingRegion:            all,
		nMoveRule:                50,
		nMoveRuleTypes:           both(rolesOf(pawn)),
		nFoldRule:                3,
		checkmateValue:           Loss,
		extinctionValue:          NoEnd,
		flagPieceCount:           1,
		connectPieceTypes:        ^roleSet(0),
		connectHorizontal:        true,
		connectVertical:          true,
		connectDiagonal:          true,
		connectValue:             Win,
	}
}

// addPiece gives a role a letter; another role that had it is removed.
func (d *Description) addPiece(r Role, letter byte) {
	for other := Role(1); other < roles; other++ {
		if d.letters[other] == letter {
			d.removePiece(other)
		}
	}
	d.letters[r] = letter
}

func (d *Description) removePiece(r Role) {
	d.letters[r] = 0
	if d.kings == r {
		d.kings = 0
	}
	for c := range 2 {
		d.promotionPieceTypes[c] &^= 1 << r
	}
}

// moves returns the definition of a role in Betza's notation.
func (d *Description) moves(r Role) string {
	if r == king {
		if d.kingIs != king {
			return d.moves(d.kingIs)
		}
		if d.betza[king] != "" {
			return d.betza[king]
		}
		return "K"
	}
	if int(r) < len(predefined) {
		return predefined[r].betza
	}
	return d.betza[r]
}
