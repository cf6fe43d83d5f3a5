#ifndef FST_CLOCK_H
#define FST_CLOCK_H

#include <stdint.h>
#include <time.h>

/// Returns nanoseconds of a clock that never moves backwards and continues while the machine sleeps.
/// On Linux CLOCK_BOOTTIME is read without a system call and costs as much as CLOCK_MONOTONIC.
static inline uint64_t fst_now(void) {
#if defined(__APPLE__)
    return clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW);
#else
    struct timespec time;
    clock_gettime(CLOCK_BOOTTIME, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
#endif
}

/// Returns nanoseconds since 1970 of the wall clock.
static inline uint64_t fst_wall(void) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

#endif
