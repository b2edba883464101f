package engine

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"sync"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/nnue"
)

// DecodeNetwork reads a network for games of package chess, including that for
// compositions, and the fingerprint of the weights it goes with. A network that knows
// nothing of hands lacks the inputs for them; these are added.
func DecodeNetwork(file []byte) (*game.Network, uint64, error) {
	n, fingerprint, err := nnue.Decode(file)
	if err != nil {
		return nil, 0, err
	}
	switch inputs := n.NumInputs(); inputs {
	case netOnBoard:
		n.Inputs = append(n.Inputs, make([]int16, netInputs*n.Hidden-len(n.Inputs))...)
	case netInputs, compositionInputs:
	default:
		return nil, 0, fmt.Errorf("a network of %d inputs, not of %d, %d or %d", inputs, netOnBoard, netInputs, compositionInputs)
	}
	return n, fingerprint, nil
}

// EncodeNetwork writes the network of a game as a file, to be used with the weights in
// force; the inputs for hands only if the game has them. The origin is a text of a few lines.
func EncodeNetwork(r *chess.Ruleset, n *game.Network, origin string) []byte {
	written := *n
	if NetworkName(r) != Compositions && !seesHands(r) {
		written.Inputs = n.Inputs[:netOnBoard*n.Hidden]
	}
	return written.Encode(Fingerprint(r), origin)
}

// Fingerprint returns a number that identifies the weights in force for a game: a network
// is of use only with those it was fitted on top of. The network for compositions was
// fitted on top of the weights of all parts.
func Fingerprint(r *chess.Ruleset) uint64 {
	h := fnv.New64a()
	if NetworkName(r) == Compositions { // of them all
		hashWeights(h, weightsChess)
		for _, p := range parts {
			hashWeights(h, *p.weights)
		}
	} else {
		hashWeights(h, weightsOf(r))
	}
	return h.Sum64()
}

// hashWeights writes weights to a hash.
func hashWeights(h io.Writer, of weights) {
	for i, w := range of {
		if i < wGoals || w != (pair{}) { // of the weights added later, only those that a game has
			fmt.Fprintf(h, "%d %d\n", w.mg, w.eg)
		}
	}
}

// networks holds the networks that have been read, by name; nil where there is none.
var networks sync.Map

// networkNamed returns the network in the file with a name, or nil if there is none.
func networkNamed(name string) *nnue.Network {
	if known, ok := networks.Load(name); ok {
		return known.(*nnue.Network)
	}
	var n *nnue.Network
	file, err := netFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil // it cannot be fetched now
	}
	if err == nil {
		if n, _, err = DecodeNetwork(file); err != nil {
			panic(fmt.Sprintf("network of %s: %v", name, err)) // it is part of the program
		}
	}
	known, _ := networks.LoadOrStore(name, n)
	return known.(*nnue.Network)
}
