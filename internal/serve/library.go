package serve

import (
	"errors"
	"hash/fnv"
	"io"
	"strconv"
	"strings"

	"github.com/heterodox-chess/heterodox/pgn"
	"github.com/heterodox-chess/heterodox/table"
)

// This file lists the games of a PGN file of any size. The page sends the file piece by piece
// and keeps the list; the server keeps nothing.

// maxPiece limits the size of a piece of a file; any game fits in twice.
const maxPiece = 2 * pgn.MaxGameBytes

// A wireHeadline is what a list shows of a game.
type wireHeadline struct {
	From    int64  `json:"from"` // its place in the piece, in bytes
	To      int64  `json:"to"`
	White   string `json:"white"`
	Black   string `json:"black"`
	Result  string `json:"result"`
	Date    string `json:"date,omitempty"`
	Event   string `json:"event,omitempty"`
	Variant string `json:"variant"`
	Moves   int    `json:"moves"` // single moves in the main line
	Fault   string `json:"fault,omitempty"`
	Opening string `json:"opening,omitempty"`
	Mark    string `json:"mark"` // identifies the game
}

// headlines answers with the games of a piece of a PGN file, and where the next piece starts:
// an incomplete game at the end is left to it, unless the piece is the last.
func (s *Server) headlines(w *Reply, r *Request) {
	if r.Type != "application/octet-stream" {
		fail(w, StatusUnsupportedMediaType, "expected part of a file")
		return
	}
	text, err := io.ReadAll(io.LimitReader(r.Body, maxPiece+1))
	switch {
	case err != nil:
		fail(w, StatusBadRequest, "the file cannot be read")
		return
	case len(text) > maxPiece:
		fail(w, StatusRequestEntityTooLarge, "that part of the file is too large")
		return
	}
	list, next := headlinesOf(string(text), r.Query.Get("last") == "1")
	answer(w, StatusOK, map[string]any{"games": list, "next": next})
}

func headlinesOf(text string, last bool) (list []wireHeadline, next int64) {
	list = []wireHeadline{}
	reader := pgn.NewReader(strings.NewReader(text))
	for {
		g, err := reader.Next()
		at, ended := reader.Offset()
		if ended && !last {
			return list, next
		}
		if g == nil {
			return list, int64(len(text))
		}
		h := headlineOf(g)
		h.From, h.To, h.Mark, next = next, at, markOf(strings.TrimSpace(text[next:at])), at
		if fault := (*pgn.SyntaxError)(nil); errors.As(err, &fault) {
			h.Fault = fault.Reason
		}
		list = append(list, h)
	}
}

func headlineOf(g *pgn.Game) wireHeadline {
	tag := func(name string) string {
		text := clean(g.Tag(name), 120)
		if strings.Trim(text, "?.") == "" {
			return ""
		}
		return text
	}
	h := wireHeadline{
		White: tag("White"), Black: tag("Black"), Result: g.Result, Date: table.DateOf(tag("Date")),
		Event: tag("Event"), Variant: clean(g.Variant(), 60), Moves: len(g.Moves), Opening: clean(table.OpeningOf(g), 120),
	}
	if h.Result == "*" {
		h.Result = plainResult(tag("Result"))
	}
	return h
}

// markOf returns a short text that identifies a game in any file.
func markOf(text string) string {
	sum := fnv.New64a()
	sum.Write([]byte(text))
	return strconv.FormatUint(sum.Sum64(), 36)
}

// plainResult returns the result in a tag if it is valid, otherwise "*".
func plainResult(text string) string {
	switch text {
	case "1-0", "0-1", "1/2-1/2":
		return text
	}
	return "*"
}
