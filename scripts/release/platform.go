package main

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
)

// A platform is what one archive is for.
type platform struct {
	os, arch string
	level    string // GOAMD64, if arch is amd64
}

var platforms = []platform{
	{"linux", "amd64", "v1"}, {"linux", "amd64", "v3"}, {"linux", "arm64", ""},
	{"darwin", "amd64", "v1"}, {"darwin", "amd64", "v3"}, {"darwin", "arm64", ""},
	{"windows", "amd64", "v1"}, {"windows", "amd64", "v3"}, {"windows", "arm64", ""},
	{"js", "wasm", ""},
}

// programs are those released for a platform: the packages of these names under ./cmd.
func (p platform) programs() []string {
	if p.os == "js" {
		return []string{"heterodox-page"}
	}
	return []string{"heterodox", lab}
}

// host returns the platform of this machine, at the level that all processors have.
func host() platform {
	p := platform{os: runtime.GOOS, arch: runtime.GOARCH}
	if p.arch == "amd64" {
		p.level = "v1"
	}
	return p
}

// String returns the platform's name: linux/amd64, linux/amd64v3.
func (p platform) String() string {
	if p.level == "" || p.level == "v1" {
		return p.os + "/" + p.arch
	}
	return p.os + "/" + p.arch + p.level
}

// env returns the environment in which the go command builds for the platform.
func (p platform) env() []string {
	list := []string{"GOOS=" + p.os, "GOARCH=" + p.arch, "CGO_ENABLED=0"}
	switch p.arch {
	case "amd64":
		list = append(list, "GOAMD64="+p.level)
	case "arm64":
		list = append(list, "GOARM64=v8.0")
	}
	return list
}

// file is the name of the file of a program.
func (p platform) file(program string) string {
	if p.os == "windows" {
		return program + ".exe"
	}
	return program
}

// folder is the one folder in the archive, and the archive's name without its ending.
func (p platform) folder(version string) string {
	return "heterodox-" + version + "-" + strings.ReplaceAll(p.String(), "/", "-")
}

// choose returns the platforms named in a list with commas, all if it is empty.
func choose(only string) ([]platform, error) {
	if only == "" {
		return platforms, nil
	}
	var list []platform
	for name := range strings.SplitSeq(only, ",") {
		i := slices.Index(names(platforms), name)
		if i < 0 {
			return nil, fmt.Errorf("-only: %.40q is none of %s", name, strings.Join(names(platforms), ", "))
		}
		if !slices.Contains(list, platforms[i]) {
			list = append(list, platforms[i])
		}
	}
	return list, nil
}

func names(list []platform) (texts []string) {
	for _, p := range list {
		texts = append(texts, p.String())
	}
	return texts
}
