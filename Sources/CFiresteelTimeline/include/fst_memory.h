#ifndef FST_MEMORY_H
#define FST_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Takes the lock of a whole open file, exclusive or shared, without waiting. It is released when the last owner closes
/// the file. Returns 0, EWOULDBLOCK if another process has it, or another error number.
int fst_lock(int file, bool alone);

/// Releases the lock.
int fst_unlock(int file);

/// Sets the full size of a file and allocates every block. Returns 0 or the error number.
int fst_allocate(int file, size_t size);

/// Maps a file, shared and with every page in place. Returns null and sets `error` on failure.
void *fst_map_file(int file, size_t size, int *error);

/// Returns zeroed memory with every page in place, as a separate mapping, or null if there is none.
void *fst_map_memory(size_t size);

void fst_unmap(void *memory, size_t size);

/// Synchronizes the mapping with the disk and waits. Returns 0 or the error number.
int fst_sync(void *memory, size_t size);

#endif
