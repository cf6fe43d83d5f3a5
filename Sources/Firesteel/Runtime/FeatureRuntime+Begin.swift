import FiresteelTimeline
import Synchronization

extension FeatureRuntime {
    /// Starts a task that performs an action, and returns when its perform has begun, or the task has ended.
    ///
    /// Without a timeline it isn't known when a perform begins.
    ///
    /// - Parameters:
    ///   - limit: The number of milliseconds after which it returns in any case.
    ///   - start: Starts the task.
    package func begin<Success, Failure>(
        limit: Int = .max, _ start: () -> Task<Success, Failure>
    ) async -> Task<Success, Failure> {
        let last = lastBegin
        let task = start()
        let hasEnded = Mutex(false)
        let end = Task {
            _ = await task.result
            hasEnded.withLock { $0 = true }
        }
        defer { end.cancel() }
        var waited = 0
        while timeline != nil, lastBegin == last, !hasEnded.withLock({ $0 }), waited < limit {
            // A task that was cancelled doesn't sleep.
            await Task.yield()
            try? await Task.sleep(for: .milliseconds(1))
            waited += 1
        }
        return task
    }

    /// The number of the latest perform that no other one led to.
    private var lastBegin: UInt64 {
        var last: UInt64 = 0
        timeline?.run.forEachEvent { event in
            if event.kind == .begin, event.depth == 0 { last = max(last, event.perform) }
            return true
        }
        return last
    }
}
