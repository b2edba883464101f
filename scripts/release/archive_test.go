package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"slices"
	"testing"
	"time"
)

// A seen is what an archive says about a file.
type seen struct {
	name, content string
	mode          fs.FileMode
	time          int64
}

func readTar(t *testing.T, archive []byte) (list []seen) {
	t.Helper()
	plain, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	if !plain.ModTime.IsZero() || plain.Name != "" {
		t.Errorf("the gzip header has the time %v or the name %q", plain.ModTime, plain.Name)
	}
	r := tar.NewReader(plain)
	for {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Uid != 0 || h.Gid != 0 || h.Uname != "" || h.Gname != "" {
			t.Errorf("%s has an owner: %+v", h.Name, h)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, seen{h.Name, string(content), fs.FileMode(h.Mode), h.ModTime.Unix()})
	}
}

func readZip(t *testing.T, archive []byte) (list []seen) {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.File {
		opened, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(opened)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, seen{f.Name, string(content), f.Mode(), f.Modified.Unix()})
	}
	return list
}

// The same entries make the same archive, in any order and time zone.
func TestPack(t *testing.T) {
	at := time.Unix(1700000001, 5)
	entries := []entry{
		{"man/man1/heterodox.1", 0o644, []byte("page")},
		{"heterodox", 0o755, []byte("program")},
		{"README.md", 0o644, nil},
	}
	want := []seen{
		{"h-1/README.md", "", 0o644, 1700000000},
		{"h-1/heterodox", "program", 0o755, 1700000000},
		{"h-1/man/man1/heterodox.1", "page", 0o644, 1700000000},
	}
	for _, c := range []struct {
		os, ending string
		read       func(*testing.T, []byte) []seen
	}{{"linux", ".tar.gz", readTar}, {"darwin", ".tar.gz", readTar}, {"windows", ".zip", readZip}} {
		p := platform{c.os, "arm64", ""}
		ending, archive, err := pack(p, "h-1", entries, at)
		if err != nil || ending != c.ending {
			t.Fatalf("%s: %q, %v", c.os, ending, err)
		}
		if got := c.read(t, archive); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", c.os, got, want)
		}
		reversed := slices.Clone(entries)
		slices.Reverse(reversed)
		_, again, err := pack(p, "h-1", reversed, at.In(time.FixedZone("", 3600*5)))
		if err != nil || !bytes.Equal(again, archive) {
			t.Errorf("%s: other bytes the second time (%v)", c.os, err)
		}
	}
	if entries[0].name != "man/man1/heterodox.1" {
		t.Errorf("the entries have changed: %v", entries)
	}
}
