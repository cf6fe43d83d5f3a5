public import Firesteel
public import Foundation
import Synchronization

/// A clock for purchases that stands still until a test moves it.
///
/// ```swift
/// let clock = ManualPurchaseClock()
/// let purchases = Purchases([tracker], clock: clock.clock)
/// clock.advance(by: .seconds(3_600))
/// ```
///
/// What expires meanwhile is told by a task of its own: a test waits for the change, as
/// `FeatureRuntime.availabilityChanges()` tells it.
public final class ManualPurchaseClock: Sendable {
    private struct State {
        var now: Date
        var next = 0
        var sleepers: [Int: (end: Date, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var cancelled: Set<Int> = []
    }

    private let state: Mutex<State>

    /// - Parameter now: What it shows. By default 2026-01-01T00:00:00Z.
    public init(_ now: Date = Date(timeIntervalSince1970: 1_767_225_600)) {
        state = Mutex(State(now: now))
    }

    /// What it shows.
    public var now: Date { state.withLock { $0.now } }

    /// The clock as `Purchases` takes it.
    public var clock: PurchaseClock {
        PurchaseClock(now: { self.now }, sleep: { end in try await self.sleep(until: end) })
    }

    /// Moves it on, or back with a negative duration, as people do with clocks.
    public func advance(by duration: Duration) { set(now.addingTimeInterval(duration / .seconds(1))) }

    /// Lets it show something else.
    public func set(_ date: Date) {
        let due = state.withLock { state in
            state.now = date
            let due = state.sleepers.filter { $0.value.end <= date }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    /// How many sleep.
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
