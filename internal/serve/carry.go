package serve

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/table"
)

// This file exports all saved games, and imports games, as PGN.

// maxExport is the maximum size of an exported file in bytes.
const maxExport = 64 << 20

// export answers with all saved games that are PGN, newest first, as one file.
func (s *Server) export(w *Reply, _ *Request) {
	games, err := table.List(s.options.Dir)
	if err != nil {
		fail(w, StatusInternalServerError, "the directory of saved games cannot be read")
		return
	}
	var all bytes.Buffer
	for _, g := range games {
		if filepath.Ext(g.File) != ".pgn" {
			continue
		}
		text, err := safefile.Read(filepath.Join(s.options.Dir, g.File), maxSaved)
		if errors.Is(err, fs.ErrNotExist) {
			continue // deleted meanwhile
		}
		if err != nil {
			refuse(w, fmt.Sprintf("a saved game cannot be read: %v; move it out of the folder %s to save the others as one file", err, s.options.Dir))
			return
		}
		if all.Len()+len(text) > maxExport {
			refuse(w, "there are too many games for one file: copy the directory "+s.options.Dir)
			return
		}
		all.Write(append(bytes.TrimSpace(text), "\n\n"...))
	}
	w.send(StatusOK, "application/x-chess-pgn", all.Bytes())
}

// bring saves one game, given as text.
func (s *Server) bring(w *Reply, r *Request) {
	var body struct {
		Text string `json:"text"`
	}
	if !read(w, r, &body) {
		return
	}
	if err := s.saveText(body.Text); err != nil {
		refuse(w, err.Error())
		return
	}
	answer(w, StatusCreated, map[string]any{})
}

func (s *Server) saveText(text string) error {
	t, err := table.Parse([]byte(text), s.openGame, nil)
	if err != nil {
		return err
	}
	defer t.Close()
	if t.Len() == 0 {
		return errors.New("the game has no moves")
	}
	file, err := table.NewFile(s.options.Dir, t.State().Rules, time.Now())
	if err != nil {
		return err
	}
	return t.SaveTo(file)
}
