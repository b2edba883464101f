//go:build !unix

package safefile

// SyncDir does nothing: Windows offers no such thing, NTFS keeps a journal of
// its names.
func SyncDir(string) error { return nil }
