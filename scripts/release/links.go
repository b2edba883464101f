package main

import (
	"path"
	"regexp"
	"strings"
)

// repository is where to find the files that an archive leaves out.
const repository = "https://github.com/heterodox-chess/heterodox"

var links = regexp.MustCompile(`(\]\(|(?:src|href)=")([^)"\s]+)`)

// outward makes the links of a page to files of the repository point to that commit on the web,
// except links to files beside it in the archive.
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
