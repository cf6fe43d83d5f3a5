#define _GNU_SOURCE
#include "fst_memory.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

int fst_lock(int file, bool alone) {
    int code;
    do code = flock(file, (alone ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0 ? 0 : errno;
    while (code == EINTR);
    return code;
}

int fst_unlock(int file) { return flock(file, LOCK_UN) == 0 ? 0 : errno; }

/// Writes zeros to every block, for file systems without another way of allocating.
static int allocate_by_writing(int file, size_t size) {
    static const char zeros[65536];
    for (size_t done = 0; done < size;) {
        size_t part = size - done < sizeof zeros ? size - done : sizeof zeros;
        ssize_t written = pwrite(file, zeros, part, (off_t)done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return written < 0 ? errno : ENOSPC;
        done += (size_t)written;
    }
    return 0;
}

int fst_allocate(int file, size_t size) {
    // Exceeding this limit sends a signal that ends the process.
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < size) return EFBIG;
#if defined(__APPLE__)
    fstore_t store = {F_ALLOCATEALL, F_PEOFPOSMODE, 0, (off_t)size, 0};
    if (fcntl(file, F_PREALLOCATE, &store) != 0) {
        if (errno != ENOTSUP) return errno;
        return allocate_by_writing(file, size);
    }
    return ftruncate(file, (off_t)size) == 0 ? 0 : errno;
#else
    int code;
    do code = posix_fallocate(file, 0, (off_t)size);
    while (code == EINTR);
    if (code == EOPNOTSUPP || code == EINVAL || code == ENOSYS) return allocate_by_writing(file, size);
    return code;
#endif
}

/// Touches every page, so that no append waits for one.
static void populate(void *memory, size_t size) {
#if defined(__linux__)
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif
    if (madvise(memory, size, MADV_POPULATE_WRITE) == 0) return;
#endif
    long page = sysconf(_SC_PAGESIZE);
    if (page <= 0) page = 4096;
    for (size_t offset = 0; offset < size; offset += (size_t)page) {
        volatile char *byte = (volatile char *)memory + offset;
        *byte = *byte;
    }
}

void *fst_map_file(int file, size_t size, int *error) {
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) {
        *error = errno;
        return NULL;
    }
    populate(memory, size);
    return memory;
}

void *fst_map_memory(size_t size) {
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    populate(memory, size);
    return memory;
}

void fst_unmap(void *memory, size_t size) { munmap(memory, size); }

int fst_sync(void *memory, size_t size) { return msync(memory, size, MS_SYNC) == 0 ? 0 : errno; }
