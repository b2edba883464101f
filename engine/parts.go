package engine

import (
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/rules"
)

// A part is a way in which a game may differ from chess, with numbers of its own. These are
// in files named after it, weights_NAME.go and nets/NAME.net. The name is used for nothing
// else, as a game is identified by its Ruleset.
type part struct {
	file    string
	has     func(*chess.Ruleset) bool
	weights *weights
}

// parts lists all of them, in the order of their differences in the network of
// compositions. The weights of a game are those of chess, plus the difference of each of
// its parts' weights from them.
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
	{placesFile, (*chess.Ruleset).StartsInHand, &weightsBaseline},
	{checksFile, func(r *chess.Ruleset) bool { return r.CheckLimit() != 0 }, &weightsThreecheck},
	{"kingofthehill", func(r *chess.Ruleset) bool { return r.Hill() != 0 }, &weightsKingofthehill},
}

// apart lists the games that have numbers of their own although they differ from chess, or
// from a game of one part, in nothing that is a part. besides is the number of their parts.
// Compositions of them use the numbers of the parts.
var apart = [...]struct {
	part
	besides int
}{
	{part{"losers", func(r *chess.Ruleset) bool { return r.GivesAway() && r.Royal() }, &weightsLosers}, 1},
	{part{"nocheckatomic", func(r *chess.Ruleset) bool { return r.Explodes() && !r.Royal() }, &weightsNocheckatomic}, 1},
	{part{"kinglet", func(r *chess.Ruleset) bool { return r.Extinction() && r.Vital(rules.White, rules.Pawn) >= 0 }, &weightsKinglet}, 0},
}

// apartOf returns the one of them that a game with the listed parts is, or nil if it is
// none.
func apartOf(r *chess.Ruleset, list []int) *part {
	for i := range apart {
		if len(list) == apart[i].besides && apart[i].has(r) {
			return &apart[i].part
		}
	}
	return nil
}

// extinguishes reports whether losing all pieces of any type loses the game.
func extinguishes(r *chess.Ruleset) bool {
	return r.Extinction() && r.Vital(rules.White, rules.Knight) >= 0
}

// Compositions is the name of the file with the network of all games that have several of
// the parts for which there are networks: see NetworkName.
const Compositions = "compositions"

// orthodoxFile is the file of a game with none of the parts, commonKings that of one in
// which kings are not royal; there is no such network.
const (
	orthodoxFile = "chess"
	checksFile   = "threecheck" // whose network knows how many checks are left to give
	pocketsFile  = "crazyhouse" // whose network knows what is in hand
	placesFile   = "baseline"   // and so does this, which is for games that begin by placing the pieces
	commonKings  = "commonkings"
)

// seesHands reports whether the network of a game knows what is in hand.
func seesHands(r *chess.Ruleset) bool {
	switch NetworkName(r) {
	case placesFile:
		return true
	case pocketsFile, Compositions:
		return r.Pockets()
	}
	return false
}

// partsOf returns the indices of the parts that a game has.
func partsOf(r *chess.Ruleset) (list []int) {
	for i := range parts {
		if parts[i].has(r) {
			list = append(list, i)
		}
	}
	return list
}

// weightsOf returns the weights of a game: its own, or those of chess plus the differences
// of its parts' weights from them.
func weightsOf(r *chess.Ruleset) weights {
	list := partsOf(r)
	if own := apartOf(r, list); own != nil {
		return *own.weights
	}
	w := weightsChess
	for _, p := range list {
		for i, own := range parts[p].weights {
			w[i].mg += own.mg - weightsChess[i].mg
			w[i].eg += own.eg - weightsChess[i].eg
		}
	}
	return w
}

// NetworkName returns the name of the file with the network that a game plays with, whether
// or not there is such a file: its own, that of its only part, that of chess if it has
// none, Compositions if it has several.
func NetworkName(r *chess.Ruleset) string {
	list := partsOf(r)
	own := apartOf(r, list)
	switch {
	case own != nil:
		return own.file
	case len(list) == 1:
		return parts[list[0]].file
	case len(list) > 1:
		return Compositions
	case !r.Royal():
		return commonKings
	}
	return orthodoxFile
}
