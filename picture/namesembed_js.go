package picture

import "os"

// In a browser the font is loaded when names are first drawn; the program that starts this one
// (cmd/heterodox-page) provides the file.
func fontFile() ([]byte, error) { return os.ReadFile("/data/names.ttf") }
