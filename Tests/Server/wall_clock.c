// Moves the wall clock of a process by the seconds in a file, and no other clock, as an administrator or a time server does.
// After an equals sign, the file has the time itself, in seconds since 1970, at which the clock stops.
//
// libfaketime moves CLOCK_BOOTTIME as well, by which Swift sleeps: a process that is set back then sleeps for that long.
// Compiled by conftest.py and loaded before the C library: WALL_CLOCK_FILE names the file.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static void move(struct timespec *time) {
    const char *path = getenv("WALL_CLOCK_FILE");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    char text[32] = {0};
    if (file < 0) return;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0) return;
    if (text[0] == '=') {
        time->tv_sec = atol(text + 1);
        time->tv_nsec = 0;
    } else {
        time->tv_sec += atol(text);
    }
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*next)(clockid_t, struct timespec *);
    if (!next) next = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int status = next(clock, time);
    if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) move(time);
    return status;
}

int gettimeofday(struct timeval *restrict value, void *restrict zone) {
    (void)zone;
    struct timespec time;
    int status = clock_gettime(CLOCK_REALTIME, &time);
    value->tv_sec = time.tv_sec;
    value->tv_usec = time.tv_nsec / 1000;
    return status;
}

time_t time(time_t *result) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    if (result) *result = time.tv_sec;
    return time.tv_sec;
}
