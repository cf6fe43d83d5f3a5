#ifndef FST_PROCESS_H
#define FST_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// The end of the run: a part of the header in the file's mapping. See docs/journal-format.md.
typedef struct {
    uint32_t state;        // FST_RUNNING, FST_ENDED, FST_EXITED
    uint32_t signal;       // that ended it, or 0
    uint64_t ended;        // nanoseconds of fst_now
    uint64_t signaled;    // nanoseconds of fst_now
} fst_end;

enum { FST_RUNNING = 0, FST_ENDED = 1, FST_EXITED = 2 };

extern uint32_t fst_generation;

/// Returns the number of forks between this process and the one that loaded the library.
static inline uint32_t fst_fork_generation(void) { return __atomic_load_n(&fst_generation, __ATOMIC_RELAXED); }

/// Watches a run's file: when the process exits in an orderly way, this is recorded in `end`; if `signals`, a signal
/// that ends the process is recorded; a forked child closes the file and writes nothing to it. Returns a place for
/// fst_release_run, or -1 if 64 runs are watched already: then there is no effect.
int32_t fst_watch_run(fst_end *end, int file, bool signals);

/// Ends the watch of fst_watch_run. Does nothing in a forked child. The file remains open.
void fst_release_run(int32_t place);

/// Records that the run ended in an orderly way.
void fst_mark_ended(fst_end *end, uint64_t time);

/// For tests: forks; calls `body` in the child and exits with its result by _exit. Returns the child's status from
/// waitpid, or -1.
int fst_fork_for_test(int (*body)(void *), void *argument);

#endif
