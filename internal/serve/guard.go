package serve

import (
	"crypto/subtle"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/table"
)

// This file keeps games from those who have not been let in, and says no.

// knowsKey reports whether a request has the server's key.
func (s *Server) knowsKey(r *Request) bool {
	return equal(r.Key, s.options.Key)
}

// trusts reports whether a request may have work done without a seat: on a server that is
// shared, with the key only.
func (s *Server) trusts(r *Request) bool { return !s.options.Shared || s.knowsKey(r) }

// keyed answers only those who are trusted.
func (s *Server) keyed(next handler) handler {
	return func(w *Reply, r *Request) {
		if !s.trusts(r) {
			fail(w, StatusForbidden, "to start a game, open the address that the terminal shows, which contains the key")
			return
		}
		next(w, r)
	}
}

// equal compares secrets without telling by its time where they differ.
func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// refuse answers what was well asked with why it cannot be. It is no error of the
// protocol, of which a browser would complain on its console.
func refuse(w *Reply, reason string) {
	answer(w, StatusOK, map[string]string{"refused": reason})
}

// refuseMove refuses a move, with the pieces that are why it is not legal.
func refuseMove(w *Reply, board game.Board, err error) {
	attackers := append([]string{}, names(board, table.AttackersIn(err))...)
	answer(w, StatusOK, map[string]any{"refused": err.Error(), "attackers": attackers})
}
