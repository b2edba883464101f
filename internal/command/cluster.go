package command

import (
	"context"
	"errors"

	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/internal/jobs"
)

// A Cluster lets many machines do the work of a command, if its flags ask for that.
type Cluster interface {
	AddFlags(flags *pflag.FlagSet)
	// Check returns an error that names a bad flag.
	Check(flags *pflag.FlagSet) error
	// Asked reports whether the flags ask for other machines.
	Asked() bool
	// Do does a job on all machines that join, and returns as jobs.Run does.
	Do(ctx context.Context, std Stdio, w Work) error
}

// Work is a job that many machines may do.
type Work struct {
	Job    jobs.Job
	Ledger string // the file that keeps it
	// Slots are the tasks that this machine does at a time, 0 for none, and HashMB
	// the table of those that count, in MiB.
	Slots, HashMB int
	Progress      func() jobs.Progress
	Tell          func() // is called as something happens; it may be nil
}

// noCluster is that of a program without.
type noCluster struct{}

func (noCluster) AddFlags(*pflag.FlagSet)    {}
func (noCluster) Check(*pflag.FlagSet) error { return nil }
func (noCluster) Asked() bool                { return false }
func (noCluster) Do(context.Context, Stdio, Work) error {
	return errors.New("heterodox runs on one machine; use heterodox-lab")
}

// LeastSlots is how many tasks at a time this machine has to do: none if others may.
func LeastSlots(c Cluster) int {
	if c.Asked() {
		return 0
	}
	return 1
}
