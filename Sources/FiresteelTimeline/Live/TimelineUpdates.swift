/// A timeline as it goes on, in batches.
///
/// Those who record pay one load for it, and one of them a wake-up for each batch. A reader that falls behind by more
/// than a lap of the ring gets a batch that says how much it missed; nobody waits for it. The sequence ends when the
/// timeline does.
public struct TimelineUpdates: AsyncSequence, Sendable {
    /// What comes: events, in batches.
    public typealias Element = EventBatch

    let timeline: Timeline
    let start: TimelineCursor.Start
    let pause: Duration

    /// Begins to read, as a reader of its own.
    public func makeAsyncIterator() -> Iterator {
        Iterator(timeline: timeline, cursor: timeline.cursor(from: start), pause: pause)
    }

    /// Waits for batches.
    public struct Iterator: AsyncIteratorProtocol {
        let timeline: Timeline
        var cursor: TimelineCursor
        let pause: Duration
        private var hasGiven = false
        /// How often in a row an append was found unfinished.
        private var unfinished = 0

        init(timeline: Timeline, cursor: TimelineCursor, pause: Duration) {
            self.timeline = timeline
            self.cursor = cursor
            self.pause = pause
        }

        /// The next batch, which is never empty; nil once the timeline has ended or the task was cancelled.
        public mutating func next() async -> EventBatch? {
            if hasGiven, pause > .zero { try? await Task.sleep(for: pause) }
            while !Task.isCancelled {
                let isEnded = timeline.isEnded
                let batch = cursor.next()
                if !batch.isEmpty {
                    hasGiven = true
                    unfinished = 0
                    return batch
                }
                if isEnded { return nil }
                await waitForMore()
            }
            return nil
        }

        private mutating func waitForMore() async {
            // Somebody is in the middle of an append: that takes nanoseconds, or until the thread is scheduled again.
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
    /// The timeline as it goes on.
    /// - Parameters:
    ///   - start: Whether to begin with what is there already.
    ///   - pause: How long to leave events alone after a batch. The longer, the fewer batches and wake-ups.
    public func updates(
        from start: TimelineCursor.Start = .now, pause: Duration = .milliseconds(10)
    ) -> TimelineUpdates {
        TimelineUpdates(timeline: self, start: start, pause: pause)
    }
}
