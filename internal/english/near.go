package english

import (
	"slices"
	"strings"
)

// A Spelling is a way to write a name.
type Spelling struct{ Text, Name string }

// Near returns up to three names of which a spelling looks like a word, the nearest first.
func Near(word string, spellings []Spelling) (names []string) {
	if len(word) < 3 || len(word) > 40 {
		return nil
	}
	type neighbour struct {
		name string
		far  int
	}
	var list []neighbour
	most := max(1, len(word)/3)
	for _, s := range spellings {
		if max(len(word)-len(s.Text), len(s.Text)-len(word)) > most {
			continue // the distance is not less than that
		}
		far := distance(word, s.Text)
		if i := slices.IndexFunc(list, func(n neighbour) bool { return n.name == s.Name }); i >= 0 {
			list[i].far = min(list[i].far, far)
		} else if far <= most {
			list = append(list, neighbour{s.Name, far})
		}
	}
	slices.SortStableFunc(list, func(a, b neighbour) int { return a.far - b.far })
	for _, n := range list[:min(3, len(list))] {
		if n.far <= list[0].far+1 {
			names = append(names, n.name)
		}
	}
	return names
}

// Meant asks whether one of some names was meant, "" without any.
func Meant(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(names, " or ") + "?"
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
