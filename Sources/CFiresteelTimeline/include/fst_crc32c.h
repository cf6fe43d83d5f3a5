#ifndef FST_CRC32C_H
#define FST_CRC32C_H

#include <stddef.h>
#include <stdint.h>

/// Returns the CRC-32C (Castagnoli, as in RFC 3720) of bytes: by instruction if available, otherwise by table.
uint32_t fst_crc32c(const void *bytes, size_t count);

/// Returns the checksum of a slot: over its sequence number (8 bytes) and its bytes 12 to 127.
/// `words` are the slot's sixteen; word 0 and the low half of word 1 are ignored.
uint32_t fst_crc32c_slot(uint64_t sequence, const uint64_t words[16]);

/// The same two functions by table on every processor, for tests.
uint32_t fst_crc32c_by_table(const void *bytes, size_t count);
uint32_t fst_crc32c_slot_by_table(uint64_t sequence, const uint64_t words[16]);

#endif
