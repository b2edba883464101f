package variants

import (
	"slices"
)

// A GUIGame is a game with the name by which a GUI knows it.
type GUIGame struct {
	// Name is the GUI's name, Game the one that Open knows.
	Name, Game string
	// Known says that the GUI has the rules of the game built in.
	Known bool
	// Letters are pairs of piece letters, the GUI's and ours.
	Letters string
	// Parent is the GUI's game with the most similar rules, "" if any will do.
	Parent string
}

// known are the games whose rules XBoard knows.
var known = []GUIGame{
	{Name: "normal", Game: "chess"}, {Name: "fischerandom", Game: "fischerandom"}, {Name: "crazyhouse", Game: "crazyhouse"},
	{Name: "3check", Game: "threecheck"}, {Name: "atomic", Game: "atomic"}, {Name: "giveaway", Game: "giveaway"},
	{Name: "suicide", Game: "suicide"}, {Name: "losers", Game: "losers"}, {Name: "shogi", Game: "shogi"},
	{Name: "xiangqi", Game: "xiangqi", Letters: "HNEB"}, {Name: "capablanca", Game: "capablanca"}, {Name: "seirawan", Game: "seirawan"},
	{Name: "makruk", Game: "makruk"}, {Name: "shatranj", Game: "shatranj"}, {Name: "knightmate", Game: "knightmate"},
	{Name: "janus", Game: "janus"}, {Name: "gothic", Game: "gothic"}, {Name: "caparandom", Game: "caparandom"},
	{Name: "asean", Game: "asean"}, {Name: "berolina", Game: "berolina"}, {Name: "nocastle", Game: "nocastle"}, {Name: "grand", Game: "grand"},
}

// undrawn are listed games that XBoard would draw or play wrongly: a captured piece is put
// elsewhere, or comes to hand promoted or demoted in a way it does not expect; explosions without
// check; and pawns that promote by a diagonal step, which it takes for an en-passant capture.
var undrawn = []string{"madhouse", "sittuyin", "nocheckatomic", "loop", "chessgi", "dobutsu", "standard"}

// offered are other games of ours, the most popular first: XBoard's menu has room for about
// twenty. Those of Listed follow them.
var offered = []string{
	"fibonacci", "gun", "blackhole", "extinction", "baseline", "fairy", "rifle", "placement", "kingofthehill", "antichess", "horde",
	"racingkings", "progressive", "marseillais", "fivecheck", "kinglet", "threekings", "minishogi", "losalamos",
	"grasshopper", "chigorin", "torpedo", "cambodian", "chancellor", "embassy", "modern", "almost", "hoppelpoppel",
	"codrus", "coregal", "pocketknight", "karouk", "judkins", "jesonmor", "gardner", "nightrider", "minixiangqi",
	"shako", "opulent",
}

// XBoard returns the games to offer to XBoard: first those of files, which the user has
// added, then those whose rules it knows, then ours.
func XBoard() (list []GUIGame) {
	files.RLock()
	for _, c := range files.list {
		for _, name := range c.Names() {
			list = append(list, GUIGame{Name: name, Game: name})
		}
	}
	files.RUnlock()
	for _, g := range known {
		g.Known = true
		list = append(list, g)
	}
	// Games that differ in start position or pieces from XBoard's have its name as parent.
	list = append(list, GUIGame{Name: "courier", Game: "courier", Parent: "courier"}, GUIGame{Name: "spartan", Game: "spartan", Parent: "spartan"})
	for _, name := range slices.Concat(offered, Listed()) {
		if !slices.Contains(undrawn, name) && !slices.ContainsFunc(list, func(g GUIGame) bool { return g.Name == name || g.Known && g.Game == name }) {
			list = append(list, GUIGame{Name: name, Game: name})
		}
	}
	return list
}
