package chess

// What ends a game by the plain rules, while there may be moves left.

// decided reports whether a side has won or lost by what it has, or has done.
func (g *plain) decided() bool {
	for _, c := range []Color{White, Black} {
		if g.kingIsLost(c) || g.hasChecked(c) || g.isOnHill(c) || g.isExtinct(c) || g.isBare(c) {
			return true
		}
	}
	return g.rules.race && g.raceIsRun()
}

// kingIsLost reports whether a side has lost its royal king: in a hole, or by an
// explosion. A horde never had one.
func (g *plain) kingIsLost(c Color) bool {
	return g.rules.Royal() && !g.isHorde(c) && g.owned(c, King) == 0
}

// isHorde reports whether a side is the horde.
func (g *plain) isHorde(c Color) bool { return g.rules.horde && c == White }

// hasChecked reports whether a side has given as many checks as win.
func (g *plain) hasChecked(c Color) bool {
	return g.rules.checkLimit > 0 && g.Checks[c] >= g.rules.checkLimit
}

// isOnHill reports whether a king of a side stands on the hill.
func (g *plain) isOnHill(c Color) bool {
	for sq := range Square(64) {
		if g.rules.hill.Has(sq) && g.Board[sq] == NewPiece(c, King) {
			return true
		}
	}
	return false
}

// isExtinct reports whether a side has died out in a type that counts.
func (g *plain) isExtinct(c Color) bool {
	if !g.rules.extinction {
		return false
	}
	for role := Pawn; role < NumRoles; role++ {
		if g.rules.vital[c].Has(role) && g.owned(c, role) <= g.rules.extinctLeft {
			return true
		}
	}
	return false
}

// isBare reports whether a side has nothing left but a royal king, where it is
// the goal to lose all, or nothing at all as a horde.
func (g *plain) isBare(c Color) bool {
	if !g.rules.giveAway && !g.isHorde(c) {
		return false
	}
	for role := Pawn; role < NumRoles; role++ {
		if g.owned(c, role) > 0 && !(role == King && g.rules.Royal()) {
			return false
		}
	}
	return true
}

// raceIsRun reports whether a king has won the race to rank 8, or both have come
// there. When White's comes, Black has one more turn if its king can follow.
func (g *plain) raceIsRun() bool {
	begun := g.Turn > 0 && g.Left < g.length(g.Turn)
	switch white, black := g.hasArrived(White), g.hasArrived(Black); {
	case !white:
		return black
	case g.Side == White && !begun:
		return true
	case g.Side == Black && begun:
		return false
	}
	return !g.blackFollows()
}

// hasArrived reports whether a king of a side stands on rank 8.
func (g *plain) hasArrived(c Color) bool {
	for file := range Square(8) {
		if g.Board[56+file] == NewPiece(c, King) {
			return true
		}
	}
	return false
}

// blackFollows reports whether Black, if it is or were to move, has a legal move
// of its king to rank 8.
func (g *plain) blackFollows() bool {
	turn := *g
	if turn.Side == White {
		turn.Side, turn.EnPassant = Black, NoSquare
	}
	for _, m := range turn.lawful() {
		if m.Role() != King || m.IsCastling() || m.To().Rank() != 7 {
			continue
		}
		next := turn
		turn.applyToBoard(&next, m)
		if next.Board[m.To()] == NewPiece(Black, King) {
			return true
		}
	}
	return false
}
