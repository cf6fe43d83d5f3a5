#ifndef FST_CRASH_H
#define FST_CRASH_H

#include <stdbool.h>

/// Replaces the standard error stream by one that also stores the messages of fatal errors in a file. Returns whether the
/// system supports this. The file descriptor 2 stays as it is. Call it once, before other threads use the stream.
bool fst_record_fatal_messages(const char *path);

/// Replaces this process by a new start of its program with the same identifier and the current environment. Returns only
/// if that isn't possible.
void fst_restart_program(char *const arguments[]);

#endif
