package engine

import (
	"math/bits"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
)

// A pair is a value in the opening and in the endgame, in centipawns.
type pair struct{ mg, eg int32 }

func (a pair) plus(b pair) pair  { return pair{a.mg + b.mg, a.eg + b.eg} }
func (a pair) minus(b pair) pair { return pair{a.mg - b.mg, a.eg - b.eg} }
func (a pair) times(n int) pair  { return pair{a.mg * int32(n), a.eg * int32(n)} }

// A model holds what search and evaluation know of a game: numbers and traits
// derived from its Ruleset. It is immutable.
type model struct {
	rules *chess.Ruleset
	roles []chess.Role // of the army
	// cheapest holds the roles, the least valuable first and kings last.
	cheapest [6]chess.Role
	holes    chess.Bitboard

	royal     bool // kings may be mated
	shoots    bool // capturers stay
	relocates bool // captured pieces are put elsewhere
	extinct   bool // a lost last piece of its type loses the game
	fibonacci bool // a side may move several times in a row

	// squares[c][role][sq] is the value of a piece where it stands, material
	// and place together.
	squares [2][chess.NumRoles][64]pair
	// values is the material alone.
	values [chess.NumRoles]pair
	// quiescenceDepth bounds the plies of captures behind the last full ply.
	quiescenceDepth int
}

// baseValues is the material of each role. A king counts only where it may be
// captured.
var baseValues = [chess.NumRoles]pair{
	chess.Pawn:   {90, 110},
	chess.Knight: {320, 310},
	chess.Bishop: {330, 330},
	chess.Rook:   {480, 530},
	chess.Queen:  {980, 980},
	chess.Amazon: {1350, 1300},
	chess.King:   {320, 320},
}

// phaseWeights says how much of the opening each piece stands for; the pieces
// of both sides at the start weigh openingPhase.
var phaseWeights = [chess.NumRoles]int32{
	chess.Knight: 1, chess.Bishop: 1, chess.Rook: 2, chess.Queen: 4, chess.Amazon: 4,
}

const openingPhase = 24

// newModel derives the model of a ruleset.
func newModel(r *chess.Ruleset) *model {
	m := &model{
		rules:           r,
		roles:           r.Roles(),
		cheapest:        [6]chess.Role{chess.Pawn, chess.Knight, chess.Bishop, chess.Rook, r.QueenRole(), chess.King},
		holes:           r.Holes(),
		royal:           r.Royal(),
		shoots:          r.Shoots(),
		relocates:       r.Relocates(),
		extinct:         r.Extinction(),
		fibonacci:       r.Fibonacci(),
		quiescenceDepth: 24,
	}
	// Where captured pieces stay, or a side may go on capturing, captures do
	// not run out by themselves.
	if m.fibonacci {
		m.quiescenceDepth = 4
	}
	if m.relocates {
		m.quiescenceDepth = 2
	}
	for _, role := range m.roles {
		m.values[role] = baseValues[role]
		if role == chess.King && m.royal {
			m.values[role] = pair{}
		}
		for sq := range chess.Square(64) {
			place := placeValue(role, sq.File(), sq.Rank())
			if m.relocates {
				// Captures win no material here: place is what is fought for.
				place = place.times(2)
			}
			m.squares[chess.White][role][sq] = m.values[role].plus(place)
			m.squares[chess.Black][role][sq.Flip()] = m.values[role].plus(place)
		}
	}
	return m
}

// centrality returns 0 for the squares of the rim up to 3 for the centre.
func centrality(file, rank int) int {
	return min(file, 7-file, rank, 7-rank)
}

// placeValue returns the worth of a square for a role, the rank counted from
// the owner's side.
func placeValue(role chess.Role, file, rank int) pair {
	c := int32(centrality(file, rank))
	inner := int32(min(file, 7-file)) // 0 for the a and h files, 3 for d and e
	switch role {
	case chess.Pawn:
		advance := [8]pair{{0, 0}, {0, 0}, {2, 6}, {6, 14}, {14, 28}, {28, 52}, {50, 90}, {0, 0}}[rank]
		if rank == 2 || rank == 3 {
			advance.mg += 5 * inner
		}
		return advance
	case chess.Knight:
		return pair{10*c - 16, 8*c - 14}
	case chess.Bishop:
		return pair{7*c - 10, 5*c - 8}
	case chess.Rook:
		if rank == 6 {
			return pair{18, 12}
		}
		return pair{3*inner - 4, 0}
	case chess.Queen:
		return pair{2*c - 3, 5*c - 8}
	case chess.Amazon:
		return pair{4*c - 6, 6*c - 9}
	case chess.King:
		wing := [4]int32{14, 24, 8, -8}[inner]
		return pair{wing - 16*int32(min(rank, 4)), 12*c - 16}
	}
	return pair{}
}

// gain estimates what a capture or promotion wins: the victim, or where it may
// be relocated what it loses by standing elsewhere, and the pawn's rise.
func (m *model) gain(p *chess.Position, move chess.Move) int32 {
	var gain int32
	if move.IsCapture() {
		them, at := p.Side().Opponent(), move.CapturedSquare()
		role := p.RoleAt(at)
		gain = m.squares[them][role][at].mg
		if put, ok := move.Relocation(); ok {
			gain -= m.squares[them][role][put].mg
		} else if m.extinct {
			gain += m.scarcity(p, them, role, -1).mg
		}
	}
	if promotion := move.Promotion(); promotion != chess.NoRole {
		gain += m.values[promotion].mg - m.values[chess.Pawn].mg
	}
	return gain
}

// scarcityValues is what it costs, where extinction loses the game, to be down
// to so many pieces of a type.
var scarcityValues = [...]pair{{-3000, -3000}, {-220, -260}, {-70, -90}, {-20, -30}}

// scarcity returns the difference that one more (+1) or one less (−1) piece of
// a role makes to a side.
func (m *model) scarcity(p *chess.Position, c chess.Color, role chess.Role, change int) pair {
	n := p.Pieces(c, role).Count() + p.Hand(c, role)
	before, after := scarcityOf(n), scarcityOf(n+change)
	if change < 0 {
		return before.minus(after)
	}
	return after.minus(before)
}

func scarcityOf(n int) pair {
	if n < 0 || n >= len(scarcityValues) {
		return pair{}
	}
	return scarcityValues[n]
}

// spans[c][sq] holds the squares ahead of a pawn of side c on its own and the
// adjacent files: if no enemy pawn stands there, it is passed.
var spans = func() (table [2][64]chess.Bitboard) {
	for sq := range chess.Square(64) {
		for other := range chess.Square(64) {
			if distance := other.File() - sq.File(); distance < -1 || distance > 1 {
				continue
			}
			if other.Rank() > sq.Rank() {
				table[chess.White][sq] |= other.Bitboard()
			}
			if other.Rank() < sq.Rank() {
				table[chess.Black][sq] |= other.Bitboard()
			}
		}
	}
	return table
}()

// pawnAttacks returns the squares that a side's pawns attack.
func pawnAttacks(pawns chess.Bitboard, c chess.Color) chess.Bitboard {
	if c == chess.White {
		return pawns&^bitboard.FileA<<7 | pawns&^bitboard.FileH<<9
	}
	return pawns&^bitboard.FileA>>9 | pawns&^bitboard.FileH>>7
}

// distance returns the number of king's steps between two squares.
func distance(a, b chess.Square) int {
	file, rank := a.File()-b.File(), a.Rank()-b.Rank()
	return max(file, -file, rank, -rank)
}

// log2 returns the binary logarithm of n ≥ 1, rounded down.
func log2(n int) int { return bits.Len(uint(n)) - 1 }
