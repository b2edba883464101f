package match

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/internal/stats"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// commentForm matches the comment after a last move: score and depth, if
// reported, the time it took, and why the game ended.
var commentForm = regexp.MustCompile(`^(([+-]?\d+\.\d\d|#-?\d+)/\d+ )?\d+\.\d{3}s [a-z]`)

// Every variant is played, by a program and in-process, and every game can be
// replayed from the PGN.
func TestEveryVariant(t *testing.T) {
	c := testConfig(t, fakeEngine("good"), selfEngine("self", 30))
	c.Engines[0].Limits = c.Engines[1].Limits
	c.Variants = nil
	for _, name := range append(variants.Names(), "gun+blackhole", "fibonacci+fairy", "fischerandom+madhouse", "cube3", "gun+capablanca") {
		c.Variants = append(c.Variants, variant(name))
	}
	c.Rounds, c.Concurrency = 1, 2
	report, games := play(t, c)
	if len(games) != 2*len(c.Variants) || len(report.Troubles) > 0 || len(report.Pairings[0].Lines) != len(c.Variants)+1 {
		t.Fatalf("%d games, %+v, %d lines", len(games), report.Troubles, len(report.Pairings[0].Lines))
	}
	lengths := map[string]int{}
	for i, g := range checkPGN(t, c.PGN, len(games)) {
		lengths[g.Variant()] += len(g.Moves)
		for _, tag := range []string{"Event", "Date", "Round", "White", "Black", "Result", "Variant", "TimeControl", "Termination", "PlyCount"} {
			if g.Tag(tag) == "" {
				t.Errorf("game %d has no tag %s", i, tag)
			}
		}
		if last := g.Moves[len(g.Moves)-1]; !commentForm.MatchString(last.Comment) {
			t.Errorf("game %d: comment %q", i, last.Comment)
		}
	}
	for _, v := range c.Variants {
		if lengths[v.Name()] < 10 {
			t.Errorf("%s: %d moves", v.Name(), lengths[v.Name()])
		}
	}
	for i := 0; i < len(games); i += 2 {
		a, b := games[i], games[i+1]
		if a.Start != b.Start || !slices.Equal(a.Opening, b.Opening) || a.White != b.Black || len(a.Opening) < 2 {
			t.Errorf("%s: games %d and %d are not a pair", a.Variant, i, i+1)
		}
	}
}

// The same seed gives the same games, however many are played at a time.
func TestSeed(t *testing.T) {
	openings := func(seed uint64, concurrency int) (list []string) {
		c := testConfig(t, fakeEngine("good"), selfEngine("self", 10))
		c.Variants = []Variant{variant("extinction"), variant("fischerandom")}
		c.Seed, c.Concurrency, c.Openings.Plies = seed, concurrency, 4
		_, games := play(t, c)
		for _, g := range games {
			list = append(list, g.Start+" "+strings.Join(g.Opening, " "))
		}
		return list
	}
	first := openings(1, 1)
	if again := openings(1, 2); !slices.Equal(first, again) {
		t.Errorf("%q\n%q", first, again)
	}
	if other := openings(2, 1); slices.Equal(first, other) {
		t.Error("another seed gives the same openings")
	}
	if first[2] == first[6] || !strings.Contains(first[2], " w ") {
		t.Errorf("Chess960 begins from %q and %q", first[2], first[6])
	}
}

// An engine that answers the single moves of a turn one by one is asked
// repeatedly and receives them singly; its clock keeps running.
func TestSingleMovesOfTurns(t *testing.T) {
	single := fakeEngine("single")
	single.Limits = TimeControl{Time: time.Minute, Increment: time.Second}
	c := testConfig(t, single, fakeEngine("good"))
	c.Variants = []Variant{variant("fibonacci")}
	c.Rounds = 1
	report, games := play(t, c)
	if len(report.Troubles) > 0 {
		t.Fatalf("%+v", report.Troubles)
	}
	for _, g := range games {
		joined, increments := 0, 0
		for i, ply := range g.Moves {
			if g.mover(i) == 0 && strings.Contains(ply.Move, "/") {
				t.Errorf("game %d: %s from an engine that answers single moves", g.Game, ply.Move)
			}
			joined += strings.Count(ply.Move, "/")
			if i > 0 && g.mover(i) == 0 && g.mover(i-1) == 0 && *ply.Clock > *g.Moves[i-1].Clock+900 {
				increments++ // the last move of a turn gets the increment
			}
		}
		if joined == 0 || g.SingleMoves() < 40 {
			t.Errorf("game %d: %d single moves, %d joined", g.Game, g.SingleMoves(), joined)
		}
		if increments > 6 {
			t.Errorf("game %d: %d increments", g.Game, increments)
		}
	}
}

// The option TurnNotation is honoured.
func TestTurnNotationOption(t *testing.T) {
	e := selfEngine("self", 10)
	e.Options = append(e.Options, Option{"TurnNotation", "single"})
	c := testConfig(t, e, selfEngine("turns", 10))
	c.Variants = []Variant{variant("fibonacci")}
	_, games := play(t, c)
	joined := [2]int{}
	for _, g := range games {
		for i, ply := range g.Moves {
			joined[g.mover(i)] += strings.Count(ply.Move, "/")
		}
	}
	if joined[0] != 0 || joined[1] == 0 {
		t.Errorf("joined moves: %v", joined)
	}
}

// Engines receive the name of the game that they know: amazon rather than
// fairy, which may be a different game elsewhere.
func TestNamesOfVariants(t *testing.T) {
	commands := func(engine Engine, v Variant) []string {
		c := testConfig(t, engine)
		p, err := c.host().newPlayer(t.Context(), &c.Engines[0])
		if err != nil {
			t.Fatal(err)
		}
		defer p.close()
		list, err := p.variantCommands(v)
		if err != nil {
			return []string{err.Error()}
		}
		return list
	}
	chess960 := variant("fischerandom", "chess", "standard")
	reader := fakeEngine("reads")
	reader.Options = []Option{{"variantpath", "my.ini"}}
	for _, c := range []struct {
		engine Engine
		v      Variant
		want   string
	}{
		{fakeEngine("known"), variant("fairy", "amazon", "fairy"), "setoption name UCI_Variant value amazon"},
		{fakeEngine("known"), variant("chess"), "setoption name UCI_Variant value chess"},
		{fakeEngine("chess-only"), variant("chess"), ""},
		{fakeEngine("reads"), variant("gun"), "engine reads: it does not know the variant gun (its UCI_Variant offers chess)"},
		{reader, variant("gun"), "setoption name UCI_Variant value gun"},
		{fakeEngine("chess-only"), chess960, "engine chess-only: it has no option UCI_Variant, so it does not know the variant fischerandom"},
		{fakeEngine("good"), chess960, "setoption name UCI_Variant value fischerandom"},
		{selfEngine("self", 1), chess960, "setoption name UCI_Variant value chess; setoption name UCI_Chess960 value true"},
		{selfEngine("self", 1), variant("gun+fairy"), "setoption name UCI_Variant value gun+fairy; setoption name UCI_Chess960 value false"},
	} {
		if got := strings.Join(commands(c.engine, c.v), "; "); got != c.want {
			t.Errorf("%s, %s: %q, want %q", c.engine.Name, c.v.Name(), got, c.want)
		}
	}
}

// The words of an answer may be separated by any blanks.
func TestTabs(t *testing.T) {
	_, games := play(t, testConfig(t, fakeEngine("tabs"), fakeEngine("good")))
	for _, g := range games {
		if g.Trouble != nil {
			t.Errorf("%+v", g.Trouble)
		}
	}
}

func TestAdjudication(t *testing.T) {
	// The fake evaluates its position lower and lower.
	c := testConfig(t, fakeEngine("good"), selfEngine("self", 30))
	c.Adjudication = Adjudication{MaxPlies: 200, ResignMoves: 3, ResignScore: 600}
	_, games := play(t, c)
	for _, g := range games {
		if g.Termination == Normal {
			continue // mated before
		}
		loser := map[int]string{0: "white resigns", 1: "black resigns"}[slices.Index([]int{g.White, g.Black}, 0)]
		if g.Termination != Adjudicated || g.Reason != loser {
			t.Errorf("game %d: %s, %s", g.Game, g.Termination, g.Reason)
		}
	}
	c = testConfig(t, fakeEngine("good"), fakeEngine("other"))
	c.Adjudication = Adjudication{MaxPlies: 30}
	_, games = play(t, c)
	for _, g := range games {
		if g.Termination == Normal {
			continue // first legal moves can mate, too
		}
		if g.Result != "1/2-1/2" || g.Reason != "maximum length" || g.SingleMoves() != 30 {
			t.Errorf("game %d: %s, %s, %d moves", g.Game, g.Result, g.Reason, g.SingleMoves())
		}
	}
}

func TestJury(t *testing.T) {
	cp := func(n int) *info { return &info{score: n, scored: true} }
	mate := func(n int) *info { return &info{score: n, scored: true, isMate: true} }
	for name, c := range map[string]struct {
		rules    Adjudication
		white    []*info
		black    []*info
		fullmove int
		want     rules.Result
	}{
		"resigns":       {Adjudication{ResignMoves: 2, ResignScore: 500}, []*info{cp(0), cp(-500), mate(-3)}, []*info{cp(0), cp(0), cp(0)}, 9, rules.BlackWins},
		"not yet":       {Adjudication{ResignMoves: 2, ResignScore: 500}, []*info{cp(-900), cp(-400), cp(-600)}, nil, 9, rules.Ongoing},
		"without score": {Adjudication{ResignMoves: 2, ResignScore: 500}, []*info{cp(-900), {}, cp(-600)}, nil, 9, rules.Ongoing},
		"not both":      {Adjudication{ResignMoves: 2, ResignScore: 500, Both: true}, []*info{cp(-900), cp(-900)}, []*info{cp(900), cp(499)}, 9, rules.Ongoing},
		"both":          {Adjudication{ResignMoves: 2, ResignScore: 500, Both: true}, []*info{cp(-900), cp(-900)}, []*info{cp(900), mate(5)}, 9, rules.BlackWins},
		"draw":          {Adjudication{DrawAfter: 9, DrawMoves: 2, DrawScore: 10}, []*info{cp(-10), cp(10)}, []*info{cp(0), cp(3)}, 9, rules.Draw},
		"too early":     {Adjudication{DrawAfter: 9, DrawMoves: 2, DrawScore: 10}, []*info{cp(-10), cp(10)}, []*info{cp(0), cp(3)}, 8, rules.Ongoing},
		"one side":      {Adjudication{DrawAfter: 9, DrawMoves: 2, DrawScore: 10}, []*info{cp(-10), cp(10)}, []*info{cp(0), cp(11)}, 9, rules.Ongoing},
		"never":         {Adjudication{}, []*info{cp(0), mate(-1)}, []*info{cp(0), cp(0)}, 99, rules.Ongoing},
	} {
		j := jury{rules: c.rules}
		for _, i := range c.white {
			j.hear(rules.White, i)
		}
		for _, i := range c.black {
			j.hear(rules.Black, i)
		}
		if got, why := j.verdict(c.fullmove, 0); got != c.want {
			t.Errorf("%s: %v (%s), want %v", name, got, why, c.want)
		}
	}
}

func TestSchedule(t *testing.T) {
	for _, gauntlet := range []bool{false, true} {
		c := Config{Terms: Terms{Engines: make([]Engine, 4)}, Variants: make([]Variant, 3), Rounds: 5, Gauntlet: gauntlet}
		s := newSchedule(&c)
		pairings := 6
		if gauntlet {
			pairings = 3
		}
		if s.games() != 5*3*pairings*2 {
			t.Fatalf("%d games", s.games())
		}
		type game struct {
			place
			white, black int
		}
		seen := map[game]bool{}
		for i := range s.games() {
			g := game{place: s.place(i / 2)}
			g.white, g.black = s.players(i)
			if seen[g] || g.round >= 5 || g.variant >= 3 || g.white == g.black || gauntlet && g.white != 0 && g.black != 0 {
				t.Errorf("game %d: %+v", i, g)
			}
			seen[g] = true
			if i%2 == 1 {
				g.white, g.black = g.black, g.white
				if !seen[g] {
					t.Errorf("game %d is not the return game of the previous one", i)
				}
			}
		}
	}
}

func parseEngine(each, text string) (Engine, error) {
	e, err := ParseEach(each)
	if err != nil {
		return e, err
	}
	return ParseEngine(e, text)
}

func TestParseEngine(t *testing.T) {
	e, err := parseEngine("tc=40/1:30+0.5 option.Hash=16 depth=9", `cmd="'./my engine' -x" name="A B" "option.Move Overhead=10" option.hash=32 dir=/ nodes=5`)
	want := Engine{"A B", []string{"./my engine", "-x"}, "/", []Option{{"Hash", "32"}, {"Move Overhead", "10"}},
		TimeControl{40, 90 * time.Second, 500 * time.Millisecond, 0, 5, 9}}
	if err != nil || fmt.Sprint(e) != fmt.Sprint(want) {
		t.Errorf("%+v, %v", e, err)
	}
	if text := e.Limits.String(); text != "40/90+0.5, 5 nodes, depth 9" {
		t.Errorf("limits %q", text)
	}
	each, _ := ParseEach("option.Hash=16 nodes=5")
	ParseEngine(each, "cmd=a option.Hash=1 nodes=1")
	if e, err := ParseEngine(each, "cmd=b"); err != nil || e.Options[0].Value != "16" || e.Limits.Nodes != 5 {
		t.Errorf("an engine has the options of another: %+v, %v", e, err)
	}
	if _, err := ParseEach("tc=x"); err == nil || strings.Contains(err.Error(), "engine") {
		t.Errorf("an engine is blamed for the options of --each: %v", err)
	}
	e, err = parseEngine("tc=8+0.08", "cmd=/usr/games/fairy-stockfish.exe movetime=250")
	if err != nil || e.Name != "fairy-stockfish" || e.Limits.String() != "1/0.25" {
		t.Errorf("%+v, %v", e, err)
	}
	if e, err := parseEngine("", "cmd=./caf\xe9 nodes=1"); err != nil || e.Name != "caf\ufffd" {
		t.Errorf("%+v, %v", e, err)
	}
	engines := []Engine{{Name: "a"}, {Name: "b"}, {Name: "a"}, {Name: "a"}}
	if NameApart(engines); engines[2].Name != "a 2" || engines[3].Name != "a 3" {
		t.Errorf("%v", engines)
	}
	for text, want := range map[string]string{
		"name=x nodes=1":                "cmd= is missing",
		"cmd=x":                         "expected a limit",
		"cmd=x nodes":                   `"nodes" is not of the form name=value`,
		"cmd=x nodes=0":                 `nodes: "0" is not a whole number`,
		"cmd=x depth=x":                 `depth: "x" is not a whole number`,
		"cmd=x movetime=-1":             `movetime: "-1" is not`,
		"cmd=x tc=":                     "tc: ",
		"cmd=x tc=0+1":                  "tc: the time is 0",
		"cmd=x tc=1+":                   "tc: ",
		"cmd=x tc=0/5":                  "tc: ",
		"cmd=x tc=nan":                  "tc: ",
		"cmd=x tc=1e99":                 "tc: ",
		"cmd=x tc=1:2:3":                "tc: ",
		"cmd=x colour=red":              `unknown key "colour"`,
		"cmd='x":                        "engine ",
		"cmd=x option.=3 nodes=1":       "option. needs a name",
		"cmd=x option.UCI_Variant=gun":  "option UCI_Variant is set by the referee",
		"cmd=x name=\"a\\\"b\" nodes=1": "name ",
		"cmd=x name=caf\xe9 nodes=1":    "name \"caf\\xe9\": empty, not UTF-8",
		"cmd=x 'option.a=b\nquit' tc=1": "without line breaks",
	} {
		if _, err := parseEngine("", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestClock(t *testing.T) {
	c := newClock(TimeControl{Moves: 2, Time: time.Minute, Increment: time.Second})
	c.spend(10 * time.Second)
	c.moved()
	if c.left != 51*time.Second || c.toGo != 1 {
		t.Errorf("%+v", c)
	}
	c.spend(52 * time.Second) // within the margin
	c.moved()
	if c.left != 61*time.Second || c.toGo != 2 {
		t.Errorf("%+v", c)
	}
	clocks := [2]clock{c, newClock(TimeControl{Nodes: 9, Depth: 3})}
	if text := goCommand(&clocks[0], &clocks); text != "go wtime 61000 winc 1000 btime 61000 binc 1000 movestogo 2" {
		t.Error(text)
	}
	if text := goCommand(&clocks[1], &clocks); text != "go nodes 9 depth 3" {
		t.Error(text)
	}
	clocks[1] = newClock(TimeControl{MoveTime: 1500 * time.Millisecond})
	if text := goCommand(&clocks[1], &clocks); text != "go movetime 1500" {
		t.Error(text)
	}
}

func TestSPRTStopsTheMatch(t *testing.T) {
	c := testConfig(t, fakeEngine("good"), selfEngine("self", 200))
	c.Rounds, c.SPRT = 500, newSPRT(t, "elo0=0 elo1=300")
	c.Adjudication = Adjudication{MaxPlies: 400, ResignMoves: 2, ResignScore: 500}
	report, games := play(t, c)
	if s := report.SPRT; s.Accepted != "H0" || s.LLR > s.Lower || len(games) > 60 {
		t.Errorf("%+v after %d games", s, len(games))
	}
	c.Resume = true
	if _, games := play(t, c); len(games) != 0 {
		t.Errorf("%d games after the end", len(games))
	}
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := testConfig(t, fakeEngine("good"), selfEngine("self", 30))
	c.Rounds, c.Concurrency = 100, 2
	n := 0
	report, err := Run(ctx, c, func(Progress) {
		if n++; n == 3 {
			cancel()
		}
	})
	// A second game may just have ended.
	if err != nil || report.Finished != 3 && report.Finished != 4 || len(stored(t, c.Store)) != report.Finished {
		t.Errorf("%d games, %v", report.Finished, err)
	}
	checkPGN(t, c.PGN, report.Finished)
}

// A full disk stops the match, and the finished games stay.
func TestWriteErrors(t *testing.T) {
	c := testConfig(t, fakeEngine("good"), selfEngine("self", 30))
	c.Rounds = 10
	for file, want := range map[string]int{c.Store: 2, c.PGN: 3} {
		c.Force = true
		h := c.host()
		m, first, err := open(t.Context(), &c, h)
		if err != nil {
			t.Fatal(err)
		}
		m.play(t.Context(), h, first, func(p Progress) {
			if p.Finished != 2 {
				return
			}
			// From here on writes fail.
			if file == c.Store {
				m.store.Close()
			} else {
				m.pgn.file.Close()
			}
		})
		if m.err == nil || !strings.Contains(m.err.Error(), file) {
			t.Errorf("%v", m.err)
		}
		// A game missing from the PGN is in the store all the same.
		if n := len(stored(t, c.Store)); n != want || m.tally.finished() != want {
			t.Errorf("%d games in the store, %d counted; want %d", n, m.tally.finished(), want)
		}
		m.Close()
	}
}

func TestReport(t *testing.T) {
	c := testConfig(t, fakeEngine("good"), selfEngine("self", 100), fakeEngine("exit-2"))
	c.Variants = append(c.Variants, variant("gun"))
	c.SPRT = nil
	report, games := play(t, c)
	var text strings.Builder
	if err := report.Write(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"good v self\n", "good v exit-2\n", "self v exit-2\n", "  chess ", "  gun ", "  total ", "100.0%",
		" of 16 points", "ranking, against all opponents together\n", "lost by abandoned: 16", "exit status 7", "| stderr: panic: out of ideas", "24 of 24 games\n",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is not in\n%s", want, &text)
		}
	}
	if short := report.Short(); strings.Count(short, ";") != 2 || !strings.HasPrefix(short, "good v self +") {
		t.Error(short)
	}
	data, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	var again map[string]any
	if err := json.Unmarshal(data, &again); err != nil || again["finished"] != 24.0 {
		t.Errorf("%v: %s", err, data)
	}
	// The total is the sum of all games.
	wins := 0
	for _, g := range games {
		if g.Names[0] == "good" && g.Names[1] == "exit-2" && g.Result == "1-0" || g.Names[1] == "good" && g.Names[0] == "exit-2" && g.Result == "0-1" {
			wins++
		}
	}
	lines := report.Pairings[1].Lines
	if total := lines[len(lines)-1]; total.Variant != "total" || total.Wins != wins || total.Pairs[4] != wins/2 || *total.Percent != 100 || total.Elo != nil {
		t.Errorf("%+v, %d wins", total, wins)
	}
	// The ranking has the points of the games of all pairings, the best engine first.
	points := map[string]int{}
	for _, g := range games {
		for color, engine := range g.Names {
			points[engine] += half(g.Result, color)
		}
	}
	before := 101.0
	for i, s := range report.Ranking {
		mirror := stats.Games{Wins: s.ByColor[0].Wins + s.ByColor[1].Wins, Draws: s.ByColor[0].Draws + s.ByColor[1].Draws, Losses: s.ByColor[0].Losses + s.ByColor[1].Losses}
		inPairs := s.Pairs[1] + 2*s.Pairs[2] + 3*s.Pairs[3] + 4*s.Pairs[4]
		if all := (stats.Games{Wins: s.Wins, Draws: s.Draws, Losses: s.Losses}); all != mirror || int(2*all.Points()) != points[s.Name] || inPairs != points[s.Name] {
			t.Errorf("place %d: %+v; want %d half points", i+1, s, points[s.Name])
		}
		if *s.Percent > before {
			t.Errorf("place %d: %s is better than those above", i+1, s.Name)
		}
		before = *s.Percent
	}
	if len(report.Ranking) != 3 || report.Ranking[2].Name != "exit-2" {
		t.Errorf("ranking %+v", report.Ranking)
	}
	if usage := report.Engines[1]; usage.Nodes == 0 || usage.NPS == nil || usage.Moves == 0 || usage.Games != 16 {
		t.Errorf("%+v", usage)
	}
}

func TestInfo(t *testing.T) {
	var i info
	for _, text := range []string{
		"info depth 7 seldepth 9 multipv 1 score cp -35 nodes 1000 nps 5 pv e2e4 depth 3",
		"info depth 8 multipv 2 score cp 99 nodes 1100 pv d2d4",
		"info depth 8 score cp 98 nodes 1100 multipv 3 pv a2a3",
		"info depth 9 currmove e2e4 currmovenumber 1 nodes 1200",
		"info string depth 99 score cp 5",
		"info", "info depth", "info depth x", "bestmove depth 5",
	} {
		i.read(text)
	}
	if want := (info{7, 1200, -35, false, true}); i != want || i.scoreText() != "-0.35" {
		t.Errorf("%+v %s", i, i.scoreText())
	}
	i.read("info depth 12 score mate -2 upperbound nodes 5")
	if want := (info{12, 5, -2, true, true}); i != want || i.scoreText() != "#-2" || i.value() != -mateValue+2 {
		t.Errorf("%+v %s %d", i, i.scoreText(), i.value())
	}
	if none := (info{}); none.scoreText() != "" {
		t.Error("a score without any information")
	}
}

func TestParseOffer(t *testing.T) {
	o, ok := parseOffer("option name Move Overhead type spin default 30 min -5 max 5000")
	if want := (offer{"Move Overhead", "spin", "30", -5, 5000, true, nil}); !ok || fmt.Sprint(o) != fmt.Sprint(want) {
		t.Errorf("%+v", o)
	}
	o, ok = parseOffer("option name Style type combo default a b var a b var c")
	if !ok || !slices.Equal(o.vars, []string{"a b", "c"}) || o.initial != "a b" {
		t.Errorf("%+v", o)
	}
	for _, text := range []string{"", "option", "option name", "option name type spin", "option name X type", "id name X"} {
		if _, ok := parseOffer(text); ok {
			t.Errorf("%q is an option", text)
		}
	}
}

// An engine may output anything.
func FuzzEngineOutput(f *testing.F) {
	f.Add("option name X type spin default 1 min 0 max 9\ninfo depth 3 score cp 12 nodes 5\nbestmove e2e4 ponder e7e5\n")
	f.Fuzz(func(t *testing.T, text string) {
		var i info
		for l := range strings.SplitSeq(text, "\n") {
			parseOffer(l)
			i.read(l)
			if v := i.value(); v > mateValue || v < -mateValue {
				t.Errorf("%q: value %d", l, v)
			}
		}
	})
}

func TestSelfMayFail(t *testing.T) {
	c := testConfig(t, fakeEngine("good"), selfEngine("self", 10))
	c.Self = func(context.Context, io.Reader, io.Writer) error { panic("at the start") }
	if _, err := Run(t.Context(), c, nil); err == nil || !strings.Contains(err.Error(), "panic: at the start") {
		t.Error(err)
	}
	c.Self = nil
	if _, err := Run(t.Context(), c, nil); err == nil || !strings.Contains(err.Error(), "self is not available here") {
		t.Error(err)
	}
	if _, err := os.Stat(c.Store); err == nil {
		t.Error("there is a store")
	}
}
