package nnue

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
)

// A file of a network holds lines of text that begin with "# " and tell its origin,
// the first with the shape and the fingerprint of the weights it was fitted on top of;
// an empty line; and, deflated, the numbers of the Network in order, as varints.

// Mark begins every file of a network.
const Mark = "# heterodox net 3 "

// form is the first line of a network's file.
const form = Mark + "inputs=%d hidden=%d buckets=%d weights=%016x"

// Encode returns the network as a file, fitted on top of the weights with a
// fingerprint. The origin is a text of some lines.
func (n *Network) Encode(fingerprint uint64, origin string) []byte {
	var file bytes.Buffer
	fmt.Fprintf(&file, form+"\n", n.NumInputs(), n.Hidden, Buckets, fingerprint)
	for line := range strings.Lines(origin) {
		fmt.Fprintln(&file, "# "+strings.TrimSuffix(line, "\n"))
	}
	fmt.Fprintln(&file)
	var numbers []byte
	for _, row := range n.rows() {
		for _, v := range row {
			numbers = binary.AppendVarint(numbers, int64(v))
		}
	}
	for _, v := range n.OutputBiases {
		numbers = binary.AppendVarint(numbers, int64(v))
	}
	packed, err := flate.NewWriter(&file, flate.BestCompression)
	if err == nil {
		_, err = packed.Write(numbers)
	}
	if err := errors.Join(err, packed.Close()); err != nil {
		panic(err) // it goes to memory
	}
	return file.Bytes()
}

// rows returns the numbers of the network in the order of its file, but for the biases of
// the outputs.
func (n *Network) rows() (rows [][]int16) {
	rows = append(rows, n.Inputs, n.Biases)
	for bucket := range n.Outputs {
		rows = append(rows, n.Outputs[bucket][0], n.Outputs[bucket][1])
	}
	return rows
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
	if inputs < 1 || inputs > MaxInputs || hidden < HiddenStep || hidden > MaxHidden || hidden%HiddenStep != 0 || buckets != Buckets {
		return nil, 0, fmt.Errorf("a network of %d inputs, %d hidden and %d outputs, not of at most %d, %d (by %d) and %d",
			inputs, hidden, buckets, MaxInputs, MaxHidden, HiddenStep, Buckets)
	}
	n := New(inputs, hidden)
	numbers, err := inflate(body, (inputs+1+2*Buckets)*hidden*binary.MaxVarintLen16+Buckets*binary.MaxVarintLen32)
	if err != nil {
		return nil, 0, fmt.Errorf("the numbers of a network are damaged: %w", err)
	}
	for _, row := range n.rows() {
		for i := range row {
			var v int64
			if v, numbers, err = number(numbers, math.MaxInt16); err != nil {
				return nil, 0, fmt.Errorf("the numbers of a network are damaged: %w", err)
			}
			row[i] = int16(v)
		}
	}
	for i := range n.OutputBiases {
		var v int64
		if v, numbers, err = number(numbers, math.MaxInt32); err != nil {
			return nil, 0, fmt.Errorf("the numbers of a network are damaged: %w", err)
		}
		n.OutputBiases[i] = int32(v)
	}
	if len(numbers) > 0 {
		return nil, 0, errTail
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

// errTail is for files that go on behind their network.
var errTail = errors.New("something follows the numbers of a network")

// inflate returns the bytes that deflated ones stand for, of which there are as many as
// most, and that nothing follows.
func inflate(deflated []byte, most int) ([]byte, error) {
	packed := bytes.NewReader(deflated)
	plain, err := io.ReadAll(io.LimitReader(flate.NewReader(packed), int64(most)+1))
	if err == nil && packed.Len() > 0 {
		err = errTail
	}
	return plain, err
}

// number returns the first of some numbers, which has at most the given size, and the
// rest of them.
func number(numbers []byte, most int64) (int64, []byte, error) {
	v, n := binary.Varint(numbers)
	switch {
	case n == 0:
		return 0, nil, io.ErrUnexpectedEOF
	case n < 0 || v > most || v < -most-1:
		return 0, nil, fmt.Errorf("%d is too large", v)
	}
	return v, numbers[n:], nil
}
