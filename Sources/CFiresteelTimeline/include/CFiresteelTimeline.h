#ifndef CFIRESTEELTIMELINE_H
#define CFIRESTEELTIMELINE_H

// What Swift has no words for: atomic operations on a mapping of a file, a checksum by instruction, what may run in a
// signal handler or in a forked child. Everything else of the timeline is Swift.

#include "fst_clock.h"
#include "fst_crc32c.h"
#include "fst_format.h"
#include "fst_journal.h"
#include "fst_memory.h"
#include "fst_process.h"

#endif
