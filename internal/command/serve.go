package command

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/book"
	"github.com/heterodox-chess/heterodox/internal/serve"
	"github.com/heterodox-chess/heterodox/internal/serve/web"
	"github.com/heterodox-chess/heterodox/internal/study"
	"github.com/heterodox-chess/heterodox/internal/tables"
	"github.com/heterodox-chess/heterodox/internal/trial"
	"github.com/heterodox-chess/heterodox/table"
	"github.com/heterodox-chess/heterodox/variants"
)

// serveAddress is the default address of the page: a fixed one, so that an open page
// finds a restarted server.
const serveAddress = "127.0.0.1:7575"

func serveCommand() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve [FLAGS]",
		Short: "play all games in the browser",
		Long: `Serves a page for playing every game: against the engine, two people at one screen,
or with a friend on the same network. Games are saved after every move. Other
machines can connect only with --share.`,
		Example: `  heterodox serve --open
  heterodox serve --addr 192.168.1.5:7575 --share`,
	}
	cmd.Flags().StringVar(&f.addr, "addr", serveAddress, "listen on `ADDRESS`; port 0 picks a free one")
	cmd.Flags().BoolVar(&f.open, "open", false, "open the page in the browser")
	cmd.Flags().StringVar(&f.static, "static", "", "serve the page that scripts/site wrote to `DIR`, where the engine runs in the browser")
	cmd.Flags().StringVar(&f.tables, "tables", "", "let the engine use the endgame tables in `DIR`")
	cmd.Flags().StringVar(&f.book, "book", "", "let the engine play from the opening book in `FILE`")
	cmd.Flags().BoolVar(&f.share, "share", false, "let others on the network join games by their links")
	cmd.RunE = Run(func(ctx context.Context, args []string, std Stdio) int {
		f.files, _ = cmd.Flags().GetString("variants") // a flag of all commands
		return f.run(ctx, args, std)
	})
	return cmd
}

type serveFlags struct {
	files       string // of variants
	reader      *reader
	addr        string
	static      string
	book        string
	tables      string
	store       *tables.Store
	opened      *book.Book
	open, share bool
}

func (f *serveFlags) run(ctx context.Context, args []string, std Stdio) int {
	if len(args) > 0 {
		return std.Fail("serve: unexpected argument %.40q", args[0])
	}
	if err := f.check(); err != nil {
		return std.Fail("serve: %v", err)
	}
	if f.static != "" {
		return f.serveStatic(ctx, std)
	}
	dir, err := table.Dir()
	if err != nil {
		return std.Fail("serve: %v", err)
	}
	key, err := serveKey(filepath.Join(filepath.Dir(dir), "serve.key"))
	if err != nil {
		return std.Fail("serve: %v", err)
	}
	if f.files != "" {
		if f.reader, err = newReader(f.files); err != nil {
			return std.Fail("serve: %v", err)
		}
		ctx, end := context.WithCancel(ctx)
		defer end()
		go f.reader.watch(ctx, std)
	}
	if f.tables != "" {
		if f.store, err = tables.Open(f.tables); err != nil {
			return std.Fail("serve: --tables: %v", err)
		}
	}
	if f.book != "" {
		if f.opened, err = book.Open(f.book); err != nil {
			return std.Fail("serve: --book: %v", err)
		}
		defer f.opened.Close()
	}
	server := func(at net.Addr) (http.Handler, func()) {
		s := serve.New(f.options(dir, key))
		return web.Handler(s, Hosts(at, f.share)...), s.Close
	}
	return f.listen(ctx, std, server, "/#key="+key, dir)
}

// listen serves a page, and prints its address and where it saves games.
func (f *serveFlags) listen(ctx context.Context, std Stdio, server func(net.Addr) (http.Handler, func()), path, saved string) int {
	err := web.Run(ctx, f.addr, server, func(at net.Addr) {
		url := "http://" + at.String() + path
		fmt.Fprintf(std.Out, "Play at %s\nGames are saved in %s. Press Ctrl-C to stop.\n", url, saved)
		if f.open {
			if err := openBrowser(url); err != nil {
				std.Note("the browser could not be opened: %v", err)
			}
		}
	})
	if err != nil {
		return std.Fail("serve: %v", err)
	}
	return ExitOK
}

// serveStatic serves the folder of a page that is its own server.
func (f *serveFlags) serveStatic(ctx context.Context, std Stdio) int {
	folder, err := os.OpenRoot(f.static)
	if err != nil {
		return std.Fail("serve: --static: %v", err)
	}
	defer folder.Close()
	if _, err := folder.Stat("offline.js"); err != nil {
		return std.Fail("serve: --static %s contains no page; scripts/site writes one", f.static)
	}
	files := func(at net.Addr) (http.Handler, func()) {
		return web.Static(folder.FS(), Hosts(at, f.share)...), func() {}
	}
	return f.listen(ctx, std, files, "/", "the browser")
}

// check refuses an address that would accidentally let others connect.
func (f *serveFlags) check() error { return CheckListen("addr", f.addr, f.share, "share") }

// CheckListen refuses the address in a flag if it is malformed, or lets others connect
// without the sharing flag.
func CheckListen(flag, addr string, share bool, sharing string) error {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("--%s %.60q is not an address with a port, such as %s", flag, addr, serveAddress)
	}
	if ip := net.ParseIP(host); !share && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("--%s %s can be reached by others; add --%s if you want that", flag, addr, sharing)
	}
	return nil
}

func (f *serveFlags) options(dir, key string) serve.Options {
	o := serve.Options{
		Open: variants.Open, Cores: runtime.GOMAXPROCS(0), Dir: dir, Key: key, Shared: f.share, Book: f.opened,
		Searcher: func(r game.Rules) game.Searcher {
			options := engine.DefaultOptions()
			if f.store != nil {
				options.Tables = f.store
			}
			return engine.New(options)
		},
	}
	if f.store != nil {
		o.Tables = f.store
	}
	for _, v := range variants.All() {
		if len(v.Rules) > 0 {
			o.Parts = append(o.Parts, serve.Part{Name: v.Name, Summary: v.Summary})
		}
	}
	if f.reader != nil {
		o.Notice = f.reader.notice
	}
	o.Learn, o.Source = learnVariants, variants.Source
	o.Sketch, o.Study = variants.Sketch, studyText
	o.Families = func() (list []serve.Family) {
		for _, f := range variants.Families() {
			list = append(list, serve.Family(f))
		}
		return list
	}
	return o
}

// studyText studies a game for the page, leaving one core free if there are several.
func studyText(ctx context.Context, text string, budget time.Duration, tell func([]byte)) ([]byte, error) {
	game, err := variants.NewBeside(text)
	if err != nil {
		return nil, err
	}
	result, err := trial.Run(ctx, trial.Options{
		Game: game.Name, Catalogue: study.Catalogue{Open: game.Open, Derive: game.Derive, Parts: game.Parts, Changes: variants.Names()},
		Budget: budget, Concurrency: max(1, runtime.GOMAXPROCS(0)-1), Build: Version(),
	}, tell)
	if err != nil {
		return nil, err
	}
	return json.Marshal(result)
}

// Hosts returns the host names under which a browser may reach a server: those of the local
// machine and, if it is shared, its addresses on the network.
func Hosts(at net.Addr, share bool) []string {
	_, port, err := net.SplitHostPort(at.String())
	if err != nil {
		return nil
	}
	names := []string{"127.0.0.1", "localhost", "::1"}
	if share {
		if name, err := os.Hostname(); err == nil {
			names = append(names, name, name+".local")
		}
		addresses, _ := net.InterfaceAddrs() // without them only its names work
		for _, a := range addresses {
			if n, ok := a.(*net.IPNet); ok {
				names = append(names, n.IP.String())
			}
		}
	}
	for i, name := range names {
		names[i] = net.JoinHostPort(name, port)
		if port == "80" {
			names = append(names, name)
		}
	}
	return names
}

// serveKey returns the key that a browser needs to see saved games: the same every time, so
// that an open page keeps working after a restart.
func serveKey(file string) (string, error) {
	text, err := os.ReadFile(file)
	if key := strings.TrimSpace(string(text)); err == nil && len(key) >= 26 {
		return key, nil
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	key := rand.Text()
	return key, os.WriteFile(file, []byte(key+"\n"), 0o600)
}

// openBrowser opens a page in the user's browser.
func openBrowser(url string) error {
	switch runtime.GOOS {
	case "darwin":
		return exec.Command("open", url).Start()
	case "windows":
		return exec.Command("rundll32", "url.dll,FileProtocolHandler", url).Start()
	}
	return exec.Command("xdg-open", url).Start()
}
