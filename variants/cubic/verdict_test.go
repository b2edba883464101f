package cubic_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants/cubic"
)

// Each case has a different kind of reason.
func TestReasons(t *testing.T) {
	for _, c := range []struct {
		board string
		side  rules.Color
		want  []string
	}{
		{"[###,n##,#rr],[#b#,###,###],[###,###,bRK]", rules.White, []string{
			"White's king on c1I is in check from the rook on c1III",
			"White has no legal move",
			"king b1I: its own rook is there",
			"king to b2I: attacked by the knight on a2III",
			"king to c1II: attacked by the rook on c1III",
			"no other piece can capture the rook on c1III or block the check on c1II",
		}},
		{"[####,####,r###,####],[####,#q##,####,####],[##r#,###b,####,BRnn],[####,####,#N##,#KQ#]", rules.White, []string{
			"White's king on b1I is in check from the knight on d1II and the queen on b3III",
			"king takes c1II: attacked by the rook on c4II",
			"double check: only a king move could help",
		}},
		{"[###,###,##q],[###,###,###],[#k#,###,rNK]", rules.White, []string{
			"knight b1I takes c1III: pinned by the rook on a1I",
		}},
		{"[###,##b,r#r],[###,###,###],[#k#,###,#K#]", rules.White, []string{
			"White's king on b1I is not in check",
			"White has no legal move",
		}},
		{"[rq,##],[##,K#]", rules.White, []string{
			"no other piece can capture the queen on b2II or block the check",
		}},
		{"[#q,##],[##,K#]", rules.White, []string{
			"White can get out of check: king a1I takes b2II",
		}},
		{"[##,##],[##,#r]", rules.White, []string{
			"White has no king, so it cannot be in check",
			"White has no legal move",
		}},
		{"[##,##],[##,#r]", rules.Black, []string{"Black has no king, so it cannot be in check", "Black has 3 legal moves"}},
		{"[k#,##],[##,##]", rules.Black, []string{"Black's king on a2II is not in check", "Black has 7 legal moves"}},
	} {
		p := parse(t, c.board, c.side)
		got := p.Verdict().Reasons()
		for _, line := range c.want {
			if !slices.Contains(got, line) {
				t.Errorf("%s: %q is not in\n%s", c.board, line, strings.Join(got, "\n"))
			}
		}
	}
}

// In check or without a legal move, every step of the king is either legal or has a
// reason, and the verdict agrees with the outcome.
func TestVerdictIsComplete(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 36))
	judged := 0
	for i := range 2000 {
		p := randomPosition(random, 2+i%4)
		v := p.Verdict()
		outcome := p.Outcome()
		if v.Checkmate != (outcome.Reason == rules.Checkmate) || v.Stalemate != (outcome.Reason == rules.Stalemate) || v.Check != p.InCheck() {
			t.Fatalf("%v: %+v, %v", p, v, outcome)
		}
		king, ok := p.King(p.Side())
		if !ok || !v.Check && !v.Stalemate {
			continue
		}
		judged++
		legal, refused := 0, 0
		for _, m := range v.Legal {
			if m.From() == king {
				legal++
			}
		}
		for _, r := range v.Refused {
			if (r.Occupant == rules.NoRole) == (len(r.Attackers) == 0) {
				t.Errorf("%v: %+v has no reason", p, r)
			}
			if r.From == king {
				refused++
			}
			if slices.ContainsFunc(v.Legal, func(m cubic.Move) bool { return m.From() == r.From && m.To() == r.To }) {
				t.Errorf("%v: %+v is legal", p, r)
			}
		}
		if want := neighbours(p, king); legal+refused != want {
			t.Errorf("%v: %d steps legal, %d refused, of %d", p, legal, refused, want)
		}
	}
	if judged < 100 {
		t.Errorf("only %d positions judged", judged)
	}
}

// neighbours counts the cells around a cell.
func neighbours(p cubic.Position, c cubic.Cell) int {
	product := 1
	for _, x := range []int{c.File(), c.Rank(), c.Level()} {
		along := 3
		if x == 0 {
			along--
		}
		if x == p.Size()-1 {
			along--
		}
		product *= along
	}
	return product - 1
}
