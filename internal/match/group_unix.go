//go:build unix

package match

import (
	"os/exec"
	"syscall"
)

// ownGroup puts a program that is to be started into a process group of its
// own: Ctrl-C is for the referee, and what the program starts ends with it.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills a program and what it has started.
func killGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // fails if it has ended, which is as good
}
