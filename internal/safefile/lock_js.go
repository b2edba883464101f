package safefile

import (
	"sync"
	"syscall/js"
)

// A Lock reserves a file for one page of the browser, and for one user within it. The browser
// releases it with the page.
type Lock struct {
	name string
	end  func() // the browser's lock
}

var held = struct {
	sync.Mutex
	names map[string]bool
}{names: map[string]bool{}}

// lockPage asks the browser for a lock, and returns a function that releases it; ok is
// false if another page has it.
func lockPage(name string) (end func(), ok bool) {
	navigator := js.Global().Get("navigator")
	if !navigator.Truthy() || !navigator.Get("locks").Truthy() {
		return func() {}, true
	}
	ends := make(chan js.Value, 1)
	keep := js.FuncOf(func(_ js.Value, args []js.Value) any { // args[0] resolves the promise, which releases the lock
		ends <- args[0]
		return nil
	})
	granted := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if args[0].IsNull() {
			ends <- js.Null()
			return nil
		}
		return js.Global().Get("Promise").New(keep)
	})
	defer keep.Release()
	defer granted.Release()
	navigator.Get("locks").Call("request", name, map[string]any{"ifAvailable": true}, granted)
	let := <-ends
	return func() { let.Invoke() }, !let.IsNull()
}

// TryLock locks the file with the given name, which need not exist, or returns ErrLocked. The
// lock ends with the program at the latest.
func TryLock(name string) (*Lock, error) {
	name, err := Resolve(name)
	if err != nil {
		return nil, err
	}
	held.Lock()
	mine := !held.names[name]
	held.names[name] = true
	held.Unlock()
	if !mine {
		return nil, ErrLocked
	}
	end, ok := lockPage(name)
	l := &Lock{name, end}
	if !ok {
		l.forget()
		return nil, ErrLocked
	}
	return l, nil
}

// Unlock releases the lock.
func (l *Lock) Unlock() error {
	if l == nil {
		return nil
	}
	l.end()
	l.forget()
	return nil
}

func (l *Lock) forget() {
	held.Lock()
	defer held.Unlock()
	delete(held.names, l.name)
}
