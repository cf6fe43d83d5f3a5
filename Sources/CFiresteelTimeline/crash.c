#define _GNU_SOURCE
#include "fst_crash.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#if defined(__GLIBC__)

enum { LIMIT = 4096 };
static char file_name[PATH_MAX];

static int contains(const char *data, size_t size, const char *text) {
    return memmem(data, size, text, strlen(text)) != NULL;
}

/// Stores a message. Later ones replace it: the last is the one that ends the process.
static void store(const char *data, size_t size) {
    int file = open(file_name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) return;
    if (size > LIMIT) size = LIMIT;
    while (size > 0) {
        ssize_t written = write(file, data, size);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) break;
        data += written;
        size -= (size_t)written;
    }
    close(file);
}

static ssize_t write_error(void *cookie, const char *data, size_t size) {
    (void)cookie;
    int error = errno;
    if (contains(data, size, "Fatal error") || contains(data, size, "Precondition failed") ||
        contains(data, size, "Assertion failed")) {
        store(data, size);
    }
    errno = error;
    size_t rest = size;
    while (rest > 0) {
        ssize_t written = write(STDERR_FILENO, data, rest);
        if (written < 0 && errno == EINTR) continue;
        // A closed or full standard error stream must not keep the message from the file, nor the program from ending.
        if (written <= 0) break;
        data += written;
        rest -= (size_t)written;
    }
    return (ssize_t)size;
}

bool fst_record_fatal_messages(const char *path) {
    if (strlen(path) >= sizeof file_name) return false;
    strcpy(file_name, path);
    cookie_io_functions_t functions = {NULL, write_error, NULL, NULL};
    FILE *stream = fopencookie(NULL, "w", functions);
    if (stream == NULL) return false;
    setvbuf(stream, NULL, _IONBF, 0);
    stderr = stream;
    return true;
}

void fst_restart_program(char *const arguments[]) {
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) return;
    program[length] = 0;
    // The calling thread may block signals, which the program would inherit.
    sigset_t none, before;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, &before);
    execv(program, arguments);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

#else

bool fst_record_fatal_messages(const char *path) {
    (void)path;
    return false;
}

void fst_restart_program(char *const arguments[]) { (void)arguments; }

#endif
