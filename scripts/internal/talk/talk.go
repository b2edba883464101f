// Package talk exchanges lines with UCI engines, for scripts that compare programs. It waits for
// answers without a time limit.
package talk

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// An Engine is a running program that speaks UCI. It is not safe for concurrent use.
type Engine struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

// Start runs a program.
func Start(program string) (*Engine, error) {
	e := &Engine{cmd: exec.Command(program)}
	var err error
	if e.in, err = e.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := e.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	e.out = bufio.NewScanner(out)
	e.out.Buffer(nil, 1<<20)
	return e, e.cmd.Start()
}

// Ask sends commands and returns the lines of the answer, trimmed, up to and including the first
// that begins with last.
func (e *Engine) Ask(last string, commands ...string) (lines []string, err error) {
	if _, err := io.WriteString(e.in, strings.Join(commands, "\n")+"\n"); err != nil {
		return nil, fmt.Errorf("%s has exited: %w", e.cmd.Path, err)
	}
	for e.out.Scan() {
		line := strings.TrimSpace(e.out.Text())
		if lines = append(lines, line); strings.HasPrefix(line, last) {
			return lines, nil
		}
	}
	if err := e.out.Err(); err != nil {
		return lines, fmt.Errorf("%s: %w", e.cmd.Path, err)
	}
	return lines, fmt.Errorf("%s has exited", e.cmd.Path)
}

// Variants returns the games that the engine lists in its option UCI_Variant, none if it
// has no such option.
func (e *Engine) Variants() (names []string, err error) {
	lines, err := e.Ask("uciok", "uci")
	for _, line := range lines {
		if rest, ok := strings.CutPrefix(line, "option name UCI_Variant "); ok {
			for _, name := range strings.Split(rest, " var ")[1:] {
				names = append(names, strings.TrimSpace(name))
			}
		}
	}
	return names, err
}

// Close tells the engine to quit, waits until it has, and returns its state.
func (e *Engine) Close() (*os.ProcessState, error) {
	_, _ = io.WriteString(e.in, "quit\n") // if it has ended already, Wait says so
	e.in.Close()
	for e.out.Scan() {
	}
	err := e.cmd.Wait()
	return e.cmd.ProcessState, err
}
