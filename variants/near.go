package variants

import (
	"fmt"
	"slices"
	"strings"
)

// An UnknownError says that no game has a name.
type UnknownError struct {
	Name string   // as it was given
	Near []string // the names of up to three games that look like it, the nearest first
}

func (e *UnknownError) Error() string {
	text := fmt.Sprintf("unknown variant %.40q", e.Name)
	if len(e.Near) > 0 {
		text += "; did you mean " + strings.Join(e.Near, " or ") + "?"
	}
	return text
}

// unknown returns the error for a name.
func unknown(name string) error { return &UnknownError{name, near(name)} }

// near returns up to three names of games that look like one, the nearest first.
func near(name string) []string {
	wanted := plainName(name)
	if len(wanted) < 3 || len(wanted) > 40 {
		return nil
	}
	type neighbour struct {
		name string
		far  int
	}
	var list []neighbour
	consider := func(spelling, name string) {
		far := distance(wanted, spelling)
		if i := slices.IndexFunc(list, func(n neighbour) bool { return n.name == name }); i >= 0 {
			list[i].far = min(list[i].far, far)
		} else if far <= max(1, len(wanted)/3) {
			list = append(list, neighbour{name, far})
		}
	}
	for _, v := range catalogue {
		for _, spelling := range append([]string{v.Name}, v.Aliases...) {
			consider(spelling, v.Name)
		}
	}
	for _, name := range More() {
		consider(plainName(name), name)
	}
	slices.SortStableFunc(list, func(a, b neighbour) int { return a.far - b.far })
	var names []string
	for _, n := range list[:min(3, len(list))] {
		if n.far <= list[0].far+1 {
			names = append(names, n.name)
		}
	}
	return names
}

// distance returns by how many letters put in, left out, replaced or exchanged with
// their neighbours two words differ.
func distance(a, b string) int {
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	for j := range rows[1] {
		rows[1][j] = j
	}
	for i := range len(a) {
		older, old, row := rows[0], rows[1], rows[2]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(old[j+1]+1, row[j]+1, old[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], older[j-1]+1)
			}
		}
		rows = [3][]int{old, row, older}
	}
	return rows[1][len(b)]
}
