// Package cubic is chess in a cube: a board of n levels of n ranks of n files, with
// kings, queens, rooks, bishops and knights that move along three axes. There are no
// pawns and there is no castling.
//
//   - A rook moves along one axis (6 directions), a bishop along all three at
//     once (8 "triagonals"), a queen along one, two or three (26).
//   - A king goes to the 26 cells around it.
//   - A knight jumps two cells along one axis and one along another.
//
// Check, checkmate and stalemate are those of chess. A side may lack a king and then
// cannot be in check.
//
// It is a separate rules machine, besides those of packages chess and general. Text
// is read as a Setup without judging it; Setup.Position validates it; a Position
// lists and plays legal moves, explains itself (Verdict) and counts trees (Perft).
// Rules and Position.Game make it a game of package game, which the engine searches.
package cubic
