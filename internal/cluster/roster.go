package cluster

import (
	"fmt"
	"github.com/heterodox-chess/heterodox/internal/jobs"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"
)

// A Standing is a worker as its coordinator sees it.
type Standing struct {
	Beat
	Taken   int     // results of it that count
	Rate    float64 // of these a minute, lately
	Faults  int     // among them those with which something is wrong
	Purged  int     // entries of it in the ledger that have been taken out again
	Refused int     // that were no results
	Silent  float64 // seconds since its last word
	Gone    bool    // it has left, or has been silent for long
	Flag    string  // what is wrong with it, "" if nothing
	Out     bool    // it gets no more tasks
}

// When a worker is no longer trusted.
const (
	// absent is how long a worker may be silent before it counts as gone.
	absent = 15 * time.Second
	// rowOfFailures is how many tasks in a row a worker may fail, and strikes how
	// often it may hang over tasks that others can do, unless that fills its slots,
	// or come back from the dead.
	rowOfFailures = 5
	strikes       = 3
	// A worker's results may have faults in a tenth of them; fewer than enough
	// tell nothing.
	enough     = 8
	faultShare = 0.1
	// A task hangs if it takes this many times as long as tasks do on average.
	hanging = 20
)

// A member is a worker on the roster.
type member struct {
	Standing
	seen    time.Time
	holds   map[int]*hold // tasks that it has been handed
	lost    map[int]bool  // those that went to others as it was silent, until it is heard of
	inRow   int           // failures since its last result
	beaten  map[int]bool  // those of them that others have done
	hung    int           // tasks over which it hung and others did not
	deaths  int           // times it was gone with tasks and came back as another process
	bad     bool          // its flag is one for which it gets no more
	faulty  bool          // for the faults of its results
	banned  bool          // whoever else is there
	counted int           // results when rate was last measured
	barren  int           // see coordinator.nextFor
}

// A hold is a task that a worker has been handed.
type hold struct {
	since time.Time
	seen  time.Time // when the worker last said that it is at it
}

// A roster is who works at a job, and how well.
type roster struct {
	members map[string]*member
	wait    time.Duration
	swept   time.Time // when room was last made
	results int
	seconds float64 // that they took
	faults  int
	late    map[int]map[string]bool // tasks, by who hangs over them
	dead    map[int]map[string]bool // tasks, by who has died with them
}

func newRoster(wait time.Duration) roster {
	return roster{members: map[string]*member{}, wait: wait, late: map[int]map[string]bool{}, dead: map[int]map[string]bool{}}
}

// maxMembers bounds what strangers can make a coordinator keep.
const maxMembers = 4096

// hear notes that a worker is alive. It returns the tasks that it is not at any more,
// as it has left or is another process. Tasks that it has not been handed do not count.
func (r *roster) hear(b Beat, now time.Time) (released []int) {
	m := r.of(b.Worker, now)
	another := m.Process != "" && m.Process != b.Process
	if m.Gone && len(m.holds)+len(m.lost) > 0 && another {
		if m.deaths++; m.deaths >= strikes {
			m.Flag, m.bad = fmt.Sprintf("has died %d times during its tasks", m.deaths), true
		}
	}
	m.Beat, m.seen, m.Gone = b, now, b.Left
	m.Tasks = nil
	clear(m.lost)
	if b.Left || another {
		released = m.release()
	}
	for _, n := range b.Tasks {
		if h := m.holds[n]; h != nil {
			h.seen = now
		}
	}
	return released
}

// hand notes that a worker has been handed a task.
func (m *member) hand(task int, now time.Time) { m.holds[task] = &hold{now, now} }

// drop notes that a worker is not at a task any more.
func (m *member) drop(task int) {
	delete(m.holds, task)
	delete(m.beaten, task)
}

// release drops all tasks of a worker and returns them.
func (m *member) release() []int {
	list := slices.Sorted(maps.Keys(m.holds))
	clear(m.holds)
	clear(m.beaten)
	return list
}

// expire drops the tasks of whose worker nothing has been heard for the wait, and
// returns them.
func (r *roster) expire(now time.Time) (list []int) {
	for _, m := range r.members {
		for n, h := range m.holds {
			if now.Sub(h.seen) > r.wait {
				m.drop(n)
				m.lost[n] = true
				list = append(list, n)
			}
		}
	}
	slices.Sort(list)
	return list
}

// held reports whether any worker has been handed a task and is at it.
func (r *roster) held(task int) bool {
	for _, m := range r.members {
		if m.holds[task] != nil {
			return true
		}
	}
	return false
}

// of returns the member of a name, a new one if it has never been heard of. More
// than maxMembers are not remembered; who has left without having done anything
// makes room.
func (r *roster) of(name string, now time.Time) *member {
	m := r.members[name]
	if m == nil {
		m = &member{seen: now, holds: map[int]*hold{}, lost: map[int]bool{}, beaten: map[int]bool{}}
		m.Worker = name
		if len(r.members) >= maxMembers && now.Sub(r.swept) > time.Second {
			r.swept = now
			maps.DeleteFunc(r.members, func(_ string, m *member) bool { return m.Gone && m.Taken+m.Purged == 0 && !m.Out })
		}
		if len(r.members) < maxMembers {
			r.members[name] = m
		}
	}
	return m
}

// out reports whether a worker gets no more tasks, and why.
func (r *roster) out(name string) (why string, out bool) {
	if m := r.members[name]; m != nil && m.Out {
		return m.Flag, true
	}
	return "", false
}

// took counts a result; fault says what is wrong with it, if anything.
func (r *roster) took(result jobs.Result, fault string, now time.Time) {
	r.results++
	r.seconds += result.Seconds
	m := r.of(result.Worker, now)
	m.Taken++
	m.inRow = 0
	m.drop(result.Number)
	if fault != "" {
		r.faults++
		m.Faults++
		others, theirs := float64(r.results-m.Taken), float64(r.faults-m.Faults)
		if share := float64(m.Faults) / float64(m.Taken); m.Taken >= enough && share > faultShare {
			m.Flag = fmt.Sprintf("%s in %.0f %% of its results", fault, 100*share)
			// Where others fare no better it is not the worker's fault.
			m.faulty = m.faulty || others >= enough && share >= 3*theirs/others
			m.bad = m.bad || m.faulty
		}
	}
	for name := range r.late[result.Number] {
		if hung := r.members[name]; name != result.Worker && hung != nil {
			hung.strike()
		}
	}
	delete(r.late, result.Number)
	delete(r.dead, result.Number)
}

// strike notes that a worker hangs over a task that another has done.
func (m *member) strike() {
	if m.hung++; m.hung >= min(strikes, m.Slots) {
		m.Flag, m.bad = fmt.Sprintf("has hung in %d tasks that others could do", m.hung), true
	}
}

// failed counts a task that a worker could not do.
func (r *roster) failed(name string, now time.Time) {
	m := r.of(name, now)
	if m.inRow++; m.inRow >= rowOfFailures {
		m.Flag, m.bad = fmt.Sprintf("has failed %d tasks in a row", m.inRow), true
	}
}

// banish flags a worker by hand; false if there is none of that name.
func (r *roster) banish(name string) bool {
	m := r.members[name]
	if m == nil {
		return false
	}
	if m.Flag == "" {
		m.Flag = "was removed by hand"
	}
	m.bad, m.banned = true, true
	return true
}

// convict puts out those with a flag, and returns them; but none that was not put out
// by hand as long as no other is there to do the tasks.
func (r *roster) convict() (out []*member) {
	sound := len(r.sound())
	for _, name := range slices.Sorted(maps.Keys(r.members)) {
		if m := r.members[name]; (sound > 0 || m.banned) && m.bad && !m.Out {
			m.Out = true
			out = append(out, m)
		}
	}
	return out
}

// hangs returns tasks over which a worker has hung since the last call: they take
// far longer than tasks do. Those that are open no more others have done.
func (r *roster) hangs(now time.Time, open func(task int) bool) (list []int) {
	if r.results < 3 {
		return nil
	}
	limit := max(3*r.wait, 3*time.Second, time.Duration(hanging*r.seconds/float64(r.results)*float64(time.Second)))
	for name, m := range r.members {
		for n, h := range m.holds {
			if m.Gone || now.Sub(h.since) < limit || r.late[n][name] || m.beaten[n] {
				continue
			}
			if !open(n) {
				m.beaten[n] = true
				m.strike()
				continue
			}
			if r.late[n] == nil {
				r.late[n] = map[string]bool{}
			}
			r.late[n][name] = true
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// tick drops who is silent, and measures rates; it returns the names of who is
// gone. Call it once a second.
func (r *roster) tick(now time.Time) (gone []string) {
	const weight = 1.0 / 20
	for _, name := range slices.Sorted(maps.Keys(r.members)) {
		m := r.members[name]
		m.Rate += weight * (60*float64(m.Taken-m.counted) - m.Rate)
		m.counted = m.Taken
		if m.Gone || now.Sub(m.seen) <= absent {
			continue
		}
		m.Gone = true
		gone = append(gone, name)
		for _, tasks := range []iter.Seq[int]{maps.Keys(m.holds), maps.Keys(m.lost)} {
			for n := range tasks {
				if r.dead[n] == nil {
					r.dead[n] = map[string]bool{}
				}
				r.dead[n][name] = true
			}
		}
	}
	return gone
}

// sound returns the names of those who are there and do well.
func (r *roster) sound() (names []string) {
	for name, m := range r.members {
		if !m.Gone && !m.bad {
			names = append(names, name)
		}
	}
	return names
}

// deadly returns a task with which so many workers have died that it may be the
// cause, -1 if there is none.
func (r *roster) deadly() int {
	for n, names := range r.dead {
		if len(names) >= attempts {
			return n
		}
	}
	return -1
}

// slots returns how many tasks can be worked at.
func (r *roster) slots() (sum int) {
	for _, m := range r.members {
		if !m.Gone && !m.Out {
			sum += m.Slots
		}
	}
	return sum
}

// list returns all workers: those who are there, then those who have left
// without having done anything wrong, up to a number, by name.
func (r *roster) list(now time.Time) (list []Standing) {
	for _, m := range r.members {
		s := m.Standing
		s.Silent = now.Sub(m.seen).Seconds()
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b Standing) int {
		if a.Gone != b.Gone {
			if b.Gone {
				return -1
			}
			return 1
		}
		return strings.Compare(a.Worker, b.Worker)
	})
	return list[:min(len(list), 2000)]
}

// present returns how many workers are there.
func (r *roster) present() (n int) {
	for _, m := range r.members {
		if !m.Gone {
			n++
		}
	}
	return n
}

// perMinute returns the rate of all.
func (r *roster) perMinute() (sum float64) {
	for _, m := range r.members {
		sum += m.Rate
	}
	return sum
}
