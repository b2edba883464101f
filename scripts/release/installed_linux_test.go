package main

import (
	"archive/tar"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/must"
)

// What a release makes for Linux is installed and run: the package, about which lintian must not
// complain, and the image, which serves the page.
func TestInstalled(t *testing.T) {
	if os.Getenv("HETERODOX_DEEP") == "" {
		t.Skip("builds the programs: HETERODOX_DEEP=1 runs it")
	}
	out := t.TempDir()
	r := release{dir: "../..", out: out, dirty: true, log: io.Discard}
	for _, p := range platforms[:3] {
		if p.arch == host().arch && p.os == host().os && p.level == host().level {
			r.platforms = []platform{p}
		}
	}
	if r.platforms == nil {
		t.Skip("these packages are for Linux")
	}
	if err := r.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	one := func(pattern string) string {
		found, err := filepath.Glob(filepath.Join(out, pattern))
		if err != nil || len(found) != 1 {
			t.Fatalf("%s: %v, %v", pattern, found, err)
		}
		return found[0]
	}
	t.Run("package", func(t *testing.T) { installPackage(t, one("*.deb")) })
	t.Run("image", func(t *testing.T) { runImage(t, one("*-oci.tar")) })
}

func installPackage(t *testing.T, deb string) {
	if _, err := exec.LookPath("dpkg"); err != nil || os.Getuid() != 0 {
		t.Skip("needs dpkg and root")
	}
	root := t.TempDir()
	os.MkdirAll(filepath.Join(root, "var/lib/dpkg/updates"), 0o755)
	os.MkdirAll(filepath.Join(root, "var/lib/dpkg/info"), 0o755)
	os.WriteFile(filepath.Join(root, "var/lib/dpkg/status"), nil, 0o644)
	for _, args := range [][]string{{"-i", deb}, {"--verify", "heterodox"}} {
		if text, err := exec.Command("dpkg", append([]string{"--root=" + root, "--force-script-chrootless"}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("dpkg %s: %v\n%s", args[0], err, text)
		}
	}
	run := exec.Command("/usr/bin/heterodox", "perft", "3")
	run.SysProcAttr, run.Dir = &syscall.SysProcAttr{Chroot: root}, "/"
	if text, err := run.CombinedOutput(); err != nil || !strings.Contains(string(text), "8902") {
		t.Errorf("perft 3: %v\n%s", err, text)
	}
	if lintian, err := exec.LookPath("lintian"); err == nil {
		if text, err := exec.Command(lintian, "--allow-root", "--fail-on", "error,warning", "--tag-display-limit", "0", deb).CombinedOutput(); err != nil {
			t.Errorf("lintian: %v\n%s", err, text)
		}
	} else {
		t.Log("without lintian, which is not installed")
	}
}

func runImage(t *testing.T, file string) {
	packed := must.Get(t, os.ReadFile, file)
	configs, layers := layout(t, packed)
	if os.Getuid() != 0 {
		t.Skip("chroot needs root")
	}
	c, root := configs[host().arch].Config, t.TempDir()
	os.Chmod(root, 0o755)
	untar(t, bytes.NewReader(layers[host().arch]), func(h *tar.Header, content []byte) {
		name := filepath.Join(root, h.Name)
		var err error
		if h.Typeflag == tar.TypeDir {
			err = os.Mkdir(name, h.FileInfo().Mode())
		} else {
			err = os.WriteFile(name, content, h.FileInfo().Mode())
		}
		if err == nil {
			err = os.Chown(name, h.Uid, h.Gid)
		}
		if err != nil {
			t.Fatal(err)
		}
	})
	ctx, stop := context.WithCancel(t.Context())
	args := slices.Clone(c.Entrypoint)
	args[slices.Index(args, "--addr")+1] = "127.0.0.1:0" // a free port of this machine
	run := exec.CommandContext(ctx, args[0], args[1:]...)
	run.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: user, Gid: user}}
	run.Dir, run.Env = c.WorkingDir, c.Env
	said, err := run.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	defer run.Wait()
	defer stop()
	text := make([]byte, 4096)
	n, _ := said.Read(text)
	url := regexp.MustCompile(`http://[^#\s]+`).FindString(string(text[:n]))
	answer, err := http.Get(url)
	if err != nil {
		t.Fatalf("it says %q: %v", text[:n], err)
	}
	defer answer.Body.Close()
	page, _ := io.ReadAll(answer.Body)
	if answer.StatusCode != http.StatusOK || !strings.Contains(string(page), "<title>Heterodox</title>") {
		t.Errorf("%s: %s\n%.300s", url, answer.Status, page)
	}
	if games, err := os.ReadDir(filepath.Join(root, "state")); err != nil || len(games) == 0 {
		t.Errorf("it keeps nothing in its folder: %v", err)
	}
}
