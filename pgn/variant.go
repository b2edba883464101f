package pgn

import (
	"slices"
	"strings"
)

// shuffled are the games that others name without Chess960, giving the start as a
// FEN, even if castling is that of Chess960.
var shuffled = []string{
	"crazyhouse", "atomic", "antichess", "threecheck", "kingofthehill", "horde", "racingkings", "giveaway", "suicide",
}

// nameForOthers returns the name by which others know a game.
func nameForOthers(name string) string {
	parts := strings.Split(name, "+")
	if i := slices.Index(parts, "fischerandom"); i >= 0 && len(parts) == 2 && slices.Contains(shuffled, parts[1-i]) {
		return parts[1-i]
	}
	return name
}

// VariantTags returns the tags for a game's rules and start: its name, as game.Rules has it, and
// the FEN it starts from, unless it is standard, the rules' own start. If others have a name for
// a composition, Variant is that name, the FEN is always given, and Composition is our name.
func VariantTags(name, fen, standard string) []Tag {
	known := nameForOthers(name)
	tags := []Tag{{"Variant", known}}
	if known != name {
		tags = append(tags, Tag{"Composition", name})
	}
	if fen != standard || known != name {
		tags = append(tags, Tag{"SetUp", "1"}, Tag{"FEN", fen})
	}
	return tags
}

// Variant returns the name of the game's variant in lower case: "chess" if no tag
// says otherwise. For a composition with the tags of VariantTags it is our name.
func (g *Game) Variant() string {
	name := strings.ToLower(strings.TrimSpace(g.Tag("Variant")))
	if composed := strings.ToLower(strings.TrimSpace(g.Tag("Composition"))); composed != "" && nameForOthers(composed) == name {
		return composed
	}
	switch plain, shuffled := strings.CutSuffix(name, "960"); {
	case name == "" || name == "normal" || name == "from position":
		return "chess"
	case shuffled && plain != "" && plain != "chess": // as pychess has it
		return "fischerandom+" + plain
	}
	return name
}
