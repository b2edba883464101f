package command

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What the format cannot express is listed on standard error and in the file; the file is
// written to the requested place.
func TestExport(t *testing.T) {
	run := func(args ...string) (out, errors string, status int) {
		var o, e bytes.Buffer
		status = Program{Name: "heterodox"}.Dispatch(context.Background(), append([]string{"export"}, args...), Stdio{In: strings.NewReader(""), Out: &o, Err: &e})
		return o.String(), e.String(), status
	}
	out, errors, status := run("gun+capablanca")
	if status != ExitOK || !strings.HasPrefix(out, "# not expressed: capturing pieces stay where they were\n[gun-capablanca]\nmaxFile = j\n") || errors != "not expressed: capturing pieces stay where they were\n" {
		t.Errorf("%d: %q, %q", status, out, errors)
	}
	if out, _, status = run("--to", "go", "gun+blackhole"); status != ExitOK || !strings.Contains(out, "rules.BlackHoles(0x2800000000)") {
		t.Errorf("%d: %q", status, out)
	}
	file := filepath.Join(t.TempDir(), "grand.html")
	if out, errors, status = run("grand", "--to", "html", "-o", file); status != ExitOK || out != "" {
		t.Errorf("%d: %q, %q", status, out, errors)
	}
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "<h1>Grand</h1>") {
		t.Error(err)
	}
	for want, args := range map[string][]string{
		"expected one GAME":                         {},
		"--to: \"pdf\" is not one of fsf, go, html": {"chess", "--to", "pdf"},
		"nothing": {"nothing"},
		"cube4 is a game in a cube, which variants files cannot express": {"cube4"},
	} {
		if _, errors, status = run(args...); status == ExitOK || !strings.Contains(errors, want) {
			t.Errorf("%v: %d, %q, want %q", args, status, errors, want)
		}
	}
}
