package match

import (
	"os/exec"
	"unsafe"

	"golang.org/x/sys/windows"
)

// A group is a program and the processes it has started: a job object, which
// Windows also ends when the referee ends.
type group struct {
	cmd *exec.Cmd
	job windows.Handle // 0 if there is none: then only the program itself is killed
}

// newGroup prepares a program that is about to start: Ctrl-C reaches only the
// referee.
func newGroup(cmd *exec.Cmd) *group {
	cmd.SysProcAttr = &windows.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
	return &group{cmd: cmd}
}

// started puts the program into the job.
func (g *group) started(cmd *exec.Cmd) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{}
	limits.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err == nil {
		err = assign(job, cmd.Process.Pid)
	}
	if err != nil {
		windows.CloseHandle(job)
		return
	}
	g.job = job
}

func assign(job windows.Handle, pid int) error {
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(pid))
	if err != nil {
		return err
	}
	defer windows.CloseHandle(process)
	return windows.AssignProcessToJobObject(job, process)
}

// kill kills whatever is left of the group.
func (g *group) kill() {
	if g.job != 0 {
		_ = windows.TerminateJobObject(g.job, 1)
	}
	_ = g.cmd.Process.Kill() // fails if it has ended, which is fine
}

// close is called when the group is no longer needed.
func (g *group) close() {
	if g.job != 0 {
		windows.CloseHandle(g.job)
		g.job = 0
	}
}
