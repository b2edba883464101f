// Site writes the page that is its own server into a folder, and the npm package of the
// same program into another: docs/site.md and docs/npm.md say what to do with them.
//
//	go run ./scripts/site -out DIR -npm DIR
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"

	"github.com/heterodox-chess/heterodox/internal/site"
)

func main() {
	out := flag.String("out", "", "write the page to the folder `DIR`, replacing an older version")
	npm := flag.String("npm", "", "write the npm package to the folder `DIR`, replacing an older version")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := write(ctx, *out, *npm, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "site:", strings.ReplaceAll(err.Error(), "\n", "; "))
		os.Exit(1)
	}
}

func write(ctx context.Context, out, npm string, rest []string) error {
	switch {
	case len(rest) > 0:
		return fmt.Errorf("unexpected argument %.40q", rest[0])
	case out == "" && npm == "":
		return fmt.Errorf("expected -out DIR or -npm DIR")
	}
	program, err := site.Build(ctx, ".")
	if err != nil {
		return err
	}
	if out != "" {
		files, err := site.Files(program)
		if err == nil {
			err = site.Write(out, files)
		}
		if err != nil {
			return err
		}
		tell(out, files)
	}
	if npm != "" {
		licence, err := os.ReadFile("LICENSE")
		if err != nil {
			return err
		}
		files, err := site.Package(program, "0.0.0", licence)
		if err == nil {
			err = site.Write(npm, files)
		}
		if err != nil {
			return err
		}
		tell(npm, files)
	}
	return nil
}

// tell prints the size of a folder.
func tell(dir string, files map[string][]byte) {
	sum, program := 0, 0
	for name, content := range files {
		if sum += len(content); strings.HasSuffix(name, ".wasm.gz") {
			program = len(content)
		}
	}
	fmt.Printf("%s: %d files, %.1f MB; the program %.2f MB\n", dir, len(files), float64(sum)/1e6, float64(program)/1e6)
}
