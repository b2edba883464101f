package general

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/must"
)

// BenchmarkPerft counts from the start position of games of the table in
// docs/games.md; Mnodes/s is what to compare.
func BenchmarkPerft(b *testing.B) {
	for _, g := range []struct {
		name  string
		depth int
	}{
		{"chess", 5}, {"knightmate", 5}, {"hoppelpoppel", 5}, {"nightrider", 5},
		{"capablanca", 4}, {"janus", 4}, {"grand", 4}, {"shako", 3},
	} {
		b.Run(g.name, func(b *testing.B) {
			rules := must.Get(b, Builtin().Open, g.name)
			pos := rules.Start()
			var nodes uint64
			for b.Loop() {
				n, err := pos.Perft(b.Context(), g.depth)
				if err != nil {
					b.Fatal(err)
				}
				nodes += n
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

// BenchmarkLists does the same with all lists of moves written out.
func BenchmarkLists(b *testing.B) {
	for _, g := range []struct {
		name  string
		depth int
	}{
		{"knightmate", 4}, {"hoppelpoppel", 4}, {"capablanca", 3}, {"janus", 3}, {"grand", 3}, {"shako", 3},
	} {
		b.Run(g.name, func(b *testing.B) {
			rules := must.Get(b, Builtin().Open, g.name)
			pos := rules.Start().(interface {
				PerftLists(context.Context, int) (uint64, error)
			})
			var nodes uint64
			for b.Loop() {
				n, err := pos.PerftLists(b.Context(), g.depth)
				if err != nil {
					b.Fatal(err)
				}
				nodes += n
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

// gamesFile returns the text of a file with a number of games: the known ones over and
// over, each time with another custom piece.
func gamesFile(games int) string {
	var text strings.Builder
	pieces := []string{"mQcN", "WAD", "FfDfA", "mRcpR", "nAnD", "BW", "NN"}
	names := Builtin().Names()
	for i := range games {
		fmt.Fprintf(&text, "[my%d:%s]\n# a game\nnFoldRule = 3\n", i, names[i%len(names)])
		if d := Builtin().descriptions[names[i%len(names)]]; d.letters[firstCustom] == 0 && !strings.ContainsAny(d.Start, "jJ") {
			fmt.Fprintf(&text, "customPiece1 = j:%s\n", pieces[i%len(pieces)])
		}
	}
	return text.String()
}

// BenchmarkCheck checks a file of 143 games, each of which is compiled.
func BenchmarkCheck(b *testing.B) {
	text := gamesFile(143)
	for b.Loop() {
		c, errs := Check(text, Builtin())
		if len(errs) > 0 {
			b.Fatal(errs)
		}
		if n := len(c.Names()); n != 143 {
			b.Fatalf("%d games", n)
		}
	}
}
