package export

import (
	"context"
	"encoding/json"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/chromium"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/variants"
)

// The page shows the board, the rules and each piece, and loads nothing from elsewhere.
func TestPage(t *testing.T) {
	for name, want := range map[string][]string{
		"gun+blackhole": {"<h1>Gun+blackhole</h1>", "d5 and f5 are black holes", "<b>Knight</b> (N) goes like a knight"},
		"xiangqi":       {"<b>Cannon</b> (C) goes like a rook without capturing", "Perpetual check loses", "A side without a legal move loses."},
		"cube4":         {"<h1>Cube4</h1>"},
		"fibonacci":     {"Turns have 1, 1, 2, 3, 5, 8 … moves."},
		"horde":         {"<b>Pawn</b>"},
	} {
		r := must.Get(t, variants.Open, name)
		text, err := Page(r)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, w := range want {
			if !strings.Contains(string(text), w) {
				t.Errorf("%s: the page does not say %q", name, w)
			}
		}
		if kinds := strings.Count(string(text), `<figure class="piece">`); !r.Board().Flat() && kinds > 0 || r.Board().Flat() && kinds < 6 {
			t.Errorf("%s: diagrams of %d pieces", name, kinds)
		}
		if asked := regexp.MustCompile(`(?:src|href)="(?:[^d"]|d[^a])`).FindString(string(text)); asked != "" || strings.Contains(string(text), "url(") {
			t.Errorf("%s: the page loads %s", name, asked)
		}
	}
}

// Exported Go files compile, and define the games that were exported.
func TestGoFiles(t *testing.T) {
	const file = "[exportedharbour:capablanca]\ncustomPiece1 = w:WD\npromotionPieceTypes = w q\nturns = 1 2 2 …\n# `quoted`\n"
	if _, errs := variants.Add(file, nil); len(errs) > 0 {
		t.Fatal(errs)
	}
	root := must.Get(t, filepath.Abs, "../..")
	dir := t.TempDir()
	overlay := map[string]string{}
	write := func(path, text string) {
		t.Helper()
		real := filepath.Join(dir, strings.ReplaceAll(path, "/", "_"))
		if err := os.WriteFile(real, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		overlay[filepath.Join(root, path)] = real
	}
	names := []string{"exportedharbour", "type", "gun+exportedharbour", "gun+grand", "gun+blackhole+fibonacci", "horde", "placement", "kingofthehill", "extinction+threecheck", "5check"}
	opened := func(name string) game.Rules {
		if name == "type" {
			name = "gun+blackhole"
		}
		return variants.MustOpen(name)
	}
	main, vars := "package main\n\nimport (\n\t\"fmt\"\n\n\t\"github.com/heterodox-chess/heterodox/chess\"\n", ""
	for i, name := range names {
		source := variants.Source(name)
		if name == "type" { // it only names a composition
			source = "[type:gun+blackhole]\n"
		}
		text, err := GoFile(name, opened(name), source)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if formatted, err := format.Source(text); err != nil || string(formatted) != string(text) {
			t.Errorf("%s: %v: gofmt writes\n%s\nnot\n%s", name, err, formatted, text)
		}
		if name == "type" && !strings.Contains(string(text), "var typeGame = rules.Variant{\n\tName:    \"type\",") {
			t.Errorf("the variant named type is\n%s", text)
		}
		number := string(rune('a' + i))
		if strings.HasPrefix(string(text), "package variants\n") { // in its own package, so that it does not conflict with names of the catalogue
			text = []byte(strings.Replace(string(text), "package variants\n", "package p"+number+"\n", 1))
			id := regexp.MustCompile(`var (\w+) = `).FindStringSubmatch(string(text))[1]
			text = append(text, []byte("\n// Variant is the variant.\nvar Variant = "+id+"\n")...)
			vars += "\tshow(chess.Compile(p" + number + ".Variant))\n"
		} else {
			text = regexp.MustCompile(`(?m)^package \w+$`).ReplaceAll(text, []byte("package p"+number))
			vars += "\topen(p" + number + ".Open())\n"
		}
		main += "\t\"github.com/heterodox-chess/heterodox/internal/exporttest/p" + number + "\"\n"
		write("internal/exporttest/p"+number+"/game.go", string(text))
	}
	main += "\t\"github.com/heterodox-chess/heterodox/game\"\n)\n\nfunc show(r *chess.Ruleset, err error) {\n\tif err != nil {\n\t\tpanic(err)\n\t}\n\tpos := r.Start()\n\tfmt.Println(pos.FEN(), pos.CountMoves())\n}\n\n" +
		"func open(r game.Rules, err error) {\n\tif err != nil {\n\t\tpanic(err)\n\t}\n\tpos := r.Start()\n\tfmt.Println(pos.FEN(), len(pos.Moves()))\n}\n\nfunc main() {\n" + vars + "}\n"
	write("internal/exporttest/main.go", main)
	replace, _ := json.Marshal(map[string]any{"Replace": overlay})
	list := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(list, replace, 0o600); err != nil {
		t.Fatal(err)
	}
	run := exec.Command("go", "run", "-overlay", list, "./internal/exporttest")
	run.Dir = root
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	for i, name := range names {
		pos := opened(name).Start()
		if want := pos.FEN() + " " + strconv.Itoa(len(pos.Moves())); i >= len(lines) || lines[i] != want {
			t.Errorf("%s: %q, want %q", name, lines, want)
		}
	}
}

// The page prints on A4: nothing is wider than the sheet.
func TestPagePrints(t *testing.T) {
	path := chromium.Need(t)
	text, err := Page(variants.MustOpen("xiangqi"))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox)
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	ctx, cancel = context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	var wide float64
	var pdf []byte
	err = chromedp.Run(ctx, chromedp.EmulateViewport(680, 1000), chromedp.Navigate("file://"+file), // 180 mm
		chromedp.Evaluate(`document.documentElement.scrollWidth`, &wide),
		chromedp.ActionFunc(func(ctx context.Context) error {
			pdf, _, err = page.PrintToPDF().WithPreferCSSPageSize(true).Do(ctx)
			return err
		}))
	if err != nil {
		t.Fatal(err)
	}
	if wide > 680 {
		t.Errorf("the page is %v wide", wide)
	}
	if !regexp.MustCompile(`/MediaBox \[0 0 59[45](?:\.\d+)? 84[12](?:\.\d+)?\]`).Match(pdf) {
		t.Error("the pages are not A4")
	}
}
