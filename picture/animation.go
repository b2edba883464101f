package picture

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"maps"
	"slices"
	"time"
)

// An Animation shows scenes of one board in sequence, repeating endlessly.
type Animation struct {
	Scenes []Scene
	// Each scene is shown for Delay, the last one for End; 0 means 1 s and 3 s.
	Delay, End time.Duration
	// Stop, if not nil, is called before each scene is drawn; its error ends the work.
	Stop func() error
}

// MaxScenes is the limit on scenes, and maxFramePixels on the pixels of all pictures together.
const (
	MaxScenes      = 2000
	maxFramePixels = 1_500_000_000
)

// MinDelay and MaxDelay are the limits on how long a scene is shown.
const (
	MinDelay = 50 * time.Millisecond
	MaxDelay = time.Minute
)

// prepared returns the scenes with room for the largest hands, and how long each is shown.
func (a Animation) prepared() (scenes []Scene, delays []time.Duration, err error) {
	if len(a.Scenes) == 0 || len(a.Scenes) > MaxScenes {
		return nil, nil, fmt.Errorf("picture: an animation of %d positions; expected 1 to %d", len(a.Scenes), MaxScenes)
	}
	delay, end := cmp.Or(a.Delay, time.Second), cmp.Or(a.End, 3*time.Second)
	if min(delay, end) < MinDelay || max(delay, end) > MaxDelay {
		return nil, nil, fmt.Errorf("picture: a position must be shown for %v to %v", MinDelay, MaxDelay)
	}
	var room [2]int
	for _, s := range a.Scenes {
		if s.Board.Files != a.Scenes[0].Board.Files || s.Board.Ranks != a.Scenes[0].Board.Ranks || s.Board.Levels != a.Scenes[0].Board.Levels {
			return nil, nil, errors.New("picture: the positions of an animation must have the same board")
		}
		for c := range room {
			room[c] = max(room[c], len(s.Hands[c]))
		}
	}
	for _, s := range a.Scenes {
		s.room, s.stop = room, a.Stop
		scenes, delays = append(scenes, s), append(delays, delay)
	}
	delays[len(delays)-1] = end
	return scenes, delays, nil
}

// WriteGIF writes the animation as a GIF. Its palette has the exact colours of large areas.
func (a Animation) WriteGIF(w io.Writer) error {
	scenes, delays, err := a.prepared()
	if err != nil {
		return err
	}
	f, _, err := scenes[0].draw()
	if err != nil {
		return err
	}
	width, height := f.pixels()
	if width*height*len(scenes) > maxFramePixels {
		return fmt.Errorf("picture: %d positions of %d by %d pixels are too many; choose a smaller size", len(scenes), width, height)
	}
	table, err := paletteOf(scenes)
	if err != nil {
		return err
	}
	out := &gif.GIF{Config: image.Config{ColorModel: table.colors, Width: width, Height: height}}
	canvas := newCanvas(width, height)
	var before []uint8
	for i, s := range scenes {
		f, layers, err := s.draw()
		if err != nil {
			return err
		}
		canvas.clear(f)
		canvas.paint(layers, scaled(f.unit))
		now := table.indices(canvas.image)
		out.Image = append(out.Image, changes(before, now, canvas.image.Rect, table.colors))
		out.Delay = append(out.Delay, int(delays[i]/(10*time.Millisecond)))
		out.Disposal = append(out.Disposal, gif.DisposalNone)
		before = now
	}
	return gif.EncodeAll(w, out)
}

// changes returns the part of a picture that differs from the previous one, as a picture of the
// smallest rectangle, in which unchanged pixels are transparent.
func changes(before, now []uint8, all image.Rectangle, colors color.Palette) *image.Paletted {
	if before == nil {
		return &image.Paletted{Pix: now, Stride: all.Dx(), Rect: all, Palette: colors}
	}
	box := image.Rectangle{}
	for i := range now {
		if now[i] != before[i] {
			x, y := i%all.Dx(), i/all.Dx()
			box = box.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	if box.Empty() {
		box = image.Rect(0, 0, 1, 1) // a GIF cannot contain an empty picture
	}
	m := image.NewPaletted(box, colors)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if i := y*all.Dx() + x; now[i] != before[i] {
				m.Pix[m.PixOffset(x, y)] = now[i]
			}
		}
	}
	return m
}

// A colorTable maps colours to those of a palette, the first of which is transparent.
type colorTable struct {
	colors color.Palette
	known  map[color.RGBA]uint8
}

// sampled is the approximate number of scenes that a palette is made from.
const sampled = 40

// paletteOf chooses the colours of an animation: first those of large areas, then the others in
// order of frequency, starting with those far from the colours already chosen.
func paletteOf(scenes []Scene) (*colorTable, error) {
	counts := map[color.RGBA]int{}
	pixels := 0
	for i, s := range scenes {
		if i%((len(scenes)+sampled-1)/sampled) != 0 && i != len(scenes)-1 && len(s.Check) == 0 {
			continue
		}
		if pixels > 60_000_000 { // if there are very many checks
			break
		}
		f, layers, err := s.draw()
		if err != nil {
			return nil, err
		}
		m := raster(f, layers).image
		pixels += len(m.Pix) / 4
		for j := 0; j < len(m.Pix); j += 4 {
			counts[color.RGBA{m.Pix[j], m.Pix[j+1], m.Pix[j+2], m.Pix[j+3]}]++
		}
	}
	order := slices.SortedFunc(maps.Keys(counts), func(a, b color.RGBA) int {
		return cmp.Or(counts[b]-counts[a], int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B), int(a.A)-int(b.A))
	})
	t := &colorTable{color.Palette{color.RGBA{}}, map[color.RGBA]uint8{}}
	for _, far := range []int{0, 1200, 300, 75, 12, 1} {
		for _, c := range order {
			if len(t.colors) == 256 || far == 0 && (counts[c] < pixels/2000 || len(t.colors) > 64) {
				break
			}
			if t.distance(c) >= max(far, 1) {
				t.colors = append(t.colors, c)
			}
		}
	}
	return t, nil
}

// distance returns how far a colour is from the nearest one of the palette.
func (t *colorTable) distance(c color.RGBA) int {
	_, d := t.nearest(c)
	return d
}

func (t *colorTable) nearest(c color.RGBA) (at uint8, distance int) {
	distance = 1 << 30
	for i, p := range t.colors[1:] {
		o := p.(color.RGBA)
		r, g, b := int(c.R)-int(o.R), int(c.G)-int(o.G), int(c.B)-int(o.B)
		if d := 3*r*r + 4*g*g + 2*b*b; d < distance {
			at, distance = uint8(i+1), d
		}
	}
	return at, distance
}

// indices returns the palette indices of a picture's pixels.
func (t *colorTable) indices(m *image.RGBA) []uint8 {
	out := make([]uint8, len(m.Pix)/4)
	for i := range out {
		c := color.RGBA{m.Pix[4*i], m.Pix[4*i+1], m.Pix[4*i+2], m.Pix[4*i+3]}
		at, ok := t.known[c]
		if !ok {
			at, _ = t.nearest(c)
			t.known[c] = at
		}
		out[i] = at
	}
	return out
}
