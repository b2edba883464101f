package engine

import (
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// The kinds index the tables of the evaluation: the roles of an army, its queen
// or amazon as one kind.
const (
	kindPawn = iota
	kindKnight
	kindBishop
	kindRook
	kindQueen
	kindKing
	numKinds
)

// kindOf returns the kind of a role.
func kindOf(r rules.Role) int { return [rules.NumRoles]int{0, 0, 1, 2, 3, 4, 5, 4}[r&7] }

// The evaluation is a sum of weights, each counted as often as its feature occurs on the
// board. The features form one list, group by group; the constants below are where the
// groups begin, and the comments say what each is and how it is indexed.
const (
	wValue       = 0                              // a piece: kind
	wCount       = wValue + numKinds              // the number a side has of a kind, hand included: kind, 0 to maxCount
	wPlace       = wCount + numKinds*(maxCount+1) // piece-square tables, where a piece stands: kind, square from the owner's side
	wHand        = wPlace + numKinds*64           // a piece in hand: kind
	wMobility    = wHand + numKinds               // squares to go to: knight to queen, 0 to maxMobility
	wPhalanx     = wMobility + 4*(maxMobility+1)  // a pawn with another beside it: rank
	wSupported   = wPhalanx + 8                   // a pawn protected by pawns: rank
	wDoubled     = wSupported + 8                 // a pawn behind another on its file
	wIsolated    = wDoubled + 1                   // a pawn without neighbours: enemy pawns ahead on its file, or none
	wBackward    = wIsolated + 2                  // a pawn that no other can protect, facing an attacked square: as above
	wDoomed      = wBackward + 2                  // a pawn with a hole ahead on its file: rank
	wPassed      = wDoomed + 8                    // rank
	wPassedHeld  = wPassed + 8                    // a passed pawn with a piece on the square before it: rank
	wPassedFree  = wPassedHeld + 8                // a passed pawn whose path is neither occupied nor attacked: rank
	wPassedOwn   = wPassedFree + 8                // own king's distance to the square before it, from the fifth rank on
	wPassedEnemy = wPassedOwn + 8                 // the enemy king's distance, likewise
	wOutpost     = wPassedEnemy + 8               // knight or bishop, pawn-protected, out of reach of enemy pawns
	wOwnColour   = wOutpost + 2                   // own pawns on squares of a bishop's colour
	wOpenFile    = wOwnColour + 1                 // a rook on a file without own pawns: enemy pawns there, or none
	wKeeper      = wOpenFile + 2                  // steps to the own king: knight, bishop
	wThreat      = wKeeper + 2                    // attacked enemy pieces: class of threat, kind
	wHanging     = wThreat + numThreats*numKinds  // attacked and unprotected: kind
	wLastOne     = wHanging + numKinds            // the last of its kind under attack: its side to move or not, kind
	wPushThreat  = wLastOne + 2*numKinds          // pieces that a safe pawn push would attack
	wShelter     = wPushThreat + 1                // rank of the own pawn nearest before the king: king's file or next to it, rank (0: none)
	wStorm       = wShelter + 2*8                 // rank of the nearest enemy pawn there: free or blocked, rank
	wDanger      = wStorm + 2*8                   // attack on the own king: units of attack
	wBareRim     = wDanger + maxUnits + 1         // a bare enemy king: centrality of its square
	wBareNear    = wBareRim + 4                   // and steps between the kings
	wTempo       = wBareNear + 8                  // the right to move
	wTurnLeft    = wTempo + 1                     // moves left in a Fibonacci turn
	wGoals       = wTurnLeft + maxLeft + 1        // from here on, only for games with other goals and captures
	wChecksLeft  = wGoals                         // checks that the side still has to give to win
	wHill        = wChecksLeft + maxChecks + 1    // steps of the king to the hill
	wRace        = wHill + 8                      // rank of the king that races
	wDropCheck   = wRace + 8                      // a kind in hand that could be dropped to give check: kind
	wHordePawn   = wDropCheck + numKinds          // a pawn of the side without a king: rank
	wBlast       = wHordePawn + 8                 // pieces beside the enemy king whose capture would blow it up: own move or not, 1 to maxBlasts
	numWeights   = wBlast + 2*maxBlasts
)

// The upper ends of the tables; larger numbers count as these.
const (
	maxCount    = 10
	maxMobility = 35
	maxUnits    = 47
	maxLeft     = 16
	maxChecks   = 5
	maxBlasts   = 3
)

// The classes of threats: who attacks, and whether the victim is weak, that is,
// not well protected.
const (
	threatPawn = iota
	threatMinorWeak
	threatMinor
	threatRookWeak
	threatRook
	threatQueenWeak
	threatKingWeak
	numThreats
)

// A pair is a weight in the opening and in the endgame, in centipawns.
type pair struct{ mg, eg int32 }

// weights holds a pair for each feature.
type weights [numWeights]pair

// Groups returns all weights by group, in order.
func Groups() []game.Group {
	tables := []struct {
		name       string
		first, row int
	}{
		{"value", wValue, numKinds},
		{"count", wCount, maxCount + 1},
		{"place", wPlace, 8},
		{"hand", wHand, numKinds},
		{"mobility", wMobility, maxMobility + 1},
		{"phalanx", wPhalanx, 8},
		{"supported pawn", wSupported, 8},
		{"doubled pawn", wDoubled, 1},
		{"isolated pawn", wIsolated, 2},
		{"backward pawn", wBackward, 2},
		{"pawn before a hole", wDoomed, 8},
		{"passed pawn", wPassed, 8},
		{"passed pawn held up", wPassedHeld, 8},
		{"passed pawn on its way", wPassedFree, 8},
		{"passed pawn and own king", wPassedOwn, 8},
		{"passed pawn and enemy king", wPassedEnemy, 8},
		{"outpost", wOutpost, 2},
		{"pawns on the bishop's colour", wOwnColour, 1},
		{"rook's file", wOpenFile, 2},
		{"distance to own king", wKeeper, 2},
		{"threat", wThreat, numKinds},
		{"hanging", wHanging, numKinds},
		{"last of its kind", wLastOne, numKinds},
		{"threat by push", wPushThreat, 1},
		{"shelter", wShelter, 8},
		{"storm", wStorm, 8},
		{"attack on the king", wDanger, 8},
		{"bare king at the rim", wBareRim, 4},
		{"bare king and king", wBareNear, 8},
		{"to move", wTempo, 1},
		{"moves left", wTurnLeft, maxLeft + 1},
		{"checks to give", wChecksLeft, maxChecks + 1},
		{"steps to the hill", wHill, 8},
		{"race", wRace, 8},
		{"check by a drop", wDropCheck, numKinds},
		{"pawn of the horde", wHordePawn, 8},
		{"blast at the king", wBlast, maxBlasts},
	}
	var groups []game.Group
	for i, t := range tables {
		end := numWeights
		if i+1 < len(tables) {
			end = tables[i+1].first
		}
		groups = append(groups, game.Group{Name: t.name, First: t.first, Len: end - t.first, Row: t.row})
	}
	return groups
}

// tapered is a sum of weights: the opening's in the upper half, the endgame's
// in the lower.
type tapered int64

func (p pair) tapered() tapered { return tapered(p.mg)<<32 + tapered(p.eg) }

func (t tapered) mg() int32 { return int32((t + 1<<31) >> 32) }
func (t tapered) eg() int32 { return int32(t) }
