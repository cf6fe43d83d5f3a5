#include "fst_format.h"

#include <stdio.h>
#include <stdlib.h>

size_t fst_format_double(double value, int decimals, void *buffer, size_t capacity) {
    char *text = buffer;
    int length = 0;
    if (capacity == 0) return 0;
    if (decimals >= 0) {
        length = snprintf(text, capacity, "%.*f", decimals, value);
    } else {
        for (int digits = 15; digits <= 17; digits++) {
            length = snprintf(text, capacity, "%.*g", digits, value);
            if (strtod(text, NULL) == value) break;
        }
    }
    if (length < 0) return 0;
    size_t written = (size_t)length < capacity ? (size_t)length : capacity - 1;
    for (size_t i = 0; i < written; i++) {
        if (text[i] == ',') text[i] = '.';
    }
    return written;
}
