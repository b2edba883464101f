package main

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/internal/site"
)

// The container image is an OCI image layout: a tar of blobs, each named by its digest. For each
// processor it holds the program and its licences, and nothing else.

// state is where a container keeps games, and user the user as whom it runs, not root.
const (
	state = "state"
	user  = 65532
)

type descriptor struct {
	MediaType   string            `json:"mediaType"`
	Digest      string            `json:"digest"`
	Size        int               `json:"size"`
	Platform    *ociPlatform      `json:"platform,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

type ociPlatform struct {
	Architecture string `json:"architecture"`
	OS           string `json:"os"`
}

type ociConfig struct {
	Created time.Time `json:"created"`
	ociPlatform
	Config struct {
		User         string              `json:"User"`
		ExposedPorts map[string]struct{} `json:"ExposedPorts"`
		Env          []string            `json:"Env"`
		Entrypoint   []string            `json:"Entrypoint"`
		Volumes      map[string]struct{} `json:"Volumes"`
		WorkingDir   string              `json:"WorkingDir"`
		Labels       map[string]string   `json:"Labels"`
	} `json:"config"`
	RootFS struct {
		Type    string   `json:"type"`
		DiffIDs []string `json:"diff_ids"`
	} `json:"rootfs"`
	History []struct {
		Created   time.Time `json:"created"`
		CreatedBy string    `json:"created_by"`
	} `json:"history"`
}

type ociManifest struct {
	SchemaVersion int          `json:"schemaVersion"`
	MediaType     string       `json:"mediaType"`
	Config        descriptor   `json:"config"`
	Layers        []descriptor `json:"layers"`
}

type ociIndex struct {
	SchemaVersion int          `json:"schemaVersion"`
	MediaType     string       `json:"mediaType"`
	Manifests     []descriptor `json:"manifests"`
}

const ociType = "application/vnd.oci.image."

// An image is a container image in the making: blobs by their place in the layout.
type image struct {
	version   string
	at        time.Time
	blobs     []entry
	manifests []descriptor // one for each processor
}

// blob stores a blob and returns its descriptor.
func (m *image) blob(kind string, content []byte) descriptor {
	digest := fmt.Sprintf("%x", sha256.Sum256(content))
	if name := "blobs/sha256/" + digest; !slices.ContainsFunc(m.blobs, func(e entry) bool { return e.name == name }) {
		m.blobs = append(m.blobs, entry{name, 0o644, content})
	}
	return descriptor{MediaType: ociType + kind, Digest: "sha256:" + digest, Size: len(content)}
}

func (m *image) json(kind string, value any) descriptor {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // strings and numbers can be written
	}
	return m.blob(kind, text)
}

// add adds the image for a processor, made from the contents of its archive.
func (m *image) add(p platform, entries []entry) error {
	files := []entry{{state + "/", fs.ModeDir | 0o755, nil}}
	for _, e := range entries {
		if e.name == "heterodox" || e.name == "LICENSE" || strings.HasPrefix(e.name, "LICENSES") {
			files = append(files, e)
		}
	}
	layer, err := m.layer(files)
	if err != nil {
		return err
	}
	c := ociConfig{Created: m.at.UTC(), ociPlatform: ociPlatform{p.arch, p.os}}
	c.Config.User = fmt.Sprintf("%d:%d", user, user)
	c.Config.ExposedPorts = map[string]struct{}{"7575/tcp": {}}
	c.Config.Env = []string{"XDG_STATE_HOME=/" + state}
	c.Config.Entrypoint = []string{"/heterodox", "serve", "--addr", "0.0.0.0:7575", "--share"}
	c.Config.Volumes = map[string]struct{}{"/" + state: {}}
	c.Config.WorkingDir = "/" + state
	c.Config.Labels = m.labels()
	c.RootFS.Type, c.RootFS.DiffIDs = "layers", []string{fmt.Sprintf("sha256:%x", sha256.Sum256(layer))}
	c.History = append(c.History, struct {
		Created   time.Time `json:"created"`
		CreatedBy string    `json:"created_by"`
	}{m.at.UTC(), "scripts/release"})
	manifest := m.json("manifest.v1+json", ociManifest{2, ociType + "manifest.v1+json", m.json("config.v1+json", c), []descriptor{m.blob("layer.v1.tar+gzip", site.Gzip(layer))}})
	manifest.Platform = &c.ociPlatform
	m.manifests = append(m.manifests, manifest)
	return nil
}

func (m *image) labels() map[string]string {
	return map[string]string{
		"org.opencontainers.image.title": "heterodox", "org.opencontainers.image.version": m.version, "org.opencontainers.image.licenses": "MIT",
		"org.opencontainers.image.source": project.Home, "org.opencontainers.image.description": project.Summary,
	}
}

// layer packs the files of an image; the folder for games belongs to the user.
func (m *image) layer(files []entry) ([]byte, error) {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, e := range files {
		h := header(e, m.at)
		if e.mode.IsDir() {
			h.Uid, h.Gid = user, user
		}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(e.content); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}

// archive returns the layout with the images of all processors.
func (m *image) archive() (archive, error) {
	all := m.json("index.v1+json", ociIndex{2, ociType + "index.v1+json", m.manifests})
	all.Annotations = map[string]string{"org.opencontainers.image.ref.name": m.version}
	index, err := json.Marshal(ociIndex{2, ociType + "index.v1+json", []descriptor{all}})
	if err != nil {
		return archive{}, err
	}
	var out bytes.Buffer
	err = writeTar(&out, append([]entry{{"oci-layout", 0o644, []byte(`{"imageLayoutVersion":"1.0.0"}`)}, {"index.json", 0o644, index}}, m.blobs...), m.at)
	return archive{"heterodox-" + m.version + "-oci.tar", out.Bytes()}, err
}
