package chess

import "github.com/heterodox-chess/heterodox/rules"

// A scanner reads the notation of a move, UCI or SAN, from left to right. After the
// first fault it stops and reads nothing more.
type scanner struct {
	text  string
	at    int
	fault *rules.MoveError
}

// peek returns the next byte; 0 at the end and after a fault.
func (s *scanner) peek() byte {
	if s.fault != nil || s.at == len(s.text) {
		return 0
	}
	return s.text[s.at]
}

// accept skips the next byte if it is c.
func (s *scanner) accept(c byte) bool {
	if s.peek() != c {
		return false
	}
	s.at++
	return true
}

// expected records a fault at the next byte, unless there has been one already.
func (s *scanner) expected(what string) {
	if s.fault == nil {
		s.fault = &rules.MoveError{Text: s.text, Offset: s.at, Reason: "expected " + what}
	}
}

// end returns the first fault; remaining text is a fault.
func (s *scanner) end() *rules.MoveError {
	if s.at < len(s.text) {
		s.expected("the end of the move")
	}
	return s.fault
}

// file skips the letter of a file and returns it, 0 to 7, or -1 if there is none.
func (s *scanner) file() int { return s.oneOfEight('a') }

// rank skips the digit of a rank and returns it, 0 to 7, or -1 if there is none.
func (s *scanner) rank() int { return s.oneOfEight('1') }

func (s *scanner) oneOfEight(first byte) int {
	c := s.peek()
	if c < first || c > first+7 {
		return -1
	}
	s.at++
	return int(c - first)
}

// square reads a square; if there is none, that is a fault.
func (s *scanner) square() Square {
	file := s.file()
	if file < 0 {
		s.expected("a file (a to h)")
		return NoSquare
	}
	rank := s.rank()
	if rank < 0 {
		s.expected("a rank (1 to 8)")
		return NoSquare
	}
	return Square(rank*8 + file)
}

// role skips the letter of a piece other than a pawn, in upper case or, with
// eitherCase, in either case, and returns its role, or NoRole if there is none.
func (s *scanner) role(eitherCase bool) rules.Role {
	c := s.peek()
	role := rules.RoleOf(c)
	if role <= rules.Pawn || c != role.Letter() && !eitherCase {
		return rules.NoRole
	}
	s.at++
	return role
}

// drop skips a piece letter followed by '@' and returns the piece's role, or NoRole
// if the text does not start with a drop.
func (s *scanner) drop() rules.Role {
	if len(s.text) < 2 || s.text[1] != '@' {
		return rules.NoRole
	}
	role := rules.RoleOf(s.text[0])
	if role == rules.NoRole || s.text[0] != role.Letter() {
		s.expected("the letter of a piece")
		return rules.NoRole
	}
	s.at = 2
	return role
}
