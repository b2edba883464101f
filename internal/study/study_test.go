package study

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/variants"
)

// catalogue is package variants plus games with faults.
func catalogue(t *testing.T) Catalogue {
	t.Helper()
	text := must.Get(t, os.ReadFile, "testdata/faults.ini")
	if _, errs := variants.Add(string(text), nil); len(errs) > 0 {
		t.Fatal(errs)
	}
	return Catalogue{Open: variants.Open, Derive: variants.Derive, Parts: variants.Parts, Changes: []string{"kingofthehill", "threecheck"}}
}

// small returns options for a study that takes a second.
func small(t *testing.T, name string, seed uint64) Options {
	o := DefaultOptions()
	o.Game, o.Catalogue, o.Seed = name, catalogue(t), seed
	o.Budget, o.Rounds, o.Nodes, o.Proof, o.Concurrency = 0, 6, 15, 20_000, 2
	o.Doubling, o.Learn = false, false
	return o
}

func study(t *testing.T, o Options) *Report {
	t.Helper()
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// kinds lists the kinds of the verdicts that are faults.
func kinds(r *Report) (list []string) {
	for _, v := range r.Verdicts {
		if v.Fault {
			list = append(list, v.Kind)
		}
	}
	return list
}

// TestFaultsAreFound: games with known faults get the same verdict whatever the seed.
func TestFaultsAreFound(t *testing.T) {
	for _, test := range []struct {
		game, kind, words string
	}{
		{"mated", kindForced, "White wins by force in 2 moves"},
		{"blackmates", kindForced, "Black wins by force in 1 move"},
		{"locked", kindDrawn, "Nearly every game is drawn"},
		{"lame", kindPiece, "The knight (N) is hardly ever moved"},
		{"deadrule", kindRule, "The rule “triple step region” hardly ever matters"},
		{"twoqueens", kindUnfair, "White scores"},
	} {
		for seed := uint64(1); seed <= 3; seed++ {
			o := small(t, test.game, seed)
			if test.kind == kindUnfair {
				o.Rounds *= 2 // the interval must be narrow
			}
			r := study(t, o)
			i := slices.IndexFunc(r.Verdicts, func(v Verdict) bool { return v.Kind == test.kind && strings.Contains(v.Text, test.words) })
			if i < 0 || !r.Verdicts[i].Fault {
				t.Errorf("%s, seed %d: no verdict %q with %q among %+v", test.game, seed, test.kind, test.words, r.Verdicts)
			}
			for _, k := range kinds(r) {
				if k == kindPiece && test.game != "lame" && test.game != "locked" || k == kindRule && test.game != "deadrule" || k == kindForced && test.kind != kindForced {
					t.Errorf("%s, seed %d: a fault that it does not have: %s", test.game, seed, k)
				}
			}
		}
	}
}

// TestStudyRepeatsItself: the same seed and rounds give the same report, for any number of
// concurrent games, from a ledger, and after an interruption.
func TestStudyRepeatsItself(t *testing.T) {
	o := small(t, "losalamos", 5)
	o.Rounds, o.Learn, o.Doubling = 2, true, true
	want := study(t, o)
	o.Concurrency = 1
	o.Ledger = filepath.Join(t.TempDir(), "games.ledger")
	if got := study(t, o); !reflect.DeepEqual(got, want) {
		t.Errorf("one game at a time: %s, want %s", text(t, got), text(t, want))
	}
	played := 0
	o.Watch = func(p Progress) { played = p.Games }
	if got := study(t, o); !reflect.DeepEqual(got, want) || played == 0 {
		t.Errorf("from the ledger: %s, want %s", text(t, got), text(t, want))
	}

	o.Ledger = filepath.Join(t.TempDir(), "cut.ledger")
	ctx, stop := context.WithCancel(t.Context())
	o.Watch = func(p Progress) {
		if p.White+p.Draws+p.Black == 5 {
			stop()
		}
	}
	if cut, err := Run(ctx, o); err != nil || cut.Complete || cut.Overall.Games >= want.Overall.Games {
		t.Fatalf("cut short: %v, %v", cut, err)
	}
	o.Watch = nil
	if got := study(t, o); !reflect.DeepEqual(got, want) {
		t.Errorf("after an interruption: %s, want %s", text(t, got), text(t, want))
	}
	o.Seed++
	if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "another study") {
		t.Errorf("the ledger of another seed: %v", err)
	}
}

// TestNoTimeToJudge: where no game with the learned evaluation was finished in time, none is
// played later, either.
func TestNoTimeToJudge(t *testing.T) {
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	o := small(t, "losalamos", 5)
	o.Learn = true
	r, _, end, err := start(ctx, o, Header{Proof: o.Proof})
	if err != nil {
		t.Fatal(err)
	}
	f, _ := learns(r.subject.rules)
	r.store.notes["learned"] = Note{Count: leastLearned, Text: f.FormatWeights(f.Weights())}
	r.store.notes["judged"] = Note{}
	if err := end(r.learn(ctx)); err != nil || ctx.Err() != nil {
		t.Fatal(err, ctx.Err())
	}
	if j := r.report.Judge; j.Learned || j.Pairs != 0 || !strings.HasPrefix(j.Why, "too few games") {
		t.Errorf("%+v", j)
	}
}

// TestProofCutShort: where the search for a forced win is cut short, the second side has had
// fewer nodes than the first, or none, and nothing else is claimed.
func TestProofCutShort(t *testing.T) {
	ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	r := Report{Proof: prove(ctx, variants.MustOpen("losalamos"), 1e9)}
	if n := r.Proof.Nodes; n >= 1e9 || !strings.HasPrefix(r.ProofText(), fmt.Sprintf("No forced win was found with at most %d nodes for each side", n)) {
		t.Errorf("%d nodes: %s", n, r.ProofText())
	}
}

// askedTables know nothing and count how often they are probed.
type askedTables struct{ times atomic.Int64 }

func (a *askedTables) Men(game.Rules) int { return 64 }

func (a *askedTables) Distance(game.Position) (int8, int, bool) {
	a.times.Add(1)
	return 0, 0, false
}

func (a *askedTables) FastDistance(game.Rules, *chess.Position) (int8, int, bool) { return 0, 0, false }

// TestTablesAreAsked: the players probe endgame tables, and games with tables are not mixed
// with others.
func TestTablesAreAsked(t *testing.T) {
	asked := &askedTables{}
	o := small(t, "losalamos", 5)
	o.Rounds, o.Tables, o.Ledger = 1, asked, filepath.Join(t.TempDir(), "games.ledger")
	if study(t, o); asked.times.Load() == 0 {
		t.Error("the tables were not asked")
	}
	o.Tables = nil
	if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "another study: losalamos") || !strings.Contains(err.Error(), "with endgame tables") {
		t.Errorf("the ledger of a study with tables: %v", err)
	}
}

func text(t *testing.T, r *Report) string {
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestRemedies: in a game in which White has an extra queen, changes that remove it or
// compensate Black are found, and the game itself is included for comparison.
func TestRemedies(t *testing.T) {
	o := small(t, "twoqueens", 1)
	o.Remedies, o.Catalogue.Changes = true, nil
	r := study(t, o)
	if len(r.Remedies) < 3 {
		t.Fatalf("only %+v", r.Remedies)
	}
	i := slices.IndexFunc(r.Remedies, func(c Candidate) bool { return c.Name == asItIs })
	if i < 1 || r.Remedies[i].Score.Value < 0.6 {
		t.Errorf("the game itself is at %d of %+v", i, r.Remedies)
	}
	if best := r.Remedies[0]; best.Distance >= r.Remedies[i].Distance || best.Round != r.Remedies[i].Round {
		t.Errorf("the best, %+v, is no better than %+v", best, r.Remedies[i])
	}
	if _, err := o.Catalogue.Derive(r.Remedies[0].Text, general.Fitted{}); err != nil {
		t.Errorf("the best cannot be read back: %v", err)
	}
	if again := study(t, o); !reflect.DeepEqual(again, r) {
		t.Error("another run finds different remedies")
	}
}

func TestExplore(t *testing.T) {
	o := small(t, "losalamos", 3)
	o.Rounds = 1
	list, err := Explore(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for i, c := range list {
		if names[c.Name] {
			t.Errorf("%q twice", c.Name)
		}
		names[c.Name] = true
		if i > 0 && c.Round == list[i-1].Round && c.Distance < list[i-1].Distance {
			t.Errorf("%q is ranked below %q", c.Name, list[i-1].Name)
		}
		if _, err := o.Catalogue.Derive(c.Text, general.Fitted{}); err != nil {
			t.Errorf("%q: %v", c.Name, err)
		}
	}
	if len(list) < inventions/2 || !names[asItIs] {
		t.Errorf("%d games: %+v", len(list), list)
	}
	if again, err := Explore(t.Context(), o); err != nil || !reflect.DeepEqual(again, list) {
		t.Errorf("another run finds different games: %v", err)
	}
}
