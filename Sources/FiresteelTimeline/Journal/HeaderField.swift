/// The offsets of the header's fields, in bytes.
///
/// See `docs/journal-format.md`, "Header".
enum HeaderField {
    static let magic = 0
    static let version = 8
    static let headerSize = 12
    static let size = 16
    static let namesOffset = 24
    static let namesSize = 32
    static let flightsOffset = 40
    static let flightCount = 48
    static let slotSize = 52
    static let slotsOffset = 56
    static let slotCount = 64
    static let boot = 72
    static let process = 88
    static let chunkSlots = 92
    static let startMonotonic = 96
    static let startWall = 104
    static let processStart = 112

    /// Texts: two bytes of length, then UTF-8.
    static let programName = 128
    static let programVersion = 256
    static let programBuild = 384
    static let host = 512
    static let runIdentifier = 640
    static let textSize = 128

    /// The checksum of all preceding fields.
    ///
    /// The fields after it change while the run is recorded.
    static let checksum = 1020

    static let next = 1024
    /// The number of threads that have claimed a chunk and are about to mark it.
    static let claims = 1032
    static let namesUsed = 1152
    static let namesRefused = 1160
    static let flightsRefused = 1280
    /// 1 + the number of cells that have a chunk, or 0 if not known.
    static let cellsUsed = 1288
    static let end = 1408
    /// A bit for each entry of the table of performs in flight that was used.
    static let flightsUsed = 1536
}
