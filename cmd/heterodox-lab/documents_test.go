package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/heterodox-chess/heterodox/internal/command"
	"github.com/heterodox-chess/heterodox/internal/must"
)

// The program accepts every command shown in a document: its name, its flags, their values if
// they are numbers, and the number of arguments.
func TestDocumentedCommands(t *testing.T) {
	documents, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	for _, name := range append(documents, "../../README.md") {
		text := must.Get(t, os.ReadFile, name)
		code := false
		for line := range strings.Lines(strings.ReplaceAll(string(text), "\\\n", " ")) {
			if strings.HasPrefix(line, "```") {
				code = !code
			}
			at := documentedCommand.FindStringSubmatchIndex(line)
			if !code || at == nil {
				continue
			}
			shown++
			args := shellWords(line[at[1]:])
			root := command.Heterodox.Root()
			if at[2] >= 0 {
				root = lab.Root()
			}
			cmd, rest, err := root.Find(args)
			if err == nil {
				err = cmd.ParseFlags(rest)
			}
			if err == nil {
				err = cmd.ValidateArgs(cmd.Flags().Args())
			}
			if err != nil {
				t.Errorf("%s: %s: %v", filepath.Base(name), strings.TrimSpace(line), err)
			}
		}
	}
	if shown < 50 {
		t.Errorf("only %d commands found in the documents", shown)
	}
}

// documentedCommand matches what precedes the arguments of a command.
var documentedCommand = regexp.MustCompile(`(?:^|\$ |\| )(?:\./|go run \./cmd/)?heterodox(-lab)? `)

// shellWords returns the words of a command up to a pipe, a redirection or a comment. It
// supports quotes, but no variables.
func shellWords(line string) (words []string) {
	var word strings.Builder
	begun, quote := false, rune(0)
	for _, c := range line + " " {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '\'' || c == '"':
			begun, quote = true, c
		case strings.ContainsRune("|<>&;#", c) && !begun:
			return words
		case unicode.IsSpace(c):
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			begun = true
			word.WriteRune(c)
		}
	}
	return words
}
