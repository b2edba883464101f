//go:build tune

package main

import "testing"

// Within one program both engines share the search parameters.
func TestTuneSPSASelf(t *testing.T) {
	wantUsageError(t, "tune spsa: both sides share RazorMargin within one program: give a program instead of cmd=self",
		"tune", "spsa", "--engine", "cmd=self", "--each", "nodes=1", "--ledger", "x", "--out", "y", "--param", "razormargin")
}
