package engine

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
)

// A model holds what search and evaluation know of a game: numbers and traits
// derived from its Ruleset. It is immutable.
type model struct {
	rules *chess.Ruleset
	roles [numKinds]chess.Role // of the army by kind, which is from the least valuable to the king
	holes chess.Bitboard

	royal     bool // kings may be mated
	shoots    bool // capturers stay
	relocates bool // captured pieces are put elsewhere
	extinct   bool // a lost last piece of its type loses the game
	fibonacci bool // a side may move several times in a row
	orthodox  bool // material wins as in chess

	weights [numWeights]tapered
	network *Network // what it adds, nil for nothing
	// stands[c][kind][sq] is the weight of a piece where it stands, value and
	// place together.
	stands [2][numKinds][64]tapered
	// squares[c][role][sq] and values[role] are the same for the ordering of
	// moves: place and value together, and value alone, of the middlegame.
	squares [2][chess.NumRoles][64]int32
	values  [chess.NumRoles]int32
	// quiescenceDepth bounds the plies of captures behind the last full ply.
	quiescenceDepth int
}

// newModel derives the model of a ruleset.
func newModel(r *chess.Ruleset) *model {
	m := &model{
		rules:           r,
		roles:           [numKinds]chess.Role{chess.Pawn, chess.Knight, chess.Bishop, chess.Rook, r.QueenRole(), chess.King},
		holes:           r.Holes(),
		royal:           r.Royal(),
		shoots:          r.Shoots(),
		relocates:       r.Relocates(),
		extinct:         r.Extinction(),
		fibonacci:       r.LongTurns(),
		orthodox:        r.Royal() && !r.Shoots() && !r.Relocates() && !r.LongTurns(),
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
	m.weigh(weightsOf(r))
	m.network = networkNamed(NetworkName(r))
	return m
}

// weigh sets the weights and what is derived from them.
func (m *model) weigh(w weights) {
	for i, v := range w {
		m.weights[i] = v.tapered()
	}
	for kind, role := range m.roles {
		value := w[wValue+kind]
		m.values[role] = (value.mg + value.eg) / 2
		for sq := range chess.Square(64) {
			place := w[wPlace+kind*64+int(sq)]
			both := pair{value.mg + place.mg, value.eg + place.eg}
			m.stands[chess.White][kind][sq] = both.tapered()
			m.stands[chess.Black][kind][sq.Flip()] = both.tapered()
			m.squares[chess.White][role][sq] = m.values[role] + place.mg
			m.squares[chess.Black][role][sq.Flip()] = m.values[role] + place.mg
		}
	}
}

// attacks returns the squares a piece that is no pawn attacks. Sliders do not
// see through holes, which are among the stops.
func (m *model) attacks(kind int, sq chess.Square, stops chess.Bitboard) chess.Bitboard {
	switch kind {
	case kindKnight:
		return bitboard.Knight(sq)
	case kindBishop:
		return bitboard.Bishop(sq, stops)
	case kindRook:
		return bitboard.Rook(sq, stops)
	case kindQueen:
		if m.roles[kindQueen] == chess.Amazon {
			return bitboard.Queen(sq, stops) | bitboard.Knight(sq)
		}
		return bitboard.Queen(sq, stops)
	}
	return bitboard.King(sq)
}

// centrality returns 0 for the squares of the rim up to 3 for the centre.
func centrality(file, rank int) int {
	return min(file, 7-file, rank, 7-rank)
}

// gain estimates what a capture or promotion wins: the victim, or where it may
// be relocated what it loses by standing elsewhere, and the pawn's rise.
func (m *model) gain(p *chess.Position, move chess.Move) int32 {
	var gain int32
	if move.IsCapture() {
		them, at := p.Side().Opponent(), move.CapturedSquare()
		role := p.RoleAt(at)
		gain = m.squares[them][role][at]
		if put, ok := move.Relocation(); ok {
			gain -= m.squares[them][role][put]
		} else if m.extinct {
			gain += m.scarcity(p, them, role)
		}
	}
	if promotion := move.Promotion(); promotion != chess.NoRole {
		gain += m.values[promotion] - m.values[chess.Pawn]
	}
	return gain
}

// lastStake is what the last piece of its type is worth where its loss loses
// the game.
const lastStake = 3000

// scarcity returns what the loss of one piece of a role costs a side beyond the
// piece itself, where extinction loses the game.
func (m *model) scarcity(p *chess.Position, c chess.Color, role chess.Role) int32 {
	n := min(p.Pieces(c, role).Count()+p.Hand(c, role), maxCount)
	if n <= 1 {
		return lastStake
	}
	count := &m.weights
	at := wCount + kindOf(role)*(maxCount+1) + n
	return count[at].mg() - count[at-1].mg()
}

// distance returns the number of king's steps between two squares.
func distance(a, b chess.Square) int {
	file, rank := a.File()-b.File(), a.Rank()-b.Rank()
	return max(file, -file, rank, -rank)
}
