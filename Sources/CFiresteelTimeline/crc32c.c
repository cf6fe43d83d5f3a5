#include "fst_crc32c.h"

#include <string.h>

// The reflected polynomial 0x1EDC6F41.
#define POLYNOMIAL 0x82F63B78u

static uint32_t table[8][256];

__attribute__((constructor)) static void make_table(void) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t crc = byte;
        for (int bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (POLYNOMIAL & (0u - (crc & 1)));
        table[0][byte] = crc;
    }
    for (uint32_t byte = 0; byte < 256; byte++) {
        for (int slice = 1; slice < 8; slice++) {
            table[slice][byte] = (table[slice - 1][byte] >> 8) ^ table[0][table[slice - 1][byte] & 0xFF];
        }
    }
}

static inline uint32_t table_u64(uint32_t crc, uint64_t word) {
    word ^= crc;
    return table[7][word & 0xFF] ^ table[6][(word >> 8) & 0xFF] ^ table[5][(word >> 16) & 0xFF]
        ^ table[4][(word >> 24) & 0xFF] ^ table[3][(word >> 32) & 0xFF] ^ table[2][(word >> 40) & 0xFF]
        ^ table[1][(word >> 48) & 0xFF] ^ table[0][(word >> 56) & 0xFF];
}

static inline uint32_t table_u8(uint32_t crc, uint8_t byte) {
    return (crc >> 8) ^ table[0][(crc ^ byte) & 0xFF];
}

static inline uint32_t table_u32(uint32_t crc, uint32_t word) {
    for (int i = 0; i < 4; i++) crc = table_u8(crc, (uint8_t)(word >> (8 * i)));
    return crc;
}

// Both implementations are this one function with different steps.
#define DEFINE_CRC(NAME, ATTRIBUTE, U64, U32, U8)                                        \
    ATTRIBUTE static uint32_t NAME##_bytes(const uint8_t *bytes, size_t count) {         \
        uint32_t crc = 0xFFFFFFFFu;                                                      \
        while (count >= 8) {                                                             \
            uint64_t word;                                                               \
            memcpy(&word, bytes, 8);                                                     \
            crc = U64(crc, word);                                                        \
            bytes += 8;                                                                  \
            count -= 8;                                                                  \
        }                                                                                \
        while (count-- > 0) crc = U8(crc, *bytes++);                                     \
        return crc ^ 0xFFFFFFFFu;                                                        \
    }                                                                                    \
    ATTRIBUTE static uint32_t NAME##_slot(uint64_t sequence, const uint64_t *words) {    \
        uint32_t crc = U64(0xFFFFFFFFu, sequence);                                       \
        crc = U32(crc, (uint32_t)(words[1] >> 32));                                      \
        for (int i = 2; i < 16; i++) crc = U64(crc, words[i]);                           \
        return crc ^ 0xFFFFFFFFu;                                                        \
    }

DEFINE_CRC(by_table, , table_u64, table_u32, table_u8)

uint32_t fst_crc32c_by_table(const void *bytes, size_t count) { return by_table_bytes(bytes, count); }
uint32_t fst_crc32c_slot_by_table(uint64_t sequence, const uint64_t words[16]) {
    return by_table_slot(sequence, words);
}

#if defined(__x86_64__)

#include <nmmintrin.h>

#define X86_U64(crc, word) ((uint32_t)_mm_crc32_u64((crc), (word)))
DEFINE_CRC(by_instruction, __attribute__((target("sse4.2"))), X86_U64, _mm_crc32_u32, _mm_crc32_u8)

static int has_instruction;
__attribute__((constructor)) static void look_for_instruction(void) {
    __builtin_cpu_init();
    has_instruction = __builtin_cpu_supports("sse4.2") != 0;
}

#elif defined(__aarch64__)

#include <arm_acle.h>

DEFINE_CRC(by_instruction, __attribute__((target("crc"))), __crc32cd, __crc32cw, __crc32cb)

#if defined(__APPLE__)
enum { has_instruction = 1 };
#elif defined(__linux__)
#include <sys/auxv.h>
static int has_instruction;
__attribute__((constructor)) static void look_for_instruction(void) {
    has_instruction = (getauxval(AT_HWCAP) & (1u << 7)) != 0;  // HWCAP_CRC32
}
#else
enum { has_instruction = 0 };
#endif

#else

enum { has_instruction = 0 };
#define by_instruction_bytes by_table_bytes
#define by_instruction_slot by_table_slot

#endif

uint32_t fst_crc32c(const void *bytes, size_t count) {
    return has_instruction ? by_instruction_bytes(bytes, count) : by_table_bytes(bytes, count);
}

uint32_t fst_crc32c_slot(uint64_t sequence, const uint64_t words[16]) {
    return has_instruction ? by_instruction_slot(sequence, words) : by_table_slot(sequence, words);
}
