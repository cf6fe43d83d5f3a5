/// Reads a run of another process as it goes on.
///
/// What is written to a mapping of a file wakes nobody, so a follower looks when it is asked to. A look at a run in
/// which nothing happened reads a few words for each thread that records.
package struct RunFollower: Sendable {
    /// How the run is read; its names are those of the last look that brought something.
    package private(set) var run: Run
    private let path: String
    private var cursor: TimelineCursor

    /// A follower of the run in a file, from the oldest event that is still there.
    package init(path: String) throws(RunError) {
        let run = try Run(path: path)
        self.path = path
        self.run = run
        cursor = TimelineCursor(run)
    }

    /// The events that came since the last call, in order of time, and how many were missed.
    ///
    /// Empty if there are none. Doesn't wait.
    /// - Parameter limit: At most so many, and at least 1; the rest comes with the next calls.
    package mutating func next(limit: Int = 4096) throws(RunError) -> EventBatch {
        let batch = cursor.next(limit: limit)
        // Names are written before the events that refer to them.
        if !batch.events.isEmpty { run = try Run(path: path) }
        return batch
    }
}
