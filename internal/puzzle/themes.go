package puzzle

import (
	"slices"
	"strconv"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Theme is something that puzzles have in common.
type Theme struct{ Name, Title, Text string }

// Themes lists all themes. Names that lichess uses too have the same meaning there.
var Themes = []Theme{
	{"mate", "Checkmate", "The solver gives mate."},
	{"mateIn1", "Mate in 1", "The solver's first turn gives mate."},
	{"mateIn2", "Mate in 2", "The second turn gives mate."},
	{"mateIn3", "Mate in 3", "The third turn gives mate."},
	{"mateIn4", "Mate in 4", "The fourth turn gives mate."},
	{"mateIn5", "Mate in 5 or more", "The fifth turn or a later one gives mate."},
	{"win", "Win by the game's own rules", "The game is won, but not by mate."},
	{"goal", "Goal", "A piece reaches a square where it wins the game."},
	{"checks", "Counted checks", "The last check needed is given."},
	{"extinction", "Extinction", "The last piece of a type is captured."},
	{"allLost", "No pieces left", "The game is over because a side has no pieces left."},
	{"noMoves", "No moves left", "The game is over because a side cannot move."},
	{"forcedWin", "Forced win", "The win is forced, but takes longer than the puzzle."},
	{"advantage", "Advantage", "The solver gets a decisive advantage."},
	{"shot", "Shot", "A piece captures without leaving its square."},
	{"relocation", "Relocation", "A captured piece is put on another square."},
	{"hole", "Hole", "A piece vanishes on the square it moves to."},
	{"explosion", "Explosion", "A capture destroys the capturing piece."},
	{"drop", "Drop", "A piece in hand is dropped."},
	{"gate", "Gating", "A piece enters on the square that another leaves."},
	{"wall", "Wall", "A move puts something on the board in addition to the piece that moves."},
	{"turn", "Turn of several moves", "The solver makes several moves in one turn."},
	{"promotion", "Promotion", "A piece is promoted."},
	{"castling", "Castling", "The solver castles."},
	{"enPassant", "En passant", "The captured piece is not on the square that the capturing piece moves to."},
	{"quietMove", "Quiet move", "The first move neither captures nor gives check."},
	{"oneMove", "One move", "One turn of the solver."},
	{"short", "Two moves", "Two turns of the solver."},
	{"long", "Three moves", "Three turns of the solver."},
	{"veryLong", "Four moves or more", "Four or more turns of the solver."},
}

// lengths are the themes for the number of the solver's turns.
var lengths = []string{"oneMove", "short", "long", "veryLong"}

// ends are the themes for the ways to win.
var ends = map[rules.Reason]string{
	rules.Extinct: "extinction", rules.KingVanished: "hole", rules.KingExploded: "explosion",
	rules.ThirdCheck: "checks", rules.FifthCheck: "checks", rules.LastCheck: "checks",
	rules.KingOnHill: "goal", rules.KingRaced: "goal", rules.GoalReached: "goal", rules.BoardDecided: "goal",
	rules.AllLost: "allLost", rules.NoMoves: "noMoves", rules.Stalemate: "noMoves",
}

// themesOf returns the themes of a line of single moves, the first lead of which are the other
// side's. end is how the game is over after it, or after the reply to it; forced says whether
// the win is forced.
func themesOf(line *game.Record, lead int, end rules.Outcome, forced bool) []string {
	found := map[string]bool{}
	solver, moves := line.At(lead).Side(), line.Moves()
	turns, inTurn := 0, 0
	for i := lead; i < len(moves); i++ {
		pos := line.At(i)
		if pos.Side() != solver {
			inTurn = 0
			continue
		}
		if inTurn == 0 {
			turns++
		}
		if inTurn++; inTurn > 1 {
			found["turn"] = true
		}
		for _, theme := range deeds(pos, moves[i], line.At(i+1)) {
			found[theme] = true
		}
	}
	switch win := rules.WinFor(solver); {
	case end.Result == win && end.Reason == rules.Checkmate:
		found["mate"], found["mateIn"+strconv.Itoa(min(turns, 5))] = true, true
	case end.Result == win:
		found["win"] = true
		if theme := ends[end.Reason]; theme != "" {
			found[theme] = true
		}
	case forced:
		found["forcedWin"] = true
	default:
		found["advantage"] = true
	}
	if first := line.At(lead + 1); quiet(line.At(lead), moves[lead], first) {
		found["quietMove"] = true
	}
	found[lengths[min(turns, len(lengths))-1]] = true
	var list []string
	for _, theme := range Themes {
		if found[theme.Name] {
			list = append(list, theme.Name)
		}
	}
	return list
}

// deeds returns the themes of what a move does besides moving a piece.
func deeds(pos game.Position, m game.Move, next game.Position) (list []string) {
	var from, to game.Square
	steps := screen.Of(pos).Steps(m)
	mover, moves := game.Piece{}, false
	taken, takes := pos.Captured(m)
	for _, s := range steps {
		switch s.Kind {
		case screen.StepFrom:
			from = s.Square
			mover, moves = pos.At(from)
		case screen.StepDrop:
			list = append(list, "drop")
		case screen.StepTo:
			to = s.Square
		case screen.StepPromote:
			if s.Letter != mover.Letter {
				list = append(list, "promotion")
			}
		case screen.StepPut:
			if _, walls := game.Walls(pos); walls || !takes {
				list = append(list, "wall")
			} else {
				list = append(list, "relocation")
			}
		case screen.StepGate:
			if s.Letter != "" {
				list = append(list, "gate")
			}
		}
	}
	if _, castles := game.CastlingRook(pos, m); castles {
		return append(list, "castling")
	}
	if !moves || from == to {
		return list
	}
	stays, atFrom := next.At(from)
	_, atTo := next.At(to)
	switch {
	case takes && atFrom && stays == mover:
		list = append(list, "shot")
	case takes && !atTo && !atFrom:
		list = append(list, "explosion")
	case !takes && !atTo && !atFrom && len(pos.Rules().Board().Holes) > 0:
		list = append(list, "hole")
	case takes && atTo && taken != to:
		list = append(list, "enPassant")
	}
	return list
}

// quiet reports whether a move neither captures nor gives check, in games that have check.
func quiet(pos game.Position, m game.Move, next game.Position) bool {
	if _, takes := pos.Captured(m); takes {
		return false
	}
	attacked := func(s game.Square) bool { return len(next.Attackers(s, pos.Side())) > 0 }
	return !slices.ContainsFunc(next.Royals(pos.Side().Opponent()), attacked)
}
