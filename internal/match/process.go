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
)

// start runs an engine and returns the connection to it.
func (c *Config) start(e *Engine) (*conn, error) {
	if e.isSelf() {
		if c.Self == nil {
			return nil, errors.New("there is no engine called self here")
		}
		return startSelf(c.Self), nil
	}
	return startProcess(e.Command, e.Dir)
}

// startProcess runs a program.
func startProcess(command []string, dir string) (*conn, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = dir
	ownGroup(cmd)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	// Pipes of our own: Wait then does not wait for the end of the output,
	// which a grandchild may hold open.
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
	exited := make(chan struct{})
	go func() {
		_ = cmd.Wait() // its state is asked for below
		close(exited)
		time.Sleep(200 * time.Millisecond) // its last words
		out.Close()
		errs.Close()
	}()
	heard := make(chan struct{}) // all of its standard error
	c := newConn(in, out, func(grace time.Duration) string {
		select {
		case <-exited:
			select {
			case <-heard:
			case <-time.After(grace):
			}
			return cmd.ProcessState.String()
		case <-time.After(grace):
		}
		killGroup(cmd)
		select {
		case <-exited:
			return "killed by the referee"
		case <-time.After(5 * time.Second):
			return "cannot be killed"
		}
	})
	go func() {
		defer close(heard)
		listenErrors(errs, c.tail)
	}()
	return c, nil
}

// listenErrors keeps the last lines of a program's standard error.
func listenErrors(errs io.Reader, t *tail) {
	in := bufio.NewReader(errs)
	for {
		piece, err := in.ReadSlice('\n')
		if text := strings.TrimSpace(string(piece)); text != "" {
			t.add("stderr: " + text)
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return
		}
	}
}

// startSelf runs an engine inside this program. If it does not end when it is
// told to, it is left behind.
func startSelf(talk func(context.Context, io.Reader, io.Writer) error) *conn {
	ctx, cancel := context.WithCancel(context.Background())
	in, inWrite := io.Pipe()
	out, outWrite := io.Pipe()
	ended := make(chan string, 1)
	go func() {
		status := "ended"
		defer func() {
			if cause := recover(); cause != nil {
				status = fmt.Sprintf("panic: %v\n%s", cause, debug.Stack())
			}
			outWrite.Close()
			in.Close()
			ended <- status
		}()
		if err := talk(ctx, in, outWrite); err != nil {
			status = err.Error()
		}
	}()
	return newConn(inWrite, out, func(grace time.Duration) string {
		defer cancel()
		defer out.Close()
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
