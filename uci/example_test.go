package uci_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/heterodox-chess/heterodox/uci"
	"github.com/heterodox-chess/heterodox/variants"
)

// A session answers what it reads until quit or the end of the input.
func ExampleSession_Run() {
	commands := "isready\nposition startpos moves e2e4 e2e4\nquit\n"
	session := uci.New(strings.NewReader(commands), os.Stdout, uci.Config{
		Name:     "Example",
		Author:   "nobody",
		Variants: variants.Names(),
		Open:     variants.Open,
	})
	if err := session.Run(context.Background()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// readyok
	// info string position: move 2: illegal move "e2e4": there is no piece on e2
}
