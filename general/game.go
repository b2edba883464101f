// Package general is the rules machine for boards of up to 16×16 squares, with pieces defined by
// their moves. Games come from files of variants (Read), from those built in (Games), and from
// package rules; programs open them by name with package variants. A Catalogue is a set of them,
// Compose combines several into one, and NewReference plays the games of package chess, so that
// the two machines can be compared.
package general

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/rules"
)

// rulesOf is a game of package game.
type rulesOf[S set] struct {
	r     *ruleset[S]
	start *board[S]
	weighOnce[S]
	// spoken returns the game in the width that is used for words: only people need
	// them, so that code is compiled for one width.
	spoken func() *rulesOf[spoken]
}

// spoken is a width that holds every board.
type spoken = [4]uint64

func newRules[S set](r *ruleset[S], start *board[S]) *rulesOf[S] {
	g := &rulesOf[S]{r: r, start: start}
	g.spoken = sync.OnceValue(func() *rulesOf[spoken] {
		if g, ok := any(g).(*rulesOf[spoken]); ok {
			return g
		}
		wide, err := openWith[spoken](r.Description)
		if err != nil {
			panic(err) // it has been opened before without an error
		}
		return wide.(*rulesOf[spoken])
	})
	return g
}

// position is a position of package game: a board that never changes. To list or
// play moves it takes a copy.
type position[S set] struct {
	g   *rulesOf[S]
	b   *board[S]
	key uint64
}

// at returns a board as a position; the board must not be changed from then on.
func (g *rulesOf[S]) at(b *board[S]) *position[S] {
	key := b.positionKey()
	b.changes, b.states, b.moves = nil, nil, nil
	return &position[S]{g, b, key}
}

func (g *rulesOf[S]) Name() string   { return g.r.Name }
func (g *rulesOf[S]) Card() []string { return g.spoken().card() }

func (g *rulesOf[S]) Look() screen.Look { return g.spoken().look() }

// look returns how the board is drawn.
func (g *rulesOf[S]) look() screen.Look {
	l := screen.Look{Style: g.r.style, Wall: g.r.wallName(), WallDrawing: g.r.wallDrawing()}
	for c := range 2 {
		l.Palaces = append(l.Palaces, g.r.squaresOf(g.r.palace(c))...)
	}
	return l
}

func (g *rulesOf[S]) Start() game.Position { return g.at(g.start.clone()) }

func (g *rulesOf[S]) Board() game.Board {
	b := game.Board{Files: g.r.g.files, Ranks: g.r.g.ranks, Levels: 1}
	if !g.r.putsWalls() {
		for x := g.start.walls; !isEmpty(&x); {
			b.Missing = append(b.Missing, g.r.square(next(&x)))
		}
	}
	b.Holes = g.r.squaresOf(g.r.holeSet)
	return b
}

// putsWalls reports whether moves put walls on the board, or turn pieces into them.
func (r *ruleset[S]) putsWalls() bool {
	return r.wallingRule != noWalls || r.petrifyOnCaptureTypes != 0
}

func (p *position[S]) Walls() ([]game.Square, bool) {
	if !p.g.r.putsWalls() {
		return nil, false
	}
	return p.g.r.squaresOf(p.b.walls), true
}

func (g *rulesOf[S]) Pieces() (kinds []game.Kind) {
	onBoard := func(k int) bool {
		return slices.Contains(g.start.at[:], codeOf(uint8(k), 0)) || slices.Contains(g.start.at[:], codeOf(uint8(k), 1))
	}
	for _, atStart := range []bool{true, false} {
		for i, k := range g.r.kinds {
			if k.tilde || onBoard(i) != atStart {
				continue
			}
			letter := string(rune(k.letter))
			if k.plus {
				letter = "+" + letter
			}
			kinds = append(kinds, game.Kind{Letter: letter, Name: g.r.kindName(&k), Plural: g.r.kindPlural(&k), Drawing: g.r.drawing(named{g.r.types[k.base], k.plus}),
				Betza: g.r.moves(g.r.types[k.typ]), Rare: g.rare(i)})
		}
	}
	return kinds
}

func (g *rulesOf[S]) ParsePosition(text string) (game.Position, error) {
	b, err := g.r.parseFEN(text)
	if err != nil {
		return nil, err
	}
	if err := b.judge(); err != nil {
		return nil, err
	}
	return g.at(b), nil
}

// square converts a square to one of package game.
func (r *ruleset[S]) square(sq int) game.Square { return game.At(r.g.file(sq), r.g.rank(sq), 0) }

// squareAt converts a square of package game to the machine's; ok is false if the
// board does not have it.
func (r *ruleset[S]) squareAt(s game.Square) (sq int, ok bool) {
	if s.Level() > 0 || s.File() >= r.g.files || s.Rank() >= r.g.ranks {
		return 0, false
	}
	return r.g.square(s.File(), s.Rank()), true
}

func (r *ruleset[S]) squaresOf(s S) (list []game.Square) {
	for !isEmpty(&s) {
		list = append(list, r.square(next(&s)))
	}
	return list
}

func (p *position[S]) Rules() game.Rules   { return p.g }
func (p *position[S]) Side() rules.Color   { return rules.Color(p.b.side) }
func (p *position[S]) Turn() (n, l uint64) { return p.b.turn, p.b.left }
func (p *position[S]) Halfmove() int       { return int(p.b.half) }
func (p *position[S]) Fullmove() int       { return int(p.b.full) }
func (p *position[S]) FEN() string         { return p.b.fen() }
func (p *position[S]) Key() uint64         { return p.key }

func (p *position[S]) At(s game.Square) (game.Piece, bool) {
	sq, ok := p.g.r.squareAt(s)
	if !ok || p.b.at[sq] == 0 || p.b.at[sq] == wallCode {
		return game.Piece{}, false
	}
	code := p.b.at[sq]
	k := &p.g.r.kinds[(code-1)>>1]
	return game.Piece{Color: rules.Color((code - 1) & 1), Letter: k.name(), Promoted: k.tilde}, true
}

// name returns the letter of a kind, with a plus before a promoted form's.
func (k *kind) name() string {
	if k.plus {
		return "+" + string(rune(k.letter))
	}
	return string(rune(k.letter))
}

func (p *position[S]) Hand(c rules.Color) (hand []game.InHand) {
	if p.g.r.freeDrops {
		return nil
	}
	for t := len(p.g.r.types) - 1; t >= 0; t-- {
		if n := p.b.hands[c&1][t&63]; n > 0 {
			hand = append(hand, game.InHand{Letter: p.g.r.letterOf(uint8(t), 0), Count: int(n)})
		}
	}
	return hand
}

func (p *position[S]) Checks(c rules.Color) (given, win int) {
	if !p.g.r.checkCounting {
		return 0, 0
	}
	win = int(max(p.g.start.remaining[c&1], p.b.remaining[c&1]))
	return win - int(p.b.remaining[c&1]), win
}

func (p *position[S]) Royals(c rules.Color) []game.Square {
	return p.g.r.squaresOf(p.b.checkable(int(c & 1)))
}

func (p *position[S]) Attackers(s game.Square, by rules.Color) []game.Square {
	sq, ok := p.g.r.squareAt(s)
	if !ok {
		return nil
	}
	return p.g.r.squaresOf(p.b.attackersByRule(sq, int(by&1)))
}

// list returns the legal moves.
func (p *position[S]) list() []move {
	b := p.b.clone()
	b.list()
	return b.moves
}

func gameMoves(moves []move) []game.Move {
	list := make([]game.Move, len(moves))
	for i, m := range moves {
		list[i] = game.Move(m)
	}
	return list
}

func (p *position[S]) Moves() []game.Move { return gameMoves(p.list()) }

func (p *position[S]) Exposed() []game.Move {
	legal := p.list()
	b := p.b.clone()
	b.listPseudoLegal()
	return gameMoves(slices.DeleteFunc(b.moves, func(m move) bool { return slices.Contains(legal, m) || !b.exposes(m) }))
}

func (p *position[S]) Play(m game.Move) game.Position {
	b := p.b.clone()
	b.do(move(m))
	return p.g.at(b)
}

func (p *position[S]) Captured(m game.Move) (game.Square, bool) {
	if !p.b.isCapture(move(m)) {
		return 0, false
	}
	if move(m).what() == enPassant {
		return p.g.r.square(p.b.passed(move(m).to())), true
	}
	return p.g.r.square(move(m).to()), true
}

func (p *position[S]) Perft(ctx context.Context, depth int) (uint64, error) {
	return p.perft(ctx, depth, false)
}

// PerftLists is Perft with every list of moves written out.
func (p *position[S]) PerftLists(ctx context.Context, depth int) (uint64, error) {
	return p.perft(ctx, depth, true)
}

func (p *position[S]) perft(ctx context.Context, depth int, lists bool) (uint64, error) {
	var stopped atomic.Bool
	defer context.AfterFunc(ctx, func() { stopped.Store(true) })()
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	n := p.b.clone().perft(max(depth, 0), lists, stopped.Load)
	return n, ctx.Err()
}
