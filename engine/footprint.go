package engine

// ThreadMemory is about how many bytes each thread of a search needs, besides the
// table that they share. Some 2 MiB of them, unused, align its history.
const ThreadMemory = 8 << 20
