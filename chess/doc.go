// Package chess is the rules machine for boards of 64 squares, for programs that need
// its speed; other programs open any game by name with package variants. It generates
// and plays legal moves, judges results, and reads and writes positions and moves of
// chess and its variants. It knows the ways in which games differ from orthodox chess,
// but no variant by name.
//
// # From a game's rules to its moves
//
// A [rules.Variant] is a game as data: a name and a list of [rules.Rule] values, each
// describing one difference from orthodox chess. [Compile] turns a Variant into a
// [Ruleset], once; the Ruleset makes positions:
//
//	ruleset, err := chess.Compile(rules.Variant{
//		Name:  "gun",
//		Rules: []rules.Rule{rules.Shooting{}},
//	})
//	pos := ruleset.Start() // or ruleset.ParseFEN("…")
//
// Colours, roles, setups, outcomes and errors are those of package rules.
//
// A [Position] is a value: it is copied by assignment, no method changes it, and Play
// returns the position after a move:
//
//	for _, m := range pos.Moves(nil) {
//		next := pos.Play(m)
//		fmt.Println(pos.SAN(m), next.Outcome())
//	}
//
// Moves lists the legal moves and no others, in whatever order is fastest to generate.
// Where only the length of the list matters, CountMoves is two to three times as fast.
// Programs that play millions of moves a second pass Moves the buffer of their last
// call, buf[:0], so that it allocates nothing.
//
// Threefold repetition, which a position alone cannot detect, is detected by a game.Record:
// variants.NewGame starts one, and package game/fast makes a game.Position of a Position.
//
// # Moves and turns
//
// A [Move] is a single move of one piece, with everything the mover chooses: what a
// pawn promotes to, which rook takes part in castling, where a captured piece is put.
// Where a turn has several moves, as in games with [rules.FibonacciTurns], the side to
// move stays the same after Play; compare Side before and after, and do not rely on
// the sides alternating.
//
// # Text
//
// Three notations are read and written: FEN for positions ([Ruleset.ParseFEN],
// [Position.FEN]), UCI for moves and turns ([Position.ParseMove],
// [Position.ParseTurn], [Position.UCI]), and SAN for moves ([Position.ParseSAN],
// [Position.SAN]). The grammar is in docs/notation.ebnf. Invalid text gives a
// [*rules.FENError] or a [*rules.MoveError]: one line that says what is wrong and
// where. A [rules.Setup] is a position that has not been validated yet, for editors
// and tests; [Ruleset.Position] validates it.
//
// # Concurrency
//
// Rulesets are immutable and positions are values, so goroutines can share them
// freely.
package chess
