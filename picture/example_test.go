package picture_test

import (
	"fmt"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/picture"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// The board of a position, seen from Black's side, with an arrow.
func ExampleScene_WriteSVG() {
	ruleset := variants.MustOpen("blackhole")
	scene := picture.FromPosition(ruleset.Start())
	scene.Turn = 2
	scene.Arrows = []picture.Arrow{{From: game.At(4, 1, 0), To: game.At(4, 3, 0)}}
	var svg strings.Builder
	if err := scene.WriteSVG(&svg); err != nil {
		fmt.Println(err)
		return
	}
	head, _, _ := strings.Cut(svg.String(), "\n")
	fmt.Println(head)
	// Output:
	// <svg xmlns="http://www.w3.org/2000/svg" width="429" height="429" viewBox="0 0 893.75 893.75" role="img">
}

// The text becomes the SVG's description, for those who cannot see it.
func ExampleScene_Text() {
	ruleset := variants.MustOpen("blackhole")
	fmt.Println(picture.FromPosition(ruleset.Start()).Text())
	// Output:
	// r n b q k b n r
	// p p p p p p p p
	// . . . . . . . .
	// . . . * . * . .
	// . . . . . . . .
	// . . . . . . . .
	// P P P P P P P P
	// R N B Q K B N R
}

// A custom piece, drawn by a path on a plane of 100 by 100.
func ExamplePieceSVG() {
	kite, err := picture.ParsePath("M50 8L84 44L50 92L16 44Z")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(picture.PieceSVG(picture.Piece{Color: rules.Black, Name: "kite", Outline: kite}))
	// Output:
	// <svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100" role="img">
	// <title>black kite</title>
	// <path d="M50 8L84 44L50 92L16 44Z" fill="#333236" stroke="#0c0c0d" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"/>
	// </svg>
}
