// Package serve is the browser's side of heterodox: a server for one page that
// plays all games. It knows no rule and no variant by name: games come from
// Options.Open, and moves from package table. The page is embedded; nothing else
// is served, and nothing is fetched from elsewhere.
package serve

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"io"
	"io/fs"
	"maps"
	"net"
	"net/http"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/picture"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
)

//go:embed assets
var assets embed.FS

// A Part is a game that others are composed of.
type Part struct {
	Name    string `json:"name"`
	Summary string `json:"summary"`
}

// Options are what a server is made of.
type Options struct {
	// Parts are what a player ticks to choose a game; Others are names of games
	// that are not composed, such as cubes and games from files.
	Parts  []Part
	Others []Part
	// Open finds a game by name.
	Open func(name string) (game.Rules, error)
	// Searcher makes what searches a game, nil if nothing does. No more than
	// Cores of them run at a time.
	Searcher func(game.Rules) game.Searcher
	Cores    int
	// Dir is where games are saved, "" for nowhere.
	Dir string
	// Key must be known to whoever looks at saved games, and, if Shared, to who
	// begins one: what a share of games with others takes is the game's own link.
	Key    string
	Shared bool
	// Hosts are the values of the header Host that are answered.
	Hosts []string
	// Limits bound what strangers can make the server do; zero values stand for
	// DefaultLimits.
	Limits Limits
}

// Limits bound the work of a server.
type Limits struct {
	Games       int           // at the same time
	Guests      int           // analyses of people without the key, beside these
	Plies       int           // of all games together
	Streams     int           // of all games together
	GameStreams int           // of one game
	Requests    int           // of one address, streams aside, that are answered at the same time
	Idle        time.Duration // after which a game that nobody watches is closed, if it is saved
}

// DefaultLimits are those that a server has if none are given.
var DefaultLimits = Limits{Games: 500, Guests: 40, Plies: 500_000, Streams: 600, GameStreams: 300, Requests: 32, Idle: 10 * time.Minute}

// orDefault takes what is not said from DefaultLimits.
func (l Limits) orDefault() Limits {
	d := DefaultLimits
	if l == (Limits{}) {
		return d
	}
	l.Guests, l.Plies, l.Requests = cmp.Or(l.Guests, d.Guests), cmp.Or(l.Plies, d.Plies), cmp.Or(l.Requests, d.Requests)
	return l
}

// A Server answers the page's requests. Make one with New.
type Server struct {
	options  Options
	thinkers *table.Thinkers
	rooms    rooms
	ids      map[string]string // of rooms, by their files; under the lock of the rooms
	stop     context.CancelFunc
	gate     gate
	proofs   chan struct{} // seats for those who look for mates in the cube
	handler  http.Handler
}

// New returns a server; Close ends its games.
func New(o Options) *Server {
	o.Limits = o.Limits.orDefault()
	s := &Server{options: o, gate: gate{most: o.Limits.Requests, busy: map[string]int{}}, proofs: make(chan struct{}, max(1, o.Cores/2))}
	if o.Searcher != nil {
		s.thinkers = table.NewThinkers(o.Cores, o.Searcher)
	}
	if o.Dir != "" {
		safefile.Sweep(o.Dir)
		safefile.Sweep(filepath.Join(o.Dir, seatsDir))
	}
	s.rooms.init(s.options.Limits)
	s.readRecords()
	s.handler = s.guard(s.routes())
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	go func() {
		for ticks := time.NewTicker(tidy); ; {
			select {
			case <-ticks.C:
				s.lookAfter()
			case <-ctx.Done():
				ticks.Stop()
				return
			}
		}
	}()
	return s
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Close ends all games and streams. What is saved stays, seats and clocks as well.
func (s *Server) Close() {
	s.stop()
	s.rooms.mu.Lock()
	all := slices.Collect(maps.Values(s.rooms.byID))
	s.rooms.closed = true
	s.rooms.mu.Unlock()
	for _, r := range all {
		s.record(r)
		r.table.Close()
	}
}

// routes says which request is answered where.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.asset)
	mux.HandleFunc("GET /assets/{name}", s.asset)
	mux.HandleFunc("GET /piece/{color}/{letter}", s.piece)
	mux.HandleFunc("GET /api/catalogue", s.catalogue)
	mux.HandleFunc("POST /api/combine", s.keyed(s.combine))
	mux.HandleFunc("POST /api/position", s.keyed(s.position))
	mux.HandleFunc("POST /api/cube", s.keyed(s.cube))
	mux.HandleFunc("POST /api/games", s.keyed(s.begin))
	mux.HandleFunc("GET /api/saved", s.saved)
	mux.HandleFunc("POST /api/saved", s.openSaved)
	mux.HandleFunc("GET /api/games/{id}/stream", s.stream)
	mux.HandleFunc("GET /api/games/{id}/at/{n}", s.at)
	mux.HandleFunc("GET /api/games/{id}/text", s.text)
	mux.HandleFunc("GET /api/games/{id}/board.svg", s.drawing)
	mux.HandleFunc("GET /api/games/{id}/board.png", s.drawing)
	mux.HandleFunc("POST /api/games/{id}/why", s.why)
	mux.HandleFunc("POST /api/games/{id}/code", s.code)
	mux.HandleFunc("POST /api/games/{id}/{action}", s.act)
	return mux
}

// Run listens on an address and serves until the context ends. ready is told
// the address that it listens on.
func Run(ctx context.Context, addr string, make func(net.Addr) *Server, ready func(net.Addr)) error {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	s := make(listener.Addr())
	server := &http.Server{
		Handler: s, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 20 * time.Second,
		WriteTimeout: 30 * time.Second, IdleTimeout: time.Minute, // streams have deadlines of their own MaxHeaderBytes: 16 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	ended := context.AfterFunc(ctx, func() {
		s.Close()
		grace, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		if server.Shutdown(grace) != nil {
			server.Close()
		}
	})
	defer ended()
	ready(listener.Addr())
	if err := server.Serve(limitListener(listener, maxConnections, maxFromOne)); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// asset serves a file of the page.
func (s *Server) asset(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	if name == "" {
		name = "index.html"
	}
	content, err := fs.ReadFile(assets, path.Join("assets", path.Base(name)))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", map[string]string{
		".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
		".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
	}[path.Ext(name)])
	w.Header().Set("Cache-Control", "no-cache")
	w.Write(content)
}

// piece serves the drawing of a piece of a name, for a board that flip=1 turns
// around; its letter on a disc if there is none.
func (s *Server) piece(w http.ResponseWriter, r *http.Request) {
	letter, ok := strings.CutSuffix(r.PathValue("letter"), ".svg")
	color := map[string]rules.Color{"w": rules.White, "b": rules.Black}
	c, known := color[r.PathValue("color")]
	name := r.URL.Query().Get("name")
	if !ok || !known || letter == "" || len(letter) > 4 || len(name) > 60 {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cache-Control", "max-age=3600")
	piece := picture.Piece{Color: c, Name: name, Letter: letter}
	if r.URL.Query().Get("flip") == "1" {
		piece = piece.Seen(2)
	}
	io.WriteString(w, picture.PieceSVG(piece))
}
