/// The events of a timeline in batches, while it is recorded.
///
/// Recording threads pay one load, and one of them a wake-up for each batch. A reader that falls behind by more than a
/// lap of the ring receives a batch with the number of missed slots; recording never waits for a reader. The sequence
/// ends when the timeline ends.
public struct TimelineUpdates: AsyncSequence, Sendable {
    /// A batch of events.
    public typealias Element = EventBatch

    let timeline: Timeline
    let start: TimelineCursor.Start
    let pause: Duration

    /// Creates an independent reader.
    public func makeAsyncIterator() -> Iterator {
        Iterator(timeline: timeline, cursor: timeline.cursor(from: start), pause: pause)
    }

    /// An iterator that waits for batches.
    public struct Iterator: AsyncIteratorProtocol {
        let timeline: Timeline
        var cursor: TimelineCursor
        let pause: Duration
        private var hasReturnedBatch = false
        /// The number of consecutive polls that found an unfinished append.
        private var unfinished = 0

        init(timeline: Timeline, cursor: TimelineCursor, pause: Duration) {
            self.timeline = timeline
            self.cursor = cursor
            self.pause = pause
        }

        /// Returns the next batch, which is never empty, or `nil` once the timeline has ended or the task was
        /// cancelled.
        public mutating func next() async -> EventBatch? {
            if hasReturnedBatch, pause > .zero { try? await Task.sleep(for: pause) }
            while !Task.isCancelled {
                let isEnded = timeline.isEnded
                let batch = cursor.next()
                if !batch.isEmpty {
                    hasReturnedBatch = true
                    unfinished = 0
                    return batch
                }
                if isEnded { return nil }
                await waitForMore()
            }
            return nil
        }

        private mutating func waitForMore() async {
            // Another thread is in the middle of an append: that takes nanoseconds, or until the thread is scheduled
            // again.
            if !cursor.isCaughtUp {
                unfinished += 1
                if unfinished < 16 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
                return
            }
            unfinished = 0
            let cursor = cursor
            let timeline = timeline
            await timeline.bell.wait { !cursor.isCaughtUp || timeline.isEnded }
        }
    }
}

extension Timeline {
    /// Returns the events of the timeline while it is recorded.
    /// - Parameters:
    ///   - start: The position at which to start.
    ///   - pause: The minimum time between batches. A longer pause results in fewer batches and wake-ups.
    public func updates(
        from start: TimelineCursor.Start = .now, pause: Duration = .milliseconds(10)
    ) -> TimelineUpdates {
        TimelineUpdates(timeline: self, start: start, pause: pause)
    }
}
