package chess_test

import (
	"errors"
	"fmt"
	"strings"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// A game from the first move to mate, with each move printed as it is played. In gun chess the
// capturer stays where it is; in blackhole chess d5 and f5 swallow whatever moves onto or over
// them. Here both apply: a knight is lost on d5, and the queen mates from h5, where she stays
// when she takes on g6.
func Example() {
	pos := variants.MustCompile("gun+blackhole").Start()
	for _, text := range strings.Fields("b1c3 f7f6 c3d5 a7a6 e2e4 a6a5 d1h5 g7g6 h5g6") {
		m, err := pos.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(pos.SAN(m), " ")
		pos = pos.Play(m)
	}
	fmt.Printf("%v\n%s\n", pos.Outcome(), pos.FEN())
	// Output:
	// Nc3 f6 Nd5* a6 e4 a5 Qh5+ g6 Qxg6# 1-0 (checkmate)
	// rnbqkbnr/1pppp2p/5p2/p6Q/4P3/8/PPPP1PPP/R1B1KBNR b KQkq - 0 5
}

// A new variant is a list of rules, without code.
func ExampleCompile() {
	ruleset, err := chess.Compile(rules.Variant{
		Name:    "moat",
		Summary: "a4 and h4 are black holes, and queens jump like knights",
		Rules: []rules.Rule{
			rules.BlackHoles(bitboard.Of(bitboard.A4, bitboard.H4)),
			rules.Amazons{},
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	pos := ruleset.Start()
	fmt.Println(pos.FEN())
	m, _ := pos.ParseMove("h2h4")
	fmt.Println(pos.SAN(m), m.IsVanishing())

	_, err = chess.Compile(rules.Variant{
		Name:  "undecided",
		Rules: []rules.Rule{rules.Shooting{}, rules.Shooting{LosesCastling: true}},
	})
	fmt.Println(err)
	// Output:
	// rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1
	// h4* true
	// variant undecided: two rules change whether capturing pieces move: Shooting twice
}

func ExamplePosition_Moves() {
	ruleset := variants.MustCompile("blackhole")
	pos, err := ruleset.ParseFEN("4k3/8/8/8/3K4/8/7p/8 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range pos.Moves(nil) {
		next := pos.Play(m)
		fmt.Println(pos.UCI(m), pos.SAN(m), next.Outcome())
	}
	// Output:
	// d4d5 Kd5* 0-1 (king vanished)
	// d4c3 Kc3 *
	// d4d3 Kd3 *
	// d4e3 Ke3 *
	// d4c4 Kc4 *
	// d4e4 Ke4 *
	// d4c5 Kc5 *
	// d4e5 Ke5 *
}

// The error explains why a move is not legal.
func ExamplePosition_ParseMove() {
	pos := variants.MustCompile("chess").Start()
	for _, text := range []string{"g1f3", "g1g3", "e1g1", "e2e9"} {
		m, err := pos.ParseMove(text)
		var fault *rules.MoveError
		if errors.As(err, &fault) {
			fmt.Println(err)
		} else {
			fmt.Println(pos.SAN(m))
		}
	}
	// Output:
	// Nf3
	// illegal move "g1g3": the knight on g1 cannot reach g3
	// illegal move "e1g1": the king cannot castle: the way is blocked on f1
	// malformed move "e2e9", offset 3: expected a rank (1 to 8)
}

// In Fibonacci chess the third turn has two moves, the fourth has three.
func ExamplePosition_ParseTurn() {
	pos := variants.MustCompile("fibonacci").Start()
	for _, turn := range []string{"e2e4", "e7e5", "g1f3/f3e5", "b8c6/d7d6/d6e5", "d1h5/h5f7"} {
		moves, next, err := pos.ParseTurn(turn)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(len(moves), next.FEN())
		pos = next
	}
	// Output:
	// 1 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 2:1
	// 1 rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 3:2
	// 2 rnbqkbnr/pppp1ppp/8/4N3/4P3/8/PPPP1PPP/RNBQKB1R b KQkq - 0 2 4:3
	// 3 r1bqkbnr/ppp2ppp/2n5/4p3/4P3/8/PPPP1PPP/RNBQKB1R w KQkq - 0 3 5:5
	// 2 r1bqkbnr/ppp2Qpp/2n5/4p3/4P3/8/PPPP1PPP/RNB1KB1R b KQkq - 0 3 6:8
}
