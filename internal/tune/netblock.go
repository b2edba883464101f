package tune

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
)

// A netSample is a position as a network is fitted to it. Score and result are from the
// point of view of the side to move.
type netSample struct {
	us, them    []uint16 // the active inputs, from the point of view of the side to move and of the other
	bucket      uint8
	base, scale float32 // see game.NetSample
	score       int16
	result      uint8 // in half points, or noResult
}

// noResult is the result of a sample that the game did not come to: it was only searched.
const noResult = 3

// A sample on disk: flags, the score, base and scale unless they are 0 and 1, and for each
// side the number of inputs and, in ascending order, the differences between successive
// inputs as varints. In chess that takes about 75 bytes.
const (
	sampleResult = 3 // flags: two bits of the result, three of the bucket
	sampleBucket = 2
	samplePlain  = 1 << 5 // base 0 and scale 1
)

// mostInputs is the maximum number of active inputs of a side.
const mostInputs = 255

// appendTo appends the sample in the format of a block. It sorts the inputs.
func (s *netSample) appendTo(block []byte) []byte {
	flags := s.result | s.bucket<<sampleBucket
	plain := s.base == 0 && s.scale == 1
	if plain {
		flags |= samplePlain
	}
	block = binary.LittleEndian.AppendUint16(append(block, flags), uint16(s.score))
	if !plain {
		block = binary.LittleEndian.AppendUint32(block, math.Float32bits(s.base))
		block = binary.LittleEndian.AppendUint32(block, math.Float32bits(s.scale))
	}
	for _, list := range [2][]uint16{s.us, s.them} {
		slices.Sort(list)
		block = append(block, uint8(len(list)))
		last := uint16(0)
		for _, input := range list {
			block = binary.AppendUvarint(block, uint64(input-last))
			last = input
		}
	}
	return block
}

var errBlock = errors.New("a block of samples is damaged")

// read reads a sample from the start of a block, and returns the rest. It overwrites the
// lists of the previous sample.
func (s *netSample) read(block []byte) ([]byte, error) {
	if len(block) < 3 {
		return nil, errBlock
	}
	flags := block[0]
	s.result, s.bucket = flags&sampleResult, flags>>sampleBucket&7
	s.score = int16(binary.LittleEndian.Uint16(block[1:]))
	s.base, s.scale, block = 0, 1, block[3:]
	if flags&samplePlain == 0 {
		if len(block) < 8 {
			return nil, errBlock
		}
		s.base, s.scale = math.Float32frombits(binary.LittleEndian.Uint32(block)), math.Float32frombits(binary.LittleEndian.Uint32(block[4:]))
		block = block[8:]
	}
	for _, list := range [2]*[]uint16{&s.us, &s.them} {
		if len(block) == 0 {
			return nil, errBlock
		}
		n := int(block[0])
		block = block[1:]
		inputs, input := (*list)[:0], uint16(0)
		for range n {
			step, size := uint64(0), 1
			if len(block) > 0 && block[0] < 0x80 {
				step = uint64(block[0])
			} else if step, size = binary.Uvarint(block); size <= 0 {
				return nil, errBlock
			}
			input += uint16(step)
			inputs, block = append(inputs, input), block[size:]
		}
		*list = inputs
	}
	return block, nil
}

// A netBlock is a random part of the samples, in a file that is created when the first one
// is added.
type netBlock struct {
	name    string
	file    *os.File
	out     *bufio.Writer
	samples int
	bytes   int64
}

// numBlocks is the number of blocks that the samples are dealt into. One group of blocks is
// in memory while the next is read, so that hundreds of millions of samples need a few
// hundred megabytes.
const numBlocks = 256

// add adds a sample in the format of appendTo.
func (b *netBlock) add(text []byte) (err error) {
	if b.file == nil {
		if b.file, err = os.Create(b.name); err != nil {
			return err
		}
		b.out = bufio.NewWriterSize(b.file, 1<<15)
	}
	b.samples++
	b.bytes += int64(len(text))
	_, err = b.out.Write(text)
	return err
}

// load appends the samples of the block to text.
func (b *netBlock) load(text []byte) ([]byte, error) {
	if b.file == nil {
		return text, nil
	}
	if err := b.out.Flush(); err != nil {
		return text, err
	}
	at := len(text)
	text = slices.Grow(text, int(b.bytes))[:at+int(b.bytes)]
	if _, err := b.file.ReadAt(text[at:], 0); err != nil {
		return text, fmt.Errorf("%s: %w", b.name, err)
	}
	return text, nil
}

func (b *netBlock) close() {
	if b.file != nil {
		b.file.Close()
	}
}

// A netGroup holds the samples of some blocks in memory.
type netGroup struct {
	text   []byte
	starts []int // of the samples in text, in the order of use
}

// load reads blocks into the group. It checks every sample, including that its inputs are
// below width.
func (g *netGroup) load(blocks []*netBlock, width int) (err error) {
	g.text, g.starts = g.text[:0], g.starts[:0]
	for _, b := range blocks {
		if g.text, err = b.load(g.text); err != nil {
			return err
		}
	}
	var s netSample
	for rest := g.text; len(rest) > 0; {
		g.starts = append(g.starts, len(g.text)-len(rest))
		if rest, err = s.read(rest); err != nil {
			return err
		}
		for _, list := range [2][]uint16{s.us, s.them} {
			if n := len(list); n > 0 && int(list[n-1]) >= width {
				return errBlock
			}
		}
	}
	return nil
}
