package command

import (
	"runtime/debug"
	"testing"
)

// The version is the one that the go command stamped, or devel without a stamp.
func TestVersionFromTheStamp(t *testing.T) {
	setting := func(key, value string) debug.BuildSetting { return debug.BuildSetting{Key: key, Value: value} }
	for _, c := range []struct {
		main           string
		settings       []debug.BuildSetting
		version, stamp string
	}{
		{"", nil, "devel", ""},
		{"(devel)", nil, "devel", ""},
		{"v1.2.3", nil, "1.2.3", ""}, // go install …@v1.2.3
		{"v1.2.3", []debug.BuildSetting{setting("vcs.revision", "abc"), setting("vcs.modified", "false")}, "1.2.3", "abc"},
		{"v1.2.4-0.20261122035848-8b0a81a3f5b2+dirty", []debug.BuildSetting{setting("vcs.revision", "8b0a81a3f5b2"), setting("vcs.modified", "true")},
			"1.2.4-0.20261122035848-8b0a81a3f5b2+dirty", "8b0a81a3f5b2+"},
	} {
		info := &debug.BuildInfo{Main: debug.Module{Version: c.main}, Settings: c.settings}
		if v, s := versionOf(info), stampOf(info); v != c.version || s != c.stamp {
			t.Errorf("%q %v: version %q, commit %q, want %q, %q", c.main, c.settings, v, s, c.version, c.stamp)
		}
	}
	if v, s := versionOf(nil), stampOf(nil); v != "devel" || s != "" {
		t.Errorf("without a stamp: version %q, commit %q", v, s)
	}
}
