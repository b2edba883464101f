package pgn

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
)

// How the notation of Cute Chess differs from ours:
//
//	shogi and its kin   Pe8+ is a promotion, a check has no sign (ours: Pe8=+, Re8+)
//	berolina            pawns have no letter, and their whole origin: e2d3 (ours: Ped3)
//	janus               the king's arrival for castling: Kb8 (ours: O-O-O)
//	modern              the piece that castling passes: O-Q-O (ours: O-O)
//	sittuyin            f7=F of a pawn that goes to f7 as well (ours: ef7=F)
//
// How the notation of pychess differs:
//
//	shogi and its kin   a promoted piece has the letter of what it moves like: Bh8=H, Gb7 (ours: Bh8=+, +Pb7)
//	xiangqi, janggi     horse and elephant have the letters of their names: Hc3 (ours: Nc3)
//	sittuyin            e5f6=F
//
// A move in UCI notation, or with its origin and a hyphen (Ng1-f3), is accepted where no other
// reading is possible; so is the sign of an Informant joined to a move (Nf3+-, Nf3=).

// A Parser reads the text of a move.
type Parser = func(game.Position, string) (game.Move, error)

// Parser returns the parser for the moves of the game, the first of which is played from
// start: it reads them as ParseSAN does, or else as Cute Chess writes them. Only a plus sign
// has different meanings here and there: where both readings are possible, the check signs
// decide which was meant, in doubt ours.
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

// promotesByPlus reports whether the game has promoted forms such as +P.
func promotesByPlus(rules game.Rules) bool {
	return slices.ContainsFunc(rules.Pieces(), func(k game.Kind) bool { return strings.HasPrefix(k.Letter, "+") })
}

// fits reports whether a parser can read all moves of the main line.
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

// sign returns the sign after a move: "+", "#" or "". The plus of "=+" does not count.
func sign(text string) string {
	text = strings.TrimRight(text, "!?")
	bare := strings.TrimRight(text, "+#")
	behind := text[len(bare):]
	if strings.HasSuffix(bare, "=") && behind != "" {
		behind = behind[1:]
	}
	return behind
}

// signed reads a move in which a plus sign means check, if it has the sign it should have.
func signed(pos game.Position, text string) (game.Move, error) {
	m, err := parseEither(pos, text)
	if err == nil && sign(pos.SAN(m)) != sign(text) {
		return game.NoMove, fmt.Errorf("%.40q: the sign for check is wrong", text)
	}
	return m, err
}

// parseEither reads a move as we write it, or as programs do for which a plus sign means check.
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
	if short := longMove.ReplaceAllString(text, "$1$2"); short != text {
		return parseEither(pos, short)
	}
	if t := informed.FindStringSubmatch(text); t != nil && !promotesByPlus(pos.Rules()) {
		return parseEither(pos, t[1])
	}
	return m, err
}

// parseUnsure reads a move as we write it, except one that gives no check and whose plus
// sign would mean a promotion for Cute Chess.
func parseUnsure(pos game.Position, text string) (game.Move, error) {
	m, err := pos.ParseSAN(text)
	if err == nil && sign(text) == "+" && sign(pos.SAN(m)) == "" {
		if other := foreign(pos, strings.TrimRight(text, "#!?")); other != game.NoMove {
			return game.NoMove, fmt.Errorf("%.40q is ambiguous: its + could mean check, which it does not give, or promotion (%s)", text, pos.SAN(other))
		}
	}
	return m, err
}

// parseShogi reads a move as Cute Chess writes it where a plus sign means promotion.
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
	longMove        = regexp.MustCompile(`^([A-Z]?[a-p][0-9]{1,2})-([a-p][0-9]{1,2})`)
	// informed is a move with what an Informant says of the position.
	informed = regexp.MustCompile(`^(.+?)(?:\+-|-\+|\+/-|-/\+|\+/=|=/\+|\+=|=\+|=|[±∓⩲⩱∞])[!?]*$`)
	uciMove  = regexp.MustCompile(`^([a-p])([0-9]{1,2})([a-p][0-9]{1,2})([a-z+-]?)$`)
)

// foreign returns the one legal move that a text of Cute Chess, without a check sign, stands
// for; NoMove if there is none or more than one.
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

// standsFor reports whether a text can stand for a move that is neither a drop nor castling:
// t is the match of foreignMove, uci that of uciMove.
func standsFor(pos game.Position, m game.Move, t, uci []string) bool {
	letter := cmp.Or(t[1], "P")
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

// becomes reports whether the promotion of a move in UCI notation matches what a foreign
// text says: "", "+", or "=" and a letter.
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

// isCalled reports whether a kind of piece can have a letter: its own, or one that others
// use for it, which is the initial of its name if no other kind has that letter, or, for a
// promoted piece, the letter of the kind that moves like it.
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

// castlesTowards reports whether a king that castles with a rook moves to the side on which
// a certain piece of its own stands next to it in the start position.
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
