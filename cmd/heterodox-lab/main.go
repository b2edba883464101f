// Heterodox-lab has the commands of heterodox and further ones: tune fits the numbers of the
// evaluation, solve searches for forced wins, tables makes endgame tables, and cluster, work
// and --cluster let many machines fit, solve, count and play.
package main

import (
	"github.com/spf13/cobra"

	"github.com/heterodox-chess/heterodox/internal/command"
)

var lab = command.Program{
	Name:    "heterodox-lab",
	About:   "It has all the commands of heterodox, and also tune, solve, cluster and work.",
	Cluster: func() command.Cluster { return &clusterFlags{} },
	Tables:  makeTables,
	More: func() []*cobra.Command {
		return []*cobra.Command{tuneCommand(), workCommand(), clusterCommand(), solveCommand(), docsCommand()}
	},
}

func main() { lab.Main() }
