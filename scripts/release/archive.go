package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"io"
	"io/fs"
	"slices"
	"time"

	"github.com/heterodox-chess/heterodox/internal/site"
)

// An entry is a file in an archive.
type entry struct {
	name    string // with slashes, below the archive's one folder
	mode    fs.FileMode
	content []byte
}

// pack returns an archive of the entries: zip for Windows, otherwise a compressed tar. The
// entries are sorted by name, without owners, and all have one time, so that the same entries
// give the same bytes.
func pack(p platform, folder string, entries []entry, at time.Time) (ending string, archive []byte, err error) {
	entries = slices.SortedFunc(slices.Values(entries), func(a, b entry) int { return cmp.Compare(a.name, b.name) })
	for i := range entries {
		entries[i].name = folder + "/" + entries[i].name
	}
	at = at.UTC().Truncate(2 * time.Second) // the resolution of zip
	if p.os == "windows" {
		archive, err = packZip(entries, at)
		return ".zip", archive, err
	}
	archive, err = packTar(entries, at)
	return ".tar.gz", archive, err
}

func packTar(entries []entry, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	if err := writeTar(&out, entries, at); err != nil {
		return nil, err
	}
	return site.Gzip(out.Bytes()), nil
}

// writeTar writes a tar of the entries, in the given order.
func writeTar(to io.Writer, entries []entry, at time.Time) error {
	w := tar.NewWriter(to)
	for _, e := range entries {
		if err := w.WriteHeader(header(e, at)); err != nil {
			return err
		}
		if _, err := w.Write(e.content); err != nil {
			return err
		}
	}
	return w.Close()
}

// header is the tar header of an entry: without an owner, with the given time.
func header(e entry, at time.Time) *tar.Header {
	h := &tar.Header{
		Typeflag: tar.TypeReg, Format: tar.FormatUSTAR,
		Name: e.name, Size: int64(len(e.content)), Mode: int64(e.mode.Perm()), ModTime: at,
	}
	if e.mode.IsDir() {
		h.Typeflag = tar.TypeDir
	}
	return h
}

func packZip(entries []entry, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, e := range entries {
		header := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: at}
		header.SetMode(e.mode.Perm())
		f, err := w.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(e.content); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
