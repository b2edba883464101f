package draft

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/heterodox-chess/heterodox/internal/fen"
)

// Missing marks a square that the board does not have.
const Missing = "*"

// A Placement is the board of a FEN, as far as it can be read: the contents of each square as
// in the FEN ("N", "n", "+P", "Q~", Missing), "" for an empty one.
type Placement struct {
	Files, Ranks int
	at           [][]string // by rank, from 1, and file
	hand, rest   string     // "[…]", and the fields after the board
}

// ReadPlacement reads the start of a game on a board of a given size. What is
// beyond the board is ignored.
func ReadPlacement(fen string, files, ranks int) *Placement {
	p := &Placement{Files: files, Ranks: ranks}
	for range ranks {
		p.at = append(p.at, make([]string, files))
	}
	board, rest, _ := strings.Cut(strings.TrimSpace(fen), " ")
	p.rest = rest
	if i := strings.IndexByte(board, '['); i >= 0 {
		board, p.hand = board[:i], board[i:]
	}
	for i, row := range strings.Split(board, "/") {
		if i < ranks {
			readRow(row, p.at[ranks-1-i])
		}
	}
	return p
}

func readRow(row string, to []string) {
	file, empty, plus := 0, 0, ""
	put := func(what string) {
		file += empty
		empty = 0
		if file < len(to) {
			to[file] = what
		}
		file++
	}
	for _, c := range row {
		switch {
		case c >= '0' && c <= '9':
			empty = min(10*empty+int(c-'0'), 1000)
		case c == '+':
			plus = "+"
		case c == '~':
			if file > 0 && file <= len(to) && to[file-1] != "" {
				to[file-1] += "~"
			}
		default:
			put(plus + string(c))
			plus = ""
		}
	}
}

// String returns the FEN.
func (p *Placement) String() string {
	return fen.Board(p.Files, p.Ranks, p.At) + p.hand + " " + cmp.Or(p.rest, "w - - 0 1")
}

// Square parses the name of a square on the board.
func (p *Placement) Square(name string) (file, rank int, err error) {
	if len(name) >= 2 {
		file = int(name[0]) - 'a'
		n, failed := strconv.Atoi(name[1:])
		if rank = n - 1; failed == nil && file >= 0 && file < p.Files && rank >= 0 && rank < p.Ranks {
			return file, rank, nil
		}
	}
	return 0, 0, fmt.Errorf("there is no square %.10q", name)
}

// Name returns the name of a square.
func Name(file, rank int) string { return fmt.Sprintf("%c%d", 'a'+file, rank+1) }

// All calls each for every square that is not empty.
func (p *Placement) All(each func(square, what string)) {
	for rank, row := range p.at {
		for file, what := range row {
			if what != "" {
				each(Name(file, rank), what)
			}
		}
	}
}

// Opposite says where the other side's counterpart of a piece stands in a symmetric start.
type Opposite string

// The kinds of symmetry between the sides.
const (
	Alone   Opposite = ""
	Across  Opposite = "across"  // on the same file
	Rotated Opposite = "rotated" // the board turned around
)

// of returns the square opposite another.
func (o Opposite) of(p *Placement, file, rank int) (int, int) {
	if o == Rotated {
		file = p.Files - 1 - file
	}
	return file, p.Ranks - 1 - rank
}

// other returns the other side's counterpart of a piece.
func other(what string) string {
	if up := strings.ToUpper(what); up != what {
		return up
	}
	return strings.ToLower(what)
}

// Put puts something on a square, and its counterpart on the opposite one.
func (p *Placement) Put(file, rank int, what string, o Opposite) {
	p.at[rank][file] = what
	if o == Alone {
		return
	}
	if f, r := o.of(p, file, rank); f != file || r != rank {
		p.at[r][f] = other(what)
	}
}

// At returns the contents of a square.
func (p *Placement) At(file, rank int) string { return p.at[rank][file] }

// Resize changes the size of the board: files are added or removed on the right, ranks in the
// middle, where the board is emptiest.
func (p *Placement) Resize(files, ranks int) {
	for rank := range p.at {
		row := make([]string, files)
		copy(row, p.at[rank])
		p.at[rank] = row
	}
	for len(p.at) < ranks {
		at := (len(p.at) + 1) / 2
		p.at = append(p.at[:at], append([][]string{make([]string, files)}, p.at[at:]...)...)
	}
	for len(p.at) > ranks {
		at := p.emptiest()
		p.at = append(p.at[:at], p.at[at+1:]...)
	}
	p.Files, p.Ranks = files, ranks
}

// emptiest returns the rank with the fewest pieces; of several, the one nearest the middle.
func (p *Placement) emptiest() (best int) {
	least := 1 << 20
	for rank, row := range p.at {
		cost := 0
		for _, what := range row {
			if what != "" {
				cost += 100
			}
		}
		middle := 2*rank - (len(p.at) - 1)
		if cost += max(middle, -middle); cost < least {
			best, least = rank, cost
		}
	}
	return best
}

// Reletter changes the letter of a kind of piece; if the new one is "", it removes the pieces
// from the board and the hands.
func (p *Placement) Reletter(from, to string) {
	for _, row := range p.at {
		for file, what := range row {
			switch letter := strings.Trim(what, "+~"); letter {
			case strings.ToUpper(from), strings.ToLower(from):
				now := strings.ToUpper(to)
				if letter == strings.ToLower(from) {
					now = strings.ToLower(to)
				}
				if row[file] = strings.Replace(what, letter, now, 1); to == "" {
					row[file] = ""
				}
			}
		}
	}
	p.hand = strings.NewReplacer(strings.ToUpper(from), strings.ToUpper(to), strings.ToLower(from), strings.ToLower(to)).Replace(p.hand)
}
