package match

import (
	"slices"
	"strconv"
	"strings"
)

// parseOffer reads a line "option name … type …".
func parseOffer(text string) (o offer, ok bool) {
	words := strings.Fields(text)
	if len(words) < 5 || words[0] != "option" || words[1] != "name" {
		return offer{}, false
	}
	kind := slices.Index(words, "type")
	if kind < 3 || kind+1 == len(words) {
		return offer{}, false
	}
	o.name = strings.Join(words[2:kind], " ")
	o.kind = words[kind+1]
	// Values may contain spaces: they extend to the next key.
	keys := []string{"default", "min", "max", "var"}
	low, high := false, false
	for i := kind + 2; i < len(words); {
		end := i + 1
		for end < len(words) && !slices.Contains(keys, words[end]) {
			end++
		}
		value := strings.Join(words[i+1:end], " ")
		n, err := strconv.ParseInt(value, 10, 64)
		switch words[i] {
		case "default":
			o.initial = value
		case "min":
			o.min, low = n, err == nil
		case "max":
			o.max, high = n, err == nil
		case "var":
			o.vars = append(o.vars, value)
		}
		i = end
	}
	o.ranged = low && high
	return o, true
}

// An info is what an engine has reported about its search; of its best line,
// only the latest report.
type info struct {
	depth  int
	nodes  uint64
	score  int // centipawns, or moves to mate, from the point of view of the side to move
	isMate bool
	scored bool // there is a score
}

// read parses a line "info …" and ignores all others.
func (i *info) read(text string) {
	if !strings.HasPrefix(text, "info ") || strings.HasPrefix(text, "info string ") {
		return
	}
	words := strings.Fields(text)
	now, scored := *i, false
	defer func() {
		if i.nodes = now.nodes; scored {
			*i = now
		}
	}()
	for k := 1; k+1 < len(words); k++ {
		n, err := strconv.ParseInt(words[k+1], 10, 64)
		switch words[k] {
		case "string", "pv", "refutation", "currline":
			return
		case "multipv":
			if err == nil && n > 1 { // not the best line
				scored = false
				return
			}
		case "depth":
			if err == nil {
				now.depth = int(n)
			}
		case "nodes":
			if err == nil && n >= 0 {
				now.nodes = uint64(n)
			}
		case "cp", "mate":
			if err == nil && words[k-1] == "score" {
				now.score, now.isMate, now.scored = int(n), words[k] == "mate", true
				scored = true
			}
		}
	}
}

// mateValue is the value of a mate in no moves.
const mateValue = 1_000_000

// value returns the score as one number, with mates beyond any evaluation.
func (i *info) value() int {
	switch {
	case !i.isMate:
		return max(min(i.score, mateValue/2), -mateValue/2)
	case i.score > 0:
		return mateValue - min(i.score, 1000)
	}
	return -mateValue - max(i.score, -1000)
}

// scoreText writes the score in pawns, or "#3" and "#-3" for mates.
func (i *info) scoreText() string {
	switch {
	case !i.scored:
		return ""
	case i.isMate:
		return "#" + strconv.Itoa(i.score)
	}
	text := strconv.FormatFloat(float64(i.score)/100, 'f', 2, 64)
	if i.score > 0 {
		text = "+" + text
	}
	return text
}
