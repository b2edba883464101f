package picture

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"
)

// A cel is a layer, or one shape of it, that is shown in some scenes of an animation.
type cel struct {
	layer layer
	shown []bool // by scene
}

// WriteSVG writes the animation as a self-contained animated SVG document. Elements shared by
// several scenes are written once. Viewers who prefer reduced motion see the last scene.
func (a Animation) WriteSVG(w io.Writer) error {
	scenes, delays, err := a.prepared()
	if err != nil {
		return err
	}
	var f frame
	var all []layer
	var cels []*cel
	known := map[string]*cel{}
	for i, s := range scenes {
		frame, layers, err := s.draw()
		if err != nil {
			return err
		}
		if i == 0 {
			f = frame
		}
		all = append(all, layers...)
		cels = merge(cels, known, layers, i, len(scenes))
	}
	var b bytes.Buffer
	f.open(&b)
	ids := define(&b, all)
	classes := map[string]string{} // by the scenes in which they are shown
	var bodies bytes.Buffer
	f.paint(&bodies)
	for _, p := range cels {
		p.layer.write(&bodies, ids, p.class(&b, classes, delays))
		bodies.WriteString("\n")
	}
	if len(classes) > 0 {
		b.WriteString("</style>\n")
	}
	bodies.WriteString("</svg>\n")
	b.Write(bodies.Bytes())
	_, err = w.Write(b.Bytes())
	return err
}

// merge adds the elements of a scene to the cels of the previous ones: a new element comes
// after those below it in this scene.
func merge(cels []*cel, known map[string]*cel, layers []layer, scene, scenes int) []*cel {
	at, seen := -1, map[string]int{}
	for _, l := range layers {
		single := []layer{l}
		if l.key == "" {
			single = nil
			for _, s := range l.shapes {
				single = append(single, layer{at: l.at, shapes: []shape{s}})
			}
		}
		for _, l := range single {
			var b bytes.Buffer
			ids := map[string]string{}
			if l.key != "" {
				ids[l.key] = l.key
			}
			l.write(&b, ids, "")
			name := b.String()
			seen[name]++
			name += "#" + strconv.Itoa(seen[name])
			p := known[name]
			if p == nil {
				p = &cel{l, make([]bool, scenes)}
				known[name] = p
				at++
				cels = slices.Insert(cels, at, p)
			} else {
				at = max(at, slices.Index(cels, p))
			}
			p.shown[scene] = true
		}
	}
	return cels
}

// class returns the class attribute of a cel that is not always shown, and writes the style
// that shows and hides it.
func (p *cel) class(b *bytes.Buffer, classes map[string]string, delays []time.Duration) string {
	if !slices.Contains(p.shown, false) {
		return ""
	}
	when := fmt.Sprint(p.shown)
	if name, ok := classes[when]; ok {
		return fmt.Sprintf(` class="%s"`, name)
	}
	var total, at time.Duration
	for _, d := range delays {
		total += d
	}
	if len(classes) == 0 {
		b.WriteString("<style>\n")
	}
	name := "t" + strconv.Itoa(len(classes))
	classes[when] = name
	state := map[bool]string{true: "visible", false: "hidden"}
	fmt.Fprintf(b, ".%s{visibility:%s}", name, state[p.shown[len(p.shown)-1]])
	fmt.Fprintf(b, "@media (prefers-reduced-motion:no-preference){.%s{animation:%s %ss step-end infinite}}@keyframes %s{", name, name, number(total.Seconds()), name)
	for i, shown := range p.shown {
		if i == 0 || shown != p.shown[i-1] {
			fmt.Fprintf(b, "%s%%{visibility:%s}", strconv.FormatFloat(100*float64(at)/float64(total), 'f', 4, 64), state[shown])
		}
		at += delays[i]
	}
	b.WriteString("}\n")
	return fmt.Sprintf(` class="%s"`, name)
}
