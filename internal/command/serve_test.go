package command

import (
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestServeRefuses(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	for _, c := range []struct{ args, fault string }{
		{"serve --addr here", "is not an address with a port"},
		{"serve --addr 0.0.0.0:0", "can be reached by others; add --share"},
		{"serve --addr :7575", "can be reached by others; add --share"},
		{"serve --addr 127.0.0.1:99999", "invalid port"},
		{"serve now", "unexpected argument"},
	} {
		status, out, errs := call(t, t.Context(), strings.Fields(c.args)...)
		if status != ExitUsage || out != "" || !strings.Contains(errs, c.fault) {
			t.Errorf("%s: status %d, %q, %q, want %q", c.args, status, out, errs, c.fault)
		}
	}
}

// The page is served as long as the command runs, and its key survives a restart.
func TestServe(t *testing.T) {
	state := t.TempDir()
	t.Setenv("XDG_STATE_HOME", state)
	var keys [2]string
	for i := range keys {
		ctx, cancel := context.WithCancel(t.Context())
		reader, writer := io.Pipe()
		done := make(chan int, 1)
		go func() {
			status := dispatch(ctx, []string{"serve", "--addr", "127.0.0.1:0"}, Stdio{In: strings.NewReader(""), Out: writer, Err: io.Discard})
			writer.Close()
			done <- status
		}()
		buf := make([]byte, 1000)
		n, err := reader.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		go io.Copy(io.Discard, reader)
		m := regexp.MustCompile(`Play at (http://[^/]+/)#key=(\w+)`).FindStringSubmatch(string(buf[:n]))
		if m == nil {
			t.Fatalf("it prints %q", buf[:n])
		}
		keys[i] = m[2]
		response, err := http.Get(m[1])
		if err != nil {
			t.Fatal(err)
		}
		page, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode != 200 || !strings.Contains(string(page), "<title>Heterodox</title>") {
			t.Errorf("the page is %d %.60q", response.StatusCode, page)
		}
		cancel()
		select {
		case status := <-done:
			if status != ExitOK {
				t.Errorf("it exits with status %d", status)
			}
		case <-time.After(time.Minute):
			t.Fatal("the server does not stop")
		}
	}
	if keys[0] != keys[1] {
		t.Error("the key changes after a restart")
	}
	info, err := os.Stat(filepath.Join(state, "heterodox", "serve.key"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key's file: %v %v", info, err)
	}
}

func TestHosts(t *testing.T) {
	at := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 7575}
	own := Hosts(at, false)
	if got := strings.Join(own, " "); got != "127.0.0.1:7575 localhost:7575 [::1]:7575" {
		t.Errorf("it answers to %s", got)
	}
	if shared := Hosts(at, true); len(shared) <= len(own) {
		t.Errorf("shared, it answers to %v", shared)
	}
}
