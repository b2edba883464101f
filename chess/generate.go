package chess

// Moves appends the legal moves to buf and returns it. The order is fixed.
func (p *Position) Moves(buf []Move) []Move { panic("not yet") }

// CountMoves returns the number of legal moves, without listing them.
func (p *Position) CountMoves() int { panic("not yet") }
