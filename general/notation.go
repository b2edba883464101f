package general

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/rules"
)

func (p *position[S]) UCI(m game.Move) string { return p.b.uci(move(m)) }

// uci writes a move as Fairy-Stockfish does.
func (b *board[S]) uci(m move) string {
	r := b.r
	name := r.g.squareName
	from, to := m.from(), m.to()
	text := ""
	switch m.what() {
	case drop:
		return strings.ToUpper(b.dropLetter(m)) + "@" + name(to)
	case castling:
		if r.chess960 || b.plainKingMove(m) {
			text = name(from) + name(to)
		} else {
			king, _ := r.arrivals(int(b.side), wingOf(m))
			text = name(from) + name(king)
		}
		if m.gate() != 0 && m.second() == to {
			text = name(to) + name(from)
		}
	default:
		text = name(from) + name(to)
	}
	arrival := text[len(text)-len(name(to)):]
	if m.what() == castling {
		arrival = text[len(name(from)):]
	}
	switch m.what() {
	case promotion:
		text += strings.ToLower(string(rune(r.kinds[m.kind()].letter)))
	case plusPromotion:
		text += "+"
	case demotion:
		text += "-"
	}
	switch {
	case m.gate() != 0:
		text += strings.ToLower(r.letterOf(m.gate()-1, 0))
	case m.hasSecond():
		if m.what() == enPassant && r.capturedRelocated {
			arrival = name(b.passed(to))
		}
		text += "," + arrival + name(m.second())
	}
	return text
}

func wingOf(m move) int {
	if m.to() < m.from() {
		return 1
	}
	return 0
}

// dropLetter returns the letter of what a move drops, with a plus before a
// promoted form's.
func (b *board[S]) dropLetter(m move) string { return b.r.kinds[m.kind()].name() }

// plainKingMove reports whether the king could move to where it castles anyway.
func (b *board[S]) plainKingMove(m move) bool {
	us := int(b.side)
	king, _ := b.r.arrivals(us, wingOf(m))
	t := b.r.typeAt(b.at[m.from()])
	reach := b.r.of[us][t].quiet.from(m.from(), &b.occ)
	return has(&reach, king) || king == m.from()
}

func (p *position[S]) ParseMove(text string) (game.Move, error) {
	moves := p.list()
	wanted := strings.TrimSpace(text)
	if i := strings.IndexByte(wanted, '@'); i < 0 {
		wanted = strings.ToLower(wanted)
	} else {
		wanted = strings.ToUpper(wanted[:i]) + strings.ToLower(wanted[i:])
	}
	var found []move
	for _, m := range moves {
		if p.b.uci(m) == wanted {
			return game.Move(m), nil
		}
		if m.what() == castling && m.gate() == 0 && p.b.r.g.squareName(m.from())+p.b.r.g.squareName(m.to()) == wanted ||
			m.what() == passing && !m.hasSecond() && wanted == "0000" {
			found = append(found, m)
		}
	}
	if len(found) > 0 {
		return game.Move(found[0]), nil
	}
	return game.NoMove, p.spoken().whyNoMove(text, wanted)
}

// whyNoMove says why a text is not a legal move.
func (p *position[S]) whyNoMove(text, wanted string) error {
	r := p.g.r
	if r.ends {
		if _, over := p.b.verdict(); over {
			return fmt.Errorf("%.40s: the game is over", text)
		}
	}
	dropped := ""
	from, rest, ok := 0, wanted, false
	if i := strings.IndexByte(wanted, '@'); i > 0 {
		dropped, rest, ok = wanted[:i], wanted[i+1:], true
	} else {
		from, rest, ok = r.g.parseSquare(wanted)
	}
	to, rest, ok2 := r.g.parseSquare(rest)
	if !ok || !ok2 || len(rest) > 8 {
		return fmt.Errorf("%.40q is not a move: expected two squares (e2e4) or a drop (P@e4)", text)
	}
	if dropped != "" {
		from = to
	}
	if why := p.refusal(r.square(from), r.square(to), dropped); why != nil {
		return fmt.Errorf("%.40s: %s", text, why.Reason)
	}
	return fmt.Errorf("%.40s: %s", text, p.otherwise(from, to, dropped))
}

func (p *position[S]) SAN(m game.Move) string { return p.san(move(m), p.list()) }

// san writes a move in algebraic notation; moves are all legal ones.
func (p *position[S]) san(m move, moves []move) string {
	return p.sanWithout(m, moves) + p.checkSign(m)
}

// checkSign returns "#" if a move ends the game with a winner, else "+" if it gives
// check, else "". As in package chess, extinction has no sign, unless the type is
// pseudo-royal, as a king is, or losing it is the goal.
func (p *position[S]) checkSign(m move) string {
	b := p.b.clone()
	b.do(m)
	if b.r.ends {
		if v, over := b.verdict(); over {
			if v != Draw && (b.endReason() != rules.Extinct || b.r.extinctionSigned()) {
				return "#"
			}
			return ""
		}
	}
	check := b.royalAttacked(int(b.side))
	if (check || b.r.stalemateValue != Draw) && b.countMoves() == 0 {
		if v, _ := b.noMoves(); check || v != Draw {
			return "#"
		}
	}
	if check {
		return "+"
	}
	return ""
}

// extinctionSigned reports whether SAN marks extinction.
func (r *ruleset[S]) extinctionSigned() bool {
	return r.extinctionPseudoRoyal || r.extinctionValue == Win || r.extinctionPieceTypes.has(AllRoles)
}

func (p *position[S]) sanWithout(m move, moves []move) string {
	b, r := p.b, p.g.r
	name := r.g.squareName
	var text string
	switch m.what() {
	case drop:
		return p.b.dropLetter(m) + "@" + name(m.to())
	case passing:
		text = "--"
	case castling:
		text = [2]string{"O-O", "O-O-O"}[wingOf(m)]
	default:
		k := &r.kinds[(b.at[m.from()]-1)>>1]
		isPawn := r.types[k.typ] == pawn && !k.plus
		origin := p.origin(m, moves, isPawn)
		if !isPawn {
			text = k.name()
		}
		text += origin
		if b.isCapture(m) {
			text += "x"
		}
		text += name(m.to())
		if m.what() == vanishing {
			text += "*"
		}
	}
	switch m.what() {
	case promotion:
		text += "=" + string(rune(r.kinds[m.kind()].letter))
	case plusPromotion:
		text += "=+" // a plus alone would be a check
	case demotion:
		text += "=-"
	}
	switch {
	case m.gate() != 0:
		text += "/" + r.letterOf(m.gate()-1, 0)
		if m.what() == castling {
			text += name(m.second())
		}
	case m.hasSecond():
		text += "," + name(m.second())
	}
	return text
}

// origin returns as much of a move's origin as is needed to distinguish it from
// others.
func (p *position[S]) origin(m move, moves []move, isPawn bool) string {
	b, g := p.b, p.g.r.g
	name := g.squareName(m.from())
	file, rank := name[:1], name[1:]
	sameFile, sameRank, rivals := false, false, false
	for _, other := range moves {
		if other.what() == drop || other.what() == castling || other.what() == passing || other.to() != m.to() ||
			other.from() == m.from() || !p.g.r.alike(b.at[other.from()], b.at[m.from()]) {
			continue
		}
		rivals = true
		sameFile = sameFile || g.file(other.from()) == g.file(m.from())
		sameRank = sameRank || g.rank(other.from()) == g.rank(m.from())
	}
	switch {
	case isPawn && !sameFile && (g.file(m.from()) != g.file(m.to()) || rivals):
		return file
	case !rivals:
		return ""
	case !sameFile:
		return file
	case !sameRank:
		return rank
	}
	return name
}

// alike reports whether SAN writes two pieces the same: it does not mark those that
// become pawns again when captured.
func (r *ruleset[S]) alike(a, b uint8) bool {
	x, y := &r.kinds[(a-1)>>1], &r.kinds[(b-1)>>1]
	return x.letter == y.letter && x.plus == y.plus
}

func (p *position[S]) ParseSAN(text string) (game.Move, error) {
	wanted := strings.TrimRight(strings.TrimSpace(text), "+#!?")
	if strings.HasSuffix(wanted, "=") {
		wanted += "+"
	}
	wanted = strings.NewReplacer("0-0-0", "O-O-O", "0-0", "O-O").Replace(wanted)
	moves := p.list()
	var short, long []move
	for _, m := range moves {
		if m.what() != castling && m.what() != passing && !strings.Contains(wanted, p.g.r.g.squareName(m.to())) {
			continue
		}
		if p.sanWithout(m, moves) == wanted {
			short = append(short, m)
		}
		if wanted != "" && p.longSAN(m) == wanted {
			long = append(long, m)
		}
	}
	for _, found := range [][]move{short, long} {
		switch len(found) {
		case 0:
		case 1:
			return game.Move(found[0]), nil
		default:
			return game.NoMove, fmt.Errorf("%.40q could be %d legal moves here, such as %s and %s", text, len(found), p.b.uci(found[0]), p.b.uci(found[1]))
		}
	}
	return game.NoMove, fmt.Errorf("%.40q is not a legal move here", text)
}

// longSAN writes a move of a piece with its whole origin, any other as "".
func (p *position[S]) longSAN(m move) string {
	if m.what() == drop || m.what() == castling || m.what() == passing {
		return ""
	}
	k := &p.g.r.kinds[(p.b.at[m.from()]-1)>>1]
	sep := ""
	if p.b.isCapture(m) {
		sep = "x"
	}
	text := p.g.r.g.squareName(m.from()) + sep + p.g.r.g.squareName(m.to())
	if p.g.r.types[k.typ] != pawn {
		text = k.name() + text
	}
	if m.what() == promotion {
		text += "=" + string(rune(p.g.r.kinds[m.kind()].letter))
	}
	return text
}

// destination is the square that a player names: the king's destination when
// castling, but the rook's square if the king could go there anyway.
func (p *position[S]) destination(m move) int {
	if m.what() == castling && !p.g.r.chess960 && !p.b.plainKingMove(m) {
		king, _ := p.g.r.arrivals(int(p.b.side), wingOf(m))
		return king
	}
	return m.to()
}

func (p *position[S]) CastlingRook(gm game.Move) (rook game.Square, ok bool) {
	m := move(gm)
	return p.g.r.square(m.to()), m.what() == castling
}

func (p *position[S]) Steps(gm game.Move) []screen.Step {
	m, r := move(gm), p.g.r
	to := screen.Step{Kind: screen.StepTo, Square: r.square(p.destination(m))}
	if m.what() == drop {
		return []screen.Step{{Kind: screen.StepDrop, Letter: p.b.dropLetter(m)}, to}
	}
	steps := []screen.Step{{Kind: screen.StepFrom, Square: r.square(m.from())}, to}
	stay := p.b.at[m.from()]
	switch m.what() {
	case promotion, plusPromotion, demotion:
		steps = append(steps, screen.Step{Kind: screen.StepPromote, Letter: r.kinds[m.kind()].name()})
	default:
		if p.mayPromote(m) {
			steps = append(steps, screen.Step{Kind: screen.StepPromote, Letter: r.kinds[(stay-1)>>1].name()})
		}
	}
	switch {
	case m.gate() != 0:
		steps = append(steps, screen.Step{Kind: screen.StepGate, Square: r.square(m.second()), Letter: r.letterOf(m.gate()-1, 0)})
	case m.hasSecond():
		steps = append(steps, screen.Step{Kind: screen.StepPut, Square: r.square(m.second())})
	case p.mayGate(m):
		steps = append(steps, screen.Step{Kind: screen.StepGate, Square: r.square(m.from())})
	}
	return steps
}

// mayPromote reports whether a piece could promote with a move but does not.
func (p *position[S]) mayPromote(m move) bool {
	r, c := p.g.r, p.b.side&1
	mover, zone := &r.of[c][r.kinds[(p.b.at[m.from()]-1)>>1].typ], &r.zone[c]
	able := mover.isPawn || mover.promotesAsPawn || mover.promotesToPlus
	if !r.sittuyinPromotion && !(able && (has(zone, m.from()) || has(zone, m.to()))) {
		return false // without a list of all moves, which may be thousands
	}
	return m.what() == normal && slices.ContainsFunc(p.list(), func(o move) bool {
		return o.from() == m.from() && o.to() == m.to() && (o.what() == promotion || o.what() == plusPromotion || o.what() == demotion)
	})
}

func (p *position[S]) mayGate(m move) bool {
	return p.g.r.seirawanGating && slices.ContainsFunc(p.list(), func(o move) bool {
		return o.gate() != 0 && o.from() == m.from() && o.to() == m.to() && o.what() == m.what()
	})
}
