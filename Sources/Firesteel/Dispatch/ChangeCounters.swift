import Synchronization

/// Counters of changes, for readers that poll.
///
/// Counting costs a nanosecond and wakes no thread.
final class ChangeCounters: Sendable {
    private let stacksCount = Atomic<UInt64>(0)
    private let featuresCount = Atomic<UInt64>(0)
    private let loggingCount = Atomic<UInt64>(0)
    private let erasuresCount = Atomic<UInt64>(0)

    func stacksChanged() { stacksCount.wrappingAdd(1, ordering: .relaxed) }
    func featuresChanged() { featuresCount.wrappingAdd(1, ordering: .relaxed) }
    func loggingChanged() { loggingCount.wrappingAdd(1, ordering: .relaxed) }
    func erased() { erasuresCount.wrappingAdd(1, ordering: .relaxed) }

    var stacks: UInt64 { stacksCount.load(ordering: .relaxed) }
    var features: UInt64 { featuresCount.load(ordering: .relaxed) }
    var logging: UInt64 { loggingCount.load(ordering: .relaxed) }
    var erasures: UInt64 { erasuresCount.load(ordering: .relaxed) }
}
