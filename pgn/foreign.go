package pgn

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
)

// What Cute Chess writes otherwise than we do:
//
//	shogi and its kin   Pe8+ is a promotion, a check has no sign (ours: Pe8=+, Re8+)
//	berolina            pawns have no letter, and their whole origin: e2d3 (ours: Ped3)
//	janus               the king's arrival for castling: Kb8 (ours: O-O-O)
//	modern              the piece that castling passes: O-Q-O (ours: O-O)
//	sittuyin            f7=F of a pawn that goes to f7 as well (ours: ef7=F)
//
// What pychess writes otherwise:
//
//	shogi and its kin   a promoted piece has the letter of what it moves like: Bh8=H, Gb7 (ours: Bh8=+, +Pb7)
//	xiangqi, janggi     horse and elephant have the letters of their names: Hc3 (ours: Nc3)
//	sittuyin            e5f6=F
//
// A move in UCI's notation is read wherever no other reading is possible.

// A Parser reads the text of a move.
type Parser = func(game.Position, string) (game.Move, error)

// Parser returns the way in which the moves of the game are to be read, the first of
// them at start: as ParseSAN does, or else as Cute Chess writes them. Only a plus sign
// means one thing here and another there: where both readings are possible, the
// signs for checks tell which was meant, ours in doubt.
func (g *Game) Parser(start game.Position) Parser {
	switch {
	case !promotesByPlus(start.Rules()) || !slices.ContainsFunc(g.Moves, func(m Move) bool { return sign(m.Text) == "+" }):
		return parseEither
	case g.fits(start, signed):
		return parseEither
	case g.fits(start, parseShogi):
		return parseShogi
	}
	return parseUnsure
}

// promotesByPlus reports whether there are promoted forms such as +P.
func promotesByPlus(rules game.Rules) bool {
	return slices.ContainsFunc(rules.Pieces(), func(k game.Kind) bool { return strings.HasPrefix(k.Letter, "+") })
}

// fits reports whether all moves of the main line can be read in a way.
func (g *Game) fits(pos game.Position, parse Parser) bool {
	for _, text := range g.Moves {
		m, err := parse(pos, text.Text)
		if err != nil {
			return false
		}
		pos = pos.Play(m)
	}
	return true
}

// sign returns the sign behind a move: "+", "#" or "". The plus of "=+" is none.
func sign(text string) string {
	text = strings.TrimRight(text, "!?")
	bare := strings.TrimRight(text, "+#")
	behind := text[len(bare):]
	if strings.HasSuffix(bare, "=") && behind != "" {
		behind = behind[1:]
	}
	return behind
}

// signed reads a move of which a plus sign is a check, if it has a sign just when it should.
func signed(pos game.Position, text string) (game.Move, error) {
	m, err := parseEither(pos, text)
	if err == nil && sign(pos.SAN(m)) != sign(text) {
		return game.NoMove, fmt.Errorf("%.40q: wrong sign", text)
	}
	return m, err
}

// parseEither reads a move as we write it, or as others do where a plus sign is a check.
func parseEither(pos game.Position, text string) (game.Move, error) {
	m, err := pos.ParseSAN(text)
	if err == nil {
		return m, nil
	}
	bare := strings.TrimRight(text, "+#!?")
	if other := foreign(pos, bare); other != game.NoMove {
		return other, nil
	}
	if other, wrong := pos.ParseMove(bare); wrong == nil {
		return other, nil
	}
	return m, err
}

// parseUnsure reads a move as we write it, but for one with a plus sign that would
// promote for Cute Chess and gives no check.
func parseUnsure(pos game.Position, text string) (game.Move, error) {
	m, err := pos.ParseSAN(text)
	if err == nil && sign(text) == "+" && sign(pos.SAN(m)) == "" {
		if other := foreign(pos, strings.TrimRight(text, "#!?")); other != game.NoMove {
			return game.NoMove, fmt.Errorf("%.40q: the sign of a check, which it does not give, or a promotion (%s)?", text, pos.SAN(other))
		}
	}
	return m, err
}

// parseShogi reads a move as Cute Chess writes it where a plus sign is a promotion.
func parseShogi(pos game.Position, text string) (game.Move, error) {
	if m := foreign(pos, strings.TrimRight(text, "#!?")); m != game.NoMove {
		return m, nil
	}
	if strings.Contains(text, "@") {
		return pos.ParseSAN(text)
	}
	return game.NoMove, fmt.Errorf("%.40q is not a legal move here", text)
}

var (
	foreignMove     = regexp.MustCompile(`^(\+?[A-Z])?([a-p])?([0-9]{1,2})?(x)?([a-p][0-9]{1,2})(=[A-Z]|\+)?$`)
	foreignCastling = regexp.MustCompile(`^O-([A-Z])-O$`)
	uciMove         = regexp.MustCompile(`^([a-p])([0-9]{1,2})([a-p][0-9]{1,2})([a-z+-]?)$`)
)

// foreign returns the one legal move that a text of Cute Chess, without a sign for
// check, stands for; NoMove if there is none, or there are several.
func foreign(pos game.Position, text string) game.Move {
	if !pos.Rules().Board().Flat() {
		return game.NoMove
	}
	var found, castling []game.Move
	side := foreignCastling.FindStringSubmatch(text)
	t := foreignMove.FindStringSubmatch(text)
	if side == nil && t == nil {
		return game.NoMove
	}
	wide := pos.Rules().Board().Files > 8 // Kg1 is not O-O in chess
	for _, m := range pos.Moves() {
		text := pos.UCI(m)
		if t != nil && !strings.Contains(text, t[5]) {
			continue
		}
		uci := uciMove.FindStringSubmatch(text)
		if uci == nil {
			continue
		}
		if rook, ok := game.CastlingRook(pos, m); ok {
			if side != nil && castlesTowards(pos, rook, side[1]) || wide && t != nil && t[1] == "K" && uci[3] == t[5] {
				castling = append(castling, m)
			}
		} else if t != nil && standsFor(pos, m, t, uci) {
			found = append(found, m)
		}
	}
	if len(found) == 0 {
		found = castling
	}
	if len(found) != 1 {
		return game.NoMove
	}
	return found[0]
}

// standsFor reports whether a text may stand for a move that is neither a drop nor
// castling: t is what was found by foreignMove, uci what by uciMove.
func standsFor(pos game.Position, m game.Move, t, uci []string) bool {
	letter := t[1]
	if letter == "" {
		letter = "P"
	}
	if uci[3] != t[5] || t[2] != "" && t[2] != uci[1] || t[3] != "" && t[3] != uci[2] {
		return false
	}
	if _, takes := pos.Captured(m); (t[4] != "") != takes {
		return false // e4 is no short form of dxe4
	}
	steps := screen.Of(pos).Steps(m)
	if slices.ContainsFunc(steps, func(s screen.Step) bool { return s.Kind == screen.StepGate || s.Kind == screen.StepPut }) {
		return false
	}
	piece, ok := pos.At(steps[0].Square)
	kinds := pos.Rules().Pieces()
	return ok && isCalled(kinds, piece.Letter, letter) && becomes(kinds, piece.Letter, uci[4], t[6])
}

// becomes reports whether what a piece becomes by a move of UCI's notation is what stands
// behind a foreign text: "", "+", or "=" and a letter.
func becomes(kinds []game.Kind, letter, uci, text string) bool {
	wanted, named := strings.CutPrefix(text, "=")
	switch {
	case uci == "+" && named:
		return isCalled(kinds, "+"+letter, wanted)
	case uci == "-" && named:
		return isCalled(kinds, strings.TrimPrefix(letter, "+"), wanted)
	}
	return uci == strings.ToLower(wanted)
}

// isCalled reports whether a kind of piece has a letter, its own or one that others give it:
// the initial of its name where no other kind has it, or, of a promoted piece, the letter of
// the kind that moves like it.
func isCalled(kinds []game.Kind, own, letter string) bool {
	if own == letter {
		return true
	}
	kind := slices.IndexFunc(kinds, func(k game.Kind) bool { return k.Letter == own })
	other := slices.IndexFunc(kinds, func(k game.Kind) bool { return k.Letter == letter })
	switch {
	case kind < 0 || len(letter) != 1:
		return false
	case other < 0:
		return strings.HasPrefix(kinds[kind].Name, strings.ToLower(letter))
	}
	return own[0] == '+' && kinds[kind].Betza != "" && kinds[kind].Betza == kinds[other].Betza
}

// castlesTowards reports whether a king that castles with a rook goes to the side on
// which a piece of his stands beside him at the start of the game.
func castlesTowards(pos game.Position, rook game.Square, letter string) bool {
	start, us := pos.Rules().Start(), pos.Side()
	for _, s := range pos.Rules().Board().Squares() {
		if p, ok := start.At(s); !ok || p.Color != us || p.Letter != "K" {
			continue
		}
		for _, beside := range []int{-1, 1} {
			if f := s.File() + beside; f < 0 || f >= pos.Rules().Board().Files {
				continue
			}
			p, ok := start.At(game.At(s.File()+beside, s.Rank(), 0))
			if ok && p.Color == us && p.Letter == letter {
				return (rook.File() > s.File()) == (beside > 0)
			}
		}
	}
	return false
}
