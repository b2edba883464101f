package serve

import (
	"fmt"
	"strings"

	"rsc.io/qr"
)

// longestLink is the length of the longest link that is drawn: a code for a longer one is too
// fine for the camera of a phone.
const longestLink = 400

// code answers with a link as a QR code: its side length in modules, and the path of its black
// modules. The link is in the body, because it may contain a seat's token.
func (s *Server) code(w *Reply, r *Request, _ *room, seat seat) {
	if _, plays := seat.side(); !plays && seat != owner {
		fail(w, StatusForbidden, errSeat.Error())
		return
	}
	var a struct {
		Text string `json:"text"`
	}
	if !read(w, r, &a) {
		return
	}
	if a.Text == "" || len(a.Text) > longestLink {
		refuse(w, "the link is too long for a QR code")
		return
	}
	c, err := qr.Encode(a.Text, qr.M)
	if err != nil {
		refuse(w, "the link cannot be written as a QR code")
		return
	}
	answer(w, StatusOK, map[string]any{"size": c.Size, "path": modules(c)})
}

// modules returns the path of a code's black modules, one run at a time.
func modules(c *qr.Code) string {
	var path strings.Builder
	for y := range c.Size {
		for x := 0; x < c.Size; x++ {
			from := x
			for x < c.Size && c.Black(x, y) {
				x++
			}
			if x > from {
				fmt.Fprintf(&path, "M%d %dh%dv1H%dz", from, y, x-from, from)
			}
		}
	}
	return path.String()
}
