//go:build !tune

package engine

//go:generate go run ../scripts/parameters

// The numbers of the search. A program built with the tag tune has them as variables, each
// of them an option of UCI.
const (
	// Reverse futility pruning (static null move pruning): up to this depth a static
	// value above beta by the margin for each ply ends a node.
	// Where two more checks of the other side win, that depth is countedChecksDepth.
	reverseFutilityDepth  int   = 8
	reverseFutilityMargin Score = 75
	countedChecksDepth    int   = 2
	// Razoring: up to this depth a static value below alpha by the margin for each ply
	// leads straight to quiescence.
	razorDepth  int   = 3
	razorMargin Score = 220
	// Null move pruning begins at nullMoveDepth. From verificationDepth on a cutoff by
	// the null move is verified by a search in which that side makes no null move:
	// in zugzwang, where having to move is what hurts, the null move proves nothing.
	nullMoveDepth     int = 3
	verificationDepth int = 12
	// Late move pruning: up to this depth quiet moves that come late are pruned.
	lateMoveDepth int = 8
	// Futility pruning: up to this reduced depth quiet moves are pruned if the static
	// value is below alpha by futilityMargin, and futilityStep for each ply.
	futilityDepth  int   = 7
	futilityMargin Score = 90
	futilityStep   Score = 90
	// Pruning by static exchange evaluation: up to this depth moves are pruned that lose
	// more, a quiet one than seeQuietMargin times the square of the reduced depth, a
	// capture than seeNoisyMargin for each ply.
	seeDepth       int   = 8
	seeQuietMargin int32 = 22
	seeNoisyMargin int32 = 90
	// ProbCut: from this depth on, a capture that seems to bring a node to beta and the
	// margin (less the rise if the side to move is improving) is searched probCutLess
	// plies shallower; if that confirms it, the node is pruned.
	probCutDepth  int   = 5
	probCutMargin Score = 150
	probCutRise   Score = 50
	probCutLess   int   = 4
	// harm is by how much a move must make things worse for its side to be called
	// bad.
	harm Score = 90

	// deeperMargin and shallowerMargin are by how much a reduced search must exceed the
	// best so far to be repeated deeper, or else shallower.
	deeperMargin    Score = 40
	shallowerMargin Score = 8
	// The late move reduction of the n-th move is, in plies, reductionBase hundredths and
	// the logarithms of the depth and of n multiplied, over reductionDivisor hundredths.
	reductionBase    int = 80
	reductionDivisor int = 225
	// What it is changed by, in 1024ths of a ply.
	reductionKiller       int32 = 1024 // less for killers
	reductionHistory      int32 = 1024 // less for each 16384 of the rank by history
	reductionCut          int32 = 1024 // more where a move better than beta is expected
	reductionCapture      int32 = 1024 // more where the table's move is a capture
	reductionRefuted      int32 = 1024 // more where many moves were refuted by a cutoff
	reductionNotImproving int32 = 512  // more where the side to move is not improving
	reductionPV           int32 = 1024 // less close to the best line
	reductionEvasion      int32 = 1024 // less in check
	reductionCheck        int32 = 1024 // less for checks
	// singularMargin is how far below the table's score the other moves must stay for its
	// move to be singular, in 16ths of a centipawn for each ply of the depth.
	singularMargin Score = 32
	// doubleExtensionMargin is by how much the other moves must fall short of the goal
	// for a singular move to be extended by two plies.
	doubleExtensionMargin Score = 20
	// aspirationWindow is how far the score of a line is expected to move between
	// two iterations.
	aspirationWindow Score = 15
	// deltaMargin is what a capture may bring beyond its plain gain.
	deltaMargin Score = 160

	// A search changes the history of a move by historyStep for each ply of its depth, less
	// historyLess, and by no more than historyMost.
	historyStep int = 160
	historyLess int = 80
	historyMost int = 1600
	// seeEdge is what an exchange may lose without being called bad: a
	// bishop for a knight.
	seeEdge int32 = 50
	// threatRank is what it counts to attack one of the targets.
	threatRank int32 = 8000
)

var parameters []Parameter
