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
	flag.StringVar(&r.out, "out", "dist", "write the archives into the folder `DIR`, in place of older ones")
	flag.StringVar(&only, "only", "", "build for these `PLATFORMS` alone: "+strings.Join(names(platforms), ","))
	flag.BoolVar(&r.dirty, "dirty", false, "build what is not committed, too")
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
