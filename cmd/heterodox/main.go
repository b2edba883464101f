// Heterodox plays and analyses chess variants. Without arguments it talks UCI
// on standard input and output; `heterodox help` lists what else it does.
package main

import "github.com/heterodox-chess/heterodox/internal/command"

func main() { command.Heterodox.Main() }
