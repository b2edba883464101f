// Command ratios measures perft side by side with other engines, and our variants against our
// own chess, for docs/performance.md.
//
//	GOAMD64=v3 go build -pgo=scripts/release/heterodox.pgo -o heterodox ./cmd/heterodox
//	go run ./scripts/ratios -heterodox ./heterodox
//
// With -before OLD, another build of ours, it prints instead how many times as fast as that one
// this one counts, lists moves, and counts variants.
//
// The table search measures nodes per second of the search instead.
//
// Each pair runs in turn, A B A B …; a figure is the median of the ratios of the pairs. Times
// are processor times of the whole process minus those of a run at depth 1, except for the rows
// about threads and hash, which are wall times.
package main

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/scripts/internal/talk"
)

var (
	heterodox = flag.String("heterodox", "./heterodox", "our binary")
	stockfish = flag.String("stockfish", "/usr/games/stockfish", "Stockfish's binary")
	fairy     = flag.String("fairy-stockfish", "/usr/games/fairy-stockfish", "Fairy-Stockfish's binary")
	large     = flag.String("large", "/usr/games/fairy-stockfish", "Fairy-Stockfish's binary for boards of more than 64 squares, in search")
	before    = flag.String("before", "", "an earlier binary of ours to compare with")
	rounds    = flag.Int("rounds", 5, "pairs of runs for each figure")
	only      = flag.String("only", "", "the `tables` to measure, separated by commas: "+strings.Join(tableNames(), ", ")+" (default all)")
)

// tables are what is measured, in this order.
func tables() []table {
	return []table{
		{"chess", func() { against("chess, moves of the last ply counted, against Stockfish", nil) }},
		{"lists", func() { against("chess, every list of moves written out, against Stockfish", []string{"--lists"}) }},
		{"fairy", variantsAgainstFairy},
		{"boards", boardsAgainstFairy},
		{"games", againstOurChess},
		{"pairs", pairsAgainstOurChess},
		{"walls", walls},
		{"search", searches},
	}
}

type table struct {
	name    string
	measure func()
}

func tableNames() (names []string) {
	for _, t := range tables() {
		names = append(names, t.name)
	}
	return names
}

// A job is one count by one engine.
type job struct {
	variant string // as the engine names it, "" for chess
	fen     string // "" for the start position
	depth   int
	flags   []string // ours only
	// once says that the count is long enough to be measured on its own; others are repeated, so
	// that they are not lost in the resolution of the processor clock.
	once bool
}

func (j job) repeats() int {
	if j.once {
		return 1
	}
	return 5
}

var chess = []job{
	{fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", depth: 6},
	{fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", depth: 5},
	{fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", depth: 7},
	{fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", depth: 6, once: true},
	{fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", depth: 5},
}

// ourGames are compared with our own chess.
var ourGames = []job{
	{variant: "fibonacci", depth: 6}, {variant: "blackhole", depth: 6}, {variant: "gun", depth: 6},
	{variant: "rifle", depth: 6}, {variant: "madhouse", depth: 5}, {variant: "gun+madhouse", depth: 5},
	{variant: "gun+blackhole+fairy", depth: 6}, {variant: "madhouse+extinction", depth: 5},
	{variant: "baseline", depth: 6, once: true}, {variant: "placement", depth: 6, once: true},
	{variant: "extinction", depth: 6}, {variant: "fairy", depth: 6},
	{variant: "progressive", depth: 6}, {variant: "marseillais", depth: 6},
	{variant: "threecheck", depth: 6}, {variant: "kingofthehill", depth: 6}, {variant: "horde", depth: 7}, {variant: "racingkings", depth: 6},
	{variant: "crazyhouse", depth: 6}, {variant: "atomic", depth: 6}, {variant: "antichess", depth: 7},
	{variant: "chess", depth: 5}, {variant: "chess", depth: 7, once: true},
}

// searched are the games whose searches are compared with Fairy-Stockfish's, with its names for
// them.
var searched = []struct {
	ours, theirs string
	large        bool
}{
	{ours: "chess", theirs: "chess"}, {ours: "antichess", theirs: "antichess"}, {ours: "horde", theirs: "horde"},
	{ours: "threecheck", theirs: "3check"}, {ours: "kingofthehill", theirs: "kingofthehill"},
	{ours: "racingkings", theirs: "racingkings"}, {ours: "crazyhouse", theirs: "crazyhouse"}, {ours: "atomic", theirs: "atomic"},
	{ours: "extinction", theirs: "extinction"}, {ours: "placement", theirs: "placement"}, {ours: "fairy", theirs: "amazon"},
	{"capablanca", "capablanca", true}, {"grand", "grand", true}, {"shogi", "shogi", true},
	{"xiangqi", "xiangqi", true}, {"janggi", "janggi", true}, {ours: "makruk", theirs: "makruk"},
}

// A pairing is a count of a game for which two engines have different names.
type pairing struct {
	ours, theirs string
	fen          string
	depth        int
}

// lichessGames are compared with Fairy-Stockfish: the start position of each, and
// one from the middle of a game.
var lichessGames = []pairing{
	{"threecheck", "3check", "", 6},
	{"threecheck", "3check", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 1+1 0 1", 4},
	{"kingofthehill", "kingofthehill", "", 6},
	{"kingofthehill", "kingofthehill", "r1bq1b2/p3p2r/n2k1n2/1p3pP1/P3P3/1Q6/1P1PKPP1/R1B2B1R b - - 0 14", 4},
	{"horde", "horde", "", 6},
	{"horde", "horde", "r1b1kr2/1p1n3p/p1Ppp3/qPP2PP1/P1PPPP1P/PPP1PPP1/PPPPPPPP/PPPPPPPP w q - 0 11", 5},
	{"racingkings", "racingkings", "", 5},
	{"racingkings", "racingkings", "8/8/8/1r6/1r6/1n5K/k1N2R2/q1b1NBRQ w - - 1 5", 4},
	{"crazyhouse", "crazyhouse", "", 5},
	{"crazyhouse", "crazyhouse", "2bk1N1N/p1p3rP/1rP1p3/1p2p2p/B3P1p1/NPB1PP1B/1PK1N2q/1R6[QRPp] b - - 0 40", 4},
	{"antichess", "antichess", "", 6},
	{"antichess", "antichess", "2b2bn1/2pp1k2/1p4p1/8/2R5/7P/1P1P4/1NB2K2 b - - 0 20", 7},
}

// pairs are compositions of two parts, compared with our own chess.
var pairs = []string{
	"atomic+blackhole", "atomic+fairy", "atomic+gun", "atomic+madhouse", "atomic+crazyhouse", "atomic+antichess",
	"gun+crazyhouse", "gun+antichess", "gun+threecheck", "madhouse+antichess", "madhouse+threecheck",
	"crazyhouse+threecheck", "crazyhouse+kingofthehill", "crazyhouse+blackhole", "crazyhouse+extinction",
	"fibonacci+threecheck", "fibonacci+atomic", "progressive+crazyhouse", "marseillais+antichess",
	"madhouse+losers", "madhouse+horde", "placement+atomic", "baseline+nocheckatomic", "crazyhouse+losers",
	"racingkings+gun", "racingkings+atomic", "horde+atomic", "horde+crazyhouse", "threecheck+kingofthehill",
}

func main() {
	flag.Parse()
	if *before != "" {
		againstBefore()
		return
	}
	for _, t := range tables() {
		if *only == "" || slices.Contains(strings.Split(*only, ","), t.name) {
			t.measure()
		}
	}
}

func against(title string, flags []string) {
	fmt.Printf("\n%s (speed ratio)\n", title)
	product := 1.0
	for _, theirs := range chess {
		ours := theirs
		ours.flags = flags
		r := speedRatio(func() float64 { return oursCPU(*heterodox, ours) }, func() float64 { return uciCPU(*stockfish, theirs) })
		fmt.Printf("  %5.2f  depth %d  %s\n", r, theirs.depth, theirs.fen)
		product *= r
	}
	fmt.Printf("  %5.2f  geometric mean\n", math.Pow(product, 1/float64(len(chess))))
}

// againstBefore compares two builds of ours.
func againstBefore() {
	row := func(ours job) float64 {
		return speedRatio(func() float64 { return oursCPU(*heterodox, ours) }, func() float64 { return oursCPU(*before, ours) })
	}
	for _, flags := range [][]string{nil, {"--lists"}} {
		fmt.Printf("\nchess %s, against %s (speed ratio)\n", strings.Join(flags, " "), *before)
		product := 1.0
		for _, ours := range chess {
			ours.flags = flags
			r := row(ours)
			fmt.Printf("  %5.2f  depth %d  %s\n", r, ours.depth, ours.fen)
			product *= r
		}
		fmt.Printf("  %5.2f  geometric mean\n", math.Pow(product, 1/float64(len(chess))))
	}
	fmt.Printf("\nvariants, start positions, against %s (speed ratio)\n", *before)
	for _, v := range ourGames {
		fmt.Printf("  %5.2f  depth %d  %s\n", row(v), v.depth, v.variant)
	}
}

func variantsAgainstFairy() {
	fmt.Printf("\nvariants, against Fairy-Stockfish (speed ratio)\n")
	games := []pairing{{"extinction", "extinction", "", 6}, {"fairy", "amazon", "", 6}, {"placement", "placement", "", 5}}
	for _, v := range append(games, lichessGames...) {
		ours := job{variant: v.ours, fen: v.fen, depth: v.depth}
		theirs := job{variant: v.theirs, fen: v.fen, depth: v.depth, once: true}
		r := speedRatio(func() float64 { return oursCPU(*heterodox, ours) }, func() float64 { return uciCPU(*fairy, theirs) })
		fmt.Printf("  %5.1f  depth %d  %s %s\n", r, v.depth, v.ours, v.fen)
	}
}

// pairsAgainstOurChess compares compositions at the greatest depth with no more nodes than chess
// at depth 6.
func pairsAgainstOurChess() {
	fmt.Printf("\nnodes per second of compositions against our own chess, start positions\n")
	reference := job{variant: "chess", depth: 6}
	base := float64(count(reference))
	for _, name := range pairs {
		v := job{variant: name, depth: 4}
		nodes := float64(count(v))
		for ; v.depth < 8; v.depth++ {
			deeper := v
			deeper.depth++
			if n := float64(count(deeper)); n > base {
				break
			} else {
				nodes = n
			}
		}
		r := speedRatio(func() float64 { return oursCPU(*heterodox, v) / nodes }, func() float64 { return oursCPU(*heterodox, reference) / base })
		fmt.Printf("  %5.2f  depth %d  %s\n", r, v.depth, name)
	}
}

// boardsAgainstFairy compares games of the general machine, counted and with lists, at a depth
// that takes Fairy-Stockfish some seconds, and chess on the general machine with our own chess.
func boardsAgainstFairy() {
	fmt.Printf("\ngames of the general machine, start positions, against Fairy-Stockfish (speed ratio: counted, with lists)\n")
	for _, v := range []job{
		{variant: "capablanca", depth: 5}, {variant: "janus", depth: 5}, {variant: "grand", depth: 4},
		{variant: "shako", depth: 5}, {variant: "knightmate", depth: 6}, {variant: "hoppelpoppel", depth: 6},
	} {
		v.once = true
		listed := v
		listed.flags = []string{"--lists"}
		var counts, lists []float64
		for range *rounds {
			count, list, theirs := oursCPU(*heterodox, v), oursCPU(*heterodox, listed), uciCPU(*fairy, v)
			counts, lists = append(counts, theirs/count), append(lists, theirs/list)
		}
		fmt.Printf("  %5.1f %5.1f  depth %d  %s\n", median(counts), median(lists), v.depth, v.variant)
	}
	fmt.Printf("\nchess on the general machine against our own chess, start position, depth 6 (speed ratio)\n")
	file, err := os.CreateTemp("", "chess*.ini")
	if err != nil {
		fail("%v", err)
	}
	defer os.Remove(file.Name())
	if _, err := file.WriteString("[general-chess:chess]\n"); err != nil {
		fail("%v", err)
	}
	slow := job{variant: "general-chess", depth: 6, flags: []string{"--variants", file.Name()}}
	r := speedRatio(func() float64 { return oursCPU(*heterodox, slow) }, func() float64 { return oursCPU(*heterodox, job{variant: "chess", depth: 6}) })
	fmt.Printf("  %5.2f\n", r)
}

func againstOurChess() {
	fmt.Printf("\nnodes per second against our own chess, start positions\n")
	reference := job{variant: "chess", depth: 6}
	for _, v := range ourGames {
		nodes, base := float64(count(v)), float64(count(reference))
		r := speedRatio(func() float64 { return oursCPU(*heterodox, v) / nodes }, func() float64 { return oursCPU(*heterodox, reference) / base })
		fmt.Printf("  %5.2f  depth %d  %s\n", r, v.depth, v.variant)
	}
}

func walls() {
	fmt.Printf("\nchess, start position, depth 7, wall time (speed ratio)\n")
	one := job{depth: 7}
	for _, v := range []struct {
		title string
		flags []string
	}{{"2 threads against 1", []string{"--threads", "2"}}, {"--hash 1024 against none, 1 thread", []string{"--hash", "1024"}}} {
		other := job{depth: 7, flags: v.flags}
		r := speedRatio(func() float64 { return oursWall(other) }, func() float64 { return oursWall(one) })
		fmt.Printf("  %5.2f  %s\n", r, v.title)
	}
}

// searches compares how fast nodes are searched: how many times as much processor time
// Fairy-Stockfish takes for the same number.
func searches() {
	const nodes = 300_000
	fmt.Printf("\nnodes per second of the search, start positions, %d nodes, against Fairy-Stockfish\n", nodes)
	for _, v := range searched {
		rival := *fairy
		if v.large {
			rival = *large
		}
		r := speedRatio(func() float64 { return searchCPU(*heterodox, v.ours, nodes) }, func() float64 { return searchCPU(rival, v.theirs, nodes) })
		fmt.Printf("  %5.2f  %s\n", r, v.ours)
	}
}

// searchCPU returns the processor seconds of a search of that many nodes from the start of a
// game, minus those of a search of a thousand.
func searchCPU(engine, variant string, nodes int) float64 {
	return searchOnce(engine, variant, nodes) - searchOnce(engine, variant, 1000)
}

func searchOnce(engine, variant string, nodes int) float64 {
	e, err := talk.Start(engine)
	if err != nil {
		fail("%v", err)
	}
	_, asked := e.Ask("bestmove", "setoption name UCI_Variant value "+variant, "position startpos", fmt.Sprintf("go nodes %d", nodes))
	state, err := e.Close()
	if err = errors.Join(asked, err); err != nil {
		fail("no search result for %s: %v", variant, err)
	}
	return (state.UserTime() + state.SystemTime()).Seconds()
}

// speedRatio returns the median of b's time over a's in alternating runs.
func speedRatio(a, b func() float64) float64 {
	var ratios []float64
	for range *rounds {
		timeA, timeB := a(), b()
		ratios = append(ratios, timeB/timeA)
	}
	return median(ratios)
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

func ourArgs(j job) []string {
	args := []string{"perft"}
	if !slices.Contains(j.flags, "--threads") {
		args = append(args, "--threads", "1")
	}
	if j.variant != "" {
		args = append(args, "--variant", j.variant)
	}
	if j.fen != "" {
		args = append(args, "--fen", j.fen)
	}
	return append(append(args, j.flags...), strconv.Itoa(j.depth))
}

func oursCPU(binary string, j job) (seconds float64) {
	shallow := j
	shallow.depth = 1
	for range j.repeats() {
		seconds += cpu(binary, ourArgs(j), "") - cpu(binary, ourArgs(shallow), "")
	}
	return seconds / float64(j.repeats())
}

func oursWall(j job) float64 {
	start := time.Now()
	cpu(*heterodox, ourArgs(j), "")
	return time.Since(start).Seconds()
}

func uciCPU(engine string, j job) float64 {
	shallow := j
	shallow.depth = 1
	return (cpu(engine, nil, script(j)) - cpu(engine, nil, script(shallow))) / float64(j.repeats())
}

func script(j job) string {
	var s strings.Builder
	if j.variant != "" {
		fmt.Fprintf(&s, "setoption name UCI_Variant value %s\n", j.variant)
	}
	position := "startpos"
	if j.fen != "" {
		position = "fen " + j.fen
	}
	fmt.Fprintf(&s, "position %s\n", position)
	for range j.repeats() {
		fmt.Fprintf(&s, "go perft %d\n", j.depth)
	}
	s.WriteString("quit\n")
	return s.String()
}

// cpu runs a command and returns the processor seconds it used.
func cpu(name string, args []string, input string) float64 {
	cmd := exec.Command(name, args...)
	cmd.Stdin = strings.NewReader(input)
	if err := cmd.Run(); err != nil {
		fail("%s %s: %v", name, strings.Join(args, " "), err)
	}
	return (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
}

// count returns the nodes that a job of ours counts.
func count(j job) uint64 {
	out, err := exec.Command(*heterodox, ourArgs(j)...).Output()
	if err != nil {
		fail("%s: %v", *heterodox, err)
	}
	for line := range strings.Lines(string(out)) {
		if fields := strings.Fields(line); len(fields) == 2 && fields[0] == "nodes" {
			n, err := strconv.ParseUint(fields[1], 10, 64)
			if err == nil {
				return n
			}
		}
	}
	fail("%s: no count in its output", *heterodox)
	return 0
}

func fail(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "ratios: "+format+"\n", args...)
	os.Exit(1)
}
