public import FiresteelPurchases
public import Foundation
import Synchronization

/// A clock for purchases that only a test advances.
///
/// ```swift
/// let clock = ManualPurchaseClock()
/// let purchases = Purchases([tracker], clock: clock.clock)
/// clock.advance(by: .seconds(3_600))
/// ```
///
/// Expirations are reported by a separate task: a test waits for the change with
/// `FeatureRuntime.availabilityChanges()`.
public final class ManualPurchaseClock: Sendable {
    private struct State {
        var now: Date
        var next = 0
        var sleepers: [Int: (end: Date, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var cancelled: Set<Int> = []
    }

    private let state: Mutex<State>

    /// Creates a clock.
    ///
    /// - Parameter now: The initial time. By default 2026-01-01T00:00:00Z.
    public init(_ now: Date = Date(timeIntervalSince1970: 1_767_225_600)) {
        state = Mutex(State(now: now))
    }

    /// The current time.
    public var now: Date { state.withLock { $0.now } }

    /// The clock for `Purchases`.
    public var clock: PurchaseClock {
        PurchaseClock(now: { self.now }, sleep: { end in try await self.sleep(until: end) })
    }

    /// Advances the clock, or moves it back with a negative duration.
    public func advance(by duration: Duration) { set(now.addingTimeInterval(duration / .seconds(1))) }

    /// Sets the current time.
    public func set(_ date: Date) {
        let due = state.withLock { state in
            state.now = date
            let due = state.sleepers.filter { $0.value.end <= date }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    /// The number of sleeping tasks.
    public var sleepers: Int { state.withLock { $0.sleepers.count } }

    private func sleep(until end: Date) async throws {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
                    if state.now >= end { return .success(()) }
                    state.sleepers[number] = (end, continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: number)
                if sleeper == nil { state.cancelled.insert(number) }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
