public import FiresteelTimeline

/// What an observer is told.
public enum PerformEvent: Sendable {
    /// An action began. The record has no outcome yet.
    case began(PerformRecord)
    /// An action completed.
    case completed(PerformRecord)
    /// The observer was too slow: at most so many slots of events are gone, and it goes on with what is there.
    case missed(UInt64)
}

/// An observer while it observes.
///
/// Let go of, it goes on; cancel it to end it.
public struct Observation: Sendable {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) {
        self.task = task
    }

    /// Ends it.
    ///
    /// The event that it is being told now is the last.
    public func cancel() { task.cancel() }

    /// Waits until it has ended: after ``cancel()``, or when the run has ended and all of it was told.
    public func finished() async { await task.value }
}

extension FeatureRuntime {
    /// Tells an observer of every begin and completion from now on, in order, in a task of its own.
    ///
    /// An observer reads the timeline; nothing that is performed waits for it. One that falls behind by more than the
    /// timeline holds is told ``PerformEvent/missed(_:)`` with the count and goes on. An error thrown is a
    /// ``RuntimeFault/observer(_:)``, and the next event comes all the same. What an observer performs is performed in its
    /// own name, not below what it was told about.
    ///
    /// Where nothing is recorded there is nothing to observe: the observation ends at once.
    ///
    /// - Parameter body: Called with one event at a time.
    @discardableResult
    public func observe(_ body: @escaping @Sendable (PerformEvent) async throws -> Void) -> Observation {
        guard let timeline = dispatcher.timeline else { return Observation(Task {}) }
        // Made here and not in the task, so that what begins right after the call is seen.
        let updates = timeline.updates(from: .now, pause: .zero)
        var reader = ObserverReader(updates.makeAsyncIterator(), timeline)
        let dispatcher = dispatcher
        return Observation(
            Task.detached {
                while let events = await reader.next() {
                    for event in events {
                        if Task.isCancelled { return }
                        do {
                            try await body(event)
                        } catch {
                            dispatcher.report(.observer("An observer failed: \(ErrorText(error).message)"))
                        }
                    }
                }
            })
    }
}

/// Turns batches of events into what an observer is told.
private struct ObserverReader {
    private var iterator: TimelineUpdates.Iterator
    private let run: Run
    /// Begins whose completions haven't come.
    private var inFlight: [UInt64: TimelineEvent] = [:]

    init(_ iterator: TimelineUpdates.Iterator, _ timeline: Timeline) {
        self.iterator = iterator
        run = timeline.run
    }

    mutating func next() async -> [PerformEvent]? {
        guard let batch = await iterator.next() else { return nil }
        let names = run.names
        var told: [PerformEvent] = []
        if batch.lost > 0 {
            // Completions may be among what is gone, so that waiting for them could go on for ever.
            inFlight = [:]
            told.append(.missed(batch.lost))
        }
        for event in batch.events {
            switch event.kind {
            case .begin:
                inFlight[event.perform] = event
                told.append(.began(PerformRecord(begin: event, names: names)))
            case .completion:
                let begin = inFlight.removeValue(forKey: event.perform)
                told.append(
                    .completed(
                        begin.map { PerformRecord(begin: $0, completion: event, names: names) }
                            ?? PerformRecord(completion: event, names: names)))
            default: break
            }
        }
        return told
    }
}
