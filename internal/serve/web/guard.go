package web

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
)

// This file protects against other sites in the same browser, and against too many requests.

const (
	maxConnections = 1024
	maxFromOne     = 128 // of these, from one address
)

// policy is the content security policy: everything comes from this server, the page contains
// no inline scripts or styles, and no other site may frame it.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guard passes on requests that come from the page itself, to one of the hosts.
func guard(hosts []string, requests int, next http.Handler) http.Handler {
	own := http.NewCrossOriginProtection()
	gate := gate{most: requests, busy: map[string]int{}}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if !slices.Contains(hosts, r.Host) {
			fail(w, http.StatusMisdirectedRequest, "unknown host name")
			return
		}
		if err := own.Check(r); err != nil {
			fail(w, http.StatusForbidden, "requests must come from the page itself")
			return
		}
		if !strings.HasSuffix(r.URL.Path, "/stream") { // streams have limits of their own
			leave := gate.enter(network(r.RemoteAddr))
			if leave == nil {
				fail(w, http.StatusTooManyRequests, "too many requests at once: try again")
				return
			}
			defer leave()
		}
		next.ServeHTTP(w, r)
	})
}

// limitListener allows n open connections at a time, and no more than each of them from one
// address. Others are closed at once, so that nobody has to wait behind them.
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

// network returns what counts as one address: for IPv6, the network of one customer.
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

// A gate limits the number of concurrent requests from one address.
type gate struct {
	most int
	mu   sync.Mutex
	busy map[string]int
}

// enter returns a function that ends the request, nil if there are too many.
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
