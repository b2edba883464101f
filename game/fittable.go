package game

import "github.com/heterodox-chess/heterodox/internal/nnue"

// Fittable is the Rules of a game whose evaluation is a sum of weights that its
// machine reads from a text, so that they can be fitted.
type Fittable interface {
	Rules
	// Weights returns the weights in force, Groups what they are, in order.
	Weights() []Weight
	Groups() []Group
	// Linearise returns the static value of a position of the game, without what a network
	// adds, as a function of the weights; the features are appended to buf. It allocates, and
	// is not for searches.
	Linearise(p Position, buf []Feature) Linear
	// FormatWeights writes weights, in whole centipawns, as the text that the machine
	// reads.
	FormatWeights(weights []Weight) string
}

// A Network is a small network that adds to the evaluation.
type Network = nnue.Network

// A Weight is a weight of an evaluation in the opening and in the endgame, in
// centipawns.
type Weight struct{ MG, EG float64 }

// A Feature says how often a weight counts: for White minus for Black.
type Feature struct {
	Index uint16
	Count int16
}

// A Linear is the evaluation of a position as a function of the weights. Its value
// for White is Scale · Σ Count · (MG · Phase + EG · (1 − Phase)). One without
// features is of no use for fitting.
type Linear struct {
	Features []Feature
	Phase    float64 // 1 in the opening, 0 in the late endgame
	Scale    float64 // 1, or less where a draw is likely
}

// A Group is a run of weights that belong together.
type Group struct {
	Name       string
	First, Len int
	Row        int // how many form one row of the table
}

// A NetSample is a position as a network sees it. Its value for the side to move,
// in centipawns, is Scale · (Base + the network's output).
type NetSample struct {
	Us, Them []uint16 // the active inputs, as each side sees the board
	Bucket   int      // of the output
	Base     float64  // the sum of the weights
	Scale    float64  // 1, or less where a draw is likely
}

// Learner is the Rules of a game that its machine can also evaluate with a network,
// on top of the weights.
type Learner interface {
	Fittable
	// NetInputs returns how many inputs a network of the game has.
	NetInputs() int
	// NetSample returns what a network sees of a position of the game; the inputs are
	// appended to us and them. ok is false where the evaluation does not use the network.
	NetSample(p Position, us, them []uint16) (s NetSample, ok bool)
	// At returns the position at which a walker of the game stands.
	At(w Walker) Position
	// Network returns the network in force, nil if there is none.
	Network() *Network
	// StartNetwork returns a network from which to start a fit: the one in a file, which
	// may be one of the game, or one of chess, whose pieces and squares are mapped to the
	// most similar ones. Without a file it is that of chess as the machine plays it.
	StartNetwork(file []byte) (*Network, error)
	// EncodeNetwork writes a network as the file that the machine reads, on top of the
	// weights in force. The origin is a text of several lines.
	EncodeNetwork(n *Network, origin string) []byte
	// With returns the same game with other weights and another network, given as the texts
	// of their files; "" stands for the weights that follow from the pieces, and for no
	// network. The error says what does not fit the game, and where.
	With(weights, network string) (Rules, error)
}
