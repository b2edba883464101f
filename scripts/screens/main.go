// Screens takes pictures of every page of the program, as a desktop, a phone upright and
// sideways, and a dark desktop show it, and of the boards of many games, and writes them
// into a directory as PNG.
//
//	go run ./scripts/screens -out /tmp/screens
//	go run ./scripts/screens -out /tmp/screens -only lobby,saved
//	go run ./scripts/screens -out /tmp/screens -only boards
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chromedp/chromedp"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/chromium"
	"github.com/heterodox-chess/heterodox/internal/serve"
	"github.com/heterodox-chess/heterodox/internal/serve/web"
	"github.com/heterodox-chess/heterodox/variants"
)

// key is the key of the server whose pages are shown.
const key = "SCREENS"

func main() {
	out := flag.String("out", "screens", "write the pictures to `DIR`")
	only := flag.String("only", "", "take these `PAGES` only, separated by commas")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *out, *only); err != nil {
		fmt.Fprintln(os.Stderr, "screens:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out, only string) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	wanted, names := pages, strings.Split(only, ",")
	if i := slices.Index(names, "boards"); i >= 0 || only == "" {
		if err := drawBoards(out); err != nil || only == "boards" {
			return err
		}
		names = slices.DeleteFunc(names, func(name string) bool { return name == "boards" })
	}
	if only != "" {
		wanted = slices.DeleteFunc(slices.Clone(pages), func(p page) bool { return !slices.Contains(names, p.name) })
		if len(wanted) < len(names) {
			return fmt.Errorf("unknown page in %q", only)
		}
	}
	ctx, end := context.WithCancel(ctx)
	defer end()
	for _, p := range wanted {
		for _, f := range forms {
			if err := one(ctx, out, p, f); err != nil {
				return fmt.Errorf("%s, %s: %w", p.name, f.name, err)
			}
		}
	}
	return nil
}

// one takes a picture with its own server, so that no games of other pictures are seen.
func one(ctx context.Context, out string, p page, f form) error {
	dir, err := os.MkdirTemp("", "screens")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	ctx, end := context.WithCancel(ctx)
	at, done := make(chan net.Addr, 1), make(chan error, 1)
	go func() {
		done <- web.Run(ctx, "127.0.0.1:0", func(a net.Addr) (http.Handler, func()) {
			s := serve.New(options(dir))
			return web.Handler(s, a.String()), s.Close
		}, func(a net.Addr) { at <- a })
	}()
	select {
	case err := <-done:
		end()
		return err
	case a := <-at:
		err = shoot(ctx, "http://"+a.String()+"/#key="+key, filepath.Join(out, p.name+"-"+f.name+".png"), p, f)
	}
	end()
	<-done
	return err
}

func options(dir string) serve.Options {
	o := serve.Options{
		Open: variants.Open, Cores: 1, Dir: dir, Key: key,
		Searcher: func(game.Rules) game.Searcher { return engine.New(engine.DefaultOptions()) },
		Families: func() (list []serve.Family) {
			for _, f := range variants.Families() {
				list = append(list, serve.Family(f))
			}
			return list
		},
	}
	for _, v := range variants.All()[1:] {
		o.Parts = append(o.Parts, serve.Part{Name: v.Name, Summary: v.Summary})
	}
	return o
}

// shoot opens a page in its own browser and saves a picture of it.
func shoot(ctx context.Context, url, file string, p page, f form) error {
	path := chromium.Path()
	if path == "" {
		return errors.New(chromium.Missing)
	}
	ctx, end := chromedp.NewExecAllocator(ctx, append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.DisableGPU, chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("hide-scrollbars", f.phone))...)
	defer end()
	png, err := take(ctx, url, p, f)
	if err != nil {
		os.WriteFile(file, png, 0o644)
		return err
	}
	fmt.Println(file)
	return os.WriteFile(file, png, 0o644)
}
