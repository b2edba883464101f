package puzzle

import "os"

// In a browser the puzzles are fetched when they are first needed: whatever started the program
// provides the file (cmd/heterodox-page).
func setFile() ([]byte, error) { return os.ReadFile("/data/puzzles.set") }
