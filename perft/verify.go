package perft

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/chess"
)

// A Reference is another implementation of the rules, at some position.
type Reference interface {
	// Name returns the name of the implementation.
	Name() string
	// Moves returns the legal moves in UCI notation, in any order.
	Moves() []string
	// Play returns the reference after a legal move, given in UCI notation.
	Play(move string) Reference
	// Compare returns an error that describes in one line how its position differs
	// from pos, or nil if it does not.
	Compare(pos *chess.Position) error
}

// A Difference is a line of play after which implementations differ.
type Difference struct {
	Line      []string // moves in UCI notation from the root; may be empty
	FEN       string   // of the position after them
	Reference string   // name of the implementation that differs
	// Missing are the moves that only the reference has, Surplus those that only the
	// reference lacks.
	Missing, Surplus []string
	Detail           string // what else differs, "" if nothing
}

// String describes the difference in a few lines of text, without a final newline.
func (d *Difference) String() string {
	var out strings.Builder
	line := cmp.Or(strings.Join(d.Line, " "), "(no moves)")
	fmt.Fprintf(&out, "line:  %s\nFEN:   %s\n", line, d.FEN)
	if len(d.Missing) > 0 {
		fmt.Fprintf(&out, "only %s has:  %s\n", d.Reference, strings.Join(d.Missing, " "))
	}
	if len(d.Surplus) > 0 {
		fmt.Fprintf(&out, "%s lacks:  %s\n", d.Reference, strings.Join(d.Surplus, " "))
	}
	if d.Detail != "" {
		fmt.Fprintf(&out, "%s:  %s\n", d.Reference, d.Detail)
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// Verify walks the tree of legal moves to a depth. In every position it compares
// Position.Moves and CountMoves with the moves of the references, and the position
// reached by Play with theirs. It deepens one ply at a time, so the difference it
// returns has the shortest line; it is nil if there is none. positions is the number
// of positions compared. The error is that of ctx, or a depth outside 0 … MaxDepth.
func Verify(ctx context.Context, pos *chess.Position, depth int, refs ...Reference) (diff *Difference, positions uint64, err error) {
	if depth < 0 || depth > MaxDepth {
		return nil, 0, fmt.Errorf("depth %d is not in 0 … %d", depth, MaxDepth)
	}
	v := verifier{ctx: ctx, count: (*chess.Position).CountMoves}
	for d := 0; d <= depth && v.diff == nil; d++ {
		if err := v.walk(pos, d, refs); err != nil {
			return nil, v.positions, err
		}
	}
	return v.diff, v.positions, nil
}

// A verifier is a walk in progress.
type verifier struct {
	ctx       context.Context
	count     func(*chess.Position) int
	line      []string
	positions uint64
	diff      *Difference
}

// walk compares the positions at exactly the given depth below pos, until one
// differs. Those above are known to agree.
func (v *verifier) walk(pos *chess.Position, depth int, refs []Reference) error {
	if err := context.Cause(v.ctx); err != nil {
		return err
	}
	if depth == 0 {
		v.compare(pos, refs)
		return nil
	}
	for _, m := range pos.Moves(nil) {
		move := pos.UCI(m)
		next := pos.Play(m)
		refsAfter := make([]Reference, len(refs))
		for i, ref := range refs {
			refsAfter[i] = ref.Play(move)
		}
		v.line = append(v.line, move)
		err := v.walk(&next, depth-1, refsAfter)
		v.line = v.line[:len(v.line)-1]
		if err != nil || v.diff != nil {
			return err
		}
	}
	return nil
}

// compare sets diff if a reference disagrees about the position.
func (v *verifier) compare(pos *chess.Position, refs []Reference) {
	v.positions++
	var moves []string
	for _, m := range pos.Moves(nil) {
		moves = append(moves, pos.UCI(m))
	}
	slices.Sort(moves)
	if n := v.count(pos); n != len(moves) {
		v.differ(pos, "the count", nil, nil, fmt.Sprintf("CountMoves says %d, Moves lists %d", n, len(moves)))
		return
	}
	for _, ref := range refs {
		theirs := slices.Sorted(slices.Values(ref.Moves()))
		detail := ""
		if err := ref.Compare(pos); err != nil {
			detail = err.Error()
		}
		missing, surplus := without(theirs, moves), without(moves, theirs)
		if len(missing) > 0 || len(surplus) > 0 || detail != "" {
			v.differ(pos, ref.Name(), missing, surplus, detail)
			return
		}
	}
}

func (v *verifier) differ(pos *chess.Position, name string, missing, surplus []string, detail string) {
	v.diff = &Difference{slices.Clone(v.line), pos.FEN(), name, missing, surplus, detail}
}

// without returns the members of a sorted list that another does not have, counting duplicates.
func without(list, other []string) (rest []string) {
	for _, s := range list {
		for len(other) > 0 && other[0] < s {
			other = other[1:]
		}
		if len(other) > 0 && other[0] == s {
			other = other[1:]
			continue
		}
		rest = append(rest, s)
	}
	return rest
}
