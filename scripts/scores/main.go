// Scores measures how far the scores of UCI engines are from those of a stronger one, the
// judge, which searches longer.
//
//	heterodox-lab tune play --variant chess --games 500 --seed 9 --out positions.txt
//	go run ./scripts/scores -judge /usr/games/stockfish -positions positions.txt -nodes 32000 ./old ./new
//
// A score counts as the result that it predicts, 1/(1 + exp(-K·score)), with the K that fits the
// engine best; an error above 0.3 counts as 0.3. Each engine is compared with the first on the
// same positions.
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/heterodox-chess/heterodox/scripts/internal/talk"
)

var (
	judge      = flag.String("judge", "/usr/games/stockfish", "the `PROGRAM` whose scores are taken as true")
	judgeNodes = flag.Int("judge-nodes", 200_000, "let the judge search `N` nodes")
	nodes      = flag.Int("nodes", 32_000, "let the engines search `N` nodes; 0 for the static value that their command eval gives")
	variant    = flag.String("variant", "chess", "the `GAME`, by its name in UCI_Variant")
	file       = flag.String("positions", "", "a `FILE` with a FEN at the start of each line, up to a semicolon")
	most       = flag.Int("n", 1500, "use at most `N` positions, drawn evenly from the file")
	within     = flag.Float64("within", 700, "leave out positions that the judge scores more than `CENTIPAWNS` from even")
	men        = flag.String("men", "0-99", "use only positions with `FROM-TO` pieces")
)

const (
	judgeScale = 0.004 // K of the judge
	mostError  = 0.3
)

func main() {
	flag.Parse()
	if err := run(flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "scores:", err)
		os.Exit(1)
	}
}

func run(engines []string) error {
	fens, err := positions()
	if err != nil {
		return err
	}
	truth, err := scores(*judge, fens, *judgeNodes)
	if err != nil {
		return err
	}
	var kept []string
	var results []float64
	for i, score := range truth {
		if math.Abs(score) <= *within {
			kept, results = append(kept, fens[i]), append(results, result(score, judgeScale))
		}
	}
	fmt.Printf("%d positions, %d nodes\n", len(kept), *nodes)
	var first []float64
	for _, name := range engines {
		values, err := scores(name, kept, *nodes)
		if err != nil {
			return err
		}
		k, errors := fitted(values, results)
		fmt.Printf("%s: error %.4f, K %.4f", name, math.Sqrt(mean(errors)), k)
		if first == nil {
			first = errors
		} else {
			by, within := difference(errors, first)
			fmt.Printf(", mean square %+.1f ± %.1f %% against the first", by, within)
		}
		fmt.Println()
	}
	return nil
}

// positions reads the FENs to use.
func positions() (fens []string, err error) {
	text, err := os.ReadFile(*file)
	if err != nil {
		return nil, err
	}
	var from, to int
	if _, err := fmt.Sscanf(*men, "%d-%d", &from, &to); err != nil {
		return nil, fmt.Errorf("-men %s: %w", *men, err)
	}
	for line := range strings.Lines(string(text)) {
		fen, _, _ := strings.Cut(strings.TrimSpace(line), ";")
		board, _, isFEN := strings.Cut(fen, " ")
		if n := count(board); isFEN && !strings.HasPrefix(fen, "#") && n >= from && n <= to {
			fens = append(fens, fen)
		}
	}
	if len(fens) > *most {
		for i := range *most {
			fens[i] = fens[i*len(fens) / *most]
		}
		fens = fens[:*most]
	}
	return fens, nil
}

// count returns how many pieces the first field of a FEN has.
func count(board string) (n int) {
	for _, r := range board {
		if r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			n++
		}
	}
	return n
}

func result(score, k float64) float64 { return 1 / (1 + math.Exp(-k*score)) }

// fitted returns the K with which scores come closest to the results, and the squared errors.
func fitted(scores, results []float64) (best float64, errors []float64) {
	for k := 0.001; k < 0.008; k += 0.00005 {
		list := make([]float64, len(scores))
		for i, score := range scores {
			d := min(math.Abs(result(score, k)-results[i]), mostError)
			list[i] = d * d
		}
		if errors == nil || mean(list) < mean(errors) {
			best, errors = k, list
		}
	}
	return best, errors
}

func mean(list []float64) (m float64) {
	for _, x := range list {
		m += x / float64(len(list))
	}
	return m
}

// difference returns by how many per cent errors exceed others, with the error (95 %) of that.
func difference(errors, others []float64) (by, within float64) {
	list, squares := make([]float64, len(errors)), make([]float64, len(errors))
	for i := range errors {
		list[i] = errors[i] - others[i]
		squares[i] = list[i] * list[i]
	}
	m, whole := mean(list), mean(others)/100
	deviation := math.Sqrt((mean(squares) - m*m) / float64(len(list)))
	return m / whole, 1.96 * deviation / whole
}

// scores returns an engine's scores for the side to move, from two processes.
func scores(program string, fens []string, nodes int) ([]float64, error) {
	values, failed := make([]float64, len(fens)), [2]error{}
	var both sync.WaitGroup
	for part := range failed {
		both.Go(func() { failed[part] = scoreSome(program, fens, values, part, len(failed), nodes) })
	}
	both.Wait()
	for _, err := range failed {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", program, err)
		}
	}
	return values, nil
}

// scoreSome fills in every step-th value from the first on.
func scoreSome(program string, fens []string, values []float64, first, step, nodes int) error {
	e, err := talk.Start(program)
	if err != nil {
		return err
	}
	defer e.Close()
	if *variant != "chess" {
		if _, err := e.Ask("readyok", "setoption name UCI_Variant value "+*variant, "isready"); err != nil {
			return err
		}
	}
	for i := first; i < len(fens); i += step {
		last, command, read := "bestmove", fmt.Sprintf("go nodes %d", nodes), score
		if nodes == 0 {
			black := strings.Fields(fens[i])[1] == "b"
			last, command = "readyok", "eval\nisready"
			read = func(words []string) (float64, bool) { return static(words, black) }
		}
		lines, err := e.Ask(last, "ucinewgame", "position fen "+fens[i], command)
		if err != nil {
			return fmt.Errorf("at %s: %w", fens[i], err)
		}
		found := false
		for _, line := range lines {
			if value, ok := read(strings.Fields(line)); ok {
				values[i], found = value, true
			}
		}
		if !found {
			return fmt.Errorf("at %s: no value", fens[i])
		}
	}
	return nil
}

// static returns the value for the side to move in a line of the answer to eval: ours, as
// "evaluation -0.14 for Black, the side to move", or Stockfish's, as "Final evaluation +0.14
// (white side)".
func static(words []string, black bool) (value float64, ok bool) {
	sign := 100.0
	if len(words) > 0 && words[0] == "Final" {
		words = words[1:]
		if black {
			sign = -sign
		}
	}
	if len(words) < 2 || words[0] != "evaluation" {
		return 0, false
	}
	value, err := strconv.ParseFloat(words[1], 64)
	return sign * value, err == nil
}

// score returns the score in a line of UCI, if there is one that is not a bound; a mate counts
// 30 pawns.
func score(words []string) (value float64, ok bool) {
	for i, word := range words {
		if word == "lowerbound" || word == "upperbound" {
			return 0, false
		}
		if word != "score" || i+2 >= len(words) {
			continue
		}
		n, err := strconv.Atoi(words[i+2])
		switch {
		case err != nil:
		case words[i+1] == "cp":
			value, ok = float64(n), true
		case n > 0:
			value, ok = 3000, true
		default:
			value, ok = -3000, true
		}
	}
	return value, ok
}
