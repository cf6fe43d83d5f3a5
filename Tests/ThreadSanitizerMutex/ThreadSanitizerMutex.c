// Tells ThreadSanitizer what Synchronization.Mutex does when threads contend for it.
//
// On Linux the uncontended way through a Mutex is compiled into its caller, where the sanitizer sees it. The contended one
// is in a library that isn't built with the sanitizer, so that a mutex handed from one thread to another under contention
// looks like a race on everything that it guards. These functions take the place of the library's, since the linker finds
// them first, call them, and say what happened. No race is hidden: what isn't guarded by the same mutex is still reported.

#define _GNU_SOURCE
#include "ThreadSanitizerMutex.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// The mutex comes as the `self` of a Swift method.
#define SWIFT_METHOD __attribute__((swiftcall))
#define SWIFT_SELF __attribute__((swift_context))

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK_SLOW "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT_METHOD void (*LockSlow)(uint32_t thread, SWIFT_SELF void *mutex);
typedef SWIFT_METHOD bool (*TryLockSlow)(SWIFT_SELF void *mutex);
typedef SWIFT_METHOD void (*UnlockSlow)(SWIFT_SELF void *mutex);

SWIFT_METHOD void lock_slow(uint32_t thread, SWIFT_SELF void *mutex) __asm__(LOCK_SLOW);
SWIFT_METHOD bool try_lock_slow(SWIFT_SELF void *mutex) __asm__(TRY_LOCK_SLOW);
SWIFT_METHOD void unlock_slow(SWIFT_SELF void *mutex) __asm__(UNLOCK_SLOW);

void __tsan_acquire(void *address);
void __tsan_release(void *address);

static void *library_function(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (function == NULL) {
        fprintf(stderr, "The Synchronization library has no %s: see Tests/ThreadSanitizerMutex.\n", name);
        abort();
    }
    return function;
}

SWIFT_METHOD void lock_slow(uint32_t thread, SWIFT_SELF void *mutex) {
    ((LockSlow)library_function(LOCK_SLOW))(thread, mutex);
    __tsan_acquire(mutex);
}

SWIFT_METHOD bool try_lock_slow(SWIFT_SELF void *mutex) {
    bool locked = ((TryLockSlow)library_function(TRY_LOCK_SLOW))(mutex);
    if (locked) __tsan_acquire(mutex);
    return locked;
}

SWIFT_METHOD void unlock_slow(SWIFT_SELF void *mutex) {
    __tsan_release(mutex);
    ((UnlockSlow)library_function(UNLOCK_SLOW))(mutex);
}
