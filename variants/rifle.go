package variants

import "github.com/heterodox-chess/heterodox/rules"

// rifle is gun as Cute Chess plays it: a king or rook that shoots loses its
// castling rights.
var rifle = rules.Variant{
	Name:    "rifle",
	Summary: "gun, but a king or rook that shoots can no longer castle",
	Rules:   []rules.Rule{rules.Shooting{LosesCastling: true}},
}
