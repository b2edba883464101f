// Package rules is the vocabulary of the games: colours, roles and pieces, a game
// as a list of rules, a position in written form, how games end, and the errors of
// reading texts. It is plain data and computes no moves.
//
// A [Variant] is a game as data: a name and a list of [Rule] values, each of them
// one difference from orthodox chess. Rules are independent of each other, so
// [Combine] makes one game of several; [Variant.Check] refuses two that change the
// same thing. The list is passed to a rules machine, which plays the game: package
// chess for games on 64 squares, package general for boards of any size.
//
// What a piece does on capture, whether kings are royal and how a game is won
// always follow from the rules, never from a variant's name.
package rules
