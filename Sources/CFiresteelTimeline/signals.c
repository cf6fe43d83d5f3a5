#define _GNU_SOURCE
#include "fst_process.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void fst_write_signal(uint32_t signal);
void fst_install_signals(void);

// Faults always; requests to end only without another handler, because a program with one ends in an orderly way.
static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
static const int requests[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT};

enum { COUNT = NSIG < 65 ? NSIG : 65 };
static struct sigaction before[COUNT];

/// Returns whether the signal is a fault of an instruction that is executed again when the handler returns.
///
/// The code alone doesn't tell: Linux sends the signals of a terminal with a code of the kernel, too.
static int recurs_on_return(int number, int code) {
    if (code <= 0) return 0;
#if defined(__aarch64__)
    // A breakpoint instruction isn't skipped.
    if (number == SIGTRAP) return 1;
#endif
    return number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE;
}

/// Runs in the context of a signal handler: only operations that POSIX permits there.
static void handle(int number, siginfo_t *information, void *context) {
    int error = errno;
    fst_write_signal((uint32_t)number);
    const struct sigaction *previous = &before[number];
    int is_fault = recurs_on_return(number, information->si_code);
    if (previous->sa_flags & SA_SIGINFO) {
        previous->sa_sigaction(number, information, context);
    } else if (previous->sa_handler == SIG_IGN) {
        // An ignored external fault doesn't end the process; the kernel handles an internal one on return.
        if (is_fault) sigaction(number, previous, NULL);
        else fst_write_signal(0);
        errno = error;
        return;
    } else if (previous->sa_handler != SIG_DFL) {
        previous->sa_handler(number);
    } else {
        // The default ends the process. A fault recurs on return, with its own context; a sent signal must be sent
        // again and is pending until the return.
        sigaction(number, previous, NULL);
        if (!is_fault) raise(number);
        errno = error;
        return;
    }
    // A handler that has restored the default and returns, as Swift's backtracer does, intends the fault to recur and
    // end the process. A sent signal doesn't recur, except that of abort(), which sends it again.
    struct sigaction now;
    int recurs = is_fault || (number == SIGABRT && information->si_pid == getpid());
    int ends = recurs && sigaction(number, NULL, &now) == 0 && !(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_DFL;
    // Otherwise it fixed the cause, or ignored it: the process continues.
    if (!ends) fst_write_signal(0);
    errno = error;
}

static void install(int number, int only_default) {
    if (number >= COUNT || sigaction(number, NULL, &before[number]) != 0) return;
    int is_default = !(before[number].sa_flags & SA_SIGINFO) && before[number].sa_handler == SIG_DFL;
    if (only_default && !is_default) return;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    // As the previous handler requires: it is called with its own mask.
    action.sa_mask = before[number].sa_mask;
    if (before[number].sa_flags & SA_NODEFER) action.sa_flags |= SA_NODEFER;
    sigaction(number, &action, NULL);
}

/// Creates a stack for the handler of the calling thread; otherwise an overflow of its own stack can't be recorded.
static void make_stack(void) {
    stack_t current;
    if (sigaltstack(NULL, &current) != 0 || !(current.ss_flags & SS_DISABLE)) return;
    size_t size = 128 * 1024;
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    if (memory == MAP_FAILED) return;
    stack_t stack = {0};
    stack.ss_sp = memory;
    stack.ss_size = size;
    sigaltstack(&stack, NULL);
}

void fst_install_signals(void) {
    make_stack();
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) install(faults[i], 0);
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) install(requests[i], 1);
}
