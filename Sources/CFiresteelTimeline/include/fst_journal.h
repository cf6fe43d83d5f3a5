#ifndef FST_JOURNAL_H
#define FST_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The journal's format is described in docs/journal-format.md. Numbers are little endian, as are all machines that
// this builds for.

enum {
    FST_SLOT_BYTES = 128,
    FST_SLOT_WORDS = 16,
    FST_FIRST_TEXT = 58,      // bytes of text in a record's first slot
    FST_FURTHER_TEXT = 112,   // and in each further one
    FST_RECORD_SLOTS = 6,     // the most slots of a record
    FST_CELL_WORDS = 16,      // a cell has separate cache lines
    FST_LANES = 255,          // threads that records distinguish
    FST_USED_WORDS = 320,     // bits for the entries of the table of performs in flight
    FST_BLANKED = 1,          // the time of an entry of which nothing else remains
};

/// The first slot of a record.
typedef struct {
    uint64_t word;            // sequence << 1 | being written
    uint32_t checksum;
    uint8_t kind;
    uint8_t slots;            // of the record
    uint8_t index;            // of this slot in the record
    uint8_t lane;             // 1 + the number of the thread modulo FST_LANES
    uint64_t time;
    uint64_t perform;
    uint64_t parent;
    uint64_t other;           // root, beginning or label, by kind
    uint32_t session;
    uint32_t session_name;
    uint32_t stack;
    uint32_t subject;
    uint8_t source;
    uint8_t flags;
    uint8_t depth;
    uint8_t code;             // outcome, severity or note, by kind
    uint16_t text_length;
    uint8_t text[FST_FIRST_TEXT];
} fst_slot;

_Static_assert(sizeof(fst_slot) == FST_SLOT_BYTES, "a slot is 128 bytes");

/// The addresses of the parts of a journal in memory. It never changes after its creation.
typedef struct {
    uint64_t *next;             // the chunk that is claimed next
    uint64_t *slots;            // of the ring
    uint64_t slot_count;        // a multiple of chunk_slots
    uint64_t chunk_slots;       // a power of two, at least 8
    uint64_t *cells;            // not in the file: for each, the sequence number that it gives next, or 0
    uint64_t cell_count;
    uint64_t *cells_used;       // 1 + the number of cells that have a chunk
    uint64_t *claims;           // the number of threads that have claimed a chunk and are about to mark it
    uint64_t *flights;          // the table of performs in flight
    uint64_t flight_count;
    uint64_t *flights_refused;  // how many performs found it full
    uint64_t *flights_used;     // FST_USED_WORDS: a bit for each entry that was used
    uint32_t generation;        // of the process that made it, see fst_fork_generation
} fst_journal;

typedef struct {
    uint64_t perform;
    int32_t entry;
} fst_token;

enum { FST_VOID = 0, FST_BEGIN = 1, FST_COMPLETION = 2 };

/// Appends a record and returns its sequence number, or 0 if it was not recorded (in a forked child). `first` is filled
/// except for word, checksum, slots, index and text; it is modified. Does not block, allocate or make system calls. May
/// be called on any thread.
uint64_t fst_append(const fst_journal *journal, fst_slot *first, const void *text, size_t length);

/// Appends a begin and enters it into the table of performs in flight.
fst_token fst_begin(const fst_journal *journal, fst_slot *first, const void *text, size_t length);

/// Appends a completion and removes the perform from the table of performs in flight.
uint64_t fst_complete(
    const fst_journal *journal, fst_slot *first, const void *text, size_t length, fst_token token);

/// Copies a slot of the ring, or of the table of performs in flight, word by word.
void fst_copy_words(const uint64_t *from, uint64_t *to, size_t count);

/// Copies the text of a begin to `text` (room for FST_RECORD_SLOTS slots) if the begin is still in the ring, otherwise
/// its beginning from the table. Returns its length, or -1.
int32_t fst_copy_text(const fst_journal *journal, uint64_t perform, int32_t entry, uint8_t *text);

/// Fills the chunks of all cells with void records, so that no claimed place is unwritten. Later appends claim new
/// chunks.
void fst_close_chunks(const fst_journal *journal);

/// Makes every record so far void, and removes the text and the session's name from the performs in flight. Appends
/// that begin after the call are not affected.
void fst_blank(const fst_journal *journal);

/// Makes every record of some sessions void, and takes the text and the session's name from their performs in flight.
/// `sessions` is in ascending order.
void fst_blank_sessions(const fst_journal *journal, const uint32_t *sessions, size_t count);

/// Writes the bytes of a void record with a sequence number to `words` (FST_SLOT_WORDS).
void fst_void_words(uint64_t sequence, uint64_t *words);

// For words of the header.
uint64_t fst_load(const uint64_t *word);
void fst_store(uint64_t *word, uint64_t value);
uint64_t fst_add(uint64_t *word, uint64_t value);

/// Makes the current thread one with a given number, from 1, for tests of threads that share cells.
void fst_become_thread_for_test(uint64_t number);
/// Marks a slot as being written, for tests of a stalled writer. Returns the previous word.
uint64_t fst_mark_for_test(const fst_journal *journal, uint64_t sequence);
/// Finishes the operation of fst_mark_for_test.
void fst_finish_for_test(const fst_journal *journal, uint64_t sequence, fst_slot *slot);

#endif
