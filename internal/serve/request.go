package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
)

// This file defines requests and replies independently of the transport: package web over HTTP,
// or the messages of a browser's worker.

// A Request is a request of the page. Make one with NewRequest.
type Request struct {
	Method string
	Path   string // as in the address, escaped
	Query  url.Values
	Key    string // the server's, if the sender knows it
	Seat   string // the token of a seat
	Type   string // of the body
	Body   io.Reader
	ctx    context.Context
	values map[string]string
}

// NewRequest returns a request with an address, "/path?query", and no body. The context ends
// when nobody is waiting for the answer any more.
func NewRequest(ctx context.Context, method, address string) (*Request, error) {
	u, err := url.ParseRequestURI(address)
	if err != nil {
		return nil, err
	}
	return &Request{Method: method, Path: u.EscapedPath(), Query: u.Query(), Body: strings.NewReader(""), ctx: ctx}, nil
}

// Context returns the context of the request.
func (r *Request) Context() context.Context { return r.ctx }

// PathValue returns the part of the path at a wildcard of the route.
func (r *Request) PathValue(name string) string { return r.values[name] }

// A Reply is the answer to a request: one body, or a stream of events.
type Reply struct {
	Status int
	Type   string // of the body
	Cache  string // the value of Cache-Control
	Body   []byte
	// Follow, if not nil, sends events until the reader or their source is gone. The transport
	// must call it once. An event without a name is a sign of life. An error from send ends it.
	Follow func(send func(name string, data []byte) error)
}

// The statuses have the values of HTTP.
const (
	StatusOK                    = 200
	StatusCreated               = 201
	StatusBadRequest            = 400
	StatusForbidden             = 403
	StatusNotFound              = 404
	StatusMethodNotAllowed      = 405
	StatusConflict              = 409
	StatusRequestEntityTooLarge = 413
	StatusUnsupportedMediaType  = 415
	StatusInternalServerError   = 500
	StatusServiceUnavailable    = 503
)

// Fail makes the answer an error: a line of text in JSON.
func (w *Reply) Fail(status int, reason string) { fail(w, status, reason) }

func fail(w *Reply, status int, reason string) {
	answer(w, status, map[string]string{"error": reason})
}

// answer answers with JSON.
func answer(w *Reply, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		w.send(StatusInternalServerError, "text/plain; charset=utf-8", []byte("the answer cannot be written"))
		return
	}
	w.send(status, "application/json", body)
}

// send answers with a body that is not to be cached.
func (w *Reply) send(status int, kind string, body []byte) {
	w.Status, w.Type, w.Cache, w.Body = status, kind, "no-store", body
}

const (
	maxBody     = 64 << 10
	maxGameText = 2 << 20 // of a game to be read
)

// read reads the JSON body of a request; on failure it answers, and returns false.
func read(w *Reply, r *Request, v any) bool {
	if r.Type != "application/json" {
		fail(w, StatusUnsupportedMediaType, "expected JSON")
		return false
	}
	limit := int64(maxBody)
	if r.Path == "/api/games" || strings.HasPrefix(r.Path, "/api/bench") || r.Path == "/api/saved/import" {
		limit = maxGameText
	}
	body := &io.LimitedReader{R: r.Body, N: limit + 1}
	d := json.NewDecoder(body)
	d.DisallowUnknownFields()
	err := d.Decode(v)
	if err == nil {
		if _, err = d.Token(); err == nil {
			err = errors.New("unexpected text after the JSON")
		} else if err == io.EOF {
			err = nil
		}
	}
	switch {
	case body.N == 0:
		fail(w, StatusRequestEntityTooLarge, "the request is too large")
		return false
	case err != nil:
		fail(w, StatusBadRequest, "malformed request: "+inWords(err))
		return false
	}
	return true
}

// inWords describes an error of package json in words.
func inWords(err error) string {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return fmt.Sprintf("%q cannot be a %s", kind.Field, kind.Value)
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}
