package chess

import (
	"fmt"
	"strings"

	"github.com/heterodox-chess/heterodox/internal/board"
	"github.com/heterodox-chess/heterodox/rules"
)

// UCI returns a move of the position in UCI notation: e2e4, e7e8q, a drop as K@e1, a
// relocation as a second leg (e4d5,d5a3). Castling is written as the king's move (e1g1), but
// as king takes rook (e1h1) in Chess960 and where king or rook is not on its orthodox square.
func (p *Position) UCI(m Move) string { return string(p.AppendUCI(nil, m)) }

// AppendUCI appends UCI(m) to dst and returns it.
func (p *Position) AppendUCI(dst []byte, m Move) []byte {
	return m.AppendUCI(dst, p.rules.chess960)
}

// AppendTurn appends single moves that one side plays in succession from the
// position, in UCI notation joined by '/': g1f3/f3g5. For a single move it appends
// just that move, for no move nothing.
func (p *Position) AppendTurn(dst []byte, moves []Move) []byte {
	for i, m := range moves {
		if i > 0 {
			dst = append(dst, '/')
		}
		dst = p.AppendUCI(dst, m)
	}
	return dst
}

// ParseMove returns the legal move that a text in UCI notation names. It reads
// what UCI writes, a promotion letter in either case, and castling both as king
// takes rook and as the king's move of two or more files. Any other text,
// "0000" included, is a *rules.MoveError.
func (p *Position) ParseMove(text string) (Move, error) {
	t, malformed := parseMoveText(text)
	if malformed != nil {
		return NoMove, malformed
	}
	var buf [MaxMoves]Move
	moves := p.Moves(buf[:0])
	for _, m := range moves {
		if t.names(m) {
			return m, nil
		}
	}
	for _, m := range moves {
		if t.namesCastling(m) {
			return m, nil
		}
	}
	return NoMove, &rules.MoveError{Text: text, Offset: -1, Reason: p.whyIllegal(t, moves)}
}

// ParseTurn reads one token that holds a single move or several joined by '/', played
// in succession by the side to move. It returns them with the position after the
// last. They need not complete a turn of several moves, but may not go beyond it. If
// one of several moves is wrong, the error gives its number, counted from 1, and
// wraps a *rules.MoveError; if a move is missing it is a *rules.MoveError about the
// token. The work grows with the length of the token and stops at the first fault.
func (p *Position) ParseTurn(text string) ([]Move, Position, error) {
	var moves []Move
	next := *p
	for rest, more := text, true; more; {
		var single string
		at := len(text) - len(rest)
		single, rest, more = strings.Cut(rest, "/")
		switch {
		case single == "" && more:
			return nil, Position{}, &rules.MoveError{Text: text, Offset: at, Reason: "expected a move before '/'"}
		case single == "" && len(moves) > 0:
			return nil, Position{}, &rules.MoveError{Text: text, Offset: at, Reason: "expected a move after '/'"}
		}
		m, err := next.parseInTurn(single, p.side)
		if err != nil {
			if more || len(moves) > 0 {
				err = fmt.Errorf("single move %d of the turn: %w", len(moves)+1, err)
			}
			return nil, Position{}, err
		}
		moves = append(moves, m)
		next = next.Play(m)
	}
	return moves, next, nil
}

// parseInTurn is ParseMove for a move that must belong to a turn of side us.
func (p *Position) parseInTurn(text string, us rules.Color) (Move, error) {
	if p.side != us {
		return NoMove, &rules.MoveError{Text: text, Offset: -1, Reason: us.Title() + "'s turn is over"}
	}
	return p.ParseMove(text)
}

// A moveText is a well-formed move in UCI notation, whether it is legal or not.
type moveText struct {
	from, to    Square     // the same square for a drop
	dropped     rules.Role // NoRole if it is not a drop
	promotion   rules.Role // NoRole if there is no letter
	victim, put Square     // the second leg, NoSquare if there is none
}

// names reports whether UCI writes a move of the position as this text, with castling
// written as king takes rook.
func (t *moveText) names(m Move) bool {
	dropped := rules.NoRole
	if m.IsDrop() {
		dropped = m.Role()
	}
	return t.from == m.From() && t.to == m.To() && t.dropped == dropped &&
		t.promotion == m.Promotion() && t.namesLeg(m)
}

// namesLeg reports whether the second leg matches that of the move, or both have none.
func (t *moveText) namesLeg(m Move) bool {
	put, ok := m.Relocation()
	if !ok {
		return t.put == NoSquare
	}
	return t.put == put && t.victim == m.CapturedSquare()
}

// namesCastling reports whether the move is castling and the text is its king's move,
// which must be longer than an ordinary king move.
func (t *moveText) namesCastling(m Move) bool {
	if !m.IsCastling() || t.dropped != rules.NoRole || t.promotion != rules.NoRole || t.put != NoSquare {
		return false
	}
	kingTo, _ := board.CastlingDestinations(m.From(), m.To())
	return t.from == m.From() && t.to == kingTo && fileDistance(t.from, t.to) >= 2
}

// fileDistance returns the distance between two squares in files.
func fileDistance(a, b Square) int {
	return max(a.File(), b.File()) - min(a.File(), b.File())
}

// parseMoveText reads a move in UCI notation.
func parseMoveText(text string) (t moveText, fault *rules.MoveError) {
	if text == "0000" {
		return t, &rules.MoveError{Text: text, Offset: 0, Reason: "a null move is not legal"}
	}
	s := scanner{text: text}
	t.victim, t.put = NoSquare, NoSquare
	if t.dropped = s.drop(); t.dropped != rules.NoRole {
		t.to = s.square()
		t.from = t.to
		return t, s.end()
	}
	t.from = s.square()
	t.to = s.square()
	t.promotion = s.role(true)
	if s.accept(',') {
		t.victim = s.square()
		t.put = s.square()
	}
	return t, s.end()
}
