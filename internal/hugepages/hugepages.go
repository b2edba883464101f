// Package hugepages allocates tables that are read at random. With pages of 2 MiB rather
// than 4 KiB the processor finds the addresses of far more of such a table in its TLB.
package hugepages
