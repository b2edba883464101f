package command

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants/cubic"
)

// A cubicReport holds the answers to all questions about a position.
type cubicReport struct {
	Size      int          `json:"size"`
	Side      string       `json:"side"`
	Board     string       `json:"board"`
	Checkmate bool         `json:"checkmate"`
	Check     bool         `json:"check"`
	Stalemate bool         `json:"stalemate"`
	Checkers  []cubicPiece `json:"checkers"`
	Moves     []cubic.Move `json:"moves"`
	Reasons   []string     `json:"reasons"`
	Cell      *cubicCell   `json:"cell,omitempty"`
	Perft     *cubicPerft  `json:"perft,omitempty"`
	Mate      *cubicMate   `json:"mate,omitempty"`
	Best      *cubicBest   `json:"best,omitempty"`
}

type cubicPiece struct {
	Piece string     `json:"piece"`
	Cell  cubic.Cell `json:"cell"`
}

// A cubicCell is a piece and its moves.
type cubicCell struct {
	cubicPiece
	Legal bool         `json:"legal"` // whether its side is to move: the moves are the legal ones
	Moves []cubic.Move `json:"moves"`
}

type cubicPerft struct {
	Depth   int     `json:"depth"`
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
	Speed   float64 `json:"nodes_per_second"`
}

type cubicMate struct {
	Within int         `json:"within"` // the number of moves asked for
	Found  bool        `json:"found"`
	In     int         `json:"in,omitempty"`
	Lines  int         `json:"lines,omitempty"`
	Proof  *cubicProof `json:"proof,omitempty"`
}

// A cubicProof is a forced mate: its move, and every legal answer with the mate that follows;
// no answers if the move mates.
type cubicProof struct {
	Move    cubic.Move    `json:"move"`
	Answers []cubicAnswer `json:"answers,omitempty"`
}

type cubicAnswer struct {
	Move cubic.Move `json:"move"`
	Mate cubicProof `json:"mate"`
}

// newCubicProof converts a proof by the engine.
func newCubicProof(p engine.Proof) cubicProof {
	proof := cubicProof{Move: cubic.Move(p.Move)}
	for _, a := range p.Answers {
		proof.Answers = append(proof.Answers, cubicAnswer{cubic.Move(a.Move), newCubicProof(a.Proof)})
	}
	return proof
}

type cubicBest struct {
	Move    *cubic.Move  `json:"move"` // null without a legal move
	Score   int          `json:"score"`
	Mate    int          `json:"mate,omitempty"`
	Line    []cubic.Move `json:"line"`
	Depth   int          `json:"depth"`
	Nodes   uint64       `json:"nodes"`
	Seconds float64      `json:"seconds"`
}

// answer answers all questions about a position.
func (c *cubicFlags) answer(ctx context.Context, std Stdio, pos cubic.Position) int {
	form, err := cubic.Brackets, error(nil)
	if c.write != "" {
		form, err = cubic.ParseForm(c.write)
	}
	report := newCubicReport(pos, form)
	if err == nil && c.cell != "" {
		err = report.addCell(pos, c.cell)
	}
	if err != nil {
		return std.Fail("cubic: %v", err)
	}
	interrupted := c.work(ctx, pos, report)
	if c.json {
		json.NewEncoder(std.Out).Encode(report)
	} else {
		c.writeText(std.Out, pos, report)
	}
	if interrupted != "" {
		std.Note("cubic: %s interrupted", interrupted)
		return ExitInterrupted
	}
	return ExitOK
}

func newCubicReport(pos cubic.Position, form cubic.Form) *cubicReport {
	v := pos.Verdict()
	slices.SortFunc(v.Legal, func(a, b cubic.Move) int {
		return cmp.Or(cmp.Compare(a.From(), b.From()), cmp.Compare(a.To(), b.To()))
	})
	report := &cubicReport{
		Size: pos.Size(), Side: pos.Side().String(), Board: pos.Setup().Text(form),
		Checkmate: v.Checkmate, Check: v.Check, Stalemate: v.Stalemate,
		Checkers: []cubicPiece{}, Moves: append([]cubic.Move{}, v.Legal...), Reasons: v.Reasons(),
	}
	for _, cell := range v.Checkers {
		report.Checkers = append(report.Checkers, cubicPiece{pos.At(cell).String(), cell})
	}
	return report
}

// addCell adds the moves of the piece on a cell.
func (r *cubicReport) addCell(pos cubic.Position, text string) error {
	cell, err := cubic.ParseCell(text)
	if err != nil {
		return fmt.Errorf("--cell: %w", err)
	}
	piece := pos.At(cell)
	if piece == rules.NoPiece {
		return fmt.Errorf("--cell: %s is empty", cell)
	}
	r.Cell = &cubicCell{cubicPiece{piece.String(), cell}, piece.Color() == pos.Side(), []cubic.Move{}}
	if !r.Cell.Legal {
		r.Cell.Moves = pos.Reach(cell, r.Cell.Moves)
		return nil
	}
	for _, m := range r.Moves {
		if m.From() == cell {
			r.Cell.Moves = append(r.Cell.Moves, m)
		}
	}
	return nil
}

// work does what takes time, and returns what was interrupted.
func (c *cubicFlags) work(ctx context.Context, pos cubic.Position, report *cubicReport) (interrupted string) {
	start := time.Now()
	if c.changed("perft") {
		nodes, err := pos.Perft(ctx, c.perft)
		if err != nil {
			return "perft"
		}
		seconds := time.Since(start).Seconds()
		report.Perft = &cubicPerft{c.perft, nodes, seconds, float64(nodes) / max(seconds, 1e-9)}
	}
	if c.changed("mate") {
		proof, found, err := engine.New(engine.DefaultOptions()).Prove(ctx, game.NewRecord(pos.Game()), c.mate)
		if err != nil {
			return "mate"
		}
		report.Mate = &cubicMate{Within: c.mate, Found: found}
		if found {
			all := newCubicProof(proof)
			report.Mate.In, report.Mate.Lines, report.Mate.Proof = proof.Moves(), proof.Lines(), &all
		}
	}
	if c.best {
		start := time.Now()
		options := engine.DefaultOptions()
		options.MoveOverhead = 0
		limits := game.Limits{Depth: c.depth, MoveTime: time.Duration(c.movetime) * time.Millisecond}
		found := engine.New(options).Search(ctx, game.NewRecord(pos.Game()), limits, nil)
		best := found.Info
		report.Best = &cubicBest{
			Score: best.Score, Mate: best.MateIn, Line: []cubic.Move{},
			Depth: best.Depth, Nodes: best.Nodes, Seconds: time.Since(start).Seconds(),
		}
		for _, m := range best.PV {
			report.Best.Line = append(report.Best.Line, cubic.Move(m))
		}
		if move := cubic.Move(found.Best); move != cubic.NoMove {
			report.Best.Move = &move
		}
		if ctx.Err() != nil {
			return "best"
		}
	}
	return ""
}

// writeText writes the answers below each other; the verdict is left out if only
// a drawing was requested.
func (c *cubicFlags) writeText(w io.Writer, pos cubic.Position, r *cubicReport) {
	if c.write != "" {
		fmt.Fprintln(w, r.Board)
	}
	if c.draw || c.cell != "" {
		var moves []cubic.Move
		var picked []cubic.Cell
		if r.Cell != nil {
			moves, picked = r.Cell.Moves, []cubic.Cell{r.Cell.Cell}
		}
		fmt.Fprint(w, pos.Draw(moves, picked...))
	}
	if r.Cell != nil {
		r.Cell.writeText(w)
	}
	if c.moves {
		for _, m := range r.Moves {
			fmt.Fprintln(w, m)
		}
		fmt.Fprintf(w, "%d legal\n", len(r.Moves))
	}
	if r.Perft != nil {
		fmt.Fprintf(w, "nodes   %d\nseconds %.3f\nnodes/s %.0f\n", r.Perft.Nodes, r.Perft.Seconds, r.Perft.Speed)
	}
	if r.Mate != nil {
		r.Mate.writeText(w)
	}
	if r.Best != nil {
		r.Best.writeText(w)
	}
	if c.write == "" && c.cell == "" && !c.changed("empty") && !c.moves && !c.changed("perft") && !c.changed("mate") && !c.best {
		fmt.Fprintf(w, "checkmate: %t\ncheck: %t\nstalemate: %t\n%s\n",
			r.Checkmate, r.Check, r.Stalemate, strings.Join(r.Reasons, "\n"))
	}
}

func (r *cubicCell) writeText(w io.Writer) {
	kind := "if its side were to move"
	if r.Legal {
		kind = "legal"
	}
	fmt.Fprintf(w, "%s on %s: %d %s\n", r.Piece, r.Cell, len(r.Moves), kind)
}

func (r *cubicMate) writeText(w io.Writer) {
	if !r.Found {
		fmt.Fprintf(w, "no mate in %d\n", r.Within)
		return
	}
	fmt.Fprintf(w, "mate in %d, proof of %d lines\n", r.In, r.Lines)
	fmt.Fprintln(w, mateMove(1, *r.Proof))
	writeAnswers(w, 1, *r.Proof)
}

// mateMove writes a move of the mating side with its number.
func mateMove(number int, m cubicProof) string {
	if len(m.Answers) == 0 {
		return fmt.Sprintf("%d. %s mate", number, m.Move)
	}
	return fmt.Sprintf("%d. %s", number, m.Move)
}

// writeAnswers writes every defence with the reply to it, and their continuations indented below.
func writeAnswers(w io.Writer, number int, m cubicProof) {
	for _, a := range m.Answers {
		fmt.Fprintf(w, "%s%d… %s %s\n", strings.Repeat("   ", number), number, a.Move, mateMove(number+1, a.Mate))
		writeAnswers(w, number+1, a.Mate)
	}
}

func (r *cubicBest) writeText(w io.Writer) {
	if r.Move == nil {
		fmt.Fprintln(w, "best    (none)")
		return
	}
	score := fmt.Sprintf("%+.2f (a rook is 5.00)", float64(r.Score)/100)
	if r.Mate > 0 {
		score = fmt.Sprintf("mate in %d", r.Mate)
	} else if r.Mate < 0 {
		score = fmt.Sprintf("mated in %d", -r.Mate)
	}
	line := make([]string, len(r.Line))
	for i, m := range r.Line {
		line[i] = m.String()
	}
	fmt.Fprintf(w, "best    %s\nscore   %s\nline    %s\ndepth   %d\nnodes   %d\nseconds %.3f\n",
		r.Move, score, strings.Join(line, " "), r.Depth, r.Nodes, r.Seconds)
}
