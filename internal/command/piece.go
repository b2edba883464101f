package command

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/general/betza"
)

// pieceCommand shows the squares that a piece reaches.
func pieceCommand() *cobra.Command {
	var at, board, occupied string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "piece [FLAGS] BETZA",
		Short: "show how a piece in Betza's notation moves",
		Long:  "Shows how a White piece defined in Betza's notation moves (docs/pieces.md).",
		Example: `  heterodox piece NN                              a nightrider in the middle of the board
  heterodox piece 'mRcpR' --at e3 --board 9x10 --occupied e7,b3
`,
	}
	cmd.Flags().StringVar(&at, "at", "", "the piece's `SQUARE` (default in the middle)")
	cmd.Flags().StringVar(&board, "board", "8x8", "the size of the board, as files and ranks `NxM`")
	cmd.Flags().StringVar(&occupied, "occupied", "", "`SQUARES` of other pieces, separated by commas")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	cmd.RunE = Run(func(_ context.Context, args []string, std Stdio) int {
		if len(args) != 1 {
			return std.Fail("piece: expected one definition, got %d arguments (heterodox piece --help)", len(args))
		}
		def, err := betza.Parse(args[0])
		if err != nil {
			return std.Fail("%v", err)
		}
		files, ranks, err := parseBoard(board)
		if err != nil {
			return std.Fail("piece: --board: %v", err)
		}
		from := game.At((files-1)/2, (ranks-1)/2, 0)
		if at != "" {
			if from, err = parseSquare(at); err != nil {
				return std.Fail("piece: --at: %v", err)
			}
		}
		var others []game.Square
		for name := range strings.SplitSeq(occupied, ",") {
			if occupied == "" {
				break
			}
			s, err := parseSquare(name)
			if err != nil {
				return std.Fail("piece: --occupied: %v", err)
			}
			others = append(others, s)
		}
		reach, err := general.Reaches(def, files, ranks, from, others)
		if err != nil {
			return std.Fail("piece: %v", err)
		}
		if asJSON {
			writeReach(std, args[0], reach)
			return ExitOK
		}
		fmt.Fprint(std.Out, reach)
		fmt.Fprintf(std.Out, "\nIt %s.\n", def.Words())
		return ExitOK
	})
	return cmd
}

// parseBoard parses "10x8".
func parseBoard(text string) (files, ranks int, err error) {
	f, r, ok := strings.Cut(text, "x")
	files, err1 := strconv.Atoi(f)
	ranks, err2 := strconv.Atoi(r)
	if !ok || err1 != nil || err2 != nil || files < 1 || files > 16 || ranks < 1 || ranks > 16 {
		return 0, 0, fmt.Errorf("%.20q is not 1x1 to 16x16", text)
	}
	return files, ranks, nil
}

// parseSquare parses "a1" to "p16".
func parseSquare(text string) (game.Square, error) {
	text = strings.ToLower(strings.TrimSpace(text))
	if len(text) >= 2 && text[0] >= 'a' && text[0] <= 'p' {
		if rank, err := strconv.Atoi(text[1:]); err == nil && rank >= 1 && rank <= 16 {
			return game.At(int(text[0]-'a'), rank-1, 0), nil
		}
	}
	return 0, fmt.Errorf("%.20q is not a square from a1 to p16", text)
}

func writeReach(std Stdio, definition string, r general.Reach) {
	names := func(squares []game.Square) []string {
		list := make([]string, len(squares))
		for i, s := range squares {
			list[i] = s.String()
		}
		return list
	}
	json.NewEncoder(std.Out).Encode(struct {
		Piece   string   `json:"piece"`
		From    string   `json:"from"`
		Files   int      `json:"files"`
		Ranks   int      `json:"ranks"`
		Move    []string `json:"move"`
		Capture []string `json:"capture"`
		Initial []string `json:"initial"`
		Own     []string `json:"capture_own"`
		Hop     []string `json:"hop"`
	}{definition, r.From.String(), r.Files, r.Ranks, names(r.Move), names(r.Capture), names(r.Initial), names(r.Own), names(r.Hop)})
}
