package betza

import "testing"

// Pieces of known games, and parts of all kinds, in words.
func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"":             "does not move",
		"K":            "goes one step in any direction",
		"Q":            "goes like a queen",
		"RF":           "goes like a rook or one step diagonally",
		"BW":           "goes like a bishop or one step straight",
		"BN":           "goes like a bishop or like a knight",
		"WfF":          "goes one step in any direction but diagonally back",
		"FfW":          "goes one step forward or diagonally",
		"fW":           "goes one step forward",
		"fR":           "goes any distance forward",
		"fN":           "jumps two squares forward and one aside",
		"fhN":          "goes like a knight, only forward",
		"fsW":          "goes one step forward or sideways",
		"nN":           "goes one square straight and then one diagonally outward with nothing between",
		"nA":           "goes two squares diagonally with nothing between",
		"nZ":           "goes one square straight and then two diagonally outward with nothing between",
		"mRcpR":        "goes like a rook without capturing, or captures hopping straight over one piece, to any square behind it",
		"pR":           "hops straight over one piece, to any square behind it",
		"FA":           "goes one step diagonally, or jumps two squares diagonally",
		"WAD":          "goes one step straight, or jumps two squares in any direction",
		"fmWfceF":      "goes one step forward without capturing, or captures one step diagonally forward, also en passant",
		"fmWfcFifmnD":  "goes one step forward without capturing, captures one step diagonally forward, or goes two squares forward with nothing between without capturing as its first move",
		"mNcB":         "goes like a knight without capturing, or captures like a bishop",
		"fmWfF":        "goes one step forward without capturing or one step diagonally forward",
		"cW":           "captures one step straight",
		"RcpRnN":       "goes like a rook, captures hopping straight over one piece, to any square behind it, or goes one square straight and then one diagonally outward with nothing between",
		"KN":           "goes one step in any direction or like a knight",
		"NN":           "goes like a knight, again and again in one direction",
		"N2":           "goes like a knight, up to two times in one direction",
		"gQ":           "hops in any direction over one piece, to the square right behind it",
		"gQ1":          "hops in any direction over a piece next to it",
		"R4":           "goes up to four squares straight",
		"FC":           "goes one step diagonally, or jumps three squares straight and one aside",
		"RB":           "goes like a queen",
		"fK":           "goes one step forward or diagonally forward",
		"tQ":           "captures by leaping in any direction over an enemy to the empty square behind it",
		"vN":           "jumps two squares forward and one aside or two squares back and one aside",
		"flN":          "jumps one square forward and two to the left",
		"lhN":          "goes like a knight, only to the left",
		"bW":           "goes one step back",
		"mfFcfeWimfnA": "goes one step diagonally forward without capturing, captures one step forward, or goes two squares diagonally forward with nothing between without capturing as its first move, also en passant",
		"pR3":          "hops straight over one piece, at most three squares far",
		"DD":           "jumps two squares straight, again and again",
		"dK":           "goes one step in any direction (also to capture its own side's)",
		"pN":           "hops over one piece in leaps as it goes like a knight",
		"W1":           "goes one step straight",
	} {
		if got := MustParse(text).Words(); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
