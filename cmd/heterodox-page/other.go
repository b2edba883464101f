//go:build !js

package main

import (
	"fmt"
	"os"
)

// main tells people who build this program for anything but a browser.
func main() {
	fmt.Fprintln(os.Stderr, "heterodox-page: this program runs only in a browser; scripts/site builds it")
	os.Exit(2)
}
