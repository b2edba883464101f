package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
)

var linux = platform{"linux", "amd64", "v1"}

// sample is what an archive may hold.
func sample() []entry {
	return []entry{
		{"heterodox", 0o755, []byte("\x7fELF program")}, {"heterodox-lab", 0o755, []byte("\x7fELF lab")},
		{"LICENSE", 0o644, []byte("MIT License\n")}, {"LICENSES-OF-MODULES.txt", 0o644, []byte("BSD\n")}, {"README.md", 0o644, []byte("# Heterodox\n")}, {"CHANGELOG.md", 0o644, []byte("# Changelog\n")},
		{"man/man1/heterodox.1", 0o644, []byte(".TH\n")}, {"completions/heterodox.bash", 0o644, []byte("complete\n")}, {"completions/_heterodox", 0o644, []byte("#compdef\n")},
		{"completions/heterodox.fish", 0o644, []byte("complete\n")}, {"completions/heterodox.ps1", 0o644, []byte("Register\n")},
	}
}

// members reads an ar archive by the rules of the format.
func members(t *testing.T, packed []byte) (names []string, files map[string][]byte) {
	t.Helper()
	rest, ok := bytes.CutPrefix(packed, []byte("!<arch>\n"))
	if !ok {
		t.Fatalf("it begins with %q", packed[:8])
	}
	files = map[string][]byte{}
	for len(rest) > 0 {
		head := string(rest[:60])
		size, err := strconv.Atoi(strings.TrimSpace(head[48:58]))
		if err != nil || head[58:] != "`\n" {
			t.Fatalf("a member begins with %q", head)
		}
		name := strings.TrimSpace(head[:16])
		names = append(names, name)
		files[name] = rest[60 : 60+size]
		rest = rest[60+size+size%2:]
	}
	return names, files
}

func untar(t *testing.T, r io.Reader, each func(*tar.Header, []byte)) {
	t.Helper()
	for files := tar.NewReader(r); ; {
		h, err := files.Next()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(files)
		if err != nil {
			t.Fatal(err)
		}
		each(h, content)
	}
}

func unzip(t *testing.T, content []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

// The package has its members in order, every file where Debian wants it and after its folders,
// and the sums of all.
func TestDebianPackage(t *testing.T) {
	a, err := debian(linux, "1.2.3-rc.1", sample(), time.Unix(1700000000, 0))
	if err != nil {
		t.Fatal(err)
	}
	if a.name != "heterodox_1.2.3~rc.1-1_amd64.deb" || !ofRelease.MatchString(a.name) {
		t.Errorf("it is called %s", a.name)
	}
	names, files := members(t, a.content)
	if want := []string{"debian-binary", "control.tar.gz", "data.tar.gz"}; !slices.Equal(names, want) || string(files["debian-binary"]) != "2.0\n" {
		t.Errorf("the members are %v", names)
	}
	about := map[string]string{}
	untar(t, bytes.NewReader(unzip(t, files["control.tar.gz"])), func(h *tar.Header, content []byte) { about[h.Name] = string(content) })
	for _, want := range []string{"Package: heterodox\nVersion: 1.2.3~rc.1-1\nArchitecture: amd64\n", "\nInstalled-Size: ", "\nDescription: chess variants"} {
		if !strings.Contains(about["./control"], want) {
			t.Errorf("no %q in\n%s", want, about["./control"])
		}
	}
	seen, sums := map[string]bool{"": true}, ""
	untar(t, bytes.NewReader(unzip(t, files["data.tar.gz"])), func(h *tar.Header, content []byte) {
		name := strings.TrimSuffix(h.Name, "/")
		if parent := name[:strings.LastIndex(name, "/")+1]; !seen[parent] {
			t.Errorf("%s comes before its folder", h.Name)
		}
		seen[h.Name] = true
		if h.Uid != 0 || h.Gid != 0 {
			t.Errorf("%s is not root's", h.Name)
		}
		if h.Typeflag == tar.TypeReg {
			sums += strings.TrimPrefix(h.Name, "./") + "\n"
			if program := strings.HasPrefix(h.Name, "./usr/bin/"); program != (h.Mode == 0o755) {
				t.Errorf("%s has mode %o", h.Name, h.Mode)
			}
		}
	})
	want := `usr/bin/heterodox
usr/bin/heterodox-lab
usr/share/bash-completion/completions/heterodox
usr/share/doc/heterodox/LICENSES-OF-MODULES.txt.gz
usr/share/doc/heterodox/README.md.gz
usr/share/doc/heterodox/changelog.Debian.gz
usr/share/doc/heterodox/changelog.gz
usr/share/doc/heterodox/copyright
usr/share/fish/vendor_completions.d/heterodox.fish
usr/share/lintian/overrides/heterodox
usr/share/man/man1/heterodox.1.gz
usr/share/zsh/vendor-completions/_heterodox
`
	if sums != want {
		t.Errorf("the files are\n%s", sums)
	}
	if listed := regexp.MustCompile(`(?m)^[0-9a-f]{32}  `).ReplaceAllString(about["./md5sums"], ""); listed != want {
		t.Errorf("the sums are of\n%s", listed)
	}
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		return // not a Debian system: the checks above must do
	}
	file := filepath.Join(t.TempDir(), a.name)
	os.WriteFile(file, a.content, 0o600)
	if out, err := exec.Command("dpkg-deb", "--info", file).CombinedOutput(); err != nil {
		t.Errorf("dpkg-deb: %v\n%s", err, out)
	}
}

// Debian sorts a pre-release before its release.
func TestDebianVersion(t *testing.T) {
	for version, want := range map[string]string{
		"1.2.3": "1.2.3-1", "1.2.3-rc.1": "1.2.3~rc.1-1", "devel": "0~devel-1",
		"0.0.0-20260102030405-0123456789ab+dirty": "0.0.0~20260102030405~0123456789ab+dirty-1",
	} {
		if got := debianVersion(version); got != want {
			t.Errorf("%s is %s", version, got)
		}
	}
}

// layout reads an image: each blob must have its digest and size, and all that is described must
// be there. It returns the images, by processor, with their single layers.
func layout(t *testing.T, packed []byte) (configs map[string]ociConfig, layers map[string][]byte) {
	t.Helper()
	files := map[string][]byte{}
	untar(t, bytes.NewReader(packed), func(h *tar.Header, content []byte) { files[h.Name] = content })
	if string(files["oci-layout"]) != `{"imageLayoutVersion":"1.0.0"}` {
		t.Errorf("oci-layout is %s", files["oci-layout"])
	}
	read := map[string]bool{"oci-layout": true, "index.json": true}
	blob := func(d descriptor, kind string) []byte {
		content, name := files["blobs/sha256/"+strings.TrimPrefix(d.Digest, "sha256:")], d.Digest
		if len(content) != d.Size || fmt.Sprintf("sha256:%x", sha256.Sum256(content)) != name || d.MediaType != "application/vnd.oci.image."+kind {
			t.Fatalf("%+v describes %d bytes", d, len(content))
		}
		read["blobs/sha256/"+strings.TrimPrefix(name, "sha256:")] = true
		return content
	}
	parse := func(content []byte, into any) {
		decoder := json.NewDecoder(bytes.NewReader(content))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(into); err != nil {
			t.Fatal(err)
		}
	}
	var top, all ociIndex
	parse(files["index.json"], &top)
	if len(top.Manifests) != 1 || top.Manifests[0].Annotations["org.opencontainers.image.ref.name"] == "" {
		t.Fatalf("the index is %+v", top)
	}
	parse(blob(top.Manifests[0], "index.v1+json"), &all)
	configs, layers = map[string]ociConfig{}, map[string][]byte{}
	for _, d := range all.Manifests {
		var m ociManifest
		var c ociConfig
		parse(blob(d, "manifest.v1+json"), &m)
		parse(blob(m.Config, "config.v1+json"), &c)
		if len(m.Layers) != 1 || m.SchemaVersion != 2 || *d.Platform != c.ociPlatform {
			t.Fatalf("the manifest is %+v, of %+v", m, d.Platform)
		}
		layer := unzip(t, blob(m.Layers[0], "layer.v1.tar+gzip"))
		if want := []string{fmt.Sprintf("sha256:%x", sha256.Sum256(layer))}; !slices.Equal(c.RootFS.DiffIDs, want) {
			t.Errorf("the layer is %v, described as %v", want, c.RootFS.DiffIDs)
		}
		configs[c.Architecture], layers[c.Architecture] = c, layer
	}
	for name := range files {
		if !read[name] {
			t.Errorf("nothing describes %s", name)
		}
	}
	return configs, layers
}

// The image has a part for each processor, with the program, its licences, and a folder for
// games to which its user may write.
func TestImage(t *testing.T) {
	box := &image{version: "1.2.3", at: time.Unix(1700000000, 0)}
	arm := platform{"linux", "arm64", ""}
	for _, p := range []platform{linux, arm} {
		if err := box.add(p, append(sample()[1:], entry{"heterodox", 0o755, []byte(p.arch)})); err != nil {
			t.Fatal(err)
		}
	}
	a, err := box.archive()
	if err != nil {
		t.Fatal(err)
	}
	if a.name != "heterodox-1.2.3-oci.tar" || !ofRelease.MatchString(a.name) {
		t.Errorf("it is called %s", a.name)
	}
	configs, layers := layout(t, a.content)
	for _, arch := range []string{"amd64", "arm64"} {
		if c := configs[arch]; c.OS != "linux" || c.Config.User != "65532:65532" || c.Config.Entrypoint[0] != "/heterodox" {
			t.Errorf("%s: %+v", arch, c)
		}
		var names []string
		untar(t, bytes.NewReader(layers[arch]), func(h *tar.Header, content []byte) {
			names = append(names, h.Name)
			if (h.Uid == user) != (h.Name == "state/") {
				t.Errorf("%s: %s is %d's", arch, h.Name, h.Uid)
			}
			if h.Name == "heterodox" && (string(content) != arch || h.Mode != 0o755) {
				t.Errorf("%s: the program is %q, of mode %o", arch, content, h.Mode)
			}
		})
		if want := []string{"state/", "LICENSE", "LICENSES-OF-MODULES.txt", "heterodox"}; !slices.Equal(names, want) {
			t.Errorf("%s: %v", arch, names)
		}
	}
}

// The recipes name archives of the release, their checksums, and files that are in them.
func TestRecipes(t *testing.T) {
	var archives []archive
	holds := map[string]string{} // files by the checksums of their archives
	for _, p := range platforms[3:9] {
		entries := sample()
		for i := range 2 {
			entries[i].name = p.file(entries[i].name)
		}
		a, err := packed(p, "1.2.3", entries, time.Unix(1700000000, 0))
		if err != nil {
			t.Fatal(err)
		}
		archives = append(archives, a)
		for _, e := range entries {
			holds[fmt.Sprintf("%x", sha256.Sum256(a.content))] += p.folder("1.2.3") + "/" + e.name + "\n"
		}
	}
	files, err := recipes("1.2.3", archives, sample())
	if err != nil || len(files) != 4 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, f := range files {
		if !ofRelease.MatchString(f.name) {
			t.Errorf("%s is not part of a release", f.name)
		}
	}
	checkCask(t, string(files[0].content), archives, holds)
	for i, kind := range []string{"version", "installer", "defaultLocale"} {
		var m struct {
			PackageIdentifier, PackageVersion, ManifestType string
			Installers                                      []struct {
				Architecture, InstallerUrl, InstallerSha256 string
				NestedInstallerFiles                        []struct{ RelativeFilePath string }
			}
		}
		text := regexp.MustCompile(`[A-Z]\w+:`).ReplaceAllStringFunc(string(files[1+i].content), strings.ToLower)
		if err := yaml.Unmarshal([]byte(text), &m); err != nil {
			t.Fatalf("%s: %v", files[1+i].name, err)
		}
		if m.ManifestType != kind || m.PackageIdentifier != "Heterodox.Heterodox" || m.PackageVersion != "1.2.3" || (len(m.Installers) == 2) != (kind == "installer") {
			t.Errorf("%s is %+v", files[1+i].name, m)
		}
		for _, in := range m.Installers {
			inside, ok := holds[strings.ToLower(in.InstallerSha256)]
			if !ok || !slices.ContainsFunc(archives, func(a archive) bool { return strings.HasSuffix(in.InstallerUrl, "/v1.2.3/"+a.name) }) {
				t.Errorf("%+v is not an archive", in)
			}
			for _, f := range in.NestedInstallerFiles {
				if !strings.Contains(inside, strings.ReplaceAll(f.RelativeFilePath, `\`, "/")+"\n") {
					t.Errorf("there is no %s in %s", f.RelativeFilePath, in.InstallerUrl)
				}
			}
		}
	}
	if files, err := recipes("1.2.3", archives[:1], sample()); err != nil || len(files) != 0 {
		t.Errorf("of a release without archives for them: %d files, %v", len(files), err)
	}
}

func checkCask(t *testing.T, text string, archives []archive, holds map[string]string) {
	t.Helper()
	sums := regexp.MustCompile(`(arm|intel): +"([0-9a-f]{64})"`).FindAllStringSubmatch(text, -1)
	if len(sums) != 2 {
		t.Fatalf("the cask is\n%s", text)
	}
	for _, s := range sums {
		arch := map[string]string{"arm": "arm64", "intel": "amd64"}[s[1]]
		full := strings.NewReplacer("#{arch}", arch, "#{version}", "1.2.3").Replace(text)
		url := regexp.MustCompile(`url ".*/v1\.2\.3/(.*)"`).FindStringSubmatch(full)
		if url == nil || !slices.ContainsFunc(archives, func(a archive) bool {
			return a.name == url[1] && fmt.Sprintf("%x", sha256.Sum256(a.content)) == s[2]
		}) {
			t.Errorf("%s is not an archive with the sum %s", url, s[2])
		}
		parts := regexp.MustCompile(`(?m)^  (binary|manpage|\w+_completion) "(.*)"$`).FindAllStringSubmatch(full, -1)
		if len(parts) != 6 {
			t.Errorf("the cask has %v", parts)
		}
		for _, p := range parts {
			if !strings.Contains(holds[s[2]], p[2]+"\n") {
				t.Errorf("there is no %s", p[2])
			}
		}
	}
	if ruby, err := exec.LookPath("ruby"); err == nil {
		cmd := exec.Command(ruby, "-c")
		cmd.Stdin = strings.NewReader(text)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("ruby: %s", out)
		}
	}
}
