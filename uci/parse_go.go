package uci

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/perft"
	"github.com/heterodox-chess/heterodox/rules"
)

const goHelp = "[wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [movetime MS] [depth N] [nodes N] [mate N] " +
	"[infinite] [ponder] [searchmoves MOVE…] | perft N"

// A goRequest is a parsed go command.
type goRequest struct {
	limits  game.Limits
	isPerft bool     // a count, not a search
	perft   int      // the depth to count to
	unknown []string // words without meaning, to be ignored
}

// goKeywords are the words that end a list of searchmoves.
var goKeywords = map[string]bool{
	"wtime": true, "btime": true, "winc": true, "binc": true, "movestogo": true, "movetime": true,
	"depth": true, "nodes": true, "mate": true, "perft": true,
	"infinite": true, "ponder": true, "searchmoves": true,
}

// parseGo reads the arguments of go. Numbers that make no sense are replaced by the nearest that
// do: negative clocks, which some GUIs send, count as empty. Without any limit the search is
// infinite.
func parseGo(args []string, pos game.Position) (goRequest, error) {
	r := goRequest{isPerft: slices.Contains(args, "perft")} // even if the rest is wrong
	for len(args) > 0 {
		word := args[0]
		args = args[1:]
		switch {
		case word == "infinite":
			r.limits.Infinite = true
		case word == "ponder":
			r.limits.Ponder = true
		case word == "searchmoves":
			n, err := r.searchMoves(args, pos)
			if err != nil {
				return r, err
			}
			args = args[n:]
		case goKeywords[word]:
			if len(args) == 0 {
				return r, fmt.Errorf("%s needs a number", word)
			}
			if err := r.number(word, args[0]); err != nil {
				return r, err
			}
			args = args[1:]
		default:
			r.unknown = append(r.unknown, word)
		}
	}
	l := &r.limits
	if !l.Clock && l.Depth == 0 && l.Nodes == 0 && l.Mate == 0 && l.MoveTime == 0 && !l.Ponder {
		l.Infinite = true
	}
	return r, nil
}

// number reads a numeric limit.
func (r *goRequest) number(word, text string) error {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) { // if out of range, n is the nearest
		return fmt.Errorf("%s %.40q is not a whole number", word, text)
	}
	l := &r.limits
	switch word {
	case "wtime", "btime":
		l.Clock = true
		l.Time[sideOf(word)] = milliseconds(n)
	case "winc", "binc":
		l.Increment[sideOf(word)] = milliseconds(n)
	case "movestogo":
		l.MovesToGo = clamp(n, 0, 1_000_000)
	case "movetime":
		l.MoveTime = max(milliseconds(n), time.Millisecond)
	case "depth":
		l.Depth = clamp(n, 1, 1_000_000)
	case "nodes":
		l.Nodes = uint64(max(n, 1))
	case "mate":
		if n < 0 {
			return fmt.Errorf("mate %d: only wins for the side to move can be searched for", n)
		}
		l.Mate = clamp(n, 1, 1_000_000)
	case "perft":
		if n > perft.MaxDepth {
			return fmt.Errorf("perft %.40s: the depth may be at most %d", text, perft.MaxDepth)
		}
		r.perft = clamp(n, 0, perft.MaxDepth)
	}
	return nil
}

// sideOf returns whose clock a word such as wtime or binc sets.
func sideOf(word string) rules.Color {
	if word[0] == 'w' {
		return rules.White
	}
	return rules.Black
}

// maxDuration is the most that a clock can show: some thirty years.
const maxDuration = 1_000_000_000_000 // ms

func milliseconds(n int64) time.Duration {
	return time.Duration(min(max(n, 0), maxDuration)) * time.Millisecond
}

func clamp(n, low, high int64) int { return int(min(max(n, low), high)) }

// searchMoves reads moves up to the next keyword and returns how many words it read. In
// fibonacci they are single moves: the first of a turn.
func (r *goRequest) searchMoves(args []string, pos game.Position) (int, error) {
	n := 0
	for ; n < len(args) && !goKeywords[args[n]]; n++ {
		m, err := pos.ParseMove(args[n])
		if err != nil {
			return n, fmt.Errorf("searchmoves, move %d: %w", n+1, err)
		}
		r.limits.SearchMoves = append(r.limits.SearchMoves, m)
	}
	if n == 0 {
		return n, errors.New("searchmoves needs a move")
	}
	return n, nil
}
