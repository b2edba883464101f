package spsa

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/heterodox-chess/heterodox/internal/match"
)

// A Param is an option to be tuned.
type Param struct {
	Name            string
	Start, Min, Max float64
	// CEnd is the perturbation of the value in the last pair, REnd the share of it by which
	// the value then moves per game of the winning margin.
	CEnd, REnd float64
}

// The defaults: CEnd is the range divided by usualParts, REnd is usualREnd.
const (
	usualParts = 20
	usualREnd  = 0.002
)

// Params are parameters with distinct names, as listed on a command line and in files.
type Params struct {
	List []Param
	bare map[string]bool // given without numbers
}

// Add parses a parameter: NAME,START,MIN,MAX,C_END,R_END as in fishtest, or with the type
// int after the name as in OpenBench, or NAME alone, in which case Complete sets the
// numbers.
func (p *Params) Add(line string) error {
	fields := strings.Split(line, ",")
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	name := fields[0]
	if name == "" || strings.ContainsAny(name, "\r\n") {
		return fmt.Errorf("%.60q: the name of an option is missing", line)
	}
	for i := range p.List {
		if strings.EqualFold(p.List[i].Name, name) {
			return fmt.Errorf("%.40s is listed twice", name)
		}
	}
	if len(fields) == 1 {
		if p.bare == nil {
			p.bare = map[string]bool{}
		}
		p.bare[name] = true
		p.List = append(p.List, Param{Name: name})
		return nil
	}
	if len(fields) == 7 {
		if fields[1] != "int" {
			return fmt.Errorf("%.40s: the type of a UCI option is int, not %.20q", name, fields[1])
		}
		fields = append(fields[:1], fields[2:]...)
	}
	if len(fields) != 6 {
		return fmt.Errorf("%.60q: expected NAME,START,MIN,MAX,C_END,R_END", line)
	}
	param := Param{Name: name}
	for i, to := range []*float64{&param.Start, &param.Min, &param.Max, &param.CEnd, &param.REnd} {
		x, err := strconv.ParseFloat(fields[i+1], 64)
		if err != nil || math.Abs(x) > 1e15 || math.IsNaN(x) {
			return fmt.Errorf("%.40s: %.20q is not a number", name, fields[i+1])
		}
		*to = x
	}
	if err := param.check(); err != nil {
		return fmt.Errorf("%.40s: %w", name, err)
	}
	p.List = append(p.List, param)
	return nil
}

func (p *Param) check() error {
	switch {
	case p.Min != math.Trunc(p.Min) || p.Max != math.Trunc(p.Max):
		return fmt.Errorf("MIN %s and MAX %s are not whole numbers", number(p.Min), number(p.Max))
	case p.Min >= p.Max:
		return fmt.Errorf("MIN %s is not below MAX %s", number(p.Min), number(p.Max))
	case p.Start < p.Min || p.Start > p.Max:
		return fmt.Errorf("START %s is not in %s..%s", number(p.Start), number(p.Min), number(p.Max))
	case p.CEnd <= 0 || p.CEnd > p.Max-p.Min:
		return fmt.Errorf("C_END %s is not above 0, or exceeds the range %s..%s", number(p.CEnd), number(p.Min), number(p.Max))
	case p.REnd <= 0 || p.REnd > 100:
		return fmt.Errorf("R_END %s is not above 0, or exceeds 100", number(p.REnd))
	}
	return nil
}

// Read adds the parameters of a file, one per line. It skips empty lines and those that
// begin with #. An error names the line.
func (p *Params) Read(in io.Reader) error {
	lines := bufio.NewScanner(in)
	n := 1
	for ; lines.Scan(); n++ {
		line := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if line == "" || line[0] == '#' {
			continue
		}
		if err := p.Add(line); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %w", n, err)
	}
	return nil
}

// Names returns the names.
func (p *Params) Names() []string {
	names := make([]string, len(p.List))
	for i := range names {
		names[i] = p.List[i].Name
	}
	return names
}

// Complete compares the parameters with an engine's descriptions of these options, in the
// same order: it must accept all values. Those without numbers start at the engine's
// default.
func (p *Params) Complete(spins []match.Spin) error {
	for i, s := range spins {
		param := &p.List[i]
		low, high := float64(s.Min), float64(s.Max)
		if p.bare[param.Name] {
			*param = Param{param.Name, float64(s.Initial), low, high, (high - low) / usualParts, usualREnd}
			if err := param.check(); err != nil {
				return fmt.Errorf("%.40s: the engine's description of this option: %w", param.Name, err)
			}
		}
		if param.Min < low || param.Max > high {
			return fmt.Errorf("%.40s: %s..%s is not within the engine's range %d..%d", param.Name, number(param.Min), number(param.Max), s.Min, s.Max)
		}
		param.Name = s.Name
	}
	return nil
}

// String returns the parameter in the format of Add.
func (p Param) String() string {
	return strings.Join([]string{p.Name, number(p.Start), number(p.Min), number(p.Max), number(p.CEnd), number(p.REnd)}, ", ")
}

// number formats a number with as many digits as it needs.
func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
