package replay

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"
)

// Open opens a text file, or std for the name "-", and unpacks gzip or zstd, whatever the file
// is called. Reading ends when the context does, even if it waits for a terminal.
func Open(ctx context.Context, name string, std io.Reader) (io.ReadCloser, error) {
	in, closers := std, closers{}
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		in, closers = f, append(closers, f.Close)
	}
	text := untilDone(ctx, in)
	closers = append(closers, text.Close)
	unpacked, close, err := unpack(text)
	if err != nil {
		return nil, errors.Join(err, closers.Close())
	}
	return struct {
		io.Reader
		io.Closer
	}{unpacked, append(closers, close)}, nil
}

type closers []func() error

// Close closes in reverse order of opening.
func (c closers) Close() (err error) {
	for i := len(c) - 1; i >= 0; i-- {
		err = errors.Join(err, c[i]())
	}
	return err
}

// maxWindow bounds the memory that unpacking takes.
const maxWindow = 128 << 20

// unpack returns the text that a reader holds, packed or not.
func unpack(in io.Reader) (text io.Reader, close func() error, err error) {
	buffered := bufio.NewReaderSize(in, 1<<16)
	switch head, _ := buffered.Peek(4); { // a short text is not packed
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(buffered)
		if err != nil {
			return nil, nil, err
		}
		return z, z.Close, nil
	case bytes.Equal(head, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(buffered, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, nil, err
		}
		return z, func() error { z.Close(); return nil }, nil
	}
	return buffered, func() error { return nil }, nil
}

// untilDone returns a reader of in that ends when the context does.
func untilDone(ctx context.Context, in io.Reader) io.ReadCloser {
	out, copied := io.Pipe()
	go func() {
		_, err := io.Copy(copied, in)
		copied.CloseWithError(err) // nil ends the text
	}()
	context.AfterFunc(ctx, func() { out.CloseWithError(ctx.Err()) })
	return out
}
