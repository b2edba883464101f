package serve_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/serve"
	"github.com/heterodox-chess/heterodox/internal/serve/web"
)

// siteFolder names an environment variable: a folder with the page that is its own server, on
// which the scenes are then played.
const siteFolder = "HETERODOX_SITE"

// transport returns the address of a page for a scene, the directory where its server saves
// games, and a function that restarts the server: "" and nil if the page is its own server.
func transport(t *testing.T) (url, saved string, restart func()) {
	if dir := os.Getenv(siteFolder); dir != "" {
		return static(t, dir).URL, "", nil
	}
	server, _, restart := startServer(t, func(o *serve.Options) { saved = o.Dir })
	return server.URL, saved, restart
}

func static(t *testing.T, dir string) *httptest.Server {
	var server *httptest.Server
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		web.Static(os.DirFS(dir), strings.TrimPrefix(server.URL, "http://")).ServeHTTP(w, r)
	}))
	t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
	return server
}

// TestScenesWithoutServer plays all scenes named TestBrowser on the page that is its own
// server; those named TestServer are about what only a server does.
func TestScenesWithoutServer(t *testing.T) {
	if os.Getenv("HETERODOX_DEEP") == "" {
		t.Skip("set HETERODOX_DEEP=1 to play all scenes again")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, "-test.run=^TestBrowser", "-test.v")
	dir := t.TempDir()
	writeSite(t, dir, "first")
	cmd.Env = append(os.Environ(), siteFolder+"="+dir)
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Error(err)
	}
}
