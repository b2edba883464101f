package engine

// ThreadMemory is about how many bytes each thread of a search needs, besides the shared
// table. Some 2 MiB of them are unused and serve to align its history.
const ThreadMemory = 8 << 20
