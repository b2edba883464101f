package cluster

import (
	"cmp"
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
	Taken   int     // accepted results
	Rate    float64 // accepted results per minute, lately
	Faults  int     // accepted results with a fault
	Purged  int     // entries removed from the ledger
	Refused int     // invalid results
	Silent  float64 // seconds since it was last heard from
	Gone    bool    // it has left, or has been silent for too long
	Flag    string  // what is wrong with it, "" if nothing
	Out     bool    // it gets no more tasks
}

// Limits beyond which a worker is no longer trusted.
const (
	// absent is how long a worker may be silent before it counts as gone.
	absent = 15 * time.Second
	// rowOfFailures is how many tasks in a row a worker may fail; strikes is how
	// often it may hang in tasks that others can do (or once per slot, if it has
	// fewer slots), or die and come back.
	rowOfFailures = 5
	strikes       = 3
	// A worker's results may have faults in a tenth of them; fewer than enough
	// results say nothing.
	enough     = 8
	faultShare = 0.1
	// A task hangs if it takes this many times as long as the average.
	hanging = 20
)

// A member is a worker on the roster.
type member struct {
	Standing
	seen    time.Time
	holds   map[int]*hold // tasks that it has been handed
	lost    map[int]bool  // tasks that expired while it was silent, until it is heard from again
	inRow   int           // failures since its last result
	beaten  map[int]bool  // tasks in holds that others have done
	hung    int           // tasks in which it hung and others did not
	deaths  int           // times it was gone with tasks and came back as another process
	bad     bool          // it is to get no more tasks because of its flag
	faulty  bool          // because of the faults in its results
	banned  bool          // removed by hand, even if no other worker is present
	counted int           // results when rate was last measured
	barren  int           // see coordinator.nextFor
}

// A hold is a task that a worker has been handed.
type hold struct {
	since time.Time
	seen  time.Time // when the worker last reported it
}

// A roster knows which workers there are, and how well they do.
type roster struct {
	members map[string]*member
	wait    time.Duration
	swept   time.Time // when room was last made
	results int
	seconds float64 // spent on the results
	faults  int
	late    map[int]map[string]bool // tasks, by the workers that hang in them
	dead    map[int]map[string]bool // tasks, by the workers that died with them
}

func newRoster(wait time.Duration) roster {
	return roster{members: map[string]*member{}, wait: wait, late: map[int]map[string]bool{}, dead: map[int]map[string]bool{}}
}

// maxMembers limits what strangers can make a coordinator remember.
const maxMembers = 4096

// hear processes a beat of a worker. It returns the tasks that it has given up
// because it left or is another process. Tasks that it was never handed are
// ignored.
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

// drop notes that a worker no longer holds a task.
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

// expire drops and returns the tasks that their workers have not reported for the
// wait.
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

// held reports whether any worker holds a task.
func (r *roster) held(task int) bool {
	for _, m := range r.members {
		if m.holds[task] != nil {
			return true
		}
	}
	return false
}

// of returns the member with a name, a new one if it is unknown. At most maxMembers
// are remembered; those that have left without any result make room.
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

// took counts a result; fault describes what is wrong with it, if anything.
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
			// If others do no better, it is not the worker's fault.
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

// strike notes that a worker hung in a task that another has done.
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

// banish flags a worker by hand; it returns false if there is none with that name.
func (r *roster) banish(name string) bool {
	m := r.members[name]
	if m == nil {
		return false
	}
	m.Flag = cmp.Or(m.Flag, "was removed by hand")
	m.bad, m.banned = true, true
	return true
}

// convict removes and returns those that are no longer trusted. Unless banished by
// hand, they stay as long as there is no sound worker.
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

// hangs returns tasks in which a worker has hung since the last call, which means
// that they take far longer than average. A task that is no longer open has been
// done by another, which is a strike.
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

// tick marks silent workers as gone and returns their names, and measures rates.
// Call it once a second.
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

// sound returns the names of the workers that are present and trusted.
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

// slots returns how many tasks can be done at a time.
func (r *roster) slots() (sum int) {
	for _, m := range r.members {
		if !m.Gone && !m.Out {
			sum += m.Slots
		}
	}
	return sum
}

// list returns the workers, at most 2,000: those present, then those gone, each by
// name.
func (r *roster) list(now time.Time) (list []Standing) {
	for _, m := range r.members {
		s := m.Standing
		s.Silent = now.Sub(m.seen).Seconds()
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b Standing) int {
		return cmp.Or(boolean(a.Gone)-boolean(b.Gone), strings.Compare(a.Worker, b.Worker))
	})
	return list[:min(len(list), 2000)]
}

// present returns the number of workers that are present.
func (r *roster) present() (n int) {
	for _, m := range r.members {
		if !m.Gone {
			n++
		}
	}
	return n
}

// perMinute returns the total rate.
func (r *roster) perMinute() (sum float64) {
	for _, m := range r.members {
		sum += m.Rate
	}
	return sum
}
