package deepcount

import (
	"os"

	"github.com/heterodox-chess/heterodox/internal/ledger"
)

// newLedger makes a ledger that is not of a count.
func newLedger(name string) (*ledger.Ledger, error) {
	os.Remove(name)
	return ledger.Create(name, struct{ Engine string }{"x"}, false)
}
