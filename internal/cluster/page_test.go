package cluster

import (
	"encoding/json"
	"github.com/heterodox-chess/heterodox/internal/jobs"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

// The page, its status and its metrics are served under our host name only, and
// are read-only.
func TestPage(t *testing.T) {
	status := Status{
		Kind: "perft", Job: "x", Progress: jobs.Progress{Done: 3, All: 7, Unit: "tasks"}, Taken: 2, Log: []string{"a line"},
		Workers: []Standing{{Beat: Beat{Worker: `an"na`, Slots: 2, Working: 1}, Taken: 2, Rate: 1.5}, {Beat: Beat{Worker: "bad"}, Flag: "has failed", Out: true, Gone: true}},
	}
	server := httptest.NewServer(Page(func() Status { return status }, []string{"good.host"}))
	defer server.Close()
	ask := func(method, path, host string) (int, string, http.Header) {
		r, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		reply, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer reply.Body.Close()
		var text strings.Builder
		if err := reply.Write(&text); err != nil {
			t.Fatal(err)
		}
		_, body, _ := strings.Cut(text.String(), "\r\n\r\n")
		return reply.StatusCode, body, reply.Header
	}
	for path, want := range map[string]string{"/": "<h1", "/page.js": "use strict", "/page.css": "main", "/status": `"Taken":2`, "/metrics": "heterodox_job_units 7\n"} {
		code, body, header := ask("GET", path, "good.host")
		if code != http.StatusOK || !strings.Contains(body, want) || !strings.Contains(header.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s: %d, %v, %.200s", path, code, header, body)
		}
		if code, _, _ := ask("GET", path, "evil.host"); code != http.StatusMisdirectedRequest {
			t.Errorf("%s answers to any name: %d", path, code)
		}
		if code, _, _ := ask("POST", path, "good.host"); code != http.StatusMethodNotAllowed {
			t.Errorf("POST %s: %d", path, code)
		}
	}
	_, body, _ := ask("GET", "/status", "good.host")
	var back Status
	if err := json.NewDecoder(strings.NewReader(body[strings.Index(body, "{"):])).Decode(&back); err != nil || back.Workers[1].Flag != "has failed" {
		t.Errorf("%v, %+v", err, back)
	}
	_, body, _ = ask("GET", "/metrics", "good.host")
	for _, want := range []string{`heterodox_worker_slots{worker="an\"na"} 2`, `heterodox_worker_shut_out{worker="bad"} 1`, `heterodox_worker_up{worker="bad"} 0`, `heterodox_job_info{kind="perft",job="x"} 1`} {
		if !strings.Contains(body, want+"\n") {
			t.Errorf("the metrics lack %s:\n%s", want, body)
		}
	}
	row := regexp.MustCompile(`^(# (HELP|TYPE) heterodox_[a-z_]+ .+|heterodox_[a-z_]+(\{[a-z]+="([^"\\]|\\.)*"(,[a-z]+="([^"\\]|\\.)*")*\})? \S+)$`)
	for line := range strings.Lines(string(status.metrics())) {
		if !row.MatchString(strings.TrimSuffix(line, "\n")) {
			t.Errorf("no line of metrics: %s", line)
		}
	}
}
