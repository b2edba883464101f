// Parameters writes engine/parameters_tune.go: the constants of engine/parameters.go as
// variables and options, for programs built with the tag tune.
//
//	go generate ./engine
package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"log"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("parameters: ")
	dir := flag.String("dir", ".", "the `folder` of package engine")
	flag.Parse()
	source, err := generate(*dir)
	if err == nil {
		err = os.WriteFile(filepath.Join(*dir, "parameters_tune.go"), source, 0o644)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// generate returns the text of the file to write.
func generate(dir string) ([]byte, error) {
	constants, err := read(filepath.Join(dir, "parameters.go"))
	if err != nil {
		return nil, err
	}
	var vars, list bytes.Buffer
	for _, c := range constants {
		fmt.Fprintf(&vars, "%s %s = %s\n", c.name, c.kind, c.value)
		fmt.Fprintf(&list, "tunable(%q, &%s),\n", strings.ToUpper(c.name[:1])+c.name[1:], c.name)
	}
	return format.Source(fmt.Appendf(nil, `//go:build tune

// Code generated from parameters.go by go generate ./engine. DO NOT EDIT.

package engine

var (
%s)

var parameters = []Parameter{
%s}
`, &vars, &list))
}

// A constant is a constant of the file, with its type and its value.
type constant struct{ name, kind, value string }

// read returns the constants of a file: each has a type and a number above 0.
func read(file string) (list []constant, err error) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, declaration := range tree.Decls {
		block, ok := declaration.(*ast.GenDecl)
		if !ok || block.Tok != token.CONST {
			continue
		}
		for _, spec := range block.Specs {
			s := spec.(*ast.ValueSpec)
			kind, typed := s.Type.(*ast.Ident)
			if !typed || len(s.Names) != 1 || len(s.Values) != 1 {
				return nil, fmt.Errorf("%v: expected NAME TYPE = NUMBER", set.Position(s.Pos()))
			}
			value, ok := s.Values[0].(*ast.BasicLit)
			if !ok || value.Kind != token.INT || value.Value == "0" {
				return nil, fmt.Errorf("%v: expected a number above 0", set.Position(s.Pos()))
			}
			list = append(list, constant{s.Names[0].Name, kind.Name, value.Value})
		}
	}
	return list, nil
}
