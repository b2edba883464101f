package variants_test

import (
	"errors"
	"fmt"

	"github.com/heterodox-chess/heterodox/variants"
)

// Open returns a game by name; it has positions, and they have moves.
func ExampleOpen() {
	for _, name := range []string{"chess", "gun+blackhole+fairy", "capablanca", "madhouse+grand", "cube5"} {
		rules, err := variants.Open(name)
		if err != nil {
			fmt.Println(err)
			continue
		}
		start := rules.Start()
		fmt.Println(rules.Name(), len(start.Moves()), start.UCI(start.Moves()[0]))
	}
	// Output:
	// chess 20 b1a3
	// gun+blackhole+fairy 22 b1a3
	// capablanca 28 a2a3
	// madhouse+grand 65 a3a4
	// cube5 90 a2IIc2I
}

// The error for an unknown game names those that may have been meant.
func ExampleUnknownError() {
	_, err := variants.Open("capablnca")
	if unknown := (*variants.UnknownError)(nil); errors.As(err, &unknown) {
		fmt.Println(unknown.Near)
	}
	fmt.Println(err)
	// Output:
	// [capablanca]
	// unknown variant "capablnca"; did you mean capablanca?
}

// Moves in algebraic notation, the position as FEN, and how the game ended.
func ExampleNewGame() {
	g, err := variants.NewGame("atomic")
	if err != nil {
		panic(err)
	}
	for _, san := range []string{"Nf3", "f6", "Nd4", "Nh6", "Ne6", "Nf7", "Nxd8"} {
		if err := g.PlaySAN(san); err != nil {
			panic(err)
		}
	}
	fmt.Println(g.Position().FEN())
	fmt.Println(g.Outcome())
	// Output:
	// rn3b1r/pppppnpp/5p2/8/8/8/PPPPPPPP/RNBQKB1R b KQ - 0 4
	// 1-0 (exploded king)
}

// A refused move comes with the reason.
func ExampleNewGame_illegal() {
	g, err := variants.NewGame("xiangqi")
	if err != nil {
		panic(err)
	}
	for _, move := range []string{"e1e3", "e1f1", "b1d2", "a4b4"} {
		_, err := g.Position().ParseMove(move)
		fmt.Println(err)
	}
	// Output:
	// e1e3: the general on e1 cannot reach e3
	// e1f1: its own advisor is on f1
	// b1d2: the horse on b1 is blocked by the elephant on c1
	// a4b4: the soldier on a4 moves sideways only once it has crossed the river
}

// Every legal move in both notations.
func ExampleNewGame_moves() {
	g, err := variants.NewGame("gun")
	if err != nil {
		panic(err)
	}
	if err := g.PlayTurn("e2e4"); err != nil {
		panic(err)
	}
	if err := g.PlayTurn("d7d5"); err != nil {
		panic(err)
	}
	pos := g.Position()
	for _, m := range pos.Moves() {
		if _, captures := pos.Captured(m); captures {
			fmt.Println(pos.UCI(m), pos.SAN(m))
		}
	}
	// Output:
	// e4d5 exd5
}

// A game from a file in the format of docs/variants-files.md.
func ExampleAdd() {
	_, errs := variants.Add("[doubleleap:capablanca]\ncustomPiece1 = n:N2\npromotionPieceTypes = a c q r b n\n", nil)
	if len(errs) > 0 {
		panic(errs[0])
	}
	g, err := variants.NewGame("gun+doubleleap")
	if err != nil {
		panic(err)
	}
	fmt.Println(g.Position().FEN())
	fmt.Println(len(g.Position().Moves()), "moves")
	// Output:
	// rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1
	// 30 moves
}
