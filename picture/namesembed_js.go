package picture

import "os"

// In a browser the font is fetched when names are first drawn: the file is that of whoever has
// started the program (cmd/heterodox-page).
func fontFile() ([]byte, error) { return os.ReadFile("/data/names.ttf") }
