package variants

import "github.com/heterodox-chess/heterodox/chess"

// rifle is gun as Cute Chess plays it: a king or rook that shoots loses its
// castling rights.
var rifle = chess.Variant{
	Name:    "rifle",
	Summary: "gun, where shooting costs castling rights",
	Rules:   []chess.Rule{chess.Shooting{LosesCastling: true}},
}
