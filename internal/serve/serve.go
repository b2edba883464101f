// Package serve is the server side of heterodox in the browser: it answers one page that
// plays all games. It knows no rules and no variants by name: games come from Options.Open,
// and moves from package table. Nor does it know how requests and answers are carried:
// package web does that over HTTP, and cmd/heterodox-page in a worker of the browser
// itself. The page is in assets.
package serve

import (
	"cmp"
	"context"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/internal/book"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/table"
)

// A Part is a rule change: a game that others can be composed of.
type Part struct{ Name, Summary string }

// A Family is a group of games that a player may want to find together.
type Family struct {
	Name  string   `json:"name"`
	Games []string `json:"games"`
}

// Options configure a server.
type Options struct {
	// Parts are the rule changes that a player can choose. Families groups all games, including
	// those of Parts; the result may change while the server runs.
	Parts    []Part
	Families func() []Family
	// Open finds a game by name.
	Open func(name string) (game.Rules, error)
	// Notice, if not nil, returns a message for people who choose a game, "" for none.
	Notice func() string
	// Learn, if not nil, reads a file of variants and makes its games known to Open. Source
	// then returns the text of the file that a game is from, "" if it is from none.
	Learn  func(text string) (names []string, err error)
	Source func(name string) string
	// Sketch, if not nil, reads a text as a game in the making, which Open does not know.
	Sketch func(text string) (*general.Sketch, []error)
	// Study, if not nil, plays and measures such a game for about the given time, and returns
	// what the page shows of it, as JSON. It calls tell with the progress, also as JSON.
	Study func(ctx context.Context, text string, budget time.Duration, tell func(progress []byte)) (result []byte, err error)
	// Searcher makes the searcher of a game, nil if there is none. No more than
	// Cores of them run at a time.
	Searcher func(game.Rules) game.Searcher
	Cores    int
	// Tables, if not nil, give the distances of moves in an analysis.
	Tables table.Tables
	// Book, if not nil, provides the engine's moves as long as it knows the position.
	Book *book.Book
	// Dir is where games are saved, "" for nowhere.
	Dir string
	// Key is needed to see saved games and, if Shared, to start a game; for taking part in a
	// game, its own link is enough.
	Key    string
	Shared bool
	// Alone says that nobody else can connect: there are no links into games.
	Alone bool
	// Limits restrict what strangers can make the server do; zero values mean DefaultLimits.
	Limits Limits
}

// Limits restrict the work of a server.
type Limits struct {
	Games       int           // at the same time
	Guests      int           // analyses of people without the key, in addition to Games
	Plies       int           // in all games together
	Streams     int           // in all games together
	GameStreams int           // in one game
	Requests    int           // from one address at the same time, except streams
	Idle        time.Duration // before a game that nobody watches is closed, if it is saved
}

// DefaultLimits are the limits of a server if none are given.
var DefaultLimits = Limits{Games: 500, Guests: 40, Plies: 500_000, Streams: 600, GameStreams: 300, Requests: 32, Idle: 10 * time.Minute}

// orDefault fills in missing limits from DefaultLimits.
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
	ids      map[string]string // of rooms, by file; under the lock of the rooms
	stop     context.CancelFunc
	proofs   chan struct{} // seats for searches for mates in the cube
	paths    []route
	learning sync.Mutex
	filming  sync.Mutex // held while an animation is made
	judgings judgings

	thumbnails cache
	shelf      *shelf
	libraries  libraries
}

// New returns a server; Close ends its games.
func New(o Options) *Server {
	o.Limits = o.Limits.orDefault()
	s := &Server{options: o, proofs: make(chan struct{}, max(1, o.Cores/2)), thumbnails: cache{kept: map[string][]byte{}}, shelf: openShelf(o.Dir), libraries: libraries{byName: map[string]*explored{}}}
	if o.Searcher != nil {
		s.thinkers = table.NewThinkers(o.Cores, o.Searcher)
		s.thinkers.Book, s.thinkers.Tables = o.Book, o.Tables
	}
	if o.Dir != "" {
		safefile.Sweep(o.Dir)
		safefile.Sweep(filepath.Join(o.Dir, seatsDir))
	}
	s.rooms.init(s.options.Limits)
	if o.Learn != nil && o.Dir != "" {
		LearnKept(o.Dir, o.Learn)
	}
	s.readRecords()
	s.paths = s.routes()
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

// Limits returns the limits in force.
func (s *Server) Limits() Limits { return s.options.Limits }

// Close ends all games and streams. Saved games are kept, with seats and clocks.
func (s *Server) Close() {
	s.stop()
	s.judgings.end()
	s.rooms.mu.Lock()
	all := slices.Collect(maps.Values(s.rooms.byID))
	s.rooms.closed = true
	s.rooms.mu.Unlock()
	for _, r := range all {
		s.record(r)
		r.table.Close()
	}
}
