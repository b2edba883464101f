package puzzle

import "os"

// In a browser the puzzles are fetched when they are first wanted: the file is that of whoever
// has started the program (cmd/heterodox-page).
func setFile() ([]byte, error) { return os.ReadFile("/data/puzzles.set") }
