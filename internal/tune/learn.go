package tune

import (
	"bytes"
	"context"
	"fmt"
	"sync"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/parallel"
	"github.com/heterodox-chess/heterodox/internal/stats"
	"github.com/heterodox-chess/heterodox/rules"
)

// LearnOptions describe how Learn learns a game. Start from DefaultLearnOptions.
type LearnOptions struct {
	Rounds int
	// Play describes the games of a round; the seed increases by one each round. Its
	// concurrency also applies to the fits and the matches.
	Play PlayOptions
	// Blend is as in FitOptions, for the weights and the network.
	Blend float64
	// Pairs is the number of pairs of games in a round's match.
	Pairs int
}

// DefaultLearnOptions returns four rounds of 2000 games at 200 nodes a move and matches of
// 100 games; three tenths of the target are from the results.
func DefaultLearnOptions() LearnOptions {
	play := DefaultPlayOptions()
	play.Games, play.Nodes = 2000, 200
	return LearnOptions{Rounds: 4, Play: play, Blend: 0.3, Pairs: 50}
}

// Numbers are what Learn has found for a game: the file of its weights and that of the
// network on top of them, which is empty if the game plays better without.
type Numbers struct{ Weights, Network []byte }

// A Round is the outcome of one round of Learn.
type Round struct {
	Number  int // from 1
	Played  Tally
	HeldOut Share       // before is with the weights alone, after with the network
	Match   stats.Games // of the new numbers against the previous ones
	Plain   bool        // the weights alone were tried, because those with a first network were not kept
	Kept    bool
}

// good reports whether the numbers of a round have scored enough to be kept.
func good(g stats.Games) bool { return g.Points()/float64(g.Count()) >= keptScore }

const (
	// A round's numbers are kept if they score this share of the points.
	keptScore = 0.55
	// Learn ends after this many rounds in a row whose numbers are not kept.
	vainRounds = 2
	// Numbers are fitted to the games of this many rounds, the latest ones.
	learnedRounds = 5
	// matchNodesFactor is the number of nodes for a move of a round's match, as a multiple
	// of that in its games.
	matchNodesFactor = 10
	// How networks are fitted in a round.
	learnK      = 0.004
	learnRate   = 0.001
	learnEpochs = 4
)

// Learn plays games with a game's current numbers, fits weights and a network to them, plays
// a match of the new numbers against the old, keeps the better ones, and starts again with
// these. keep receives the improved numbers of a round, tell its outcome, and progress
// messages about its course. When ctx ends, Learn returns its error, and the current round
// is lost.
func Learn(ctx context.Context, r game.Rules, o LearnOptions, keep func(Numbers) error, tell func(Round), progress func(string)) error {
	if _, ok := r.(game.Learner); !ok {
		return fmt.Errorf("%s has no weights of its own to learn", r.Name())
	}
	var records [][]byte
	vain := 0
	for n := 1; n <= o.Rounds && vain < vainRounds; n++ {
		round := Round{Number: n}
		play := o.Play
		play.Seed += uint64(n - 1)
		var text bytes.Buffer
		var err error
		if round.Played, err = Play(ctx, &text, r, play, func(t Tally) {
			progress(fmt.Sprintf("round %d: %d of %d games, %d positions", n, t.Games, play.Games, t.Positions))
		}); err != nil {
			return err
		}
		records = append(records, text.Bytes())
		records = records[max(len(records)-learnedRounds, 0):]
		progress(fmt.Sprintf("round %d: fitting", n))
		found, err := learn(ctx, r, records, o, &round)
		if err != nil {
			return err
		}
		vain++
		for _, numbers := range found {
			better, err := r.(game.Learner).With(string(numbers.Weights), string(numbers.Network))
			if err != nil {
				return err
			}
			round.Match, err = duels(ctx, better, r, o, play.Seed, func(g stats.Games) {
				progress(fmt.Sprintf("round %d: match: %d of %d games", n, g.Count(), 2*o.Pairs))
			})
			if err != nil {
				return err
			}
			round.Plain = numbers.Network == nil
			if round.Kept = good(round.Match); round.Kept {
				if err := keep(numbers); err != nil {
					return err
				}
				r, vain = better, 0
				break
			}
		}
		tell(round)
	}
	return nil
}

// learn fits weights and then a network to records, and returns the candidates: both and, if
// it is a first network, the weights alone.
func learn(ctx context.Context, r game.Rules, records [][]byte, o LearnOptions, round *Round) ([]Numbers, error) {
	each := func(read func(name string, text *bytes.Reader) error) error {
		for i, text := range records {
			if err := read(fmt.Sprintf("round %d", round.Number-len(records)+1+i), bytes.NewReader(text)); err != nil {
				return err
			}
		}
		return nil
	}
	weights, err := learnWeights(ctx, r, each, o)
	if err != nil {
		return nil, err
	}
	own := r.(game.Learner)
	plain, err := own.With(string(weights), "")
	if err != nil {
		return nil, err
	}
	network, err := learnNetwork(ctx, plain.(game.Learner), own.Network(), each, o, round)
	if err != nil {
		return nil, err
	}
	found := []Numbers{{weights, network}}
	if own.Network() == nil {
		found = append(found, Numbers{Weights: weights})
	}
	return found, nil
}

// eachRecord calls read for the records of each round.
type eachRecord func(read func(name string, text *bytes.Reader) error) error

// learnWeights fits weights, starting from the current ones, and returns their file.
func learnWeights(ctx context.Context, r game.Rules, each eachRecord, o LearnOptions) ([]byte, error) {
	start, _, err := Weights(r)
	if err != nil {
		return nil, err
	}
	var data Data
	if err := each(func(name string, text *bytes.Reader) error {
		return data.Read(ctx, name, text, func(string) (game.Rules, error) { return r, nil })
	}); err != nil {
		return nil, err
	}
	options := DefaultFitOptions()
	options.Blend, options.K, options.Workers = o.Blend, learnK, o.Play.Concurrency
	fit, err := data.Fit(ctx, start, options, func(int, float64, float64) {})
	if err != nil {
		return nil, err
	}
	return fit.Source(r, data.Files)
}

// learnNetwork fits a network on top of the weights of a game, starting from the previous
// one or, if there is none or it evaluates alone, from that of chess, and returns its file.
func learnNetwork(ctx context.Context, r game.Learner, before *game.Network, each eachRecord, o LearnOptions, round *Round) ([]byte, error) {
	options := DefaultNetFitOptions()
	options.Blend, options.K, options.Workers, options.Rate, options.Epochs = o.Blend, learnK, o.Play.Concurrency, learnRate, learnEpochs
	options.Start, options.StartName = before, "the previous network"
	if before == nil || before.Alone {
		var err error
		if options.Start, err = r.StartNetwork(nil); err != nil {
			return nil, err
		}
		options.StartName = "the network of chess"
	}
	data, err := NewNetData("", DefaultFitOptions().HoldOut, o.Play.Seed, o.Play.Concurrency)
	if err != nil {
		return nil, err
	}
	defer data.Close()
	if err := each(func(name string, text *bytes.Reader) error {
		return data.Read(ctx, name, text, func(string) (game.Rules, error) { return r, nil })
	}); err != nil {
		return nil, err
	}
	fit, err := data.FitNet(ctx, options, func(Epoch) {})
	if err != nil {
		return nil, err
	}
	round.HeldOut = fit.HeldOut
	return r.EncodeNetwork(fit.Network, fit.Origin(r.Name(), data.Files)), nil
}

// duels plays a round's match of the new numbers of a game against the old ones.
func duels(ctx context.Context, better, before game.Rules, o LearnOptions, seed uint64, progress func(stats.Games)) (score stats.Games, err error) {
	var mu sync.Mutex
	err = parallel.Do(ctx, parallel.Range(o.Pairs), o.Play.Concurrency, func(int) func(context.Context, int) error {
		d := newDuel(better, before, o, seed)
		return func(ctx context.Context, i int) error {
			games, err := d.pair(ctx, i+1)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			score = stats.Games{Wins: score.Wins + games.Wins, Draws: score.Draws + games.Draws, Losses: score.Losses + games.Losses}
			progress(score)
			return nil
		}
	})
	return score, err
}

// A duel is a match of two players of a game with different numbers.
type duel [2]player

func newDuel(better, before game.Rules, o LearnOptions, seed uint64) duel {
	one := func(r game.Rules) player {
		return player{r, matchNodesFactor * o.Play.Nodes, o.Play.Plies, ^seed, 0, newEngine()}
	}
	return duel{one(better), one(before)}
}

// pair plays the pair of games with a given number: one opening, with both colours.
func (d *duel) pair(ctx context.Context, number int) (score stats.Games, err error) {
	defer func() {
		if p := engine.Caught(recover()); p != nil {
			err = fmt.Errorf("pair %d of the match: %w", number, p)
		}
	}()
	opening, _, err := d[1].open(ctx, number)
	if err != nil {
		return score, err
	}
	for white := range 2 {
		result, err := d.play(ctx, opening, white)
		switch {
		case err != nil:
			return score, err
		case result == rules.Draw:
			score.Draws++
		case (result == rules.WinFor(rules.White)) == (white == 0):
			score.Wins++
		default:
			score.Losses++
		}
	}
	return score, nil
}

// play plays a game from an opening; the player with index white has White.
func (d *duel) play(ctx context.Context, opening *game.Record, white int) (rules.Result, error) {
	var records [2]*game.Record
	for i := range d {
		start, err := d[i].rules.ParsePosition(opening.Start().FEN())
		if err != nil {
			return 0, err
		}
		records[i] = game.NewRecord(start)
		records[i].Push(opening.Moves()...)
		d[i].engine.Clear()
	}
	var jury jury
	for {
		if result := records[0].Outcome().Result; result != rules.Ongoing {
			return result, nil
		}
		if result := jury.verdict(records[0].Len()); result != rules.Ongoing {
			return result, nil
		}
		side := records[0].Position().Side()
		mover := white
		if side == rules.Black {
			mover = 1 - white
		}
		found, err := d[mover].search(ctx, records[mover])
		if err != nil {
			return 0, err
		}
		jury.hear(whites(records[mover].Position(), engine.Score(found.Info.Score)))
		for _, r := range records {
			r.Play(found.Best)
		}
	}
}
