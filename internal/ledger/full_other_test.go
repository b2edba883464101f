//go:build !unix

package ledger

import "errors"

func appendUntilFull(string) error { return errors.ErrUnsupported }
