#ifndef CFIRESTEELTIMELINE_H
#define CFIRESTEELTIMELINE_H

// The parts that can't be written in Swift: atomic operations on a file mapping, a checksum by instruction, code for
// signal handlers and forked children. Everything else of the timeline is Swift.

#include "fst_clock.h"
#include "fst_crash.h"
#include "fst_crc32c.h"
#include "fst_format.h"
#include "fst_journal.h"
#include "fst_memory.h"
#include "fst_process.h"

#endif
