package general

// A Role names a kind of piece as files of variants do, independent of the
// letter it has in a game. The zero value stands for all pieces together.
type Role uint8

// The roles that some rule treats specially.
const (
	AllRoles       Role = 0
	pawn           Role = 1
	knight         Role = 2
	bishop         Role = 3
	rook           Role = 4
	queen          Role = 5
	fers           Role = 6
	fersAlfil      Role = 8
	silver         Role = 9
	aiwok          Role = 10
	bers           Role = 11
	shogiPawn      Role = 19
	lance          Role = 20
	shogiKnight    Role = 21
	gold           Role = 22
	dragonHorse    Role = 23
	clobber        Role = 24
	breakthrough   Role = 25
	cannon         Role = 27
	janggi         Role = 28 // the cannon of janggi
	soldier        Role = 29
	horse          Role = 30
	elephant       Role = 31
	janggiElephant Role = 32
	wazir          Role = 34
	commoner       Role = 35
	firstCustom    Role = 37
	amazon         Role = 14
	archbishop     Role = 12
	chancellor     Role = 13
	immobile       Role = 26
	king           Role = 62
	roles               = 63
)

// predefined are the roles that files may give a letter to, with their moves.
// Custom pieces follow, and the king comes last: hands are written in the opposite
// order.
var predefined = [...]struct{ name, betza string }{
	{"", ""},
	{"pawn", "fmWfceF"}, {"knight", "N"}, {"bishop", "B"}, {"rook", "R"}, {"queen", "Q"},
	{"fers", "F"}, {"alfil", "A"}, {"fersAlfil", "FA"}, {"silver", "FfW"}, {"aiwok", "RNF"},
	{"bers", "RF"}, {"archbishop", "BN"}, {"chancellor", "RN"}, {"amazon", "QN"},
	{"knibis", "mNcB"}, {"biskni", "mBcN"}, {"kniroo", "mNcR"}, {"rookni", "mRcN"},
	{"shogiPawn", "fW"}, {"lance", "fR"}, {"shogiKnight", "fN"}, {"gold", "WfF"}, {"dragonHorse", "BW"},
	{"clobber", "cW"}, {"breakthrough", "fmWfF"}, {"immobile", ""},
	{"cannon", "mRcpR"}, {"janggiCannon", "pR"}, {"soldier", "fsW"}, {"horse", "nN"}, {"elephant", "nA"},
	{"janggiElephant", "nZ"}, {"banner", "RcpRnN"}, {"wazir", "W"}, {"commoner", "K"}, {"centaur", "KN"},
}

// A roleSet is a set of roles; bit 0 stands for all pieces together.
type roleSet uint64

func rolesOf(list ...Role) (s roleSet) {
	for _, r := range list {
		s |= 1 << r
	}
	return s
}

func (s roleSet) has(r Role) bool { return s>>r&1 != 0 }

// A region is a set of squares of a Description's board: bit rank*16+file. Unlike a
// set it means the same on boards of every shape.
type region [4]uint64

func (r *region) add(file, rank int)      { r[rank>>2&3] |= 1 << (rank&3<<4 | file&15) }
func (r *region) has(file, rank int) bool { return r[rank>>2&3]>>(rank&3<<4|file&15)&1 != 0 }
func (r *region) isEmpty() bool           { return *r == region{} }

func everywhere() region { return region{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)} }

// rankRegion returns a rank, from 1.
func rankRegion(rank int) (r region) {
	for file := range 16 {
		r.add(file, rank-1)
	}
	return r
}
