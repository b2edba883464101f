package uci_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/must"
)

// TestTranscripts plays the conversations in testdata. A line "> TEXT" is sent, "< PATTERN" must
// match the next answer, "<< PATTERN" some later one; … in a pattern stands for any text. Other
// lines are comments. After the end of a transcript nothing more may come.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	more, err2 := filepath.Glob("testdata/xboard/*.txt")
	files, err = append(files, more...), errors.Join(err, err2)
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(strings.TrimPrefix(file, "testdata/"), ".txt"), func(t *testing.T) {
			text := must.Get(t, os.ReadFile, file)
			playTranscript(t, string(text))
		})
	}
}

func playTranscript(t *testing.T, text string) {
	d := talk(t)
	for number, line := range strings.Split(text, "\n") {
		what := strings.TrimPrefix(line, "< ")
		switch {
		case strings.HasPrefix(line, "> "):
			d.send(line[2:])
			continue
		case strings.HasPrefix(line, "<< "):
			d.until(line[3:])
			continue
		case line == "<":
			what = ""
		case !strings.HasPrefix(line, "< "):
			continue
		}
		if got := d.next(); !matches(what, got) {
			t.Fatalf("line %d:\ngot  %q\nwant %q", number+1, got, what)
		}
	}
	if rest := d.quit(); len(rest) > 0 {
		t.Fatalf("lines after the end of the transcript: %q", rest)
	}
}
