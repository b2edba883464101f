package command

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print the version",
		Long:  "Prints the version, the Go version and the commit of the program.",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return writeVersion(cmd.OutOrStdout())
		},
	}
}

func writeVersion(w io.Writer) error {
	info, _ := debug.ReadBuildInfo()
	commit := ""
	if stamp := stampOf(info); stamp != "" {
		commit = ", commit " + stamp
	}
	_, err := fmt.Fprintf(w, "heterodox %s (%s, %s/%s%s)\n", versionOf(info), runtime.Version(), runtime.GOOS, runtime.GOARCH, commit)
	return err
}

// Version returns the version that the go command stamped on the program: 1.2.3 for a tagged
// commit, otherwise the pseudo-version, with time and hash, and +dirty if the source had
// uncommitted changes; "devel" if there is no stamp, as in tests.
func Version() string {
	info, _ := debug.ReadBuildInfo()
	return versionOf(info)
}

func versionOf(info *debug.BuildInfo) string {
	if info == nil || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return strings.TrimPrefix(info.Main.Version, "v")
}

// buildStamp returns the commit that the program was built from, with a + if the source had
// uncommitted changes; "unknown" if there is no stamp.
func buildStamp() string {
	info, _ := debug.ReadBuildInfo()
	if stamp := stampOf(info); stamp != "" {
		return stamp
	}
	return "unknown"
}

// BuildIdentity identifies a build: by the commit or, if that is unknown or not the whole
// source, also by the checksum of the program.
func BuildIdentity() string {
	stamp := buildStamp()
	if stamp != "unknown" && !strings.HasSuffix(stamp, "+") {
		return stamp
	}
	name, err := os.Executable()
	if err != nil {
		return stamp
	}
	file, err := os.Open(name)
	if err != nil {
		return stamp
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return stamp
	}
	return fmt.Sprintf("%s, program %x", stamp, sum.Sum(nil)[:8])
}

// stampOf is like buildStamp, but returns "" if there is no stamp.
func stampOf(info *debug.BuildInfo) string {
	if info == nil {
		return ""
	}
	commit, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+"
		}
	}
	if commit == "" {
		return ""
	}
	return commit + changed
}
