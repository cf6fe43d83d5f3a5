/// Reads a run of another process while it is recorded.
///
/// Writing to a file mapping wakes no reader, so a follower polls on request. Polling an idle run reads a few words for
/// each recording thread.
package struct RunFollower: Sendable {
    /// The run, with the names known at the last poll that returned events.
    package private(set) var run: Run
    private let path: String
    private var cursor: TimelineCursor

    /// Creates a follower of the run in a file, from the oldest event that is still there.
    package init(path: String) throws(RunError) {
        let run = try Run(path: path)
        self.path = path
        self.run = run
        cursor = TimelineCursor(run)
    }

    /// Returns the events recorded since the last call, in chronological order, and the number that was missed.
    ///
    /// Returns an empty batch if there are none. Doesn't wait.
    /// - Parameter limit: The maximum number of events, at least 1. Further events are returned by the next calls.
    package mutating func next(limit: Int = 4096) throws(RunError) -> EventBatch {
        let batch = cursor.next(limit: limit)
        // Names are written before the events that refer to them.
        if !batch.events.isEmpty { run = try Run(path: path) }
        return batch
    }
}
