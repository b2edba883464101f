package game

import (
	"context"
	"strings"
	"sync/atomic"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/rules"
)

// Fast returns the game of a ruleset, played by the machine of package chess.
func Fast(r *chess.Ruleset) Rules { return fastRules{r} }

// FastPosition returns the position behind one of a game that Fast made; ok is
// false for any other.
func FastPosition(p Position) (pos chess.Position, ok bool) {
	f, ok := p.(*fastPosition)
	if !ok {
		return chess.Position{}, false
	}
	return f.pos, true
}

// WrapFast returns a position of the fast machine as a Position.
func WrapFast(p chess.Position) Position { return &fastPosition{p} }

// fastRules is a game of the fast machine. Two of one Ruleset are the same game.
type fastRules struct{ rules *chess.Ruleset }

func (r fastRules) Name() string   { return r.rules.Name() }
func (r fastRules) Card() []string { return card(r.rules) }

func (r fastRules) Board() Board {
	b := Board{Files: 8, Ranks: 8, Levels: 1}
	for holes := r.rules.Holes(); holes != 0; holes = holes.Next() {
		b.Holes = append(b.Holes, door(holes.First()))
	}
	return b
}

// betza says how the roles move, but for the pawn, of which it cannot be said
// so shortly.
var betza = [rules.NumRoles]string{
	rules.Knight: "N", rules.Bishop: "B", rules.Rook: "R", rules.Queen: "Q", rules.King: "K", rules.Amazon: "QN",
}

func (r fastRules) Pieces() (kinds []Kind) {
	for _, role := range r.rules.Roles() {
		kinds = append(kinds, Kind{Letter: letterOf(role), Name: role.String(), Betza: betza[role]})
	}
	return kinds
}

func (r fastRules) Start() Position { return &fastPosition{r.rules.Start()} }

func (r fastRules) ParsePosition(text string) (Position, error) {
	p, err := r.rules.ParseFEN(text)
	if err != nil {
		return nil, err
	}
	return &fastPosition{p}, nil
}

// fastPosition is a position of the fast machine; it never changes.
type fastPosition struct{ pos chess.Position }

func (p *fastPosition) Rules() Rules                { return fastRules{p.pos.Rules()} }
func (p *fastPosition) Side() rules.Color           { return p.pos.Side() }
func (p *fastPosition) Turn() (number, left uint64) { return p.pos.Turn() }
func (p *fastPosition) Halfmove() int               { return p.pos.Halfmove() }
func (p *fastPosition) Fullmove() int               { return p.pos.Fullmove() }
func (p *fastPosition) FEN() string                 { return p.pos.FEN() }
func (p *fastPosition) Key() uint64                 { return p.pos.Key() }
func (p *fastPosition) Outcome() rules.Outcome      { return p.pos.Outcome() }
func (p *fastPosition) UCI(m Move) string           { return p.pos.UCI(chess.Move(m)) }
func (p *fastPosition) SAN(m Move) string           { return p.pos.SAN(chess.Move(m)) }
func (p *fastPosition) Moves() []Move               { return doorMoves(p.pos.Moves(nil)) }
func (p *fastPosition) Exposed() []Move             { return doorMoves(p.pos.Exposed(nil)) }
func (p *fastPosition) Play(m Move) Position        { return &fastPosition{p.pos.Play(chess.Move(m))} }

// Checks returns how many checks a side has given, and how many win.
func (p *fastPosition) Checks(c rules.Color) (given, limit int) {
	return p.pos.Checks(c), p.pos.Rules().CheckLimit()
}

func (p *fastPosition) At(s Square) (Piece, bool) {
	sq, ok := p.square(s)
	if !ok {
		return Piece{}, false
	}
	piece := p.pos.PieceAt(sq)
	if piece == rules.NoPiece {
		return Piece{}, false
	}
	return Piece{Color: piece.Color(), Letter: letterOf(piece.Role())}, true
}

// handOrder is the order in which FENs write the pieces in hand.
var handOrder = []rules.Role{rules.King, rules.Queen, rules.Amazon, rules.Rook, rules.Bishop, rules.Knight, rules.Pawn}

func (p *fastPosition) Hand(c rules.Color) (hand []InHand) {
	for _, role := range handOrder {
		if n := p.pos.Hand(c, role); n > 0 && (role != rules.Queen && role != rules.Amazon || role == p.pos.Rules().QueenRole()) {
			hand = append(hand, InHand{letterOf(role), n})
		}
	}
	return hand
}

func (p *fastPosition) Royals(c rules.Color) []Square {
	if !p.pos.Rules().Royal() {
		return nil
	}
	return doorSquares(p.pos.Pieces(c, rules.King))
}

func (p *fastPosition) Attackers(s Square, by rules.Color) []Square {
	sq, ok := p.square(s)
	if !ok {
		return nil
	}
	return doorSquares(p.pos.Attackers(sq, by))
}

func (p *fastPosition) Captured(m Move) (Square, bool) {
	if !chess.Move(m).IsCapture() {
		return 0, false
	}
	return door(chess.Move(m).CapturedSquare()), true
}

func (p *fastPosition) ParseMove(text string) (Move, error) {
	m, err := p.pos.ParseMove(text)
	return Move(m), err
}

func (p *fastPosition) ParseSAN(text string) (Move, error) {
	m, err := p.pos.ParseSAN(text)
	return Move(m), err
}

func (p *fastPosition) Steps(move Move) []Step {
	m := chess.Move(move)
	if m.IsDrop() {
		return []Step{{Kind: StepDrop, Letter: letterOf(m.Role())}, {Kind: StepTo, Square: door(m.To())}}
	}
	steps := append(make([]Step, 0, 4),
		Step{Kind: StepFrom, Square: door(m.From())},
		Step{Kind: StepTo, Square: door(p.destination(m))})
	if role := m.Promotion(); role != rules.NoRole {
		steps = append(steps, Step{Kind: StepPromote, Letter: letterOf(role)})
	}
	if put, ok := m.Relocation(); ok {
		steps = append(steps, Step{Kind: StepPut, Square: door(put)})
	}
	return steps
}

func (p *fastPosition) CastlingRook(move Move) (rook Square, ok bool) {
	m := chess.Move(move)
	return door(m.To()), m.IsCastling()
}

// destination returns where a player aims who makes the move. A castling king
// goes where it arrives, but to the rook where the king's way is that of one
// step or none, and always in Chess960.
func (p *fastPosition) destination(m chess.Move) bitboard.Square {
	from, to := m.From(), m.To()
	if !m.IsCastling() || p.pos.Rules().IsChess960() {
		return to
	}
	file := 6 // the king's, once it has castled
	if to < from {
		file = 2
	}
	if distance := file - from.File(); distance >= -1 && distance <= 1 {
		return to
	}
	return from&^7 | bitboard.Square(file)
}

func (p *fastPosition) Perft(ctx context.Context, depth int) (uint64, error) {
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	n := p.pos.Leaves(depth, nil, &stop)
	return n, ctx.Err()
}

// square returns the machine's name of a square; ok is false if the board does
// not have it.
func (p *fastPosition) square(s Square) (sq bitboard.Square, ok bool) {
	if s.Level() > 0 || s.Rank() > 7 || s.File() > 7 {
		return 0, false
	}
	return bitboard.Square(8*s.Rank() + s.File()), true
}

// door returns a square of the machine as the door names it.
func door(sq bitboard.Square) Square { return At(sq.File(), sq.Rank(), 0) }

func doorSquares(set bitboard.Bitboard) (list []Square) {
	for ; set != 0; set = set.Next() {
		list = append(list, door(set.First()))
	}
	return list
}

func doorMoves(moves []chess.Move) []Move {
	list := make([]Move, len(moves))
	for i, m := range moves {
		list[i] = Move(m)
	}
	return list
}

func letterOf(role rules.Role) string { return string(rune(role.Letter())) }

// roleOf returns the role of a letter, NoRole if it has none.
func roleOf(letter string) rules.Role {
	if len(letter) != 1 {
		return rules.NoRole
	}
	return rules.RoleOf(strings.ToUpper(letter)[0])
}
