#ifndef FST_FORMAT_H
#define FST_FORMAT_H

#include <stddef.h>

/// Writes a number without allocating and with a point, independent of the locale.
/// With decimals < 0, writes the shortest form that reads back as the same number. Returns the number of bytes, without
/// a terminator.
size_t fst_format_double(double value, int decimals, void *buffer, size_t capacity);

#endif
