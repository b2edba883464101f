package cubic

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/heterodox-chess/heterodox/rules"
)

// A TextError says what is wrong with the text of a board, and where.
type TextError struct {
	Offset int    // in bytes from the start of the text, -1 for the text as a whole
	Place  string // level, row and column where known: "level 2 of 3 (II), row 1 (rank 3)"
	Reason string
}

// Error returns all three in one line.
func (e *TextError) Error() string {
	text := e.Reason
	if e.Place != "" {
		text = e.Place + ": " + text
	}
	if e.Offset >= 0 {
		text += fmt.Sprintf(" (offset %d)", e.Offset)
	}
	return "board: " + text
}

// Parse reads the text of a board into a playable position with the given side to
// move. It combines ParseSetup and Setup.Position.
func Parse(text string, side rules.Color) (Position, error) {
	s, err := ParseSetup(text, 0)
	if err != nil {
		return Position{}, err
	}
	s.Side = side
	return s.Position()
}

// ParseSetup reads the text of a board of size n; with n = 0 the size follows from
// the text. Levels come from the top, the rows of a level from the back, each row
// from the left; '#' is an empty cell. Units may be enclosed in brackets or quotes or
// both, with commas or blanks between, so these are all the same:
//
//	[r#,##],[#k,#N]
//	[[r#] [##]] [[#k] [#N]]
//	r####k#N
//	["r###", "#k#N"]
//	[[["r","#"],["#","#"]],[["#","k"],["#","N"]]]
//
// The size may precede or follow the board ("2 r####k#N"). A JSON object with "board", and
// optionally "size" and "side", is also understood; in all other texts White is to move.
func ParseSetup(text string, n int) (Setup, error) {
	if n != 0 {
		if err := checkSize(n); err != nil {
			return Setup{}, err
		}
	}
	if trimmed := strings.TrimSpace(text); strings.HasPrefix(trimmed, "{") {
		return parseObject(trimmed, n)
	}
	text, n, err := cutSize(text, n)
	if err != nil {
		return Setup{}, err
	}
	root, err := scan(text)
	if err != nil {
		return Setup{}, err
	}
	return arrange(root, n)
}

// sizePattern matches a number before or after the board, or as the first or
// last thing in its outer bracket.
var sizePattern = regexp.MustCompile(`^[\s[]*(?:n\s*=\s*)?(\d+)(?:[\s,:;]|$)|[\s,](\d+)[\s\]]*$`)

// cutSize returns the text with such a number blanked out, and the size given by it
// or by the caller, 0 if neither gives one.
func cutSize(text string, n int) (string, int, error) {
	at := sizePattern.FindStringSubmatchIndex(text)
	if at == nil {
		return text, n, nil
	}
	from, to := max(at[2], at[4]), max(at[3], at[5])
	size, err := strconv.Atoi(text[from:to])
	if err != nil {
		return "", 0, &TextError{from, "", "the number is too large"}
	}
	if err := agree(n, size); err != nil {
		return "", 0, &TextError{from, "", err.Error()}
	}
	blank := func(r rune) rune {
		if r == '[' || r == ']' {
			return r
		}
		return ' '
	}
	return text[:at[0]] + strings.Map(blank, text[at[0]:at[1]]) + text[at[1]:], size, nil
}

// agree returns an error unless size is valid and equal to n, if n is known.
func agree(n, size int) error {
	if n != 0 && n != size {
		return fmt.Errorf("the text says n = %d, not %d", size, n)
	}
	return checkSize(size)
}

// parseObject reads {"size": 3, "side": "black", "board": …}, where the board is a
// string or an array.
func parseObject(text string, n int) (Setup, error) {
	var object struct {
		Size  int
		Side  string
		Board json.RawMessage

		// Other keys that heterodox cubic --json writes: read but ignored. Any
		// further keys are errors.
		Checkmate, Check, Stalemate, Checkers, Moves, Reasons, Cell, Perft, Mate, Best json.RawMessage
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&object); err != nil {
		return Setup{}, &TextError{-1, "", objectError(err)}
	}
	if _, err := decoder.Token(); err != io.EOF {
		return Setup{}, &TextError{-1, "", "unexpected text after the JSON object"}
	}
	if object.Board == nil {
		return Setup{}, &TextError{-1, "", `the JSON object has no "board"`}
	}
	if object.Size != 0 {
		if err := agree(n, object.Size); err != nil {
			return Setup{}, &TextError{-1, "", err.Error()}
		}
		n = object.Size
	}
	if object.Board[0] == '{' {
		return Setup{}, &TextError{-1, "", `"board" is neither a string nor an array`}
	}
	setup, err := ParseSetup(string(object.Board), n)
	if wrong, ok := err.(*TextError); ok {
		wrong.Offset = -1 // it is relative to the board
	}
	if err != nil {
		return Setup{}, err
	}
	if object.Side != "" {
		setup.Side, err = ParseSide(object.Side)
	}
	return setup, err
}

// objectError rewords the errors of encoding/json about an object.
func objectError(err error) string {
	var wrongType *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrongType) && strings.EqualFold(wrongType.Field, "size"):
		return `"size" is not a whole number`
	case errors.As(err, &wrongType) && strings.EqualFold(wrongType.Field, "side"):
		return `"side" is not a string`
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return "the JSON object is incomplete"
	}
	text := strings.TrimPrefix(err.Error(), "json: ")
	if key, unknown := strings.CutPrefix(text, "unknown field "); unknown {
		return fmt.Sprintf(`the JSON object has an unknown key %.40s (it may have size, side and board)`, key)
	}
	return "not a JSON object: " + text
}

// ParseSide reads a side: white or black, w or b, in either case.
func ParseSide(text string) (rules.Color, error) {
	switch strings.ToLower(text) {
	case "white", "w":
		return rules.White, nil
	case "black", "b":
		return rules.Black, nil
	}
	return rules.White, fmt.Errorf("%.20q is not a side: white or black", text)
}
