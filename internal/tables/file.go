package tables

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/heterodox-chess/heterodox/internal/safefile"
)

// A table file is a line of text, the header with its length before it and its checksum after
// it, and blocks: the cells with White to move, then those with Black to move, compressed with
// Zstandard. The header has the length and checksum of each block. Numbers are little-endian,
// checksums CRC-32C.

const (
	fileLine  = "heterodox table 1\n"
	extension = ".table"
	// blockCells is how many cells a block has.
	blockCells = 1 << 15
	mostHeader = 64 << 20
)

// A header is the part of a file before its blocks.
type header struct {
	Game     string
	Rules    string // the fingerprint of the rules
	Material Material
	Size     uint64  // positions for each side to move, including invalid ones
	Codes    []cell  // the cells that occur, by their codes
	Wide     bool    // a code has two bytes, not one
	Lengths  []int32 // of the blocks
	Sums     []uint32
	Stats    Stats
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// fileName returns the name of the file of a table.
func fileName(dir, game string, m Material) string {
	return filepath.Join(dir, game, string(m)+extension)
}

// write writes the file of a solved table.
func (s *solver) write(name string, h header) (err error) {
	for side := range 2 {
		for _, c := range s.cells[side] {
			if i, found := slices.BinarySearch(h.Codes, c); !found && c&class != invalid {
				h.Codes = slices.Insert(h.Codes, i, c)
			}
		}
	}
	if len(h.Codes) == 0 {
		h.Codes = []cell{drawn}
	}
	h.Size, h.Wide = s.l.size, len(h.Codes) > 256
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBetterCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	defer encoder.Close()
	// The header is complete only after the blocks.
	blocks, err := os.CreateTemp(filepath.Dir(name), ".blocks.*"+safefile.PartSuffix)
	if err != nil {
		return err
	}
	defer os.Remove(blocks.Name())
	defer blocks.Close()
	code := make([]uint16, 1<<16)
	for i, c := range h.Codes {
		code[c] = uint16(i)
	}
	var plain, packed []byte
	for side := range 2 {
		last := uint16(0) // invalid cells are written like the one before
		for cells := range slices.Chunk(s.cells[side], blockCells) {
			plain = plain[:0]
			for _, c := range cells {
				if c&class != invalid {
					last = code[c]
				}
				if plain = append(plain, byte(last)); h.Wide {
					plain = append(plain, byte(last>>8))
				}
			}
			packed = encoder.EncodeAll(plain, packed[:0])
			h.Lengths, h.Sums = append(h.Lengths, int32(len(packed))), append(h.Sums, crc32.Checksum(packed, castagnoli))
			if _, err := blocks.Write(packed); err != nil {
				return err
			}
		}
	}
	if _, err := blocks.Seek(0, io.SeekStart); err != nil {
		return err
	}
	file, err := safefile.Create(name)
	if err != nil {
		return err
	}
	if _, err = file.Write(headerText(&h)); err == nil {
		_, err = io.Copy(file, blocks)
	}
	if err != nil {
		file.Discard()
		return err
	}
	return file.Commit()
}

func headerText(h *header) []byte {
	text, err := json.Marshal(h)
	if err != nil {
		panic(err)
	}
	out := binary.LittleEndian.AppendUint32([]byte(fileLine), uint32(len(text)))
	out = append(out, text...)
	return binary.LittleEndian.AppendUint32(out, crc32.Checksum(text, castagnoli))
}

// readHeader reads and checks the header of a file, and returns where its blocks begin.
func readHeader(file *os.File) (h header, blocks int64, err error) {
	info, err := file.Stat()
	if err != nil {
		return h, 0, err
	}
	first := make([]byte, len(fileLine)+4)
	if _, err := io.ReadFull(file, first); err != nil {
		return h, 0, errors.New("it is cut off")
	}
	if line, ok := bytes.CutSuffix(first[:len(fileLine)], []byte("\n")); !ok || string(line)+"\n" != fileLine {
		if bytes.HasPrefix(first, []byte("heterodox table ")) {
			return h, 0, fmt.Errorf("it has another version: it begins with %.20q, not with %q", line, strings.TrimSpace(fileLine))
		}
		return h, 0, errors.New("it is not a table")
	}
	n := binary.LittleEndian.Uint32(first[len(fileLine):])
	if int64(n) > min(info.Size(), mostHeader) {
		return h, 0, errors.New("it is cut off")
	}
	text := make([]byte, n+4)
	if _, err := io.ReadFull(file, text); err != nil {
		return h, 0, errors.New("it is cut off")
	}
	if crc32.Checksum(text[:n], castagnoli) != binary.LittleEndian.Uint32(text[n:]) {
		return h, 0, errors.New("its header is damaged")
	}
	if err := json.Unmarshal(text[:n], &h); err != nil {
		return h, 0, fmt.Errorf("its header is damaged: %w", err)
	}
	blocks = int64(len(first) + len(text))
	end := blocks
	for _, n := range h.Lengths {
		end += int64(n)
	}
	switch {
	case end > info.Size():
		return h, 0, errors.New("it is cut off")
	case end < info.Size():
		return h, 0, errors.New("there is data after its end")
	case len(h.Codes) == 0 || len(h.Sums) != len(h.Lengths) || uint64(len(h.Lengths)) != 2*h.perSide():
		return h, 0, errors.New("its header contradicts itself")
	}
	return h, blocks, nil
}

// perSide returns the number of blocks for each side to move.
func (h *header) perSide() uint64 { return (h.Size + blockCells - 1) / blockCells }
