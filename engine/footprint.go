package engine

// ThreadMemory is about how many bytes each thread of a search needs, besides the
// table that they share, and what aligning its history leaves unused.
const ThreadMemory = 8 << 20
