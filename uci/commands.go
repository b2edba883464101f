package uci

import (
	"context"
	"fmt"
	"strings"
)

// uci names the engine and its options.
func (s *Session) uci(context.Context, []string) {
	var b strings.Builder
	fmt.Fprintf(&b, "id name %s\nid author %s\n", s.config.Name, s.config.Author)
	for _, o := range s.options() {
		fmt.Fprintln(&b, o)
	}
	b.WriteString("uciok")
	s.out.write(b.String())
}

// isReady answers at once: nothing that takes long runs in this goroutine.
func (s *Session) isReady(context.Context, []string) { s.out.write("readyok") }

// newGame forgets what the engine learned in the last game. The position stays until the next
// position command.
func (s *Session) newGame(context.Context, []string) {
	s.player.Clear()
}

// setDebug turns the explanations on or off; without an argument, on.
func (s *Session) setDebug(_ context.Context, args []string) {
	switch {
	case len(args) == 0 || args[0] == "on":
		s.debug = true
	case args[0] == "off":
		s.debug = false
	default:
		s.info("debug: expected on or off, not %.40q", args[0])
	}
}

// register has nothing to do.
func (s *Session) register(context.Context, []string) {}

// quit ends the session.
func (s *Session) quit(context.Context, []string) { s.over = true }

// help lists the commands.
func (s *Session) help(context.Context, []string) {
	var b strings.Builder
	fmt.Fprintf(&b, "%s speaks UCI, the Universal Chess Interface. Commands:\n", s.config.Name)
	uciLanguage.describe(&b)
	b.WriteString("\ngo, setoption, ucinewgame, bench and quit stop a search, and wait for the end of a count.\n" +
		"The option UCI_Variant sets the rules: a name, or several joined with +.\n")
	s.out.write(b.String())
}

// describe lists the commands.
func (l language) describe(b *strings.Builder) {
	for _, c := range l {
		if c.help != "" {
			fmt.Fprintf(b, "\n  %s\n      %s\n", strings.TrimSpace(c.name+" "+c.args), c.help)
		}
	}
}
