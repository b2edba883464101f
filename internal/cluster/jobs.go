// Package cluster does the jobs of package jobs on many machines: a coordinator hands
// out their tasks through NATS, and workers do them.
package cluster

import "github.com/heterodox-chess/heterodox/internal/jobs"

// What is done, as package jobs has it.
type (
	Job      = jobs.Job
	Task     = jobs.Task
	Result   = jobs.Result
	Doer     = jobs.Doer
	Kinds    = jobs.Kinds
	Progress = jobs.Progress
	Conflict = jobs.Conflict
)
