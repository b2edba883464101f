package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"path"
	"slices"
	"strings"
	"text/template"
)

// A recipe tells a package manager where the archives for two processors are, with their
// checksums.
type recipe struct {
	Version, Home, Summary string
	Parts                  []part // of the archives, beside the programs
	Intel, Arm             source
}

// A part is a file of an archive, and what Homebrew calls such a file.
type part struct{ Kind, File string }

// A source is an archive of the release on the web.
type source struct{ URL, SHA256, Folder string }

// Upper is the checksum as Windows writes it.
func (s source) Upper() string { return strings.ToUpper(s.SHA256) }

// newRecipe describes the archives for a system; ok is false if one is not in the release.
func newRecipe(system, version string, archives []archive, common []entry) (r recipe, ok bool) {
	r = recipe{Version: version, Home: project.Home, Summary: project.Summary}
	find := func(arch, level string) (source, bool) {
		folder := platform{system, arch, level}.folder(version)
		i := slices.IndexFunc(archives, func(a archive) bool { return a.name == folder+".tar.gz" || a.name == folder+".zip" })
		if i < 0 {
			return source{}, false
		}
		return source{project.Home + "/releases/download/v" + version + "/" + archives[i].name, fmt.Sprintf("%x", sha256.Sum256(archives[i].content)), folder}, true
	}
	intel, hasIntel := find("amd64", "v1")
	arm, hasArm := find("arm64", "")
	r.Intel, r.Arm = intel, arm
	for _, e := range common {
		if kind, ok := kinds[path.Dir(e.name)+path.Ext(e.name)]; ok {
			r.Parts = append(r.Parts, part{kind, e.name})
		}
	}
	return r, hasIntel && hasArm
}

// ForArch replaces the processor and the version in a text with Homebrew's variables.
func (r recipe) ForArch(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "darwin-amd64", "darwin-#{arch}"), r.Version, "#{version}")
}

// kinds are the kinds of parts, by their folder and the end of their name.
var kinds = map[string]string{
	"man/man1.1": "manpage", "completions.bash": "bash_completion", "completions.fish": "fish_completion", "completions": "zsh_completion",
}

// Title is the summary with a capital letter.
func (r recipe) Title() string { return strings.ToUpper(r.Summary[:1]) + r.Summary[1:] }

var cask = template.Must(template.New("cask").Parse(`cask "heterodox" do
  arch arm: "arm64", intel: "amd64"

  version "{{.Version}}"
  sha256 arm:   "{{.Arm.SHA256}}",
         intel: "{{.Intel.SHA256}}"

  url "{{.ForArch .Intel.URL}}"
  name "Heterodox"
  desc "{{.Title}}"
  homepage "{{.Home}}"

{{$folder := .ForArch .Intel.Folder}}  binary "{{$folder}}/heterodox"
  binary "{{$folder}}/heterodox-lab"
{{- range .Parts}}
  {{.Kind}} "{{$folder}}/{{.File}}"
{{- end}}
end
`))

// The manifests of winget, by the ends of their names.
var winget = map[string]*template.Template{
	"": template.Must(template.New("version").Parse(`PackageIdentifier: Heterodox.Heterodox
PackageVersion: {{.Version}}
DefaultLocale: en-US
ManifestType: version
ManifestVersion: 1.6.0
`)),
	".locale.en-US": template.Must(template.New("locale").Parse(`PackageIdentifier: Heterodox.Heterodox
PackageVersion: {{.Version}}
PackageLocale: en-US
Publisher: The Heterodox authors
PackageName: Heterodox
PackageUrl: {{.Home}}
License: MIT
LicenseUrl: {{.Home}}/blob/v{{.Version}}/LICENSE
ShortDescription: "{{.Title}}"
Tags:
- chess
- chess-engine
- chess-variants
- uci
ManifestType: defaultLocale
ManifestVersion: 1.6.0
`)),
	".installer": template.Must(template.New("installer").Parse(`PackageIdentifier: Heterodox.Heterodox
PackageVersion: {{.Version}}
InstallerType: zip
NestedInstallerType: portable
Installers:
{{- range $arch, $s := .ByArch}}
- Architecture: {{$arch}}
  InstallerUrl: {{$s.URL}}
  InstallerSha256: {{$s.Upper}}
  NestedInstallerFiles:
  - RelativeFilePath: {{$s.Folder}}\heterodox.exe
    PortableCommandAlias: heterodox
  - RelativeFilePath: {{$s.Folder}}\heterodox-lab.exe
    PortableCommandAlias: heterodox-lab
{{- end}}
ManifestType: installer
ManifestVersion: 1.6.0
`)),
}

// ByArch returns the archives by winget's names of processors.
func (r recipe) ByArch() map[string]source { return map[string]source{"x64": r.Intel, "arm64": r.Arm} }

// recipes writes the recipes of the package managers whose archives are in the release.
func recipes(version string, archives []archive, common []entry) (files []archive, err error) {
	write := func(name string, t *template.Template, r recipe) error {
		var text bytes.Buffer
		err := t.Execute(&text, r)
		files = append(files, archive{name, text.Bytes()})
		return err
	}
	if r, ok := newRecipe("darwin", version, archives, common); ok {
		if err := write("heterodox.rb", cask, r); err != nil {
			return nil, err
		}
	}
	if r, ok := newRecipe("windows", version, archives, common); ok {
		for _, end := range []string{"", ".installer", ".locale.en-US"} {
			if err := write("Heterodox.Heterodox"+end+".yaml", winget[end], r); err != nil {
				return nil, err
			}
		}
	}
	return files, nil
}
