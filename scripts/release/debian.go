package main

import (
	"bytes"
	"cmp"
	"crypto/md5"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"text/template"
	"time"

	"github.com/heterodox-chess/heterodox/internal/site"
)

// project is what packages say about the program.
var project = struct{ Home, Maintainer, Summary string }{
	"https://github.com/heterodox-chess/heterodox",
	"The Heterodox authors <heterodox-chess@users.noreply.github.com>",
	"chess variants: engine, rules and a board in the browser",
}

// debianVersion writes a version so that Debian sorts a pre-release before its release.
func debianVersion(version string) string {
	if version == "devel" {
		version = "0-devel"
	}
	return strings.ReplaceAll(version, "-", "~") + "-1"
}

var control = template.Must(template.New("control").Parse(`Package: heterodox
Version: {{.Version}}
Architecture: {{.Arch}}
Maintainer: {{.Maintainer}}
Installed-Size: {{.Size}}
Suggests: xdg-utils
Section: misc
Priority: optional
Homepage: {{.Home}}
Description: {{.Summary}}
 Heterodox plays orthodox chess, Chess960 and over a hundred chess variants,
 every combination of their rules, and games from your own files: against the
 engine or a friend, in the browser (heterodox serve) or in the terminal
 (heterodox play). It is a UCI engine for other programs, too.
`))

// overrides are what lintian need not report.
const overrides = `# Programs in Go contain the libraries that they use; LICENSES-OF-MODULES.txt.gz has their licences.
heterodox: statically-linked-binary [usr/bin/heterodox]
heterodox: statically-linked-binary [usr/bin/heterodox-lab]
# It comes from its own releases, not from Debian.
heterodox: initial-upload-closes-no-bugs [usr/share/doc/heterodox/changelog.Debian.gz:1]
`

// debian makes the package for Debian and its relatives from the contents of an archive.
func debian(p platform, version string, entries []entry, at time.Time) (archive, error) {
	files := debianFiles(version, entries, at)
	var size int
	var sums []byte
	for _, e := range files {
		size += (len(e.content) + 1023) / 1024
		sums = fmt.Appendf(sums, "%x  %s\n", md5.Sum(e.content), e.name)
	}
	var about bytes.Buffer
	err := control.Execute(&about, map[string]any{
		"Version": debianVersion(version), "Arch": p.arch, "Size": size, "Maintainer": project.Maintainer, "Home": project.Home, "Summary": project.Summary,
	})
	if err != nil {
		return archive{}, err
	}
	data, err := packTar(folders(files), at)
	if err != nil {
		return archive{}, err
	}
	head, err := packTar([]entry{{"./", fs.ModeDir | 0o755, nil}, {"./control", 0o644, about.Bytes()}, {"./md5sums", 0o644, sums}}, at)
	if err != nil {
		return archive{}, err
	}
	packed := []byte("!<arch>\n")
	for _, member := range []entry{{"debian-binary", 0o644, []byte("2.0\n")}, {"control.tar.gz", 0o644, head}, {"data.tar.gz", 0o644, data}} {
		packed = fmt.Appendf(packed, "%-16s%-12d%-6d%-6d%-8s%-10d`\n%s", member.name, at.Unix(), 0, 0, "100644", len(member.content), member.content)
		if len(packed)%2 == 1 {
			packed = append(packed, '\n')
		}
	}
	return archive{fmt.Sprintf("heterodox_%s_%s.deb", debianVersion(version), p.arch), packed}, nil
}

// debianFiles puts the files of an archive where Debian wants them.
func debianFiles(version string, entries []entry, at time.Time) (files []entry) {
	const doc = "usr/share/doc/heterodox/"
	add := func(name string, mode fs.FileMode, content []byte) { files = append(files, entry{name, mode, content}) }
	for _, e := range entries {
		base := path.Base(e.name)
		shell, _, _ := strings.Cut(base, ".")
		switch {
		case strings.HasPrefix(e.name, "man/"):
			add("usr/share/"+e.name+".gz", 0o644, site.Gzip(e.content))
		case strings.HasPrefix(base, "_"):
			add("usr/share/zsh/vendor-completions/"+base, 0o644, e.content)
		case path.Ext(base) == ".bash":
			add("usr/share/bash-completion/completions/"+shell, 0o644, e.content)
		case path.Ext(base) == ".fish":
			add("usr/share/fish/vendor_completions.d/"+base, 0o644, e.content)
		case path.Ext(base) == ".ps1": // of a shell that Debian does not have
		case e.name == "LICENSE":
			add(doc+"copyright", 0o644, slices.Concat([]byte("Heterodox comes from "+project.Home+"\nThe licences of the libraries in its programs are in LICENSES-OF-MODULES.txt.gz.\n\n"), e.content))
		case e.name == "CHANGELOG.md":
			add(doc+"changelog.gz", 0o644, site.Gzip(e.content))
		case e.mode&0o111 != 0:
			add("usr/bin/"+e.name, 0o755, e.content)
		default:
			add(doc+base+".gz", 0o644, site.Gzip(e.content))
		}
	}
	add("usr/share/lintian/overrides/heterodox", 0o644, []byte(overrides))
	add(doc+"changelog.Debian.gz", 0o644, site.Gzip(fmt.Appendf(nil, "heterodox (%s) unstable; urgency=medium\n\n  * Version %s: changelog.gz says what is new.\n\n -- %s  %s\n",
		debianVersion(version), version, project.Maintainer, at.UTC().Format("Mon, 02 Jan 2006 15:04:05 -0700"))))
	slices.SortFunc(files, func(a, b entry) int { return cmp.Compare(a.name, b.name) })
	return files
}

// folders returns the files below ./ with the folders that hold them, each before what is in it.
func folders(files []entry) []entry {
	list, seen := []entry{{"./", fs.ModeDir | 0o755, nil}}, map[string]bool{}
	for _, f := range files {
		for i, c := range f.name {
			if dir := f.name[:i]; c == '/' && !seen[dir] {
				seen[dir] = true
				list = append(list, entry{"./" + dir + "/", fs.ModeDir | 0o755, nil})
			}
		}
		list = append(list, entry{"./" + f.name, f.mode, f.content})
	}
	return list
}
