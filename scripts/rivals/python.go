package main

import (
	"bufio"
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
)

//go:embed pychess.py
var pychess string

// pythonChess talks to python-chess.
type pythonChess struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	// drops says that the game has drops: python-chess counts them as moves without progress.
	drops bool
}

func startPython(path string) (*pythonChess, error) {
	if text, err := exec.Command(path, "-c", "import chess.variant").CombinedOutput(); err != nil {
		printed := strings.TrimSpace(string(text))
		if printed == "" {
			return nil, fmt.Errorf("%s cannot import chess.variant: %w", path, err)
		}
		lines := strings.Split(printed, "\n") // the last one of Python names the cause
		return nil, fmt.Errorf("%s cannot import chess.variant: %w: %s", path, err, lines[len(lines)-1])
	}
	p := &pythonChess{cmd: exec.Command(path, "-c", pychess)}
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewReaderSize(out, 1<<16)
	return p, p.cmd.Start()
}

func (p *pythonChess) name() string { return "python-chess" }

func (p *pythonChess) games() (names []string) {
	names = []string{"chess", "crazyhouse", "atomic", "antichess", "kingofthehill", "racingkings", "horde", "threecheck", "giveaway", "suicide"}
	return append(names, "fischerandom", "fischerandom+crazyhouse", "fischerandom+atomic", "fischerandom+kingofthehill", "fischerandom+threecheck")
}

func (p *pythonChess) close() {
	p.in.Close()
	p.cmd.Wait()
}

// ask sends a question and reads the answer.
func (p *pythonChess) ask(question map[string]any, answer any) error {
	text, err := json.Marshal(question)
	if err != nil {
		return err
	}
	if _, err := p.in.Write(append(text, '\n')); err != nil {
		return fmt.Errorf("python-chess has exited: %w", err)
	}
	line, err := p.out.ReadBytes('\n')
	if err != nil {
		return errors.New("python-chess has exited")
	}
	return json.Unmarshal(line, answer)
}

// begin always sends the start position: python-chess allows castling at the start of suicide,
// other programs do not.
func (p *pythonChess) begin(name string, start game.Position) error {
	base, chess960 := strings.CutPrefix(name, "fischerandom")
	base = strings.TrimPrefix(base, "+")
	base = cmp.Or(base, "chess")
	p.drops = base == "crazyhouse"
	return p.ask(map[string]any{"begin": base, "chess960": chess960, "fen": start.FEN()}, &struct{}{})
}

func (p *pythonChess) push(uci string) error {
	return p.ask(map[string]any{"push": uci}, &struct{}{})
}

func (p *pythonChess) look() (view, error) {
	var answer struct {
		Moves map[string]string
		Fen   string
		End   end
	}
	err := p.ask(map[string]any{"look": true}, &answer)
	return view{answer.Moves, answer.Fen, answer.End, p.drops}, err
}
