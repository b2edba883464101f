//go:build js

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"sync"
	"syscall/js"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/serve"
	"github.com/heterodox-chess/heterodox/variants"
)

// gamesDir is where games are saved.
const gamesDir = "/games"

// serveHere answers the requests of the page.
func serveHere(here js.Value) {
	os.MkdirAll(gamesDir, 0o700) // if this fails, the first game that cannot be saved reports it
	o := serve.Options{
		Open: variants.Open, Cores: 1, Dir: gamesDir, Alone: true,
		Searcher: func(r game.Rules) game.Searcher { return newRemote(here, r) },
	}
	for _, v := range variants.All() {
		if len(v.Rules) > 0 {
			o.Parts = append(o.Parts, serve.Part{Name: v.Name, Summary: v.Summary})
		}
	}
	o.Learn, o.Source = learn, variants.Source
	o.Sketch = variants.Sketch
	o.Study = func(ctx context.Context, text string, budget time.Duration, tell func([]byte)) ([]byte, error) {
		return studyElsewhere(ctx, here, text, budget, tell)
	}
	o.Families = func() (list []serve.Family) {
		for _, f := range variants.Families() {
			list = append(list, serve.Family(f))
		}
		return list
	}
	d := desk{server: serve.New(o), here: here, open: map[int]context.CancelFunc{}}
	here.Set("ask", js.FuncOf(d.ask))
	here.Set("cancel", js.FuncOf(d.cancel))
}

// A desk accepts requests and returns answers.
type desk struct {
	server *serve.Server
	here   js.Value
	mu     sync.Mutex
	open   map[int]context.CancelFunc // unanswered requests, by number
}

// ask accepts a request: its number, method, address, seat, type and body. The answer is a call
// of heterodox.answer with the number, status, type and body. For a stream there is no body;
// calls of heterodox.event with the number, name and data follow, the last one without a name.
func (d *desk) ask(_ js.Value, args []js.Value) any {
	number, method, address := args[0].Int(), args[1].String(), args[2].String()
	seat, kind, body := args[3].String(), args[4].String(), bytesOf(args[5])
	ctx, cancel := context.WithCancel(context.Background())
	d.mu.Lock()
	d.open[number] = cancel
	d.mu.Unlock()
	go func() {
		defer d.close(number)
		r, err := serve.NewRequest(ctx, method, address)
		if err != nil {
			d.answer(number, refusal(serve.StatusBadRequest, "malformed address"))
			return
		}
		r.Seat, r.Type, r.Body = seat, kind, bytes.NewReader(body)
		w := d.reply(r)
		d.answer(number, w)
		if w.Follow != nil {
			w.Follow(func(name string, data []byte) error {
				if ctx.Err() == nil && name != "" {
					d.here.Call("event", number, name, string(data))
				}
				return ctx.Err()
			})
			d.here.Call("event", number, "")
		}
	}()
	return nil
}

// reply returns the answer of the server, even if a handler panics.
func (d *desk) reply(r *serve.Request) (w *serve.Reply) {
	defer func() {
		if fault := recover(); fault != nil {
			js.Global().Get("console").Call("error", fmt.Sprint(fault))
			w = refusal(serve.StatusInternalServerError, "the program failed to answer the request")
		}
	}()
	return d.server.Answer(r)
}

func refusal(status int, reason string) *serve.Reply {
	w := &serve.Reply{}
	w.Fail(status, reason)
	return w
}

func (d *desk) answer(number int, w *serve.Reply) {
	if w.Follow != nil {
		d.here.Call("answer", number, w.Status, w.Type, js.Null())
		return
	}
	d.here.Call("answer", number, w.Status, w.Type, arrayOf(w.Body))
}

// cancel ends the request with a number: nobody is waiting for the answer any more.
func (d *desk) cancel(_ js.Value, args []js.Value) any {
	d.close(args[0].Int())
	return nil
}

func (d *desk) close(number int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if end := d.open[number]; end != nil {
		end()
		delete(d.open, number)
	}
}
