import Firesteel
import FiresteelPermissions
import Synchronization

/// The changes that a subscriber received.
final class Recorded: Sendable {
    private let changes = Mutex<[RequirementChange]>([])

    var all: [RequirementChange] { changes.withLock { $0 } }

    func append(_ change: RequirementChange) {
        changes.withLock { $0.append(change) }
    }
}
