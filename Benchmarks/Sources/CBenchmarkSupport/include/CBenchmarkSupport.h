#ifndef CBENCHMARKSUPPORT_H
#define CBENCHMARKSUPPORT_H

// What the benchmarks need beside Swift: a count of allocations, bare operations to compare with, and a thread that may
// not call the system.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether allocations can be counted here: with glibc, by functions of this executable in place of malloc and its kin.
bool bench_counts_allocations(void);

/// Counts allocations and bytes in use from now on, on all threads, from nought.
void bench_start_counting(void);
void bench_stop_counting(void);

/// Calls of malloc, calloc, realloc, posix_memalign, aligned_alloc and memalign since counting began.
uint64_t bench_allocations(void);
/// Bytes allocated less bytes given back since counting began, and the most that this came to.
int64_t bench_live_bytes(void);
int64_t bench_peak_bytes(void);

/// A reading of the monotonic clock in nanoseconds.
uint64_t bench_now(void);

/// The same as of the system's last tick, which is read with less effort.
uint64_t bench_coarse_now(void);

/// CRC-32C of bytes, by instruction where the processor has one; a multiple of 4.
uint32_t bench_crc32c(const void *bytes, size_t count);

/// The same without the instruction, a byte at a time by one table and eight at a time by eight.
uint32_t bench_crc32c_by_table(const void *bytes, size_t count);
uint32_t bench_crc32c_by_tables(const void *bytes, size_t count);

/// Takes a value, so that what computed it isn't left out.
void bench_keep(uint64_t value);

/// Runs a body on a thread that the kernel stops at its first system call.
/// Returns 1 if it came to its end, 0 if it was stopped, -1 if the system can't do that.
int bench_runs_without_system_calls(void (*body)(void *), void *argument);

/// A system call, to see that one is noticed.
void bench_call_system(void);

#endif
