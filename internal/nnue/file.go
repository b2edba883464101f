package nnue

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
)

// A file of a network holds lines of text that begin with "# " and tell its origin,
// the first with the shape and the fingerprint of the weights it was fitted on top of;
// an empty line; and, deflated, the numbers of the Network in order, little-endian.

// Mark begins every file of a network.
const Mark = "# heterodox net 2 "

// form is the first line of a network's file.
const form = Mark + "inputs=%d hidden=%d buckets=%d weights=%016x"

// Encode returns the network as a file, fitted on top of the weights with a
// fingerprint. The origin is a text of some lines.
func (n *Network) Encode(fingerprint uint64, origin string) []byte {
	var file bytes.Buffer
	fmt.Fprintf(&file, form+"\n", len(n.Inputs), Hidden, Buckets, fingerprint)
	for line := range strings.Lines(origin) {
		fmt.Fprintln(&file, "# "+strings.TrimSuffix(line, "\n"))
	}
	fmt.Fprintln(&file)
	numbers, err := flate.NewWriter(&file, flate.BestCompression)
	for _, part := range n.parts() {
		err = errors.Join(err, binary.Write(numbers, binary.LittleEndian, part))
	}
	if err := errors.Join(err, numbers.Close()); err != nil {
		panic(err) // all of it has a fixed size, and goes to memory
	}
	return file.Bytes()
}

// parts returns the numbers of the network in the order of its file.
func (n *Network) parts() []any {
	return []any{n.Inputs, &n.Biases, &n.Outputs, &n.OutputBiases}
}

// Decode reads what Encode has written, and returns the fingerprint of the weights
// with it.
func Decode(file []byte) (*Network, uint64, error) {
	head, body, found := bytes.Cut(file, []byte("\n\n"))
	first, _, _ := strings.Cut(string(head), "\n")
	var inputs, hidden, buckets int
	var fingerprint uint64
	if _, err := fmt.Sscanf(first, form, &inputs, &hidden, &buckets, &fingerprint); err != nil || !found {
		return nil, 0, errors.New("not a network of heterodox-lab tune")
	}
	if inputs < 1 || inputs > MaxInputs || hidden != Hidden || buckets != Buckets {
		return nil, 0, fmt.Errorf("a network of %d inputs, %d hidden and %d outputs, not of at most %d, %d and %d",
			inputs, hidden, buckets, MaxInputs, Hidden, Buckets)
	}
	n := New(inputs)
	packed := bytes.NewReader(body)
	numbers := bufio.NewReader(flate.NewReader(packed))
	for _, part := range n.parts() {
		if err := binary.Read(numbers, binary.LittleEndian, part); err != nil {
			return nil, 0, fmt.Errorf("the numbers of a network are damaged: %w", err)
		}
	}
	switch _, err := numbers.ReadByte(); {
	case err == nil || err == io.EOF && packed.Len() > 0:
		return nil, 0, errors.New("something follows the numbers of a network")
	case err != io.EOF:
		return nil, 0, fmt.Errorf("the numbers of a network are damaged: %w", err)
	}
	for bucket := range n.Outputs {
		for side := range n.Outputs[bucket] {
			for _, w := range n.Outputs[bucket][side] {
				if w > Limit || w < -Limit {
					return nil, 0, fmt.Errorf("an output weight of %d", w)
				}
			}
		}
	}
	return n, fingerprint, nil
}
