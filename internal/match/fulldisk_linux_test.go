package match

import (
	"os"
	"strings"
	"testing"
)

// A game for which the disk has no room is an error that names the file.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	c := testConfig(t, fakeEngine("good"), selfEngine("self", 10))
	c.Rounds = 1
	_, games := play(t, c)
	p := &pgnFile{name: "games.pgn", file: full}
	if err := p.write(&c, &games[0]); err == nil || !strings.Contains(err.Error(), "PGN games.pgn: ") || !strings.Contains(err.Error(), "no space left") {
		t.Errorf("a game is written on a full disk: %v", err)
	}
	if p.size != 0 {
		t.Errorf("%d bytes count as written", p.size)
	}
}
