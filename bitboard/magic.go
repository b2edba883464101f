package bitboard

// Bishop returns the squares a bishop on s attacks, given the occupied
// squares: up to and including the first occupied square of each diagonal.
func Bishop(s Square, occupied Bitboard) Bitboard { return walk(s&63, occupied, bishopSteps) }

// Rook returns the squares a rook on s attacks, given the occupied squares: up
// to and including the first occupied square of each direction.
func Rook(s Square, occupied Bitboard) Bitboard { return walk(s&63, occupied, rookSteps) }

// Queen returns the squares a queen on s attacks, given the occupied squares.
func Queen(s Square, occupied Bitboard) Bitboard { return Bishop(s, occupied) | Rook(s, occupied) }
