//go:build !js

package puzzle

import _ "embed"

//go:embed set.csv.gz
var embedded []byte

func setFile() ([]byte, error) { return embedded, nil }
