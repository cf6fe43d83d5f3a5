import FiresteelTimeline
import Synchronization

/// What is known of a session: shared by the session that people hold and the directory that lists it.
///
/// The directory can't hold sessions weakly: an object with a weak reference counts in a side table, which triples the cost
/// of every perform. So it holds this, and the session takes it out when it goes.
final class SessionRecord: Sendable {
    let name: String
    /// Who it serves.
    let principal: Principal?
    let identifier: UInt32
    let isUserInitiated: Bool
    let opened: UInt64
    private let recordedName: Atomic<UInt32>
    let state = Mutex(State())
    /// The flags that the user of the session was exposed to.
    let exposures = SessionExposures()
    /// The refused requests that were recorded.
    let refusals = SessionRefusals()

    struct State {
        var stacks = SessionStacks()
        var performs: UInt64 = 0
        var lastUsed: UInt64 = 0
        var isClosed = false
    }

    init(
        name: String, principal: Principal?, identifier: UInt32, isUserInitiated: Bool, opened: UInt64,
        timelineName: NameID
    ) {
        self.name = name
        self.principal = principal
        self.identifier = identifier
        self.isUserInitiated = isUserInitiated
        self.opened = opened
        self.recordedName = Atomic(timelineName.rawValue)
    }

    /// The name that events refer to.
    var timelineName: NameID { NameID(rawValue: recordedName.load(ordering: .relaxed)) }

    /// Gives the session its name on the timeline again, after names were erased.
    func nameAnew(in timeline: Timeline?) {
        guard let timeline else { return }
        recordedName.store(timeline.nameSession(name).rawValue, ordering: .relaxed)
    }

    /// The state for those who show it.
    func snapshot() -> State { state.withLock { $0 } }
}
