//go:build !js

package general

import "embed"

// netFiles are the networks that have been fitted, NAME.net.
//
//go:embed nets/*.net
var netFiles embed.FS

func netFile(name string) ([]byte, error) { return netFiles.ReadFile("nets/" + name + ".net") }
