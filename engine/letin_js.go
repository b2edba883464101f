package engine

import (
	"syscall/js"
	"time"
)

// spell is how long a search keeps the only thread of a browser's worker: messages, such as
// one that ends the search, wait that long.
const spell = 15 * time.Millisecond

var (
	gaveWay time.Time
	resumes = make(chan struct{})
	resume  = js.FuncOf(func(js.Value, []js.Value) any {
		resumes <- struct{}{}
		return nil
	})
	later = laterIn(js.Global())
)

// laterIn returns a function that calls resume after everything that is waiting: by
// setImmediate in Node, elsewhere by a message to itself, which comes at once, unlike a
// timer.
func laterIn(global js.Value) func() {
	if immediate := global.Get("setImmediate"); immediate.Truthy() {
		return func() { immediate.Invoke(resume) }
	}
	channel := global.Get("MessageChannel").New()
	channel.Get("port1").Set("onmessage", resume)
	return func() { channel.Get("port2").Call("postMessage", 0) }
}

// letIn lets waiting messages in, if the search has kept the thread for a spell.
func letIn() {
	if time.Since(gaveWay) < spell {
		return
	}
	later()
	<-resumes
	gaveWay = time.Now()
}
