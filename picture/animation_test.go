package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"io"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/variants"
)

// film returns the animation of a random game, in which pieces come to hand.
func film(t *testing.T, variant, theme string, moves int) Animation {
	t.Helper()
	pos := variants.MustOpen(variant).Start()
	a := Animation{Delay: 500 * time.Millisecond}
	chance := rand.New(rand.NewPCG(1, 2))
	var last []game.Square
	for range moves + 1 {
		s := FromPosition(pos)
		s.Size, s.Theme, s.Last, s.Names = 20, themes[theme], last, [2]string{"Анна Müller", "Ł. Ø’Neill"}
		a.Scenes = append(a.Scenes, s)
		list := pos.Moves()
		if len(list) == 0 {
			break
		}
		m := list[chance.IntN(len(list))]
		last = nil
		for _, step := range screen.Of(pos).Steps(m) {
			if step.Kind == screen.StepFrom || step.Kind == screen.StepTo {
				last = append(last, step.Square)
			}
		}
		pos = pos.Play(m)
	}
	return a
}

// still returns one scene of an animation as a separate picture.
func (a Animation) still(t *testing.T, i int) *image.RGBA {
	t.Helper()
	scenes, _, err := a.prepared()
	if err != nil {
		t.Fatal(err)
	}
	f, layers, err := scenes[i].draw()
	if err != nil {
		t.Fatal(err)
	}
	return raster(f, layers).image
}

var films = []struct{ variant, theme string }{
	{"chess", "wood"}, {"crazyhouse", "dark"}, {"fibonacci+blackhole", "green"}, {"shogi", "kaya"}, {"xiangqi", "paper"}, {"cube3", "blue"}, {"duck", "print"},
}

// Every frame of a GIF is the picture of its position, except for small differences in colour; the
// colours of large areas are exact.
func TestGIF(t *testing.T) {
	for _, f := range films {
		a := film(t, f.variant, f.theme, 12)
		var b bytes.Buffer
		if err := a.WriteGIF(&b); err != nil {
			t.Fatal(err)
		}
		g, err := gif.DecodeAll(&b)
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Image) != len(a.Scenes) || g.Delay[0] != 50 || g.Delay[len(g.Delay)-1] != 300 || g.LoopCount != 0 {
			t.Errorf("%s: %d frames of %d, delays %v", f.variant, len(g.Image), len(a.Scenes), g.Delay)
		}
		seen := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
		for i, m := range g.Image {
			draw.Draw(seen, m.Rect, m, m.Rect.Min, draw.Over)
			want := a.still(t, i)
			if seen.Rect != want.Rect {
				t.Fatalf("%s: %v, not %v", f.variant, seen.Rect, want.Rect)
			}
			exact, far := 0, 0
			for p := 0; p < len(want.Pix); p += 4 {
				d := max(apart(seen.Pix[p], want.Pix[p]), apart(seen.Pix[p+1], want.Pix[p+1]), apart(seen.Pix[p+2], want.Pix[p+2]))
				if d == 0 {
					exact++
				} else if d > 24 {
					far++
				}
			}
			if pixels := len(want.Pix) / 4; exact < pixels*85/100 || far > pixels/500 {
				t.Errorf("%s, frame %d: %d of %d pixels are exact, %d are far", f.variant, i, exact, pixels, far)
			}
		}
		theme := themes[f.theme]
		for _, c := range []color.RGBA{theme.Light, theme.Background, theme.White.Body} {
			if g.Image[0].Palette.Convert(c) != color.Color(c) {
				t.Errorf("%s: the palette lacks %v", f.variant, c)
			}
		}
	}
}

func apart(a, b uint8) int { return max(int(a), int(b)) - min(int(a), int(b)) }

var (
	keyframes = regexp.MustCompile(`@keyframes (t\d+)\{((?:[\d.]+%\{visibility:\w+\})+)\}`)
	keyframe  = regexp.MustCompile(`([\d.]+)%\{visibility:(\w+)\}`)
	ofClass   = regexp.MustCompile(` class="(t\d+)"`)
	styles1   = regexp.MustCompile(`(?s)<style>.*</style>\n`)
)

// at returns an animated SVG as it looks at a certain time, without its style.
func at(t *testing.T, text string, percent float64) string {
	t.Helper()
	hidden := map[string]bool{}
	for _, k := range keyframes.FindAllStringSubmatch(text, -1) {
		for i, f := range keyframe.FindAllStringSubmatch(k[2], -1) {
			from, err := strconv.ParseFloat(f[1], 64)
			if err != nil || i == 0 && from != 0 {
				t.Fatalf("%q: %v", k[0], err)
			}
			if from <= percent {
				hidden[k[1]] = f[2] == "hidden"
			}
		}
	}
	var out strings.Builder
	for line := range strings.Lines(styles1.ReplaceAllString(text, "")) {
		if m := ofClass.FindStringSubmatch(line); m == nil {
			out.WriteString(line)
		} else if !hidden[m[1]] {
			out.WriteString(strings.Replace(line, m[0], "", 1))
		}
	}
	return out.String()
}

// At each time an animated SVG shows the picture of its position, pixel by pixel; with reduced
// motion it shows the last one.
func TestAnimatedSVG(t *testing.T) {
	for _, f := range films {
		a := film(t, f.variant, f.theme, 12)
		var b bytes.Buffer
		if err := a.WriteSVG(&b); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(b.String(), "http://") && strings.Count(b.String(), "http") != 1 || strings.Contains(b.String(), "<text") {
			t.Errorf("%s: it refers to an external resource", f.variant)
		}
		n := len(a.Scenes)
		total := float64(n-1)*.5 + 3
		for i := range n {
			got, want := paintSVG(t, []byte(at(t, b.String(), 100*(float64(i)*.5+.25)/total))), a.still(t, i)
			if d := difference(got, want); d > 0.01 {
				t.Errorf("%s, position %d: differs by %.3f", f.variant, i, d)
			}
		}
		for _, m := range regexp.MustCompile(`\n\.(t\d+)\{visibility:(\w+)\}`).FindAllStringSubmatch(b.String(), -1) {
			k := regexp.MustCompile(`@keyframes ` + m[1] + `\{.*visibility:(\w+)\}\}`).FindStringSubmatch(b.String())
			if k == nil || k[1] != m[2] {
				t.Errorf("%s: %s stands still %s, and ends %q", f.variant, m[1], m[2], k)
			}
		}
	}
}

// A long name is cut at the end of the board; letters of several scripts have outlines.
func TestNames(t *testing.T) {
	short, long := inFont("Анна Müller", point{0, 0}, 40, 500), inFont(strings.Repeat("Wide name ", 30), point{0, 0}, 40, 500)
	if len(short.segments) < 100 {
		t.Errorf("%d segments", len(short.segments))
	}
	for _, chain := range long.flatten() {
		for _, p := range chain {
			if p.x > 500 {
				t.Fatalf("it continues to %.0f", p.x)
			}
		}
	}
	if a, b := inFont("a", point{}, 40, 500), inFont("ä", point{}, 40, 500); len(b.segments) <= len(a.segments) {
		t.Error("an accent is lost")
	}
}

// An animation that is no longer wanted is not drawn to its end.
func TestStoppedAnimation(t *testing.T) {
	left := 0
	a := film(t, "chess", "", 12)
	a.Stop = func() error {
		if left--; left < 0 {
			return io.ErrClosedPipe
		}
		return nil
	}
	for kind, write := range map[string]func(io.Writer) error{"gif": a.WriteGIF, "svg": a.WriteSVG} {
		for _, left = range []int{0, 5} {
			var b bytes.Buffer
			if err := write(&b); err != io.ErrClosedPipe || left != -1 || b.Len() > 0 {
				t.Errorf("%s: %v, %d bytes, drawn %d times too often", kind, err, b.Len(), -1-left)
			}
		}
	}
}

func TestAnimationErrors(t *testing.T) {
	one := FromPosition(variants.MustOpen("chess").Start())
	for want, a := range map[string]Animation{
		"an animation of 0 positions":    {},
		"an animation of 2001 positions": {Scenes: make([]Scene, MaxScenes+1)},
		"must be shown for":              {Scenes: []Scene{one}, Delay: time.Millisecond},
		"must have the same board":       {Scenes: []Scene{one, FromPosition(variants.MustOpen("cube3").Start())}},
		"a square of -1":                 {Scenes: []Scene{{Board: one.Board, Size: -1}}},
	} {
		var b bytes.Buffer
		for kind, err := range map[string]error{"gif": a.WriteGIF(&b), "svg": a.WriteSVG(&b)} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, not %q", kind, err, want)
			}
		}
	}
	large := Animation{}
	for range 1000 {
		s := one
		s.Size = 200
		large.Scenes = append(large.Scenes, s)
	}
	if err := large.WriteGIF(&bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "choose a smaller size") {
		t.Errorf("%s: %v", fmt.Sprint(len(large.Scenes)), err)
	}
}
