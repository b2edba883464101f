package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/heterodox-chess/heterodox/internal/jobs"
	"github.com/nats-io/nats.go"
)

// Protocol is the version of the protocol between coordinator and workers.
const Protocol = 3

// The subjects of messages. Those that workers publish to end in the worker's
// name, and a server with keys lets each key publish under its own name only.
const (
	subjectOffer   = "hx.v1.offer"   // .WORKER, request: an offer of work
	subjectNext    = "hx.v1.next"    // .WORKER, request: a task of the job in the body
	subjectResult  = "hx.v1.result"  // .WORKER, request: answered when the result is on disk
	subjectBeat    = "hx.v1.beat"    // .WORKER: it is alive
	subjectStatus  = "hx.v1.status"  // request: the status
	subjectControl = "hx.v1.control" // request: a signed control
	subjectStop    = "hx.v1.stop"    // .JOB: the tasks in progress are no longer needed; the body says why
	subjectQuit    = "hx.v1.quit"    // .WORKER: it has been removed; the body says why
)

// Limits on what a worker may send.
const (
	maxSlots = 1024
	maxBeat  = 16 << 10 // bytes
)

var workerName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,60}$`)

// sender returns the worker that sent a message to the coordinator, "" if its
// subject names none.
func sender(m *nats.Msg) string {
	name := m.Subject[strings.LastIndexByte(m.Subject, '.')+1:]
	if !workerName.MatchString(name) {
		return ""
	}
	return name
}

// inbox is the prefix of the reply subjects of a name; the coordinator answers
// only to these.
func inbox(name string) string { return "_INBOX." + name }

// An Offer describes the job to a worker, and what is required of it.
type Offer struct {
	Protocol int
	Build    string // of the coordinator: the worker's must be the same
	Check    string // the required result of the worker's own check
	Kind     string
	Job      string
	Terms    []byte
	AckWait  time.Duration
	Over     bool   // the job has ended
	Taken    bool   // another worker has this name
	Unwanted string // why this worker gets nothing, "" if it may join
}

// A Beat reports that a worker is alive, and its state.
type Beat struct {
	Worker  string // as in the subject
	Process string // random; a different one means that the worker was restarted
	Slots   int
	Working int
	Done    int
	Failed  int
	Tasks   []int  `json:",omitempty"` // in progress
	About   string `json:",omitempty"` // its Doer's description of this machine
	Left    bool   `json:",omitempty"` // this is its last beat
}

// readBeat reads a beat of a worker.
func readBeat(name string, body []byte) (b Beat, err error) {
	if len(body) > maxBeat {
		return b, fmt.Errorf("a heartbeat of %d bytes is too long", len(body))
	}
	if err := json.Unmarshal(body, &b); err != nil {
		return b, err
	}
	if b.Slots < 0 || b.Slots > maxSlots || b.Working < 0 || b.Done < 0 || b.Failed < 0 || len(b.Process) > 64 {
		return b, errors.New("the heartbeat has invalid values")
	}
	b.Worker, b.About = name, plain(b.About, 200)
	return b, nil
}

// plain makes a text from elsewhere fit for a log line: printable and at most most
// bytes.
func plain(text string, most int) string {
	text = strings.ToValidUTF8(text[:min(len(text), most)], "?")
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text)
}

// The headers of messages.
const (
	headerJob     = "Job"
	headerNumber  = "Number"
	headerSeconds = "Seconds"
	headerSum     = "Sum"
	headerReceipt = "Receipt" // proof that the worker was handed the task
	headerFailure = "Failure" // why the task failed; the body is empty
	headerWord    = "Word"    // an answer without a task: one of these
	headerWait    = "Wait"    // after how many milliseconds to ask again
)

// The words of the coordinator.
const (
	wordNone     = "none"     // there is no task now
	wordKept     = "kept"     // the result is on disk, or the failure noted
	wordRefused  = "refused"  // the result is invalid; the body says why
	wordOver     = "over"     // the job has been replaced
	wordUnwanted = "unwanted" // the worker gets no more tasks; the body says why
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(body []byte) string { return fmt.Sprintf("%08x", crc32.Checksum(body, castagnoli)) }

// taskMessage puts a task into an answer.
func taskMessage(to string, t jobs.Task, receipt string) *nats.Msg {
	m := nats.NewMsg(to)
	m.Header.Set(headerNumber, strconv.Itoa(t.Number))
	m.Header.Set(headerSum, checksum(t.Body))
	m.Header.Set(headerReceipt, receipt)
	m.Data = t.Body
	return m
}

// resultMessage puts a result, or the reason for its absence, into a request.
func resultMessage(job string, r jobs.Result, receipt string, failure error) *nats.Msg {
	m := nats.NewMsg(subjectResult + "." + r.Worker)
	m.Header.Set(headerJob, job)
	m.Header.Set(headerNumber, strconv.Itoa(r.Number))
	m.Header.Set(headerReceipt, receipt)
	m.Header.Set(headerSeconds, strconv.FormatFloat(r.Seconds, 'f', 3, 64))
	m.Header.Set(headerSum, checksum(r.Body))
	if failure != nil {
		m.Header.Set(headerFailure, plain(failure.Error(), 500))
	}
	m.Data = r.Body
	return m
}

// numbered reads what both kinds of message have: the task number and the
// checksum.
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

// readResult reads a worker's result; failure is the reason if the task failed.
// With an error, the number is that of the task if known, otherwise -1.
func readResult(worker string, header nats.Header, body []byte) (r jobs.Result, failure string, err error) {
	number, err := numbered(header, body)
	r = jobs.Result{Number: number, Worker: worker}
	if err != nil {
		return r, "", err
	}
	seconds, err := strconv.ParseFloat(header.Get(headerSeconds), 64)
	if err != nil || !(seconds >= 0 && seconds < 1e9) {
		return r, "", fmt.Errorf("task %d took %.40q seconds", number, header.Get(headerSeconds))
	}
	return jobs.Result{Number: number, Body: body, Worker: worker, Seconds: seconds}, plain(header.Get(headerFailure), 500), nil
}
