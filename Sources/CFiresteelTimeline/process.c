#define _GNU_SOURCE
#include "fst_process.h"
#include "fst_clock.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

void fst_install_signals(void);

uint32_t fst_generation = 0;

// The runs that are open in this process. A signal handler reads the places without a lock, so they are never
// moved. All others take `lock`: while it is held, no run is released, so no memory of one in this list is unmapped.
enum { PLACES = 64 };
static struct place {
    fst_end *end;
    int file;
    uint32_t signals;
} places[PLACES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void fst_write_signal(uint32_t signal) {
    for (int i = 0; i < PLACES; i++) {
        fst_end *end = __atomic_load_n(&places[i].end, __ATOMIC_ACQUIRE);
        if (end == NULL || !__atomic_load_n(&places[i].signals, __ATOMIC_RELAXED)) continue;
        if (signal != 0) __atomic_store_n(&end->signaled, fst_now(), __ATOMIC_RELAXED);
        __atomic_store_n(&end->signal, signal, __ATOMIC_RELEASE);
    }
}

static void before_fork(void) { pthread_mutex_lock(&lock); }
static void in_parent(void) { pthread_mutex_unlock(&lock); }

static void in_child(void) {
    __atomic_fetch_add(&fst_generation, 1, __ATOMIC_SEQ_CST);
    for (int i = 0; i < PLACES; i++) {
        if (places[i].end == NULL) continue;
        __atomic_store_n(&places[i].end, NULL, __ATOMIC_RELEASE);
        // The lock on the file belongs to every process that has it open: a surviving child must not make an ended run
        // appear to be running.
        close(places[i].file);
    }
    pthread_mutex_unlock(&lock);
}

void fst_mark_ended(fst_end *end, uint64_t time) {
    __atomic_store_n(&end->ended, time, __ATOMIC_RELAXED);
    __atomic_store_n(&end->state, FST_ENDED, __ATOMIC_RELEASE);
}

static void at_exit(void) {
    // Other threads continue while the process exits, and may close their runs.
    pthread_mutex_lock(&lock);
    for (int i = 0; i < PLACES; i++) {
        fst_end *end = __atomic_load_n(&places[i].end, __ATOMIC_ACQUIRE);
        if (end == NULL || __atomic_load_n(&end->state, __ATOMIC_RELAXED) != FST_RUNNING) continue;
        __atomic_store_n(&end->ended, fst_now(), __ATOMIC_RELAXED);
        __atomic_store_n(&end->state, FST_EXITED, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&lock);
}

static void install(void) {
    pthread_atfork(before_fork, in_parent, in_child);
    atexit(at_exit);
}

int32_t fst_watch_run(fst_end *end, int file, bool signals) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    static pthread_once_t once_for_signals = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
    if (signals) pthread_once(&once_for_signals, fst_install_signals);
    int32_t found = -1;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < PLACES && found < 0; i++) {
        if (places[i].end != NULL) continue;
        places[i].file = file;
        __atomic_store_n(&places[i].signals, signals, __ATOMIC_RELAXED);
        __atomic_store_n(&places[i].end, end, __ATOMIC_RELEASE);
        found = i;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

void fst_release_run(int32_t place) {
    if (place < 0 || place >= PLACES) return;
    pthread_mutex_lock(&lock);
    __atomic_store_n(&places[place].end, NULL, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
}

int fst_fork_for_test(int (*body)(void *), void *argument) {
    pid_t child = fork();
    if (child < 0) return -1;
    if (child == 0) _exit(body(argument));
    int status;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return -1;
    }
    return status;
}
