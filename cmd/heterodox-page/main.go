//go:build js

// Heterodox-page is the program in the page that is its own server: scripts/site writes that page
// as a folder of files. It runs in workers of the browser; its argument says in which role:
//
//	serve    answers the page's requests, as heterodox serve does
//	search   is the engine, which the serve worker queries by messages
//	study    studies a game for the serve worker
//	library  answers the npm package
//
// What it calls in JavaScript, and what JavaScript calls in it, is in the global object
// heterodox; the files of package os are those of assets/files.js.
package main

import (
	"os"
	"syscall/js"
)

func main() {
	here := js.Global().Get("heterodox")
	role := ""
	if len(os.Args) > 1 {
		role = os.Args[1]
	}
	switch role {
	case "serve":
		serveHere(here)
	case "search":
		searchHere(here)
	case "study":
		studyHere(here)
	case "library": // its calls are exports of the program
	default:
		panic("heterodox-page: unknown role " + role)
	}
	here.Call("ready")
	select {}
}

// bytesOf returns the contents of a Uint8Array.
func bytesOf(v js.Value) []byte {
	if !v.Truthy() {
		return nil
	}
	b := make([]byte, v.Length())
	js.CopyBytesToGo(b, v)
	return b
}

// arrayOf returns a Uint8Array.
func arrayOf(b []byte) js.Value {
	v := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(v, b)
	return v
}
