package serve

import (
	"fmt"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/internal/draft"
	"github.com/heterodox-chess/heterodox/internal/export"
)

// wireExport is an exported game.
type wireExport struct {
	Name   string   `json:"name"` // of the file
	Type   string   `json:"type"`
	File   string   `json:"file"`
	Cannot []string `json:"cannot"` // what the file cannot express
}

// benchExport answers with a game exported for Fairy-Stockfish, for print or as Go code.
func (s *Server) benchExport(w *Reply, b benchRequest, rules game.Rules) {
	out := wireExport{Cannot: []string{}}
	var file []byte
	var err error
	switch b.Kind {
	case "fsf":
		sketch, _ := s.options.Sketch(b.Text)
		text, cannot := sketch.Export()
		out.Name, out.Type, file = "variants.ini", "text/plain", []byte(text)
		out.Cannot = append(out.Cannot, cannot...)
	case "html":
		out.Name, out.Type = rules.Name()+".html", "text/html"
		file, err = export.Page(rules)
	case "go":
		out.Name, out.Type = strings.ReplaceAll(rules.Name(), "_", "")+".go", "text/x-go" // suffixes such as _test and _linux have a meaning
		file, err = export.GoFile(rules.Name(), s.composed(b.Text, rules), b.Text)
	default:
		err = fmt.Errorf("unknown export format %.40q: want fsf, html or go", b.Kind)
	}
	out.File = string(file)
	answerUnless(err, w, out)
}

// composed returns the composition of rules that a text only names, or the rules of
// the text if it does more.
func (s *Server) composed(text string, rules game.Rules) game.Rules {
	d := draft.Parse(text)
	if _, parent := d.Head(); len(d.Keys()) == 0 {
		if whole, err := s.options.Open(parent); err == nil {
			if _, ok := fast.Position(whole.Start()); ok {
				return whole
			}
		}
	}
	return rules
}
