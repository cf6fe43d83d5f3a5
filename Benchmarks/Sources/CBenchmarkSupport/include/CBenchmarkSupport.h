#ifndef CBENCHMARKSUPPORT_H
#define CBENCHMARKSUPPORT_H

// The parts of the benchmarks that require C: counting of allocations, bare operations to compare with, and a thread
// without system calls.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether allocations can be counted: with glibc, by replacements of malloc and related functions.
bool bench_counts_allocations(void);

/// Resets the counts of allocations and of bytes in use, and starts counting on all threads.
void bench_start_counting(void);
void bench_stop_counting(void);

/// The number of calls of malloc, calloc, realloc, posix_memalign, aligned_alloc and memalign since counting began.
uint64_t bench_allocations(void);
/// The allocated bytes minus the freed bytes since counting began, and the maximum of this difference.
int64_t bench_live_bytes(void);
int64_t bench_peak_bytes(void);

/// Returns the time of the monotonic clock in nanoseconds.
uint64_t bench_now(void);

/// Returns the time of the system's last tick in nanoseconds, which is faster to read.
uint64_t bench_coarse_now(void);

/// Computes CRC-32C, with the processor's instruction if it has one. The count must be a multiple of 4.
uint32_t bench_crc32c(const void *bytes, size_t count);

/// Computes CRC-32C without the instruction: one byte at a time with one table, or eight at a time with eight tables.
uint32_t bench_crc32c_by_table(const void *bytes, size_t count);
uint32_t bench_crc32c_by_tables(const void *bytes, size_t count);

/// Uses a value, so that the compiler doesn't remove its computation.
void bench_keep(uint64_t value);

/// Runs a body on a thread that the kernel ends at its first system call.
/// Returns 1 if the body returned, 0 if the thread was ended, -1 if the system doesn't support it.
int bench_runs_without_system_calls(void (*body)(void *), void *argument);

/// Makes a system call, to test that it is detected.
void bench_call_system(void);

#endif
