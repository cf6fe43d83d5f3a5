#include "fst_journal.h"
#include "fst_crc32c.h"
#include "fst_process.h"

#include <string.h>

// Payload words are stored and loaded as relaxed atomics: a reader may copy a slot while it is written, and detects
// that by the word and the checksum. That costs nothing on any machine and avoids undefined behaviour.

static inline uint64_t load_relaxed(const uint64_t *word) { return __atomic_load_n(word, __ATOMIC_RELAXED); }
static inline void store_relaxed(uint64_t *word, uint64_t value) { __atomic_store_n(word, value, __ATOMIC_RELAXED); }

uint64_t fst_load(const uint64_t *word) { return __atomic_load_n(word, __ATOMIC_SEQ_CST); }
void fst_store(uint64_t *word, uint64_t value) { __atomic_store_n(word, value, __ATOMIC_RELEASE); }
uint64_t fst_add(uint64_t *word, uint64_t value) { return __atomic_fetch_add(word, value, __ATOMIC_SEQ_CST); }

void fst_copy_words(const uint64_t *from, uint64_t *to, size_t count) {
    for (size_t i = 0; i < count; i++) to[i] = __atomic_load_n(&from[i], __ATOMIC_ACQUIRE);
}

static inline bool is_inherited(const fst_journal *journal) {
    return __builtin_expect(journal->generation != fst_fork_generation(), 0);
}

static inline uint64_t *slot_at(const fst_journal *journal, uint64_t position) {
    return journal->slots + position * FST_SLOT_WORDS;
}

/// Marks a slot as being written by the owner of `sequence`. Returns false if another writer has marked it: one of an
/// earlier lap that stalled, or one of a later lap if this writer stalled.
static inline bool mark(uint64_t *slot, uint64_t sequence) {
    uint64_t old = load_relaxed(slot);
    while (!(old & 1) && (old >> 1) < sequence) {
        if (__atomic_compare_exchange_n(
                slot, &old, sequence << 1 | 1, true, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
            return true;
        }
    }
    return false;
}

/// Writes a marked slot and releases it. `words` are the slot's words; word 0 and the checksum are set here.
static inline void publish(uint64_t *slot, uint64_t sequence, uint64_t *words) {
    uint64_t checksum = fst_crc32c_slot(sequence, words);
    words[0] = sequence << 1;
    words[1] = (words[1] & 0xFFFFFFFF00000000u) | checksum;
    __atomic_thread_fence(__ATOMIC_RELEASE);  // no reader sees the following stores without the mark
    for (int i = 1; i < FST_SLOT_WORDS; i++) store_relaxed(&slot[i], words[i]);
    __atomic_store_n(slot, sequence << 1, __ATOMIC_RELEASE);
}

static void publish_void(uint64_t *slot, uint64_t sequence) {
    fst_slot empty = {0};
    empty.slots = 1;
    publish(slot, sequence, (uint64_t *)&empty);
}

/// Marks the slots of a record, all or none: if one is not available, the others become void records.
static inline bool claim(const fst_journal *journal, uint64_t sequence, uint64_t count) {
    uint64_t position = sequence % journal->slot_count;
    uint64_t refused = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (!mark(slot_at(journal, position), sequence + i)) refused |= 1ull << i;
        if (++position == journal->slot_count) position = 0;
    }
    if (__builtin_expect(refused == 0, 1)) return true;
    for (uint64_t i = 0; i < count; i++) {
        if (!(refused >> i & 1)) publish_void(slot_at(journal, (sequence + i) % journal->slot_count), sequence + i);
    }
    return false;
}

// The place where a thread appends. A counter that all threads increment costs a hundred nanoseconds per append as soon
// as there are two of them, so threads claim chunks of the ring and fill them independently. A thread has a home, the
// home has a cell, and the cell issues the places of its chunk in order. Threads that share a cell, or follow one that
// ended, continue in the same chunk. Every place of a chunk is written eventually: unused ones become void records.

static __thread uint64_t home;  // from 1; 0 as long as the thread has none
static uint64_t homes;

static inline uint64_t home_of_thread(void) {
    if (__builtin_expect(home == 0, 0)) home = 1 + __atomic_fetch_add(&homes, 1, __ATOMIC_RELAXED);
    return home - 1;
}

/// Makes the places of a chunk from `sequence` to its end void. None if `sequence` is the end of the chunk.
static void fill_chunk(const fst_journal *journal, uint64_t sequence) {
    for (; (sequence & (journal->chunk_slots - 1)) != 0; sequence++) {
        uint64_t *slot = slot_at(journal, sequence % journal->slot_count);
        if (mark(slot, sequence)) publish_void(slot, sequence);
    }
}

/// Returns whether a cell with the next place `sequence` can issue `count` places. A cell that wasn't used while a
/// quarter of the ring was written abandons its chunk: new events must not be the next to be overwritten.
static inline bool has_room(const fst_journal *journal, uint64_t sequence, uint64_t count) {
    uint64_t offset = sequence & (journal->chunk_slots - 1);
    if (offset == 0 || offset + count > journal->chunk_slots) return false;
    uint64_t behind = load_relaxed(journal->next) * journal->chunk_slots - sequence;
    return behind <= journal->slot_count / 4 + journal->chunk_slots;
}

/// The places of a record.
typedef struct {
    uint64_t sequence;
    uint64_t rest;  // the rest of a chunk that no cell issues from now on, or 0
    bool is_fresh;  // whether a chunk was claimed, which requires settle()
} fst_places;

/// Claims the places of a record. If a chunk is claimed for it, the thread is counted until settle().
static inline fst_places reserve(const fst_journal *journal, uint64_t count) {
    uint64_t *cell = journal->cells + home_of_thread() % journal->cell_count * FST_CELL_WORDS;
    uint64_t sequence = load_relaxed(cell);
    while (has_room(journal, sequence, count)) {
        if (__atomic_compare_exchange_n(
                cell, &sequence, sequence + count, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
            return (fst_places){sequence, 0, false};
        }
    }
    // Counted before the chunk is: a reader takes more unwritten chunks and ends than were counted for damage.
    __atomic_fetch_add(journal->claims, 1, __ATOMIC_SEQ_CST);
    bool is_first = sequence == 0;
    if (is_first) __atomic_fetch_add(journal->cells_used, 1, __ATOMIC_RELAXED);
    uint64_t fresh = __atomic_fetch_add(journal->next, 1, __ATOMIC_SEQ_CST) * journal->chunk_slots;
    // Another thread with the same home may have been faster. Then the new chunk contains only this record.
    bool taken = __atomic_compare_exchange_n(
        cell, &sequence, fresh + count, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
    if (is_first && !taken) __atomic_fetch_sub(journal->cells_used, 1, __ATOMIC_RELAXED);
    return (fst_places){fresh, taken ? sequence : fresh + count, true};
}

/// Called once the places are marked: makes the rest of the chunk that no cell issues from now on void.
static inline void settle(const fst_journal *journal, fst_places places) {
    if (!places.is_fresh) return;
    fill_chunk(journal, places.rest);
    __atomic_fetch_sub(journal->claims, 1, __ATOMIC_SEQ_CST);
}

void fst_close_chunks(const fst_journal *journal) {
    if (is_inherited(journal)) return;
    for (uint64_t i = 0; i < journal->cell_count; i++) {
        uint64_t *cell = journal->cells + i * FST_CELL_WORDS;
        uint64_t sequence = __atomic_exchange_n(cell, 0, __ATOMIC_SEQ_CST);
        if (sequence == 0) continue;
        fill_chunk(journal, sequence);
        __atomic_fetch_sub(journal->cells_used, 1, __ATOMIC_RELAXED);
    }
}

static inline uint64_t slots_for(size_t length) {
    return length <= FST_FIRST_TEXT ? 1 : 1 + (length - FST_FIRST_TEXT + FST_FURTHER_TEXT - 1) / FST_FURTHER_TEXT;
}

static void publish_further(
    const fst_journal *journal, const fst_slot *first, uint64_t sequence, const uint8_t *text, size_t length) {
    text += FST_FIRST_TEXT;
    length -= FST_FIRST_TEXT;
    for (uint64_t i = 1; i < first->slots; i++) {
        uint64_t words[FST_SLOT_WORDS] = {0};
        uint8_t *bytes = (uint8_t *)words;
        size_t part = length < FST_FURTHER_TEXT ? length : FST_FURTHER_TEXT;
        bytes[12] = first->kind;
        bytes[13] = first->slots;
        bytes[14] = (uint8_t)i;
        bytes[15] = first->lane;
        memcpy(bytes + 16, text, part);
        publish(slot_at(journal, (sequence + i) % journal->slot_count), sequence + i, words);
        text += part;
        length -= part;
    }
}

uint64_t fst_append(const fst_journal *journal, fst_slot *first, const void *text, size_t length) {
    if (is_inherited(journal)) return 0;
    uint64_t count = slots_for(length);
    if (count > FST_RECORD_SLOTS) return 0;
    uint64_t sequence;
    // Each failed turn meets a writer that is stalled in the middle of one slot; a turn costs one lap's skip.
    // An endless loop would require as many of them as there are slots, so the number of turns is bounded.
    uint64_t turns = 0;
    bool is_claimed;
    do {
        if (turns++ > journal->slot_count) return 0;
        fst_places places = reserve(journal, count);
        sequence = places.sequence;
        is_claimed = claim(journal, sequence, count);
        settle(journal, places);
    } while (!is_claimed);

    first->slots = (uint8_t)count;
    first->index = 0;
    first->lane = (uint8_t)(1 + home_of_thread() % FST_LANES);
    first->text_length = (uint16_t)length;
    if (first->kind == FST_BEGIN) {
        first->perform = sequence;
        if (first->other == 0) first->other = sequence;
    }
    if (length > 0) memcpy(first->text, text, length < FST_FIRST_TEXT ? length : FST_FIRST_TEXT);
    // Further slots first: a reader that finds the first one finds the whole record.
    if (count > 1) publish_further(journal, first, sequence, text, length);
    publish(slot_at(journal, sequence % journal->slot_count), sequence, (uint64_t *)first);
    return sequence;
}

// The table of performs in flight. An entry is a copy of the begin's first slot, or 0 in its word when it is free.
// While a begin enters or fst_blank modifies it, its word has the mark; a completion that meets fst_blank writes
// COMPLETED, and fst_blank then frees the entry.
//
// An entry that was used is never all zeros again: it retains its payload when it is freed, or FST_BLANKED as its time. The
// header has a bit for it, so that a reader can distinguish it from one that was zeroed.

enum { COMPLETED = 1, PROBES_AT_HOME = 4, PROBES_ELSEWHERE = 16 };

/// Records that an entry was used. Entries beyond the bits aren't recorded.
static inline void note_used(const fst_journal *journal, uint64_t entry) {
    if (entry >= FST_USED_WORDS * 64) return;
    uint64_t *word = journal->flights_used + entry / 64;
    uint64_t bit = 1ull << entry % 64;
    if (__builtin_expect((load_relaxed(word) & bit) == 0, 0)) __atomic_fetch_or(word, bit, __ATOMIC_RELEASE);
}

static inline bool take_entry(uint64_t *slot, uint64_t sequence, const uint64_t *words) {
    uint64_t free = 0;
    if (load_relaxed(slot) != 0
        || !__atomic_compare_exchange_n(
            slot, &free, sequence << 1 | 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
        return false;
    }
    __atomic_thread_fence(__ATOMIC_RELEASE);
    for (int i = 1; i < FST_SLOT_WORDS; i++) store_relaxed(&slot[i], words[i]);
    __atomic_store_n(slot, sequence << 1, __ATOMIC_RELEASE);
    return true;
}

static int32_t enter_flight(const fst_journal *journal, uint64_t sequence, const uint64_t *words) {
    // A thread tries its home first, where it finds the entry it freed last in its own processor's cache.
    uint64_t start = home_of_thread() * PROBES_AT_HOME;
    for (int probe = 0; probe < PROBES_AT_HOME + PROBES_ELSEWHERE; probe++) {
        if (probe == PROBES_AT_HOME) start = sequence * 0x9E3779B97F4A7C15u >> 32;
        uint64_t entry = (start + (uint64_t)probe) % journal->flight_count;
        if (take_entry(journal->flights + entry * FST_SLOT_WORDS, sequence, words)) {
            note_used(journal, entry);
            return (int32_t)entry;
        }
    }
    __atomic_fetch_add(journal->flights_refused, 1, __ATOMIC_RELAXED);
    return -1;
}

static void leave_flight(const fst_journal *journal, fst_token token) {
    if (token.entry < 0 || (uint64_t)token.entry >= journal->flight_count) return;
    uint64_t *slot = journal->flights + (uint64_t)token.entry * FST_SLOT_WORDS;
    uint64_t expected = token.perform << 1;
    if (__atomic_compare_exchange_n(slot, &expected, 0, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) return;
    expected = token.perform << 1 | 1;
    if (__atomic_compare_exchange_n(slot, &expected, COMPLETED, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) return;
    expected = token.perform << 1;  // fst_blank was done just now
    __atomic_compare_exchange_n(slot, &expected, 0, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

fst_token fst_begin(const fst_journal *journal, fst_slot *first, const void *text, size_t length) {
    fst_token token = {0, -1};
    token.perform = fst_append(journal, first, text, length);
    if (token.perform != 0) token.entry = enter_flight(journal, token.perform, (const uint64_t *)first);
    return token;
}

uint64_t fst_complete(
    const fst_journal *journal, fst_slot *first, const void *text, size_t length, fst_token token) {
    if (token.perform == 0) return 0;
    first->perform = token.perform;
    uint64_t sequence = fst_append(journal, first, text, length);
    // Only now: whenever the process ends, the perform is in flight or completed, never neither.
    if (sequence != 0) leave_flight(journal, token);
    return sequence;
}

/// Copies a slot if it is valid and has the number `sequence`.
static bool copy_slot(const uint64_t *slot, uint64_t sequence, uint64_t *words) {
    if (__atomic_load_n(slot, __ATOMIC_ACQUIRE) != sequence << 1) return false;
    for (int i = 1; i < FST_SLOT_WORDS; i++) words[i] = load_relaxed(&slot[i]);
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    if (load_relaxed(slot) != sequence << 1) return false;
    words[0] = sequence << 1;
    return (uint32_t)words[1] == fst_crc32c_slot(sequence, words);
}

static int32_t copy_text_from_ring(const fst_journal *journal, uint64_t perform, uint8_t *text) {
    fst_slot slot;
    if (!copy_slot(slot_at(journal, perform % journal->slot_count), perform, (uint64_t *)&slot)) return -1;
    if (slot.kind != FST_BEGIN || slot.slots > FST_RECORD_SLOTS) return -1;
    if (slots_for(slot.text_length) != slot.slots) return -1;
    size_t rest = slot.text_length;
    size_t part = rest < FST_FIRST_TEXT ? rest : FST_FIRST_TEXT;
    memcpy(text, slot.text, part);
    for (uint64_t i = 1; i < slot.slots; i++) {
        uint64_t words[FST_SLOT_WORDS];
        uint64_t sequence = perform + i;
        if (!copy_slot(slot_at(journal, sequence % journal->slot_count), sequence, words)) return -1;
        text += part;
        rest -= part;
        part = rest < FST_FURTHER_TEXT ? rest : FST_FURTHER_TEXT;
        memcpy(text, &words[2], part);
    }
    return slot.text_length;
}

int32_t fst_copy_text(const fst_journal *journal, uint64_t perform, int32_t entry, uint8_t *text) {
    if (perform == 0) return -1;
    int32_t length = copy_text_from_ring(journal, perform, text);
    if (length >= 0 || entry < 0 || (uint64_t)entry >= journal->flight_count) return length;
    fst_slot slot;
    const uint64_t *from = journal->flights + (uint64_t)entry * FST_SLOT_WORDS;
    if (!copy_slot(from, perform, (uint64_t *)&slot)) return -1;
    length = slot.text_length < FST_FIRST_TEXT ? slot.text_length : FST_FIRST_TEXT;
    memcpy(text, slot.text, (size_t)length);
    return length;
}

/// Takes the text from an entry that still has the word it was read with.
static void blank_flight(uint64_t *slot, uint64_t word) {
    if (word & 1) return;
    uint64_t marked = word | 1;  // COMPLETED for a free entry, which no begin takes meanwhile
    if (!__atomic_compare_exchange_n(slot, &word, marked, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return;
    if (word == 0) {
        // Free since a perform completed; its text is still present.
        bool is_used = false;
        for (int i = 1; i < FST_SLOT_WORDS; i++) is_used |= load_relaxed(&slot[i]) != 0;
        for (int i = 1; i < FST_SLOT_WORDS; i++) store_relaxed(&slot[i], i == 2 && is_used ? FST_BLANKED : 0);
        __atomic_store_n(slot, 0, __ATOMIC_RELEASE);
        return;
    }
    fst_slot entry;
    uint64_t *words = (uint64_t *)&entry;
    for (int i = 1; i < FST_SLOT_WORDS; i++) words[i] = load_relaxed(&slot[i]);
    entry.session_name = 0;
    entry.text_length = 0;
    entry.slots = 1;
    memset(entry.text, 0, sizeof entry.text);
    entry.checksum = fst_crc32c_slot(word >> 1, words);
    __atomic_thread_fence(__ATOMIC_RELEASE);
    for (int i = 1; i < FST_SLOT_WORDS; i++) store_relaxed(&slot[i], words[i]);
    if (!__atomic_compare_exchange_n(slot, &marked, word, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
        __atomic_store_n(slot, 0, __ATOMIC_RELEASE);
    }
}

void fst_blank(const fst_journal *journal) {
    if (is_inherited(journal)) return;
    // The claimed places. A chunk of a cell is recorded up to the next place of the cell.
    enum { CELLS = 64 };
    uint64_t cells[CELLS];
    uint64_t cell_count = journal->cell_count < CELLS ? journal->cell_count : CELLS;
    for (uint64_t i = 0; i < cell_count; i++) cells[i] = fst_load(journal->cells + i * FST_CELL_WORDS);
    uint64_t end = fst_load(journal->next) * journal->chunk_slots;
    for (uint64_t position = 0; position < journal->slot_count; position++) {
        uint64_t *slot = slot_at(journal, position);
        uint64_t word = load_relaxed(slot);
        if (word == 0 || (word & 1) || (word >> 1) >= end) continue;
        bool later = false;
        for (uint64_t i = 0; i < cell_count; i++) {
            uint64_t chunk = cells[i] & ~(journal->chunk_slots - 1);
            later |= (word >> 1) >= cells[i] && (word >> 1) < chunk + journal->chunk_slots && cells[i] != chunk;
        }
        // If this fails, a writer has just taken the place for a newer record.
        if (!later
            && __atomic_compare_exchange_n(slot, &word, word | 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
            publish_void(slot, word >> 1);
        }
    }
    for (uint64_t entry = 0; entry < journal->flight_count; entry++) {
        uint64_t *slot = journal->flights + entry * FST_SLOT_WORDS;
        blank_flight(slot, load_relaxed(slot));
    }
}

static bool is_among(uint32_t session, const uint32_t *sessions, size_t count) {
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sessions[middle] < session) low = middle + 1; else high = middle;
    }
    return low < count && sessions[low] == session;
}

/// Makes a slot void if it still has the word it was read with.
static bool blank_slot(uint64_t *slot, uint64_t word) {
    uint64_t sequence = word >> 1;
    if (!__atomic_compare_exchange_n(slot, &word, word | 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return false;
    publish_void(slot, sequence);
    return true;
}

void fst_blank_sessions(const fst_journal *journal, const uint32_t *sessions, size_t count) {
    if (is_inherited(journal)) return;
    for (uint64_t position = 0; position < journal->slot_count; position++) {
        uint64_t *slot = slot_at(journal, position);
        uint64_t words[FST_SLOT_WORDS];
        uint64_t word = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
        // A slot that is being written isn't a session's record yet, or was claimed for a newer one.
        if (word == 0 || (word & 1) || !copy_slot(slot, word >> 1, words)) continue;
        const fst_slot *first = (const fst_slot *)words;
        if (first->kind == FST_VOID || first->index != 0) continue;
        if (!is_among(first->session, sessions, count)) continue;
        // The first slot last: as long as it is there, the rest can be found.
        // The rest of the record, which doesn't name the session.
        for (uint64_t i = 1; i < first->slots && i < FST_RECORD_SLOTS; i++) {
            uint64_t sequence = (word >> 1) + i;
            blank_slot(slot_at(journal, sequence % journal->slot_count), sequence << 1);
        }
        blank_slot(slot, word);
    }
    for (uint64_t entry = 0; entry < journal->flight_count; entry++) {
        uint64_t *slot = journal->flights + entry * FST_SLOT_WORDS;
        fst_slot flight;
        for (int i = 0; i < FST_SLOT_WORDS; i++) ((uint64_t *)&flight)[i] = load_relaxed(&slot[i]);
        // A free entry may still have the text of the perform that it was of.
        if (is_among(flight.session, sessions, count)) blank_flight(slot, flight.word);
    }
}

void fst_void_words(uint64_t sequence, uint64_t *words) {
    fst_slot empty = {0};
    empty.slots = 1;
    memcpy(words, &empty, sizeof empty);
    uint64_t checksum = fst_crc32c_slot(sequence, words);
    words[0] = sequence << 1;
    words[1] = (words[1] & 0xFFFFFFFF00000000u) | checksum;
}

void fst_become_thread_for_test(uint64_t number) { home = number; }

uint64_t fst_mark_for_test(const fst_journal *journal, uint64_t sequence) {
    uint64_t *slot = slot_at(journal, sequence % journal->slot_count);
    return __atomic_exchange_n(slot, sequence << 1 | 1, __ATOMIC_ACQ_REL);
}

void fst_finish_for_test(const fst_journal *journal, uint64_t sequence, fst_slot *slot) {
    slot->slots = 1;
    publish(slot_at(journal, sequence % journal->slot_count), sequence, (uint64_t *)slot);
}
