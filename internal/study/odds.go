package study

import (
	"context"
	"iter"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// odds are two sets of pieces that may be worth the same: one side lacks the first, the
// other side the second.
type odds struct {
	lacks   string   // a letter
	against []string // letters, the most valuable first
}

func (o odds) stage() stage {
	return stage(strings.TrimSpace(string(atOdds) + " " + o.lacks + " " + strings.Join(o.against, "")))
}

// oddsPawns is the maximum number of pieces of one kind that a side lacks in exchange for
// another.
const oddsPawns = 3

// playOdds plays games at odds until the given share of the budget, or the rounds, are
// used: in each round a pair for each piece, in which either side lacks it once.
func (r *run) playOdds(ctx context.Context, share float64) error {
	r.doing("playing at odds")
	list, err := r.oddsOf(ctx) // takes hardly any time, and none for games in the ledger
	if err != nil || len(list) == 0 {
		if ctx.Err() != nil {
			return nil // it was interrupted
		}
		return err
	}
	within, stop := r.within(ctx, share)
	defer stop()
	games, err := r.playAll(within, r.subject, limited(r.oddsTasks(list), 2*len(list)*r.Rounds))
	if err != nil {
		return err
	}
	r.measureOdds(list, games)
	return nil
}

// oddsOf sets each kind of piece against less valuable ones so that a search scores the
// position about like the start.
func (r *run) oddsOf(ctx context.Context) ([]odds, error) {
	e := newEngine(r.Tables)
	start, err := r.subject.score(ctx, e, game.NewRecord(r.subject.rules.Start()), maxScore)
	if err != nil {
		return nil, err
	}
	// behind returns how far White falls behind without some pieces; ok is false if
	// either side has a won game, or the position cannot be set up.
	behind := func(white, black []string) (by int, ok bool, err error) {
		pos, ok := r.lacking([2][]string{white, black}, 0)
		if !ok {
			return 0, false, nil
		}
		score, err := r.subject.score(ctx, e, game.NewRecord(pos), maxScore)
		return start - score, score > -maxScore && score < maxScore, err
	}
	type kind struct {
		letter string
		value  int
	}
	var kinds []kind
	pawn := r.pawnLetter()
	for _, k := range r.subject.rules.Pieces() {
		value, ok, err := behind([]string{k.Letter}, nil)
		if err != nil {
			return nil, err
		}
		if ok && k.Letter == pawn {
			value = -maxScore // the unit comes first
		}
		if ok {
			kinds = append(kinds, kind{k.Letter, value})
		}
	}
	slices.SortStableFunc(kinds, func(a, b kind) int { return a.value - b.value })
	var list []odds
	for i, k := range kinds {
		o, by := odds{lacks: k.letter}, k.value
		for j := i - 1; j >= 0; j-- {
			for n := 0; n < oddsPawns; n++ {
				set := append(slices.Clone(o.against), kinds[j].letter)
				left, ok, err := behind([]string{k.letter}, set)
				if err != nil {
					return nil, err
				}
				if !ok || max(left, -left) >= max(by, -by) {
					break
				}
				o.against, by = set, left
			}
		}
		list = append(list, o)
	}
	return list, nil
}

// lacking returns the start without some of White's and Black's pieces. n selects which
// of several pieces of a kind are removed. ok is false if there is no such position, the
// game is over in it, or a royal piece is missing.
func (r *run) lacking(letters [2][]string, n int) (pos game.Position, ok bool) {
	start, board := r.subject.rules.Start(), r.placement()
	for c, list := range letters {
		for i, letter := range list {
			if rules.Color(c) == rules.Black {
				letter = strings.ToLower(letter)
			}
			if !replace(board, letter, "", n+3*i) {
				return nil, false
			}
		}
	}
	for fen := range castlings(board.String()) {
		if pos, err := r.subject.rules.ParsePosition(fen); err == nil {
			ok := !game.NewRecord(pos).Outcome().Over()
			for c := range rules.Color(2) {
				ok = ok && len(pos.Royals(c)) == len(start.Royals(c))
			}
			return pos, ok
		}
	}
	return nil, false
}

// castlings yields a FEN with all castling rights, without one, without
// two, and without any, because pieces that castle may be missing.
func castlings(fen string) iter.Seq[string] {
	fields := strings.Fields(fen)
	return func(yield func(string) bool) {
		with := func(rights string) bool {
			f := slices.Clone(fields)
			f[2] = rights
			return yield(strings.Join(f, " "))
		}
		if !yield(fen) || len(fields) < 3 || len(fields[2]) > 8 {
			return
		}
		rights := fields[2]
		for i := range rights {
			if !with(rights[:i] + rights[i+1:]) {
				return
			}
		}
		for i := range rights {
			for j := i + 1; j < len(rights); j++ {
				if !with(rights[:i] + rights[i+1:j] + rights[j+1:]) {
					return
				}
			}
		}
		with("-")
	}
}

// oddsTasks yields pairs of games for each of the odds in turn, without end: White lacks
// the piece in the first, Black in the second.
func (r *run) oddsTasks(list []odds) iter.Seq[task] {
	return func(yield func(task) bool) {
		for pair := 0; ; pair++ {
			for _, o := range list {
				p := player{nodes: r.Nodes}
				for side := range 2 {
					pos, ok := r.lacking(o.sides(side), pair)
					if !ok { // removing the first of each kind is always possible
						pos, _ = r.lacking(o.sides(side), 0)
					}
					t := task{stage: o.stage(), number: 2*pair + side, opening: pair, players: [2]player{p, p}, from: r.subject.rules.Start().FEN()}
					if pos != nil {
						t.from = pos.FEN()
					}
					if !yield(t) {
						return
					}
				}
			}
		}
	}
}

// sides returns what White and Black lack if the given side lacks the piece.
func (o odds) sides(side int) (letters [2][]string) {
	letters[side], letters[1-side] = []string{o.lacks}, o.against
	return letters
}

// measureOdds finds the values that predict the results of the games best.
func (r *run) measureOdds(list []odds, games []Game) {
	column := map[string]int{}
	for i, o := range list {
		column[o.lacks] = i
	}
	var x [][]float64
	var y []float64
	var of []int
	for i, o := range list {
		f := OddsFound{Lacks: o.lacks, Against: strings.Join(o.against, "")}
		var points []float64
		for _, g := range games {
			if g.Stage != o.stage() {
				continue
			}
			row := make([]float64, len(list)+1)
			row[len(list)] = 1
			side := g.Number % 2
			sign := float64(1 - 2*side)
			row[i] -= sign
			for _, letter := range o.against {
				row[column[letter]] += sign
			}
			won := g.points()
			x, y, of = append(x, row), append(y, won), append(of, len(of))
			if side == 1 {
				won = 1 - won
			}
			points = append(points, won)
		}
		if f.Games = len(points); f.Games > 0 {
			f.Score = scoreOf(points)
			r.report.Odds = append(r.report.Odds, f)
		}
	}
	if len(y) < leastValued || len(r.report.Odds) < len(list) {
		return
	}
	values, _ := inUnits(x, y, of, len(y), 0, r.Seed)
	for i := range values {
		at := slices.IndexFunc(r.report.Pieces, func(p PieceFound) bool { return p.Letter == list[i].lacks })
		if at >= 0 {
			r.report.Pieces[at].Odds = &values[i]
		}
	}
}
