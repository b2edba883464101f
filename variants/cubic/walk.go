package cubic

import "encoding/binary"

// A walker goes through the tree of a position, to and fro. It is all that
// search and mate solver know of a board: a few calls a node, whatever its width.
type walker interface {
	moves(dst []Move) []Move // appends the legal moves
	count() int              // the number of legal moves
	inCheck() bool
	play(m Move)
	undo()                         // takes back the last play
	guarded(m Move) bool           // whether what moves could be taken back
	key() uint64                   // equal for equal positions
	appendState(dst []byte) []byte // equal for equal positions only
	balance() int                  // how good it looks for the side to move
	worths() *[numRoles]int        // what each role is worth
}

// A walk is a walker: the boards from the start to where it stands.
type walk[S set] struct{ boards []board[S] }

func (b *board[S]) walk() walker { return &walk[S]{boards: []board[S]{*b}} }

func (w *walk[S]) top() *board[S] { return &w.boards[len(w.boards)-1] }

func (w *walk[S]) moves(dst []Move) []Move { return w.top().moves(dst) }
func (w *walk[S]) count() int              { return w.top().count() }
func (w *walk[S]) inCheck() bool           { return w.top().inCheck() }
func (w *walk[S]) worths() *[numRoles]int  { return &w.top().g.worth }
func (w *walk[S]) balance() int            { return w.top().balance() }

func (w *walk[S]) guarded(m Move) bool {
	b := w.top()
	occ := b.occupied()
	remove(&occ, m.From().index(b.g.n))
	return !isEmpty(b.attackers(m.To().index(b.g.n), b.side^1, &occ))
}

func (w *walk[S]) play(m Move) {
	w.boards = append(w.boards, *w.top())
	w.top().play(m)
}

func (w *walk[S]) undo() { w.boards = w.boards[:len(w.boards)-1] }

// sets returns the sets that, with the side to move, tell any two positions
// apart.
func (b *board[S]) sets() [6]*S {
	return [6]*S{&b.straight, &b.triagonal, &b.knights, &b.kings, &b.colors[0], &b.colors[1]}
}

func (w *walk[S]) key() uint64 {
	b := w.top()
	key := uint64(b.side)
	for _, s := range b.sets() {
		for i := range len(*s) {
			key = (key ^ (*s)[i]) * 0x9e3779b97f4a7c15 // 2⁶⁴ / golden ratio: odd, so that no bit is lost
			key ^= key >> 32
		}
	}
	return key
}

func (w *walk[S]) appendState(dst []byte) []byte {
	b := w.top()
	dst = append(dst, byte(b.side))
	for _, s := range b.sets() {
		for i := range len(*s) {
			dst = binary.LittleEndian.AppendUint64(dst, (*s)[i])
		}
	}
	return dst
}
