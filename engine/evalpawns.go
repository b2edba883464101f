package engine

import (
	"math/bits"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// pawnEntries is the number of pawn structures that an evaluator remembers; a power of two.
const pawnEntries = 1 << 12

// A pawnEntry is what is known of a pawn structure. The zero value is that of
// the board without pawns.
type pawnEntry struct {
	pawns  [2]bitboard.Bitboard
	sums   [2]tapered
	passed [2]bitboard.Bitboard
}

// pawnStructure values the pawns of both sides, and records the passed ones.
func (e *evaluation) pawnStructure(v *evaluator) {
	white, black := e.of[rules.White][kindPawn], e.of[rules.Black][kindPawn]
	if e.trace != nil {
		e.pawnsOf(rules.White)
		e.pawnsOf(rules.Black)
		return
	}
	entry := &v.pawns[pawnHash(white, black)>>32&(pawnEntries-1)]
	if entry.pawns != [2]bitboard.Bitboard{white, black} {
		before := e.sums
		e.pawnsOf(rules.White)
		e.pawnsOf(rules.Black)
		*entry = pawnEntry{[2]bitboard.Bitboard{white, black}, [2]tapered{e.sums[0] - before[0], e.sums[1] - before[1]}, e.passed}
		return
	}
	e.sums[0] += entry.sums[0]
	e.sums[1] += entry.sums[1]
	e.passed = entry.passed
}

// pawnHash hashes the pawns of both sides; the upper bits are the best mixed.
func pawnHash(white, black bitboard.Bitboard) uint64 {
	return (uint64(white)*0x9E3779B97F4A7C15 ^ uint64(black)) * 0xC2B2AE3D27D4EB4F
}

// pawnsOf values the pawns of a side by what depends on pawns alone.
func (e *evaluation) pawnsOf(c rules.Color) {
	own, enemy := e.of[c][kindPawn], e.of[c^1][kindPawn]
	var sum tapered
	for set := own; set != 0; set = set.Next() {
		sq := set.First()
		file := bitboard.FileA << sq.File()
		neighbours := (file&^bitboard.FileA)>>1 | (file&^bitboard.FileH)<<1
		rank := int(ownSquare(c, sq)) / 8
		span := spans[c][sq]
		ahead := span & file
		open := oneIf(ahead&enemy == 0)

		sum += e.stand(c, kindPawn, sq)
		if ahead&own != 0 {
			sum += e.weight(c, wDoubled)
		}
		supported := sq.Bitboard()&e.by[c][kindPawn] != 0
		beside := neighbours & (bitboard.Rank1 << (8 * sq.Rank())) & own
		switch {
		case neighbours&own == 0:
			sum += e.weight(c, wIsolated+open)
		case !supported && beside == 0 && spans[c^1][sq]&neighbours&own == 0 && forward(sq.Bitboard(), c)&e.by[c^1][kindPawn] != 0:
			sum += e.weight(c, wBackward+open)
		}
		if supported {
			sum += e.weight(c, wSupported+rank)
		}
		if beside != 0 {
			sum += e.weight(c, wPhalanx+rank)
		}
		switch {
		case ahead&e.model.holes != 0:
			sum += e.weight(c, wDoomed+rank)
		case span&enemy == 0 && ahead&own == 0:
			sum += e.weight(c, wPassed+rank)
			e.passed[c] |= sq.Bitboard()
		}
	}
	e.sums[c] += sum
}

// passedPawns values how pieces affect the passed pawns of a side.
func (e *evaluation) passedPawns(c rules.Color) {
	them := c.Opponent()
	var sum tapered
	for set := e.passed[c]; set != 0; set = set.Next() {
		sq := set.First()
		rank := int(ownSquare(c, sq)) / 8
		next := forward(sq.Bitboard(), c)
		path := spans[c][sq] & (bitboard.FileA << sq.File())
		switch {
		case next&e.occupied != 0:
			sum += e.weight(c, wPassedHeld+rank)
		case path&(e.all[them]|e.occupied) == 0:
			sum += e.weight(c, wPassedFree+rank)
		}
		if rank >= 4 && e.rings[c] != 0 && e.rings[them] != 0 {
			sum += e.weight(c, wPassedOwn+distance(next.First(), e.of[c][kindKing].First()))
			sum += e.weight(c, wPassedEnemy+distance(next.First(), e.of[them][kindKing].First()))
		}
	}
	e.sums[c] += sum
}

// ownSquare returns a square as seen from a side.
func ownSquare(c rules.Color, sq bitboard.Square) bitboard.Square {
	return sq ^ bitboard.Square(c&1)*56
}

// forward moves a set one rank towards the enemy of a side, backward one rank away.
func forward(b bitboard.Bitboard, c rules.Color) bitboard.Bitboard {
	return bitboard.Bitboard(bits.RotateLeft64(uint64(b), 8-16*int(c&1))) &^ homeRank[c&1]
}

func backward(b bitboard.Bitboard, c rules.Color) bitboard.Bitboard { return forward(b, c^1) }

// homeRank is the first rank of a side; homeRanks its second and third, where own pawns do
// not count for mobility; thirdRanks the third alone.
var (
	homeRank   = [2]bitboard.Bitboard{bitboard.Rank1, bitboard.Rank8}
	homeRanks  = [2]bitboard.Bitboard{bitboard.Rank2 | bitboard.Rank3, bitboard.Rank7 | bitboard.Rank6}
	thirdRanks = [2]bitboard.Bitboard{bitboard.Rank3, bitboard.Rank6}
)

// ranksFrom[c][rank] holds that rank and those beyond, as seen from a side.
var ranksFrom = func() (table [2][8]bitboard.Bitboard) {
	for rank := range 8 {
		for other := range 8 {
			line := bitboard.Rank1 << (8 * other)
			if other >= rank {
				table[rules.White][rank] |= line
			}
			if other <= rank {
				table[rules.Black][rank] |= line
			}
		}
	}
	return table
}()

// lightSquares are those of h1's colour.
const lightSquares bitboard.Bitboard = 0x55AA55AA55AA55AA

// spans[c][sq] holds the squares ahead of a pawn of side c on its own and the
// adjacent files: if no enemy pawn stands there, it is passed.
var spans = func() (table [2][64]bitboard.Bitboard) {
	for sq := range bitboard.Square(64) {
		for other := range bitboard.Square(64) {
			if distance := other.File() - sq.File(); distance < -1 || distance > 1 {
				continue
			}
			if other.Rank() > sq.Rank() {
				table[rules.White][sq] |= other.Bitboard()
			}
			if other.Rank() < sq.Rank() {
				table[rules.Black][sq] |= other.Bitboard()
			}
		}
	}
	return table
}()

// pawnAttacks returns the squares that a side's pawns attack.
func pawnAttacks(pawns bitboard.Bitboard, c rules.Color) bitboard.Bitboard {
	if c == rules.White {
		return pawns&^bitboard.FileA<<7 | pawns&^bitboard.FileH<<9
	}
	return pawns&^bitboard.FileA>>9 | pawns&^bitboard.FileH>>7
}
