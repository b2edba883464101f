package serve

import (
	"errors"
	"slices"

	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/general/betza"
	"github.com/heterodox-chess/heterodox/picture"
)

// This file provides the move diagram in which pieces are made on the page.

// A pieceStep is a piece in the making, and a change to it, if any.
type pieceStep struct {
	Betza string `json:"betza"`
	Files int    `json:"files"` // of the board, 8 by 8 if none is given
	Ranks int    `json:"ranks"`
	// Click and Clear are squares of the diagram, files to the right and ranks forward.
	Click    *[2]int        `json:"click"`
	Clear    *[2]int        `json:"clear"`
	Manner   wireManner     `json:"manner"`
	Symmetry betza.Symmetry `json:"symmetry"`
	// Flag names a property of the piece as a whole that is to be toggled.
	Flag string `json:"flag"`
}

// A wireManner is how a piece moves to a square.
type wireManner struct {
	Way     string `json:"way"`
	Mode    string `json:"mode"`
	Initial bool   `json:"initial,omitempty"`
	Limit   int    `json:"limit,omitempty"`
}

// A wireTarget is a mark on a square of the diagram.
type wireTarget struct {
	Files int `json:"files"`
	Ranks int `json:"ranks"`
	wireManner
	// Beyond marks squares that the piece may reach by going on.
	Beyond bool `json:"beyond,omitempty"`
}

// A wayName and a modeName give the names of what a diagram shows.
type (
	wayName struct {
		name    string
		way     betza.Way
		limited bool // whether a limit has a meaning
	}
	modeName struct {
		name string
		mode betza.Mode
	}
)

var (
	ways = []wayName{
		{"leap", betza.Leap, false}, {"ride", betza.Ride, true}, {"lame", betza.Lame, false},
		{"hop", betza.Hop, true}, {"grasshopper", betza.Beyond, false}, {"locust", betza.Locust, false},
	}
	modes = []modeName{
		{"both", betza.Quiet | betza.Capture}, {"move", betza.Quiet}, {"capture", betza.Capture},
	}
)

// ownMode is the name of modes that capture own pieces; no click sets them.
const ownMode = "own"

// manner reads a manner; ok is false if a name is unknown.
func (m wireManner) manner() (manner betza.Manner, ok bool) {
	way := slices.IndexFunc(ways, func(w wayName) bool { return w.name == m.Way })
	mode := slices.IndexFunc(modes, func(n modeName) bool { return n.name == m.Mode })
	if way < 0 || mode < 0 || m.Limit < 0 || m.Limit > 15 {
		return betza.Manner{}, false
	}
	manner = betza.Manner{Way: ways[way].way, Mode: modes[mode].mode, Initial: m.Initial}
	if ways[way].limited {
		manner.Limit = m.Limit
	}
	return manner, true
}

// mannerOf writes a manner.
func mannerOf(m betza.Manner) wireManner {
	w := wireManner{Mode: ownMode, Initial: m.Initial, Limit: m.Limit}
	for _, known := range ways {
		if known.way == m.Way {
			w.Way = known.name
		}
	}
	for _, known := range modes {
		if known.mode == m.Mode {
			w.Mode = known.name
		}
	}
	return w
}

// pieceDiagram answers with a piece in the making after a step: its text, its diagram, its
// description in words and its value, or what is wrong with it.
func (s *Server) pieceDiagram(w *Reply, r *Request) {
	step := pieceStep{Files: 8, Ranks: 8}
	if !read(w, r, &step) {
		return
	}
	reply := map[string]any{"betza": step.Betza, "drawings": picture.Drawings()}
	def, err := betza.Parse(step.Betza)
	if err == nil {
		def, err = step.apply(def)
	}
	if err != nil {
		var at *betza.Error
		if errors.As(err, &at) {
			reply["at"] = at.Offset
		}
		reply["fault"] = err.Error()
		answer(w, StatusOK, reply)
		return
	}
	d := def.Diagram()
	reply["betza"], reply["words"], reply["targets"] = def.Text, def.Words(), marks(d)
	reply["enPassant"], reply["castles"] = d.EnPassant, d.Castles
	if value, err := general.PieceValue(def.Text, step.Files, step.Ranks); err != nil {
		reply["refusal"] = err.Error()
	} else {
		reply["value"] = value
	}
	answer(w, StatusOK, reply)
}

var errStep = errors.New("that is not a step in making a piece")

// apply returns a piece after the step, unchanged if there is none.
func (p *pieceStep) apply(def betza.Definition) (betza.Definition, error) {
	d := def.Diagram()
	square := func(at *[2]int) (betza.Vector, bool) {
		v := betza.Vector{Files: at[0], Ranks: at[1]}
		return v, max(v.Files, -v.Files, v.Ranks, -v.Ranks) <= betza.Farthest && v != betza.Vector{} && slices.Contains(betza.Symmetries, p.Symmetry)
	}
	switch {
	case p.Click != nil:
		v, ok := square(p.Click)
		manner, known := p.Manner.manner()
		if !ok || !known {
			return def, errStep
		}
		d = d.Toggle(v, manner, p.Symmetry)
	case p.Clear != nil:
		v, ok := square(p.Clear)
		if !ok {
			return def, errStep
		}
		d = d.Clear(v, p.Symmetry)
	case p.Flag == "enPassant" && len(d.Targets) > 0:
		d.EnPassant = !d.EnPassant
	case p.Flag == "castles":
		d.Castles = !d.Castles
	case p.Flag == "all":
		d = betza.Diagram{}
	case p.Flag != "":
		return def, errStep
	default:
		return def, nil
	}
	return d.Definition()
}

// marks returns the marks of a diagram, including the squares to which rides go on.
func marks(d betza.Diagram) []wireTarget {
	list := []wireTarget{}
	for _, t := range d.Targets {
		list = append(list, wireTarget{t.Files, t.Ranks, mannerOf(t.Manner), false})
		for n := 2; t.Way == betza.Ride && (t.Limit == 0 || n <= t.Limit); n++ {
			files, ranks := n*t.Files, n*t.Ranks
			if max(files, -files, ranks, -ranks) > betza.Farthest {
				break
			}
			list = append(list, wireTarget{files, ranks, mannerOf(t.Manner), true})
		}
	}
	return list
}
