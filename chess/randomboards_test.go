package chess_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// judgedGames have captures, explosions, checks and hands that make moves illegal in
// ways of their own, each combined with other machinery.
var judgedGames = []string{
	"atomic", "racingkings", "antichess", "losers", "crazyhouse", "threecheck", "kingofthehill", "nocheckatomic",
	"atomic+blackhole", "atomic+gun", "atomic+madhouse", "atomic+gun+madhouse", "atomic+fairy", "atomic+crazyhouse",
	"atomic+antichess", "atomic+losers", "atomic+racingkings", "atomic+racingkings+blackhole", "atomic+gun+blackhole",
	"racingkings+gun", "racingkings+madhouse", "racingkings+blackhole", "racingkings+fairy+gun", "racingkings+crazyhouse",
	"racingkings+atomic+madhouse", "racingkings+atomic+gun+fairy", "losers+gun", "losers+madhouse+blackhole",
	"horde+atomic", "horde+crazyhouse", "crazyhouse+extinction", "crazyhouse+antichess", "marseillais+atomic",
	"progressive+racingkings", "fibonacci+losers", "kingofthehill+madhouse+extinction", "threecheck+crazyhouse",
}

// TestLawsOnRandomBoards places a few pieces at random, so that kings are near and
// lines open, and checks the laws there: games seldom reach such positions.
func TestLawsOnRandomBoards(t *testing.T) {
	boards := 100
	if deep() {
		boards = 4000
	}
	random := rand.New(rand.NewPCG(18, 3))
	for _, name := range judgedGames {
		ruleset := variants.MustCompile(name)
		tried := 0
		for found := 0; found < boards; tried++ {
			if tried > 200*boards {
				t.Fatalf("%s: of %d random boards %d were positions of it", name, tried, found)
			}
			pos, err := ruleset.ParseFEN(randomBoard(ruleset, random))
			if err != nil {
				continue
			}
			found++
			checkLaws(t, pos)
		}
	}
}

// An exploding capture may remove the slider from which the capturer shields the
// enemy king: then there is no check.
func TestExplodedSlidersGiveNoCheck(t *testing.T) {
	pos := must.Get(t, variants.MustCompile("atomic+racingkings").ParseFEN, "7r/1pP5/2P2K2/2pq4/3pQB1N/1r1R1N2/8/7k w - - 0 1")
	checkLaws(t, pos)
}

// randomBoard returns a FEN with the kings that the game needs and some other pieces,
// and with a hand if the game has one.
func randomBoard(ruleset *chess.Ruleset, random *rand.Rand) string {
	letters := []byte("PPPPNBRQ")
	if ruleset.QueenRole() == rules.Amazon {
		letters[7] = 'A'
	}
	var board [64]byte
	put := func(piece byte) {
		sq := random.IntN(64)
		if piece|32 == 'p' {
			sq = 8 + random.IntN(48)
		}
		if board[sq] == 0 && !ruleset.Holes().Has(bitboard.Square(sq)) {
			board[sq] = piece
		}
	}
	put('k')
	if !ruleset.Horde() {
		put('K')
	}
	for range 3 + random.IntN(16) {
		piece := letters[random.IntN(len(letters))]
		put(piece | byte(random.IntN(2))<<5)
	}
	hand := ""
	if ruleset.Pockets() {
		for range random.IntN(4) {
			hand += string(letters[random.IntN(7)] | byte(random.IntN(2))<<5)
		}
		hand = "[" + hand + "]"
	}
	checks := ""
	if n := ruleset.CheckLimit(); n > 0 {
		checks = fmt.Sprintf(" +%d+%d", random.IntN(n), random.IntN(n))
	}
	return boardField(board) + hand + " " + []string{"w", "b"}[random.IntN(2)] + " - - 0 1" + checks
}

// boardField writes the first field of a FEN.
func boardField(board [64]byte) string {
	var text strings.Builder
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			if piece := board[8*rank+file]; piece != 0 {
				text.WriteByte(piece)
			} else {
				text.WriteByte('1')
			}
		}
		if rank > 0 {
			text.WriteByte('/')
		}
	}
	return text.String()
}
