//go:build !unix && !windows

package match

import "os/exec"

// A group is a program; processes that it starts are not tracked on this
// system.
type group struct{ cmd *exec.Cmd }

func newGroup(cmd *exec.Cmd) *group { return &group{cmd} }

func (g *group) started(*exec.Cmd) {}

func (g *group) kill() { _ = g.cmd.Process.Kill() }

func (g *group) close() {}
