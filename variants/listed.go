package variants

// others are the names, besides those of the catalogue, under which Cute Chess,
// XBoard and lichess-bot know games that are played here by the same rules: those
// looked for most come first.
var others = []string{
	"3check", "5check",
	"shogi", "xiangqi", "capablanca", "seirawan", "makruk", "grand", "minishogi", "shatranj", "knightmate",
	"janus", "gothic", "berolina", "sittuyin", "loop", "chessgi", "losalamos", "courier", "embassy", "chancellor", "modern",
	"caparandom", "almost", "hoppelpoppel", "newzealand", "codrus", "coregal", "pocketknight", "chigorin", "cambodian",
	"karouk", "asean", "ai-wok", "judkins", "euroshogi", "dobutsu", "gustav3", "jesonmor", "spartan",
}

// Listed returns the names that an engine tells a GUI, each of which Open knows:
// those of Names and the others that GUIs use, orthodox chess first, under both its
// names.
func Listed() []string {
	names := Names()
	list := append(names[:1:1], "standard")
	return append(append(list, names[1:]...), others...)
}
