package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"
)

// Both rules machines know every type of Rule: the switch in each has a case for all of them.
func TestEveryRuleIsKnown(t *testing.T) {
	var all []string
	for _, f := range functions(t, "rules/rule.go") {
		if f.Name.Name == "changes" && f.Recv != nil {
			all = append(all, f.Recv.List[0].Type.(*ast.Ident).Name)
		}
	}
	if len(all) < 21 {
		t.Fatalf("found only the rules %v", all)
	}
	slices.Sort(all)
	for _, place := range []struct{ file, function string }{
		{"chess/ruleset.go", "add"}, {"general/rule.go", "add"},
	} {
		known := cases(t, place.file, place.function)
		slices.Sort(known)
		if !slices.Equal(known, all) {
			t.Errorf("%s: %s knows the rules\n%v of\n%v", place.file, place.function, known, all)
		}
	}
}

// functions returns the functions and methods of a file.
func functions(t *testing.T, file string) (list []*ast.FuncDecl) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), root+"/"+file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			list = append(list, f)
		}
	}
	return list
}

// cases returns the types rules.X in the cases of a function's switches.
func cases(t *testing.T, file, function string) (list []string) {
	for _, f := range functions(t, file) {
		if f.Name.Name != function {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if c, ok := n.(*ast.CaseClause); ok {
				for _, x := range c.List {
					if sel, ok := x.(*ast.SelectorExpr); ok && sel.X.(*ast.Ident).Name == "rules" {
						list = append(list, sel.Sel.Name)
					}
				}
			}
			return true
		})
	}
	return list
}
