import Logging
import Synchronization

/// Work that is repeated until the server stops.
final class RegularWork: Sendable {
    private let tasks = Mutex<[Task<Void, Never>]>([])
    private let logger: Logger
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Creates it without any work.
    ///
    /// - Parameters:
    ///   - logger: Records failures.
    ///   - sleep: Waits between two times.
    init(_ logger: Logger, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.logger = logger
        self.sleep = sleep
    }

    /// Adds tasks that repeat something themselves.
    func add(_ added: Task<Void, Never>...) {
        tasks.withLock { $0 += added }
    }

    /// Adds work.
    ///
    /// A failure is logged once until it succeeds again.
    ///
    /// - Parameters:
    ///   - interval: The time between two times.
    ///   - first: The time before the first one, by default the same.
    ///   - name: The repeated work.
    ///   - work: The work. `CancellationError` ends it.
    func add(
        every interval: Duration, first: Duration?, _ name: String, _ work: @escaping @Sendable () async throws -> Void
    ) {
        add(
            Task { [logger, sleep] in
                var isFailing = false
                var pause = first ?? interval
                while !Task.isCancelled {
                    try? await sleep(pause)
                    pause = interval
                    guard !Task.isCancelled else { return }
                    do {
                        try await work()
                        if isFailing { logger.info("Regular work continues", metadata: ["work": "\(name)"]) }
                        isFailing = false
                    } catch is CancellationError {
                        return
                    } catch {
                        if !isFailing {
                            logger.error(
                                "Regular work fails and is repeated",
                                metadata: ["work": "\(name)", "error": "\(error)"])
                        }
                        isFailing = true
                    }
                }
            })
    }

    /// Ends all work.
    func cancel() {
        for task in tasks.withLock({ $0 }) { task.cancel() }
    }

    /// Waits until all work has ended.
    func waitUntilEnded() async {
        for task in tasks.withLock({ $0 }) { await task.value }
    }
}
