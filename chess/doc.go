// Package chess is the machine for boards of 64 squares, for programs that need its
// speed; others open any game by name with package variants. It generates and plays
// legal moves, judges results, and reads and writes positions and moves of chess and
// its variants. It knows what may differ from orthodox chess, but no variant by name.
//
// # From a game's rules to its moves
//
// A [rules.Variant] is a game as data: a name and a list of [rules.Rule] values,
// each of them one difference from orthodox chess. [Compile] turns a Variant into
// a [Ruleset], once; the Ruleset makes positions:
//
//	ruleset, err := chess.Compile(rules.Variant{
//		Name:  "gun",
//		Rules: []rules.Rule{rules.Shooting{}},
//	})
//	pos := ruleset.Start() // or ruleset.ParseFEN("…")
//
// Colours, roles, setups, outcomes and errors are those of package rules.
//
// A [Position] is a value. It copies by assignment, no method changes it, and
// Play returns the position after a move:
//
//	for _, m := range pos.Moves(nil) {
//		next := pos.Play(m)
//		fmt.Println(pos.SAN(m), next.Outcome())
//	}
//
// Moves lists the legal moves, no others, in the order that is fastest to make.
// Where the length of the list is all that matters, CountMoves has it two to
// three times as fast. Programs that play millions of moves a second hand Moves
// the buffer of their last call, buf[:0], and it allocates nothing.
//
// A [Game] is a position with its history. It checks the moves it is told to
// play, takes them back, and knows threefold repetition, which a position alone
// cannot.
//
// # Moves and turns
//
// A [Move] is one single move of one piece, with all that the mover chooses:
// what a pawn becomes, which rook castles along, where a captured piece is put.
// Where a turn has several moves, as in games with [rules.FibonacciTurns], the side to
// move simply stays the same after Play; compare Side before and after, and do
// not count on sides to alternate.
//
// # Text
//
// Three notations are read and written: FEN for positions ([Ruleset.ParseFEN],
// [Position.FEN]), UCI for moves and turns ([Position.ParseMove],
// [Position.ParseTurn], [Position.UCI]), and SAN for moves ([Position.ParseSAN],
// [Position.SAN]). The grammar is in docs/notation.ebnf. Text that is wrong is
// answered by a [*rules.FENError] or a [*rules.MoveError]: one line that says what is wrong
// and where. A [rules.Setup] is a position that nobody has judged yet, for editors
// and tests; [Ruleset.Position] judges it.
//
// # Concurrency
//
// Rulesets are immutable and positions are values: goroutines share them
// freely. A Game belongs to one goroutine at a time.
package chess
