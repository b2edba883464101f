package general_test

import (
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/variants"
)

func init() { general.Variants = variants.All() }
