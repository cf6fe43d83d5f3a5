import Firesteel
import FiresteelPermissions
import Synchronization

/// Changes that a subscriber was told of.
final class Recorded: Sendable {
    private let changes = Mutex<[RequirementChange]>([])

    var all: [RequirementChange] { changes.withLock { $0 } }

    func append(_ change: RequirementChange) {
        changes.withLock { $0.append(change) }
    }
}
