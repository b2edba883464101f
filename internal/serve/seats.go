package serve

import (
	"errors"

	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
)

// This file is about the two players: they take seats, make and answer offers, and play again.

// offered is a deed that an owner can do alone, but for which a player needs the other's
// consent. If do is nil it is always an offer.
func offered(what table.Offer, do func(*table.Table, action) error) deed {
	return func(s *Server, room *room, by seat, a action) (map[string]any, error) {
		if by == owner && do != nil {
			return nil, do(room.table, a)
		}
		accepted, err := s.offer(room, by, a, what)
		return map[string]any{"accepted": accepted}, err
	}
}

// offer makes an offer, or accepts the other player's.
func (s *Server) offer(room *room, by seat, a action, what table.Offer) (accepted bool, err error) {
	side, err := own(room.table, by, a)
	if err != nil {
		return false, err
	}
	state := room.table.State()
	if by == owner && state.Offer == what && state.OfferBy == side {
		side = side.Opponent() // the other player at the same screen answers
	}
	accepted, err = room.table.MakeOffer(a.Revision, side, what)
	if accepted && what == table.OfferSwitch {
		s.rooms.mu.Lock()
		room.swap()
		s.rooms.mu.Unlock()
	}
	return accepted, err
}

// decline declines the open offer, or withdraws it.
func decline(_ *Server, room *room, by seat, _ action) (map[string]any, error) {
	if _, plays := by.side(); !plays && by != owner {
		return nil, errSeat
	}
	room.table.Decline()
	return nil, nil
}

// invite gives a table two seats: the person who opened it takes one, and
// gets the link for the other.
func (s *Server) invite(room *room, by seat, a action) (map[string]any, error) {
	side, err := sideOf(a.Side)
	guest := white + seat(side)
	s.rooms.mu.Lock()
	host, free := room.host, !room.has(guest)
	s.rooms.mu.Unlock()
	switch {
	case err != nil:
		return nil, err
	case room.study:
		return nil, errors.New("an analysis has no players: invite people to watch it")
	case host != nobody && (by != host || guest == host):
		return nil, errSeat
	case host == nobody && by != owner:
		return nil, errSeat
	case host != nobody && !free:
		return nil, errors.New("that seat is taken")
	case host == nobody:
		state := room.table.State()
		for c, p := range state.Players {
			if p.Human() {
				continue
			}
			if err := room.table.SetPlayer(table.AnyRevision, rules.Color(c), table.Player{}); err != nil {
				return nil, err
			}
		}
		if state.Analysing {
			room.table.Analyse(0, 0)
		}
	}
	s.rooms.mu.Lock()
	if room.host == nobody {
		for token, of := range room.tokens {
			if of == owner {
				room.tokens[token] = guest.other()
			}
		}
		room.host = guest.other()
		room.changed()
	}
	token := room.token(invited)
	s.rooms.mu.Unlock()
	s.file(room)
	return map[string]any{"token": token}, nil
}

// sit lets an invited person take the seat. The seat gets a new token, so that nobody else has
// it; the link of the invitation only allows watching from then on.
func (s *Server) sit(room *room, by seat, _ action) (map[string]any, error) {
	s.rooms.mu.Lock()
	defer s.rooms.mu.Unlock()
	if by != invited || !room.has(invited) {
		return nil, errors.New("that seat is taken")
	}
	for token, of := range room.tokens {
		if of == invited {
			room.tokens[token] = watcher
		}
	}
	token := room.token(room.host.other())
	room.changed()
	return map[string]any{"token": token}, nil
}

// askRematch asks for another game with colours reversed. The owner of a table gets it at once.
// There is only one, however often and quickly it is asked for.
func (s *Server) askRematch(room *room, by seat, a action) (map[string]any, error) {
	room.rematching.Lock()
	defer room.rematching.Unlock()
	s.rooms.mu.Lock()
	next := room.next
	s.rooms.mu.Unlock()
	if next == nil {
		if by == owner {
			if !room.table.State().Ending.Over() || room.study {
				return nil, errors.New("the game is not over")
			}
		} else if accepted, err := s.offer(room, by, a, table.OfferRematch); err != nil || !accepted {
			return nil, err
		}
		var err error
		if next, err = s.rematch(room); err != nil {
			return nil, err
		}
	}
	s.rooms.mu.Lock()
	defer s.rooms.mu.Unlock()
	to := by
	if _, plays := by.side(); plays {
		to = by.other()
	} else if by != owner {
		return nil, errSeat
	}
	return map[string]any{"id": next.id, "next": next.token(to)}, nil
}

// rematch opens another game like one that has ended, with colours reversed.
func (s *Server) rematch(old *room) (*room, error) {
	state := old.table.State()
	t, err := table.New(table.Options{
		Start: state.Record.Start(), Players: [2]table.Player{state.Players[1], state.Players[0]}, Control: state.Control, Thinkers: s.thinkers,
	})
	if err != nil {
		return nil, err
	}
	r := newRoom(t)
	r.source = old.source
	if old.host != nobody {
		r.host = old.host.other()
		clear(r.tokens)
		for _, p := range players {
			r.token(p)
		}
	}
	r.token(watcher)
	if err := s.rooms.add(r); err != nil {
		t.Close()
		return nil, err
	}
	if r.host != nobody {
		s.file(r)
		s.record(r)
	}
	s.rooms.mu.Lock()
	defer s.rooms.mu.Unlock()
	old.next = r
	old.changed()
	return r, nil
}
