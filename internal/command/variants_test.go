package command

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

func TestPiece(t *testing.T) {
	wantOutput(t, `.*  3  \. \. c m c.*`, "piece", "fmWfceF", "--at", "d2")
	wantOutput(t, `(?s).*\nIt goes one step forward or sideways\.\n`, "piece", "fsW")
	wantOutput(t, `.*"capture":\["b1","f1","b3","f3","c4","e4"\].*`, "piece", "N", "--at", "d2", "--json")
}

func TestGamesFromFiles(t *testing.T) {
	dir := t.TempDir()
	good, bad, empty := filepath.Join(dir, "good.ini"), filepath.Join(dir, "bad.ini"), filepath.Join(dir, "empty.ini")
	os.WriteFile(empty, nil, 0o600)
	os.WriteFile(good, []byte("[torus:capablanca]\ncustomPiece1 = h:N2\nstartFen = rhabqkbchr/pppppppppp/10/10/10/10/PPPPPPPPPP/RHABQKBCHR w KQkq - 0 1\n"), 0o600)
	os.WriteFile(bad, []byte("[bad:chess]\nstartFen = 8/8\n[worse:capablanca]\nknight = nn\ncolour = blue\nmaxRank = 99\n"), 0o600)
	wantOutput(t, `1 game, all playable\n`, "variants", "--check", good)
	wantOutput(t, `0 games: a game starts with a line \[NAME\] .*\n`, "variants", "--check", empty)
	status, out, _ := call(t, t.Context(), "variants", "--check", bad)
	want := regexp.MustCompile("^" + bad + ": line 2, \\[bad\\], startFen: .*\n" + bad + ": line 4, \\[worse\\], knight: \"nn\" is not a letter\n" +
		bad + ": line 5, \\[worse\\], colour: unknown key\n" + bad + ": line 6, \\[worse\\], maxRank: .*\n4 errors\n$")
	if status != ExitFailure || !want.MatchString(out) {
		t.Errorf("status %d, %s, want %s", status, out, want)
	}
	wantOutput(t, `.*\ntorus\n.*`, "variants", "--variants", good)
	wantOutput(t, `nodes   30\n.*`, "perft", "--variants", good, "--variant", "torus", "1")
	wantOutput(t, `nodes   25228\n.*`, "perft", "--variant", "capablanca", "3")
	wantOutput(t, `8 counts above 3000 nodes skipped\n12 lines, 24 counts, 0 mismatches\n`, "perft", "--suite", "--max-nodes", "3000", "../../perft/testdata/general/shako.epd")
}
