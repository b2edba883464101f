package solve

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/rules"
)

// A line is the moves of a turn that won somewhere, with the pieces and empty squares that it
// needs, so that most positions are ruled out at a glance.
type line struct {
	moves []chess.Move
	need  [rules.NumRoles]bitboard.Bitboard // own pieces that it begins with
	empty bitboard.Bitboard
	plain bool // its moves are plain ones, which men can play
}

func newLine(moves []chess.Move) *line {
	l := &line{moves: moves, plain: true}
	var touched bitboard.Bitboard
	for _, m := range moves {
		from, to := m.From().Bitboard(), m.To().Bitboard()
		if m.IsCastling() || m.IsEnPassant() || m.IsDrop() || m.IsVanishing() {
			l.plain = false
			return l
		}
		if touched&from == 0 {
			l.need[m.Role()] |= from
		}
		if m.Role() != rules.Amazon {
			l.empty |= bitboard.Between(m.From(), m.To()) &^ touched
		}
		if m.Role() == rules.Pawn && m.From().File() == m.To().File() {
			l.empty |= to &^ touched
		}
		touched |= from | to
	}
	last := moves[len(moves)-1]
	if last.Role() == rules.Pawn && last.From()^last.To() == 16 {
		l.plain = false // it might be taken en passant
	}
	return l
}

// of returns the line's moves as moves of a position in which it wins.
func (l *line) of(p chess.Position, buf *[]chess.Move) []chess.Move {
	line := make([]chess.Move, len(l.moves))
	for i, m := range l.moves {
		*buf = p.Moves((*buf)[:0])
		line[i] = alike(*buf, m)
		p = p.Play(line[i])
	}
	return line
}

// A book keeps lines that have won, by side, the square of the enemy king and whether the enemy
// has a queen. Lines that win again move to the front.
type book struct {
	shelves [2][2][64][]entry
	moves   []chess.Move
	fresh   []found // lines that others do not have yet
	shared  int     // how many lines of the Lore it has taken
}

// A place names a shelf.
type place struct{ side, queen, king uint8 }

// An entry is a line on a shelf, with what rules it out at hand.
type entry struct {
	pawns, knights, bishops, rooks, queens, empty bitboard.Bitboard
	length                                        uint64
	line                                          *line
}

// shelfSize bounds the lines on a shelf.
const shelfSize = 2048

// placeOf returns the shelf for a position.
func placeOf(p *chess.Position) place {
	us := p.Side() & 1
	queen := min(1, p.Pieces(us^1, rules.Queen).Count())
	return place{uint8(us), uint8(queen), uint8(p.Pieces(us^1, rules.King).First()) & 63}
}

func (k *book) shelf(at place) *[]entry { return &k.shelves[at.side&1][at.queen&1][at.king&63] }

// find returns a line that wins in a position, nil if the book has none.
func (k *book) find(p *chess.Position) *line {
	shelf := *k.shelf(placeOf(p))
	if len(shelf) == 0 {
		return nil
	}
	b, left := menOf(p), movesLeft(p)
	all, own := b.colors[0]|b.colors[1], b.colors[p.Side()&1]
	pawns, knights, bishops, rooks, queens := b.pawns&own, b.of(rules.Knight)&own, b.of(rules.Bishop)&own, b.of(rules.Rook)&own, b.of(rules.Queen)&own
	for i := range shelf {
		e := &shelf[i]
		if e.empty&all|e.pawns&^pawns|e.knights&^knights|e.bishops&^bishops|e.rooks&^rooks|e.queens&^queens != 0 || e.length > left {
			continue
		}
		if k.works(p, &b, e.line) {
			found := *e
			to := i * 3 / 4 // towards the front
			copy(shelf[to+1:i+1], shelf[to:i])
			shelf[to] = found
			return found.line
		}
	}
	return nil
}

// works reports whether a line wins in a position with the men b.
func (k *book) works(p *chess.Position, b *men, l *line) bool {
	if l.plain && likeChess(p.Rules()) {
		return l.winsPlainly(*b, uint(p.Side()), p.Rules().QueenRole() == rules.Amazon)
	}
	return k.wins(*p, l.moves)
}

// winsPlainly reports whether a line of plain moves mates.
func (l *line) winsPlainly(b men, us uint, amazons bool) bool {
	last := len(l.moves) - 1
	for i, m := range l.moves {
		if !b.plays(m, us, amazons) || b.attacked(us) || b.attacked(us^1) != (i == last) {
			return false
		}
	}
	return b.mated(us ^ 1)
}

// wins reports whether a line wins by the rules.
func (k *book) wins(p chess.Position, line []chess.Move) bool {
	us := p.Side()
	for _, want := range line {
		if p.Side() != us {
			return false
		}
		k.moves = p.Moves(k.moves[:0])
		m := alike(k.moves, want)
		if m == chess.NoMove {
			return false
		}
		p = p.Play(m)
	}
	return won(&p, us)
}

// alike returns the move of a list that moves the same kind of piece between the same squares as
// want, whatever it captures; NoMove if there is none.
func alike(moves []chess.Move, want chess.Move) chess.Move {
	for _, m := range moves {
		if m.From() == want.From() && m.To() == want.To() && m.Role() == want.Role() && m.Promotion() == want.Promotion() && m.IsDrop() == want.IsDrop() {
			return m
		}
	}
	return chess.NoMove
}

// add keeps a line that won in a position, without superfluous moves, and returns it.
func (k *book) add(p *chess.Position, moves []chess.Move) *line {
	b := menOf(p)
	l := newLine(moves)
	for i := 0; i < len(l.moves) && len(l.moves) > 1; {
		if shorter := newLine(append(append([]chess.Move(nil), l.moves[:i]...), l.moves[i+1:]...)); k.works(p, &b, shorter) {
			l, i = shorter, 0
		} else {
			i++
		}
	}
	f := found{placeOf(p), l}
	k.put(f, 8)
	k.fresh = append(k.fresh, f)
	return l
}

// put puts a line on its shelf, after the first 1/part of it.
func (k *book) put(f found, part int) {
	shelf := k.shelf(f.shelf)
	if len(*shelf) >= shelfSize {
		*shelf = (*shelf)[:shelfSize*3/4]
	}
	*shelf = append(*shelf, entry{})
	at := (len(*shelf) - 1) / part
	copy((*shelf)[at+1:], (*shelf)[at:])
	need := &f.line.need
	(*shelf)[at] = entry{
		need[rules.Pawn], need[rules.Knight], need[rules.Bishop], need[rules.Rook], need[rules.Queen] | need[rules.Amazon],
		f.line.empty, uint64(len(f.line.moves)), f.line,
	}
}

// likeChess reports whether pieces move and capture as in chess, so that men can play plain
// moves, and only checkmate wins.
func likeChess(r *chess.Ruleset) bool {
	return onlyMates(r) && !r.Shoots() && !r.Relocates() && !r.HasHands() && !r.ForbidsChecks()
}
