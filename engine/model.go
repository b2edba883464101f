package engine

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/nnue"
	"github.com/heterodox-chess/heterodox/rules"
)

// A model holds what search and evaluation know of a game: numbers and traits
// derived from its Ruleset. It is immutable.
type model struct {
	rules *chess.Ruleset
	roles [numKinds]rules.Role // of the army by kind, from the least valuable to the king
	holes bitboard.Bitboard

	royal     bool // kings may be mated
	shoots    bool // capturers stay where they are
	relocates bool // captured pieces are put elsewhere
	pockets   bool // captured pieces go into the capturer's hand
	explodes  bool // a capture blows up what stands around it
	forced    bool // captures are compulsory
	givesAway bool // a side without pieces, or without a move, wins
	extinct   bool // losing the last piece of a type loses the game
	horde     bool // White has no king
	race      bool // the kings race to rank 8
	turns     bool // a side may move several times in a row
	clock     int  // plies without capture or pawn move that draw, 0 for none
	orthodox  bool // material wins as in chess
	// otherGoals says that there is more to evaluate than pieces, see goals.
	otherGoals  bool
	checks      int               // that win, given by one side; 0 if they are not counted
	hill        bitboard.Bitboard // where a king wins
	winsQuietly bool              // a move that captures nothing may reach a goal, see winsAtOnce
	takesLast   bool              // a capture may take the last piece of a type, and so win
	triesChecks bool              // quiescence also tries checks
	seesChecks  bool              // the network sees how many checks are left to give
	seesHands   bool              // the network sees what is in hand
	kingGoals   bitboard.Bitboard // where a king wins, by any goal
	// vital[c][role] is the number of pieces of a role at which a side has lost; -1 where
	// the role does not matter.
	vital [2][rules.NumRoles]int8

	weights [numWeights]tapered
	network *nnue.Network // added to the weights, or used alone; nil for none
	// stands[c][kind][sq] is the weight of a piece where it stands, value and
	// place together.
	stands [2][numKinds][64]tapered
	// squares[c][role][sq] and values[role] are for move ordering: value and middlegame
	// place together, and value alone, the mean of middlegame and endgame.
	squares [2][rules.NumRoles][64]int32
	values  [rules.NumRoles]int32
	// quiescenceDepth bounds the plies of captures beyond the last full ply.
	quiescenceDepth int
}

// forcedQuiescence is the depth of quiescence where captures are compulsory: a side that
// must capture cannot stand pat, and the search itself extends forced lines.
const forcedQuiescence = 1

// newModel derives the model of a ruleset.
func newModel(r *chess.Ruleset) *model {
	m := &model{
		rules:           r,
		roles:           [numKinds]rules.Role{rules.Pawn, rules.Knight, rules.Bishop, rules.Rook, r.QueenRole(), rules.King},
		holes:           r.Holes(),
		royal:           r.Royal(),
		shoots:          r.Shoots(),
		relocates:       r.Relocates(),
		extinct:         r.Extinction(),
		pockets:         r.Pockets(),
		explodes:        r.Explodes(),
		forced:          r.CompulsoryCaptures(),
		givesAway:       r.GivesAway(),
		horde:           r.Horde(),
		race:            r.Race(),
		turns:           r.LongTurns(),
		checks:          r.CheckLimit(),
		hill:            r.Hill(),
		quiescenceDepth: 24,
	}
	if !m.pockets {
		m.clock = 100
	}
	m.orthodox = m.royal && !m.shoots && !m.relocates && !m.pockets && !m.explodes && !m.forced && !m.givesAway &&
		!m.extinct && !m.horde && !m.race && !m.turns && m.checks == 0 && m.hill == 0
	m.otherGoals = m.checks != 0 || m.hill != 0 || m.race || m.horde || m.pockets || m.explodes
	m.kingGoals = m.hill
	if m.race {
		m.kingGoals |= bitboard.Rank8
	}
	m.winsQuietly = m.checks != 0 || m.kingGoals != 0
	m.takesLast = m.extinct && !m.royal && !m.relocates
	m.triesChecks = m.royal && m.checks != 0
	for c := rules.White; c <= rules.Black; c++ {
		for role := range rules.NumRoles {
			m.vital[c][role] = -1
			if m.extinct {
				m.vital[c][role] = int8(r.Vital(c, rules.Role(role)))
			}
		}
	}
	// Where captured pieces stay on the board, or a side may go on capturing, captures do
	// not run out on their own.
	if m.turns {
		m.quiescenceDepth = 4
	}
	if m.forced {
		m.quiescenceDepth = forcedQuiescence
	}
	if m.relocates {
		m.quiescenceDepth = 2
	}
	m.weigh(weightsOf(r))
	m.network = networkOf(r)
	name := NetworkName(r)
	m.seesChecks = m.checks != 0 && (name == checksFile || name == Compositions)
	m.seesHands = seesHands(r)
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
		for sq := range bitboard.Square(64) {
			place := w[wPlace+kind*64+int(sq)]
			both := pair{value.mg + place.mg, value.eg + place.eg}
			m.stands[rules.White][kind][sq] = both.tapered()
			m.stands[rules.Black][kind][m.own(rules.Black, sq)] = both.tapered()
			m.squares[rules.White][role][sq] = m.values[role] + place.mg
			m.squares[rules.Black][role][m.own(rules.Black, sq)] = m.values[role] + place.mg
		}
	}
}

// own returns a square as a side sees it: for Black from the other end of the board, or
// mirrored where both sides go the same way.
func (m *model) own(c rules.Color, sq bitboard.Square) bitboard.Square {
	switch {
	case c == rules.White:
		return sq
	case m.race:
		return sq ^ 7
	}
	return sq.Flip()
}

// attacks returns the squares that a piece other than a pawn attacks. Sliders do not see
// through holes, which are among the stops.
func (m *model) attacks(kind int, sq bitboard.Square, stops bitboard.Bitboard) bitboard.Bitboard {
	switch kind {
	case kindKnight:
		return bitboard.Knight(sq)
	case kindBishop:
		return bitboard.Bishop(sq, stops)
	case kindRook:
		return bitboard.Rook(sq, stops)
	case kindQueen:
		if m.roles[kindQueen] == rules.Amazon {
			return bitboard.Queen(sq, stops) | bitboard.Knight(sq)
		}
		return bitboard.Queen(sq, stops)
	}
	return bitboard.King(sq)
}

// centrality returns 0 for squares on the rim, up to 3 for the centre.
func centrality(file, rank int) int {
	return min(file, 7-file, rank, 7-rank)
}

// gain estimates what a capture or promotion wins: the victim, or what it loses by being
// relocated, or all that explodes; what goes into the hand; and what a pawn gains by
// promotion.
func (m *model) gain(p *chess.Position, move chess.Move) int32 {
	var gain int32
	switch {
	case !move.IsCapture():
	case m.explodes:
		return m.blast(p, move)
	default:
		them, at := p.Side().Opponent(), move.CapturedSquare()
		role := p.RoleAt(at)
		gain = m.squares[them][role][at]
		if put, ok := move.Relocation(); ok {
			gain -= m.squares[them][role][put]
		} else if m.extinct {
			gain += m.scarcity(p, them, role)
		}
		if m.pockets {
			gain += m.values[m.pocketed(p, role, at)]
		}
	}
	if promotion := move.Promotion(); promotion != rules.NoRole {
		gain += m.values[promotion] - m.values[rules.Pawn]
	}
	return gain
}

// lastStake is what the last piece of its type is worth where its loss loses
// the game.
const lastStake = 3000

// pocketed returns what a piece becomes in its capturer's hand.
func (m *model) pocketed(p *chess.Position, role rules.Role, at bitboard.Square) rules.Role {
	if p.Promoted().Has(at) {
		return rules.Pawn
	}
	return role
}

// blast returns what an exploding capture wins: the enemy pieces less one's own, including
// the capturer; a piece whose loss loses the game counts as such.
func (m *model) blast(p *chess.Position, move chess.Move) int32 {
	return m.blastOf(p, move.Role(), move.From(), move.To(), move.CapturedSquare())
}

// blastOf is blast for a piece of the side to move, of a role, that goes from a square to
// another and captures what is on a third.
func (m *model) blastOf(p *chess.Position, role rules.Role, from, to, at bitboard.Square) int32 {
	us := p.Side()
	gain := m.blown(p, us.Opponent(), p.RoleAt(at))
	if !m.shoots {
		gain -= m.blown(p, us, role)
	}
	around := (bitboard.King(to) | to.Bitboard()) &^ (p.ByRole(rules.Pawn) | at.Bitboard())
	if !m.shoots {
		around &^= from.Bitboard()
	}
	for c := rules.White; c <= rules.Black; c++ {
		var lost int32
		for set := around & p.ByColor(c) & p.Occupied(); set != 0; set = set.Next() {
			lost += m.blown(p, c, p.RoleAt(set.First()))
		}
		if c == us {
			lost = -lost
		}
		gain += lost
	}
	return gain
}

// blown returns what a side loses when a piece of a role blows up.
func (m *model) blown(p *chess.Position, c rules.Color, role rules.Role) int32 {
	value := m.values[role]
	switch {
	case role == rules.King && m.royal:
		value += lastStake
	case m.extinct:
		value += m.scarcity(p, c, role)
	}
	return value
}

// scarcity returns what the loss of one piece of a role costs a side beyond the
// piece itself, where extinction loses the game.
func (m *model) scarcity(p *chess.Position, c rules.Color, role rules.Role) int32 {
	vital := int(m.vital[c&1][role&7])
	if vital < 0 {
		return 0
	}
	n := min(p.Pieces(c, role).Count()+p.Hand(c, role)-vital, maxCount)
	if n <= 1 {
		return lastStake
	}
	count := &m.weights
	at := wCount + kindOf(role)*(maxCount+1) + n
	return count[at].mg() - count[at-1].mg()
}

// distance returns the number of king's steps between two squares.
func distance(a, b bitboard.Square) int {
	file, rank := a.File()-b.File(), a.Rank()-b.Rank()
	return max(file, -file, rank, -rank)
}
