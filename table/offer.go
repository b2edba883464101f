package table

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/rules"
)

// An Offer is what one player can offer the other: both must want it.
type Offer int

const (
	NoOffer Offer = iota
	OfferDraw
	OfferTakeBack // to the last move of the one who asks, that one included
	OfferSwitch   // that the players change places
	OfferRematch  // once the game is over
)

var offerNames = [...]string{"", "draw", "takeback", "switch", "rematch"}

// String returns the name of an offer, "" for none.
func (o Offer) String() string { return offerNames[o] }

// An offer is open until it is answered: by the same offer of the other side, which
// accepts it, by another one, by a move, or by Decline.
type offer struct {
	what Offer
	by   rules.Color
}

// A Declined is an engine's answer to an offer that it does not accept.
type Declined struct{ Reason string }

func (d *Declined) Error() string { return d.Reason }

// MakeOffer makes an offer for a side, or accepts that of the other side. accepted tells
// which. What is accepted is done, but for a rematch, which is another table's. An engine
// answers at once: the error is a *Declined if it does not want to. An offer that is open
// does not change the revision, so that it does not get in the way of a move, but counts as
// a note.
func (t *Table) MakeOffer(revision int, side rules.Color, what Offer) (accepted bool, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	other := side.Opponent()
	switch over := t.over().Over(); {
	case t.closed:
		return false, errClosed
	case t.study:
		return false, errStudy
	case revision != AnyRevision && revision != t.revision:
		return false, ErrStale
	case what == OfferRematch && !over:
		return false, errors.New("the game is not over")
	case what != OfferRematch && over:
		return false, errOver
	case what == OfferTakeBack && t.offer != offer{what, other} && t.lastOf(side) == nil:
		return false, errors.New("there is no move to take back")
	case !t.players[other].Human() && what == OfferDraw:
		if why := t.engineDeclines(other); why != "" {
			return false, &Declined{why}
		}
	case t.players[other].Human() && t.offer != offer{what, other}:
		t.offer = offer{what, side}
		t.noticed()
		return false, nil
	}
	asker := side
	if t.offer.what == what {
		asker = t.offer.by
	}
	t.offer = offer{}
	switch what {
	case OfferDraw:
		t.finish(Ending{rules.Draw, "agreement"})
	case OfferTakeBack:
		if n := t.lastOf(asker); n != nil {
			t.cutTo(n.parent)
		}
	case OfferSwitch:
		t.switchSides()
	case OfferRematch:
		t.noticed()
		return true, nil
	}
	t.changed()
	return true, nil
}

// Decline answers the open offer with no; it also withdraws it, for the side that made it.
func (t *Table) Decline() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.offer != (offer{}) && !t.closed {
		t.offer = offer{}
		t.noticed()
	}
}

// Resume brings back what a file does not hold when a game is opened again: an open offer,
// and what is left on the clocks.
func (t *Table) Resume(what Offer, by rules.Color, left [2]time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.study || t.closed {
		return
	}
	t.offer = offer{what, by}
	if t.clock.control.Timed() {
		t.clock.stop(time.Now())
		t.clock.left = left
		t.runClock()
	}
	t.noticed()
}

// noticed has everybody look who sees the table.
func (t *Table) noticed() {
	t.notes++
	t.wake()
}

// lastOf returns the last move of a side, nil if there is none.
func (t *Table) lastOf(side rules.Color) *node {
	for n := t.at; n.parent != nil; n = n.parent {
		if n.Side == side {
			return n
		}
	}
	return nil
}

// drawFrom is the half-move from which on an engine agrees to draws.
const drawFrom = 40

// engineDeclines returns why an engine does not agree to a draw, "" if it does: once the
// opening is over and its last move did not leave it better.
func (t *Table) engineDeclines(engine rules.Color) string {
	if t.at.ply <= drawFrom {
		return fmt.Sprintf("the engine declines: it does not agree to a draw before move %d", drawFrom/2)
	}
	for n := t.at; n.ply > drawFrom; n = n.parent {
		if n.Side != engine || n.Eval == "" {
			continue
		}
		score, err := strconv.ParseFloat(strings.TrimPrefix(n.Eval, "#"), 64)
		if err == nil && (engine == rules.White && score <= 0 || engine == rules.Black && score >= 0) {
			return ""
		}
		return "the engine declines: it thinks it is better (" + n.Eval + ")"
	}
	return "the engine declines: it has not evaluated the position yet"
}
