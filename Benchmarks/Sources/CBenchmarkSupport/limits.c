#include "CBenchmarkSupport.h"

#include <string.h>
#include <time.h>

uint64_t bench_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

uint64_t bench_coarse_now(void) {
    struct timespec time;
#if defined(CLOCK_MONOTONIC_COARSE)
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
#elif defined(CLOCK_MONOTONIC_RAW_APPROX)
    clock_gettime(CLOCK_MONOTONIC_RAW_APPROX, &time);
#else
    clock_gettime(CLOCK_MONOTONIC, &time);
#endif
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

void bench_keep(uint64_t value) { __asm__ volatile("" : : "r"(value) : "memory"); }

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) uint32_t bench_crc32c(const void *bytes, size_t count) {
    const uint8_t *at = bytes;
    uint64_t checksum = 0xFFFFFFFF;
    for (; count >= 8; count -= 8, at += 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        checksum = __builtin_ia32_crc32di(checksum, word);
    }
    if (count >= 4) {
        uint32_t word;
        memcpy(&word, at, 4);
        checksum = __builtin_ia32_crc32si((uint32_t)checksum, word);
    }
    return ~(uint32_t)checksum;
}
#elif defined(__aarch64__)
__attribute__((target("crc"))) uint32_t bench_crc32c(const void *bytes, size_t count) {
    const uint8_t *at = bytes;
    uint32_t checksum = 0xFFFFFFFF;
    for (; count >= 8; count -= 8, at += 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        checksum = __builtin_arm_crc32cd(checksum, word);
    }
    if (count >= 4) {
        uint32_t word;
        memcpy(&word, at, 4);
        checksum = __builtin_arm_crc32cw(checksum, word);
    }
    return ~checksum;
}
#else
uint32_t bench_crc32c(const void *bytes, size_t count) {
    const uint8_t *at = bytes;
    uint32_t checksum = 0xFFFFFFFF;
    for (; count > 0; count--, at++) {
        checksum ^= *at;
        for (int bit = 0; bit < 8; bit++) checksum = checksum >> 1 ^ (checksum & 1 ? 0x82F63B78 : 0);
    }
    return ~checksum;
}
#endif

// Tables of the reflected polynomial 0x1EDC6F41, for one byte and for eight bytes at a time.
static uint32_t table[8][256];

__attribute__((constructor)) static void make_table(void) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t checksum = byte;
        for (int bit = 0; bit < 8; bit++) checksum = checksum >> 1 ^ (checksum & 1 ? 0x82F63B78 : 0);
        table[0][byte] = checksum;
    }
    for (int slice = 1; slice < 8; slice++) {
        for (int byte = 0; byte < 256; byte++) {
            uint32_t before = table[slice - 1][byte];
            table[slice][byte] = before >> 8 ^ table[0][before & 0xFF];
        }
    }
}

uint32_t bench_crc32c_by_table(const void *bytes, size_t count) {
    const uint8_t *at = bytes;
    uint32_t checksum = 0xFFFFFFFF;
    for (; count > 0; count--, at++) checksum = checksum >> 8 ^ table[0][(checksum ^ *at) & 0xFF];
    return ~checksum;
}

uint32_t bench_crc32c_by_tables(const void *bytes, size_t count) {
    const uint8_t *at = bytes;
    uint32_t checksum = 0xFFFFFFFF;
    for (; count >= 8; count -= 8, at += 8) {
        uint32_t low = checksum ^ (at[0] | at[1] << 8 | at[2] << 16 | (uint32_t)at[3] << 24);
        checksum = table[7][low & 0xFF] ^ table[6][low >> 8 & 0xFF] ^ table[5][low >> 16 & 0xFF] ^ table[4][low >> 24]
            ^ table[3][at[4]] ^ table[2][at[5]] ^ table[1][at[6]] ^ table[0][at[7]];
    }
    for (; count > 0; count--, at++) checksum = checksum >> 8 ^ table[0][(checksum ^ *at) & 0xFF];
    return ~checksum;
}
