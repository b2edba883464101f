package cubic_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants/cubic"
)

// All ways to write the first board of the challenge.
func TestParseForms(t *testing.T) {
	const want = "[###,n##,#rr],[#b#,###,###],[###,###,bRK]"
	for _, text := range []string{
		want,
		"[" + want + "]",
		" [ ###, n##, #rr ] , [ #b#, ###, ### ]\n[ ### ### bRK ]\n",
		"[[###] [n##] [#rr]] [[#b#] [###] [###]] [[###] [###] [bRK]]",
		"[[[###],[n##],[#rr]],[[#b#],[###],[###]],[[###],[###],[bRK]]]",
		"###n###rr#b#############bRK",
		`"###n###rr#b#############bRK"`,
		"###\nn##\n#rr\n\n#b#\n###\n###\n\n###\n###\nbRK\n",
		"###n###rr #b####### ######bRK",
		`["###n###rr", "#b#######", "######bRK"]`,
		`["###","n##","#rr","#b#","###","###","###","###","bRK"]`,
		`["###,n##,#rr","#b#,###,###","###,###,bRK"]`,
		`[["###","n##","#rr"],["#b#","###","###"],["###","###","bRK"]]`,
		`[['###','n##','#rr'],['#b#','###','###'],['###','###','bRK']]`,
		`[["#","#","#"],["n","#","#"],["#","r","r"],["#","b","#"],["#","#","#"],["#","#","#"],["#","#","#"],["#","#","#"],["b","R","K"]]`,
		`[[["#","#","#"],["n","#","#"],["#","r","r"]],[["#","b","#"],["#","#","#"],["#","#","#"]],[["#","#","#"],["#","#","#"],["b","R","K"]]]`,
		`["#","#","#","n","#","#","#","r","r","#","b","#","#","#","#","#","#","#","#","#","#","#","#","#","b","R","K"]`,
		`{"board": "[###,n##,#rr],[#b#,###,###],[###,###,bRK]"}`,
		`{"size": 3, "side": "white", "board": [["###","n##","#rr"],["#b#","###","###"],["###","###","bRK"]]}`,
	} {
		variants := []string{text}
		if !strings.HasPrefix(text, "{") {
			variants = append(variants, "3 "+text, "3,"+text, "n = 3: "+text, text+" 3", text+", 3")
		}
		if strings.HasPrefix(text, "[[") {
			variants = append(variants, "[3, "+text[1:], strings.TrimSuffix(text, "]")+", 3]")
		}
		for _, v := range variants {
			for _, n := range []int{0, 3} {
				s, err := cubic.ParseSetup(v, n)
				if err != nil || s.String() != want || s.Side != rules.White {
					t.Errorf("%s with n = %d: %v, %v", v, n, s, err)
				}
			}
		}
	}
}

func TestParseSideInObject(t *testing.T) {
	s, err := cubic.ParseSetup(`{"side":"black","board":["##","##","##","k#"]}`, 2)
	if err != nil || s.Side != rules.Black || s.At(cubic.NewCell(0, 0, 0)) != rules.NewPiece(rules.Black, rules.King) {
		t.Errorf("%v, %v", s, err)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":       "board: no cells",
		" , ":    "board: no cells",
		"3":      "board: no cells",
		"[]":     "board: nothing between '[' and ']' (offset 0)",
		"#":      "board: 1 cell: n = 1 is too small: the smallest board has n = 2",
		"######": "board: 6 cells, not 8, if n = 2 (offset 0)",

		"[##,##],[##,#]":                   "board: level 2 of 2 (I), row 2 (rank 1): 1 cell, not 2, if n = 2 (offset 12)",
		"[##,###],[##,#]":                  "board: level 1 of 2 (II), row 2 (rank 1): 3 cells, not 2, if n = 2 (offset 4)",
		"[##,##],[##]":                     "board: level 2 of 2 (I): 2 cells, not 4, if n = 2 (offset 9)",
		"[##,##],[##,##,##]":               "board: level 2 of 2 (I): 3 rows, not 2, if n = 2 (offset 9)",
		"[##,##],[##,#x]":                  "board: level 2 of 2 (I), row 2 (rank 1), column 2 (file b): 'x' is neither a piece (K, Q, R, B, N in either case) nor # (offset 13)",
		"[##,#P],[##,##]":                  "board: level 1 of 2 (II), row 2 (rank 1), column 2 (file b): 'P' is neither a piece (K, Q, R, B, N in either case) nor # (offset 5)",
		"[##,a#],[##,##]":                  "board: level 1 of 2 (II), row 2 (rank 1), column 1 (file a): 'a' is neither",
		"[#é,##],[##,##]":                  "board: level 1 of 2 (II), row 1 (rank 2), column 2 (file b): 'é' is neither",
		"##,##,##,###":                     "board: level 2 of 2 (I), row 2 (rank 1): 3 cells, not 2, if n = 2 (offset 9)",
		"###,###,###,###,###":              "board: 5 levels, not 3, if n = 3",
		"[[##,##],[##,##],[##,##]]":        "board: level 1 of 3 (III): 2 rows, not 3, if n = 3 (offset 2)",
		`["##","##","##",""]`:              `board: nothing between '"' and '"' (offset 16)`,
		"[##,##],[##,##":                   "board: unclosed '[' (offset 8)",
		"[##,##],[##,##]]":                 "board: ']' without '[' (offset 15)",
		"[[[[[[[[[#]]]]]]]]]":              "board: brackets within 8 others (offset 8)",
		"3 [##,##],[##,##]":                "board: 2 levels, not 3",
		"[##,##],[##,##] 17":               "board: n = 17 is too large: the largest board has n = 16 (offset 16)",
		"99999999999999999999 ##":          "board: the number is too large (offset 0)",
		"[##,##],5,[##,##]":                "board: level 1 of 3 (III): 2 rows, not 3, if n = 3 (offset 1)",
		`{"board": 5}`:                     "board: ",
		`{"size": 2}`:                      `board: the JSON object has no "board"`,
		`{"size": "2", "board": "####"}`:   `board: "size" is not a whole number`,
		`{"side": 1, "board": "########"}`: `board: "side" is not a string`,
		`{"side": "black", "bord": ""}`:    `board: the JSON object has an unknown key "bord" (it may have size, side and board)`,
		`{"board": "########"} {}`:         `board: unexpected text after the JSON object`,
		`{"board": {"board": "#"}}`:        `board: "board" is neither a string nor an array`,
		`{"board": null}`:                  "board: ",
		`{"board": "####`:                  "board: the JSON object is incomplete",
		`{"size":3,"board":"###"}`:         "board: 3 cells, not 27",
		`{"size":1,"board":"#"}`:           "board: n = 1 is too small",
		`{"side":"x","board":"########"}`:  `"x" is not a side`,
		strings.Repeat("#", 4097):          "board: more than 4096 cells, which is n = 16, the largest board (offset 0)",
	} {
		_, err := cubic.ParseSetup(text, 0)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.60q:\n%v, want\n%v", text, err, want)
		}
	}
	if _, err := cubic.ParseSetup("########", 3); err == nil || err.Error() != "board: 8 cells, not 27 (offset 0)" {
		t.Errorf("n = 3 for 8 cells: %v", err)
	}
	if _, err := cubic.ParseSetup("2 ########", 3); err == nil || err.Error() != "board: the text says n = 2, not 3 (offset 0)" {
		t.Errorf("two sizes: %v", err)
	}
	if _, err := cubic.ParseSetup("########", 17); err == nil {
		t.Error("n = 17")
	}
}

func TestPositionErrors(t *testing.T) {
	for text, want := range map[string]string{
		"[K#,##],[##,#K]": "two white kings, on b1I and a2II",
		"[k#,##],[##,#k]": "two black kings, on b1I and a2II",
		"[Kk,##],[##,##]": "the black king on b2II is in check from the king on a2II, but it is White's move",
	} {
		_, err := cubic.Parse(text, rules.White)
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	for _, s := range []cubic.Setup{{}, {Size: 2}, {Size: 2, Cells: make([]rules.Piece, 9)}, {Size: 17, Cells: make([]rules.Piece, 17*17*17)}, {Size: -1}} {
		if _, err := s.Position(); err == nil {
			t.Errorf("%v: no error", s)
		}
	}
	for _, s := range []cubic.Setup{{}, {Size: 2}, {Size: 1 << 40}, {Size: -1}} {
		if s.At(0) != rules.NoPiece || s.Put(0, rules.NoPiece) == nil || len(s.String()) > 20 || s.Text(99) != "" {
			t.Errorf("a setup of size %d without cells: %q", s.Size, s)
		}
	}
	s, _ := cubic.NewSetup(2)
	_ = s.Put(0, rules.NewPiece(rules.White, rules.Pawn))
	if _, err := s.Position(); err == nil || err.Error() != "a pawn on a1I: the game in the cube has none" {
		t.Errorf("pawn: %v", err)
	}
	for _, p := range []rules.Piece{8, 16, 0x80 | rules.NewPiece(rules.White, rules.Rook)} {
		s.Cells[0] = p
		if _, err := s.Position(); err == nil || err.Error() != fmt.Sprintf("%d on a1I is not a piece", p) {
			t.Errorf("piece %d: %v", p, err)
		}
	}
	s.Cells[0], s.Side = rules.NoPiece, 2
	if _, err := s.Position(); err == nil || err.Error() != "the side to move, 2, is neither White nor Black" {
		t.Errorf("side 2: %v", err)
	}
	if err := s.Put(cubic.NewCell(2, 0, 0), rules.NoPiece); err == nil || err.Error() != "a board of n = 2 has no c1I: its last cell is b2II" {
		t.Errorf("Put outside: %v", err)
	}
	if s.At(cubic.NewCell(2, 0, 0)) != rules.NoPiece {
		t.Error("At outside")
	}
}

func TestParseCell(t *testing.T) {
	seen := map[string]bool{}
	for i := range 1 << 12 {
		c := cubic.Cell(i)
		back, err := cubic.ParseCell(c.String())
		if err != nil || back != c || seen[c.String()] {
			t.Fatalf("%v reads as %v, %v", c, back, err)
		}
		seen[c.String()] = true
	}
	for _, text := range []string{"", "a", "a1", "1aI", "q1I", "a0I", "a01I", "a17I", "a1IIII", "a1XVII", "a1i", "a1I ", "a99999999999999999999I"} {
		if c, err := cubic.ParseCell(text); err == nil {
			t.Errorf("%q reads as %v", text, c)
		}
	}
}

func TestParseMoveErrors(t *testing.T) {
	p, err := cubic.Parse("[q##,###,###],[#R#,###,###],[##K,###,##k]", rules.White)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"b3IIb2II": "b3IIb2II: leaves the king in check from the queen on a3III",
		"a1Ia2I":   "a1Ia2I: a1I is empty",
		"c1Ic2I":   "c1Ic2I: the king on c1I is Black's, but it is White's move",
		"b3IIc2II": "b3IIc2II: the rook on b3II cannot reach c2II",
		"b3IIc3I":  "b3IIc3I: its own king is on c3I",
		"b3IIb4II": "b3IIb4II: a board of n = 3 has no b4II: its last cell is c3III",
		"b3II":     `"b3II" is not a move: after b3II, "" is not a cell: file a–p, rank 1–16, level I–XVI, as in b2III`,
		"x":        `"x" is not a move: expected two cells, such as c1Ic2II`,
	} {
		if m, err := p.ParseMove(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v, %v, want %s", text, m, err, want)
		}
	}
}

func TestParseForm(t *testing.T) {
	for f := cubic.Brackets; f <= cubic.JSON3; f++ {
		if back, err := cubic.ParseForm(f.String()); err != nil || back != f {
			t.Errorf("%v reads as %v, %v", f, back, err)
		}
	}
	if _, err := cubic.ParseForm("xml"); err == nil {
		t.Error("xml is a form")
	}
}

func FuzzParse(f *testing.F) {
	f.Add("[###,n##,#rr],[#b#,###,###],[###,###,bRK]", 0)
	f.Add("[[###] [n##] [#rr]] [[#b#] [###] [###]] [[###] [###] [bRK]]", 3)
	f.Add(`{"size":2,"side":"black","board":[["##","#k"],["R#","##"]]}`, 0)
	f.Add("n = 2: ########", 2)
	f.Add("[##,##],[##,#]", 0)
	f.Fuzz(func(t *testing.T, text string, n int) {
		s, err := cubic.ParseSetup(text, n)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("%q: an error of several lines: %v", text, err)
			}
			return
		}
		checkText(t, s)
		p, err := s.Position()
		if err != nil {
			return
		}
		if got := len(p.Moves(nil)); got != p.CountMoves() {
			t.Errorf("%v: %d moves listed, %d counted", p, got, p.CountMoves())
		}
		p.Verdict().Reasons()
	})
}

func FuzzParseCase(f *testing.F) {
	f.Add("[#q,##],[##,K#] | white | check yes | mate no | stalemate no | legal 1 | D2 0")
	f.Add("# a comment")
	f.Fuzz(func(t *testing.T, line string) { _, _, _ = cubic.ParseCase(line) })
}

func FuzzParseMove(f *testing.F) {
	p, err := cubic.Parse("[#q,##],[##,K#]", rules.White)
	if err != nil {
		f.Fatal(err)
	}
	f.Add("a1Ib2II")
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := p.ParseMove(text); err == nil && m.String() != text {
			t.Errorf("%q reads as %v", text, m)
		}
	})
}
