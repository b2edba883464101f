package variants

// others are the names, besides those of the catalogue, by which Cute Chess, XBoard and
// lichess-bot know games that are played here by the same rules, the most popular first.
var others = []string{
	"3check", "5check",
	"shogi", "xiangqi", "capablanca", "seirawan", "makruk", "grand", "minishogi", "shatranj", "knightmate",
	"janus", "gothic", "berolina", "sittuyin", "loop", "chessgi", "losalamos", "courier", "embassy", "chancellor", "modern",
	"caparandom", "almost", "hoppelpoppel", "newzealand", "codrus", "coregal", "pocketknight", "chigorin", "cambodian",
	"karouk", "asean", "ai-wok", "judkins", "euroshogi", "dobutsu", "gustav3", "jesonmor", "spartan",
}

// Listed returns the names that an engine reports to a GUI, each of which Open knows: those
// of Names and the others that GUIs use, starting with orthodox chess under both its names.
func Listed() []string {
	names := Names()
	list := append(names[:1:1], "standard")
	return append(append(list, names[1:]...), others...)
}
