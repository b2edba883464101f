package cubic_test

import (
	"context"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/variants/cubic"
)

func TestGameSearch(t *testing.T) {
	rules := must.Get(t, cubic.Rules, 2)
	pos := rules.Start()
	lines := map[int]game.Info{}
	s := engine.New(engine.DefaultOptions())
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	for _, l := range []game.Limits{{Depth: 3}, {Depth: 3, Lines: 2}, {Level: 12}, {MoveTime: time.Second}} {
		found := s.Search(ctx, game.NewRecord(pos), l, func(i game.Info) { lines[i.Line] = i })
		if found.Info.MateIn != 1 || pos.Play(found.Best).Outcome().String() != "1-0 (checkmate)" {
			t.Errorf("%+v finds %s, %+v", l, pos.UCI(found.Best), found.Info)
		}
	}
	if len(lines) != 2 || lines[1].MateIn != 1 {
		t.Errorf("lines %+v", lines)
	}
}

func TestGameCounters(t *testing.T) {
	rules, _ := cubic.Rules(2)
	for text, want := range map[string]string{
		"[#k,R#],[R#,RR]":                        "[#k,R#],[R#,RR] w 1",
		"[#k,R#],[R#,RR] b 17":                   "[#k,R#],[R#,RR] b 17",
		"[#k,R#],[R#,RR] black":                  "[#k,R#],[R#,RR] b 1",
		"#kR#R#RR w":                             "[#k,R#],[R#,RR] w 1",
		"# k R # R # R b":                        "[#k,R#],[R#,Rb] w 1",
		"# k R # R # R b b 3":                    "[#k,R#],[R#,Rb] b 3",
		"[#k,R#],[R#,RR] w 0":                    "",
		"[#k,R#],[R#,RR] w 99999999999999999999": "",
		"":                                       "", "w": "", "3 w": "",
	} {
		pos, err := rules.ParsePosition(text)
		got := ""
		if err == nil {
			got = pos.FEN()
		}
		if got != want {
			t.Errorf("%q is read as %q, %v, want %q", text, got, err, want)
		}
	}
	pos, _ := rules.ParsePosition("[#k,##],[##,RR] b 4")
	if next := pos.Play(pos.Moves()[0]); next.Fullmove() != 5 || next.Key() == pos.Key() {
		t.Errorf("after Black's fourth move the position is %s", next.FEN())
	}
}
