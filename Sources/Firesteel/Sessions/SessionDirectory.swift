import Synchronization

/// The open sessions of a runtime.
final class SessionDirectory: Sendable {
    private let records = Mutex<[UInt32: SessionRecord]>([:])

    func add(_ record: SessionRecord) {
        records.withLock { $0[record.identifier] = record }
    }

    func remove(_ identifier: UInt32) {
        _ = records.withLock { $0.removeValue(forKey: identifier) }
    }

    /// The open sessions, in the order in which they were opened.
    var open: [SessionRecord] {
        records.withLock { Array($0.values) }.sorted { $0.identifier < $1.identifier }
    }

    var count: Int { records.withLock { $0.count } }

    func find(_ identifier: UInt32) -> SessionRecord? {
        records.withLock { $0[identifier] }
    }
}
