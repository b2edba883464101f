package pgn

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of one game: bytes of text, moves including those of its variations, tags, and
// comments and annotations between two moves.
const (
	MaxGameBytes = 4 << 20
	MaxMoves     = 100_000
	MaxComments  = 1000
)

// A SyntaxError says where a text is not PGN.
type SyntaxError struct {
	Game, Line int // both from 1
	Reason     string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("game %d, line %d: %s", e.Game, e.Line, e.Reason)
}

// A Reader reads games one by one. It buffers the text of one token only.
type Reader struct {
	in    *bufio.Reader
	line  int    // of the next byte
	at    int64  // number of bytes read
	ended bool   // the end of the text was reached
	games int    // begun so far
	bytes int    // of the current game
	moved int    // moves of the current game so far
	noted int    // comments and annotations since the last move
	lines []line // the variations being read, the innermost last
	// newline says that the next byte is the first of its line.
	newline bool
	breaks  int // line breaks since the last byte that is not blank
}

// A line is a variation that is being read.
type line struct {
	at     int // the line of the text in which it begins
	moves  []Move
	before string // a comment, while there is no move
}

// NewReader returns a Reader of a text.
func NewReader(r io.Reader) *Reader {
	return &Reader{in: bufio.NewReader(r), line: 1, newline: true}
}

// Offset returns the number of bytes that the games returned by Next take up: the next
// game begins there, after any blanks and comments. ended reports that the text ended
// within the last of them, which would continue if more text came.
func (r *Reader) Offset() (at int64, ended bool) { return r.at, r.ended }

// Next returns the next game. At the end of the text both values are nil. A game that
// is not valid PGN gives a *SyntaxError and the part of the game that was read; the
// next call continues at the next line that begins with a tag. A tag pair after a blank
// line begins a game even where a comment or variation is still open. Any other error is
// that of the underlying reader and comes without a game.
func (r *Reader) Next() (*Game, error) {
	r.bytes, r.moved, r.noted, r.lines = 0, 0, 0, nil
	g := &Game{Number: r.games + 1, Result: "*"}
	for {
		t, err := r.token()
		switch {
		case err == io.EOF:
			return r.atEnd(g)
		case err != nil:
			if fault := (*SyntaxError)(nil); errors.As(err, &fault) {
				return r.giveUp(g, fault.Line, fault.Reason)
			}
			return nil, err
		}
		if t.kind == tagStart && len(r.lines) == 0 && (len(g.Moves) > 0 || t.apart && len(g.Tags) > 0) {
			// A game without a result ends where the next begins.
			r.unread('[')
			if len(g.Moves) > 0 || r.repeats(g) {
				return g, nil
			}
			r.read() // the bracket again
		}
		done, reason := r.take(g, t)
		if reason != "" {
			return r.giveUp(g, t.line, reason)
		}
		if done {
			return g, nil
		}
	}
}

// repeats reports whether the next tag has the name of the game's first one: after a blank line
// it begins the next game, even if this one has no moves.
func (r *Reader) repeats(g *Game) bool {
	tag := "[" + g.Tags[0].Name + " "
	next, _ := r.in.Peek(len(tag))
	return string(next) == tag
}

// atEnd returns the last game, if there is one.
func (r *Reader) atEnd(g *Game) (*Game, error) {
	switch {
	case g.Line == 0:
		return nil, nil
	case len(r.lines) > 0:
		return g, &SyntaxError{g.Number, r.lines[0].at, "unclosed variation"}
	}
	return g, nil
}

// giveUp returns an invalid game and skips to the next.
func (r *Reader) giveUp(g *Game, line int, reason string) (*Game, error) {
	if g.Line == 0 {
		g.Line = line
		r.games++
	}
	r.skip()
	return g, &SyntaxError{g.Number, line, reason}
}

// take adds a token to the game. It reports whether the game is complete, or what is wrong.
func (r *Reader) take(g *Game, t token) (done bool, reason string) {
	if t.kind == comment && g.Line == 0 { // between games, or before the first
		if r.games == 0 {
			r.takeComment(g, t.text)
		}
		return false, ""
	}
	if g.Line == 0 {
		g.Line = t.line
		r.games++
	}
	if t.kind != word {
		r.noted++
	}
	switch {
	case r.moved > MaxMoves:
		return false, fmt.Sprintf("a game may have up to %d moves", MaxMoves)
	case r.noted > MaxComments:
		return false, fmt.Sprintf("a game may have up to %d tags, and as many comments between two moves", MaxComments)
	}
	switch t.kind {
	case tagStart:
		tag, reason := r.tag()
		if reason != "" {
			return false, reason
		}
		g.Tags = append(g.Tags, tag)
	case comment:
		r.takeComment(g, t.text)
	case open:
		if len(r.lines) >= MaxDepth {
			return false, fmt.Sprintf("variations are nested more than %d levels deep", MaxDepth)
		}
		r.lines = append(r.lines, line{at: t.line})
	case shut:
		return false, r.takeEnd(g)
	case word:
		if len(r.lines) == 0 {
			return r.takeWord(g, t.text, t.line), ""
		}
		for _, text := range strings.Fields(t.text) { // it may contain other kinds of blanks
			r.takeWord(g, text, t.line)
		}
	}
	return false, ""
}

// moves returns the line being read: the innermost variation, or the game.
func (r *Reader) moves(g *Game) *[]Move {
	if n := len(r.lines); n > 0 {
		return &r.lines[n-1].moves
	}
	return &g.Moves
}

// takeComment adds a comment to the last move, or to the start of the line.
func (r *Reader) takeComment(g *Game, text string) {
	into := &g.Comment
	if n := len(r.lines); n > 0 {
		into = &r.lines[n-1].before
	}
	if moves := *r.moves(g); len(moves) > 0 {
		into = &moves[len(moves)-1].Comment
	}
	*into = strings.TrimSpace(*into + " " + text)
}

// takeEnd ends a variation and returns what is wrong, if anything. A variation without
// moves leaves only its comment, and one before the first move is dropped.
func (r *Reader) takeEnd(g *Game) (reason string) {
	n := len(r.lines)
	if n == 0 {
		return "')' without '('"
	}
	ended := r.lines[n-1]
	r.lines = r.lines[:n-1]
	moves := *r.moves(g)
	switch {
	case len(ended.moves) == 0 && ended.before != "":
		r.takeComment(g, ended.before)
	case len(ended.moves) > 0 && len(moves) > 0:
		last := &moves[len(moves)-1]
		ended.moves[0].Before = ended.before
		last.Variations = append(last.Variations, ended.moves)
	}
	return ""
}

// passant is a capture that old files mark as en passant.
var passant = regexp.MustCompile(`^(.*[0-9])(?:e\.p\.|ep)([+#!?]*)$`)

// takeWord adds a move, a number or a result. It reports whether the game is complete;
// a result in a variation is treated as a comment.
func (r *Reader) takeWord(g *Game, text string, line int) (done bool) {
	text = unnumbered(text)
	if strings.ContainsRune(text, 'p') {
		text = passant.ReplaceAllString(text, "$1$2")
	}
	switch result := strings.TrimRight(text, "!?"); result { // "1-0!" is not a move
	case "e.p.", "ep": // a word of its own
		return false
	case "1/2", "½-½", "1/2-1/2":
		text, result = "1/2-1/2", "1/2-1/2"
		fallthrough
	case "1-0", "0-1", "*":
		if len(r.lines) == 0 {
			g.Result = result
			return true
		}
		if result != "*" {
			r.takeComment(g, result)
		}
		return false
	}
	if number := strings.TrimRight(text, "!?"); strings.Trim(number, "0123456789") == "" {
		text = text[len(number):] // "12?" is not a move: the mark belongs to the previous move
	}
	moves := r.moves(g)
	if text == "" || text[0] == '$' || strings.Trim(text, "!?") == "" {
		if n := len(*moves); n > 0 && text != "" {
			r.noted++
			(*moves)[n-1].Glyphs = append((*moves)[n-1].Glyphs, text)
		}
		return false
	}
	r.moved, r.noted = r.moved+1, 0
	*moves = append(*moves, Move{Text: text, Line: line})
	return false
}

// unnumbered returns a word without the numbers before it, such as that of "12...Nf3".
func unnumbered(text string) string {
	for {
		text = strings.TrimLeft(text, ".")
		rest := strings.TrimLeft(text, "0123456789")
		if rest != "" && (rest == text || rest[0] != '.') {
			return text
		}
		if text = rest; text == "" {
			return ""
		}
	}
}

// The kinds of tokens.
const (
	word = iota
	comment
	tagStart
	open
	shut
)

type token struct {
	kind  int
	text  string
	line  int
	apart bool // a blank line precedes it
}

// endOfFile is Ctrl-Z, which ends the text files of DOS.
const endOfFile = 0x1a

// token reads the next token; of a tag, it reads only the bracket.
func (r *Reader) token() (token, error) {
	for {
		if len(r.lines) > 0 && r.atGame() {
			return token{}, &SyntaxError{Line: r.lines[0].at, Reason: "unclosed variation"}
		}
		atStart, apart := r.newline, r.breaks >= 2
		c, err := r.read()
		if err != nil {
			return token{}, err
		}
		t := token{line: r.line, apart: apart}
		switch c {
		case ' ', '\t', '\r', '\n', '\v', '\f', endOfFile:
			if c == '\n' {
				t.line--
			}
			continue
		case '%':
			if atStart { // an escape, as PGN calls it
				if _, err := r.until('\n'); err != nil {
					return token{}, err
				}
				continue
			}
		case ';':
			t.kind = comment
			t.text, err = r.until('\n')
			return t, err
		case '{':
			t.kind = comment
			t.text, err = r.until('}')
			if err == io.EOF {
				err = &SyntaxError{Line: t.line, Reason: "unclosed comment"}
			}
			return t, err
		case '[':
			t.kind = tagStart
			return t, nil
		case '(':
			t.kind = open
			return t, nil
		case ')':
			t.kind = shut
			return t, nil
		}
		t.text, err = r.word(c)
		return t, err
	}
}

// word reads up to a blank, a bracket or an annotation.
func (r *Reader) word(first byte) (string, error) {
	text := []byte{first}
	for {
		c, err := r.read()
		if err == io.EOF {
			return Printable(string(text)), nil
		}
		if err != nil {
			return "", err
		}
		if c <= ' ' || strings.IndexByte("{}()[];$", c) >= 0 {
			r.unread(c)
			return Printable(string(text)), nil
		}
		text = append(text, c)
	}
}

// until reads up to a byte and drops it. The end of the text also ends a line. It gives
// io.EOF where the text or the game ends before that byte.
func (r *Reader) until(end byte) (string, error) {
	var text []byte
	for {
		if r.newline && end != '\n' && r.atGame() {
			return "", io.EOF
		}
		c, err := r.read()
		if err != nil && (err != io.EOF || end != '\n') {
			return "", err
		}
		if err != nil || c == end {
			return Printable(strings.Join(strings.Fields(string(text)), " ")), nil
		}
		text = append(text, c)
	}
}

var tagPair = regexp.MustCompile(`^\[\w+[ \t]+".*"[ \t]*\]`)

// atGame reports whether a tag pair comes next at the start of a line, after a blank line or a
// byte order mark: there a game begins, even where a comment or variation is still open.
func (r *Reader) atGame() bool {
	if !r.newline {
		return false
	}
	first := "["
	if r.breaks < 2 {
		first = byteOrderMark[:1] // the next file
	}
	if next, _ := r.in.Peek(1); string(next) != first && string(next) != byteOrderMark[:1] {
		return false
	}
	next, _ := r.in.Peek(r.in.Size())
	return tagPair.Match(bytes.TrimPrefix(next, []byte(byteOrderMark)))
}

// tag reads a tag after its opening bracket.
func (r *Reader) tag() (Tag, string) {
	var text []byte
	quoted, closed := false, false
	for !closed {
		c, err := r.read()
		switch {
		case err != nil || c == '\n':
			return Tag{}, "unclosed tag"
		case c == '\\' && quoted:
			if c, err = r.read(); err != nil {
				return Tag{}, "unclosed tag"
			}
			text = append(text, c)
			continue
		case c == '"':
			quoted = !quoted
			text = append(text, 0) // stands for the quote
			continue
		case c == ']' && !quoted:
			closed = true
			continue
		}
		text = append(text, c)
	}
	parts := strings.Split(string(text), "\x00")
	name := strings.TrimSpace(Printable(parts[0]))
	if len(parts) != 3 || name == "" || strings.ContainsAny(name, " \t") || strings.TrimSpace(parts[2]) != "" {
		return Tag{}, `a tag is of the form [Name "value"]`
	}
	return Tag{name, Printable(parts[1])}, ""
}

// Printable returns a text without control characters, on which a terminal would act:
// those that are white space become blanks, others U+FFFD. Bytes that are not UTF-8 are
// kept, unless they are control characters in Latin-1.
func Printable(text string) string {
	clean := func(i int, r rune, size int) bool {
		return !unicode.IsControl(r) && (r != utf8.RuneError || size > 1 || text[i] >= 0xa0)
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if clean(i, r, size) {
			i += size
			continue
		}
		var b strings.Builder
		b.WriteString(text[:i])
		for ; i < len(text); i += size {
			switch r, size = utf8.DecodeRuneInString(text[i:]); {
			case clean(i, r, size):
				b.WriteString(text[i : i+size])
			case unicode.IsSpace(r):
				b.WriteByte(' ')
			default:
				b.WriteRune(utf8.RuneError)
			}
		}
		return b.String()
	}
	return text
}

// skip goes to the next line that begins with a tag.
func (r *Reader) skip() {
	r.bytes = 0
	for {
		atStart := r.newline
		c, err := r.read()
		if err != nil && err != io.EOF {
			r.bytes = 0 // the limit applies to what is kept
			if fault := (*SyntaxError)(nil); errors.As(err, &fault) {
				continue
			}
		}
		if err != nil {
			return
		}
		if atStart && c == '[' {
			r.unread(c)
			return
		}
	}
}

// byteOrderMark begins the texts of some programs, and so follows the end of
// another text where files have been joined.
const byteOrderMark = "\ufeff"

// read returns the next byte that is not part of a mark.
func (r *Reader) read() (byte, error) {
	if r.bytes >= MaxGameBytes {
		return 0, &SyntaxError{Line: r.line, Reason: fmt.Sprintf("the game is longer than %d MiB", MaxGameBytes>>20)}
	}
	c, err := r.in.ReadByte()
	for err == nil && c == byteOrderMark[0] {
		if next, _ := r.in.Peek(2); string(next) != byteOrderMark[1:] {
			break
		}
		r.in.Discard(2) // which have been peeked at
		r.at += 3
		c, err = r.in.ReadByte()
	}
	if err != nil {
		r.ended = true
		return 0, err
	}
	r.bytes++
	r.at++
	r.newline = c == '\n'
	if r.newline {
		r.line++
		r.breaks++
	} else if c > ' ' {
		r.breaks = 0
	}
	return c, nil
}

// unread puts back the byte that was read last.
func (r *Reader) unread(c byte) {
	if r.in.UnreadByte() != nil {
		return // impossible: it has just been read
	}
	r.bytes--
	r.at--
	if c == '\n' {
		r.line--
		r.breaks--
	}
	r.newline = c == '[' // only the first byte of a line is looked at again
}
