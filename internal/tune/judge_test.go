package tune

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// judgeOptions returns options for quick searches of all positions.
func judgeOptions() JudgeOptions {
	o := DefaultJudgeOptions()
	o.Nodes, o.Share = 300, 1
	return o
}

// judgedRecords returns the records that Judge writes, and checks the number it
// reports.
func judgedRecords(t *testing.T, text string, o JudgeOptions) (string, []Record) {
	t.Helper()
	var out bytes.Buffer
	told := 0
	written, err := Judge(t.Context(), &out, "games.txt", strings.NewReader(text), variants.Open, o, func(n int) { told = n })
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if written != len(lines)-1 || told != written {
		t.Errorf("%d positions written and %d reported, of %d", written, told, len(lines)-1)
	}
	var records []Record
	for _, line := range lines[1:] {
		r := must.Get(t, ParseRecord, line)
		records = append(records, r)
	}
	return out.String(), records
}

// Judge writes positions of the file in their order, with the score of a fresh search;
// it leaves out exactly those that this search does not find quiet.
func TestJudge(t *testing.T) {
	for _, variant := range []string{"chess", "fibonacci"} {
		ruleset := variants.MustOpen(variant)
		played := playOptions(6)
		text := play(t, variant, played)
		o := judgeOptions()
		whole, records := judgedRecords(t, text, o)
		header := played.Header(ruleset)
		header.Judged = o.Nodes
		if !strings.HasPrefix(whole, header.String()+"\n") {
			t.Errorf("%s: begins with %.90q", variant, whole)
		}
		next, changed := 0, 0
		for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n")[1:] {
			want := must.Get(t, ParseRecord, line)
			pos := must.Get(t, ruleset.ParsePosition, want.FEN)
			found := newEngine().Search(t.Context(), game.NewRecord(pos), game.Limits{Nodes: o.Nodes}, nil)
			old := want.Score
			if want.Score = engine.Score(found.Info.Score); pos.Side() == rules.Black {
				want.Score = -want.Score
			}
			if !quiet(pos, found.Best, want.Score) {
				continue
			}
			if next == len(records) || records[next] != want {
				t.Fatalf("%s: record %d is not %+v", variant, next, want)
			}
			if next++; want.Score != old {
				changed++
			}
		}
		if next != len(records) || changed == 0 {
			t.Errorf("%s: %d records, %d of them in the file, %d with another score", variant, len(records), next, changed)
		}
	}
}

// The seed decides which positions are judged; the concurrency does not.
func TestJudgeChooses(t *testing.T) {
	text := play(t, "chess", playOptions(12))
	all, every := judgedRecords(t, text, judgeOptions())
	o := judgeOptions()
	o.Share, o.Concurrency = 0.3, 1
	one, some := judgedRecords(t, text, o)
	if n := float64(len(some)) / float64(len(every)); n < 0.15 || n > 0.45 {
		t.Errorf("%v of the positions, want 0.3", n)
	}
	o.Concurrency = 3
	if three, _ := judgedRecords(t, text, o); three != one {
		t.Error("different positions with 3 at a time")
	}
	o.Seed++
	if other, _ := judgedRecords(t, text, o); other == one {
		t.Error("the same positions from another seed")
	}
	o = judgeOptions()
	o.Within = 100
	near, _ := judgedRecords(t, text, o)
	missing := map[string]bool{}
	for line := range strings.Lines(text) {
		if r, err := ParseRecord(strings.TrimSuffix(line, "\n")); err == nil && (r.Score > 100 || r.Score < -100) {
			missing[r.FEN] = true
		}
	}
	want := ""
	for line := range strings.Lines(all) {
		if fen, _, _ := strings.Cut(line, ";"); !missing[fen] {
			want += line
		}
	}
	if near != want || near == all {
		t.Error("within 100 centipawns there are others")
	}
}

// An error in the file names the line, an output that cannot be written is an error,
// and a context that ends stops it.
func TestJudgeFails(t *testing.T) {
	text := play(t, "chess", playOptions(2))
	for want, broken := range map[string]string{
		"games.txt:1: not a file of heterodox-lab tune play": "hello\n",
		"games.txt: empty": "",
		"games.txt:3: ":    testHeader + "\n4k3/8/8/8/8/8/8/3QK3 w - - 0 1;700;1-0;1\n8/8/8 w - - 0 1;700;1-0;1\n",
	} {
		_, err := Judge(t.Context(), new(bytes.Buffer), "games.txt", strings.NewReader(broken), variants.Open, judgeOptions(), nil)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	if _, err := Judge(t.Context(), full{}, "games.txt", strings.NewReader(text), variants.Open, judgeOptions(), nil); !errors.Is(err, errFull) {
		t.Errorf("error %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Judge(ctx, new(bytes.Buffer), "games.txt", strings.NewReader(text), variants.Open, judgeOptions(), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	// A header alone is copied.
	if whole, records := judgedRecords(t, testHeader+"\n", judgeOptions()); len(records) != 0 || !strings.HasPrefix(whole, "# heterodox tune 1 ") {
		t.Errorf("wrote %q", whole)
	}
}

var errFull = errors.New("full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
