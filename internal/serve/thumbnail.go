package serve

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"sync"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/picture"
)

// This file draws small pictures of positions. Their addresses are signed: an image request
// cannot carry a key, and strangers can only get pictures whose addresses were handed out.

// signed returns an address that only the server can make.
func (s *Server) signed(path string, values url.Values) string {
	return path + s.signature(path, values) + "?" + values.Encode()
}

func (s *Server) signature(path string, values url.Values) string {
	mac := hmac.New(sha256.New, []byte("picture "+s.options.Key))
	mac.Write([]byte(path + "?" + values.Encode()))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
}

const boardPath = "/board/"

// thumbnailOf returns the address of a small picture of a game's position; an
// empty fen means the start.
func (s *Server) thumbnailOf(name, fen string) string {
	values := url.Values{"game": {name}}
	if fen != "" {
		values.Set("fen", fen)
	}
	return s.signed(boardPath, values)
}

// thumbnail answers with the picture for an address made by thumbnailOf.
func (s *Server) thumbnail(w *Reply, r *Request) {
	values := r.Query
	if !equal(r.PathValue("mac"), s.signature(boardPath, values)) {
		fail(w, StatusNotFound, "there is no such picture")
		return
	}
	svg, err := s.thumbnails.get(values.Encode(), func() ([]byte, error) {
		ruleset, err := s.openGame(values.Get("game"))
		if err != nil {
			return nil, err
		}
		pos := ruleset.Start()
		if fen := values.Get("fen"); fen != "" {
			if pos, err = ruleset.ParsePosition(fen); err != nil {
				return nil, err
			}
		}
		return draw(pos)
	})
	sendPicture(w, svg, err)
}

// draw draws a position without coordinates.
func draw(pos game.Position) ([]byte, error) {
	scene := picture.FromPosition(pos)
	scene.Coordinates, scene.Size = picture.NoCoordinates, 24
	var b bytes.Buffer
	err := scene.WriteSVG(&b)
	return b.Bytes(), err
}

func sendPicture(w *Reply, svg []byte, err error) {
	if err != nil {
		fail(w, StatusNotFound, "there is no such picture")
		return
	}
	w.send(StatusOK, "image/svg+xml", svg)
	w.Cache = "private, max-age=3600"
}

// A cache keeps some of the most recently drawn pictures.
type cache struct {
	mu   sync.Mutex
	kept map[string][]byte
}

const maxPictures = 256

// get returns the picture stored under a name, or makes it.
func (c *cache) get(name string, make func() ([]byte, error)) ([]byte, error) {
	c.mu.Lock()
	kept, ok := c.kept[name]
	c.mu.Unlock()
	if ok {
		return kept, nil
	}
	made, err := make()
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for other := range c.kept {
		if len(c.kept) < maxPictures {
			break
		}
		delete(c.kept, other)
	}
	c.kept[name] = made
	return made, nil
}
