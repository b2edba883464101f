package web

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/internal/site"
)

// Static returns a handler that serves the files in the folder of a page that is its own
// server, and nothing else, for requests whose Host header is one of the given values.
func Static(files fs.FS, hosts ...string) http.Handler {
	return guard(hosts, staticRequests, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := cmp.Or(strings.TrimPrefix(r.URL.Path, "/"), "index.html")
		content, err := fs.ReadFile(files, name)
		if r.Method != http.MethodGet && r.Method != http.MethodHead || err != nil {
			http.NotFound(w, r)
			return
		}
		h := w.Header()
		h.Set("Content-Security-Policy", site.Policy+"; frame-ancestors 'none'")
		h.Set("Content-Type", typeOf(name))
		h.Set("Cache-Control", "no-cache")
		sum := sha256.Sum256(content)
		h.Set("ETag", `"`+hex.EncodeToString(sum[:])+`"`)
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
	}))
}

// staticRequests is the maximum number of concurrent file requests from one address.
const staticRequests = 128

// typeOf returns the type of a file by its name, the same on every machine.
func typeOf(name string) string {
	kind := map[string]string{
		".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
		".svg": "image/svg+xml", ".png": "image/png", ".json": "application/json", ".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8",
		".gz": "application/octet-stream", ".net": "application/octet-stream",
	}[path.Ext(name)]
	if kind == "" {
		return "application/octet-stream"
	}
	return kind
}
