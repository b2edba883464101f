package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/internal/film"
	"github.com/heterodox-chess/heterodox/pgn"
	"github.com/heterodox-chess/heterodox/picture"
	"github.com/heterodox-chess/heterodox/table"
	"github.com/heterodox-chess/heterodox/variants"
)

// longestGame limits the size of a game that is drawn.
const longestGame = 4 << 20

// film returns an animation of the game that the flags name.
func (f boardFlags) film(ctx context.Context) (picture.Animation, error) {
	text, err := nthGame(ctx, f.game, f.number)
	if err != nil {
		return picture.Animation{}, fmt.Errorf("--game %s: %w", f.game, err)
	}
	t, err := table.Parse(text, variants.Open, nil)
	if err != nil {
		return picture.Animation{}, fmt.Errorf("--game %s: %w", f.game, err)
	}
	defer t.Close()
	a, err := film.Of(t, film.Last(t), f.dress)
	if err == nil {
		err = f.checkDrawn(t.State().Record.Position().Rules(), nil)
	}
	a.Delay, a.End, a.Stop = f.pace, min(3*f.pace, picture.MaxDelay), ctx.Err
	return a, err
}

// A stoppableReader fails once its context has ended.
type stoppableReader struct {
	ctx context.Context
	io.Reader
}

func (r stoppableReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

// nthGame returns the text of a game in a regular file: PGN, or a saved cube, which is JSON.
func nthGame(ctx context.Context, name string, n int) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is not a regular file")
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	head := make([]byte, 512)
	size, err := io.ReadFull(file, head)
	if head = head[:size]; err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	if n == 1 && table.IsJSON(head) {
		rest, err := io.ReadAll(io.LimitReader(file, longestGame))
		return append(head, rest...), err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	r, from := pgn.NewReader(stoppableReader{ctx, file}), int64(0)
	for i := 1; ; i++ {
		g, err := r.Next()
		to, _ := r.Offset()
		var wrong *pgn.SyntaxError
		switch {
		case g == nil && err == nil && i == 1:
			return nil, errors.New("there is no game in it")
		case g == nil && err == nil:
			return nil, fmt.Errorf("--number %d: it has %s", n, english.Count(i-1, "game"))
		case err != nil && (i == n || !errors.As(err, &wrong)):
			return nil, err
		case i == n && to-from > longestGame:
			return nil, fmt.Errorf("its game %d has %d bytes, more than %d", n, to-from, longestGame)
		case i == n:
			text := make([]byte, to-from)
			_, err := file.ReadAt(text, from)
			return bytes.TrimSpace(text), err
		}
		from = to
	}
}
