package site

import (
	"encoding/json"
	"io/fs"
	"path"
	"strings"
)

// Package returns the files of the npm package by name.
func Package(p *Program, version string, licence []byte) (map[string][]byte, error) {
	files := map[string][]byte{"LICENSE": licence, "wasm_exec.js": p.Runtime, "heterodox.wasm.gz": Gzip(p.Code)}
	entries, err := fs.ReadDir(own, "package")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if files[e.Name()], err = fs.ReadFile(own, path.Join("package", e.Name())); err != nil {
			return nil, err
		}
	}
	networks := map[string]string{}
	for name, content := range p.Files {
		if file := strings.TrimPrefix(name, "/"); strings.HasPrefix(file, "networks/") { // the package does not use any others
			files[file], networks[name] = content, "./"+file
		}
	}
	if files["program.json"], err = json.Marshal(map[string]any{"size": len(files["heterodox.wasm.gz"]), "networks": networks}); err != nil {
		return nil, err
	}
	files["package.json"], err = json.MarshalIndent(map[string]any{
		"name": "heterodox", "version": version, "type": "module", "main": "index.js", "types": "index.d.ts", "license": "MIT",
		"description": "Chess variants: rules, notation, pictures and an engine, for pages and for node",
		"exports":     map[string]any{".": map[string]string{"types": "./index.d.ts", "default": "./index.js"}},
		"engines":     map[string]string{"node": ">=20"},
		"sideEffects": true,
	}, "", "  ")
	return files, err
}
