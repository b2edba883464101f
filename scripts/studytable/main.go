// Command studytable judges many games and writes docs/study-table.md: how they compare with
// each other, and with what AlphaZero found about some of them.
package main

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/internal/study"
	"github.com/heterodox-chess/heterodox/variants"
)

//go:embed games.txt
var games string

//go:embed alphazero.ini
var alphazero string

// A row is a game of the table.
type row struct {
	group, name string
	// What AlphaZero found: White's score and the share of draws; known says whether it did.
	score, draws float64
	known        bool
	report       *study.Report
}

func main() {
	budget := flag.Duration("budget", time.Minute, "time for each game; 0 only reports what the ledgers hold")
	nodes := flag.Uint64("nodes", 600, "nodes a move at effort 1")
	ledgers := flag.String("ledgers", "", "the folder of the ledgers")
	out := flag.String("out", "", "write the table here")
	sticks := flag.String("yardsticks", "", "write the yardsticks here (internal/study/yardsticks.json)")
	only := flag.String("only", "", "only the games of this group")
	flag.Parse()
	if *ledgers == "" {
		log.Fatal("studytable: -ledgers is needed: a folder for the games")
	}
	if _, errs := variants.Add(alphazero, nil); len(errs) > 0 {
		log.Fatal(errors.Join(errs...))
	}
	rows, err := read(games)
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	for i := range rows {
		r := &rows[i]
		if ctx.Err() == nil && (*only == "" || *only == r.group) {
			if r.report, err = judge(ctx, r.name, *budget, *nodes, *ledgers); err != nil {
				log.Printf("%s: %v", r.name, err)
				continue
			}
			log.Printf("%s: %d games, White %.0f %%, draws %.0f %%", r.name, r.report.Overall.Games,
				100*r.report.Overall.Score.Value, 100*r.report.Overall.Drawn.Value)
		}
	}
	if *sticks != "" {
		if err := writeYardsticks(*sticks, rows); err != nil {
			log.Fatal(err)
		}
	}
	if *out != "" {
		text := table(slices.DeleteFunc(rows, func(r row) bool { return r.report == nil }), *nodes)
		if err := os.WriteFile(*out, []byte(text), 0o666); err != nil {
			log.Fatal(err)
		}
	}
}

// writeYardsticks writes the results of the games that others are compared with.
func writeYardsticks(name string, rows []row) error {
	var list []study.Yardstick
	for _, r := range rows {
		if r.group == "yardstick" && r.report != nil {
			list = append(list, r.report.Yardstick())
		}
	}
	text, err := json.MarshalIndent(list, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(text, '\n'), 0o666)
}

// read reads the list of games.
func read(text string) (rows []row, err error) {
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		r := row{group: words[0]}
		if len(words) != 2 && len(words) != 4 {
			return nil, fmt.Errorf("games.txt: %q is neither GROUP NAME nor GROUP NAME WINS DRAWS", lines.Text())
		}
		r.name = words[1]
		if len(words) == 4 {
			wins, err := strconv.Atoi(words[2])
			drawn, err2 := strconv.Atoi(words[3])
			if err := errors.Join(err, err2); err != nil {
				return nil, err
			}
			r.score, r.draws, r.known = (float64(wins)+float64(drawn)/2)/1e4, float64(drawn)/1e4, true
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// judge studies a game.
func judge(ctx context.Context, name string, budget time.Duration, nodes uint64, ledgers string) (*study.Report, error) {
	o := study.DefaultOptions()
	o.Game, o.Budget, o.Nodes, o.Proof, o.Doubling = name, max(budget, 1), nodes, 100_000, false
	o.Concurrency = runtime.GOMAXPROCS(0)
	o.Ledger = filepath.Join(ledgers, name+".ledger")
	o.Catalogue = study.Catalogue{Open: variants.Open, Derive: variants.Derive, Parts: variants.Parts}
	return study.Run(ctx, o)
}
