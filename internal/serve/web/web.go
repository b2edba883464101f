// Package web carries the requests of the page to package serve over HTTP, and serves the files
// of the page. Nothing else is served.
package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path"
	"time"

	"github.com/heterodox-chess/heterodox/internal/serve"
	"github.com/heterodox-chess/heterodox/internal/serve/assets"
)

// Handler returns a handler that answers the page over HTTP, for requests whose Host header is
// one of the given values.
func Handler(s *serve.Server, hosts ...string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", asset)
	mux.HandleFunc("GET /assets/{name}", asset)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { carry(s, w, r) })
	return guard(hosts, s.Limits().Requests, mux)
}

// carry passes a request to the server, and returns its answer.
func carry(s *serve.Server, w http.ResponseWriter, r *http.Request) {
	asked, err := serve.NewRequest(r.Context(), r.Method, r.URL.RequestURI())
	if err != nil {
		fail(w, http.StatusBadRequest, "malformed address")
		return
	}
	asked.Key, asked.Seat = r.Header.Get("Heterodox-Key"), r.Header.Get("Heterodox-Seat")
	asked.Type, asked.Body = r.Header.Get("Content-Type"), r.Body
	if r.Method == http.MethodHead {
		asked.Method = http.MethodGet
	}
	answer := s.Answer(asked)
	if answer.Follow != nil {
		stream(w, answer)
		return
	}
	http.NewResponseController(w).SetWriteDeadline(time.Now().Add(reading)) // an animation may take minutes to make
	write(w, answer)
}

func write(w http.ResponseWriter, answer *serve.Reply) {
	w.Header().Set("Content-Type", answer.Type)
	w.Header().Set("Cache-Control", answer.Cache)
	w.WriteHeader(answer.Status)
	w.Write(answer.Body)
}

// fail answers with an error in the same form as the server.
func fail(w http.ResponseWriter, status int, reason string) {
	var answer serve.Reply
	answer.Fail(status, reason)
	write(w, &answer)
}

// reading is how long a client may take to read an answer.
const reading = 30 * time.Second

// patience is how long a stream waits for a reader that does not read.
const patience = 10 * time.Second

// stream sends the events as server-sent events.
func stream(w http.ResponseWriter, answer *serve.Reply) {
	out := &events{w: w, control: http.NewResponseController(w)}
	out.control.SetReadDeadline(time.Time{}) // the stream outlasts the request
	defer out.deadline(patience)             // for what the HTTP server itself writes at the end
	h := w.Header()
	h.Set("Content-Type", answer.Type)
	h.Set("Cache-Control", answer.Cache)
	answer.Follow(out.send)
}

// events writes server-sent events to one reader.
type events struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// send writes an event; without a name, only a sign of life.
func (e *events) send(name string, data []byte) error {
	err := e.deadline(patience)
	if err != nil {
		return err
	}
	if name == "" {
		_, err = fmt.Fprint(e.w, ":\n\n")
	} else {
		_, err = fmt.Fprintf(e.w, "event: %s\ndata: %s\n\n", name, data)
	}
	if err != nil {
		return err
	}
	if err := e.control.Flush(); err != nil {
		return err
	}
	return e.deadline(0) // until there is something to write
}

// deadline limits the time for writing; 0 means no limit.
func (e *events) deadline(d time.Duration) error {
	until := time.Time{}
	if d > 0 {
		until = time.Now().Add(d)
	}
	err := e.control.SetWriteDeadline(until)
	if errors.Is(err, http.ErrNotSupported) || errors.Is(err, os.ErrNoDeadline) {
		return nil
	}
	return err
}

// Run listens on an address and serves until the context ends. make returns the handler, and a
// function that is called at the end; ready is called with the address.
func Run(ctx context.Context, addr string, make func(net.Addr) (answers http.Handler, end func()), ready func(net.Addr)) error {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	answers, end := make(listener.Addr())
	server := &http.Server{
		Handler: answers, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 20 * time.Second,
		WriteTimeout: reading, IdleTimeout: time.Minute, // answers and streams have deadlines of their own
		MaxHeaderBytes: 16 << 10,
		BaseContext:    func(net.Listener) context.Context { return ctx },
	}
	ended := context.AfterFunc(ctx, func() {
		end()
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
func asset(w http.ResponseWriter, r *http.Request) {
	name := cmp.Or(r.PathValue("name"), "index.html")
	content, err := assets.Files.ReadFile(path.Base(name))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", typeOf(name))
	w.Header().Set("Cache-Control", "no-cache")
	w.Write(content)
}
