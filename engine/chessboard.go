package engine

import (
	"math"
	"slices"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// A chessRoot is a position of package chess.
type chessRoot struct{ pos chess.Position }

func (r chessRoot) model() (traits, *model) {
	m := newModel(r.pos.Rules())
	return m.traits(), m
}

func (r chessRoot) line() line {
	l := new(chessLine)
	l.positions[0] = r.pos
	return l
}

// board returns the searcher's last board if that was of the same game, for what it
// remembers.
func (r chessRoot) board(s *searcher) board {
	if s.chess == nil || s.chess.model != s.model {
		s.chess = newChessBoard(s, s.model)
	}
	b := s.chess
	b.positions[0] = r.pos
	if b.model.turns && b.model.royal {
		if b.series == nil {
			b.series = newSeriesFinder()
		}
		b.series.limit(s.run)
	}
	return b
}

// traits returns what the search knows of the model's game.
func (m *model) traits() traits {
	var besides game.Code
	if m.relocates {
		besides = chess.RelocationBits
	}
	return traits{
		Traits: game.Traits{
			Clock:     m.clock,
			Returns:   m.pockets || m.relocates,
			Forced:    m.forced,
			Mates:     m.royal && !m.turns,
			Suicide:   m.extinct || m.holes != 0 || m.givesAway || m.race,
			Exchanges: true,
		},
		noisy:           game.Code(chess.NoisyBits),
		quiescenceDepth: m.quiescenceDepth,
		pollEvery:       pollEvery,
		turns:           m.turns,
		relocates:       m.relocates,
		besides:         besides,
		holes:           m.holes != 0,
		checksCount:     m.checks != 0,
		winsAtOnce:      m.winsQuietly || m.takesLast || m.turns && m.royal,
		extendsChecks:   !m.takesLast, // attacks on a lone queen are too many
		triesChecks:     m.triesChecks,
		noMoveWins:      m.givesAway,
	}
}

// A chessLine is a line of positions of package chess.
type chessLine struct {
	positions [maxPly + 2]chess.Position
	buf       []chess.Move
}

func (l *chessLine) play(ply int, m game.Code) {
	if m == noMove {
		l.positions[ply+1] = l.positions[ply].Pass()
	} else {
		l.positions[ply+1] = l.positions[ply].Play(chess.Move(m))
	}
}

func (l *chessLine) side(ply int) rules.Color           { return l.positions[ply].Side() }
func (l *chessLine) turn(ply int) (number, left uint64) { return l.positions[ply].Turn() }
func (l *chessLine) turnLength(number uint64) uint64 {
	return l.positions[0].Rules().TurnLength(number)
}
func (l *chessLine) key(ply int) uint64                  { return l.positions[ply].Key() }
func (l *chessLine) halfmove(ply int) int                { return l.positions[ply].Halfmove() }
func (l *chessLine) past(int) (hash uint64, left int)    { return 0, math.MaxInt }
func (l *chessLine) inCheck(ply int) bool                { return l.positions[ply].InCheck() }
func (l *chessLine) countMoves(ply int) int              { return l.positions[ply].CountMoves() }
func (l *chessLine) captures(m game.Code) bool           { return chess.Move(m).IsCapture() }
func (l *chessLine) move(_ int, m game.Code) game.Move   { return game.Move(m) }
func (l *chessLine) expand(_ int, m game.Code) game.Code { return m } // it is short enough for the table

func (l *chessLine) decided(ply int) (rules.Result, bool) {
	o := l.positions[ply].Decided()
	return o.Result, o.Over()
}
func (l *chessLine) repeated(int) (rules.Result, bool) { return rules.Draw, false }

func (l *chessLine) noMoves(ply int) rules.Result {
	switch p := &l.positions[ply]; {
	case p.Rules().GivesAway():
		return p.Outcome().Result
	case p.InCheck():
		return rules.WinFor(p.Side().Opponent())
	}
	return rules.Draw
}

func (l *chessLine) moves(ply int, dst []game.Code) []game.Code {
	l.buf = l.positions[ply].Moves(l.buf[:0])
	for _, m := range l.buf {
		dst = append(dst, game.Code(m))
	}
	return dst
}

// A chessBoard is the board of a game of package chess.
type chessBoard struct {
	chessLine
	s      *searcher
	model  *model
	eval   *evaluator
	series *seriesFinder // nil where a turn is a single move or kings cannot be mated
	nodes  [maxPly + 2]chessNode
}

// A chessNode is what a chessBoard knows of a node besides its position.
type chessNode struct {
	checks  checkSquares // see chessBoard.checkSquares
	threats threats      // see chessBoard.threats
}

func newChessBoard(s *searcher, m *model) *chessBoard {
	return &chessBoard{s: s, model: m, eval: newEvaluator(m)}
}

func (b *chessBoard) state(ply int) state {
	p, n := &b.positions[ply], &b.nodes[ply]
	n.checks.known, n.threats.known = false, false
	key := p.Key()
	prefetch(b.s.table.cluster(key))
	prefetch(b.eval.known.at(key))
	return state{key, p.Halfmove(), p.Side(), b.model.inCheck(p)}
}

func (b *chessBoard) advance(ply int, m game.Code) (next state, pieceTo int) {
	if m != noMove {
		// Playing the move takes about as long as fetching what the table knows of its outcome.
		prefetch(b.s.table.cluster(b.positions[ply].LikelyKey(chess.Move(m))))
	}
	b.play(ply, m)
	return b.state(ply + 1), pieceToOf(chess.Move(m))
}

func (b *chessBoard) mustCapture(ply int) bool {
	b.buf = b.positions[ply].Noisy(b.buf[:0])
	return slices.ContainsFunc(b.buf, chess.Move.IsCapture)
}

func (b *chessBoard) checksLeft(ply int) int {
	p := &b.positions[ply]
	return b.model.checks - p.Checks(p.Side().Opponent())
}

func (b *chessBoard) sameAsTried(ply int, m game.Code) bool {
	if move := chess.Move(m); move.IsVanishing() {
		for _, other := range b.s.frames[ply].tried {
			if o := chess.Move(other); o.IsVanishing() && o.From() == move.From() {
				return true // where a piece vanishes makes no difference
			}
		}
	}
	return false
}

func (b *chessBoard) mayPass(ply int) bool { return b.model.mayPass(&b.positions[ply]) }

func (b *chessBoard) evaluate(ply int) Score {
	return b.eval.evaluate(&b.positions[ply], b.s.frames[ply].key, ply, &b.nodes[ply].threats)
}

func (b *chessBoard) gain(ply int, m game.Code) int32 {
	return b.model.gain(&b.positions[ply], chess.Move(m))
}

func (b *chessBoard) thin(ply int) bool {
	p := &b.positions[ply]
	pieces := p.ByColor(p.Side().Opponent()) &^ (p.ByRole(rules.Pawn) | p.ByRole(rules.King))
	return b.model.orthodox && pieces.Count() <= 2
}

func (b *chessBoard) seeLoses(ply int, m game.Code, gain, edge int32) bool {
	return b.model.seeLoses(&b.positions[ply], chess.Move(m), gain, edge)
}

func (b *chessBoard) threatens(ply int, m game.Code) bool {
	move := chess.Move(m)
	return b.model.forced && b.model.offers(&b.positions[ply], move) || b.checks(ply, move)
}

func (b *chessBoard) list(ply int, noisyOnly bool) (noisy int) {
	p, f := &b.positions[ply], &b.s.frames[ply]
	if noisyOnly {
		b.buf = p.Noisy(b.buf[:0])
	} else {
		b.buf = p.Moves(b.buf[:0])
	}
	f.moves = slices.Grow(f.moves[:0], len(b.buf))[:len(b.buf)]
	for i, m := range b.buf {
		if m.IsNoisy() {
			f.moves[i] = f.moves[noisy]
			f.moves[noisy] = game.Code(m)
			noisy++
		} else {
			f.moves[i] = game.Code(m)
		}
	}
	return noisy
}

func (b *chessBoard) rank(ply int, moves []game.Code) {
	p, f, model := &b.positions[ply], &b.s.frames[ply], b.model
	var history quietHistories
	if len(moves) > 0 && !chess.Move(moves[0]).IsNoisy() { // all are quiet, or none
		history = b.quietHistories(ply)
	}
	for _, c := range moves {
		if c == f.first {
			continue
		}
		k := pick{move: c}
		switch m := chess.Move(c); {
		case m.IsVanishing() && m.Role() == rules.King && model.royal:
			k.rank, k.threat = rankSuicide, !m.IsNoisy() && b.threatens(ply, c)
		case m.IsVanishing():
			k.rank, k.threat = rankVanishing, !m.IsNoisy() && b.threatens(ply, c)
		case m.IsNoisy():
			k.rank = b.rankNoisy(p, m)
		case c == f.killers[0]:
			k.rank = rankKiller
		case c == f.killers[1]:
			k.rank = rankKiller - 1
		default:
			table := &model.squares[f.side][m.Role()]
			rise := table[m.To()]
			if !m.IsDrop() && !m.IsCastling() {
				rise -= table[m.From()]
			}
			k.rank = rankQuiet + history.of(m) + 8*rise + b.escape(ply, m)
			if k.threat = b.checks(ply, m); k.threat {
				k.rank += threatRank
			} else if model.forced {
				k.threat = model.offers(p, m)
			}
		}
		f.picks = append(f.picks, k)
	}
}

// rankNoisy ranks captures and promotions by most valuable victim, least valuable attacker
// (MVV-LVA), and capture history; underpromotions come last.
func (b *chessBoard) rankNoisy(p *chess.Position, m chess.Move) int32 {
	gain := b.model.gain(p, m)
	rank := 64*gain - b.model.values[m.Role()] + int32(*b.captureEntry(p, m))
	rank = min(max(rank, -classWidth+1), classWidth-1)
	if promotion := m.Promotion(); promotion != rules.NoRole && promotion != b.model.rules.QueenRole() {
		return rankBad + rank
	}
	return rankGood + rank
}

func (b *chessBoard) pickChecks(ply int) {
	p, f := &b.positions[ply], &b.s.frames[ply]
	b.buf = p.Moves(b.buf[:0])
	history := b.quietHistories(ply)
	for _, m := range b.buf[:p.SplitChecks(b.buf)] {
		if game.Code(m) != f.first && !m.IsNoisy() && !b.model.seeLoses(p, m, 0, seeEdge) {
			f.picks = append(f.picks, pick{move: game.Code(m), rank: rankGood + history.of(m)})
		}
	}
}

func (b *chessBoard) quietHistory(ply int, m game.Code) (butterfly *int16, pieceTo int) {
	h := quietHistories{butterfly: &b.s.history.quiets[b.s.frames[ply].side&1], attacked: b.threats(ply).of[kindQueen]}
	return h.entry(chess.Move(m)), pieceToOf(chess.Move(m))
}

// quietHistories are the histories of the quiet moves of a node.
type quietHistories struct {
	butterfly     *[2][2][64][64]int16
	attacked      bitboard.Bitboard // by lesser pieces
	continuations continuations
}

func (b *chessBoard) quietHistories(ply int) quietHistories {
	return quietHistories{&b.s.history.quiets[b.s.frames[ply].side&1], b.threats(ply).of[kindQueen], b.s.continuations(ply)}
}

// entry returns the entry of the butterfly history for a move; of returns the sum of all
// its histories.
func (h *quietHistories) entry(m chess.Move) *int16 {
	return &h.butterfly[h.attacked>>m.From()&1][h.attacked>>m.To()&1][m.From()][m.To()]
}

func (h *quietHistories) of(m chess.Move) int32 { return h.continuations.of(*h.entry(m), pieceToOf(m)) }

func (b *chessBoard) captureHistory(ply int, m game.Code) *int16 {
	return b.captureEntry(&b.positions[ply], chess.Move(m))
}

func (b *chessBoard) captureEntry(p *chess.Position, m chess.Move) *int16 {
	victim := rules.NoRole
	if m.IsCapture() {
		victim = p.RoleAt(m.CapturedSquare())
	}
	return &b.s.history.captures[m.Role()][m.To()][victim]
}

// pieceToOf returns the role and the destination of a move as one number, below numPieceTo.
func pieceToOf(m chess.Move) int { return int(m.Role())<<6 | int(m.To()) }
