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

// parts lists all of them, in the order in which the network of compositions has their
// differences. A game adds up what the weights of its parts differ from those of chess.
var parts = [...]part{
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

// orthodoxFile is the file of a game that has none of the parts, Compositions that of all
// that have several (composition.go), commonKings that of one in which kings are not royal
// either; there is no such network.
const (
	orthodoxFile = "chess"
	Compositions = "compositions"
	checksFile   = "threecheck" // whose network knows how many checks are left to give
	pocketsFile  = "crazyhouse" // whose network knows what is in hand
	commonKings  = "commonkings"
)

// partsOf returns the numbers of the parts that a game has.
func partsOf(r *chess.Ruleset) (list []int) {
	for i := range parts {
		if parts[i].has(r) {
			list = append(list, i)
		}
	}
	return list
}

// weightsOf returns the weights of a game: those of chess, and for each part what
// its weights differ from them.
func weightsOf(r *chess.Ruleset) weights {
	w := weightsChess
	for _, p := range partsOf(r) {
		for i, own := range parts[p].weights {
			w[i].mg += own.mg - weightsChess[i].mg
			w[i].eg += own.eg - weightsChess[i].eg
		}
	}
	return w
}

// NetworkName returns the name of the file with the network that a game plays
// with, whether or not there is such a file: that of its part, of chess if it has
// none, Compositions if it has several.
func NetworkName(r *chess.Ruleset) string {
	switch list := partsOf(r); {
	case len(list) == 1:
		return parts[list[0]].file
	case len(list) > 1:
		return Compositions
	case !r.Royal():
		return commonKings
	}
	return orthodoxFile
}
