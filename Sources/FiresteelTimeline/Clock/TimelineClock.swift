internal import CFiresteelTimeline

/// The clock that a timeline reads.
public enum TimelineClock: Sendable {
    /// The system's monotonic clock, which continues while the machine sleeps.
    case system
    /// A clock that a test moves.
    case manual(ManualTimelineClock)

    /// The monotonic reading in nanoseconds.
    public var now: UInt64 {
        switch self {
        case .system: fst_now()
        case .manual(let clock): clock.now
        }
    }

    /// The wall clock's reading in nanoseconds since 1970.
    public var wall: UInt64 {
        switch self {
        case .system: fst_wall()
        case .manual(let clock): clock.wall
        }
    }
}
