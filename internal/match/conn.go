package match

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

const (
	maxLine  = 256 << 10 // bytes; longer lines are cut
	maxFlood = 16 << 20  // bytes that an engine may send between two commands
)

// Errors of the other end.
var (
	errSilent = errors.New("no answer")
	errGone   = errors.New("the engine has ended")
	errFlood  = fmt.Errorf("more than %d MiB of output at once", maxFlood>>20)
	errDeaf   = errors.New("the engine does not read its input")
)

// A line is a line from the other end and its time of arrival.
type line struct {
	text string
	at   time.Time
	size int // bytes before the cut
}

// A conn exchanges lines with an engine. No method blocks longer than its time
// limit, whatever the engine does. It is not safe for concurrent use.
type conn struct {
	commands chan string   // on their way to the engine
	lines    chan line     // from the engine; closed at the end of its output
	out      io.Closer     // the source of lines
	closed   chan struct{} // closed by close
	heard    int           // bytes since the last command
	tail     *tail
	// end makes the engine end within a grace period and returns how it ended.
	end    func(grace time.Duration) string
	status string // how it ended
}

// newConn communicates over a pair of pipes. end ends the engine; everything it
// writes is also added to last.
func newConn(in io.WriteCloser, out io.ReadCloser, last *tail, end func(time.Duration) string) *conn {
	c := &conn{
		commands: make(chan string, 64),
		lines:    make(chan line, 64),
		out:      out,
		closed:   make(chan struct{}),
		tail:     last,
		end:      end,
	}
	go c.listen(out)
	go c.speak(in)
	return c
}

// listen passes on the engine's output until it ends.
func (c *conn) listen(out io.Reader) {
	defer close(c.lines)
	in := bufio.NewReaderSize(out, maxLine)
	for {
		piece, err := in.ReadSlice('\n')
		l := line{text: strings.TrimSpace(string(piece)), at: time.Now(), size: len(piece)}
		for errors.Is(err, bufio.ErrBufferFull) {
			piece, err = in.ReadSlice('\n')
			l.size += len(piece)
			if l.size > maxFlood {
				break // await reports it, if anyone is waiting
			}
		}
		if l.text != "" {
			c.tail.add(l.text)
		}
		if l.size > 0 {
			select {
			case c.lines <- l:
			case <-c.closed:
				return
			}
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return
		}
	}
}

// speak writes the commands to the engine.
func (c *conn) speak(in io.WriteCloser) {
	defer in.Close()
	for {
		select {
		case text := <-c.commands:
			if _, err := io.WriteString(in, text+"\n"); err != nil {
				return // listen will see the end of the output
			}
		case <-c.closed:
			return
		}
	}
}

// send queues a command for the engine.
func (c *conn) send(text string) error {
	c.heard = 0
	select {
	case c.commands <- text:
		return nil
	default:
		return errDeaf
	}
}

// await returns the first line that is wanted. It gives up after the time of
// patience.
func (c *conn) await(ctx context.Context, patience time.Duration, wanted func(string) bool) (line, error) {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for {
		select {
		case l, ok := <-c.lines:
			if !ok {
				return line{}, errGone
			}
			if c.heard += l.size; c.heard > maxFlood {
				return line{}, errFlood
			}
			if wanted(l.text) {
				return l, nil
			}
		case <-timer.C:
			return line{}, errSilent
		case <-ctx.Done():
			return line{}, ctx.Err()
		}
	}
}

// close ends the engine, gently if possible, and returns how it ended. It may
// be called again. An engine that cannot be ended is left running.
func (c *conn) close(grace time.Duration) string {
	select {
	case <-c.closed:
		return c.status
	default:
	}
	_ = c.send("quit")
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		for range c.lines { // so that the engine is not blocked on its output
		}
	}()
	c.status = c.end(grace)
	wait := func() {
		select {
		case <-drained:
		case <-time.After(2 * lastWords):
		}
	}
	wait()
	close(c.closed)
	c.out.Close()
	wait()
	return c.status
}
