package engine

import (
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// walkerTraits returns what the search knows of a game of another machine.
func walkerTraits(t game.Traits) traits {
	depth := 24
	if t.Forced {
		depth = forcedQuiescence
	}
	var besides game.Code
	if t.Long {
		besides = ^game.Code(1<<game.BesidesShift - 1)
	}
	return traits{Traits: t, besides: besides, noisy: game.NoisyCode, quiescenceDepth: depth, pollEvery: pollWalker, noMoveWins: t.Suicide, turns: t.Turns, winsAtOnce: t.WinsAtOnce, extendsChecks: true}
}

// A walkerRoot is the position at which a Walker stands.
type walkerRoot struct{ walker game.Walker }

func (r walkerRoot) model() (traits, *model) { return walkerTraits(r.walker.Traits()), nil }

func (r walkerRoot) line() line { return &walkerLine{walker: r.walker.Clone()} }

func (r walkerRoot) board(s *searcher) board {
	if s.known == nil {
		s.known = newValueCache()
	}
	return &walkerBoard{walkerLine: walkerLine{walker: r.walker.Clone()}, s: s, traits: r.walker.Traits()}
}

// A walkerLine is a line along which a Walker goes back and forth.
type walkerLine struct {
	walker game.Walker
	ply    int // where it stands
	buf    []game.Code
}

// at returns the walker, taken back to the node at ply.
func (l *walkerLine) at(ply int) game.Walker {
	for l.ply > ply {
		l.walker.Undo()
		l.ply--
	}
	return l.walker
}

func (l *walkerLine) play(ply int, m game.Code) {
	if w := l.at(ply); m == noMove {
		w.Pass()
	} else {
		w.Play(m)
	}
	l.ply = ply + 1
}

func (l *walkerLine) side(ply int) rules.Color   { return l.at(ply).Side() }
func (l *walkerLine) key(ply int) uint64         { return l.at(ply).Key() }
func (l *walkerLine) halfmove(ply int) int       { return l.at(ply).Halfmove() }
func (l *walkerLine) past(ply int) (uint64, int) { return l.at(ply).Past() }
func (l *walkerLine) inCheck(ply int) bool       { return l.at(ply).InCheck() }
func (l *walkerLine) countMoves(ply int) int     { return l.at(ply).CountMoves() }

func (l *walkerLine) turn(ply int) (number, left uint64) { return l.at(ply).Turn() }
func (l *walkerLine) turnLength(number uint64) uint64    { return l.walker.TurnLength(number) }
func (l *walkerLine) captures(m game.Code) bool          { return m&game.NoisyCode != 0 }
func (l *walkerLine) noMoves(ply int) rules.Result       { return l.at(ply).NoMoves() }
func (l *walkerLine) decided(ply int) (rules.Result, bool) {
	return l.at(ply).Verdict()
}
func (l *walkerLine) repeated(ply int) (rules.Result, bool) {
	return l.at(ply).(game.Rememberer).Repeated()
}

func (l *walkerLine) moves(ply int, dst []game.Code) []game.Code { return l.at(ply).Moves(dst) }
func (l *walkerLine) move(ply int, m game.Code) game.Move        { return l.at(ply).Move(m) }

func (l *walkerLine) expand(ply int, part game.Code) game.Code {
	l.buf = l.at(ply).Moves(l.buf[:0])
	for _, m := range l.buf {
		if shorten(m) == part {
			return m
		}
	}
	return noMove
}

// A walkerBoard is the board of a game of another machine.
type walkerBoard struct {
	walkerLine
	s      *searcher
	traits game.Traits
	quiets []game.Quiet // scratch of rank
}

func (b *walkerBoard) state(ply int) state {
	w := b.at(ply)
	past, _ := w.Past()
	key := w.Key() ^ past
	prefetch(b.s.table.cluster(key))
	prefetch(b.s.known.at(key))
	return state{key, w.Halfmove(), w.Side(), w.InCheck()}
}

func (b *walkerBoard) advance(ply int, m game.Code) (next state, pieceTo int) {
	if m != noMove {
		pieceTo = b.at(ply).PieceTo(m)
	}
	b.play(ply, m)
	return b.state(ply + 1), pieceTo
}

func (b *walkerBoard) mustCapture(ply int) bool {
	b.buf = b.at(ply).Noisy(b.buf[:0])
	return len(b.buf) > 0
}

func (b *walkerBoard) mayPass(ply int) bool { return b.at(ply).MayPass() }

// No Walker's game has what these ask about.
func (b *walkerBoard) checksLeft(int) int              { return 0 }
func (b *walkerBoard) sameAsTried(int, game.Code) bool { return false }
func (b *walkerBoard) pickChecks(int)                  {}

// winsAtOnce looks for a win that the walker foresees.
func (b *walkerBoard) winsAtOnce(ply int, _ bool) (Score, bool) {
	m, ok := b.at(ply).(game.Winner).WinningMove()
	if !ok {
		return 0, false
	}
	f := &b.s.frames[ply]
	f.line = append(f.line[:0], m)
	return Mate - f.distance - turnCost - 1, true
}

// maxWalkerEval bounds a Walker's evaluation.
const maxWalkerEval = maxEval / 2

func (b *walkerBoard) evaluate(ply int) Score {
	key := b.s.frames[ply].key
	known := b.s.known.at(key)
	if known.key != key {
		value := b.at(ply).Evaluate()
		*known = knownValue{key, Score(min(max(value, int(-maxWalkerEval)), int(maxWalkerEval)))}
	}
	return known.value
}

func (b *walkerBoard) gain(ply int, m game.Code) int32 { return int32(b.at(ply).Gain(m)) }

func (b *walkerBoard) thin(int) bool { return false }

func (b *walkerBoard) threatens(ply int, m game.Code) bool { return b.at(ply).Threatens(m) }

func (b *walkerBoard) seeLoses(ply int, m game.Code, gain, edge int32) bool {
	if !b.traits.Exchanges {
		return false
	}
	balance := gain + edge
	if balance < 0 {
		return true
	}
	w := b.at(ply)
	if balance -= int32(w.Exchange(m)); balance >= 0 {
		return false
	}
	us := w.Side()
	for side := us.Opponent(); ; side = side.Opponent() {
		value, last, ok := w.Recapture(side)
		if ok && last {
			_, _, defended := w.Recapture(side.Opponent())
			ok = !defended // else the king may not capture
		}
		if !ok {
			return side == us
		}
		if balance = -balance - 1 - int32(value); last || balance >= 0 {
			return side != us
		}
	}
}

func (b *walkerBoard) list(ply int, noisyOnly bool) (noisy int) {
	f := &b.s.frames[ply]
	if noisyOnly {
		f.moves = b.at(ply).Noisy(f.moves[:0])
	} else {
		f.moves = b.at(ply).Moves(f.moves[:0])
	}
	for i, m := range f.moves {
		if m&game.NoisyCode != 0 {
			f.moves[i], f.moves[noisy] = f.moves[noisy], m
			noisy++
		}
	}
	return noisy
}

func (b *walkerBoard) rank(ply int, moves []game.Code) {
	if len(moves) == 0 {
		return
	}
	f, w := &b.s.frames[ply], b.at(ply)
	if moves[0]&game.NoisyCode == 0 {
		b.rankQuiets(ply, f, w.Quiets(moves, b.quiets[:0]), moves)
		return
	}
	for _, m := range moves {
		if m != f.first {
			rank := 64*int32(w.Gain(m)) - int32(w.Worth(m)) + int32(*b.captureHistory(ply, m)) + b.s.besides(ply, m)
			f.picks = append(f.picks, pick{move: m, rank: rankGood + min(max(rank, -classWidth+1), classWidth-1)})
		}
	}
}

func (b *walkerBoard) rankQuiets(ply int, f *frame, quiets []game.Quiet, moves []game.Code) {
	b.quiets = quiets
	history, continuations := &b.s.history.quiets[f.side&1][0][0], b.s.continuations(ply)
	for i, m := range moves {
		k := pick{move: m}
		switch q := &quiets[i]; m {
		case f.first:
			continue
		case f.killers[0]:
			k.rank = rankKiller
		case f.killers[1]:
			k.rank = rankKiller - 1
		default:
			k.threat = q.Threatens
			k.rank = rankQuiet + continuations.of(history[q.FromTo>>6&63][q.FromTo&63], int(q.PieceTo)) + 8*int32(q.Rise) + 2*b.s.besides(ply, m)
		}
		f.picks = append(f.picks, k)
	}
}

func (b *walkerBoard) quietHistory(ply int, m game.Code) (butterfly *int16, pieceTo int) {
	f := &b.s.frames[ply]
	if m == f.played && b.ply > ply {
		pieceTo = f.playedTo // known since it was played, and no move need be taken back
	} else {
		pieceTo = b.at(ply).PieceTo(m)
	}
	fromTo := b.walker.FromTo(m)
	return &b.s.history.quiets[f.side&1][0][0][fromTo>>6&63][fromTo&63], pieceTo
}

func (b *walkerBoard) captureHistory(ply int, m game.Code) *int16 {
	to := b.at(ply).PieceTo(m)
	return &b.s.history.captures[to>>6&7][to&63][b.walker.Victim(m)&7]
}
