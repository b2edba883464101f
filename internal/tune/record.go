package tune

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/rules"
)

// MaxScore bounds the scores of records; beyond it, a score only means that the
// position is won.
const MaxScore engine.Score = 3000

// A Record is a position of a game, in the format of a line of a file:
//
//	FEN;score;result;game
//
// with the score of a search in centipawns and the result of the game, both
// from White's point of view, and the number of the game, from 1.
type Record struct {
	FEN    string
	Score  engine.Score
	Result rules.Result
	Game   int
}

// AppendLine appends the record as a line to dst.
func (r *Record) AppendLine(dst []byte) []byte {
	return fmt.Appendf(dst, "%s;%d;%s;%d\n", r.FEN, r.Score, r.Result, r.Game)
}

// result returns the result as 1 if White won, ½ or 0.
func (r *Record) result() float32 {
	switch r.Result {
	case rules.WinFor(rules.White):
		return 1
	case rules.WinFor(rules.Black):
		return 0
	}
	return 0.5
}

// results are the results of finished games.
var results = [...]rules.Result{rules.WinFor(rules.White), rules.WinFor(rules.Black), rules.Draw}

// ParseRecord reads a line, without checking its FEN.
func ParseRecord(line string) (Record, error) {
	fields := strings.Split(line, ";")
	if len(fields) != 4 {
		return Record{}, fmt.Errorf("%d fields between semicolons, expected FEN;score;result;game", len(fields))
	}
	r := Record{FEN: fields[0]}
	score, err := strconv.ParseInt(fields[1], 10, 32)
	if r.Score = engine.Score(score); err != nil || r.Score >= MaxScore || r.Score <= -MaxScore {
		return Record{}, fmt.Errorf("score %.20q is not a number within ±%d", fields[1], MaxScore-1)
	}
	for _, result := range results {
		if fields[2] == result.String() {
			r.Result = result
		}
	}
	if r.Result == rules.Ongoing {
		return Record{}, fmt.Errorf("result %.20q is none of 1-0, 0-1 and 1/2-1/2", fields[2])
	}
	game, err := strconv.ParseInt(fields[3], 10, 32)
	if r.Game = int(game); err != nil || game < 1 {
		return Record{}, fmt.Errorf("game %.20q is not a number from 1", fields[3])
	}
	return r, nil
}

// A Header is the first line of a file: it describes where the records come
// from.
type Header struct {
	Variant string
	Games   int // requested; an interrupted run has fewer
	Nodes   uint64
	Plies   int
	Seed    uint64
	// Evaluated is the share of the evaluated positions recorded, 0 if they are the quiet
	// ones of the games.
	Evaluated float64
	Judged    uint64 // nodes of the searches by Judge that gave the scores, 0 if they are from the games
}

const (
	headerForm    = "# heterodox tune 1 variant=%s games=%d nodes=%d plies=%d seed=%d"
	evaluatedForm = " evaluated=%g"
	judgedForm    = " judged=%d"
)

// String returns the header as a line.
func (h Header) String() string {
	line := fmt.Sprintf(headerForm, h.Variant, h.Games, h.Nodes, h.Plies, h.Seed)
	if h.Evaluated > 0 {
		line += fmt.Sprintf(evaluatedForm, h.Evaluated)
	}
	if h.Judged > 0 {
		line += fmt.Sprintf(judgedForm, h.Judged)
	}
	return line
}

// ParseHeader reads the first line of a file.
func ParseHeader(line string) (Header, error) {
	var h Header
	_, err := fmt.Sscanf(line, headerForm, &h.Variant, &h.Games, &h.Nodes, &h.Plies, &h.Seed)
	if rest, more := strings.CutPrefix(line, h.String()); err == nil && more {
		_, _ = fmt.Sscanf(rest, evaluatedForm, &h.Evaluated)
		if at := strings.LastIndexByte(rest, ' '); at >= 0 {
			_, _ = fmt.Sscanf(rest[at:], judgedForm, &h.Judged)
		}
	}
	if err != nil || h.String() != line {
		return Header{}, errors.New("not a file of heterodox-lab tune play")
	}
	return h, nil
}
