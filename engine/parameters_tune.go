//go:build tune

// Code generated from parameters.go by go generate ./engine. DO NOT EDIT.

package engine

var (
	reverseFutilityDepth  int   = 8
	reverseFutilityMargin Score = 75
	countedChecksDepth    int   = 2
	razorDepth            int   = 3
	razorMargin           Score = 220
	nullMoveDepth         int   = 3
	verificationDepth     int   = 12
	lateMoveDepth         int   = 8
	futilityDepth         int   = 7
	futilityMargin        Score = 90
	futilityStep          Score = 90
	seeDepth              int   = 8
	seeQuietMargin        int32 = 22
	seeNoisyMargin        int32 = 90
	probCutDepth          int   = 5
	probCutMargin         Score = 150
	probCutRise           Score = 50
	probCutLess           int   = 4
	harm                  Score = 90
	deeperMargin          Score = 40
	shallowerMargin       Score = 8
	reductionBase         int   = 80
	reductionDivisor      int   = 225
	reductionKiller       int32 = 1024
	reductionHistory      int32 = 1024
	reductionCut          int32 = 1024
	reductionCapture      int32 = 1024
	reductionRefuted      int32 = 1024
	reductionNotImproving int32 = 512
	reductionPV           int32 = 1024
	reductionEvasion      int32 = 1024
	reductionCheck        int32 = 1024
	singularMargin        Score = 32
	doubleExtensionMargin Score = 20
	aspirationWindow      Score = 15
	deltaMargin           Score = 160
	historyStep           int   = 160
	historyLess           int   = 80
	historyMost           int   = 1600
	seeEdge               int32 = 50
	threatRank            int32 = 8000
)

var parameters = []Parameter{
	tunable("ReverseFutilityDepth", &reverseFutilityDepth),
	tunable("ReverseFutilityMargin", &reverseFutilityMargin),
	tunable("CountedChecksDepth", &countedChecksDepth),
	tunable("RazorDepth", &razorDepth),
	tunable("RazorMargin", &razorMargin),
	tunable("NullMoveDepth", &nullMoveDepth),
	tunable("VerificationDepth", &verificationDepth),
	tunable("LateMoveDepth", &lateMoveDepth),
	tunable("FutilityDepth", &futilityDepth),
	tunable("FutilityMargin", &futilityMargin),
	tunable("FutilityStep", &futilityStep),
	tunable("SeeDepth", &seeDepth),
	tunable("SeeQuietMargin", &seeQuietMargin),
	tunable("SeeNoisyMargin", &seeNoisyMargin),
	tunable("ProbCutDepth", &probCutDepth),
	tunable("ProbCutMargin", &probCutMargin),
	tunable("ProbCutRise", &probCutRise),
	tunable("ProbCutLess", &probCutLess),
	tunable("Harm", &harm),
	tunable("DeeperMargin", &deeperMargin),
	tunable("ShallowerMargin", &shallowerMargin),
	tunable("ReductionBase", &reductionBase),
	tunable("ReductionDivisor", &reductionDivisor),
	tunable("ReductionKiller", &reductionKiller),
	tunable("ReductionHistory", &reductionHistory),
	tunable("ReductionCut", &reductionCut),
	tunable("ReductionCapture", &reductionCapture),
	tunable("ReductionRefuted", &reductionRefuted),
	tunable("ReductionNotImproving", &reductionNotImproving),
	tunable("ReductionPV", &reductionPV),
	tunable("ReductionEvasion", &reductionEvasion),
	tunable("ReductionCheck", &reductionCheck),
	tunable("SingularMargin", &singularMargin),
	tunable("DoubleExtensionMargin", &doubleExtensionMargin),
	tunable("AspirationWindow", &aspirationWindow),
	tunable("DeltaMargin", &deltaMargin),
	tunable("HistoryStep", &historyStep),
	tunable("HistoryLess", &historyLess),
	tunable("HistoryMost", &historyMost),
	tunable("SeeEdge", &seeEdge),
	tunable("ThreatRank", &threatRank),
}
