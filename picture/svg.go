package picture

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"
)

// A frame is the sheet on which layers are drawn.
type frame struct {
	width, height float64 // in units of the layers
	unit          float64 // pixels per unit
	background    color.Color
	title, text   string
}

// pixels returns the size of the picture.
func (f frame) pixels() (width, height int) {
	return int(math.Ceil(f.width*f.unit - 1e-9)), int(math.Ceil(f.height*f.unit - 1e-9))
}

// writeSVG writes layers as an SVG document. Layers with a key are defined once
// and used by reference.
func writeSVG(w io.Writer, f frame, layers []layer) error {
	var b bytes.Buffer
	f.open(&b)
	ids := define(&b, layers)
	f.paint(&b)
	for _, l := range layers {
		l.write(&b, ids, "")
		b.WriteString("\n")
	}
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// open begins a document with its title and description.
func (f frame) open(b *bytes.Buffer) {
	width, height := f.pixels()
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %s %s" role="img">`+"\n",
		width, height, number(float64(width)/f.unit), number(float64(height)/f.unit))
	element := func(name, text string) {
		if text != "" {
			fmt.Fprintf(b, "<%s>", name)
			xml.EscapeText(b, []byte(text))
			fmt.Fprintf(b, "</%s>\n", name)
		}
	}
	element("title", f.title)
	element("desc", f.text)
}

// paint writes the background.
func (f frame) paint(b *bytes.Buffer) {
	if f.background != nil {
		width, height := f.pixels()
		fmt.Fprintf(b, `<path d="M0 0H%sV%sH0Z"%s/>`+"\n", number(float64(width)/f.unit), number(float64(height)/f.unit), paint("fill", f.background))
	}
}

// define writes the definitions of layers with a key and returns their ids.
func define(b *bytes.Buffer, layers []layer) (ids map[string]string) {
	ids = map[string]string{}
	for _, l := range layers {
		if _, known := ids[l.key]; l.key == "" || known {
			continue
		}
		if len(ids) == 0 {
			b.WriteString("<defs>\n")
		}
		id := "p" + strconv.Itoa(len(ids))
		ids[l.key] = id
		fmt.Fprintf(b, `<g id="%s">`, id)
		writeShapes(b, l.shapes)
		b.WriteString("</g>\n")
	}
	if len(ids) > 0 {
		b.WriteString("</defs>\n")
	}
	return ids
}

// write writes a layer with further attributes, which begin with a blank.
func (l layer) write(b *bytes.Buffer, ids map[string]string, attributes string) {
	if l.at != identity {
		t := l.at
		attributes = fmt.Sprintf(` transform="matrix(%s %s %s %s %s %s)"`, number(t[0]), number(t[1]), number(t[2]), number(t[3]), number(t[4]), number(t[5])) + attributes
	}
	if id, ok := ids[l.key]; ok {
		fmt.Fprintf(b, `<use href="#%s"%s/>`, id, attributes)
		return
	}
	if attributes != "" {
		fmt.Fprintf(b, "<g%s>", attributes)
	}
	writeShapes(b, l.shapes)
	if attributes != "" {
		b.WriteString("</g>")
	}
}

func writeShapes(b *bytes.Buffer, shapes []shape) {
	for _, s := range shapes {
		fmt.Fprintf(b, `<path d="%s"%s`, s.path, paint("fill", s.fill))
		if s.stroke != nil {
			fmt.Fprintf(b, `%s stroke-width="%s" stroke-linejoin="round" stroke-linecap="round"`, paint("stroke", s.stroke), number(s.width))
		}
		b.WriteString("/>")
	}
}

// paint returns the attributes of a colour.
func paint(attribute string, c color.Color) string {
	if c == nil {
		return " " + attribute + `="none"`
	}
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	text := fmt.Sprintf(` %s="#%02x%02x%02x"`, attribute, n.R, n.G, n.B)
	if n.A < 0xff {
		text += fmt.Sprintf(` %s-opacity="%s"`, attribute, number(float64(n.A)/255))
	}
	return text
}

// number writes a number with at most three decimals.
func number(v float64) string {
	return strconv.FormatFloat(math.Round(v*1000)/1000+0, 'f', -1, 64)
}
