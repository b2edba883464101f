package command

import (
	"context"
	"errors"

	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/internal/jobs"
)

// A Cluster lets many machines do the work of a command, if its flags say so.
type Cluster interface {
	AddFlags(flags *pflag.FlagSet)
	// Check returns an error that names a bad flag.
	Check(flags *pflag.FlagSet) error
	// Asked reports whether the flags request other machines.
	Asked() bool
	// Do does a job on all machines that join, and returns like jobs.Run.
	Do(ctx context.Context, std Stdio, w Work) error
}

// Work is a job that many machines can do.
type Work struct {
	Job    jobs.Job
	Ledger string // the file that stores its results
	// Slots is the number of tasks that this machine does at a time, 0 for none; HashMB is the
	// size of the hash table for counting, in MiB.
	Slots, HashMB int
	Progress      func() jobs.Progress
	Tell          func() // called when something happens; may be nil
}

// noCluster is the Cluster of a program that does not support other machines.
type noCluster struct{}

func (noCluster) AddFlags(*pflag.FlagSet)    {}
func (noCluster) Check(*pflag.FlagSet) error { return nil }
func (noCluster) Asked() bool                { return false }
func (noCluster) Do(context.Context, Stdio, Work) error {
	return errors.New("heterodox runs on one machine; use heterodox-lab")
}

// LeastSlots is the minimum number of slots on this machine: none if other machines can join.
func LeastSlots(c Cluster) int {
	if c.Asked() {
		return 0
	}
	return 1
}
