#define _GNU_SOURCE
#include "CBenchmarkSupport.h"

#include <errno.h>
#include <stdlib.h>

// Symbols of an executable have priority over those of its libraries, so that allocations of the Swift runtime are
// counted as well. Without counting, the cost is one load; timed rounds don't count.

#if defined(__GLIBC__)
#include <malloc.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

static bool counting;
static uint64_t allocations;
static int64_t live;
static int64_t peak;

static inline bool is_counting(void) { return __builtin_expect(__atomic_load_n(&counting, __ATOMIC_RELAXED), 0); }

static void add_bytes(int64_t bytes) {
    int64_t now = __atomic_add_fetch(&live, bytes, __ATOMIC_RELAXED);
    int64_t most = __atomic_load_n(&peak, __ATOMIC_RELAXED);
    while (now > most
           && !__atomic_compare_exchange_n(&peak, &most, now, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
}

static void *count(void *memory) {
    if (is_counting() && memory != NULL) {
        __atomic_fetch_add(&allocations, 1, __ATOMIC_RELAXED);
        add_bytes((int64_t)malloc_usable_size(memory));
    }
    return memory;
}

static void discount(void *memory) {
    if (is_counting() && memory != NULL) add_bytes(-(int64_t)malloc_usable_size(memory));
}

void *malloc(size_t size) { return count(__libc_malloc(size)); }
void *calloc(size_t count_of, size_t size) { return count(__libc_calloc(count_of, size)); }
void *memalign(size_t alignment, size_t size) { return count(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return count(__libc_memalign(alignment, size)); }

void *realloc(void *memory, size_t size) {
    discount(memory);
    return count(__libc_realloc(memory, size));
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
    void *memory = count(__libc_memalign(alignment, size));
    if (memory == NULL) return ENOMEM;
    *result = memory;
    return 0;
}

void free(void *memory) {
    discount(memory);
    __libc_free(memory);
}

bool bench_counts_allocations(void) { return true; }

void bench_start_counting(void) {
    __atomic_store_n(&allocations, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&live, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&peak, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&counting, true, __ATOMIC_SEQ_CST);
}

void bench_stop_counting(void) { __atomic_store_n(&counting, false, __ATOMIC_SEQ_CST); }
uint64_t bench_allocations(void) { return __atomic_load_n(&allocations, __ATOMIC_RELAXED); }
int64_t bench_live_bytes(void) { return __atomic_load_n(&live, __ATOMIC_RELAXED); }
int64_t bench_peak_bytes(void) { return __atomic_load_n(&peak, __ATOMIC_RELAXED); }

#else

bool bench_counts_allocations(void) { return false; }
void bench_start_counting(void) {}
void bench_stop_counting(void) {}
uint64_t bench_allocations(void) { return 0; }
int64_t bench_live_bytes(void) { return 0; }
int64_t bench_peak_bytes(void) { return 0; }

#endif
