package command

import (
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/tables"
	"github.com/heterodox-chess/heterodox/variants"
)

// makeTables makes endgame tables in a temporary directory.
func makeTables(t *testing.T, variant, material string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	g, err := tables.NewGenerator(variants.MustOpen(variant), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	list, err := g.Parse(material)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list {
		if err := g.Make(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const ladder = "8/8/8/4k3/8/8/8/K6Q w - - 0 1"

// With the option TablePath, or the flag, a position in the tables is answered at once.
func TestUCITables(t *testing.T) {
	dir := makeTables(t, "chess", "KQK")
	for _, c := range []struct{ input, flag string }{
		{"setoption name TablePath value " + dir + "\n", ""}, {"", dir},
	} {
		args := []string{"uci"}
		if c.flag != "" {
			args = append(args, "--tables", c.flag)
		}
		status, out, errs := talkUCI(t, strings.NewReader(c.input+"position fen "+ladder+"\ngo nodes 1\n"), args...)
		if status != ExitOK || !strings.Contains(out, " score mate 9 ") || !strings.Contains(out, " tbhits ") || !strings.Contains(out, "bestmove ") {
			t.Errorf("%v: status %d, %s%s", c, status, out, errs)
		}
	}
	_, out, _ := talkUCI(t, strings.NewReader("setoption name TablePath value "+dir+"\nsetoption name TablePath value\nposition fen "+ladder+"\ngo nodes 50\n"))
	if strings.Contains(out, "tbhits") || !strings.Contains(out, "bestmove ") {
		t.Errorf("the tables are used after they were removed: %s", out)
	}
	_, out, _ = talkUCI(t, strings.NewReader("setoption name TablePath value "+dir+"x\n"))
	if !strings.Contains(out, "info string setoption TablePath: ") || !strings.Contains(out, "no such file") {
		t.Errorf("a missing directory: %s", out)
	}
	wantUsageError(t, "--tables: ", "uci", "--tables", dir+"x")
	wantUsageError(t, "--tables: ", "serve", "--tables", dir+"x")
	wantUsageError(t, "--tables: ", "play", "--tables", dir+"x")
}
