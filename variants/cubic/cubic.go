// Package cubic is chess in a cube: a board of n levels of n ranks of n files,
// with kings, queens, rooks, bishops and knights that move along three axes.
// There are no pawns and there is no castling.
//
//   - A rook moves along one axis (6 directions), a bishop along all three at
//     once (8 "triagonals"), a queen along one, two or three (26).
//   - A king goes to the 26 cells around it.
//   - A knight jumps two cells along one axis and one along another.
//
// Check, checkmate and stalemate are those of chess. A side may lack a king; it
// then cannot be in check.
//
// Text becomes a Setup, which may be nonsense; Setup.Position judges it; a
// Position lists, counts and plays legal moves, gives reasons (Verdict), counts
// trees (Perft), proves mates (Mate) and plays (Search).
package cubic
