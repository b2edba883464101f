// Release builds the archives of a release, with the same bytes for the same commit and version
// of Go: docs/release.md says what is in them.
//
//	go run ./scripts/release [-out DIR] [-only linux/amd64,…] [-dirty]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
)

func main() {
	var r release
	var only string
	flag.StringVar(&r.out, "out", "dist", "write the archives to the folder `DIR`, replacing older ones")
	flag.StringVar(&only, "only", "", "build only for these `PLATFORMS`: "+strings.Join(names(platforms), ","))
	flag.BoolVar(&r.dirty, "dirty", false, "also build uncommitted changes")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := fmt.Errorf("unexpected argument %.40q", flag.Arg(0))
	if flag.NArg() == 0 {
		if r.platforms, err = choose(only); err == nil {
			r.log = os.Stdout
			err = r.run(ctx)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", strings.ReplaceAll(err.Error(), "\n", "; "))
		os.Exit(1)
	}
}
