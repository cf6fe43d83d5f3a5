import FiresteelStore
import Logging
import Synchronization

/// Logs each unreadable row once, so that operators know what responses leave out.
final class DamageLog: Sendable {
    private let logger: Logger
    private let known = Mutex<Set<DamagedRow>>([])

    /// The number beyond which further rows aren't logged.
    private static let maximum = 10_000

    init(_ logger: Logger) { self.logger = logger }

    /// Logs the rows that weren't logged before.
    func report(_ rows: [DamagedRow]) {
        guard !rows.isEmpty else { return }
        let new = known.withLock { known in
            rows.filter { known.count < Self.maximum && known.insert($0).inserted }
        }
        for row in new {
            logger.error(
                "A stored row is damaged and is left out; the others are served",
                metadata: [
                    "table": "\(row.table.rawValue)", "row": "\(DamagedRow.shown(row.key, limit: 500))",
                    "error": "\(row.reason) Run “firesteel-server verify”, and restore a backup.",
                ])
        }
    }
}
