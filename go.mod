module github.com/heterodox-chess/heterodox

go 1.26.0
