package book

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strconv"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
)

// Our own format, version 1: a line of JSON (header), records of 40 bytes sorted by key, and the
// CRC-32C of all that, 4 bytes. All numbers are big-endian. A record is
//
//	16 bytes  key of the position: the first of the SHA-256 of keyText
//	 8 bytes  the move: the first of the SHA-256 of its text in UCI notation
//	 4 bytes  weight
//	12 bytes  games won by White, drawn, won by Black
//
// With 128 bits, two positions are not expected to share a key in any number of games; still, a
// move that is not legal is skipped.

// magic begins every book in our format.
const magic = `{"format":"heterodox book",`

const (
	version    = 1
	maxHeader  = 1 << 20
	recordSize = 40
	keySize    = 16
	codeSize   = 8
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A header is the first line of a book.
type header struct {
	Format    string         `json:"format"`
	Version   int            `json:"version"`
	Moves     int            `json:"moves"`
	Positions int            `json:"positions"`
	Games     int            `json:"games"`
	Plies     int            `json:"plies"`
	Variants  map[string]int `json:"variants"`
}

// native is our own format; its value is the length of the header.
type native int64

func (n native) layout() (start int64, size, keyed int) { return int64(n), recordSize, keySize }

func (native) key(pos game.Position) ([]byte, bool) {
	key := nativeKey(pos)
	return key[:], true
}

// keyText returns the text from which a position's key is computed: the name of the game, a line
// break, and the FEN without its move counters, which do not matter to a book. A cube's FEN has
// only the fullmove number.
func keyText(pos game.Position) string {
	fen := pos.FEN()
	fullmove := " " + strconv.Itoa(pos.Fullmove())
	for _, counters := range []string{" " + strconv.Itoa(pos.Halfmove()) + fullmove, fullmove} {
		at := strings.LastIndex(fen, counters)
		if at >= 0 && (len(fen) == at+len(counters) || fen[at+len(counters)] == ' ') {
			fen = fen[:at] + fen[at+len(counters):]
			break
		}
	}
	return pos.Rules().Name() + "\n" + fen
}

func nativeKey(pos game.Position) (key [keySize]byte) {
	sum := sha256.Sum256([]byte(keyText(pos)))
	copy(key[:], sum[:])
	return key
}

// codeOf returns the code of a move in a record.
func codeOf(pos game.Position, m game.Move) (code [codeSize]byte) {
	sum := sha256.Sum256([]byte(pos.UCI(m)))
	copy(code[:], sum[:])
	return code
}

func (native) moves(pos game.Position, records []byte) (list []Move) {
	known := map[[codeSize]byte]Move{}
	for ; len(records) >= recordSize; records = records[recordSize:] {
		numbers := records[keySize+codeSize:]
		move := Move{Weight: binary.BigEndian.Uint32(numbers)}
		for i := range move.Results {
			move.Results[i] = binary.BigEndian.Uint32(numbers[4*(i+1):])
		}
		known[[codeSize]byte(records[keySize:])] = move
	}
	for _, m := range pos.Moves() {
		if move, ok := known[codeOf(pos, m)]; ok {
			move.Move = m
			list = append(list, move)
		}
	}
	return list
}

// newNative opens a book in our format.
func newNative(in io.ReaderAt, size int64) (*Book, error) {
	first, err := bufio.NewReader(io.NewSectionReader(in, 0, min(size, maxHeader))).ReadBytes('\n')
	if err != nil {
		return nil, errors.New("its first line does not end")
	}
	var h header
	if err := json.Unmarshal(first, &h); err != nil {
		return nil, fmt.Errorf("its first line is damaged: %w", err)
	}
	if h.Version != version {
		return nil, fmt.Errorf("it has version %d, but this program reads version %d: make it again from its games", h.Version, version)
	}
	start := int64(len(first))
	if h.Moves < 0 || int64(h.Moves) > size/recordSize || size != start+int64(h.Moves)*recordSize+4 {
		return nil, fmt.Errorf("it is damaged: its %d bytes do not match its %d moves", size, h.Moves)
	}
	sum := crc32.New(castagnoli)
	if _, err := io.Copy(sum, io.NewSectionReader(in, 0, size-4)); err != nil {
		return nil, err
	}
	var written [4]byte
	if _, err := in.ReadAt(written[:], size-4); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if sum.Sum32() != binary.BigEndian.Uint32(written[:]) {
		return nil, errors.New("it is damaged: its checksum is wrong")
	}
	if err := checkOrder(io.NewSectionReader(in, start, size), recordSize, keySize, h.Moves); err != nil {
		return nil, err
	}
	about := About{Format: "heterodox", Moves: h.Moves, Positions: h.Positions, Games: h.Games, Plies: h.Plies, Variants: h.Variants}
	return &Book{in: in, format: native(start), about: about}, nil
}

// writeNative writes sorted entries as a book in our format.
func writeNative(w io.Writer, about About, entries []entry) error {
	h := header{"heterodox book", version, len(entries), about.Positions, about.Games, about.Plies, about.Variants}
	first, err := json.Marshal(h)
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(first, []byte(magic)) {
		return errors.New("the header of a book does not begin with the expected text")
	}
	sum := crc32.New(castagnoli)
	out := bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<20)
	out.Write(append(first, '\n'))
	for _, e := range entries {
		record := make([]byte, 0, recordSize)
		record = append(append(record, e.key[:]...), e.code[:]...)
		for _, n := range []uint32{e.weight, e.results[0], e.results[1], e.results[2]} {
			record = binary.BigEndian.AppendUint32(record, n)
		}
		out.Write(record)
	}
	if err := out.Flush(); err != nil { // reports errors of all writes
		return err
	}
	_, err = w.Write(binary.BigEndian.AppendUint32(nil, sum.Sum32()))
	return err
}
