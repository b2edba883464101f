package tables

// Stats says what is in a table. Positions are counted on the board, including all that are
// equivalent by symmetry; none with en passant or castling.
type Stats struct {
	// Positions counts those with White to move and those with Black to move; Wins those that
	// White wins and those that Black wins. The others are draws.
	Positions [2]uint64
	Wins      [2]uint64
	// Longest is the value, for the side to move, of the position in which a side takes longest
	// to win, Example its FEN; "" if the side never wins.
	Longest [2]Value
	Example [2]string
}

// Draws returns the number of drawn positions.
func (s *Stats) Draws() uint64 {
	return s.Positions[0] + s.Positions[1] - s.Wins[0] - s.Wins[1]
}

// stats counts what was found.
func (s *solver) stats() (st Stats) {
	var at [maxMen]uint8
	for side := range 2 {
		for index, c := range s.cells[side] {
			if c&class == invalid {
				continue
			}
			s.l.squares(uint64(index), &at)
			n := uint64(s.l.images(&at))
			st.Positions[side] += n
			winner := side
			switch c & class {
			case lost:
				winner ^= 1
			case won:
			default:
				continue
			}
			st.Wins[winner] += n
			if v := c.value(); st.Example[winner] == "" || v.Plies > st.Longest[winner].Plies {
				st.Longest[winner] = v
				st.Example[winner] = s.workers[0].player.fen(&at, side)
			}
		}
	}
	return st
}
