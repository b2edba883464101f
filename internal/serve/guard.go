package serve

import (
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/table"
)

// This file keeps strangers out: other sites in the same browser, requests that
// are too large or too many, and games of others.

const (
	maxBody        = 64 << 10
	maxGameText    = 2 << 20 // of a game that is read
	maxConnections = 1024
	maxFromOne     = 128 // of these, from one address
)

// policy is the content security policy: everything comes from here, no script
// and no style stands in the page, and no other site may frame it.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guard lets pass what comes from the page itself.
func (s *Server) guard(next http.Handler) http.Handler {
	own := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if !slices.Contains(s.options.Hosts, r.Host) {
			fail(w, http.StatusMisdirectedRequest, "this server does not answer for that host")
			return
		}
		if err := own.Check(r); err != nil {
			fail(w, http.StatusForbidden, "requests come from the page itself only")
			return
		}
		if !strings.HasSuffix(r.URL.Path, "/stream") { // which are limited by their number
			leave := s.gate.enter(network(r.RemoteAddr))
			if leave == nil {
				fail(w, http.StatusTooManyRequests, "too much is asked at the same time: try again")
				return
			}
			defer leave()
		}
		limit := int64(maxBody)
		if r.URL.Path == "/api/games" {
			limit = maxGameText
		}
		r.Body = http.MaxBytesReader(w, r.Body, limit)
		next.ServeHTTP(w, r)
	})
}

// knowsKey reports whether a request has the server's key.
func (s *Server) knowsKey(r *http.Request) bool {
	return equal(r.Header.Get("Heterodox-Key"), s.options.Key)
}

// trusts reports whether a request may have work done without a seat: on a server that is
// shared, with the key only.
func (s *Server) trusts(r *http.Request) bool { return !s.options.Shared || s.knowsKey(r) }

// keyed answers only those who are trusted.
func (s *Server) keyed(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !s.trusts(r) {
			fail(w, http.StatusForbidden, "new games need the address with the key, which the terminal shows")
			return
		}
		next(w, r)
	}
}

// equal compares secrets without telling by its time where they differ.
func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// fail answers with an error: one line in JSON.
func fail(w http.ResponseWriter, status int, reason string) {
	answer(w, status, map[string]string{"error": reason})
}

// refuse answers what was well asked with why it cannot be. It is no error of the
// protocol, of which a browser would complain on its console.
func refuse(w http.ResponseWriter, reason string) {
	answer(w, http.StatusOK, map[string]string{"refused": reason})
}

// refuseMove refuses a move, with the pieces that are why it is not legal.
func refuseMove(w http.ResponseWriter, board game.Board, err error) {
	attackers := append([]string{}, names(board, table.AttackersIn(err))...)
	answer(w, http.StatusOK, map[string]any{"refused": err.Error(), "attackers": attackers})
}

// answer answers with JSON.
func answer(w http.ResponseWriter, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		http.Error(w, "the answer cannot be written", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	w.Write(body)
}

// read reads the JSON of a request; if it cannot it answers, and returns false.
func read(w http.ResponseWriter, r *http.Request, v any) bool {
	if r.Header.Get("Content-Type") != "application/json" {
		fail(w, http.StatusUnsupportedMediaType, "JSON expected")
		return false
	}
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	err := d.Decode(v)
	if err == nil {
		if _, err = d.Token(); err == nil {
			err = errors.New("something follows the JSON")
		} else if err == io.EOF {
			err = nil
		}
	}
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		fail(w, http.StatusRequestEntityTooLarge, "the request is too large")
		return false
	case err != nil:
		fail(w, http.StatusBadRequest, "the request is not what it should be: "+inWords(err))
		return false
	}
	return true
}

// inWords says what package json has against a request.
func inWords(err error) string {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return fmt.Sprintf("%q cannot be a %s", kind.Field, kind.Value)
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

// limitListener lets n connections be open at a time, no more than each of them from one
// address. Others are closed at once, so that nobody waits behind them.
func limitListener(l net.Listener, n, each int) net.Listener {
	return &limited{Listener: l, most: n, each: each, open: map[string]int{}}
}

type limited struct {
	net.Listener
	most, each int
	mu         sync.Mutex
	all        int
	open       map[string]int // by address
}

func (l *limited) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		from := network(c.RemoteAddr().String())
		if l.take(from) {
			return &limitedConn{Conn: c, leave: sync.OnceFunc(func() { l.give(from) })}, nil
		}
		c.Close()
	}
}

func (l *limited) take(from string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all >= l.most || l.open[from] >= l.each {
		return false
	}
	l.all++
	l.open[from]++
	return true
}

func (l *limited) give(from string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all--
	if l.open[from]--; l.open[from] == 0 {
		delete(l.open, from)
	}
}

// network returns what counts as one address: of IPv6, what one customer has.
func network(address string) string {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return address
	}
	if addr := at.Addr().Unmap(); addr.Is6() {
		prefix, _ := addr.Prefix(64)
		return prefix.String()
	}
	return at.Addr().Unmap().String()
}

type limitedConn struct {
	net.Conn
	leave func()
}

func (c *limitedConn) Close() error {
	defer c.leave()
	return c.Conn.Close()
}

// A gate lets so many requests of one address be answered at a time.
type gate struct {
	most int
	mu   sync.Mutex
	busy map[string]int
}

// enter returns what ends a request, nil if there are too many.
func (g *gate) enter(from string) (leave func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.busy[from] >= g.most {
		return nil
	}
	g.busy[from]++
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.busy[from]--; g.busy[from] == 0 {
			delete(g.busy, from)
		}
	}
}
