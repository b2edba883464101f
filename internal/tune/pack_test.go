package tune

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/variants"
)

// A compressed file holds the same text in at most a third of the bytes; a truncated or
// damaged one is an error.
func TestPack(t *testing.T) {
	text := play(t, "chess", playOptions(10))
	var files [2]bytes.Buffer
	for i, name := range []string{"games.txt", "games.txt.zst"} {
		w, err := Pack(&files[i], name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, text); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		r, done, err := Unpack(bytes.NewReader(files[i].Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || string(got) != text {
			t.Errorf("%s: %v, %d bytes instead of %d", name, err, len(got), len(text))
		}
		done()
	}
	if files[0].String() != text || 3*files[1].Len() > len(text) {
		t.Errorf("%d bytes for %d", files[1].Len(), len(text))
	}
	packed := files[1].Bytes()
	broken := bytes.Clone(packed)
	broken[len(broken)/2] ^= 1
	for _, file := range [][]byte{packed[:len(packed)-10], broken} {
		var d Data
		if err := d.Read(t.Context(), "x.zst", bytes.NewReader(file), variants.Open); err == nil || !strings.HasPrefix(err.Error(), "x.zst:") {
			t.Errorf("error %v", err)
		}
	}
	var d Data
	if err := d.Read(t.Context(), "x.zst", bytes.NewReader(packed), variants.Open); err != nil || d.Games() != 10 {
		t.Errorf("%d games, %v", d.Games(), err)
	}
}
