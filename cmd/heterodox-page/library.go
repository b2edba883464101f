//go:build js

package main

import (
	"encoding/json"
	"strings"
	"unsafe"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/variants"
)

// This file holds the functions that the npm package calls. Boards are numbers. Texts are
// passed through a buffer in the program's memory: a call that takes one gets its length, and
// one that returns a length has left a text there, an error if the length is negative.

var (
	buffer = make([]byte, 1<<16)
	boards = map[int32]*board{}
	latest int32
)

// A board is a game played on a Board of the package.
type board struct {
	record *game.Record
	moves  []game.Move // the legal ones
	over   bool
}

//go:wasmexport heterodox_buffer
func bufferAt() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(buffer)) }

// reserve makes room in the buffer for a text, and returns the buffer's address.
//
//go:wasmexport heterodox_reserve
func reserve(n int32) unsafe.Pointer {
	if int(n) > len(buffer) {
		buffer = make([]byte, n)
	}
	return bufferAt()
}

// put leaves a text in the buffer, and returns its length.
func put(text string) int32 {
	reserve(int32(len(text)))
	return int32(copy(buffer, text))
}

func putError(err error) int32 { return -put(err.Error()) }

// open makes a board from a game and a FEN, separated by a line feed; no FEN means the start.
// It returns the board's number, or minus the length of an error.
//
//go:wasmexport heterodox_open
func open(n int32) int32 {
	name, fen, _ := strings.Cut(string(buffer[:n]), "\n")
	g, err := variants.Open(name)
	if err != nil {
		return putError(err)
	}
	pos := g.Start()
	if fen != "" {
		if pos, err = g.ParsePosition(fen); err != nil {
			return putError(err)
		}
	}
	latest++
	b := &board{record: game.NewRecord(pos)}
	b.look()
	boards[latest] = b
	return latest
}

//go:wasmexport heterodox_close
func closeBoard(at int32) { delete(boards, at) }

// look determines the legal moves.
func (b *board) look() {
	b.over = b.record.Outcome().Over()
	b.moves = b.record.Position().Moves()
}

// legal leaves the legal moves in the buffer, separated by blanks.
//
//go:wasmexport heterodox_legal
func legal(at int32) int32 {
	b := boards[at]
	pos, text := b.record.Position(), buffer[:0]
	for i, m := range b.moves {
		if i > 0 {
			text = append(text, ' ')
		}
		text = append(text, pos.UCI(m)...)
	}
	if cap(text) > len(buffer) {
		buffer = text[:cap(text)]
	}
	return int32(len(text))
}

// push plays the legal move with that number. It returns the number of legal moves n after it,
// or -1 - n if the game is over.
//
//go:wasmexport heterodox_push
func push(at, move int32) int32 {
	b := boards[at]
	b.record.Push(b.moves[move])
	b.look()
	return b.state()
}

func (b *board) state() int32 {
	if b.over {
		return -1 - int32(len(b.moves))
	}
	return int32(len(b.moves))
}

//go:wasmexport heterodox_state
func state(at int32) int32 { return boards[at].state() }

// pop takes back the last move, and returns the same as push; the minimum
// value if there is no move.
//
//go:wasmexport heterodox_pop
func pop(at int32) int32 {
	b := boards[at]
	if !b.record.Undo() {
		return -1 << 31
	}
	b.look()
	return b.state()
}

// ask answers a question in JSON, by questions.
//
//go:wasmexport heterodox_ask
func ask(n int32) int32 {
	var q question
	if err := json.Unmarshal(buffer[:n], &q); err != nil {
		return putError(err)
	}
	answer, err := q.answer()
	if err != nil {
		return putError(err)
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return putError(err)
	}
	return put(string(text))
}
