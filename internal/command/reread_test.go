package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/variants"
)

// A changed file of variants is read again; if it has an error, the error is reported, and its
// games stay as they were.
func TestReread(t *testing.T) {
	path := filepath.Join(t.TempDir(), "own.ini")
	at := time.Now()
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		at = at.Add(time.Second) // a change even for a clock of low resolution
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	write("[rereadgame:capablanca]\npieceNames = q:duchess\n")
	if _, err := addVariants(path); err != nil {
		t.Fatal(err)
	}
	r, err := newReader(path)
	if err != nil {
		t.Fatal(err)
	}
	queen := func() string {
		for _, k := range variants.MustOpen("rereadgame").Pieces() {
			if k.Letter == "Q" {
				return k.Name
			}
		}
		return ""
	}
	check := func(said, name, notice string) {
		t.Helper()
		if got := r.look(); !strings.Contains(got, said) || said == "" && got != "" {
			t.Errorf("it prints %q, want %q", got, said)
		}
		if got := queen(); got != name {
			t.Errorf("the queen is called %s, want %s", got, name)
		}
		if got := r.notice(); !strings.Contains(got, notice) || notice == "" && got != "" {
			t.Errorf("the notice is %q, want %q", got, notice)
		}
	}
	check("", "duchess", "")
	open := variants.MustOpen("rereadgame")
	write("[rereadgame:capablanca]\npieceNames = q:empress\n[rereadother:rereadgame]\n")
	check("has been read again: 2 games", "empress", "")
	if card := strings.Join(screen.Card(open), ""); !strings.Contains(card, "duchess") {
		t.Errorf("a game that was open has changed: %s", card)
	}
	write("[rereadgame:capablanca]\npieceNames = z:empress\n")
	check("line 2, [rereadgame], pieceNames: no piece has the letter \"z\"; its games stay as they were", "empress", "line 2")
	check("", "empress", "line 2")
	write("[rereadgame:capablanca]\nstartFen = 8/8\n")
	check("startFen", "empress", "startFen")
	os.Remove(path)
	check("stay as they were", "empress", "stay as they were")
	write("[rereadgame:capablanca]\npieceNames = q:sultana\n")
	check("has been read again: 1 game", "sultana", "")
	if _, err := variants.Open("rereadother"); err == nil {
		t.Error("a game that is no longer in the file is known")
	}
	write("[rereadgame:capablanca]\npieceNames = q:empress\n[rereadother:rereadgame]\n")
	check("has been read again: 2 games", "empress", "")
}
