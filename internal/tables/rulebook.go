package tables

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
)

// A rulebook is what tables need to know about a game.
type rulebook struct {
	name string
	// print tells the rules apart from those of another game with the same name.
	print string
	kinds []kind // the king first, pawns last
	king  int    // the kind of kings
	kings [2]int // how many kings a side has; -1 for any number
	// files and squares describe the board: squares are numbered from a1 along the ranks.
	files, squares int
	// syms are the maps of squares that leave the rules unchanged, without pawns and with them;
	// the first is the identity. swap does so together with an exchange of colours, nil if none
	// does.
	syms [2][]permutation
	swap permutation

	codeOf map[string]uint8 // kinds by letter
	// doubleSteps says that there may be captures en passant.
	doubleSteps bool

	newPlayer func(find finder, l *layout) player
	// newWitness returns a machine for verifying tables.
	newWitness func(g game.Rules) (witness, error)
	// read returns the men of a position and the side to move; ok is false if there are more men
	// than a table has, or if there is more to the position than that.
	read func(pos game.Position) (c crew, side int, ok bool)
	// passing reports whether a pawn may be taken en passant.
	passing func(pos game.Position) bool
}

// A kind is a kind of piece.
type kind struct {
	letter string
	pawn   bool // goes one way
	stands [2][]uint8
}

// A finder returns the value of a position outside a table, for the side to move.
type finder func(c *crew, side int) (Value, bool)

// A player finds out what the moves of a position lead to, for one position after another. It is
// not safe for concurrent use.
type player interface {
	// expand plays all moves of the table's position with men on these squares. Its result is
	// valid until the next call. Without all it may leave out moves that lead out of the table.
	expand(at *[maxMen]uint8, side int, all bool) *expansion
	// fen writes the position.
	fen(at *[maxMen]uint8, side int) string
}

// An expansion is what the moves of a position lead to.
type expansion struct {
	invalid bool // it is not a position
	over    bool // the game is over there, with
	result  Value
	inside  []edge
	outside []Value // for the side then to move
	passing []passant
	missing bool // values outside are unknown
	stray   bool // a man went where the table has no squares
}

// An edge is a move that stays within a table: one man, or two, change squares. If two do, the
// first went to where the second was.
type edge struct {
	index uint64 // of the position that it leads to
	man   [2]uint8
	from  [2]uint8
	to    [2]uint8 // men that stay are on the same square
	wild  bool     // more than that happens
}

// A passant is a position after a double step, in which a pawn can be taken en passant. Its
// value is the best of what the captures lead to and, if there are other moves, that of the same
// position without en passant.
type passant struct {
	twin    edge
	quiet   bool
	inside  []uint64
	outside []Value
}

// An unfitError is the error for games that cannot have tables.
type unfitError struct{ name, reason string }

func (e *unfitError) Error() string {
	return fmt.Sprintf("there are no tables of %s: %s", e.name, e.reason)
}

// rulebookOf returns what tables need to know about a game, or why it has none.
func rulebookOf(g game.Rules) (*rulebook, error) {
	var r *rulebook
	var err error
	if pos, ok := fast.Position(g.Start()); ok {
		r, err = fastRulebook(pos.Rules())
	} else {
		r, err = generalRulebook(g)
	}
	if err != nil {
		return nil, err
	}
	r.codeOf = map[string]uint8{}
	for i, k := range r.kinds {
		r.codeOf[k.letter] = uint8(i)
	}
	return r, nil
}

// fingerprint returns the print of rules, of which text is a unique description.
func fingerprint(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// permuted returns the map of all squares by f.
func permuted(files, squares int, f func(file, rank int) (int, int)) permutation {
	p := make(permutation, squares)
	for sq := range p {
		file, rank := f(sq%files, sq/files)
		p[sq] = uint8(rank*files + file)
	}
	return p
}

// symmetries returns the maps of a board onto itself that pass a test, the identity first.
func symmetries(files, ranks int, pass func(p permutation) bool, pawns bool) (syms []permutation) {
	for i := range 8 {
		turned := i&4 != 0
		if turned && files != ranks || pawns && i > 1 {
			break
		}
		p := permuted(files, files*ranks, func(file, rank int) (int, int) {
			if i&1 != 0 {
				file = files - 1 - file
			}
			if i&2 != 0 {
				rank = ranks - 1 - rank
			}
			if turned {
				return rank, file
			}
			return file, rank
		})
		if pass(p) {
			syms = append(syms, p)
		}
	}
	return syms
}
