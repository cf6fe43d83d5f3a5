public import FiresteelBase
public import FiresteelTimeline

/// An event that an observer receives.
public enum PerformEvent: Sendable {
    /// An action began.
    ///
    /// The record has no outcome yet.
    case began(PerformRecord)
    /// An action completed.
    case completed(PerformRecord)
    /// The observer was too slow and missed events of at most the given number of slots.
    ///
    /// It continues with the remaining events.
    case missed(UInt64)
}

extension FeatureRuntime {
    /// Calls an observer with each begin and completion from now on, in order, in a separate task.
    ///
    /// An observer reads the timeline, and performs never wait for it. An observer that falls behind by more than the
    /// capacity of the timeline receives ``PerformEvent/missed(_:)`` with the count and continues. An error that it
    /// throws is recorded as a ``RuntimeFault/observer(_:)``, and the next event follows nevertheless. Actions that an
    /// observer performs aren't caused by the observed ones.
    ///
    /// The task is cancelled with the subscription: the event that the observer is processing is the last one.
    /// `Subscription.finished()` waits for it, and for the last event of a run that ended. Without a timeline the
    /// subscription ends immediately.
    ///
    /// - Parameter body: Called with one event at a time, until the subscription is cancelled or released.
    public func observe(_ body: @escaping @Sendable (PerformEvent) async throws -> Void) -> Subscription {
        guard let timeline = dispatcher.timeline else { return Subscription(ObserverTask(task: Task {})) }
        // Created here and not in the task, so that the next perform after the call is observed.
        let updates = timeline.updates(from: .now, pause: .zero)
        var reader = ObserverReader(updates.makeAsyncIterator(), timeline)
        let dispatcher = dispatcher
        let task = Task.detached {
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
        }
        return Subscription(ObserverTask(task: task))
    }
}

/// The task of an observer.
private struct ObserverTask: SubscriptionSource {
    let task: Task<Void, Never>

    func end() { task.cancel() }

    /// Doesn't wait, since an observer is asynchronous.
    func waitForCalls() {}

    func finished() async { await task.value }
}

/// Converts batches of events to the events of an observer.
private struct ObserverReader {
    private var iterator: TimelineUpdates.Iterator
    private let run: Run
    /// Begins without a completion so far.
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
            // Completions may be among the missed events. Their begins would be stored forever.
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
