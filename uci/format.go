package uci

import (
	"fmt"
	"time"

	"github.com/heterodox-chess/heterodox/game"
)

// appendInfo appends the info line, or lines, of a search of pos.
func appendInfo(dst []byte, pos game.Position, i game.Info, settings settings) []byte {
	if i.NoMate > 0 {
		return fmt.Appendf(dst, "info nodes %d nps %d time %d\ninfo string no mate in %d",
			i.Nodes, perSecond(i.Nodes, i.Time), i.Time.Milliseconds(), i.NoMate)
	}
	dst = fmt.Appendf(dst, "info depth %d seldepth %d multipv %d score %s", i.Depth, max(i.SelDepth, i.Depth), max(i.Line, 1), score(i))
	switch i.Bound {
	case game.Lower:
		dst = append(dst, " lowerbound"...)
	case game.Upper:
		dst = append(dst, " upperbound"...)
	}
	if settings.showWDL && i.WDL != [3]int{} {
		dst = fmt.Appendf(dst, " wdl %d %d %d", i.WDL[0], i.WDL[1], i.WDL[2])
	}
	dst = fmt.Appendf(dst, " nodes %d nps %d hashfull %d time %d",
		i.Nodes, perSecond(i.Nodes, i.Time), i.HashFull, i.Time.Milliseconds())
	if i.TableHits > 0 {
		dst = fmt.Appendf(dst, " tbhits %d", i.TableHits)
	}
	if len(i.PV) > 0 {
		dst = append(dst, " pv "...)
		dst = appendLine(dst, pos, i.PV, settings.singleMoves)
	}
	return dst
}

// score returns the score of a report as UCI writes it: "cp 12" or "mate -3".
func score(i game.Info) string {
	if i.Mate {
		return fmt.Sprintf("mate %d", i.MateIn)
	}
	return fmt.Sprintf("cp %d", i.Score)
}

// appendLine appends a line of moves, separated by spaces; moves of one turn are joined by '/'
// instead, unless single moves are wanted.
func appendLine(dst []byte, pos game.Position, line []game.Move, singleMoves bool) []byte {
	for i, m := range line {
		side := pos.Side()
		dst = append(dst, pos.UCI(m)...)
		pos = pos.Play(m)
		switch {
		case i+1 == len(line):
		case pos.Side() == side && !singleMoves:
			dst = append(dst, '/')
		default:
			dst = append(dst, ' ')
		}
	}
	return dst
}

// perSecond returns a rate; a time too short to measure counts as a
// millisecond.
func perSecond(n uint64, elapsed time.Duration) uint64 {
	return uint64(float64(n) / max(elapsed, time.Millisecond).Seconds())
}
