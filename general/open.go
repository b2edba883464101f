package general

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Catalogue is a set of games by name. Only Fit changes it.
type Catalogue struct {
	descriptions map[string]*Description
	names        []string // in the order of the file
	compiled     sync.Map // of names to game.Rules
	variants     []rules.Variant
}

// Games returns the built-in games, those of games.ini. The variants, chess among
// them, are parents of some. Files that have the catalogue among their parents may use
// the variants as parents, too, and Compose combines games with them.
func Games(variants []rules.Variant) *Catalogue {
	// Games with errors are left out: TestBuiltins reports them.
	games, _ := readDescriptions(builtinText, known{{variants: variants}}, ownNames)
	c := catalogue(games)
	c.variants = variants
	return c
}

// fittedTo returns what has been fitted to a game of games.ini.
func fittedTo(name string) Fitted {
	weights, _ := fittedFiles.ReadFile("weights/" + name + ".weights")
	if len(weights) == 0 {
		return Fitted{}
	}
	return Fitted{Weights: string(weights), own: name}
}

// fittedFiles are the weights that have been fitted, NAME.weights.
//
//go:embed weights
var fittedFiles embed.FS

func catalogue(games []*Description) *Catalogue {
	c := &Catalogue{descriptions: map[string]*Description{}}
	for _, d := range games {
		c.descriptions[d.Name] = d
		c.names = append(c.names, d.Name)
	}
	return c
}

// Read reads a file of variants. Games may have parents among those of parents,
// which are searched in order, but not their names. If anything is wrong the
// catalogue is nil, and errs lists all of it, each a *FileError; games whose only
// problem is a rule that is not supported here are listed there, too, but just left
// out (OnlyUnplayed). No game is compiled: an invalid start position is an error of
// Open, or of Check.
func Read(text string, parents ...*Catalogue) (c *Catalogue, errs []error) {
	games, errs := readDescriptions(text, parents, freshNames)
	if !OnlyUnplayed(errs) {
		return nil, errs
	}
	return catalogue(games), errs
}

// ReadEdition is Read for games that may have the names of games of other files, such as an
// earlier edition.
func ReadEdition(text string, parents ...*Catalogue) (c *Catalogue, errs []error) {
	games, errs := readDescriptions(text, parents, newEdition)
	if !OnlyUnplayed(errs) {
		return nil, errs
	}
	return catalogue(games), errs
}

// Check is Read, but also compiles each game, one at a time, and so finds invalid
// start positions, too. It keeps none of the compiled games.
func Check(text string, parents ...*Catalogue) (c *Catalogue, errs []error) {
	games, errs := readDescriptions(text, parents, freshNames)
	for _, d := range games {
		if _, err := d.open(); err != nil {
			sections, _ := split(text)
			i := slices.IndexFunc(sections, func(s section) bool { return s.name == d.Name })
			errs = append(errs, sections[i].locate(&keyError{key: "startFen", reason: err.Error()}))
		}
	}
	sortByLine(errs)
	if !OnlyUnplayed(errs) {
		return nil, errs
	}
	return catalogue(games), errs
}

// Names returns the names of the games, in the order of the file.
func (c *Catalogue) Names() []string { return slices.Clone(c.names) }

// Has reports whether there is a game of a name.
func (c *Catalogue) Has(name string) bool { return c.descriptions[name] != nil }

// Fit makes a game evaluate with what has been fitted to it, from the next Open on. The error
// says what does not fit the game, and where; nothing changes then. It must not be called while
// others use the catalogue.
func (c *Catalogue) Fit(name string, f Fitted) error {
	d := c.descriptions[name]
	if d == nil {
		return fmt.Errorf("unknown game %.60q", name)
	}
	fitted := *d
	fitted.fitted = f
	if err := fitted.misfit(); err != nil {
		return err
	}
	c.descriptions[name] = &fitted
	c.compiled.Delete(name)
	return nil
}

// misfit returns what is wrong with what has been fitted to a game.
func (d *Description) misfit() error {
	rules, err := d.open()
	if err != nil {
		return err
	}
	return rules.(interface{ Misfit() error }).Misfit()
}

// Open returns a game of the catalogue, or one of its variants, ready to be played
// on this machine. It is compiled once, the first time.
func (c *Catalogue) Open(name string) (game.Rules, error) {
	if rules, ok := c.compiled.Load(name); ok {
		return rules.(game.Rules), nil
	}
	d := known{c}.game(name)
	if d == nil {
		return nil, fmt.Errorf("unknown game %.60q", name)
	}
	rules, err := d.open()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	first, _ := c.compiled.LoadOrStore(name, rules)
	return first.(game.Rules), nil
}

// Chess960 returns a game with castling as in Chess960, king onto rook, by the name under which
// it castles so; a game without castling keeps its own.
func (c *Catalogue) Chess960(name string) (game.Rules, error) {
	d := c.descriptions[name]
	if d == nil {
		return nil, fmt.Errorf("unknown game %.60q", name)
	}
	copied := *d
	copied.chess960 = true
	if d.castling && !d.chess960 {
		copied.Name += "+fischerandom"
	}
	return copied.open()
}

// open compiles a description in the narrowest width that holds its board.
func (d *Description) open() (game.Rules, error) {
	switch n := d.Files * d.Ranks; {
	case n <= 64:
		return openWith[[1]uint64](d)
	case n <= 128:
		return openWith[[2]uint64](d)
	}
	return openWith[[4]uint64](d)
}

func openWith[S set](d *Description) (game.Rules, error) {
	r, err := compile[S](d)
	if err != nil {
		return nil, err
	}
	r.idleRights = true
	start, err := r.parseFEN(d.Start)
	if err != nil {
		return nil, fmt.Errorf("start position: %s", strings.TrimPrefix(err.Error(), "FEN, "))
	}
	r.idleRights = d.startRights() != "-" && len(start.rightsText()) < len(d.startRights())
	if err := start.judge(); err != nil {
		return nil, fmt.Errorf("start position: %w", err)
	}
	r.countChecksFrom(start)
	return newRules(r, start), nil
}

// crowns reports whether moves can give a side a second royal king: the first one, from
// a1 on, is royal then.
func (d *Description) crowns() bool {
	return d.freeDrops || slices.Contains(d.promotedPieceType[:], king) || (d.promotionPieceTypes[0] | d.promotionPieceTypes[1]).has(king)
}

// judge refuses positions from which no game can be played.
func (b *board[S]) judge() error {
	r := b.r
	if hole := intersect(b.occ, r.holeSet); !isEmpty(&hole) {
		return fmt.Errorf("the hole on %s is occupied", r.g.squareName(first(hole)))
	}
	if r.royal >= 0 {
		for c := 0; c < 2 && !r.crowns(); c++ {
			inHand := int(b.hands[c][r.royal&63])
			switch n := b.count(c, uint8(r.royal)) + inHand; {
			case n > 1 && inHand > 0:
				return fmt.Errorf("FEN, hand: %d %s kings, including the hand, instead of at most one", n, colorName(c))
			case n > 1:
				return fmt.Errorf("%d %s kings instead of at most one", n, colorName(c))
			}
		}
		if other := int(b.side ^ 1); !(b.begun() && r.checkInTurn == checkContinues) && b.faced != ended && b.inCheck(other) && !several(intersect(b.types[r.royal&63], b.colors[other])) {
			k := firstShared(&b.types[r.royal&63], &b.colors[other])
			return fmt.Errorf("the %s king on %s is in check, but it is %s's move", colorName(other), r.g.squareName(k), colorTitle(int(b.side)))
		}
	}
	if r.explosive {
		kings := r.typeOf[r.kingRole()]
		for c := range 2 {
			if n := b.count(c, kings) + int(b.hands[c][kings&63]); n > 1 && !r.crowns() {
				return fmt.Errorf("%d %s kings instead of at most one", n, colorName(c))
			}
		}
		other := int(b.side ^ 1)
		if b.count(0, kings) == 1 && b.count(1, kings) == 1 && !(b.begun() && r.checkInTurn == checkContinues) && b.royalAttacked(other) {
			k := firstShared(&b.types[kings&63], &b.colors[other])
			return fmt.Errorf("the %s king on %s is in check, but it is %s's move", colorName(other), r.g.squareName(k), colorTitle(int(b.side)))
		}
	}
	if !r.hasHands() && b.handSize(0)+b.handSize(1) > 0 {
		return fmt.Errorf("pieces in hand, but %s has no drops", r.Name)
	}
	return nil
}

func colorName(c int) string  { return [2]string{"white", "black"}[c&1] }
func colorTitle(c int) string { return [2]string{"White", "Black"}[c&1] }
