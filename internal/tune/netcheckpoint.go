package tune

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"hash/crc64"
	"os"

	"github.com/heterodox-chess/heterodox/internal/safefile"
)

// A netState is the content of a checkpoint.
type netState struct {
	Of                   string // identifies the fit, see identity
	Epochs               []Epoch
	Steps, Seen          int
	Params, Mean, Square []float32
}

const checkpointMark = "heterodox checkpoint 2\n"

var crcTable = crc64.MakeTable(crc64.ECMA)

// identity identifies a fit by everything that its result depends on.
func (t *netTraining) identity() string {
	o := t.options
	o.Workers, o.Checkpoint = 0, ""
	start := ""
	if o.Start != nil {
		start = fmt.Sprintf("%x", crc64.Checksum(o.Start.Encode(0, ""), crcTable))
		o.Start = nil
	}
	return fmt.Sprintf("%+v start=%s k=%v inputs=%d alone=%t fitted=%+v held=%+v files=%+v",
		o, start, t.k, t.data.width, t.data.Alone, t.data.parts[0].Share, t.data.parts[1].Share, t.data.Files)
}

// checkpoint saves the state of the fit.
func (t *netTraining) checkpoint() error {
	if t.options.Checkpoint == "" {
		return nil
	}
	var file bytes.Buffer
	file.WriteString(checkpointMark)
	state := netState{t.identity(), t.epochs, t.steps, t.seen, t.params.all, t.mean.all, t.square.all}
	if err := gob.NewEncoder(&file).Encode(state); err != nil {
		return err
	}
	sum := crc64.Checksum(file.Bytes(), crcTable)
	fmt.Fprintf(&file, "%016x", sum)
	return safefile.WriteFile(t.options.Checkpoint, file.Bytes())
}

// resume continues from the checkpoint, if there is one. A damaged one is an error, as is
// one of another fit.
func (t *netTraining) resume() error {
	if t.options.Checkpoint == "" {
		return nil
	}
	file, err := os.ReadFile(t.options.Checkpoint)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	const sumLen = 16
	end := len(file) - sumLen
	if end < len(checkpointMark) || !bytes.HasPrefix(file, []byte(checkpointMark)) {
		return fmt.Errorf("checkpoint %s: not a checkpoint of heterodox-lab tune net", t.options.Checkpoint)
	}
	if string(file[end:]) != fmt.Sprintf("%016x", crc64.Checksum(file[:end], crcTable)) {
		return fmt.Errorf("checkpoint %s: damaged", t.options.Checkpoint)
	}
	var state netState
	if err := gob.NewDecoder(bytes.NewReader(file[len(checkpointMark):end])).Decode(&state); err != nil {
		return fmt.Errorf("checkpoint %s: %w", t.options.Checkpoint, err)
	}
	n := len(t.params.all)
	if state.Of != t.identity() || len(state.Params) != n || len(state.Mean) != n || len(state.Square) != n {
		return fmt.Errorf("checkpoint %s belongs to another fit: remove it, or name another", t.options.Checkpoint)
	}
	copy(t.params.all, state.Params)
	t.round()
	copy(t.mean.all, state.Mean)
	copy(t.square.all, state.Square)
	t.epochs, t.steps, t.seen = state.Epochs, state.Steps, state.Seen
	return nil
}
