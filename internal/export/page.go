// Package export writes games for others: a printable page of rules, and a Go file.
package export

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/general/betza"
	"github.com/heterodox-chess/heterodox/picture"
	"github.com/heterodox-chess/heterodox/rules"
)

// style is the style sheet, which is embedded in the page.
//
//go:embed page.css
var style string

// Page writes the rules of a game as an HTML page that needs no other files and prints on A4:
// the board at the start, the rules in words, and how each piece moves.
func Page(r game.Rules) ([]byte, error) {
	w := &bytes.Buffer{}
	name := html.EscapeString(title(r.Name()))
	fmt.Fprintf(w, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>%s</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>%s</h1>\n", name, style, name)
	theme, err := picture.ThemeOf("print")
	if err != nil {
		return nil, err
	}
	start := r.Start()
	scene := picture.FromPosition(start)
	scene.Theme, scene.Frame, scene.Title = theme, true, "The start position"
	if err := figure(w, "start", scene, ""); err != nil {
		return nil, err
	}
	fmt.Fprintf(w, "<p>%s moves first. The diagrams are seen from White’s side. Unless stated otherwise, the rules of chess apply.</p>\n", title(start.Side().String()))
	w.WriteString("<h2>The rules</h2>\n<ul>\n")
	for _, line := range screen.Card(r) {
		fmt.Fprintf(w, "<li>%s</li>\n", html.EscapeString(line))
	}
	w.WriteString("</ul>\n")
	if err := pieces(w, r, theme); err != nil {
		return nil, err
	}
	fmt.Fprintf(w, "<footer>Start position: <code>%s</code></footer>\n</body>\n</html>\n", html.EscapeString(start.FEN()))
	return w.Bytes(), nil
}

// title capitalises a name for a heading.
func title(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// pieces writes how each kind of piece moves.
func pieces(w *bytes.Buffer, r game.Rules, theme picture.Theme) error {
	look := screen.LookOf(r)
	w.WriteString("<h2>The pieces</h2>\n<div class=\"pieces\">\n")
	for _, kind := range r.Pieces() {
		if kind.Rare {
			continue
		}
		scene, ok := picture.Diagram(kind)
		if !ok {
			continue
		}
		scene.Theme, scene.Style, scene.Legend, scene.Title = theme, look.Style, true, "Moves of the "+kind.Name
		text := fmt.Sprintf("<b>%s</b> (%s)", html.EscapeString(title(kind.Name)), html.EscapeString(kind.Letter))
		if definition := definitionOf(kind); definition != "" {
			if def, err := betza.Parse(definition); err == nil {
				text += " " + html.EscapeString(def.Words()) + ". <code>" + html.EscapeString(definition) + "</code>"
			}
		}
		if err := figure(w, "piece", scene, text); err != nil {
			return err
		}
	}
	w.WriteString("</div>\n")
	return nil
}

// definitionOf returns how a kind of piece moves in Betza's notation, "" if there is no definition.
func definitionOf(kind game.Kind) string {
	if kind.Betza == "" && kind.Name == rules.Pawn.String() {
		return picture.PawnBetza
	}
	return kind.Betza
}

// squareSize is the size of a square in the diagrams of pieces, in millimetres.
const squareSize = 8.5

var svgWidth = regexp.MustCompile(`^<svg[^>]* width="([\d.]+)"`)

// figure writes a picture with a text below.
func figure(w *bytes.Buffer, class string, scene picture.Scene, text string) error {
	var svg bytes.Buffer
	if err := scene.WriteSVG(&svg); err != nil {
		return err
	}
	scale := ""
	if m := svgWidth.FindSubmatch(svg.Bytes()); m != nil && class == "piece" {
		width, _ := strconv.ParseFloat(string(m[1]), 64) // legends may be wider than boards, which all have the same scale
		scale = fmt.Sprintf(" style=\"width: %.1fmm\"", width*squareSize/picture.DefaultSize)
	}
	fmt.Fprintf(w, "<figure class=%q><img%s alt=%q src=\"data:image/svg+xml;base64,%s\">", class, scale, html.EscapeString(scene.Title), base64.StdEncoding.EncodeToString(svg.Bytes()))
	if text != "" {
		fmt.Fprintf(w, "<figcaption>%s</figcaption>", text)
	}
	w.WriteString("</figure>\n")
	return nil
}
