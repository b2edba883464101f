package engine

// ThreadMemory is about how many bytes each thread of a search needs, besides the
// table that they share.
const ThreadMemory = 6 << 20
