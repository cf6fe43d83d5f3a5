#ifndef FST_PROCESS_H
#define FST_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// How the run ended: a part of the header in the file's mapping. See docs/journal-format.md.
typedef struct {
    uint32_t state;        // FST_RUNNING, FST_ENDED, FST_EXITED
    uint32_t signal;       // that ended it, or 0
    uint64_t ended;        // nanoseconds of fst_now
    uint64_t signalled;    // nanoseconds of fst_now
} fst_end;

enum { FST_RUNNING = 0, FST_ENDED = 1, FST_EXITED = 2 };

extern uint32_t fst_generation;

/// How many forks lie between this process and the one that loaded the library.
static inline uint32_t fst_fork_generation(void) { return __atomic_load_n(&fst_generation, __ATOMIC_RELAXED); }

/// Has a run's file looked after: when the process exits in good order, `end` says so; if `signals`, a signal that
/// ends the process is written to it; a forked child closes the file and writes nothing to it.
/// Returns a place to be given to fst_release_run, or -1 when 64 runs are looked after already: then nothing of this is
/// done.
int32_t fst_watch_run(fst_end *end, int file, bool signals);

/// Ends what fst_watch_run began. Does nothing in a forked child. The file stays open.
void fst_release_run(int32_t place);

/// Writes down that the run ended in good order.
void fst_mark_ended(fst_end *end, uint64_t time);

/// For tests: forks; in the child calls `body` and leaves by _exit with what it returns. Returns the child's status
/// as of waitpid, or -1.
int fst_fork_for_test(int (*body)(void *), void *argument);

#endif
