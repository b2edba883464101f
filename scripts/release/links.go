package main

import (
	"path"
	"regexp"
	"strings"
)

// repository is where the files are that an archive leaves out.
const repository = "https://github.com/heterodox-chess/heterodox"

var links = regexp.MustCompile(`(\]\(|(?:src|href)=")([^)"\s]+)`)

// outward lets the links of a page that go to files of the repository go to that
// commit of it on the web, but for those to files beside it in the archive.
func outward(page, commit string, beside []string) string {
	return links.ReplaceAllStringFunc(page, func(link string) string {
		part := links.FindStringSubmatch(link)
		file, anchor, _ := strings.Cut(part[2], "#")
		switch {
		case file == "" || strings.Contains(part[2], ":"):
			return link
		}
		for _, name := range beside {
			if path.Clean(file) == name {
				return link
			}
		}
		kind := "blob"
		switch path.Ext(file) {
		case ".svg", ".png":
			kind = "raw"
		}
		if anchor != "" {
			anchor = "#" + anchor
		}
		return part[1] + repository + "/" + kind + "/" + commit + "/" + path.Clean(file) + anchor
	})
}
