package export

import (
	"fmt"
	"go/token"
	"reflect"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/rules"
)

// GoFile writes a game, named as variants.Open knows it, as a Go file. A composition of rules
// becomes a variant for the catalogue, package variants (docs/adding-a-variant.md); any other
// game becomes its own package, with the source that defines it if it is from a file. A source
// that only renames a composition counts as one: r is then the composition.
func GoFile(name string, r game.Rules, source string) ([]byte, error) {
	if pos, ok := fast.Position(r.Start()); ok {
		v := pos.Rules().Variant()
		if source != "" {
			v.Name = name
		}
		return variantFile(v)
	}
	return packageFile(name, source)
}

// variantFile writes a variant composed of rules.
func variantFile(v rules.Variant) ([]byte, error) {
	var list strings.Builder
	for _, rule := range v.Rules {
		fmt.Fprintf(&list, "\t\t%s,\n", literal(rule))
	}
	id := identifier(v.Name)
	text := fmt.Sprintf(`package variants

import "github.com/heterodox-chess/heterodox/rules"

// %s is a game of the catalogue once the list catalogue in variants.go names it.
var %s = rules.Variant{
	Name:    %q,
	Summary: %q,
	Rules: []rules.Rule{
%s	},
}
`, id, id, strings.ReplaceAll(v.Name, "+", "-"), v.Summary, list.String())
	return []byte(text), nil
}

// literal writes a rule as gofmt does.
func literal(rule rules.Rule) string {
	v := reflect.ValueOf(rule)
	switch v.Kind() {
	case reflect.String:
		return fmt.Sprintf("%T(%q)", rule, v.String())
	case reflect.Int:
		return fmt.Sprintf("%T(%d)", rule, v.Int())
	case reflect.Uint64:
		return fmt.Sprintf("%T(%#x)", rule, v.Uint())
	}
	var fields []string
	for i := range v.NumField() {
		fields = append(fields, fmt.Sprintf("%s: %#v", v.Type().Field(i).Name, v.Field(i).Interface()))
	}
	return fmt.Sprintf("%T{%s}", rule, strings.Join(fields, ", "))
}

// packageFile writes a package with a game of the general machine.
func packageFile(name, file string) ([]byte, error) {
	id := strings.ToLower(identifier(name))
	var b strings.Builder
	fmt.Fprintf(&b, "// Package %s has the game %s.\npackage %s\n\nimport (\n", id, name, id)
	if file != "" {
		b.WriteString("\t\"errors\"\n\n")
	}
	b.WriteString("\t\"github.com/heterodox-chess/heterodox/game\"\n\t\"github.com/heterodox-chess/heterodox/variants\"\n)\n\n")
	if file == "" {
		fmt.Fprintf(&b, "// Open returns the rules of the game.\nfunc Open() (game.Rules, error) { return variants.Open(%q) }\n", name)
	} else {
		fmt.Fprintf(&b, "// file defines the game, as docs/variants-files.md says.\nconst file = %s\n\n", quoted(file))
		fmt.Fprintf(&b, "// Open returns the rules of the game.\nfunc Open() (game.Rules, error) {\n\tif _, errs := variants.Add(file, nil); len(errs) > 0 {\n\t\treturn nil, errors.Join(errs...)\n\t}\n\treturn variants.Open(%q)\n}\n", name)
	}
	return []byte(b.String()), nil
}

// quoted writes a text of several lines as a Go literal.
func quoted(text string) string {
	if strings.ContainsAny(text, "`\r") || strings.ContainsRune(text, '\ufeff') || !isText(text) {
		return fmt.Sprintf("%q", text)
	}
	return "`" + text + "`"
}

// isText reports whether a raw literal can hold a text.
func isText(text string) bool {
	for _, c := range text {
		if c < ' ' && c != '\n' && c != '\t' || c == '\ufffd' {
			return false
		}
	}
	return true
}

// identifier makes a Go identifier from the name of a game: kingOfTheHill stays,
// gun+fairy becomes gunFairy.
func identifier(name string) string {
	var b strings.Builder
	upper := false
	for _, c := range name {
		switch {
		case c >= 'a' && c <= 'z' && upper:
			b.WriteRune(c - 'a' + 'A')
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' && b.Len() > 0:
			b.WriteRune(c)
		case c >= '0' && c <= '9':
			b.WriteString("game" + string(c))
		default:
			upper = b.Len() > 0
			continue
		}
		upper = false
	}
	switch id := b.String(); {
	case id == "":
		return "game"
	case token.IsKeyword(id), id == "init", id == "main": // not allowed as names of variables, or of importable packages
		return id + "Game"
	default:
		return id
	}
}
