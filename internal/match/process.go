package match

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/engine"
)

// lastWords is how long to wait for the remaining output of an engine that has
// ended.
const lastWords = 200 * time.Millisecond

// start runs an engine and returns the connection to it.
func (h *Host) start(e *Engine) (*conn, error) {
	if e.isSelf() {
		if h.Self == nil {
			return nil, errors.New("self is not available here")
		}
		return startSelf(h.Self), nil
	}
	if err := h.unchanged(e); err != nil {
		return nil, err
	}
	return startProcess(e.Command, e.Dir)
}

// startProcess runs a program.
func startProcess(command []string, dir string) (*conn, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = dir
	group := newGroup(cmd)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	// Pipes of our own, because Wait would wait for the end of the output of
	// cmd's, which a grandchild may hold open.
	out, outWrite, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	errs, errsWrite, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, out.Close(), outWrite.Close())
	}
	cmd.Stdout, cmd.Stderr = outWrite, errsWrite
	err = cmd.Start()
	outWrite.Close()
	errsWrite.Close()
	if err != nil {
		out.Close()
		errs.Close()
		return nil, err
	}
	group.started(cmd)
	exited := make(chan struct{})
	go func() {
		_ = cmd.Wait() // ProcessState has the result
		group.kill()   // processes it has left behind
		close(exited)
		time.Sleep(lastWords)
		out.Close()
		errs.Close()
	}()
	last := &tail{}
	heard := make(chan struct{}) // all of its standard error
	go func() {
		defer close(heard)
		listenErrors(errs, last)
	}()
	return newConn(in, out, last, func(grace time.Duration) string {
		status := endProcess(cmd, group, exited, grace)
		select {
		case <-heard:
		case <-time.After(2 * lastWords):
			errs.Close()
		}
		return status
	}), nil
}

// endProcess waits until a program has ended, kills it after a grace period,
// and returns how it ended. It waits at most 5 s for one that cannot be killed.
func endProcess(cmd *exec.Cmd, group *group, exited <-chan struct{}, grace time.Duration) string {
	select {
	case <-exited:
		group.close()
		return cmd.ProcessState.String()
	case <-time.After(grace):
	}
	group.kill()
	select {
	case <-exited:
		group.close()
		return "killed by the referee"
	case <-time.After(5 * time.Second):
		return "cannot be killed"
	}
}

// listenErrors keeps the last lines of a program's standard error.
func listenErrors(errs io.Reader, t *tail) {
	in := bufio.NewReader(errs)
	for {
		piece, err := in.ReadSlice('\n')
		if text := strings.TrimSpace(string(piece)); text != "" {
			t.addError(text)
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return
		}
	}
}

// startSelf runs an engine inside this program. A panic ends only the engine.
// If it does not stop when asked to, it is left running.
func startSelf(talk func(context.Context, io.Reader, io.Writer) error) *conn {
	ctx, cancel := context.WithCancel(context.Background())
	in, inWrite := io.Pipe()
	out, outWrite := io.Pipe()
	last := &tail{}
	ended := make(chan string, 1)
	go func() {
		status := "ended"
		defer func() {
			if cause := recover(); cause != nil {
				status = oneLine(fmt.Sprintf("panic: %v", cause))
				last.crash(status + "\n" + string(debug.Stack()))
			}
			outWrite.Close()
			in.Close()
			ended <- status
		}()
		if err := talk(ctx, in, outWrite); err != nil {
			status = oneLine(err.Error())
			if p := (*engine.Panic)(nil); errors.As(err, &p) {
				last.crash(status + "\n" + string(p.Stack))
			}
		}
	}()
	return newConn(inWrite, out, last, func(grace time.Duration) string {
		defer cancel()
		for range 2 {
			select {
			case status := <-ended:
				return status
			case <-time.After(grace):
				cancel()
				out.Close()
			}
		}
		return "does not end"
	})
}
