package serve

import (
	"crypto/subtle"
	"path/filepath"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/table"
)

// This file keeps games from unauthorised people, and refuses requests.

// knowsKey reports whether a request has the server's key.
func (s *Server) knowsKey(r *Request) bool {
	return equal(r.Key, s.options.Key)
}

// trusts reports whether a request may use the server without a seat: on a shared
// server, only with the key.
func (s *Server) trusts(r *Request) bool { return !s.options.Shared || s.knowsKey(r) }

// keyed answers only trusted requests.
func (s *Server) keyed(next handler) handler {
	return func(w *Reply, r *Request) {
		if !s.trusts(r) {
			fail(w, StatusForbidden, "to start a game or open one that a link holds, open the address that the terminal shows, which contains the key")
			return
		}
		next(w, r)
	}
}

// equal compares secrets in a time that does not depend on where they differ.
func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// told returns the text of an error for anybody: that of a shared server does not say where
// games are saved.
func (s *Server) told(err error) string {
	text := err.Error()
	if !s.options.Shared || s.options.Dir == "" {
		return text
	}
	whole, _ := safefile.Resolve(s.options.Dir)
	for _, dir := range []string{whole, filepath.Clean(s.options.Dir)} {
		if filepath.IsAbs(dir) {
			text = strings.ReplaceAll(text, dir+string(filepath.Separator), "")
			text = strings.ReplaceAll(text, dir, "the folder of saved games")
		}
	}
	return text
}

// refuse answers a well-formed request with the reason why it cannot be done. That is not a
// protocol error, which the browser would log on its console.
func refuse(w *Reply, reason string) {
	answer(w, StatusOK, map[string]string{"refused": reason})
}

// answerUnless refuses what has failed with an error, and otherwise answers.
func answerUnless(err error, w *Reply, v any) {
	if err != nil {
		refuse(w, err.Error())
		return
	}
	answer(w, StatusOK, v)
}

// refuseMove refuses a move, and names the pieces that make it illegal.
func refuseMove(w *Reply, board game.Board, err error) {
	attackers := append([]string{}, names(board, table.AttackersIn(err))...)
	answer(w, StatusOK, map[string]any{"refused": err.Error(), "attackers": attackers})
}
