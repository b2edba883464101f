package table

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/rules"
)

// An Offer is what one player can offer the other; it takes effect if both want it.
type Offer int

const (
	NoOffer Offer = iota
	OfferDraw
	OfferTakeBack // up to and including the last move of the side that asks
	OfferSwitch   // the players change sides
	OfferRematch  // after the game has ended
)

var offerNames = [...]string{"", "draw", "takeback", "switch", "rematch"}

// String returns the name of an offer, "" for none.
func (o Offer) String() string { return offerNames[o] }

// An offer is open until it is answered: by the same offer from the other side, which accepts
// it, by a different one, by a move, or by Decline.
type offer struct {
	what Offer
	by   rules.Color
}

// A Declined is the error with which an engine declines an offer.
type Declined struct{ Reason string }

func (d *Declined) Error() string { return d.Reason }

// MakeOffer makes an offer for a side, or accepts that of the other side; accepted reports
// which. What is accepted is carried out, except for a rematch, which needs a new table. An
// engine answers at once: if it declines, the error is a *Declined. An open offer does not
// change the revision, so that it does not get in the way of a move, but counts as a note.
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

// Decline declines the open offer, or withdraws it if called for the side that made it.
func (t *Table) Decline() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.offer != (offer{}) && !t.closed {
		t.offer = offer{}
		t.noticed()
	}
}

// Resume restores what a file does not hold when a game is opened again: an open offer, and the
// time left on the clocks.
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

// noticed notifies everybody who watches the table.
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

// drawFrom is the ply after which an engine may agree to a draw.
const drawFrom = 40

// engineDeclines returns why an engine does not agree to a draw, "" if it does: when the
// opening is over and it was not better after its last move.
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
