// Package screen is what is needed to show a game to people, beyond playing it: its rules
// in words, the steps of a move, and why a move is refused. Every machine provides it for
// all of its games.
package screen

import "github.com/heterodox-chess/heterodox/game"

// Rules is a game that describes itself.
type Rules interface {
	game.Rules
	// Card describes the rules in force in words, one sentence each; it leaves out
	// what is as in orthodox chess.
	Card() []string
}

// A Look is how the board of a game is drawn, where that is not as in chess.
type Look struct {
	// Style is the name of a style of boards in package picture, "" for that of chess.
	Style string
	// Wall is what a wall is called, WallDrawing the name of what it is drawn as.
	Wall, WallDrawing string
	// Palaces are squares that kings may not leave.
	Palaces []game.Square
}

// LookOf returns how the board of a game is drawn.
func LookOf(r game.Rules) Look {
	if looks, ok := r.(interface{ Look() Look }); ok {
		return looks.Look()
	}
	return Look{Wall: "wall", WallDrawing: "wall"}
}

// Card returns the rules of a game in words, one sentence each; it leaves out what is
// as in orthodox chess.
func Card(r game.Rules) []string { return r.(Rules).Card() }

// A Position is a position that explains its moves.
type Position interface {
	game.Position
	// Exposed returns the moves that would be legal if they did not leave a royal
	// piece of the mover attacked; none when the game is over. Steps, Captured and
	// Refusal accept them, Play does not. It may be slow.
	Exposed() []game.Move
	// Steps returns a legal move as what a player does step by step. No two legal
	// moves have the same steps, and none is a prefix of another.
	Steps(m game.Move) []Step
	// Refusal says why the piece on one square may not go to another (or, with from
	// equal to to and a letter, why a piece in hand may not be dropped); it is nil
	// if a legal move begins that way.
	Refusal(from, to game.Square, drop string) *Refusal
	// Exposure is the refusal of one of the Exposed moves: the pieces that would
	// attack, and their names.
	Exposure(m game.Move) *Refusal
}

// Of returns a position as one that explains its moves. It panics if its machine does
// not support that; all of ours do.
func Of(pos game.Position) Position { return pos.(Position) }

// A StepKind says what a Step does.
type StepKind uint8

const (
	// StepFrom picks up the piece on Square.
	StepFrom StepKind = iota
	// StepDrop takes the piece Letter from the hand.
	StepDrop
	// StepTo goes to, or aims at, Square. A king castles to the square it arrives
	// on, but to the rook's in Chess960 and where it would go one step or none.
	StepTo
	// StepPromote chooses what the piece becomes, Letter; the letter it had before
	// if it could promote but does not.
	StepPromote
	// StepPut chooses Square for something besides the mover: a captured piece
	// that is put elsewhere, a wall.
	StepPut
	// StepGate brings the piece Letter in on Square, the origin or the rook's; an
	// empty Letter for none.
	StepGate
)

// A Step is one thing a player does to make a move: a move begins with StepFrom
// or StepDrop, goes on with StepTo, and ends there or with choices.
type Step struct {
	Kind   StepKind
	Square game.Square
	Letter string
}

// A Refusal says why a move is not legal.
type Refusal struct {
	// Reason is a clause in words: "the bishop on c1 cannot reach h5".
	Reason string
	// Exposes says that the piece can move that way, but its side would be left in
	// check; Attackers are the pieces that would give it.
	Exposes   bool
	Attackers []game.Square
}
