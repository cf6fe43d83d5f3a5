import Logging

/// The lowest enabled level, whether the focus shows lines, and the lowest level with a reader, in one byte, so that a
/// line without a reader costs one load.
struct LogThreshold: Equatable {
    let packed: UInt8

    init(packed: UInt8) { self.packed = packed }

    /// - Parameters:
    ///   - level: The lowest enabled level.
    ///   - isInFocus: Whether enabled lines reach outputs. Out of focus only errors do.
    ///   - keepsLines: Whether a store receives enabled lines, shown or not.
    ///   - records: Whether a timeline records warnings and errors, enabled or not.
    init(level: Logger.Level, isInFocus: Bool = true, keepsLines: Bool = false, records: Bool = false) {
        packed =
            level.rank | (isInFocus ? Self.inFocus : 0) | (keepsLines ? Self.keeping : 0)
            | (records ? Self.recording : 0)
    }

    // The lower three bits are the level's rank.
    private static let inFocus: UInt8 = 0x20
    private static let keeping: UInt8 = 0x40
    private static let recording: UInt8 = 0x80

    /// The lowest level of lines that count.
    var level: Logger.Level { Logger.Level(rank: rank) }

    /// The lowest level of lines that reach outputs.
    var shown: Logger.Level { Logger.Level(rank: shownRank) }

    /// The lowest level with a reader.
    var wanted: Logger.Level { Logger.Level(rank: wantedRank) }

    /// Returns whether a line of a level has a reader.
    @inline(__always)
    func wants(_ level: Logger.Level) -> Bool { level.rank >= wantedRank }

    private var rank: UInt8 { packed & 7 }

    private var shownRank: UInt8 { packed & Self.inFocus != 0 ? rank : max(rank, Logger.Level.error.rank) }

    private var wantedRank: UInt8 {
        let read = packed & Self.keeping != 0 ? rank : shownRank
        return packed & Self.recording != 0 ? min(read, Logger.Level.warning.rank) : read
    }

    /// Returns the threshold for a logger with a separate level.
    func replacing(level own: Logger.Level?) -> LogThreshold {
        guard let own else { return self }
        return LogThreshold(packed: packed & ~7 | own.rank)
    }
}

extension Logger.Level {
    /// 0 for `trace` to 6 for `critical`.
    var rank: UInt8 {
        switch self {
        case .trace: 0
        case .debug: 1
        case .info: 2
        case .notice: 3
        case .warning: 4
        case .error: 5
        case .critical: 6
        }
    }

    init(rank: UInt8) {
        switch rank {
        case 0: self = .trace
        case 1: self = .debug
        case 2: self = .info
        case 3: self = .notice
        case 4: self = .warning
        case 5: self = .error
        default: self = .critical
        }
    }
}
