//go:build unix

package match

import (
	"os/exec"
	"syscall"
)

// A group is a program and the processes it has started.
type group struct{ leader int }

// newGroup puts a program that is about to start into a process group of its
// own, so that Ctrl-C reaches only the referee and the program's children end
// with it.
func newGroup(cmd *exec.Cmd) *group {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return &group{}
}

// started is called when the program is running.
func (g *group) started(cmd *exec.Cmd) { g.leader = cmd.Process.Pid }

// kill kills whatever is left of the group.
func (g *group) kill() {
	_ = syscall.Kill(-g.leader, syscall.SIGKILL) // fails if all have ended, which is fine
}

// close is called when the group is no longer needed.
func (g *group) close() {}
