package picture

// letterPaths are the letters, digits and signs used in pictures, drawn as lines on a
// plane 10 high (with the baseline at 10) and letterWidth wide.
var letterPaths = map[rune]string{
	'A': "M0 10L3.5 0L7 10M1.2 6.6H5.8", 'B': "M0 0V10H3.5C8 10 8 5 3.5 5H0M0 0H3C7 0 7 5 3 5",
	'C': "M6.5 2C4.5-1 0-.5 0 5C0 10.5 4.5 11 6.5 8", 'D': "M0 0V10H2.5C8.5 10 8.5 0 2.5 0Z",
	'E': "M6 0H0V10H6M0 5H5", 'F': "M6 0H0V10M0 5H5", 'G': "M6.5 2C4.5-1 0-.5 0 5C0 11 5 11 6.5 8V5.5H4",
	'H': "M0 0V10M6.5 0V10M0 5H6.5", 'I': "M3.5 0V10M1.5 0H5.5M1.5 10H5.5", 'J': "M5.5 0V7C5.5 11 0 11 0 7.5",
	'K': "M0 0V10M6 0L0 6M2.4 3.8L6.5 10", 'L': "M0 0V10H5.5", 'M': "M0 10V0L3.5 6L7 0V10", 'N': "M0 10V0L6.5 10V0",
	'O': "M3.5 0C-1 0-1 10 3.5 10C8 10 8 0 3.5 0Z", 'P': "M0 10V0H3.5C8 0 8 5.5 3.5 5.5H0",
	'Q': "M3.5 0C-1 0-1 10 3.5 10C8 10 8 0 3.5 0ZM4 7L7 10.5", 'R': "M0 10V0H3.5C8 0 8 5 3.5 5H0M3.5 5L7 10",
	'S': "M6 1.8C5-.8.3-.6.3 2.5C.3 5.7 6.5 4.3 6.5 7.5C6.5 10.8 1 10.8 0 8", 'T': "M0 0H7M3.5 0V10",
	'U': "M0 0V6.5C0 11 6.5 11 6.5 6.5V0", 'V': "M0 0L3.5 10L7 0", 'W': "M0 0L1.8 10L3.5 3.5L5.2 10L7 0",
	'X': "M.5 0L6.5 10M6.5 0L.5 10", 'Y': "M0 0L3.5 5L7 0M3.5 5V10", 'Z': "M.5 0H6.5L.5 10H6.5",
	'a': "M5.5 4V10M5.5 6C4-.0-.5 4 .5 8C1.5 11 5 10.500 5.500 7.500", 'b': "M.5 0V10M.5 6C2 2.500 6.500 3.500 6 7C5.500 10.800 2 10.500 .5 8",
	'c': "M5.500 5C3.500 2.500 .2 4 .4 7C.6 10.500 4 11 5.500 9", 'd': "M5.500 0V10M5.500 6C4 2.500-.5 3.500 0 7C.5 10.800 4 10.500 5.500 8",
	'e': "M.3 7H5.700C5.700 2.800 .3 2.800 .3 7C.3 10.500 4 11 5.400 9", 'f': "M5 .6C3.500-.4 2.200 .4 2.200 2V10M.5 4H4.500",
	'g': "M5.500 4V10.500C5.500 13.500 1.500 13.500 .6 11.800M5.500 6C4 2.500-.5 3.500 0 6.800C.5 10 4 10 5.500 8", 'h': "M.5 0V10M.5 6C2 3 5.500 3 5.500 6.500V10",
	'i': "M3 4V10M3 1V1.100", 'j': "M3.500 4V11C3.500 13 2 13.300 .8 12.600M3.500 1V1.100",
	'k': "M.5 0V10M5 4L.5 7.500M2.200 6.200L5.500 10", 'l': "M3 0V10", 'm': "M0 4V10M0 6C.8 3.300 3.500 3.300 3.500 6V10M3.500 6C4.300 3.300 7 3.300 7 6V10",
	'n': "M.5 4V10M.5 6C2 3 5.500 3 5.500 6.500V10", 'o': "M3 4C-.8 4-.8 10 3 10C6.800 10 6.800 4 3 4Z", 'p': "M.5 4V13M.5 6C2 2.500 6.500 3.500 6 7C5.500 10.800 2 10.500 .5 8",
	'0': "M3.500 0C-.5 0-.5 10 3.500 10C7.500 10 7.500 0 3.500 0Z", '1': "M1.500 2L4 0V10", '2': "M.5 2.500C.5-1 6-.7 6 2.700C6 5 2 7 .3 10H6.300",
	'3': "M.5 1.500C2-.8 6-.3 6 2.500C6 4.500 4 4.900 2.500 4.900C4.500 4.900 6.500 5.500 6.500 7.500C6.500 10.800 1.500 10.800 .3 8.500",
	'4': "M4.800 10V0L.2 7H6.700", '5': "M5.800 0H1.200L.8 4.500C3 3.200 6.500 4 6.500 7C6.500 10.800 1.500 10.800 .3 8.500",
	'6': "M5.500 .5C2-.5 .3 3.500 .3 6.500C.3 11 6.500 11 6.500 7C6.500 3.500 1.500 3.500 .4 6.500", '7': "M.3 0H6.500L2.500 10",
	'8': "M3.500 0C-.3 0-.3 4.800 3.500 4.800C7.300 4.800 7.300 0 3.500 0ZM3.500 4.800C-1 4.800-1 10 3.500 10C8 10 8 4.800 3.500 4.800Z",
	'9': "M1.500 9.500C5 10.500 6.700 6.500 6.700 3.500C6.700-1 .5-1 .5 3C.5 6.500 5.500 6.500 6.600 3.500",
	'+': "M3.500 2V8M.5 5H6.500", '-': "M.5 5H6.500", '?': "M.5 2.500C.5-.8 6-.8 6 2.500C6 5 3.300 4.800 3.300 7M3.300 9.900V10",
	'q': "M5.500 4V13M5.500 6C4 2.500-.5 3.500 0 7C.5 10.800 4 10.500 5.500 8", 'r': "M.5 4V10M.5 6.500C1.500 4 3.500 3.500 5 4.500",
	's': "M5 5C4 3.500 .8 3.600 .8 5.500C.8 7.500 5.300 6.600 5.300 8.500C5.300 10.500 1.500 10.500 .3 9", 't': "M2.500 1.500V8.500C2.500 10.200 4 10.300 5 9.600M.8 4H4.600",
	'u': "M.5 4V7.500C.5 11 4 10.500 5.500 8M5.500 4V10", 'v': "M.3 4L3 10L5.700 4", 'w': "M0 4L1.700 10L3.500 5L5.300 10L7 4",
	'y': "M.3 4L3 10M5.700 4L3 10C2.200 12.500 1.500 13 .3 12.800", 'z': "M.5 4H5.300L.5 10H5.300", ',': "M3 9.500L2.500 11.800", ':': "M3 5V5.200M3 9.700V10", ' ': "M0 0",
	'x': "M.5 4L5.500 10M5.500 4L.5 10", '*': "M3.500 2V8M.9 3.500L6.100 6.500M6.100 3.500L.9 6.500", '\'': "M3.500 0V2.500", '~': "M0 5.500C1.500 3 3 4 3.500 5C4 6 5.500 7 7 4.500",
}

const (
	letterHeight = 10
	letterWidth  = 7
	letterPitch  = 9.5 // from one letter to the next
)

// letterShapes are the letters as paths, made once.
var letterShapes = func() map[rune]Path {
	all := make(map[rune]Path, len(letterPaths))
	for r, text := range letterPaths {
		all[r] = mustPath(text)
	}
	return all
}()

// textWidth returns the width of a text with letters of the given height.
func textWidth(text string, height float64) float64 {
	return height / letterHeight * (float64(len([]rune(text))-1)*letterPitch + letterWidth)
}

// written returns a text as one path of lines, centred at a point, with letters of
// the given height. Characters that have no drawing are written as "?".
func written(text string, middle point, height float64) Path {
	k := height / letterHeight
	x := middle.x - textWidth(text, height)/2
	var out Path
	for _, r := range text {
		p, ok := letterShapes[r]
		if !ok {
			p = letterShapes['?']
		}
		out.segments = append(out.segments, p.through(scaled(k).then(moved(x, middle.y-height/2))).segments...)
		x += k * letterPitch
	}
	return out
}
