//go:build !purego

//lint:file-ignore U1000 what only pieces_amd64.s uses

package board

import (
	"unsafe"

	"golang.org/x/sys/cpu"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// The moves of a piece are written eight at a time, because in a loop the processor often
// mispredicts how many there are. All moves that the piece could make on an empty board are
// stored in blocks of eight, with their destinations. PEXT turns the currently possible
// ones into the bits of a byte, and the byte selects a permutation: the eight moves are
// permuted, captures are marked, and all are written; the list grows by the number of bits.

// vectors says that the processor has the instructions that writePieces needs.
var vectors = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT && !slowExtract()

// slowExtract reports whether PEXT costs far more than it saves, as on AMD processors
// before family 19h (Zen 3), which implement it in microcode.
func slowExtract() bool {
	_, b, c, d := cpuid(0)
	maker := string(bytesOf(b, d, c))
	version, _, _, _ := cpuid(1)
	family := version>>8&15 + version>>20&255
	return (maker == "AuthenticAMD" || maker == "HygonGenuine") && family < 0x19
}

// bytesOf returns the bytes of words, lowest first.
func bytesOf(words ...uint32) (bytes []byte) {
	for _, word := range words {
		bytes = append(bytes, byte(word), byte(word>>8), byte(word>>16), byte(word>>24))
	}
	return bytes
}

// cpuid executes the instruction of that name.
//
//go:noescape
func cpuid(leaf uint32) (a, b, c, d uint32)

// writePieces writes the moves of the free knights, bishops, rooks and queens to
// reachable squares, in the same order as the equivalent loops, and returns the length
// of the list. It may write up to eight moves beyond the end.
//
//go:noescape
func writePieces(out *Move, n int, b *Board, free, reachable, stops, enemy Bitboard) int

// The blocks of the pieces, and other tables that writePieces needs.
type moveBlocks struct {
	capture    Move           // the flag that marks a capture
	shifts     [8]uint32      // by how much the bit of each move is shifted to become that flag
	orders     [256][8]uint8  // the positions of a byte's set bits, the lowest first
	knights    [64][1][8]Move // the moves from each square, in order of their destinations
	bishops    [64][2][8]Move
	rooks      [64][2][8]Move
	queens     [64][4][8]Move
	onKnights  [64][1]Bitboard // the destinations of a block
	onBishops  [64][2]Bitboard
	onRooks    [64][2]Bitboard
	onQueens   [64][4]Bitboard
	bishopsSee unsafe.Pointer // the tables of bitboard.Bishop
	rooksSee   unsafe.Pointer
}

// Constants for the assembly.
const (
	rookShift   = bitboard.RookShift
	bishopShift = bitboard.BishopShift
)

var blocks = newMoveBlocks()

func newMoveBlocks() *moveBlocks {
	t := &moveBlocks{capture: FlagCapture}
	t.bishopsSee, t.rooksSee = bitboard.Windows()
	for i := range t.shifts {
		t.shifts[i] = uint32(FlagShift - i)
	}
	for set := range t.orders {
		n := 0
		for bit := range uint8(8) {
			if set>>bit&1 != 0 {
				t.orders[set][n] = bit
				n++
			}
		}
	}
	for s := range Square(64) {
		fillBlocks(t.knights[s][:], t.onKnights[s][:], rules.Knight, s, bitboard.Knight(s))
		fillBlocks(t.bishops[s][:], t.onBishops[s][:], rules.Bishop, s, bitboard.Bishop(s, 0))
		fillBlocks(t.rooks[s][:], t.onRooks[s][:], rules.Rook, s, bitboard.Rook(s, 0))
		fillBlocks(t.queens[s][:], t.onQueens[s][:], rules.Queen, s, bitboard.Queen(s, 0))
	}
	return t
}

// fillBlocks writes the blocks of a piece that attacks the given squares of an empty board.
func fillBlocks(moves [][8]Move, on []Bitboard, role rules.Role, from Square, attacked Bitboard) {
	for i := 0; attacked != 0; attacked = attacked.Next() {
		moves[i/8][i%8] = NewMove(role, from, attacked.First())
		on[i/8] |= attacked & -attacked
		i++
	}
}
