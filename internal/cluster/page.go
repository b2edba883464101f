package cluster

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

//go:embed page
var pageFiles embed.FS

// pagePolicy allows only resources from this server, and no inline scripts or
// styles.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Page serves a page that shows the status of a job as it changes, also as JSON at
// /status and for Prometheus at /metrics. It is read-only. hosts are the accepted
// values of the Host header.
func Page(status func() Status, hosts []string) http.Handler {
	mux := http.NewServeMux()
	for path, file := range map[string][2]string{
		"/{$}":      {"index.html", "text/html; charset=utf-8"},
		"/page.js":  {"page.js", "text/javascript; charset=utf-8"},
		"/page.css": {"page.css", "text/css; charset=utf-8"},
	} {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			text, err := pageFiles.ReadFile("page/" + file[0])
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			w.Header().Set("Content-Type", file[1])
			w.Write(text)
		})
	}
	mux.HandleFunc("GET /status", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(status())
	})
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		w.Write(status().metrics())
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", pagePolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if !slices.Contains(hosts, r.Host) {
			http.Error(w, "unknown host name", http.StatusMisdirectedRequest)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// metrics returns a status in the text format of Prometheus.
func (s Status) metrics() []byte {
	var b bytes.Buffer
	write := func(name, kind, help string, rows ...string) {
		fmt.Fprintf(&b, "# HELP heterodox_%s %s\n# TYPE heterodox_%s %s\n", name, help, name, kind)
		for _, row := range rows {
			fmt.Fprintf(&b, "heterodox_%s%s\n", name, row)
		}
	}
	value := func(x any) string { return fmt.Sprint(" ", x) }
	over := 0
	if s.End != "" {
		over = 1
	}
	write("job_info", "gauge", "The kind and name of the job; always 1.", fmt.Sprintf("{kind=%s,job=%s} 1", label(s.Kind), label(s.Job)))
	write("job_units", "gauge", "Tasks or games of the job.", value(s.Progress.All))
	write("job_units_done", "gauge", "Finished tasks or games.", value(s.Progress.Done))
	write("job_over", "gauge", "1 when the job is over.", value(over))
	write("results_total", "counter", "Results taken.", value(s.Taken))
	write("results_refused_total", "counter", "Results refused.", value(s.Refused))
	write("conflicts_total", "counter", "Results that contradict others.", value(s.Conflicts))
	write("tasks_again_total", "counter", "Number of times a task was assigned again.", value(s.Again))
	write("tasks_out", "gauge", "Tasks that are assigned.", value(s.Queued))
	rows := map[string][]string{}
	for i := range s.Workers {
		w := &s.Workers[i]
		for name, x := range map[string]int{
			"slots": w.Slots, "slots_busy": w.Working, "results_total": w.Taken, "faults_total": w.Faults, "failures_total": w.Failed,
			"up": boolean(!w.Gone), "flagged": boolean(w.Flag != ""), "shut_out": boolean(w.Out),
		} {
			rows[name] = append(rows[name], fmt.Sprintf("{worker=%s} %d", label(w.Worker), x))
		}
	}
	for _, m := range [][3]string{
		{"up", "gauge", "1 if the worker is connected."}, {"slots", "gauge", "Tasks it can do at a time."},
		{"slots_busy", "gauge", "Tasks it is working on."}, {"results_total", "counter", "Its results."},
		{"faults_total", "counter", "Faulty results."}, {"failures_total", "counter", "Tasks that failed."},
		{"flagged", "gauge", "1 if it is flagged as unreliable."}, {"shut_out", "gauge", "1 if it gets no more tasks."},
	} {
		write("worker_"+m[0], m[1], m[2], rows[m[0]]...)
	}
	return b.Bytes()
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}

// label quotes the value of a label.
func label(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}
