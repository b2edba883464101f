package nnue

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// A network file consists of lines of text that begin with "# " and describe its
// origin, the first with the dimensions and the fingerprint of the weights it was
// fitted on top of, or "none"; an empty line; and the numbers of the Network in order, as
// deflated varints.

// Mark is the beginning of every network file.
const Mark = "# heterodox net 3 "

// form is the first line of a network file.
const form = Mark + "inputs=%d hidden=%d buckets=%d weights=%s"

// noWeights stands for the fingerprint where a network evaluates alone.
const noWeights = "none"

// Encode returns the network as a file, fitted on top of weights with the given
// fingerprint, which counts for nothing if it evaluates alone. The origin is a text of
// several lines.
func (n *Network) Encode(fingerprint uint64, origin string) []byte {
	weights := noWeights
	if !n.Alone {
		weights = fmt.Sprintf("%016x", fingerprint)
	}
	var file bytes.Buffer
	fmt.Fprintf(&file, form+"\n", n.NumInputs(), n.Hidden, Buckets, weights)
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
		panic(err) // writing to memory cannot fail
	}
	return file.Bytes()
}

// rows returns the numbers of the network in the order of its file, except for the
// output biases.
func (n *Network) rows() (rows [][]int16) {
	rows = append(rows, n.Inputs, n.Biases)
	for bucket := range n.Outputs {
		rows = append(rows, n.Outputs[bucket][0], n.Outputs[bucket][1])
	}
	return rows
}

// Decode reads a file from Encode, and also returns the fingerprint of its weights, 0 if it
// evaluates alone.
func Decode(file []byte) (*Network, uint64, error) {
	head, body, found := bytes.Cut(file, []byte("\n\n"))
	first, _, _ := strings.Cut(string(head), "\n")
	var inputs, hidden, buckets int
	var weights string
	_, err := fmt.Sscanf(first, form, &inputs, &hidden, &buckets, &weights)
	var fingerprint uint64
	if err == nil && weights != noWeights {
		fingerprint, err = strconv.ParseUint(weights, 16, 64)
	}
	if err != nil || !found {
		return nil, 0, errors.New("not a network of heterodox-lab tune")
	}
	if inputs < 1 || inputs > MaxInputs || hidden < HiddenStep || hidden > MaxHidden || hidden%HiddenStep != 0 || buckets != Buckets {
		return nil, 0, fmt.Errorf("a network of %d inputs, %d hidden and %d outputs, not of at most %d, %d (by %d) and %d",
			inputs, hidden, buckets, MaxInputs, MaxHidden, HiddenStep, Buckets)
	}
	n := New(inputs, hidden)
	n.Alone = weights == noWeights
	numbers, err := inflate(body, (inputs+1+2*Buckets)*hidden*binary.MaxVarintLen16+Buckets*binary.MaxVarintLen32)
	if err != nil {
		return nil, 0, fmt.Errorf("the numbers of the network are damaged: %w", err)
	}
	for _, row := range n.rows() {
		for i := range row {
			var v int64
			if v, numbers, err = number(numbers, math.MaxInt16); err != nil {
				return nil, 0, fmt.Errorf("the numbers of the network are damaged: %w", err)
			}
			row[i] = int16(v)
		}
	}
	for i := range n.OutputBiases {
		var v int64
		if v, numbers, err = number(numbers, math.MaxInt32); err != nil {
			return nil, 0, fmt.Errorf("the numbers of the network are damaged: %w", err)
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
					return nil, 0, fmt.Errorf("the output weight %d is out of range", w)
				}
			}
		}
	}
	return n, fingerprint, nil
}

// errTail is for files with data after the network.
var errTail = errors.New("there is data after the numbers of the network")

// inflate returns the inflated data, which should be at most most bytes, and nothing
// may follow it.
func inflate(deflated []byte, most int) ([]byte, error) {
	packed := bytes.NewReader(deflated)
	plain, err := io.ReadAll(io.LimitReader(flate.NewReader(packed), int64(most)+1))
	if err == nil && packed.Len() > 0 {
		err = errTail
	}
	return plain, err
}

// number decodes the first of some numbers, which must be within the given bound, and
// returns the rest.
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
