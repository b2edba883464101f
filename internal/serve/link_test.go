package serve

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"strings"
	"testing"
)

const linkedGame = `[Event "Heterodox"]
[Variant "chess"]
[Result "*"]

1. e4 {best} (1. d4 d5) 1... e5 2. Nf3 *
`

func TestLinks(t *testing.T) {
	for _, game := range []string{"", linkedGame, strings.Repeat(linkedGame, 100), "{<img src=x>} \u2654"} {
		for _, file := range []string{"", "[mine:chess]\n"} {
			link, err := encodeLink(file, game)
			if err != nil {
				t.Fatal(err)
			}
			if from, back, err := decodeLink(link); err != nil || back != game || from != file {
				t.Errorf("%q, %.40q is decoded as %q, %.40q, %v", file, game, from, back, err)
			}
		}
	}
	if link, _ := encodeLink("", linkedGame); len(link) > 120 {
		t.Errorf("the link of a short game has %d characters", len(link))
	}
}

// packLink writes a link without checking the limits.
func packLink(game []byte) string {
	var b bytes.Buffer
	binary.Write(&b, binary.BigEndian, crc32.ChecksumIEEE(game))
	w, _ := flate.NewWriterDict(&b, flate.BestCompression, []byte(linkWords))
	w.Write(game)
	w.Close()
	return linkVersion + base64.RawURLEncoding.EncodeToString(b.Bytes())
}

func TestHostileLinks(t *testing.T) {
	good := packLink([]byte(linkedGame))
	changed := []byte(good)
	changed[10] ^= 1
	for what, c := range map[string]struct{ link, want string }{
		"nothing":                   {"", "another version"},
		"another version":           {"2" + good[1:], "another version"},
		"not base64":                {"1%%%", "damaged"},
		"too short":                 {"1AAAA", "damaged"},
		"cut off":                   {good[:len(good)-6], "damaged"},
		"a letter changed":          {string(changed), "damaged"},
		"too long":                  {"1" + strings.Repeat("A", maxLink), "too long"},
		"much text in a short link": {packLink(bytes.Repeat([]byte{' '}, 4_000_000)), "too long"},
	} {
		if _, game, err := decodeLink(c.link); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %.20q, %v; want an error with %q", what, game, err, c.want)
		}
	}
	if _, err := encodeLink("", strings.Repeat(" ", maxLinkText+1)); err == nil {
		t.Error("a game too long for a link gets a link")
	}
}

// A link copied with what follows it in a text is read.
func TestLinkInText(t *testing.T) {
	for _, after := range []string{")", ").", " ", ">,", "’\n"} {
		if _, game, err := decodeLink(packLink([]byte(linkedGame)) + after); err != nil || game != linkedGame {
			t.Errorf("a link with %q after it: got %.20q, %v", after, game, err)
		}
	}
}

// FuzzLink reads arbitrary links; what can be read survives being written to a link again.
func FuzzLink(f *testing.F) {
	f.Add(packLink([]byte(linkedGame)))
	f.Add("1")
	f.Fuzz(func(t *testing.T, link string) {
		file, game, err := decodeLink(link)
		if err != nil {
			return
		}
		if len(file)+len(game) > maxLinkText {
			t.Fatalf("decoded %d bytes, more than the limit", len(file)+len(game))
		}
		again, err := encodeLink(file, game)
		if err != nil {
			return // another program has compressed it better than we do
		}
		if from, back, err := decodeLink(again); err != nil || file != "" && (from != file || back != game) || file == "" && back != game {
			t.Fatalf("%.40q is encoded and decoded as %.40q, %v", game, back, err)
		}
	})
}
