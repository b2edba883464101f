//go:build !unix

package safefile

// SyncDir does nothing: Windows does not support it, and NTFS keeps a journal of its names.
func SyncDir(string) error { return nil }
