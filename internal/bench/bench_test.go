package bench_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/bench"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/variants"
)

func run(t *testing.T, depth int) (sum bench.Result, parts []bench.Result) {
	t.Helper()
	sum, err := bench.Run(context.Background(), variants.Open, "", depth, func(r bench.Result) { parts = append(parts, r) })
	if err != nil {
		t.Fatal(err)
	}
	return sum, parts
}

// The node counts are a signature: the same every time, with one for each variant.
func TestNodesAreTheSameEveryTime(t *testing.T) {
	sum, parts := run(t, 3)
	again, partsAgain := run(t, 3)
	if sum.Nodes != again.Nodes {
		t.Errorf("%d nodes, then %d", sum.Nodes, again.Nodes)
	}
	var total uint64
	var names []string
	for i, r := range parts {
		if r.Nodes == 0 || r.Nodes != partsAgain[i].Nodes {
			t.Errorf("%s: %d nodes, then %d", r.Variant, r.Nodes, partsAgain[i].Nodes)
		}
		total += r.Nodes
		names = append(names, r.Variant)
	}
	if total != sum.Nodes {
		t.Errorf("sum %d of %d", sum.Nodes, total)
	}
	for _, name := range variants.Names() {
		if !slices.Contains(names, name) {
			t.Errorf("%s is missing", name)
		}
	}
}

// The signature shows every change of the search or the evaluation, intended or not. After
// an intended one, write it again and say so in the commit message:
//
//	go run ./cmd/heterodox bench 5 | sed 's/ [0-9]* nps$//' >internal/bench/testdata/signature.txt
func TestSignature(t *testing.T) {
	want := must.Get(t, os.ReadFile, "testdata/signature.txt")
	sum, parts := run(t, 5)
	var got strings.Builder
	for _, r := range append(parts, sum) {
		line, _, _ := strings.Cut(r.String(), " nodes")
		fmt.Fprintf(&got, "%s nodes\n", line)
	}
	if got.String() != string(want) {
		t.Errorf("the signature is\n%s, not\n%s", got.String(), want)
	}
}

func TestRunEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	_, err := bench.Run(ctx, variants.Open, "", bench.MaxDepth, func(r bench.Result) {
		t.Errorf("%s is done", r.Variant)
	})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}

// One variant alone takes as many nodes as it does among all; a composition without
// positions is searched from its start.
func TestRunOneVariant(t *testing.T) {
	_, parts := run(t, 3)
	for _, want := range parts {
		got, err := bench.Run(context.Background(), variants.Open, want.Variant, 3, func(bench.Result) {})
		if err != nil || got.Nodes != want.Nodes {
			t.Errorf("%s: %d nodes (%v), among all %d", want.Variant, got.Nodes, err, want.Nodes)
		}
	}
	got, err := bench.Run(context.Background(), variants.Open, "gun+fairy", 3, func(bench.Result) {})
	if err != nil || got.Nodes == 0 {
		t.Errorf("gun+fairy: %d nodes, %v", got.Nodes, err)
	}
	if _, err := bench.Run(context.Background(), variants.Open, "nonsense", 3, func(bench.Result) {}); err == nil {
		t.Error("no error for an unknown variant")
	}
}

func TestRunErrors(t *testing.T) {
	ignore := func(bench.Result) {}
	for _, depth := range []int{-1, 0, bench.MaxDepth + 1} {
		if _, err := bench.Run(context.Background(), variants.Open, "", depth, ignore); err == nil {
			t.Errorf("depth %d: no error", depth)
		}
	}
	none := errors.New("none")
	_, err := bench.Run(context.Background(), func(string) (game.Rules, error) { return nil, none }, "", 1, ignore)
	if !errors.Is(err, none) {
		t.Errorf("error %v", err)
	}
}

func TestResultString(t *testing.T) {
	if got := (bench.Result{Nodes: 5}).String(); got != "5 nodes 5000 nps" {
		t.Error(got)
	}
	if got := (bench.Result{Variant: "gun", Nodes: 5}).String(); got != "gun 5 nodes 5000 nps" {
		t.Error(got)
	}
}
