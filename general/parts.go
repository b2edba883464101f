package general

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
)

// A Part is one rule of a game that can be taken out of it.
type Part struct {
	// Name says the rule in a word or two, those of its key in files ("double step")
	// unless there are better ones.
	Name string
	// Key and Value take the rule out, as a line of a file would.
	Key, Value string
	// Usual says that orthodox chess has the rule, too.
	Usual bool
	// Without is the game without the rule.
	Without game.Rules
}

// Parts returns a game, named as for Compose, on this machine, and those of its rules
// that can be taken out one at a time, in the order of the keys of files. Rules
// without which the game cannot be set up are not among them.
func Parts(name string, catalogues ...*Catalogue) (whole game.Rules, parts []Part, err error) {
	d, err := known(catalogues).compose(name)
	if err != nil {
		return nil, nil, err
	}
	if whole, err = d.open(); err != nil {
		return nil, nil, err
	}
	for _, r := range switches() {
		if part, ok := r.part(d); ok {
			parts = append(parts, part)
		}
	}
	return whole, parts, nil
}

// offValues are the values that take a rule out, whatever kind of value its key has;
// drawn are the keys that say what an end of the game is worth, which a draw takes out.
var (
	offValues = []string{"false", "none", "-", "0", "moves", "removed"}
	drawn     = []string{"stalemateValue", "checkmateValue", "connectValue"}
)

// names are the usual words for some rules.
var names = map[string]string{
	"promotionPieceTypes": "promotion", "enPassantRegion": "en passant", "nMoveRule": "move rule", "nFoldRule": "repetition",
	"checkmateValue": "checkmate", "stalemateValue": "stalemate", "extinctionValue": "extinction", "flagRegion": "goal",
	"connectValue": "row", "checkCounting": "counted checks", "capturer": "shooting", "captured": "relocation", "wallingRule": "walls", "pieceDrops": "drops",
}

// usual are the keys of rules that orthodox chess has.
var usual = []string{"castling", "doubleStep", "enPassantRegion", "promotionPieceTypes", "nMoveRule", "nFoldRule", "checkmateValue"}

// notRules are keys that say how a game is written or begun, or only refine another rule.
var notRules = []string{
	"chess960", "twoBoards", "startFen", "checkInTurn", "pawnTypes", "promotionPawnTypes", "nMoveRuleTypes", "castlingRookPieces",
	"castlingKingPiece", "castlingRookPiece", "blastImmuneTypes", "extinctionPieceTypes", "extinctionPieceCount",
	"extinctionOpponentPieceCount", "flagPiece", "flagPieceCount", "connectPieceTypes", "nFoldValueAbsolute", "dropOnTop",
	"whiteFlag", "blackFlag", "whiteDropRegion", "blackDropRegion",
}

// A ruleSwitch is a rule that keys turn off together: one, or White's and Black's.
type ruleSwitch struct {
	name string
	keys []key
}

// switches returns the rules that keys can turn off, in their order.
func switches() (list []ruleSwitch) {
	for _, k := range keys {
		name := strings.TrimSuffix(strings.TrimSuffix(k.name, "White"), "Black")
		if slices.Contains(notRules, name) {
			continue
		}
		i := slices.IndexFunc(list, func(r ruleSwitch) bool { return r.name == name })
		switch {
		case i < 0:
			list = append(list, ruleSwitch{name, []key{k}})
		case list[i].keys[0].name != name: // else one key turns off both sides'
			list[i].keys = append(list[i].keys, k)
		}
	}
	return list
}

// part returns the rule as a part of a game; ok is false if the game does not have it, or
// cannot do without.
func (r ruleSwitch) part(d *Description) (part Part, ok bool) {
	common := slices.Contains(usual, r.name)
	values := offValues
	if slices.Contains(drawn, r.name) {
		values = []string{"draw"}
	}
	if r.name == "turns" {
		values = []string{"1"}
	}
	for _, off := range values {
		without, changed := r.off(d, off)
		if !changed {
			continue
		}
		// Where chess itself has a value other than off, the key sets bounds and is
		// not a rule that a game has or lacks.
		if _, bounds := r.off(orthodoxChess(), off); bounds && !common {
			continue
		}
		if without.judge() != nil {
			continue
		}
		without.fitted, without.ancestor = Fitted{}, nil
		rules, err := without.open()
		if err != nil { // the start position may contain what the rule is about
			without.Start = bareStart(d.Start)
			rules, err = without.open()
		}
		if err == nil {
			return Part{Name: cmp.Or(names[r.name], words(r.name)), Key: r.keys[0].name, Value: off, Usual: common, Without: rules}, true
		}
	}
	return Part{}, false
}

// bareStart returns a start without pieces in hand and checks to give.
func bareStart(fen string) string {
	board, rest, _ := strings.Cut(withoutChecks(fen), " ")
	board, _, _ = strings.Cut(board, "[")
	return strings.TrimSpace(board + " " + rest)
}

// withoutChecks returns a start without the checks to give.
func withoutChecks(fen string) string {
	fields := strings.Fields(fen)
	return strings.Join(slices.DeleteFunc(fields, func(f string) bool { return f != fields[0] && strings.Contains(f, "+") }), " ")
}

// off returns a copy of a description with a value for the keys, and whether it differs.
func (r ruleSwitch) off(d *Description, value string) (copied *Description, changed bool) {
	own := *d
	for _, k := range r.keys {
		if k.apply(&own, value) != nil {
			return nil, false
		}
	}
	return &own, !reflect.DeepEqual(&own, d)
}

// words returns the words of a key: "double step" for doubleStep.
func words(key string) string {
	var text strings.Builder
	for i, c := range key {
		if c >= 'A' && c <= 'Z' && i > 0 && !(key[i-1] >= 'A' && key[i-1] <= 'Z') {
			text.WriteByte(' ')
		}
		text.WriteRune(c)
	}
	return strings.ToLower(text.String())
}
