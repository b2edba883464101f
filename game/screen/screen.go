// Package screen is what a game tells those who show it to people, beyond playing it: its
// rules in words, the steps of a move, and why a move is refused. Every machine answers
// for all of its games.
package screen

import "github.com/heterodox-chess/heterodox/game"

// Rules is a game that describes itself.
type Rules interface {
	game.Rules
	// Card describes the rules in force in words, one sentence each; it says
	// nothing about what is as in orthodox chess.
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

// Card returns the rules of a game in words, one sentence each; it says nothing about
// what is as in orthodox chess.
func Card(r game.Rules) []string { return r.(Rules).Card() }

// A Position is a position that explains its moves.
type Position interface {
	game.Position
	// Exposed returns the moves that would be legal if they did not leave a royal
	// piece of the mover attacked; none when the game is over. Steps, Captured
	// and Refusal know them, Play does not. It may be slow.
	Exposed() []game.Move
	// Steps returns a legal move as what a player does one after the other. No
	// two legal moves have the same steps, and none is the beginning of another.
	Steps(m game.Move) []Step
	// Refusal says why the piece on one square may not go to another (or, with
	// from equal to to and a letter, why a piece in hand may not be dropped);
	// it is nil if a legal move begins so.
	Refusal(from, to game.Square, drop string) *Refusal
	// Exposure is the refusal of one of the moves that are Exposed: the pieces
	// that would attack, and their names.
	Exposure(m game.Move) *Refusal
}

// Of returns what a position tells screens. It panics if its machine tells nothing; all
// of ours do.
func Of(pos game.Position) Position { return pos.(Position) }

// A StepKind says what a Step does.
type StepKind uint8

const (
	// StepFrom picks up the piece on Square.
	StepFrom StepKind = iota
	// StepDrop takes the piece Letter from the hand.
	StepDrop
	// StepTo goes, or aims, at Square. A king castles to the square it arrives on;
	// to that of the rook in Chess960, and where it would go one step or none.
	StepTo
	// StepPromote chooses what the piece becomes, Letter; the same letter as
	// before if it may stay what it is and does.
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
	// Reason is a clause in words: "the bishop on c1 does not reach h5".
	Reason string
	// Exposes says that the piece moves so, but its side would be left in check;
	// Attackers are the pieces that would give it.
	Exposes   bool
	Attackers []game.Square
}
