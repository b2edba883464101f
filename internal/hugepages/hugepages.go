// Package hugepages allocates tables that are accessed at random. With pages of 2 MiB
// rather than 4 KiB, the processor's TLB covers far more of such a table.
package hugepages
