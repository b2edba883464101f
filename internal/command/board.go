package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/general/betza"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/picture"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
	"github.com/heterodox-chess/heterodox/variants"
)

// boardFlags are the arguments of `heterodox board`.
type boardFlags struct {
	variant, format, out, theme, style, set, coordinates, title string
	piece, at, betza, game                                      string
	size, turn, number                                          int
	pace                                                        time.Duration
	flip, frame, noCheck, noLegend                              bool
	last, arrows, fills, marks, draw                            []string
}

func boardCommand() *cobra.Command {
	var f boardFlags
	cmd := &cobra.Command{
		Use:   "board [FLAGS] [FEN]",
		Short: "draw a position, a whole game, or how a piece moves",
		Long: `Draws a position, by default the start of the game, as SVG or PNG. With --piece
it draws how a piece moves on an empty board: yellow dots are moves or captures,
green rings moves only, red crosses captures only, orange discs jumps that cannot
be blocked, diamonds steps that can, cyan triangles captures by leaping over,
question marks where hops end.

With --game it draws a whole saved game (PGN, or JSON for the cube) as an animated
GIF or SVG, or its last position as PNG.

Squares are named as on the board: e4, in a cube b2III. Colours are names (yellow,
green, red, orange, cyan, blue, black, white, grey) or #rrggbb.`,
		Example: `  heterodox board --variant fairy -o start.svg
  heterodox board --lastmove e2e4 --arrows g8f6,d7d5:red --format png -o e4.png \
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
  heterodox board --variant fairy --piece A --at d4 -o amazon.svg
  heterodox board --game games.pgn --number 3 --pace 500ms -o game.gif
  heterodox board --betza mRcpR --piece cannon --at d4 -o cannon.svg`,
		RunE: Run(func(ctx context.Context, args []string, std Stdio) int { return runBoard(ctx, f, args, std) }),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.variant, "variant", "chess", "the game `NAME`, or a composition such as gun+blackhole")
	flags.StringVar(&f.format, "format", "", "write the `FORMAT` svg, png or gif (default from the file name, else svg)")
	flags.StringVarP(&f.out, "out", "o", "", "write to `FILE` instead of standard output")
	flags.IntVar(&f.size, "size", picture.DefaultSize, "make squares `N` pixels wide")
	flags.StringVar(&f.style, "style", "", "the `STYLE` of the board, if not the game's own: "+strings.Join(picture.Styles(), ", "))
	flags.StringVar(&f.theme, "theme", "", "the `THEME` of colours, if not the style's own: "+strings.Join(picture.Themes(), ", "))
	flags.StringVar(&f.set, "set", "", "the `SET` of pieces, if not the style's own: standard, solid, letters; for boards with characters: characters, symbols; makruk")
	flags.StringVar(&f.coordinates, "coordinates", "outside", "put the coordinates `WHERE`: outside, inside, none, or players (as the game's players write them)")
	flags.BoolVar(&f.flip, "flip", false, "Black at the bottom")
	flags.IntVar(&f.turn, "turn", 0, "turn the board clockwise by `N` quarter turns, 0 to 3")
	flags.BoolVar(&f.frame, "frame", false, "draw a line around the board")
	flags.BoolVar(&f.noCheck, "no-check", false, "do not mark a king in check")
	flags.StringSliceVar(&f.last, "lastmove", nil, "mark the squares of `MOVES`, such as e2e4")
	flags.StringSliceVar(&f.arrows, "arrows", nil, "draw `ARROWS`: e2e4, e2e4:red, d5a3:second (dashed), e4e4 (a circle)")
	flags.StringSliceVar(&f.fills, "fill", nil, "colour `SQUARES`: e4:green")
	flags.StringSliceVar(&f.marks, "marks", nil, "put `MARKS` on squares: e4:dot, e4:cross:red (dot, cross, disc, ring, triangle, question, diamond)")
	flags.StringArrayVar(&f.draw, "draw", nil, "draw the piece LETTER differently, as `LETTER=NAME`: the name of a drawing, turned with @DEGREES, or an SVG path in a box of 100 by 100")
	flags.StringVar(&f.piece, "piece", "", "draw the moves of a `PIECE`, by name or letter, lower case for Black's")
	flags.StringVar(&f.at, "at", "", "put that piece on `SQUARE`")
	flags.StringVar(&f.betza, "betza", "", "let that piece move as `DEFINITION` says, in Betza's notation")
	flags.StringVar(&f.game, "game", "", "draw the game in `FILE`")
	flags.IntVar(&f.number, "number", 1, "with --game: draw game number `N` of the file")
	flags.DurationVar(&f.pace, "pace", time.Second, "with --game: show each position for `TIME`, the last three times as long")
	flags.BoolVar(&f.noLegend, "no-legend", false, "with --piece: leave out the legend below the board")
	flags.StringVar(&f.title, "title", "", "give the picture the title `TEXT`, for screen readers")
	CompleteVariant(cmd)
	return cmd
}

func runBoard(ctx context.Context, f boardFlags, args []string, std Stdio) int {
	if len(args) > 1 {
		return std.Fail("board: expected one FEN, got %d words (quote the FEN)", len(args))
	}
	format := cmp.Or(strings.ToLower(f.format), strings.TrimPrefix(strings.ToLower(filepath.Ext(f.out)), "."))
	if (format == "png" || format == "gif") && f.out == "" && IsTerminal(unwatched(std.Out)) {
		return std.Fail("board: a %s cannot be written to a terminal: use -o FILE", strings.ToUpper(format))
	}
	var b bytes.Buffer
	write, err := f.writer(ctx, format, args)
	if err == nil {
		err = write(&b)
	}
	if ctx.Err() != nil {
		return ExitInterrupted
	}
	if err == nil && f.out != "" {
		err = safefile.WriteFile(f.out, b.Bytes())
	}
	if err != nil {
		return std.Fail("board: %v", err)
	}
	if f.out == "" {
		std.Out.Write(b.Bytes()) // dispatch notices a failure
	}
	return ExitOK
}

// writer returns the function that writes the requested picture.
func (f boardFlags) writer(ctx context.Context, format string, args []string) (func(io.Writer) error, error) {
	if !slices.Contains([]string{"", "svg", "png", "gif"}, format) {
		return nil, fmt.Errorf("unknown format %.20q (known: svg, png, gif)", format)
	}
	if f.game != "" {
		if len(args) > 0 || f.piece != "" {
			return nil, errors.New("--game draws a game: do not give a FEN or --piece")
		}
		film, err := f.film(ctx)
		switch {
		case err != nil:
			return nil, err
		case format == "png":
			return film.Scenes[len(film.Scenes)-1].WritePNG, nil
		case format == "gif":
			return film.WriteGIF, nil
		}
		return film.WriteSVG, nil
	}
	scene, err := f.scene(args)
	switch {
	case err != nil:
		return nil, err
	case format == "gif":
		return nil, errors.New("a GIF shows a game: give --game FILE")
	case format == "png":
		return scene.WritePNG, nil
	}
	return scene.WriteSVG, nil
}

// scene returns the requested scene.
func (f boardFlags) scene(args []string) (picture.Scene, error) {
	ruleset, err := variants.Open(f.variant)
	if err != nil {
		return picture.Scene{}, err
	}
	var s picture.Scene
	switch {
	case f.piece == "" && (f.at != "" || f.betza != ""):
		err = errors.New("--at and --betza need --piece")
	case f.piece != "" && len(args) > 0:
		err = errors.New("--piece draws an empty board: do not give a FEN")
	case f.piece != "":
		s, err = f.moves(ruleset)
	default:
		s, err = f.position(ruleset, args)
	}
	if err == nil {
		err = f.dress(&s)
	}
	if err == nil {
		err = f.checkDrawn(ruleset, s.Pieces)
	}
	return s, err
}

// position returns the scene of a position.
func (f boardFlags) position(ruleset game.Rules, args []string) (picture.Scene, error) {
	pos := ruleset.Start()
	if len(args) > 0 {
		var err error
		if pos, err = ruleset.ParsePosition(args[0]); err != nil {
			return picture.Scene{}, err
		}
	}
	s := picture.FromPosition(pos)
	if !f.noCheck {
		s.Check, _ = table.InCheck(pos)
	}
	return s, nil
}

// moves returns the diagram of a piece's moves.
func (f boardFlags) moves(ruleset game.Rules) (s picture.Scene, err error) {
	kind := game.Kind{Name: f.piece, Letter: strings.ToUpper(f.piece[:1])}
	known := false
	for _, k := range ruleset.Pieces() {
		if strings.EqualFold(k.Letter, f.piece) || strings.EqualFold(k.Name, f.piece) {
			kind, known = k, true
		}
	}
	if kind.Name == rules.Pawn.String() && kind.Betza == "" {
		kind.Betza = picture.PawnBetza
	}
	text := cmp.Or(f.betza, kind.Betza)
	switch {
	case text == "" && !known:
		return s, fmt.Errorf("%s has no piece %.20q; define one with --betza", ruleset.Name(), f.piece)
	case f.betza != "" && !ruleset.Board().Flat():
		return s, errors.New("--betza is for flat boards only")
	}
	def, err := betza.Parse(text)
	if err != nil {
		return s, fmt.Errorf("--betza: %w", err)
	}
	board := ruleset.Board()
	at, side := game.At((board.Files-1)/2, (board.Ranks-1)/2, (board.Levels-1)/2), rules.White
	if f.at != "" {
		var ok bool
		if at, ok = board.ParseSquare(f.at); !ok {
			return s, fmt.Errorf("--at: %.20q is not a square of the board", f.at)
		}
	}
	// As in a FEN, a small letter stands for Black's piece.
	if strings.ToLower(kind.Letter) == f.piece && f.piece != strings.ToUpper(f.piece) {
		side = rules.Black
	}
	look := screen.LookOf(ruleset)
	s = picture.Scene{
		Board: board, Style: look.Style, Palaces: look.Palaces, Title: fmt.Sprintf("how the %s moves", kind.Name),
		Pieces: map[game.Square]picture.Piece{at: {Color: side, Name: picture.DrawingOf(kind), Letter: kind.Letter}},
		Marks:  picture.Moves(def, at, side, board), Legend: !f.noLegend,
	}
	if text == "" {
		s.Marks, err = lonely(ruleset, kind, side, at)
	}
	return s, err
}

// lonely returns the marks for the moves of a piece alone on the board, by the rules
// themselves: for pieces without a definition, such as those of the cube.
func lonely(ruleset game.Rules, kind game.Kind, side rules.Color, at game.Square) (marks []picture.Mark, err error) {
	alone := map[game.Square]game.Piece{at: {Color: side, Letter: kind.Letter}}
	pos, err := ruleset.ParsePosition(table.Arrange(ruleset.Board(), alone, [2]map[string]int{}, side, ""))
	if err != nil {
		return nil, errors.New("pieces of this game have no diagrams")
	}
	for _, m := range pos.Moves() {
		for _, step := range screen.Of(pos).Steps(m) {
			if step.Kind == screen.StepTo {
				marks = append(marks, picture.FreeMove(at, step.Square))
			}
		}
	}
	return marks, nil
}

// dress applies to a scene the settings that positions and diagrams share.
func (f boardFlags) dress(s *picture.Scene) (err error) {
	if f.style != "" {
		if s.Style, err = picture.StyleOf(f.style); err != nil {
			return fmt.Errorf("--style: %w", err)
		}
	}
	if s.Set, err = picture.SetOf(s.Style, f.set); err != nil {
		return fmt.Errorf("--set: %w", err)
	}
	if s.Theme, err = picture.ThemeIn(s.Style, f.theme); err != nil {
		return err
	}
	switch f.coordinates {
	case "outside":
	case "inside":
		s.Coordinates = picture.InsideCoordinates
	case "none":
		s.Coordinates = picture.NoCoordinates
	case "players":
		s.Coordinates = picture.PlayersCoordinates
	default:
		return fmt.Errorf("--coordinates %.20q: expected outside, inside, none or players", f.coordinates)
	}
	if f.turn < 0 || f.turn > 3 {
		return fmt.Errorf("--turn %d: expected 0 to 3", f.turn)
	}
	if f.size < 1 {
		return fmt.Errorf("--size %d: expected 1 to %d", f.size, picture.MaxSize)
	}
	s.Size, s.Frame, s.Turn = f.size, f.frame, f.turn
	if f.flip {
		s.Turn = (s.Turn + 2) % 4
	}
	if f.title != "" {
		s.Title = f.title
	}
	for _, text := range f.last {
		from, to, err := twoSquares(s.Board, text)
		if err != nil {
			return fmt.Errorf("--lastmove: %w", err)
		}
		s.Last = append(s.Last, from, to)
	}
	return errors.Join(f.arrow(s), f.fill(s), f.mark(s), f.drawing(s))
}

func (f boardFlags) arrow(s *picture.Scene) error {
	for _, text := range f.arrows {
		words := strings.Split(text, ":")
		from, to, err := twoSquares(s.Board, words[0])
		if err != nil {
			return fmt.Errorf("--arrows: %w", err)
		}
		a := picture.Arrow{From: from, To: to}
		for _, word := range words[1:] {
			if word == "second" {
				a.Second = true
			} else if a.Color, err = picture.ParseColor(word); err != nil {
				return fmt.Errorf("--arrows %.20s: %w", text, err)
			}
		}
		s.Arrows = append(s.Arrows, a)
	}
	return nil
}

func (f boardFlags) fill(s *picture.Scene) error {
	for _, text := range f.fills {
		name, hue, _ := strings.Cut(text, ":")
		sq, ok := s.Board.ParseSquare(name)
		if !ok {
			return fmt.Errorf("--fill: %.20q is not a square of the board", name)
		}
		c, err := picture.ParseColor(hue)
		if err != nil {
			return fmt.Errorf("--fill %.20s: %w", text, err)
		}
		s.Fills = append(s.Fills, picture.Fill{Square: sq, Color: c})
	}
	return nil
}

func (f boardFlags) mark(s *picture.Scene) error {
	for _, text := range f.marks {
		words := strings.Split(text, ":")
		sq, ok := s.Board.ParseSquare(words[0])
		if !ok || len(words) < 2 || len(words) > 3 {
			return fmt.Errorf("--marks: %.30q is not a square and a shape, as in e4:dot:red", text)
		}
		shape, err := picture.ParseShape(words[1])
		if err != nil {
			return fmt.Errorf("--marks: %w", err)
		}
		m := picture.Mark{Square: sq, Shape: shape}
		hue := "green"
		if len(words) == 3 {
			hue = words[2]
		}
		if m.Color, err = picture.ParseColor(hue); err != nil {
			return fmt.Errorf("--marks %.20s: %w", text, err)
		}
		s.Marks = append(s.Marks, m)
	}
	return nil
}

// drawing changes the drawings of pieces by letter.
func (f boardFlags) drawing(s *picture.Scene) error {
	for _, text := range f.draw {
		letter, what, ok := strings.Cut(text, "=")
		if !ok || letter == "" {
			return fmt.Errorf("--draw: %.30q is not a letter and a drawing, as in Q=grasshopper", text)
		}
		name, degrees, turned := strings.Cut(what, "@")
		var turn float64
		if _, err := fmt.Sscan(degrees, &turn); turned && (err != nil || math.IsNaN(turn) || math.IsInf(turn, 0)) {
			return fmt.Errorf("--draw: %.20q is not a number of degrees", degrees)
		}
		change := picture.Piece{Name: name, Turn: turn}
		if !picture.Known(name) {
			var err error
			if change.Outline, err = picture.ParsePath(name); err != nil || name == "" {
				return fmt.Errorf("--draw: %.30q is neither a path nor one of %s", name, strings.Join(picture.Drawings(), ", "))
			}
		}
		changed := func(p picture.Piece) picture.Piece {
			if strings.EqualFold(p.Letter, letter) {
				p.Name, p.Turn, p.Outline = change.Name, change.Turn, change.Outline
			}
			return p
		}
		for sq, p := range s.Pieces {
			s.Pieces[sq] = changed(p)
		}
		for _, hand := range s.Hands {
			for i := range hand {
				hand[i].Piece = changed(hand[i].Piece)
			}
		}
	}
	return nil
}

// checkDrawn refuses drawings for letters that neither the game nor the picture has.
func (f boardFlags) checkDrawn(ruleset game.Rules, drawn map[game.Square]picture.Piece) error {
	known := []string{"*"} // walls
	for _, k := range ruleset.Pieces() {
		known = append(known, k.Letter)
	}
	for _, p := range drawn {
		known = append(known, p.Letter)
	}
	for _, text := range f.draw {
		letter, _, _ := strings.Cut(text, "=")
		if !slices.ContainsFunc(known, func(l string) bool { return strings.EqualFold(l, letter) }) {
			return fmt.Errorf("--draw: %s has no piece %.20q", ruleset.Name(), letter)
		}
	}
	return nil
}

// twoSquares parses two squares of a board, one after the other.
func twoSquares(board game.Board, text string) (from, to game.Square, err error) {
	for i := 2; i < len(text)-1; i++ {
		from, ok := board.ParseSquare(text[:i])
		if !ok {
			continue
		}
		if to, ok := board.ParseSquare(text[i:]); ok {
			return from, to, nil
		}
	}
	return 0, 0, fmt.Errorf("%.20q is not two squares of the board, as in e2e4", text)
}
