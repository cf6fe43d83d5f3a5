#include "CBenchmarkSupport.h"

#include <string.h>
#include <time.h>

uint64_t bench_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
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
