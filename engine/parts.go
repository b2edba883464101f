package engine

import (
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/rules"
)

// A part is something in which a game may differ from chess and for which there
// are numbers of its own. They lie in files that bear its name, weights_NAME.go
// and nets/NAME.net; nothing else goes by that name, as a game is told by its
// Ruleset.
type part struct {
	file    string
	has     func(*chess.Ruleset) bool
	weights *weights
}

// parts lists all of them. A game adds up what the weights of its parts differ
// from those of chess, in any order; of their networks, which cannot be added, it
// plays with that of the first: so the first are those whose boards look least
// like others.
var parts = []part{
	{"antichess", (*chess.Ruleset).GivesAway, &weightsAntichess},
	{"horde", (*chess.Ruleset).Horde, &weightsHorde},
	{"racingkings", (*chess.Ruleset).Race, &weightsRacingkings},
	{"atomic", (*chess.Ruleset).Explodes, &weightsAtomic},
	{pocketsFile, (*chess.Ruleset).Pockets, &weightsCrazyhouse},
	{"extinction", extinguishes, &weightsExtinction}, // whose network alone knows no royal kings
	{"madhouse", (*chess.Ruleset).Relocates, &weightsMadhouse},
	{"fibonacci", (*chess.Ruleset).LongTurns, &weightsFibonacci},
	{"gun", (*chess.Ruleset).Shoots, &weightsGun},
	{"blackhole", func(r *chess.Ruleset) bool { return r.Holes() != 0 }, &weightsBlackhole},
	{"fairy", func(r *chess.Ruleset) bool { return r.QueenRole() == rules.Amazon }, &weightsFairy},
	{"baseline", (*chess.Ruleset).StartsInHand, &weightsBaseline},
	{checksFile, func(r *chess.Ruleset) bool { return r.CheckLimit() != 0 }, &weightsThreecheck},
	{"kingofthehill", func(r *chess.Ruleset) bool { return r.Hill() != 0 }, &weightsKingofthehill},
}

// extinguishes reports whether to lose all pieces of any type loses the game.
func extinguishes(r *chess.Ruleset) bool {
	return r.Extinction() && r.Vital(rules.White, rules.Knight) >= 0
}

// orthodoxFile is the file of a game that has none of the parts, commonKings that
// of one in which kings are not royal either; there is no such network.
const (
	orthodoxFile = "chess"
	checksFile   = "threecheck" // whose network alone knows how many checks are left to give
	pocketsFile  = "crazyhouse" // whose network alone knows what is in hand
	commonKings  = "commonkings"
)

// weightsOf returns the weights of a game: those of chess, and for each part what
// its weights differ from them.
func weightsOf(r *chess.Ruleset) weights {
	w := weightsChess
	for _, p := range parts {
		if !p.has(r) {
			continue
		}
		for i := range w {
			w[i].mg += p.weights[i].mg - weightsChess[i].mg
			w[i].eg += p.weights[i].eg - weightsChess[i].eg
		}
	}
	return w
}

// NetworkName returns the name of the file with the network that a game plays
// with, whether or not there is such a file: that of its part, of chess if it has
// none, of the first in the list of parts if it has several.
func NetworkName(r *chess.Ruleset) string {
	for _, p := range parts {
		if p.has(r) {
			return p.file
		}
	}
	if !r.Royal() {
		return commonKings
	}
	return orthodoxFile
}
