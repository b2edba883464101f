package general

import "os"

// In a browser a network is fetched when its game is first searched: its files are
// provided by whatever has started the program (cmd/heterodox-page).
func netFile(name string) ([]byte, error) { return os.ReadFile("/networks/general/" + name + ".net") }
