package tune

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// PackedExt is the file name extension of records that are compressed by Zstandard. The
// positions of a game are much alike: a record takes 12 to 15 bytes.
const PackedExt = ".zst"

// packedMagic begins a compressed file (RFC 8878, 3.1.1).
var packedMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}

// Pack returns a writer to a file: it compresses if the name ends in PackedExt. Close ends
// the compressed data, and leaves the file open.
func Pack(file io.Writer, name string) (io.WriteCloser, error) {
	if !strings.HasSuffix(name, PackedExt) {
		return unpacked{file}, nil
	}
	return zstd.NewWriter(file, zstd.WithEncoderConcurrency(1))
}

type unpacked struct{ io.Writer }

func (unpacked) Close() error { return nil }

// Unpack returns the text of a file, compressed or not. close releases its resources.
func Unpack(file io.Reader) (text io.Reader, close func(), err error) {
	buffered := bufio.NewReaderSize(file, 1<<16)
	if begin, _ := buffered.Peek(len(packedMagic)); !bytes.Equal(begin, packedMagic) {
		return buffered, func() {}, nil
	}
	z, err := zstd.NewReader(buffered, zstd.WithDecoderMaxWindow(1<<27))
	if err != nil {
		return nil, nil, err
	}
	return z, z.Close, nil
}
