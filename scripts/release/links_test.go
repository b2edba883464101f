package main

import (
	"os"
	"regexp"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/must"
)

func TestOutward(t *testing.T) {
	const at = repository + "/blob/c0ffee/"
	for page, want := range map[string]string{
		"[rules](docs/rules.md)":             "[rules](" + at + "docs/rules.md)",
		"[a](./docs/rules.md#drops), [b](x)": "[a](" + at + "docs/rules.md#drops), [b](" + at + "x)",
		`<img src="docs/a.svg" width="3">`:   `<img src="` + repository + `/raw/c0ffee/docs/a.svg" width="3">`,
		"[log](CHANGELOG.md), [l](LICENSE)":  "[log](CHANGELOG.md), [l](LICENSE)",
		"[here](#games), [web](https://a.b)": "[here](#games), [web](https://a.b)",
		"f(x)[1](":                           "f(x)[1](",
	} {
		if got := outward(page, "c0ffee", []string{"README.md", "LICENSE", "CHANGELOG.md"}); got != want {
			t.Errorf("%s becomes %s, want %s", page, got, want)
		}
	}
}

// Nothing in the pages of an archive points to a file that is not in it.
func TestPagesDoNotDangle(t *testing.T) {
	for _, name := range pages {
		text := must.Get(t, os.ReadFile, "../../"+name)
		for _, link := range regexp.MustCompile(`\]\(([^)]*)\)`).FindAllStringSubmatch(outward(string(text), "c", pages), -1) {
			if !regexp.MustCompile(`^(https://|#|README\.md$|LICENSE$|CHANGELOG\.md$)`).MatchString(link[1]) {
				t.Errorf("%s: the link %s is broken", name, link[1])
			}
		}
	}
}
