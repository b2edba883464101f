// Package assets holds the files of the page.
package assets

import "embed"

// Files are the files of the page, by name.
//
//go:embed *.html *.css *.js *.svg
var Files embed.FS
