package match

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/internal/stats"
	"github.com/heterodox-chess/heterodox/pgn"
	"github.com/heterodox-chess/heterodox/variants"
)

// longMatch is a match in a directory that is killed and resumed, with four
// games per round.
func longMatch(dir string) Config {
	c := DefaultConfig()
	c.Engines = []Engine{fakeEngine("good"), selfEngine("self", 30)}
	c.Variants = []Variant{variant("gun"), variant("fibonacci")}
	c.Rounds, c.Concurrency = 10000, 2
	c.Store, c.PGN = filepath.Join(dir, "games.jsonl"), filepath.Join(dir, "games.pgn")
	c.Self = talk
	c.Adjudication.MaxPlies = 60
	return c
}

// stored returns the game lines of a store.
func stored(t *testing.T, file string) [][]byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	if last := lines[len(lines)-1]; !bytes.HasSuffix(last, []byte("\n")) {
		lines = lines[:len(lines)-1]
	}
	if len(lines) < 2 {
		return nil
	}
	return lines[1:]
}

// A referee killed halfway loses no finished game, and a resumed one plays none
// twice.
func TestResumeAfterKill(t *testing.T) {
	dir := t.TempDir()
	c := longMatch(dir)
	child := exec.Command(os.Args[0], "fake-referee", dir)
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	for start := time.Now(); len(stored(t, c.Store)) < 5; time.Sleep(2 * time.Millisecond) {
		if time.Since(start) > time.Minute {
			t.Fatal("five games took longer than a minute")
		}
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := child.Wait(); err == nil || !strings.Contains(err.Error(), "killed") {
		t.Fatalf("the referee was not killed: %v", err)
	}
	before := stored(t, c.Store)
	// As if it had been killed while writing.
	f, err := os.OpenFile(c.Store, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"Game":99,"Result":"1-`); err != nil {
		t.Fatal(err)
	}
	f.Close()

	c.Resume = true
	c.Rounds = len(before)/4 + 5
	total := 4 * c.Rounds
	report, games := play(t, c)
	after := stored(t, c.Store)
	if report.Finished != total || len(after) != total || len(games) != total-len(before) {
		t.Fatalf("%d games counted, %d in the store; %d before, %d played since", report.Finished, len(after), len(before), len(games))
	}
	seen := map[int]Record{}
	for i, text := range after {
		if i < len(before) && !bytes.Equal(text, before[i]) {
			t.Errorf("line %d has changed", i)
		}
		var r Record
		if err := json.Unmarshal(text, &r); err != nil {
			t.Fatal(err)
		}
		if _, twice := seen[r.Game]; twice {
			t.Errorf("game %d is listed twice", r.Game)
		}
		seen[r.Game] = r
	}
	for i := 0; i < total; i += 2 {
		if a, b := seen[i], seen[i+1]; strings.Join(a.Opening, " ") != strings.Join(b.Opening, " ") || a.White != b.Black {
			t.Errorf("games %d and %d are not a pair", i, i+1)
		}
	}
	checkPGN(t, c.PGN, total)

	// Nothing is left to do, and the result is the same.
	again, games := play(t, c)
	if len(games) != 0 || again.Finished != total || !sameScore(again, report) {
		t.Errorf("%d games more, %+v", len(games), again)
	}
}

func sameScore(a, b Report) bool {
	for i, x := range a.Pairings[0].Lines {
		y := b.Pairings[0].Lines[i]
		if x.Wins != y.Wins || x.Draws != y.Draws || x.Losses != y.Losses || x.Pairs != y.Pairs || x.ByColor != y.ByColor {
			return false
		}
	}
	return true
}

// checkPGN replays the games of a file.
func checkPGN(t *testing.T, file string, count int) (games []*pgn.Game) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := pgn.NewReader(f)
	for {
		g, err := in.Next()
		if err != nil {
			t.Fatal(err)
		}
		if g == nil {
			break
		}
		games = append(games, g)
		rules, err := variants.Open(g.Variant())
		if err == nil {
			_, err = g.Check(rules)
		}
		if err != nil {
			t.Errorf("game %d: %v", g.Number, err)
		}
	}
	if len(games) != count {
		t.Errorf("%d games in the PGN, want %d", len(games), count)
	}
	return games
}

// A symbolic link to the PGN stays one.
func TestLinkedPGN(t *testing.T) {
	c := testConfig(t, fakeEngine("good"), selfEngine("self", 10))
	c.Rounds = 1
	target := filepath.Join(t.TempDir(), "target.pgn")
	if err := os.WriteFile(target, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, c.PGN); err != nil {
		t.Fatal(err)
	}
	c.Force = true
	play(t, c)
	checkPGN(t, target, 2)
}

// A PGN torn by a full disk, with half a game or empty, is complete after
// resuming with the same file.
func TestTornPGN(t *testing.T) {
	c := testConfig(t, fakeEngine("good"), selfEngine("self", 10))
	c.Rounds = 2
	play(t, c)
	whole := must.Get(t, os.ReadFile, c.PGN)
	c.Resume = true
	for _, length := range []int{0, 1, len(whole) / 3, len(whole) - 2} {
		if err := os.WriteFile(c.PGN, whole[:length], 0o666); err != nil {
			t.Fatal(err)
		}
		if _, games := play(t, c); len(games) != 0 {
			t.Fatalf("%d games are played again", len(games))
		}
		checkPGN(t, c.PGN, 4)
		if mended, err := os.ReadFile(c.PGN); err != nil || string(mended) != string(whole) {
			t.Errorf("cut off after %d bytes, it was not restored: %v", length, err)
		}
	}
	// The file grows again after the repair.
	if err := os.WriteFile(c.PGN, whole[:len(whole)/2], 0o666); err != nil {
		t.Fatal(err)
	}
	c.Rounds = 3
	play(t, c)
	checkPGN(t, c.PGN, 6)
}

func TestResumeOfAnotherMatch(t *testing.T) {
	c := testConfig(t, fakeEngine("good"), selfEngine("self", 10))
	c.Rounds = 1
	play(t, c)
	for name, change := range map[string]func(*Config){
		"Seed":     func(c *Config) { c.Seed++ },
		"Engines":  func(c *Config) { c.Engines = []Engine{fakeEngine("good"), selfEngine("self", 11)} },
		"Variants": func(c *Config) { c.Variants = append(c.Variants, variant("gun")) },
		"SPRT":     func(c *Config) { c.SPRT = newSPRT(t, "elo0=0 elo1=5") },
	} {
		other := c
		other.Resume = true
		change(&other)
		_, err := Run(t.Context(), other, nil)
		if err == nil || !strings.Contains(err.Error(), "it belongs to another match: "+name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// More rounds are the same match, only longer.
	c.Resume, c.Rounds = true, 2
	if report, games := play(t, c); report.Finished != 4 || len(games) != 2 || games[0].Game != 2 {
		t.Errorf("%d games, %d of them new", report.Finished, len(games))
	}
	// Fewer would leave out games that have been played.
	c.Rounds = 1
	if _, err := Run(t.Context(), c, nil); err == nil || !strings.Contains(err.Error(), "game 3 is beyond the 2 games of this match") {
		t.Errorf("a match was made shorter: %v", err)
	}
	c.Rounds = 2
	// Without resume nothing is overwritten.
	c.Resume, c.PGN = false, ""
	if _, err := Run(t.Context(), c, nil); err == nil || !strings.Contains(err.Error(), "exists") {
		t.Errorf("a store was overwritten: %v", err)
	}
	c.Force = true
	if report, games := play(t, c); report.Finished != 4 || len(games) != 4 {
		t.Errorf("%d games, %d of them new", report.Finished, len(games))
	}
}

// unsum removes the checksum from a line, as in old stores.
func unsum(line string) string {
	at := strings.LastIndex(line, `,"Sum":`)
	return line[:at] + "}\n"
}

func TestDamagedStores(t *testing.T) {
	c := testConfig(t, fakeEngine("good"), selfEngine("self", 10))
	c.Rounds = 1
	play(t, c)
	whole := must.Get(t, os.ReadFile, c.Store)
	lines := strings.SplitAfter(string(whole), "\n")
	old := strings.Replace(unsum(lines[0]), storeFormat, firstFormat, 1)
	game := unsum(lines[1])
	score := regexp.MustCompile(`"Score":"[^"]*"`)
	if !score.MatchString(lines[1]) {
		t.Fatalf("no score in %s", lines[1])
	}
	c.Resume = true
	for name, d := range map[string]struct{ text, want string }{
		"no match":     {"hello\n", "line 1: not the header of a match"},
		"other format": {strings.Replace(unsum(lines[0]), storeFormat, "heterodox match 3", 1), "line 1: not the header of a match"},
		"changed":      {lines[0] + score.ReplaceAllString(lines[1], `"Score":"#0.18"`), "line 2: its checksum is wrong"},
		"no checksum":  {lines[0] + game, "line 2: it has no checksum, unlike the other lines"},
		"other":        {old + strings.Replace(game, `"White":0`, `"White":1`, 1), "line 2: game 1 does not belong to this match"},
		"not a game":   {old + "{]\n", "line 2: it is not JSON from byte 2 on"},
		"wrong type":   {old + strings.Replace(game, `"White":0`, `"White":"x"`, 1), "line 2: White cannot be a string"},
		"nothing":      {old + "{\"A\":1}\n", "line 2: game numbers start at 1"},
		"wrong moves":  {old + strings.Replace(game, `"Move":"`, `"Move":"z`, 1), "line 2: game 1: answer 1: "},
		"wrong side":   {old + strings.Replace(game, `"Black":true,`, ``, 1), "is not by the side to move"},
		"wrong result": {old + regexp.MustCompile(`"Result":"[^"]*"`).ReplaceAllString(game, `"Result":"2-0"`), `"2-0" is not a result`},
	} {
		if err := os.WriteFile(c.Store, []byte(d.text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := Run(t.Context(), c, nil)
		if err == nil || !strings.Contains(err.Error(), d.want) || strings.Contains(err.Error(), "Go ") {
			t.Errorf("%s: %v, want %q", name, err, d.want)
		}
		if left, err := os.ReadFile(c.Store); err != nil || string(left) != d.text {
			t.Errorf("%s: the store has changed: %v", name, err)
		}
	}
}

// Duplicate games count once; old stores, without checksums and builds, can be
// continued.
func TestStoresThatGoOn(t *testing.T) {
	c := testConfig(t, fakeEngine("good"), selfEngine("self", 10))
	c.Rounds = 1
	first, _ := play(t, c)
	whole := must.Get(t, os.ReadFile, c.Store)
	lines := strings.SplitAfter(string(whole), "\n")
	old := strings.Replace(regexp.MustCompile(`,"Builds":.*`).ReplaceAllString(unsum(lines[0]), "}"), storeFormat, firstFormat, 1)
	c.Resume = true
	for name, text := range map[string]string{
		"twice": lines[0] + lines[1] + lines[1] + lines[2] + lines[1],
		"old":   old + unsum(lines[1]) + unsum(lines[2]),
	} {
		if err := os.WriteFile(c.Store, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		report, games := play(t, c)
		if len(games) != 0 || report.Finished != 2 || !sameScore(report, first) {
			t.Errorf("%s: %d games played, %+v", name, len(games), report)
		}
		checkPGN(t, c.PGN, 2)
	}
}

// A match that was killed before it had a store has nothing to resume: it
// begins, with a message. A PGN that is already there is not its own.
func TestResumeBegins(t *testing.T) {
	c := testConfig(t, fakeEngine("good"), selfEngine("self", 10))
	c.Rounds, c.Resume = 1, true
	for _, why := range []string{"it does not exist", "it is empty"} {
		if err := os.WriteFile(c.PGN, []byte("mine\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		c.Force = false
		if _, err := Run(t.Context(), c, nil); err == nil || !strings.Contains(err.Error(), "games.pgn exists: use --force to overwrite it") {
			t.Errorf("%s: %v", why, err)
		}
		if text, err := os.ReadFile(c.PGN); err != nil || string(text) != "mine\n" {
			t.Errorf("%s: the PGN is now %.40q, %v", why, text, err)
		}
		c.Force = true
		var notes []string
		c.Note = func(text string) { notes = append(notes, text) }
		if _, games := play(t, c); len(games) != 2 {
			t.Errorf("%s: %d games", why, len(games))
		}
		if len(notes) != 1 || !strings.HasSuffix(notes[0], why+", so the match starts") {
			t.Errorf("%q", notes)
		}
		if err := os.WriteFile(c.Store, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// A store in use cannot be opened by another match.
func TestStoreIsLocked(t *testing.T) {
	c := testConfig(t, fakeEngine("good"), selfEngine("self", 10))
	s, err := openStore(t.Context(), &c, "", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	other := c
	other.Force = true
	if _, err := Run(t.Context(), other, nil); err == nil || !strings.Contains(err.Error(), "another match is using it") {
		t.Error(err)
	}
}

func newSPRT(t *testing.T, text string) *stats.SPRT {
	t.Helper()
	s, err := stats.ParseSPRT(text)
	if err != nil {
		t.Fatal(err)
	}
	return &s
}
