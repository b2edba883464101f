package engine

import (
	"bytes"
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"strings"
	"sync"

	"github.com/heterodox-chess/heterodox/chess"
)

// The networks lie in files that heterodox tune writes: lines of text that
// begin with "# " and tell their origin, the first with the shape and the
// fingerprint of the weights they were fitted on top of; an empty line; and
// the numbers of the Network in order, little-endian. Networks that know nothing of
// hands are without the inputs for these.
//
//go:embed nets/*.net
var netFiles embed.FS

// NetMark begins every file of a network.
const NetMark = "# heterodox net 1 "

// netForm is the first line of a network's file.
const netForm = NetMark + "inputs=%d hidden=%d buckets=%d weights=%016x"

// Encode returns the network as a file, fitted on top of the weights with a
// fingerprint. The origin is a text of some lines.
func (n *Network) Encode(fingerprint uint64, origin string) []byte {
	var file bytes.Buffer
	inputs := NetInputs
	if [NetInputs - netOnBoard][NetHidden]int16(n.Inputs[netOnBoard:]) == ([NetInputs - netOnBoard][NetHidden]int16{}) {
		inputs = netOnBoard
	}
	fmt.Fprintf(&file, netForm+"\n", inputs, NetHidden, NetBuckets, fingerprint)
	for line := range strings.Lines(origin) {
		fmt.Fprintln(&file, "# "+strings.TrimSuffix(line, "\n"))
	}
	fmt.Fprintln(&file)
	for _, part := range n.parts(inputs) {
		if err := binary.Write(&file, binary.LittleEndian, part); err != nil {
			panic(err) // all of it has a fixed size
		}
	}
	return file.Bytes()
}

// parts returns the numbers of the network with so many inputs in the order of its file.
func (n *Network) parts(inputs int) []any {
	return []any{n.Inputs[:inputs], &n.Biases, &n.Outputs, &n.OutputBiases}
}

// DecodeNetwork reads what Encode has written, and returns the fingerprint of
// the weights with it.
func DecodeNetwork(file []byte) (*Network, uint64, error) {
	head, body, found := bytes.Cut(file, []byte("\n\n"))
	first, _, _ := strings.Cut(string(head), "\n")
	var inputs, hidden, buckets int
	var fingerprint uint64
	if _, err := fmt.Sscanf(first, netForm, &inputs, &hidden, &buckets, &fingerprint); err != nil || !found {
		return nil, 0, errors.New("not a network of heterodox tune")
	}
	if inputs != NetInputs && inputs != netOnBoard || hidden != NetHidden || buckets != NetBuckets {
		return nil, 0, fmt.Errorf("a network of %d inputs, %d hidden and %d outputs, not of %d, %d and %d",
			inputs, hidden, buckets, NetInputs, NetHidden, NetBuckets)
	}
	n := new(Network)
	want := 0
	for _, part := range n.parts(inputs) {
		want += binary.Size(part)
	}
	if len(body) != want {
		return nil, 0, fmt.Errorf("%d bytes of numbers, not %d", len(body), want)
	}
	numbers := bytes.NewReader(body)
	for _, part := range n.parts(inputs) {
		if err := binary.Read(numbers, binary.LittleEndian, part); err != nil {
			return nil, 0, err
		}
	}
	for bucket := range n.Outputs {
		for side := range n.Outputs[bucket] {
			for _, w := range n.Outputs[bucket][side] {
				if w > NetLimit || w < -NetLimit {
					return nil, 0, fmt.Errorf("an output weight of %d", w)
				}
			}
		}
	}
	return n, fingerprint, nil
}

// Fingerprint returns a number that tells the weights in force for a game from
// others: a network is of use with those it was fitted on top of.
func Fingerprint(r *chess.Ruleset) uint64 {
	h := fnv.New64a()
	for i, w := range weightsOf(r) {
		if i < wGoals || w != (pair{}) { // of what came later, only what a game has
			fmt.Fprintf(h, "%d %d\n", w.mg, w.eg)
		}
	}
	return h.Sum64()
}

// networks holds those that have been read, by name; nil for none.
var networks sync.Map

// networkNamed returns the network in the file of a name, nil if there is none.
func networkNamed(name string) *Network {
	if known, ok := networks.Load(name); ok {
		return known.(*Network)
	}
	var n *Network
	if file, err := netFiles.ReadFile("nets/" + name + ".net"); err == nil {
		if n, _, err = DecodeNetwork(file); err != nil {
			panic(fmt.Sprintf("network of %s: %v", name, err)) // it is part of the program
		}
	}
	known, _ := networks.LoadOrStore(name, n)
	return known.(*Network)
}
