package engine

import (
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
)

// A Panic is a panic in one of the goroutines of a search. Once all of them have ended,
// Search panics with it in the goroutine of its caller. The caller may recover: the Engine
// has forgotten what it had learned, and can search again.
type Panic struct {
	Value any    // what was passed to panic
	Where string // file and line, such as "engine/see.go:45"
	Stack []byte // of the goroutine that panicked, from debug.Stack
}

// Error returns what happened and where, in one line.
func (p *Panic) Error() string {
	return fmt.Sprintf("panic at %s: %s", p.Where, strings.Join(strings.Fields(fmt.Sprint(p.Value)), " "))
}

// Unwrap returns the value if it is an error, as those of the runtime are.
func (p *Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

// Caught returns what recover returned as a Panic, nil if that is nil. It must be called by
// the deferred function that called recover.
func Caught(value any) *Panic {
	switch v := value.(type) {
	case nil:
		return nil
	case *Panic:
		return v // handed over from another goroutine
	}
	return &Panic{Value: value, Where: panicked(), Stack: debug.Stack()}
}

// panicked returns the line that the current panic came from: that of the first caller
// above the runtime's own functions, through which it panicked.
func panicked() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	below := false // whether the frames of the deferred functions are past
	for {
		frame, more := frames.Next()
		inRuntime := strings.HasPrefix(frame.Function, "runtime.")
		if below && !inRuntime {
			folder, file := filepath.Split(frame.File)
			return fmt.Sprintf("%s/%s:%d", filepath.Base(folder), file, frame.Line)
		}
		below = below || frame.Function == "runtime.gopanic"
		if !more {
			return "an unknown line"
		}
	}
}

// guard calls f, and returns the panic that ended it, nil if none did.
func guard(f func()) (p *Panic) {
	defer func() { p = Caught(recover()) }()
	f()
	return nil
}
