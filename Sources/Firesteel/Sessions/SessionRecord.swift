import FiresteelTimeline
import Synchronization

/// The state of a session, shared by the session and the directory that lists it.
///
/// The directory can't hold sessions weakly: an object with a weak reference is counted in a side table, which triples
/// the cost of every perform. So it retains the record, and the session removes it when it closes.
final class SessionRecord: Sendable {
    let name: String
    /// The principal that the session serves, if any.
    let principal: Principal?
    /// The evaluation context that the session was given, if any.
    let context: GivenContext?
    let identifier: UInt32
    let isUserInitiated: Bool
    let opened: UInt64
    private let recordedName: Atomic<UInt32>
    let state = Mutex(State())
    /// The flags that the session's user was exposed to.
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
        name: String, principal: Principal?, context: GivenContext?, identifier: UInt32, isUserInitiated: Bool,
        opened: UInt64, timelineName: NameID
    ) {
        self.name = name
        self.principal = principal
        self.context = context
        self.identifier = identifier
        self.isUserInitiated = isUserInitiated
        self.opened = opened
        self.recordedName = Atomic(timelineName.rawValue)
    }

    /// The identifier of the session's name on the timeline.
    var timelineName: NameID { NameID(rawValue: recordedName.load(ordering: .relaxed)) }

    /// Names the session on the timeline again, after names were erased.
    func nameAnew(in timeline: Timeline?) {
        guard let timeline else { return }
        recordedName.store(timeline.nameSession(name).rawValue, ordering: .relaxed)
    }

    /// Returns a copy of the state for display.
    func snapshot() -> State { state.withLock { $0 } }
}
