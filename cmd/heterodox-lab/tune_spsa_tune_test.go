//go:build tune

package main

import "testing"

// Within one program both engines share the search parameters.
func TestTuneSPSASelf(t *testing.T) {
	wantUsageError(t, "tune spsa: RazorMargin is one number for both sides within a program: name a program in place of cmd=self",
		"tune", "spsa", "--engine", "cmd=self", "--each", "nodes=1", "--ledger", "x", "--out", "y", "--param", "razormargin")
}
