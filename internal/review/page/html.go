package page

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"strings"
)

// A writer writes HTML. It escapes its texts.
type writer struct{ bytes.Buffer }

// put writes texts in a format whose verbs are all %s.
func (w *writer) put(form string, texts ...string) {
	escaped := make([]any, len(texts))
	for i, t := range texts {
		escaped[i] = html.EscapeString(t)
	}
	fmt.Fprintf(w, form, escaped...)
}

// known returns the value of a tag, "" if it is "?", which PGN uses for what is not known.
func known(tag string) string {
	if tag == "?" {
		return ""
	}
	return tag
}

// html returns the page.
func (d *data) html() ([]byte, error) {
	var w writer
	white, black := cmp.Or(known(d.White), "White"), cmp.Or(known(d.Black), "Black")
	w.put(`<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s – %s, %s</title>
<style>
`, white, black, d.Game)
	w.WriteString(pageStyle)
	w.put(`</style>
<header>
<h1>%s – %s</h1>
<p class="soft">%s · %s`, white, black, d.Game, d.Result)
	if d.Ended != "" {
		w.put(" (%s)", d.Ended)
	}
	for _, more := range []string{known(d.Event), strings.TrimRight(d.Date, ".?")} {
		if more != "" {
			w.put(" · %s", more)
		}
	}
	w.WriteString("</p>\n</header>\n<main>\n<section class=\"left\">\n")
	if d.Steps {
		w.put(`<div class="hand" data-side="1"></div>
<div class="board" tabindex="0" aria-label="Board" data-columns="%s" data-rows="%s"></div>
<div class="hand" data-side="0"></div>
<nav aria-label="Steps"><button data-go="first" aria-label="To the start">«</button><button data-go="back" aria-label="One move back">‹</button><button data-go="on" aria-label="One move on">›</button><button data-go="last" aria-label="To the end">»</button><button data-go="next" aria-label="To the next mistake">Next mistake</button></nav>
<p class="say" role="status"></p>
`, fmt.Sprint(d.Columns), fmt.Sprint(d.Rows))
	}
	w.WriteString("<figure>" + d.Graph + "</figure>\n</section>\n<section class=\"right\">\n")
	d.table(&w)
	w.WriteString("<ol class=\"moves\">\n")
	for i := range d.Turns {
		d.Turns[i].html(&w)
	}
	w.WriteString("</ol>\n</section>\n</main>\n<footer>\n")
	if len(d.Card) > 0 {
		w.WriteString("<details><summary>The rules</summary><ul>")
		for _, line := range d.Card {
			w.put("<li>%s</li>", line)
		}
		w.WriteString("</ul></details>\n")
	}
	w.put("<details><summary>The game in PGN</summary><pre>%s</pre></details>\n</footer>\n", d.PGN)
	if d.Steps {
		// JSON as Go writes it contains no character that would end the script.
		values, err := json.Marshal([]any{d.Ground, d.Pieces, d.Frames})
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&w, "<script>\nconst [ground, pieces, frames] = %s;\n%s</script>\n", values, pageScript)
	}
	w.WriteString("</html>\n")
	return w.Bytes(), nil
}

// table writes the summary of both sides.
func (d *data) table(w *writer) {
	w.put("<table><tr><th></th><th>%s</th><th>%s</th></tr>\n", d.Sides[0].Title, d.Sides[1].Title)
	w.put("<tr><td>Accuracy</td><td><b>%s</b></td><td><b>%s</b></td></tr>", d.Sides[0].Accuracy, d.Sides[1].Accuracy)
	for _, row := range []struct {
		name string
		of   func(s *side) int
	}{
		{"Inaccuracies", func(s *side) int { return s.Inaccuracies }},
		{"Mistakes", func(s *side) int { return s.Mistakes }},
		{"Blunders", func(s *side) int { return s.Blunders }},
		{"Missed wins", func(s *side) int { return s.Won }},
	} {
		w.put("\n<tr><td>%s</td><td>%s</td><td>%s</td></tr>", row.name, fmt.Sprint(row.of(&d.Sides[0])), fmt.Sprint(row.of(&d.Sides[1])))
	}
	w.WriteString("</table>\n")
}

// html writes a turn in the list of moves.
func (t *turn) html(w *writer) {
	w.WriteString("<li")
	if t.Class != "" {
		w.put(` class="%s"`, t.Class)
	}
	ply := fmt.Sprint(t.Ply)
	w.put(`><a href="#m%s" id="m%s" data-ply="%s"><span class="no">%s</span> %s`, ply, ply, ply, t.Number, t.Moves)
	if t.Mark != "" {
		w.put("<b>%s</b>", t.Mark)
	}
	w.put(`</a> <span class="eval">%s</span>`, t.Eval)
	if t.Turning {
		w.WriteString(` <span class="turning">turning point</span>`)
	}
	if t.Text != "" {
		w.put("<p>%s</p>", t.Text)
	}
	if t.Board != "" {
		w.WriteString(`<div class="diagram">` + t.Board + "</div>")
	}
	w.WriteString("</li>\n")
}
