package serve

import (
	"context"
	"fmt"
	"time"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants/cubic"
)

// mateTime limits the search for a mate in the cube.
const mateTime = 4 * time.Second

// cube answers for the cube tester: what stands on a cube, where the piece on a cell can go,
// and whether it is mate and why.
func (s *Server) cube(w *Reply, r *Request) {
	var body struct {
		Size   int               `json:"size"`
		Board  string            `json:"board"`  // as text, or
		Pieces map[string]string `json:"pieces"` // cell by cell
		Side   string            `json:"side"`
		Cell   string            `json:"cell"`
		Mate   int               `json:"mate"` // search for a mate in that many moves
	}
	if !read(w, r, &body) {
		return
	}
	setup, err := cubeSetup(body.Size, body.Board, body.Pieces)
	if err != nil {
		refuse(w, err.Error())
		return
	}
	if body.Side != "" {
		if setup.Side, err = sideOf(body.Side); err != nil {
			refuse(w, err.Error())
			return
		}
	}
	reply := map[string]any{"size": setup.Size, "side": setup.Side.String(), "board": setup.String(), "pieces": cubePieces(setup)}
	pos, err := setup.Position()
	if err != nil {
		reply["fault"] = inPlayersWords(err, false)
		answer(w, StatusOK, reply)
		return
	}
	verdict := pos.Verdict()
	reply["check"], reply["mate"], reply["stalemate"] = verdict.Check, verdict.Checkmate, verdict.Stalemate
	reply["reasons"] = verdict.Reasons()
	reply["checkers"] = cellNames(verdict.Checkers)
	if cell, err := cubic.ParseCell(body.Cell); err == nil {
		reply["reach"], reply["legal"] = reachOf(pos, cell), legalOf(pos, cell)
	}
	if body.Mate > 0 && s.thinkers != nil {
		reply["forced"] = s.forcedMate(r.Context(), pos, min(body.Mate, 4))
	}
	answer(w, StatusOK, reply)
}

func cubeSetup(n int, board string, pieces map[string]string) (cubic.Setup, error) {
	if board != "" {
		setup, err := cubic.ParseSetup(board, n)
		if err == nil && setup.Size > cubic.MaxStart {
			err = fmt.Errorf("the edge is %d; the maximum here is %d", setup.Size, cubic.MaxStart)
		}
		return setup, err
	}
	setup, err := cubic.NewSetup(min(n, cubic.MaxStart))
	if err != nil {
		return setup, err
	}
	for name, text := range pieces {
		cell, err := cubic.ParseCell(name)
		if err != nil {
			return setup, err
		}
		piece := rules.NoPiece
		if len(text) == 2 {
			color := rules.White
			if text[0] == 'b' {
				color = rules.Black
			}
			piece = rules.NewPiece(color, rules.RoleOf(text[1]))
		}
		if err := setup.Put(cell, piece); err != nil {
			return setup, err
		}
	}
	return setup, nil
}

func cubePieces(s cubic.Setup) map[string]string {
	pieces := map[string]string{}
	for level := range s.Size {
		for rank := range s.Size {
			for file := range s.Size {
				cell := cubic.NewCell(file, rank, level)
				if p := s.At(cell); p != rules.NoPiece {
					pieces[cell.String()] = string([]byte{"wb"[p.Color()], p.Role().Letter()})
				}
			}
		}
	}
	return pieces
}

func cellNames(cells []cubic.Cell) []string {
	list := []string{}
	for _, c := range cells {
		list = append(list, c.String())
	}
	return list
}

// reachOf returns where the piece on a cell can go by its way of moving alone.
func reachOf(pos cubic.Position, cell cubic.Cell) []string {
	list := []string{}
	for _, m := range pos.Reach(cell, nil) {
		list = append(list, m.To().String())
	}
	return list
}

func legalOf(pos cubic.Position, cell cubic.Cell) []string {
	list := []string{}
	for _, m := range pos.Moves(nil) {
		if m.From() == cell {
			list = append(list, m.To().String())
		}
	}
	return list
}

// forcedMate searches for a forced mate and describes the result in words.
func (s *Server) forcedMate(ctx context.Context, pos cubic.Position, most int) string {
	ctx, cancel := context.WithTimeout(ctx, mateTime)
	defer cancel()
	select {
	case s.proofs <- struct{}{}:
		defer func() { <-s.proofs }()
	case <-ctx.Done():
		return "unknown: the server is busy with other searches"
	}
	mate, found, err := engine.New(engine.DefaultOptions()).Prove(ctx, game.NewRecord(pos.Game()), most)
	switch {
	case err != nil:
		return "unknown: the search took too long"
	case !found:
		return "none in " + english.Count(most, "move")
	}
	return "in " + english.Count(mate.Moves(), "move") + ", beginning with " + cubic.Move(mate.Move).String()
}
