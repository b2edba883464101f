//go:build !js

package engine

import "embed"

// The networks are in files that heterodox-lab tune writes (see nnue.Decode).
//
//go:embed nets/*.net
var netFiles embed.FS

func netFile(name string) ([]byte, error) { return netFiles.ReadFile("nets/" + name + ".net") }
