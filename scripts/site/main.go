// Site writes the page that is its own server into a folder: docs/site.md says what to do
// with it.
//
//	go run ./scripts/site -out DIR
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/heterodox-chess/heterodox/internal/site"
)

func main() {
	out := flag.String("out", "", "write the files into the folder `DIR`, in place of an older version")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := write(ctx, *out, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "site:", strings.ReplaceAll(err.Error(), "\n", "; "))
		os.Exit(1)
	}
}

func write(ctx context.Context, out string, rest []string) error {
	switch {
	case len(rest) > 0:
		return fmt.Errorf("unexpected argument %.40q", rest[0])
	case out == "":
		return fmt.Errorf("say where: -out DIR")
	}
	program, err := site.Build(ctx, ".")
	if err != nil {
		return err
	}
	files, err := site.Files(program)
	if err != nil {
		return err
	}
	if err := site.Write(out, files); err != nil {
		return err
	}
	sum := 0
	for name, content := range files {
		if sum += len(content); filepath.Base(name) == "heterodox.wasm.gz" {
			fmt.Printf("program %.2f MB, networks apart\n", float64(len(content))/1e6)
		}
	}
	fmt.Printf("%d files, %.1f MB, in %s\n", len(files), float64(sum)/1e6, out)
	return nil
}
