package variants_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

func TestParseNames(t *testing.T) {
	for name, want := range map[string]string{
		"chess":                    "chess",
		"standard":                 "chess",
		"chess960":                 "fischerandom",
		"fischerandom":             "fischerandom",
		"Gun":                      "gun",
		" gun + fairy ":            "gun+fairy",
		"gun+blackhole+fairy":      "gun+blackhole+fairy",
		"fairy+gun+blackhole":      "gun+blackhole+fairy",
		"chess+gun":                "gun",
		"gun+standard+chess":       "gun",
		"chess+chess":              "chess",
		"rifle+fairy":              "fairy+rifle",
		"amazon+gun":               "gun+amazon",
		"placement+chess960":       "fischerandom+placement",
		"baseline+fibonacci+fairy": "fibonacci+baseline+fairy",
	} {
		v, err := variants.Parse(name)
		if err != nil || v.Name != want {
			t.Errorf("%q reads as %q, want %q, %v", name, v.Name, want, err)
		}
		rules, err := variants.Compile(name)
		if err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		if pos := rules.Start(); rules.Name() != want || pos.CountMoves() == 0 {
			t.Errorf("%q: game %q with %d first moves", name, rules.Name(), pos.CountMoves())
		}
	}
}

func TestNamesThatAreErrors(t *testing.T) {
	for name, want := range map[string]string{
		"":                          `unknown variant ""`,
		"shogi":                     "shogi is not a game of the fast machine",
		"gun+":                      `variant "gun+": a name is missing before or after a +`,
		"gun+ +fairy":               "a name is missing before or after a +",
		"gun,fairy":                 `unknown variant "gun,fairy"`,
		"gun+gun":                   `variant "gun+gun" names gun twice`,
		"chess960+gun+fischerandom": "names fischerandom twice",
		"gun+rifle":                 "variant gun+rifle: gun and rifle both change whether capturing pieces move",
		"fairy+amazon":              "fairy and amazon both change the army",
		"placement+baseline":        "baseline and placement both change the start position",
	} {
		rules, err := variants.Compile(name)
		if rules != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", name, err, want)
		}
	}
}

// Callers may change what All, Names, Parse and Ruleset.Variant return.
func TestCatalogueIsCopied(t *testing.T) {
	variants.All()[0].Name = "changed"
	variants.Names()[0] = "changed"
	if name := variants.Names()[0]; name != "chess" {
		t.Errorf("the first variant is %q now", name)
	}
	gun, _ := variants.Parse("gun")
	ruleset := variants.MustCompile("gun")
	for _, v := range append(variants.All(), gun, ruleset.Variant()) {
		for i := range v.Rules {
			v.Rules[i] = rules.Amazons{}
		}
		for i := range v.Aliases {
			v.Aliases[i] = "changed"
		}
	}
	if _, err := variants.Parse("koth"); err != nil {
		t.Error(err)
	}
	again, _ := variants.Parse("gun")
	for _, v := range []rules.Variant{again, ruleset.Variant()} {
		if _, ok := v.Rules[0].(rules.Shooting); !ok {
			t.Errorf("the first rule of gun is %T now", v.Rules[0])
		}
	}
}

func TestEveryVariantIsDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range variants.All() {
		if v.Summary == "" || strings.ContainsAny(v.Summary, "\n|") {
			t.Errorf("%s has the summary %q", v.Name, v.Summary)
		}
		for _, name := range append([]string{v.Name}, v.Aliases...) {
			if seen[name] || name != strings.ToLower(name) || strings.ContainsAny(name, " +/,;|") {
				t.Errorf("%s has the name %q", v.Name, name)
			}
			seen[name] = true
		}
	}
}

func TestMustCompilePanicsOnUnknownNames(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	variants.MustCompile("shogi")
}

func FuzzParseName(f *testing.F) {
	for _, name := range append(variants.Names(), "gun+blackhole+fairy", "gun+gun", "gun+rifle", "standard+", "+", "GUN + chess960") {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		rules, err := variants.Compile(name)
		if err != nil {
			if len(err.Error()) > 1000 || strings.ContainsAny(err.Error(), "\r\n") {
				t.Errorf("%q: error %q", name, err)
			}
			return
		}
		again, err := variants.Compile(rules.Name())
		if err != nil || again.Name() != rules.Name() {
			t.Errorf("%q is %q, and that is %v, %v", name, rules.Name(), again, err)
		}
	})
}

func ExampleCompile() {
	rules, err := variants.Compile("fairy+gun")
	if err != nil {
		fmt.Println(err)
		return
	}
	pos := rules.Start()
	fmt.Println(rules.Name(), pos.FEN())

	_, err = variants.Compile("gun+rifle")
	fmt.Println(err)
	// Output:
	// gun+fairy rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1
	// variant gun+rifle: gun and rifle both change whether capturing pieces move
}
