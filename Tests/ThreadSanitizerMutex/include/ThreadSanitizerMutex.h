#ifndef THREAD_SANITIZER_MUTEX_H
#define THREAD_SANITIZER_MUTEX_H
// Nothing to call: being linked is all that this target does.
#endif
