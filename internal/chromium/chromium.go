// Package chromium finds the browser that tests and scripts drive.
package chromium

import (
	"os"
	"os/exec"
)

// Missing says what to do if there is no browser.
const Missing = "no browser found: scripts/chromium installs one"

// Path returns the path of Chromium or Chrome, "" if there is none. The environment variable
// HETERODOX_CHROMIUM names another one.
func Path() string {
	for _, name := range []string{os.Getenv("HETERODOX_CHROMIUM"), "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// A Test is what Need uses of a testing.TB.
type Test interface {
	Helper()
	Fatal(args ...any)
	Skip(args ...any)
}

// Need returns the path of a browser. Without one it skips the test, or with
// HETERODOX_BROWSER=1, as in CI, fails it.
func Need(t Test) string {
	t.Helper()
	path := Path()
	switch {
	case path != "":
	case os.Getenv("HETERODOX_BROWSER") == "1":
		t.Fatal(Missing)
	default:
		t.Skip(Missing)
	}
	return path
}
