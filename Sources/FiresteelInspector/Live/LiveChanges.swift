/// The unsent changes for a client of the live stream.
///
/// Its size is bounded: the newest state replaces the previous one.
struct LiveChanges: Sendable {
    /// The topics to reload.
    struct Topics: OptionSet, Sendable {
        let rawValue: UInt8
        static let stacks = Topics(rawValue: 1)
        static let logs = Topics(rawValue: 2)
        static let logging = Topics(rawValue: 4)
        static let features = Topics(rawValue: 8)
        static let runs = Topics(rawValue: 16)
        static let alive = Topics(rawValue: 32)
        static let flags = Topics(rawValue: 64)
        static let beat = Topics(rawValue: 128)
        /// The topics of the page of flags.
        static let ofFlags: Topics = [.flags, .alive, .beat]
    }

    var performs = ChangedPlaces()
    var topics: Topics = []

    var isEmpty: Bool { performs.isEmpty && topics.isEmpty }

    mutating func merge(_ other: LiveChanges) {
        performs.merge(other.performs)
        topics.formUnion(other.topics)
    }
}
