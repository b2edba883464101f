package variants

import "github.com/heterodox-chess/heterodox/chess"

// nocheckatomic is atomic without check: kings are pieces like others, and who
// has none has lost.
var nocheckatomic = chess.Variant{
	Name:    "nocheckatomic",
	Summary: "atomic without check or royal kings",
	Rules:   []chess.Rule{chess.Explosions{}, chess.Extinction{Of: chess.RolesOf(chess.King)}, chess.CommonKings{}},
}
