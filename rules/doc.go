// Package rules is the vocabulary of the games: colours, roles and pieces, a game
// as a list of rules, a position as it is written down, how games end, and the
// errors of texts. It is plain data and computes no moves.
//
// A [Variant] is a game as data: a name and a list of [Rule] values, each of
// them one difference from orthodox chess. Rules are independent of each other,
// so [Combine] makes one game of several; [Variant.Check] refuses two that change
// the same thing. Whoever plays the game, a rules machine, is handed the list:
// package chess for games on 64 squares, package general for boards of any size.
//
// What a piece does on capture, whether kings are royal, how a game is won: all
// this is asked of Rules, never of a variant's name.
package rules
