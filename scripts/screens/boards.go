package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"

	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/picture"
	"github.com/heterodox-chess/heterodox/variants"
)

// boards are the games whose boards are drawn, some with their own set, theme or position.
var boards = []struct{ game, set, theme, fen string }{
	{game: "chess"}, {game: "chess", set: "solid", theme: "green"}, {game: "chess", set: "letters", theme: "blue"}, {game: "chess", theme: "print"}, {game: "fairy", theme: "dark"},
	{game: "blackhole", theme: "plain"}, {game: "crazyhouse", fen: "r1b1k2r/pp3ppp/2n2n2/2bp4/8/2N1PN2/PPP2PPP/R1BQKB1R[QPpn] w KQkq - 0 8"},
	{game: "horde"}, {game: "baseline"}, {game: "capablanca"}, {game: "seirawan"}, {game: "grasshopper"}, {game: "spartan"}, {game: "wolf"}, {game: "omicron"},
	{game: "duck", fen: "rnbqkbnr/pppp1ppp/8/4p3/3*P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"},
	{game: "petrified", fen: "rnbqkbnr/ppp2ppp/8/3*4/3*p3/8/PPP2PPP/RNBQKBNR w KQkq - 0 4"},
	{game: "amazons", fen: "3q2q3/10/4*5/q8q/3*6/10/Q2*5Q/10/10/3Q2Q3 w - - 0 4"}, {game: "isolation"}, {game: "courier"}, {game: "shatranj"},
	{game: "makruk"}, {game: "makruk", set: "standard"}, {game: "sittuyin"}, {game: "shogi"}, {game: "shogi", set: "symbols"},
	{game: "shogi", theme: "print", fen: "k8/9/3+P+R1+N2/9/3+B1+L3/9/5+S3/9/4K4[GSPPgnp] w - - 0 40"}, {game: "minishogi"}, {game: "torishogi"}, {game: "kyotoshogi"}, {game: "dobutsu"},
	{game: "xiangqi"}, {game: "xiangqi", set: "symbols"}, {game: "xiangqi", theme: "print"}, {game: "minixiangqi"}, {game: "janggi"}, {game: "janggi", set: "symbols"},
	{game: "flipello"}, {game: "ataxx"}, {game: "clobber"}, {game: "breakthrough"}, {game: "cube4"},
}

// drawBoards writes a picture of each board, and one of all.
func drawBoards(out string) error {
	const width, gap = 2400, 16
	sheet := image.NewRGBA(image.Rect(0, 0, width, 12000))
	draw.Draw(sheet, sheet.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	at, below := image.Pt(gap, gap), 0
	for i, b := range boards {
		img, err := drawBoard(out, i, b.game, b.set, b.theme, b.fen)
		if err != nil {
			return fmt.Errorf("%s: %w", b.game, err)
		}
		if at.X+img.Bounds().Dx() > width {
			at, below = image.Pt(gap, below+gap), 0
		}
		draw.Draw(sheet, img.Bounds().Add(at), img, image.Point{}, draw.Src)
		below = max(below, at.Y+img.Bounds().Dy())
		at.X += img.Bounds().Dx() + gap
	}
	return write(filepath.Join(out, "boards.png"), sheet.SubImage(image.Rect(0, 0, width, below+gap)))
}

func drawBoard(out string, i int, name, set, theme, fen string) (image.Image, error) {
	rules, err := variants.Open(name)
	if err != nil {
		return nil, err
	}
	pos := rules.Start()
	if fen != "" {
		if pos, err = rules.ParsePosition(fen); err != nil {
			return nil, err
		}
	}
	scene := picture.FromPosition(pos)
	scene.Size = 34
	scene.Set = set
	if scene.Theme, err = picture.ThemeIn(scene.Style, theme); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := scene.WritePNG(&b); err != nil {
		return nil, err
	}
	file := strings.Trim(fmt.Sprintf("board-%02d-%s-%s-%s", i+1, name, set, theme), "-")
	if err := safefile.WriteFile(filepath.Join(out, strings.ReplaceAll(file, "--", "-")+".png"), b.Bytes()); err != nil {
		return nil, err
	}
	return png.Decode(&b)
}

func write(file string, img image.Image) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer f.Close()
	return png.Encode(f, img)
}
