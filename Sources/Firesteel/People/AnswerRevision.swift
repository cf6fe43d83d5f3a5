import Synchronization

/// A number that increases whenever answers can change in some of the sessions only.
///
/// The sessions of a principal share theirs. A session without a principal has its own.
final class AnswerRevision: Sendable {
    private let number = Atomic<UInt64>(0)

    /// The number, by one load.
    @inline(__always)
    var current: UInt64 { number.load(ordering: .acquiring) }

    /// Makes the sessions compute their answers again.
    func advance() { number.wrappingAdd(1, ordering: .releasing) }
}
