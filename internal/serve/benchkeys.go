package serve

import (
	_ "embed"
	"strings"
	"sync"
)

// A benchKey is how the bench presents a key.
type benchKey struct {
	Group string `json:"group"`
	Title string `json:"title"`
	Says  string `json:"says"`
}

//go:embed benchkeys.txt
var benchKeyText string

var readBenchKeys = sync.OnceValues(func() (texts map[string]benchKey, order map[string]int) {
	texts, order = map[string]benchKey{}, map[string]int{}
	for line := range strings.Lines(benchKeyText) {
		if line[0] == '#' {
			continue
		}
		fields := strings.SplitN(strings.TrimSpace(line), "|", 4)
		texts[fields[0]], order[fields[0]] = benchKey{fields[1], fields[2], fields[3]}, len(order)
	}
	return texts, order
})

// benchKeys returns the texts of all keys that the bench shows.
func benchKeys() map[string]benchKey {
	texts, _ := readBenchKeys()
	return texts
}

// benchOrder returns the order in which keys are shown.
func benchOrder() map[string]int {
	_, order := readBenchKeys()
	return order
}
