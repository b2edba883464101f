package talk

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// An engine in a few lines of shell: it lists two games, answers one search and exits on the
// next.
const engine = `#!/bin/sh
while read -r command rest; do
	case $command in
	uci) printf 'option name Hash type spin\noption name UCI_Variant type combo default chess var chess var gun \nuciok\n' ;;
	go) [ "$rest" = "nodes 1" ] || exit 3; printf 'info depth 1\n bestmove e2e4 \n' ;;
	quit) exit 0 ;;
	esac
done
`

func start(t *testing.T) *Engine {
	t.Helper()
	path := filepath.Join(t.TempDir(), "engine")
	if err := os.WriteFile(path, []byte(engine), 0o700); err != nil {
		t.Fatal(err)
	}
	e, err := Start(path)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestTalk(t *testing.T) {
	e := start(t)
	if names, err := e.Variants(); err != nil || !slices.Equal(names, []string{"chess", "gun"}) {
		t.Errorf("variants %q, %v", names, err)
	}
	lines, err := e.Ask("bestmove", "position startpos", "go nodes 1")
	if err != nil || !slices.Equal(lines, []string{"info depth 1", "bestmove e2e4"}) {
		t.Errorf("a search: %q, %v", lines, err)
	}
	if state, err := e.Close(); err != nil || !state.Success() {
		t.Errorf("close: %v, %v", state, err)
	}
}

func TestTalkWithNobody(t *testing.T) {
	if _, err := Start(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a missing program was started")
	}
	e := start(t)
	if _, err := e.Ask("bestmove", "go depth 1"); err == nil || !strings.Contains(err.Error(), "has exited") {
		t.Errorf("an engine that exits: %v", err)
	}
	if _, err := e.Close(); err == nil {
		t.Error("no error from an engine that exited with status 3")
	}
}
