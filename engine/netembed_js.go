package engine

import "os"

// In a browser a network is fetched when a game that has one is first searched: its files
// are provided by whatever started the program (cmd/heterodox-page).
func netFile(name string) ([]byte, error) { return os.ReadFile("/networks/engine/" + name + ".net") }
