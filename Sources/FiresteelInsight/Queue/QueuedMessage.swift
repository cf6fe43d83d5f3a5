/// A message that is stored until a server has it.
///
/// Its file is called `<time>_<run>_<kind>_<number>_<until>.json`, so that the queue is known without reading messages.
public struct QueuedMessage: Sendable, Hashable, Identifiable {
    /// The kinds of messages, in the order in which they are sent.
    public enum Kind: String, Sendable, Hashable, CaseIterable, Comparable {
        /// The report of an abnormal end.
        case crash
        /// The last segment of a run that ended abnormally, with what was in flight.
        case end
        /// The report of a failure.
        case failure
        /// A report that the user requested.
        case request
        /// Any other segment.
        case segment

        /// Whether it is an ``InsightReport``.
        public var isReport: Bool { self == .crash || self == .failure || self == .request }

        /// Whether it is sent immediately, however much a server accepts at a time.
        public var isUrgent: Bool { self != .segment }

        /// Returns whether a kind is sent before another.
        public static func < (one: Self, other: Self) -> Bool { one.order < other.order }

        private var order: Int {
            switch self {
            case .crash: 0
            case .end: 1
            case .failure: 2
            case .request: 3
            case .segment: 4
            }
        }
    }

    /// The largest number of a message.
    static let maximumNumber = 1_000_000

    /// The time at which it was stored, in milliseconds since 1970.
    public let time: Int64
    /// The identifier of the run.
    public let run: String
    /// The kind.
    public let kind: Kind
    /// The number among the reports or segments of its run.
    public let number: Int
    /// The size in bytes.
    public var bytes: Int
    /// The last event that it covers, as a reading of the run's clock.
    ///
    /// Of a segment the end of its period, of a failure its time.
    package let until: UInt64

    /// The name of its file.
    public var id: String { "\(time)_\(run)_\(kind.rawValue)_\(number)_\(until).json" }

    package init(time: Int64, run: String, kind: Kind, number: Int, until: UInt64, bytes: Int) {
        self.time = time
        self.run = run
        self.kind = kind
        self.number = number
        self.until = until
        self.bytes = bytes
    }

    /// Creates the message of a file's name, or returns `nil` for another file.
    init?(fileName: String, bytes: Int) {
        guard fileName.hasSuffix(".json") else { return nil }
        let parts = fileName.dropLast(5).split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 5, let time = Int64(parts[0]), !parts[1].isEmpty,
            let kind = Kind(rawValue: String(parts[2])),
            let number = Int(parts[3]), (1...Self.maximumNumber).contains(number), let until = UInt64(parts[4])
        else { return nil }
        self.init(time: time, run: String(parts[1]), kind: kind, number: number, until: until, bytes: bytes)
        // Another spelling of a number would be another file.
        guard id == fileName else { return nil }
    }
}
