//go:build !js

package main

import (
	"fmt"
	"os"
)

// main tells people who build this program for anything but a browser.
func main() {
	fmt.Fprintln(os.Stderr, "heterodox-page: this is the program for the browser, which scripts/site builds")
	os.Exit(2)
}
