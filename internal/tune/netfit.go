package tune

import (
	"context"
	"errors"
	"fmt"

	"github.com/heterodox-chess/heterodox/internal/nnue"
)

// NetFitOptions describe how a network is fitted. Start from DefaultNetFitOptions.
type NetFitOptions struct {
	Hidden int     // size of the network's hidden layer
	Epochs int     // passes over the data
	Blend  float64 // as in FitOptions
	K      float64 // as in FitOptions
	Rate   float64 // initial learning rate; it falls to 0
	Decay  float64 // weight decay per step, as a multiple of the learning rate
	Seed   uint64  // of the initial weights and the order of positions
	// Workers is the number of goroutines; it does not affect the result.
	Workers int
	// Start is the initial network, with as many inputs as the data's, or nil for random
	// numbers; StartName is its name in the origin. The fit uses its hidden layer size.
	Start     *nnue.Network
	StartName string
	// Checkpoint is a file that is written after each epoch, "" for none. A fit with the
	// same options and data continues from it.
	Checkpoint string
}

// DefaultNetFitOptions returns 8 epochs, and a tenth of the target from the result and the
// rest from the score.
func DefaultNetFitOptions() NetFitOptions {
	return NetFitOptions{Hidden: 128, Epochs: 8, Blend: 0.1, Rate: 0.002, Decay: 0.2, Seed: 1, Workers: 2}
}

// A NetFit is the outcome of a fit.
type NetFit struct {
	Options NetFitOptions
	Network *nnue.Network
	K       float64 // as in Fit
	// The positions fitted to, and those held out; before is without a network.
	Fitted, HeldOut Share
}

// An Epoch is a pass over the data: the mean cross entropies of the positions fitted to,
// during the pass, and of those held out, 0 if there are none.
type Epoch struct {
	Number          int // from 1
	Fitted, HeldOut float64
}

// FitNet fits a network to the data. progress receives each epoch, beginning with those of
// a checkpoint.
func (d *NetData) FitNet(ctx context.Context, o NetFitOptions, progress func(Epoch)) (*NetFit, error) {
	fitted, held := &d.parts[0], &d.parts[1]
	if fitted.Positions == 0 {
		return nil, errors.New("no positions to fit to")
	}
	if o.Start != nil {
		o.Hidden = o.Start.Hidden
	}
	if o.Hidden < nnue.HiddenStep || o.Hidden > nnue.MaxHidden || o.Hidden%nnue.HiddenStep != 0 {
		return nil, fmt.Errorf("%d hidden units are not a multiple of %d up to %d", o.Hidden, nnue.HiddenStep, nnue.MaxHidden)
	}
	f := &NetFit{Options: o, K: o.K, Fitted: fitted.Share, HeldOut: held.Share}
	if f.K == 0 {
		var err error
		if f.K, err = d.scale(); err != nil {
			return nil, err
		}
	}
	t := newNetTraining(d, f.K, o)
	var err error
	if f.Fitted.Before, f.HeldOut.Before, err = t.losses(ctx, newNetParams(d.width, o.Hidden)); err != nil {
		return nil, err
	}
	if err := t.run(ctx, progress); err != nil {
		return nil, err
	}
	if o.Start == nil {
		t.clearUnseen()
		t.round()
	}
	f.Network = t.rounded.network()
	f.Network.Alone = d.Alone
	f.Fitted.After, f.HeldOut.After, err = t.losses(ctx, t.rounded)
	return f, err
}

// losses returns the mean cross entropies of the fitted and the held-out positions.
func (t *netTraining) losses(ctx context.Context, params netParams) (fitted, held float64, err error) {
	if fitted, err = t.lossOf(ctx, t.data.blocks, params); err == nil {
		held, err = t.lossOf(ctx, []*netBlock{t.data.held}, params)
	}
	return fitted, held, err
}
