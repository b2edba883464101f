//go:build !js

package picture

import "golang.org/x/image/font/gofont/goregular"

func fontFile() ([]byte, error) { return goregular.TTF, nil }
