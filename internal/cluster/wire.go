package cluster

import (
	"fmt"
	"hash/crc32"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
)

// Protocol is the version of what coordinator and workers say to each other.
const Protocol = 2

// What goes where.
const (
	subjectOffer   = "hx.v1.offer"   // request: what is there to do?
	subjectStatus  = "hx.v1.status"  // request: how far is it?
	subjectControl = "hx.v1.control" // request: stop
	subjectBeat    = "hx.v1.beat"    // .WORKER: it is alive
	subjectStop    = "hx.v1.stop"    // .JOB: what is in work is no longer needed; the body says why
	subjectQuit    = "hx.v1.quit"    // .WORKER: it is not wanted any more; the body says why
	subjectTask    = "hx.v1.task"    // .KIND.JOB
	subjectResult  = "hx.v1.result"  // .JOB

	streamTasks   = "HXTASKS"
	streamResults = "HXRESULTS"
)

// An Offer tells a worker what there is to do, and who may do it.
type Offer struct {
	Protocol int
	Build    string // of the coordinator: the worker's must be the same
	Check    string // what the worker's own check must come to
	Kind     string
	Job      string
	Terms    []byte
	AckWait  time.Duration
	Over     bool   // no more is to be done
	Unwanted string // why this worker gets nothing, "" if it may join
}

// A Beat says that a worker is alive, and how it fares.
type Beat struct {
	Worker  string
	Process string // drawn when it began: another one has come back from the dead
	Slots   int
	Working int
	Done    int
	Failed  int
	Tasks   []int  `json:",omitempty"` // that it is at
	About   string `json:",omitempty"` // what its Doer says of this machine
	Left    bool   `json:",omitempty"` // this was its last word
}

// The headers of messages.
const (
	headerNumber  = "Number"
	headerWorker  = "Worker"
	headerSeconds = "Seconds"
	headerSum     = "Sum"
	headerFailure = "Failure" // why a task could not be done; the body is empty
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(body []byte) string { return fmt.Sprintf("%08x", crc32.Checksum(body, castagnoli)) }

// taskMessage puts a task into a message.
func taskMessage(kind, job string, t Task) *nats.Msg {
	m := nats.NewMsg(subjectTask + "." + kind + "." + job)
	m.Header.Set(headerNumber, strconv.Itoa(t.Number))
	m.Header.Set(headerSum, checksum(t.Body))
	m.Data = t.Body
	return m
}

// resultMessage puts a result, or why there is none, into a message.
func resultMessage(job string, r Result, failure error) *nats.Msg {
	m := nats.NewMsg(subjectResult + "." + job)
	m.Header.Set(headerNumber, strconv.Itoa(r.Number))
	m.Header.Set(headerWorker, r.Worker)
	m.Header.Set(headerSeconds, strconv.FormatFloat(r.Seconds, 'f', 3, 64))
	m.Header.Set(headerSum, checksum(r.Body))
	if failure != nil {
		m.Header.Set(headerFailure, fmt.Sprintf("%.500s", failure))
	}
	m.Data = r.Body
	return m
}

// numbered reads what messages of both kinds have: the number and the checksum.
func numbered(header nats.Header, body []byte) (int, error) {
	number, err := strconv.Atoi(header.Get(headerNumber))
	if err != nil || number < 0 {
		return -1, fmt.Errorf("%.40q is not the number of a task", header.Get(headerNumber))
	}
	if header.Get(headerSum) != checksum(body) {
		return number, fmt.Errorf("task %d: the checksum is wrong", number)
	}
	return number, nil
}

// readResult reads a result; the failure is why the worker has none. With an error
// the number and the worker are as far as they can be known, -1 and "" if not.
func readResult(header nats.Header, body []byte) (r Result, failure string, err error) {
	number, err := numbered(header, body)
	r = Result{Number: number, Worker: header.Get(headerWorker)}
	if err != nil {
		return r, "", err
	}
	seconds, err := strconv.ParseFloat(header.Get(headerSeconds), 64)
	if err != nil || !(seconds >= 0 && seconds < 1e9) {
		return r, "", fmt.Errorf("task %d took %.40q seconds", number, header.Get(headerSeconds))
	}
	return Result{Number: number, Body: body, Worker: r.Worker, Seconds: seconds}, header.Get(headerFailure), nil
}
