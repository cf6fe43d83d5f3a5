#ifndef FST_FORMAT_H
#define FST_FORMAT_H

#include <stddef.h>

/// Writes a number without allocating and with a point whatever the locale.
/// With decimals < 0, the shortest form that reads back as the same number. Returns the bytes written, without a zero.
size_t fst_format_double(double value, int decimals, void *buffer, size_t capacity);

#endif
