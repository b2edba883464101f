package general

import (
	"reflect"
	"strings"
	"testing"
)

// The value that a setting gives for a game, read again, changes nothing.
func TestSettingsTellWhatTheyRead(t *testing.T) {
	told := map[string]bool{}
	games, _ := readDescriptions(builtinText, known{{variants: Variants}}, ownNames)
	for _, d := range games {
		for _, k := range keys {
			if k.text == nil {
				continue
			}
			text, again := k.text(d), *d
			if text == "" && k.kind != PieceSetting {
				t.Errorf("%s: %s is not listed", d.Name, k.name)
				continue
			}
			if text == "" {
				continue
			}
			if err := k.apply(&again, text); err != nil {
				t.Errorf("%s: %s = %s: %v", d.Name, k.name, text, err)
			}
			if now := k.text(&again); now != text {
				t.Errorf("%s: %s = %s is read as %s", d.Name, k.name, text, now)
			}
			if text != k.text(newDescription("")) {
				told[k.name] = true
			}
			switch k.kind {
			case BoolSetting, ChoiceSetting, NumberSetting:
				again.bareWins, again.horde = d.bareWins, d.horde
				if pair := strings.HasPrefix(k.name, "pass"); !pair && !reflect.DeepEqual(&again, d) {
					t.Errorf("%s: %s = %s changes the game", d.Name, k.name, text)
				}
			}
		}
	}
	if len(told) < 60 {
		t.Errorf("the games list only %d changed keys", len(told))
	}
}

func TestSketch(t *testing.T) {
	parents := []*Catalogue{Builtin()}
	other, errs := Read("[mine:chess]\nstalemateValue = loss\n", parents...)
	if errs != nil {
		t.Fatal(errs)
	}
	parents = append([]*Catalogue{other}, parents...)
	for _, c := range []struct{ text, wrong string }{
		{"", "there is no game"},
		{"[mine:chess]\n", ""}, // another edition
		{"[chess]\n", "line 1, [chess]: " + nameTaken},
		{"[capablanca:chess]\n", "line 1, [capablanca]: " + nameTaken},
		{"[a:chess]\n[a:chess]\n", "line 2, [a]: " + nameTaken},
		{"[a:nothing]\n", `line 1, [a]: unknown parent "nothing"`},
		{"[a:chess]\nfoo = 1\n", "line 2, [a], foo: unknown key"},
		{"[a:chess]\nmaxRank = 99999999999999999999\n", "line 2, [a], maxRank: "},
		{"[a:chess]\nblastOnCapture = true\n", "line 2, [a], blastOnCapture: royal kings cannot explode"},
		{"[a:chess]\nstartFen = 8/8\n", "line 2, [a], startFen: start position: "},
		{"[a:chess]\nmaxFile = 10\n[b:a]\nstartFen = k9/10/10/10/10/10/10/K9 w - - 0 1\n", ""},
	} {
		s, errs := NewSketch(c.text, parents...)
		if c.wrong == "" {
			if len(errs) > 0 || s.Rules == nil {
				t.Errorf("%q: %v", c.text, errs)
			}
			continue
		}
		if len(errs) == 0 || !strings.HasPrefix(errs[0].Error(), c.wrong) {
			t.Errorf("%q: %v, not %s", c.text, errs, c.wrong)
		}
		if s != nil && s.Rules != nil {
			t.Errorf("%q can be played", c.text)
		}
	}
	s, _ := NewSketch("[b:gun+capablanca]\ncustomPiece1 = w:WD\npieceNames = w:wherry|wherries\n", parents...)
	piece := s.Pieces[len(s.Pieces)-2]
	if piece != (SketchPiece{"customPiece1", "W", "wherry", "wherries", "wherry", "WD", true}) {
		t.Errorf("the piece is %+v", piece)
	}
	parts := map[string]SketchPart{}
	for _, p := range s.Parts {
		parts[p.Name] = p
	}
	if !parts["gun"].On || parts["madhouse"].On || parts["crazyhouse"].Refused != "" || !strings.HasPrefix(parts["fairy"].Refused, "fairy cannot be combined with capablanca") {
		t.Errorf("the parts are %+v", s.Parts)
	}
	settings := map[string]Setting{}
	for _, set := range s.Settings {
		settings[set.Key] = set
	}
	if set := settings["capturer"]; set.Value != "stays" || set.Own {
		t.Errorf("the capturer is %+v", set)
	}
	if set := settings["pass"]; !strings.Contains(set.Refused["true"], "cannot be combined with pass") {
		t.Errorf("a pass is %+v", set)
	}
}
