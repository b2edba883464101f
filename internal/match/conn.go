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
	maxLine  = 256 << 10 // bytes; what is longer is cut
	maxFlood = 16 << 20  // bytes that an engine may say between two commands
)

// What can go wrong with the other end.
var (
	errSilent = errors.New("no answer")
	errGone   = errors.New("the engine has ended")
	errFlood  = fmt.Errorf("more than %d MiB of output at once", maxFlood>>20)
	errDeaf   = errors.New("the engine does not read its input")
)

// A line is what the other end said, and when.
type line struct {
	text string
	at   time.Time
	size int // bytes, before it was cut
}

// A conn exchanges lines with an engine. None of its methods blocks longer than
// it is told to, whatever the engine does. It is not safe for concurrent use.
type conn struct {
	commands chan string   // on their way to the engine
	lines    chan line     // from it; closed at their end
	out      io.Closer     // what they are read from
	closed   chan struct{} // closed by close
	heard    int           // bytes since the last command
	tail     *tail
	// end makes the engine end, within a grace, and says how it ended.
	end    func(grace time.Duration) string
	status string // how it ended
}

// newConn talks over a pair of pipes. The engine is to be ended with end; what
// else it says comes to last.
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

// listen passes on what the engine says, until it says no more.
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
				break // it will be judged, if anyone listens
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

// speak writes the commands.
func (c *conn) speak(in io.WriteCloser) {
	defer in.Close()
	for {
		select {
		case text := <-c.commands:
			if _, err := io.WriteString(in, text+"\n"); err != nil {
				return // the end of its output will tell
			}
		case <-c.closed:
			return
		}
	}
}

// send gives a command on its way.
func (c *conn) send(text string) error {
	c.heard = 0
	select {
	case c.commands <- text:
		return nil
	default:
		return errDeaf
	}
}

// await returns the first line that is wanted. It gives up after a time.
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

// close ends the engine, gently if it is willing, and returns how it ended. It
// may be called again. An engine that cannot be ended is left behind.
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
		for range c.lines { // so that nothing holds it up
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
