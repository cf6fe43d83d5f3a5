internal import CFiresteelTimeline

/// The offsets and sizes of the parts of a journal.
///
/// See `docs/journal-format.md`.
struct JournalLayout: Sendable, Hashable {
    /// `FSTEEL` and a line end, as bytes, which a transfer as text would damage.
    static let magic: UInt64 = 0x0A0D_4C45_4554_5346
    static let version: UInt32 = 1
    static let headerSize = 4096
    static let slotSize = Int(FST_SLOT_BYTES)
    /// Runs are whole pages on every system.
    static let pageSize = 16_384
    static let smallestRun = 256 << 10
    static let largestRun = 1 << 30

    let size: Int
    let namesOffset: Int
    let namesSize: Int
    let flightsOffset: Int
    let flightCount: Int
    let slotsOffset: Int
    let slotCount: Int
    /// The slots of a chunk: a power of two that divides ``slotCount``.
    let chunkSlots: Int

    /// Divides a run of `size` bytes, a multiple of ``pageSize``, among its parts.
    init(size: Int, flightCapacity: Int) {
        self.size = size
        namesOffset = Self.headerSize
        namesSize = min(1 << 20, size / 8)
        flightsOffset = namesOffset + namesSize
        // The table never takes more than an eighth of a small run.
        flightCount = max(16, min(flightCapacity, 65_536, size / 8 / Self.slotSize))
        slotsOffset = flightsOffset + flightCount * Self.slotSize
        let slots = (size - slotsOffset) / Self.slotSize
        // At least 64 chunks, unless the run is too small for that.
        chunkSlots = slots >= 2048 ? 32 : slots >= 1024 ? 16 : 8
        slotCount = slots / chunkSlots * chunkSlots
    }

    /// The chunks of the ring.
    var chunkCount: Int { slotCount / chunkSlots }

    /// The number of threads that can own a chunk at a time; further threads share.
    var cellCount: Int { max(1, min(64, chunkCount / 4)) }

    /// Creates the layout that a header describes, or returns `nil` if its parts aren't consecutive in `size` bytes.
    init?(
        size: Int, namesOffset: Int, namesSize: Int, flightsOffset: Int, flightCount: Int, slotsOffset: Int,
        slotCount: Int, chunkSlots: Int
    ) {
        let slot = Self.slotSize
        guard size > 0, size <= Self.largestRun,
            namesOffset >= Self.headerSize, namesOffset.isMultiple(of: 8), namesSize >= 0, namesSize <= size,
            flightCount >= 0, flightCount <= size / slot, slotCount > 0, slotCount <= size / slot,
            flightsOffset >= namesOffset, flightsOffset - namesOffset >= namesSize, flightsOffset.isMultiple(of: 8),
            slotsOffset >= flightsOffset, slotsOffset - flightsOffset >= flightCount * slot,
            slotsOffset.isMultiple(of: 8), slotsOffset <= size, size - slotsOffset >= slotCount * slot,
            chunkSlots >= 8, chunkSlots <= 4096, chunkSlots & (chunkSlots - 1) == 0,
            slotCount.isMultiple(of: chunkSlots)
        else { return nil }
        self.size = size
        self.namesOffset = namesOffset
        self.namesSize = namesSize
        self.flightsOffset = flightsOffset
        self.flightCount = flightCount
        self.slotsOffset = slotsOffset
        self.slotCount = slotCount
        self.chunkSlots = chunkSlots
    }

    /// Returns the size of a run for a requested number of bytes.
    static func runSize(_ requested: Int, smallest: Int = smallestRun) -> Int {
        let bounded = min(max(requested, smallest), largestRun)
        return (bounded + pageSize - 1) / pageSize * pageSize
    }
}
