#ifndef FST_MEMORY_H
#define FST_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Takes the lock of a whole open file, alone or with others, without waiting. It is given back when the file is
/// closed by the last who has it open. Returns 0, EWOULDBLOCK if somebody else has it, or another error number.
int fst_lock(int file, bool alone);

/// Gives the lock back.
int fst_unlock(int file);

/// Gives a file its full size with every block in place. Returns 0 or the error number.
int fst_allocate(int file, size_t size);

/// Maps a file, shared and with every page in place. Returns null and sets `error` if it can't be.
void *fst_map_file(int file, size_t size, int *error);

/// Memory of zeros with every page in place, as a mapping of its own. Returns null if there is none.
void *fst_map_memory(size_t size);

void fst_unmap(void *memory, size_t size);

/// Hands the mapping to the disk and waits for it. Returns 0 or the error number.
int fst_sync(void *memory, size_t size);

#endif
