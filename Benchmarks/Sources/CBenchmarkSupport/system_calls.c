#define _GNU_SOURCE
#include "CBenchmarkSupport.h"

#include <unistd.h>

#if defined(__linux__)
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

// The filter permits only the end of a thread. Clock reads aren't system calls, because the kernel maps the clock into
// the process. The kernel's strict mode would also disable the processor's time stamp counter.

static bool forbid_system_calls(void) {
    struct sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_THREAD),
    };
    struct sock_fprog filter = {sizeof program / sizeof *program, program};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

typedef struct {
    void (*body)(void *);
    void *argument;
    int result;
} errand;

static void *run(void *pointer) {
    errand *errand = pointer;
    // Runs once without the filter, so that lazily created values exist.
    errand->body(errand->argument);
    if (!forbid_system_calls()) {
        __atomic_store_n(&errand->result, -1, __ATOMIC_RELEASE);
        return NULL;
    }
    errand->body(errand->argument);
    __atomic_store_n(&errand->result, 1, __ATOMIC_RELEASE);
    // Returning would clean up the thread with forbidden calls.
    syscall(SYS_exit, 0);
    return NULL;
}

int bench_runs_without_system_calls(void (*body)(void *), void *argument) {
    errand errand = {body, argument, 0};
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, &errand) != 0) return -1;
    pthread_join(thread, NULL);
    return __atomic_load_n(&errand.result, __ATOMIC_ACQUIRE);
}

void bench_call_system(void) { syscall(SYS_getppid); }

#else

int bench_runs_without_system_calls(void (*body)(void *), void *argument) {
    (void)body;
    (void)argument;
    return -1;
}

void bench_call_system(void) { getppid(); }

#endif
