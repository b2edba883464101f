//go:build unix

package match

import (
	"os/exec"
	"syscall"
)

// A group is a program and what it has started.
type group struct{ leader int }

// newGroup puts a program that is to be started into a process group of its
// own: Ctrl-C is for the referee, and what the program starts ends with it.
func newGroup(cmd *exec.Cmd) *group {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return &group{}
}

// started is told that the program runs.
func (g *group) started(cmd *exec.Cmd) { g.leader = cmd.Process.Pid }

// kill kills all of the group that is left.
func (g *group) kill() {
	_ = syscall.Kill(-g.leader, syscall.SIGKILL) // fails if all have ended, which is as good
}

// close is told that the group is not needed any more.
func (g *group) close() {}
