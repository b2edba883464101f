package variants

import (
	"fmt"
	"slices"

	"github.com/heterodox-chess/heterodox/variants/cubic"
)

// A Family is a group of related games for players to browse; some are compositions.
type Family struct {
	Name  string
	Games []string
}

// families groups the games known without a file. A game may be in several families.
var families = []Family{
	{"Rule changes", nil}, // filled with the catalogue
	{"Combinations", []string{
		"gun+blackhole+fairy", "gun+capablanca", "atomic+crazyhouse", "madhouse+fibonacci", "blackhole+grand", "fischerandom+kingofthehill",
		"marseillais+threecheck", "gun+horde", "progressive+racingkings", "atomic+xiangqi", "antichess+shogi", "madhouse+shako",
	}},
	{"Lichess", []string{
		"chess", "fischerandom", "crazyhouse", "kingofthehill", "threecheck", "antichess", "atomic", "horde", "racingkings",
	}},
	{"Regional", []string{
		"xiangqi", "janggi", "shogi", "makruk", "sittuyin", "shatranj", "chaturanga", "shatar", "cambodian", "asean", "makpong",
		"karouk", "ai-wok", "minixiangqi", "manchu", "supply", "raazuvaa", "janggitraditional", "janggimodern", "janggicasual",
		"minishogi", "mini", "kyotoshogi", "micro", "dobutsu", "gorogoro", "judkins", "torishogi", "euroshogi", "checkshogi",
		"shoshogi", "yarishogi", "okisakishogi", "courier",
	}},
	{"Large boards", []string{
		"capablanca", "capahouse", "caparandom", "gothic", "janus", "embassy", "grand", "shako", "modern", "chancellor", "centaur",
		"gustav3", "jesonmor", "courier", "opulent", "tencubed", "omicron", "troitzky", "wolf", "clobber10", "flipello10", "amazons",
	}},
	{"Small boards", []string{
		"losalamos", "gardner", "isolation", "isolation7x7", "snailtrail", "ataxx", "clobber", "minixiangqi", "minishogi", "mini",
		"kyotoshogi", "micro", "dobutsu", "gorogoro", "judkins", "torishogi", "yarishogi",
	}},
	{"New pieces", []string{
		"seirawan", "shouse", "dragon", "nightrider", "grasshopper", "knightmate", "berolina", "legan", "hoppelpoppel", "newzealand",
		"almost", "sortofalmost", "chigorin", "perfect", "spartan", "georgian", "paradigm", "pocketknight", "torpedo", "pawnsideways",
		"pawnback", "coregal",
	}},
	{"New goals", []string{
		"duck", "armageddon", "misere", "codrus", "petrified", "atomar", "loop", "chessgi", "bughouse", "koedem", "breakthrough",
		"amazons", "clobber", "ataxx", "flipello", "flipersi", "fox-and-hounds", "joust", "isolation", "isolation7x7", "snailtrail",
	}},
}

// Families groups the games that Open knows: those of Names and More, and the cubes. Empty
// families are left out.
func Families() []Family {
	list := make([]Family, len(families))
	for i, f := range families {
		list[i] = Family{f.Name, slices.Clone(f.Games)}
	}
	list[0].Games = Names()
	cubes := Family{Name: "Cubes"}
	for n := cubic.MinSize; n <= cubic.MaxStart; n++ {
		cubes.Games = append(cubes.Games, fmt.Sprintf("cube%d", n))
	}
	list = append(list, cubes)
	files.RLock()
	defer files.RUnlock()
	own := Family{Name: "Your files"}
	for _, c := range files.list {
		own.Games = append(own.Games, c.Names()...)
	}
	if len(own.Games) > 0 {
		list = append(list, own)
	}
	return list
}
