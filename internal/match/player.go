package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/game"
)

// A player is a running engine that has sent uciok.
type player struct {
	spec     *Engine
	conn     *conn
	patience Patience
	id       string // what it calls itself
	offers   map[string]offer
	turns    bool       // it writes Fibonacci turns as one token
	variant  game.Rules // set last
}

// An offer is an option as the engine describes it.
type offer struct {
	name, kind string
	initial    string
	min, max   int64
	ranged     bool // min and max are known
	vars       []string
}

// A failure is a fault that costs an engine the game.
type failure struct {
	Termination Termination
	Detail      string   // one line
	Last        []string // the last output of an engine that has ended
}

func (f *failure) Error() string { return f.Detail }

// newPlayer starts an engine and does the handshake. The error is a *failure if
// the engine does not cooperate, and a *badOption if it does not accept an
// option.
func (h *Host) newPlayer(ctx context.Context, spec *Engine) (*player, error) {
	conn, err := h.start(spec)
	if err != nil {
		return nil, &failure{Abandoned, "does not start: " + oneLine(err.Error()), nil}
	}
	p := &player{spec: spec, conn: conn, patience: h.Patience, offers: map[string]offer{}, turns: true}
	if err := p.introduce(ctx); err != nil {
		return nil, p.dead("does not answer uci", err)
	}
	if err := p.setOptions(spec.Options); err != nil {
		if f := (*failure)(nil); !errors.As(err, &f) {
			p.close()
		}
		return nil, err
	}
	if slices.ContainsFunc(spec.Options, func(o Option) bool { return strings.EqualFold(o.Name, "VariantPath") }) {
		if err := p.introduce(ctx); err != nil { // again, with the variants of that file
			return nil, p.dead("does not answer uci again", err)
		}
	}
	if err := p.ready(ctx); err != nil {
		return nil, p.dead("does not accept its options", err)
	}
	return p, nil
}

// introduce does the handshake, or repeats it.
func (p *player) introduce(ctx context.Context) error {
	if err := p.conn.send("uci"); err != nil {
		return err
	}
	_, err := p.conn.await(ctx, p.patience.Start, func(text string) bool {
		if name, ok := strings.CutPrefix(text, "id name "); ok {
			p.id = strings.TrimSpace(name)
		}
		if o, ok := parseOffer(text); ok && len(p.offers) < 1000 {
			p.offers[strings.ToLower(o.name)] = o
		}
		return text == "uciok"
	})
	return err
}

// ready waits until the engine has processed its commands.
func (p *player) ready(ctx context.Context) error {
	if err := p.conn.send("isready"); err != nil {
		return err
	}
	_, err := p.conn.await(ctx, p.patience.Ready, func(text string) bool { return text == "readyok" })
	return err
}

// dead ends the engine and returns a failure with the reason. An error of the
// context is returned unchanged.
func (p *player) dead(what string, err error) error {
	status := p.conn.close(p.grace(err))
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &failure{Abandoned, oneLine(fmt.Sprintf("%s: %v (%s)", what, err, status)), p.conn.tail.all()}
}

// grace returns how long an engine may take to end: at most 0.1 s if it
// misbehaves.
func (p *player) grace(err error) time.Duration {
	if errors.Is(err, errGone) {
		return p.patience.Stop
	}
	return min(p.patience.Stop, 100*time.Millisecond)
}

func (p *player) close() { p.conn.close(p.patience.Stop) }

// A badOption is an option that an engine does not have, or a value it does not
// accept.
type badOption struct{ engine, detail string }

func (e *badOption) Error() string {
	return fmt.Sprintf("engine %s: %s", e.engine, printable(e.detail))
}

// setOptions sends options to the engine. The error is a *failure or a
// *badOption.
func (p *player) setOptions(options []Option) error {
	for _, o := range options {
		command, err := p.setOption(o)
		if err != nil {
			return err
		}
		if err := p.conn.send(command); err != nil {
			return p.dead("does not accept its options", err)
		}
	}
	return nil
}

// setOption returns the command for an option after checking that the engine
// accepts it.
func (p *player) setOption(o Option) (string, error) {
	bad := func(format string, args ...any) (string, error) {
		return "", &badOption{p.spec.Name, fmt.Sprintf("option %.40q ", o.Name) + fmt.Sprintf(format, args...)}
	}
	known, ok := p.offers[strings.ToLower(o.Name)]
	if !ok {
		return bad("is not one of its options")
	}
	switch known.kind {
	case "spin":
		n, err := strconv.ParseInt(o.Value, 10, 64)
		if err != nil {
			return bad("is a number, not %.40q", o.Value)
		}
		if known.ranged && (n < known.min || n > known.max) {
			return bad("%d is not in %d..%d", n, known.min, known.max)
		}
	case "check":
		if o.Value != "true" && o.Value != "false" {
			return bad("is true or false, not %.40q", o.Value)
		}
	case "combo":
		if !containsFold(known.vars, o.Value) {
			return bad("is one of %.200s, not %.40q", strings.Join(known.vars, ", "), o.Value)
		}
	case "button":
		return "setoption name " + known.name, nil
	}
	if strings.EqualFold(known.name, turnNotation) {
		p.turns = !strings.EqualFold(o.Value, "single")
	}
	return "setoption name " + known.name + " value " + o.Value, nil
}

// turnNotation is the option that selects how an engine writes turns.
const turnNotation = "TurnNotation"

// learnTurns notes how the engine answered in a turn of several moves: with
// several of them at once, or with the whole rest of the turn. An engine without
// the option is addressed in the notation it uses itself.
func (p *player) learnTurns(several, whole bool) {
	if _, chooses := p.offers[strings.ToLower(turnNotation)]; !chooses {
		p.turns = several || p.turns && whole
	}
}

// newGame prepares the engine for a game of a variant.
func (p *player) newGame(ctx context.Context, v Variant) error {
	var commands []string
	if p.variant != v.Rules {
		var err error
		if commands, err = p.variantCommands(v); err != nil {
			return err
		}
	}
	for _, text := range append(commands, "ucinewgame") {
		if err := p.conn.send(text); err != nil {
			return p.dead("does not start a game", err)
		}
	}
	p.variant = v.Rules
	if err := p.ready(ctx); err != nil {
		return p.dead("does not start a game", err)
	}
	return nil
}

// An answer is an engine's response to go.
type answer struct {
	best string // the move as it wrote it
	used time.Duration
	info info // the latest one about the best line
}

// think makes the engine search a position. limit is the longest it may take,
// margin included; timed reports whether exceeding it is a loss on time rather
// than the end of our patience. The error is a *failure, or that of the context.
func (p *player) think(ctx context.Context, position, command string, limit time.Duration, timed bool) (answer, error) {
	if err := p.conn.send(position); err != nil {
		return answer{}, p.dead("crashed", err)
	}
	if err := p.ready(ctx); errors.Is(err, errGone) {
		return answer{}, p.dead("crashed", err)
	} else if err != nil {
		return answer{}, p.dead("did not accept the position", err)
	}
	var a answer
	start := time.Now()
	if err := p.conn.send(command); err != nil {
		return answer{}, p.dead("crashed", err)
	}
	bestmove := func(text string) bool {
		if rest, ok := strings.CutPrefix(text, "bestmove"); ok {
			if words := strings.Fields(rest); len(words) > 0 {
				a.best = words[0]
			}
			return true
		}
		a.info.read(text)
		return false
	}
	l, err := p.conn.await(ctx, limit, bestmove)
	switch {
	case err == nil:
		a.used = max(l.at.Sub(start), 0)
		if timed && a.used > limit {
			return a, &failure{TimeForfeit, fmt.Sprintf("took %.3f s, more than %.3f s", a.used.Seconds(), limit.Seconds()), nil}
		}
		return a, nil
	case errors.Is(err, errSilent):
		return a, p.stop(ctx, timed, limit, bestmove)
	case errors.Is(err, errGone):
		return a, p.dead("crashed", err)
	}
	return a, p.dead("failed", err)
}

// stop ends a search that has taken too long and returns it as a failure.
func (p *player) stop(ctx context.Context, timed bool, limit time.Duration, bestmove func(string) bool) error {
	f := &failure{TimeForfeit, fmt.Sprintf("took more than %.3f s", limit.Seconds()), nil}
	if !timed {
		f = &failure{Abandoned, fmt.Sprintf("was silent for %v", limit), nil}
	}
	err := p.conn.send("stop")
	if err == nil {
		_, err = p.conn.await(ctx, p.patience.Stop, bestmove)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		f.Detail += " and did not stop: " + err.Error() + " (" + p.conn.close(p.grace(err)) + ")"
	}
	return f
}
