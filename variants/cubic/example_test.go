package cubic_test

import (
	"context"
	"fmt"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants/cubic"
)

func ExampleParse() {
	p, err := cubic.Parse("[rq,##],[##,K#]", rules.White)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Outcome())
	// Output: 0-1 (checkmate)
}

func ExampleParse_error() {
	_, err := cubic.Parse("[rq,##],[##,K]", rules.White)
	fmt.Println(err)
	// Output: board: level 2 of 2 (I), row 2 (rank 1): 1 cell, not 2, if n = 2 (offset 12)
}

func ExampleSetup_Text() {
	s, _ := cubic.NewSetup(2)
	_ = s.Put(cubic.NewCell(0, 0, 1), rules.NewPiece(rules.White, rules.King))
	fmt.Println(s)
	fmt.Println(s.Text(cubic.Flat))
	fmt.Println(s.Text(cubic.JSON2))
	// Output:
	// [##,K#],[##,##]
	// ##K#####
	// [["##","K#"],["##","##"]]
}

func ExamplePosition_Moves() {
	p, _ := cubic.Parse("[#q,##],[##,K#]", rules.White)
	moves := p.Moves(nil)
	fmt.Println(moves, p.Play(moves[0]))
	// Output: [a1Ib2II] [#K,##],[##,##]
}

func ExamplePosition_Verdict() {
	p, _ := cubic.Parse("[rq,##],[##,K#]", rules.White)
	v := p.Verdict()
	fmt.Println("checkmate:", v.Checkmate)
	for _, reason := range v.Reasons() {
		fmt.Println(reason)
	}
	// Output:
	// checkmate: true
	// White's king on a1I is in check from the queen on b2II
	// White has no legal move
	// king to b1I: attacked by the queen on b2II
	// king to a2I: attacked by the rook on a2II and the queen on b2II
	// king to b2I: attacked by the queen on b2II
	// king to a1II: attacked by the rook on a2II and the queen on b2II
	// king to b1II: attacked by the queen on b2II
	// king takes a2II: attacked by the queen on b2II
	// king takes b2II: attacked by the rook on a2II
	// no other piece can capture the queen on b2II or block the check
}

func ExamplePosition_Draw() {
	s, _ := cubic.NewSetup(3)
	knight := cubic.NewCell(0, 0, 0)
	_ = s.Put(knight, rules.NewPiece(rules.White, rules.Knight))
	_ = s.Put(cubic.NewCell(1, 0, 2), rules.NewPiece(rules.Black, rules.Rook))
	p, _ := s.Position()
	fmt.Print(p.Draw(p.Reach(knight, nil), knight))
	// Output:
	//       III        II          I
	//  3   .  .  .    *  .  .    .  *  .
	//  2   *  .  .    .  .  .    .  .  *
	//  1   . (r) .    .  .  *   [N] .  .
	//      a  b  c    a  b  c    a  b  c
}

func ExamplePosition_Perft() {
	p, _ := cubic.Parse("[b#b,###,###],[###,###,RNR],[#q#,###,#K#]", rules.White)
	nodes, err := p.Perft(context.Background(), 3)
	fmt.Println(nodes, err)
	// Output: 90 <nil>
}

func ExamplePosition_Game() {
	p, _ := cubic.Parse("[##K,###,###],[###,###,k##],[##q,###,##Q]", rules.White)
	player := engine.New(engine.DefaultOptions())
	mate, found, err := player.Prove(context.Background(), game.NewRecord(p.Game()), 3)
	fmt.Println(cubic.Move(mate.Move), "mate in", mate.Moves(), found, err)
	for _, a := range mate.Answers {
		fmt.Println(cubic.Move(a.Move), cubic.Move(a.Proof.Move))
	}
	// Unordered output:
	// c1Ic3I mate in 2 true <nil>
	// a1IIb1I c3Ib2II
	// a1IIa2I c3Ib2II
	// a1IIb1II c3Ib2II
	// a1IIa2II c3Ib2II
	// a1IIb1III c3Ib2II
	// a1IIa2III c3Ib2II
}
