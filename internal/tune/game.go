package tune

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/internal/opening"
	"github.com/heterodox-chess/heterodox/rules"
)

const (
	hashMB                    = 4
	openingTries              = 200 // random openings to try
	openingBound engine.Score = 400 // centipawns beyond which an opening is rejected
)

// When games end early.
const (
	winScore  engine.Score = 1500 // a win when the score has been at least this
	winMoves               = 4    // in this many searches in a row
	drawScore engine.Score = 5    // a draw when the score has been within this
	drawMoves              = 12   // in this many searches in a row
	drawAfter              = 100  // and the game has more single moves than this
	maxMoves               = 300  // single moves after which it is a draw
)

// A player plays games against itself, one at a time.
type player struct {
	rules game.Rules
	nodes uint64 // of each search
	plies int    // random single moves at the start
	seed  uint64
	// evaluated is the share of the evaluated positions to record, 0 for the quiet ones of
	// the games.
	evaluated float64
	engine    *engine.Engine
}

// newEngine returns an engine for short searches.
func newEngine() *engine.Engine {
	settings := engine.DefaultOptions()
	settings.HashMB = hashMB
	return engine.New(settings)
}

// played holds the result and the quiet positions of a finished game.
type played struct {
	result    rules.Result
	positions []judged
}

// judged is a position with its score from White's point of view.
type judged struct {
	pos   game.Position
	score engine.Score
}

// lines returns the records of the game under its number.
func (g *played) lines(number int) []byte {
	var text []byte
	for i := range g.positions {
		p := &g.positions[i]
		r := Record{p.pos.FEN(), p.score, g.result, number}
		text = r.AppendLine(text)
	}
	return text
}

// play plays the game with a given number. The error means that no opening was
// found, or is that of ctx.
func (p *player) play(ctx context.Context, number int) (*played, error) {
	record, found, err := p.open(ctx, number)
	if err != nil {
		return nil, err
	}
	var g played
	if p.evaluated > 0 {
		p.engine.Observe(p.sample(&g, rand.New(rand.NewPCG(p.seed, uint64(number)|1<<63))))
		defer p.engine.Observe(nil)
	}
	var jury jury
	for {
		pos := record.Position()
		score := whites(pos, engine.Score(found.Info.Score))
		if p.evaluated == 0 && quiet(pos, found.Best, score) {
			g.positions = append(g.positions, judged{pos, score})
		}
		jury.hear(score)
		record.Play(found.Best)
		g.result = record.Outcome().Result
		if g.result == rules.Ongoing {
			g.result = jury.verdict(record.Len())
		}
		if g.result != rules.Ongoing {
			return &g, nil
		}
		if found, err = p.search(ctx, record); err != nil {
			return nil, err
		}
	}
}

// sample returns an observer that adds its share of the positions to those of a game.
func (p *player) sample(g *played, random *rand.Rand) engine.Observer {
	return func(value engine.Score, at func() game.Position) {
		if random.Float64() < p.evaluated && value < MaxScore && value > -MaxScore {
			pos := at()
			g.positions = append(g.positions, judged{pos, whites(pos, value)})
		}
	}
}

// whites converts a score of a position for the side to move into one for White.
func whites(pos game.Position, score engine.Score) engine.Score {
	if pos.Side() == rules.Black {
		return -score
	}
	return score
}

// open returns a game after a random opening that a search finds balanced
// enough, and the result of that search.
func (p *player) open(ctx context.Context, number int) (*game.Record, game.Result, error) {
	random := rand.New(rand.NewPCG(p.seed, uint64(number)))
	for range openingTries {
		record := opening.Random(p.rules, random, p.plies)
		if record.Outcome().Over() {
			continue
		}
		p.engine.Clear()
		found, err := p.search(ctx, record)
		if err != nil {
			return nil, game.Result{}, err
		}
		if score := engine.Score(found.Info.Score); score <= openingBound && score >= -openingBound {
			return record, found, nil
		}
	}
	return nil, game.Result{}, fmt.Errorf("%s: no balanced opening of %d random moves", p.rules.Name(), p.plies)
}

// search searches the position of a game that is not over.
func (p *player) search(ctx context.Context, record *game.Record) (game.Result, error) {
	found := p.engine.Search(ctx, record, game.Limits{Nodes: p.nodes}, nil)
	return found, ctx.Err()
}

// quiet reports whether a position can be evaluated statically: it is not
// decided, its best move is no capture, promotion or the like, and the side to
// move is not in check.
func quiet(pos game.Position, best game.Move, score engine.Score) bool {
	if score >= MaxScore || score <= -MaxScore {
		return false
	}
	if fast, ok := fast.Position(pos); ok {
		m := chess.Move(best)
		return !m.IsCapture() && m.Promotion() == rules.NoRole && !m.IsVanishing() && !fast.InCheck()
	}
	walkable, ok := pos.(game.Walkable)
	if !ok {
		return true
	}
	w := walkable.Walk()
	return w.Code(best)&game.NoisyCode == 0 && !w.InCheck()
}

// A jury follows the scores of a game and ends it early.
type jury struct {
	white, black, level int // searches in a row that saw a win of White, a win of Black, a draw
}

// hear records the score of a search from White's point of view.
func (j *jury) hear(score engine.Score) {
	count := func(n *int, ok bool) {
		if *n++; !ok {
			*n = 0
		}
	}
	count(&j.white, score >= winScore)
	count(&j.black, score <= -winScore)
	count(&j.level, score <= drawScore && score >= -drawScore)
}

// verdict returns the result of a game after so many single moves, Ongoing if it
// is to continue.
func (j *jury) verdict(moves int) rules.Result {
	switch {
	case j.white >= winMoves:
		return rules.WinFor(rules.White)
	case j.black >= winMoves:
		return rules.WinFor(rules.Black)
	case j.level >= drawMoves && moves > drawAfter, moves >= maxMoves:
		return rules.Draw
	}
	return rules.Ongoing
}
