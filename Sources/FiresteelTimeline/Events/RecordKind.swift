/// The kinds of records in the ring.
///
/// The numbers are those of the format; see `docs/journal-format.md`, "Records".
enum RecordKind: UInt8, Sendable {
    /// An empty record: a place that was claimed and abandoned, or erased.
    case void = 0
    case begin = 1
    case completion = 2
    case log = 3
    case sessionOpened = 4
    case sessionClosed = 5
    case stackOpened = 6
    case stackClosed = 7
    case note = 8
    case flagExposed = 9
    case flagChanged = 10
    case availabilityChanged = 11
    case requestRefused = 12
    case inputKept = 13
}

/// The bits of a record's flags.
enum RecordFlags {
    static let userInitiated: UInt8 = 1
    static let textCut: UInt8 = 2
}
